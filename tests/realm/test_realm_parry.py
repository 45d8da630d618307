"""Defenders, protectors, counters and parrying weapons of realm (R20-R22, R33)."""

from __future__ import annotations

from typing import Any

import pytest

from combatcli.rulesets.realm.weapons import DICE
from realm_fights import AT_BOB, armed, attack_of, brawl, camp, fencer, party, said, town, two
from support import Run, fight, happened, play, refuses, usage_error


@pytest.mark.rule("R20")
@pytest.mark.parametrize(("defender", "penalty"), [({}, -2), ({"shield": True}, -4), ({"parrying": "shield"}, -4)])
def test_attacks_on_a_defender_are_harder(defender: dict[str, Any], penalty: int) -> None:
    declared = {"phase": 1, "action": "defend"}
    encounter = two(target={**defender, "declared": declared})
    (event,) = happened(play(encounter, "attack", 1, 2, 3, **AT_BOB), "attack")
    assert event["bonuses"] == {"defended": penalty}


PROTECTED: dict[str, Any] = {"declared": {"phase": 1, "action": "protect", "targets": ["bob"]}}


def protected(**guard: object) -> Any:
    """Return a fight in which cid protects bob from ann."""
    return fight(
        "realm",
        phase="attack-assist-aimed",
        arenas={"here": {}, "there": {"links": ["here"]}},
        combatants={
            "ann": {"arena": "here", **armed("medium")},
            "bob": {"arena": "here", "defense": 18},
            "cid": {"arena": "here", "armor": 1, **PROTECTED, **guard},
        },
    )


@pytest.mark.rule("R21")
def test_an_attack_on_a_friend_falls_on_the_protector() -> None:
    played = play(protected(), "attack", 5, 5, 1, 3, **AT_BOB)
    (event,) = happened(played, "attack")
    assert (event["target"], event["instead_of"], event["needed"], event["wounds"]) == ("cid", "bob", 10, [2])
    assert played.fight.pending[0].target == "cid"


@pytest.mark.rule("R21")
@pytest.mark.parametrize(
    "guard", [{"arena": "there"}, {"status": ["broken"]}, {"declared": {"phase": 1, "action": "defend"}}]
)
def test_protection_needs_an_able_protector_in_the_same_arena(guard: dict[str, Any]) -> None:
    played = play(protected(**guard), "attack", 5, 5, 1, **AT_BOB)
    assert happened(played, "attack")[0]["target"] == "bob"


@pytest.mark.rule("R21")
def test_protection_goes_one_step_only() -> None:
    combatants = {
        "ann": armed("medium"),
        "bob": {},
        "cid": PROTECTED,
        "dora": {"declared": {"phase": 1, "action": "protect", "targets": ["cid"]}},
    }
    encounter = fight("realm", phase="attack-assist-aimed", combatants=combatants)
    played = play(encounter, "attack", 1, 2, 3, **AT_BOB)
    assert happened(played, "attack")[0]["target"] == "cid"


@pytest.mark.rule("R22")
def test_a_defender_who_is_hit_may_counter_once() -> None:
    encounter = two(
        {"declared": {"phase": 1, "action": "defend"}}, armed("medium") | {"declared": {"phase": 1, "action": "defend"}}
    )
    hit = play(encounter, "attack", 9, 8, 7, 3, **AT_BOB).fight
    assert hit.combatants["bob"].counters == ["ann"]
    countered = play(hit, "attack", 9, 8, 7, 3, attacker="bob", targets=["ann"], counter=True, strict=True).fight
    assert countered.combatants["bob"].counters == []
    assert countered.combatants["ann"].counters == []
    refuses("no counter-attack", countered, "attack", 9, 8, 7, 3, attacker="bob", targets=["ann"], counter=True)


@pytest.mark.rule("R22")
def test_who_does_not_defend_has_no_counter_and_a_miss_gives_none() -> None:
    assert play(two(), "attack", 9, 8, 7, 3, **AT_BOB).fight.combatants["bob"].counters == []
    defended = two(target={"declared": {"phase": 1, "action": "defend"}})
    assert play(defended, "attack", 1, 2, 3, **AT_BOB).fight.combatants["bob"].counters == []


@pytest.mark.rule("R22")
def test_a_shot_and_a_groups_second_blow_grant_no_more_counters() -> None:
    target = {"declared": {"phase": 1, "action": "defend"}}
    shot = play(two(armed("ranged"), target), "attack", 9, 9, 3, **AT_BOB)
    assert shot.fight.combatants["bob"].counters == []
    group = play(two(armed("light") | {"count": 2}, target), "attack", 9, 9, 9, 3, **AT_BOB)
    assert group.fight.combatants["bob"].counters == ["ann"]


@pytest.mark.rule("R33")
@pytest.mark.parametrize(
    ("main", "parrying", "dice"),
    [
        ("medium", "light", 2),
        ("hand", "medium", 2),
        ("heavy", "shield", 1),
        ("light", "light", 1),
        ("reach", "light", 2),
        ("very-heavy", "shield", 2),
        ("medium", "heavy", 3),
    ],
)
def test_a_parrying_weapon_costs_a_die_where_the_pair_is_fit(main: str, parrying: str, dice: int) -> None:
    weapons = {"main": {"class": main}, "other": {"class": parrying if parrying != "shield" else "light"}}
    held = "shield" if parrying == "shield" else "other"
    encounter = two({"weapons": weapons, "wielding": "main", "parrying": held})
    assert happened(play(encounter, "attack", *[1] * dice, **AT_BOB), "attack")
    if dice == DICE[main]:
        refuses("no parrying weapon that goes with", encounter, "attack", *[1] * dice, **AT_BOB, parry=["attack"])


@pytest.mark.rule("R33")
def test_a_parrying_weapon_adds_two_to_an_attack_once_a_round() -> None:
    first = play(two(fencer()), "attack", 4, 4, 1, **AT_BOB, parry=["attack"])
    (event,) = happened(first, "attack")
    assert (event["total"], event["hit"]) == (10, True)
    refuses("already used", first.fight, "attack", 4, 4, **AT_BOB, parry=["wound"])
    later = first.fight.changed(round=2)
    assert happened(play(later, "attack", 4, 4, 1, **AT_BOB, parry=["attack"]), "attack")


@pytest.mark.rule("R33")
def test_a_parrying_weapon_marks_the_lowest_unmarked_wound_after_the_damage() -> None:
    hit = play(two(fencer()), "attack", 9, 4, 1, **AT_BOB, parry=["wound"]).fight
    assert play(hit, "wound").fight.combatants["bob"].marked == [1, 2]


@pytest.mark.rule("R33")
def test_the_targets_daring_parries_one_attack() -> None:
    encounter = two(target=fencer(daring=3))
    played = play(encounter, "attack", 6, 6, 1, **AT_BOB, parry=["daring"])
    (event,) = happened(played, "attack")
    assert (event["bonuses"], event["total"], event["hit"]) == ({"parried": -3}, 9, False)
    refuses("bob has already used", played.fight, "attack", 6, 6, 1, **AT_BOB, parry=["daring"])
    fallen = two(target=fencer(daring=3, status=["broken"]))
    refuses("cannot parry", fallen, "attack", 6, 6, 1, **AT_BOB, parry=["daring"])


@pytest.mark.rule("R33")
def test_an_unknown_use_of_a_parrying_weapon_is_a_usage_error() -> None:
    usage_error("attack, wound, daring", two(fencer()), "attack", **AT_BOB, parry=["dance"])


@pytest.mark.rule("R20")
def test_who_has_fallen_defends_no_longer() -> None:
    fallen = two(target={"declared": {"phase": 1, "action": "defend"}, "status": ["incapacitated"]})
    (event,) = happened(play(fallen, "attack", 1, 2, 3, **AT_BOB), "attack")
    assert event["bonuses"] == {}


@pytest.mark.rule("R22")
def test_a_counter_with_a_bow_is_out_of_order() -> None:
    archer = armed("ranged") | {"counters": ["ann"]}
    countered = play(two(target=archer), "attack", 1, 2, attacker="bob", targets=["ann"], counter=True)
    assert countered.warnings == ["bob answers a blow in melee with a ranged weapon (R22)"]


def blow(encounter: Any, *faces: int, **order: Any) -> dict[str, Any]:
    (event,) = happened(play(encounter, "attack", *faces, attacker="mob", targets=["bob"], **order), "attack")
    return event


def fencers() -> Any:
    return fight(
        "realm",
        phase="attack-assist-aimed",
        combatants={"mob": fencer(daring=1), "bob": fencer(daring=3)},
    )


@pytest.mark.rule("R33")
@pytest.mark.parametrize("use", ["attack", "wound"])
def test_a_parrying_weapon_must_fit_beside_the_weapon_that_attacks(use: str) -> None:
    assert blow(fencers(), 3, 4, parry=[use])["weapon"] == "sabre"
    order = {"attacker": "mob", "targets": ["bob"], "weapon": "pike", "parry": [use]}
    refuses("mob holds no parrying weapon that goes with the main one", fencers(), "attack", **order)


@pytest.mark.rule("R33")
def test_what_parries_a_blow_must_fit_beside_its_own_wielders_weapon() -> None:
    assert blow(fencers(), 4, 5, weapon="pike", parry=["daring"])["bonuses"] == {"parried": -3}
    with_pike = fencers().with_combatant("bob", wielding="pike")
    refuses(
        "bob holds no parrying weapon that goes with",
        with_pike,
        "attack",
        attacker="mob",
        targets=["bob"],
        parry=["daring"],
    )


@pytest.mark.rule("R33")
def test_parries_of_several_wielders_add_up() -> None:
    encounter = brawl(ann=fencer(), bob=fencer(daring=3), dora=fencer(daring=1))
    played = play(encounter, "attack", 5, 5, **AT_BOB, parry=["attack", "daring", "daring:dora"])
    assert attack_of(played)["bonuses"] == {"parry": 2, "parried": -4}
    assert [who for who, each in played.fight.combatants.items() if each.parried] == ["ann", "bob", "dora"]


@pytest.mark.rule("R33")
@pytest.mark.parametrize("daring", [0, -2])
def test_a_daring_of_nothing_imposes_nothing_and_spends_no_use(daring: int) -> None:
    played = play(brawl(bob=fencer(daring=daring)), "attack", 5, 4, **AT_BOB, parry=["daring"])
    assert attack_of(played)["bonuses"] == {}
    assert played.fight.combatants["bob"].parried == 0


@pytest.mark.rule("R33")
@pytest.mark.parametrize(
    ("use", "faces", "spent"), [("wound", [1, 2], 0), ("wound", [6, 6, 1], 1), ("attack", [1, 2], 1)]
)
def test_a_use_is_spent_where_it_took_effect(use: str, faces: list[int], spent: int) -> None:
    played = play(brawl(ann=fencer()), "attack", *faces, **AT_BOB, parry=[use])
    assert played.fight.combatants["ann"].parried == spent


@pytest.mark.rule("R33")
@pytest.mark.parametrize(
    ("keys", "parry", "message"),
    [
        ({"ann": fencer()}, ["attack", "wound"], "ann can use the parrying weapon only once a round"),
        (
            {"bob": fencer(daring=2)},
            ["daring", "daring:bob"],
            "bob can use the parrying weapon only once a round",
        ),
        ({"dora": fencer(daring=2, arena="b")}, ["daring:dora"], "dora is not in the same arena as ann"),
        ({"dora": {"daring": 2}}, ["daring:dora"], "dora holds no parrying weapon"),
        ({"ann": fencer(daring=2)}, ["daring:ann"], "cannot parry their own attack"),
        ({}, ["daring:zed"], 'no combatant "zed"'),
    ],
)
def test_a_second_use_an_unfit_pair_and_a_far_wielder_are_refused(
    keys: dict[str, Any], parry: list[str], message: str
) -> None:
    refuses(message, brawl(**keys), "attack", **AT_BOB, parry=parry)


@pytest.mark.rule("R33")
def test_only_a_daring_is_somebodys() -> None:
    usage_error("expected one of", brawl(ann=fencer()), "attack", **AT_BOB, parry=["wound:dora"])


@pytest.mark.rule("R22")
def test_who_is_felled_by_the_hit_may_still_counter() -> None:
    guard = {"declared": {"phase": 1, "action": "defend"}, "wounds": 1}
    hit = play(brawl(bob=guard), "attack", 10, 9, 3, 1, **AT_BOB).fight
    back: dict[str, Any] = {"attacker": "bob", "targets": ["ann"], "counter": True}
    assert happened(play(hit, "attack", 1, 2, **back, strict=True), "attack")
    both = play(play(hit, "attack", 9, 8, 3, **back).fight, "wound").fight
    assert (both.combatants["bob"].status, both.combatants["ann"].marked) == (["dead"], [3])
    applied = play(hit, "wound").fight
    refuses("bob is dead", applied, "attack", 1, 2, **back)


@pytest.mark.rule("R21")
@pytest.mark.parametrize(
    ("command", "order", "reason"),
    [
        ("move", {"who": "mira", "way": ["alley"]}, "no longer in one arena"),
        ("wound", {"targets": ["mira"], "amount": "1"}, "dead"),
        ("declare", {"who": "mira", "action": "defend"}, "declared something else"),
        ("next", {"round": True}, "over"),
    ],
)
def test_what_ends_a_protection_is_told(command: str, order: dict[str, Any], reason: str) -> None:
    guard = {"wounds": 1, "declared": {"phase": 1, "action": "protect", "targets": ["ogre"]}}
    played = play(town(mira=guard), command, **order)
    (event,) = (each for each in happened(played, "condition") if each["name"] == "protecting")
    assert (event["who"], event["of"], event["ended"], event["reason"]) == ("mira", "ogre", True, reason)


@pytest.mark.rule("R21")
@pytest.mark.parametrize(("gone", "reason"), [("ogre", "gone"), ("mira", "gone")])
def test_a_protection_ends_with_either_of_the_two(run: Run, gone: str, reason: str) -> None:
    text = 'ruleset = "realm"\n[combatants.ogre]\n[combatants.imp]\n[combatants.mira.declared]\n'
    declared = 'phase = 1\naction = "protect"\ntargets = ["ogre"]\n'
    event = run("drop", gone, "--json", stdin=text + declared).event("condition")
    assert (event["who"], event["of"], event["ended"], event["reason"]) == ("mira", "ogre", True, reason)


@pytest.mark.rule("R21")
def test_a_protection_that_holds_again_is_told(run: Run) -> None:
    encounter = camp("2", tomas=said("protect", 1, "mira"))
    gone = play(encounter, "move", who="mira", way=["b"]).fight
    back = play(gone.with_combatant("mira", acted=0), "move", who="mira", way=["a"])
    (event,) = (each for each in happened(back, "condition") if each["name"] == "protecting")
    assert (event["who"], event["of"], event["ended"]) == ("tomas", "mira", False)
    text = 'ruleset = "realm"\n[arenas.a]\n[arenas.b]\n[combatants.ann]\narena = "a"\n[combatants.bob]\narena = "b"\n'
    text += 'declared = {phase = 1, action = "protect", targets = ["ann"]}\n'
    assert "bob is protecting ann" in run("set", "ann", "arena=b", stdin=text).err


@pytest.mark.rule("R22")
def test_a_right_to_counter_ends_with_the_phase() -> None:
    assert play(party(each={"mira": {"counters": ["ogre"]}}), "next").fight.combatants["mira"].counters == []


@pytest.mark.rule("R33")
def test_the_mark_of_a_parrying_weapon_is_told_at_the_hit_and_where_it_comes_from(run: Run) -> None:
    text = (
        'ruleset = "realm"\nphase = "5"\n[combatants.ogre]\n[combatants.mira]\nparrying = "dagger"\n'
        'weapons.sabre = { class = "medium" }\nweapons.dagger = { class = "light" }\n'
    )
    hit = run("attack", "mira", "ogre", "--parry", "wound", "--dice", "9,3,4", stdin=text)
    assert "HIT   mira -> ogre  wounds 4 and the lowest pending" in hit.err
    wounded = run("wound", "--dice", "9", stdin=hit.out)
    assert "ogre takes wound 4 from mira: box 4 is marked." in wounded.err
    assert "ogre takes wound 1 from mira (the parrying weapon): box 1 is marked." in wounded.err


@pytest.mark.rule("R33")
def test_a_daring_against_an_allys_attack_is_irregular_and_spends_nothing() -> None:
    allies = brawl(bob={"side": "one"}, cid=fencer(daring=3), dora=fencer(daring=3))
    played = play(allies, "attack", 6, 6, 1, attacker="ann", targets=["dora"], parry=["daring:cid"])
    assert played.warnings[0] == "cid is on ann's own side, and parries only a foe's attack (R33)"
    assert (attack_of(played)["total"], played.fight.combatants["cid"].parried) == (12, 0)
    order = {"attacker": "ann", "targets": ["dora"], "parry": ["daring:cid"]}
    refuses("parries only a foe's attack", allies, "attack", 6, 6, 1, **order, strict=True)


@pytest.mark.rule("R33")
def test_a_daring_of_nothing_is_told() -> None:
    told = play(brawl(bob=fencer()), "attack", 5, 4, **AT_BOB, parry=["daring"]).warnings
    assert "bob's Daring is 0, and takes nothing off the attack (R33)" in told
