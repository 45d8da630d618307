"""Who may attack whom in realm, from where, when, and all declared attacks at once (R2, R7, R23, R25, R27)."""

from __future__ import annotations

from typing import Any

import pytest

from combatcli.errors import RefusedError
from realm_fights import AT_BOB, armed, attack_of, brawl, two
from support import fight, happened, odds, play, refuses

ROW = {name: {"links": [following]} for name, following in zip("abcdefghi", "bcdefghij", strict=True)} | {"j": {}}


def row(attacker: dict[str, Any], at: str) -> Any:
    """Return a fight with ann at one end of a row of ten arenas and bob somewhere along it."""
    return two(attacker | {"arena": "a"}, {"arena": at}, arenas=ROW)


@pytest.mark.rule("R23")
def test_a_shot_reaches_the_next_arena_and_no_further() -> None:
    assert happened(play(row(armed("ranged"), "b"), "attack", 1, 2, **AT_BOB), "attack")
    refuses("bob is 2 arenas away in c; ann in a reaches 1 arena", row(armed("ranged"), "c"), "attack", 1, 2, **AT_BOB)


@pytest.mark.rule("R23")
@pytest.mark.parametrize(
    ("weapon", "brawn", "reach"),
    [
        ("sling", 1, 2),
        ("sling", 2, 4),
        ("short-bow", 3, 4),
        ("long-bow", 3, 6),
        ("long-bow", 5, 8),
        ("long-bow", 0, 1),
        ("crossbow", 0, 6),
    ],
)
def test_an_aimed_shot_reaches_twice_brawn_within_the_weapons_limit(weapon: str, brawn: int, reach: int) -> None:
    archer = armed("ranged", range=weapon) | {"brawn": brawn}
    order = {"attacker": "ann", "targets": ["bob"], "aim": True}
    assert happened(play(row(archer, "abcdefghij"[reach]), "attack", 1, 2, **order), "attack")
    refuses(
        f"{reach + 1} arenas away.*reaches {reach} arena", row(archer, "abcdefghij"[reach + 1]), "attack", 1, 2, **order
    )


@pytest.mark.rule("R23")
def test_what_is_thrown_or_held_in_hand_cannot_aim() -> None:
    for weapon in (armed("ranged", range="thrown"), armed("medium")):
        refuses("cannot aim", row(weapon, "b"), "attack", 1, 2, **AT_BOB, aim=True)


@pytest.mark.rule("R23")
def test_who_has_what_can_be_aimed_is_told_to_take_it_and_who_could_aim_to_do_so() -> None:
    archer = armed("medium") | {"brawn": 1}
    archer["weapons"] |= {"bow": {"range": "short-bow"}}
    for order, hint in (
        ({"aim": True}, "Take another in hand: --weapon bow"),
        ({"weapon": "bow"}, "Aim, or move closer: combatcli declare ann aim bob"),
        ({"weapon": "it"}, "Move closer first: combatcli move ann ARENA"),
    ):
        with pytest.raises(RefusedError) as refused:
            play(row(archer, "c"), "attack", 1, 2, **AT_BOB, **order)
        assert refused.value.hint == hint
    with pytest.raises(RefusedError) as refused:
        play(row(archer, "b"), "attack", 1, 2, **AT_BOB)
    assert refused.value.hint == "Move closer first: combatcli move ann b"


@pytest.mark.rule("R23")
def test_only_what_can_be_thrown_is_thrown() -> None:
    refuses("cannot throw the axe", two(), "attack", **AT_BOB, throw=True)


@pytest.mark.rule("R27")
def test_in_melee_the_target_must_be_in_ones_own_arena() -> None:
    refuses("bob is 1 arena away in b; ann in a must be in one arena", row({}, "b"), "attack", 1, 2, 3, **AT_BOB)
    cut_off = two({"arena": "a"}, {"arena": "z"}, arenas={"a": {}, "z": {}})
    refuses("out of all reach", cut_off, "attack", 1, 2, 3, **AT_BOB)


@pytest.mark.rule("R25", "R27")
def test_who_is_impeded_attacks_nobody_but_the_impeder() -> None:
    encounter = two({"status": ["impeded"], "by": {"impeded": "bob"}, "until": {"impeded": 1}})
    assert happened(play(encounter, "attack", 1, 2, 3, **AT_BOB), "attack")
    refuses("ann is impeded by bob", encounter, "attack", 1, 2, 3, attacker="ann", targets=["cid"])


NO_ORDER = "no order stands, so all strike at the same time; `order` rolls initiative (R27)"


def test_all_declared_attacks_are_made_in_the_files_order() -> None:
    def by(phase_action: str, *targets: str) -> dict[str, Any]:
        return {"declared": {"phase": 5, "action": phase_action, "targets": list(targets)}}

    combatants = {
        "ann": armed("light") | by("attack", "bob"),
        "bob": armed("light") | by("attack", "ann"),
        "cid": by("assist", "ann"),
        "dora": armed("light") | {"status": ["broken"]} | by("attack", "ann"),
    }
    encounter = fight("realm", phase="attack-assist-aimed", combatants=combatants)
    played = play(encounter, "attack", 9, 1, 2, 3, 8, 2, 4, all=True)
    assert [(each["attacker"], each["total"]) for each in happened(played, "attack")] == [("ann", 11), ("bob", 10)]
    assert [hit.wounds for hit in played.fight.pending] == [[3], [4]]
    refuses("dora is broken and cannot act", played.fight, "attack", all=True)


def test_applying_at_once_leaves_older_hits_pending() -> None:
    first = play(two(), "attack", 9, 8, 7, 3, **AT_BOB).fight
    second = play(first, "attack", 9, 8, 7, 2, **AT_BOB, apply=True).fight
    assert second.combatants["bob"].marked == [2]
    assert [hit.wounds for hit in second.pending] == [[3]]


def test_unknown_weapons_and_combatants_name_the_nearest() -> None:
    with pytest.raises(RefusedError, match='no weapon "ax"') as weapon:
        play(two(), "attack", **AT_BOB, weapon="ax")
    assert weapon.value.hint == "Did you mean axe?"
    with pytest.raises(RefusedError, match='no combatant "bobb"') as target:
        play(two(), "attack", attacker="ann", targets=["bobb"])
    assert target.value.hint == "Did you mean bob?"


@pytest.mark.rule("R23")
def test_a_declared_aim_or_throw_is_what_the_attack_does() -> None:
    archer = armed("ranged", range="short-bow") | {"brawn": 2}
    encounter = row(archer, "d")
    for more in ({}, {"phase": "2"}, {"phase": "5"}):
        declared = play(encounter, "declare", who="ann", action="aim", targets=["bob"], **more).fight
        assert declared.combatants["ann"].declared.phase == 5
        shot = play(declared, "attack", 1, 2, **AT_BOB, strict=True)
        assert not happened(shot, "attack")[0]["hit"]
    thrower = two(armed("medium", range="thrown")).changed(phase="shoot-throw")
    ready = play(thrower, "declare", who="ann", action="throw", targets=["bob"]).fight
    thrown = play(ready, "attack", 1, 2, **AT_BOB, strict=True)
    assert happened(thrown, "attack")[0]["faces"] == [1, 2]


@pytest.mark.rule("R7", "R26")
def test_breaking_free_is_tried_once_a_round() -> None:
    held = {
        "status": ["impeded"],
        "by": {"impeded": "bob"},
        "until": {"impeded": 1},
        "declared": {"phase": 4, "action": "move"},
    }
    encounter = two(held).changed(phase="move")
    once = play(encounter, "attack", 1, 2, 3, **AT_BOB, strict=True)
    again = play(once.fight, "attack", 1, 2, 3, **AT_BOB)
    assert again.warnings == ["ann has already tried to break free this round (R26)"]


@pytest.mark.rule("R7", "R26")
def test_who_has_acted_has_no_attack_left_to_break_free_with() -> None:
    held = {"status": ["impeded"], "by": {"impeded": "bob"}, "until": {"impeded": 1}, "acted": 1}
    shot = {"declared": {"phase": 2, "action": "shoot", "targets": ["cid"], "done": True}}
    encounter = two(held | shot).changed(phase="move")
    assert play(encounter, "attack", 1, 2, 3, **AT_BOB).warnings == ["ann has already acted this round (R7)"]
    refuses("ann has already acted this round", encounter, "attack", 1, 2, 3, **AT_BOB, strict=True)


@pytest.mark.rule("R7", "R26")
def test_to_break_free_takes_the_place_of_the_declared_attack() -> None:
    held = {"status": ["impeded"], "by": {"impeded": "bob"}, "until": {"impeded": 1}}
    attack = {"declared": {"phase": 5, "action": "attack", "targets": ["bob"]}}
    encounter = two(held | attack).changed(phase="move")
    tried = play(encounter, "attack", 1, 2, 3, **AT_BOB, strict=True)
    (phase,) = happened(fifth := play(tried.fight, "next"), "phase")
    assert phase["acting"] == []
    assert play(fifth.fight, "attack", 1, 2, 3, **AT_BOB).warnings == [
        "ann has attacked already this round, to break free (R26)"
    ]
    assert happened(play(fifth.fight, "next"), "phase")[0]["undone"] == []


@pytest.mark.rule("R3", "R7")
def test_an_attack_on_another_or_in_another_phase_than_declared_is_out_of_order() -> None:
    on_cid = two({"declared": {"phase": 5, "action": "attack", "targets": ["cid"]}})
    refuses("ann declared attack cid, not bob", on_cid, "attack", **AT_BOB, strict=True)
    later = two({"declared": {"phase": 6}})
    refuses("ann declared phase 6, not attack", later, "attack", **AT_BOB, strict=True)


def test_of_all_declared_attacks_the_impossible_are_passed_over() -> None:
    arenas: dict[str, Any] = {"a": {}, "z": {}}
    here = {"arena": "a", "declared": {"phase": 5, "action": "attack", "targets": ["cid"]}}
    combatants = {"ann": armed("light") | here, "bob": armed("light") | here | {"arena": "z"}, "cid": {"arena": "z"}}
    encounter = fight("realm", phase="attack-assist-aimed", arenas=arenas, combatants=combatants)
    played = play(encounter, "attack", 1, 2, all=True)
    assert [event["attacker"] for event in happened(played, "attack")] == ["bob"]
    assert played.warnings == [
        NO_ORDER,
        "cid is out of all reach in z; ann in a must be in one arena with it (R27)",
    ]
    assert not played.fight.combatants["ann"].declared.done
    alone = encounter.with_combatant("bob", arena="a")
    refuses("out of all reach", alone, "attack", all=True)


@pytest.mark.rule("R7", "R27")
def test_a_declaration_written_against_two_is_still_one_attack() -> None:
    combatants = {
        "mob": {"declared": {"phase": 5, "action": "attack", "targets": ["bob", "cid"]}},
        "bob": {},
        "cid": {},
    }
    encounter = fight("realm", phase="attack-assist-aimed", combatants=combatants)
    assert [event["target"] for event in happened(play(encounter, "attack", 5, all=True), "attack")] == ["bob"]


@pytest.mark.rule("R27", "R29")
def test_allies_are_attacked_and_pushed_with_a_warning_and_oneself_never() -> None:
    struck = play(brawl(), "attack", 1, 2, attacker="ann", targets=["cid"])
    assert "cid is on ann's own side (R27)" in struck.warnings
    shoved = play(brawl("6"), "push", 1, 2, who="ann", targets=["cid"], to="b")
    assert "cid is on ann's own side (R29)" in shoved.warnings
    ready = {"declared": {"phase": 5, "action": "attack", "targets": ["cid"]}}
    refuses("cid is on ann's own side", brawl(ann=ready), "attack", attacker="ann", targets=["cid"], strict=True)
    refuses("ann cannot attack themselves", brawl(), "attack", attacker="ann", targets=["ann"])
    friends = fight("realm", phase="5", combatants={"ann": {"player": True}, "cid": {"player": True}, "bob": {}})
    assert "cid is on ann's own side (R27)" in play(friends, "attack", 1, attacker="ann", targets=["cid"]).warnings
    assert "bob is on ann's own side" not in play(friends, "attack", 1, attacker="ann", targets=["bob"]).warnings


def declared(action: str, *targets: str, **more: object) -> dict[str, Any]:
    return {"declared": {"phase": 5, "action": action, "targets": list(targets)}, **more}


@pytest.mark.rule("R27", "R28")
def test_all_declared_attacks_leave_out_what_cannot_be_made() -> None:
    encounter = brawl(
        ann=declared("attack", "bob"),
        cid=declared("assist", "ann", arena="b"),
        bob=declared("attack", "cid"),
        dora=declared("attack"),
    )
    played = play(encounter, "attack", 1, 2, all=True)
    assert [event["attacker"] for event in happened(played, "attack")] == ["ann"]
    assert [warning.split(";")[0] for warning in played.warnings] == [
        NO_ORDER.split(";", maxsplit=1)[0],
        "cid is not in the same arena as ann and cannot assist (R28)",
        "cid is 1 arena away in b",
        "dora declared no target (R27)",
    ]
    assert odds(encounter, "attack", all=True)


@pytest.mark.rule("R27", "R5")
def test_all_declared_attacks_follow_the_order_that_stands() -> None:
    bow = {"weapons": {"bow": {"range": "sling"}}}
    encounter = brawl(ann=declared("attack", "bob"), bob=declared("attack", "ann"), dora=declared("aim", "ann", **bow))
    ordered = play(encounter, "order", 2, 9, 5).fight
    played = play(ordered, "attack", 1, 2, 1, 2, 1, 2, all=True)
    assert [event["attacker"] for event in happened(played, "attack")] == ["bob", "dora", "ann"]


@pytest.mark.rule("R22")
def test_nobody_answers_a_shot_and_the_refusal_says_why() -> None:
    bow = armed("ranged", range="short-bow") | {"arena": "a"}
    encounter = two(bow, {"arena": "b", "declared": {"phase": 1, "action": "defend"}}, arenas=ROW)
    shot = play(encounter, "attack", 9, 9, 1, **AT_BOB).fight
    refuses(
        r"bob has no counter-attack against ann \(R22\)", shot, "attack", attacker="bob", targets=["ann"], counter=True
    )


@pytest.mark.rule("R4")
@pytest.mark.parametrize("hidden", [{"secret": True}, {"hidden": True}])
def test_a_secret_attack_that_cannot_be_made_is_not_told_of(hidden: dict[str, bool]) -> None:
    ann = {"declared": {"phase": 5, "action": "attack", "targets": ["dora"], **hidden}}
    bob = {"declared": {"phase": 5, "action": "attack", "targets": ["cid"]}}
    played = play(brawl(ann=ann, bob=bob, dora={"arena": "b"}), "attack", 1, 1, all=True)
    assert (played.warnings, attack_of(played)["attacker"]) == ([], "bob")
    with pytest.raises(RefusedError) as refused:
        play(brawl(ann=ann, dora={"arena": "b"}), "attack", all=True)
    assert "dora" not in str(refused.value) + refused.value.message
    assert "ann" not in refused.value.message.split()


@pytest.mark.rule("R27")
def test_an_open_attack_that_cannot_be_made_is_told_of_alone_too() -> None:
    ann = {"status": ["broken"], "declared": {"phase": 5, "action": "attack", "targets": ["dora"]}}
    refuses("ann is broken and cannot act", brawl(ann=ann), "attack", all=True)


def duelists(**keys: object) -> Any:
    """Return a fight in which two, of one wound box each, have declared to attack each other."""
    return brawl(
        ann=declared("attack", "bob", wounds=1, **keys),
        bob=declared("attack", "ann", wounds=1, **keys),
        dora={},
        cid={},
    )


@pytest.mark.rule("R27", "R5")
def test_each_ranks_wounds_are_applied_before_the_next_strikes() -> None:
    ordered = play(duelists(), "order", 9, 1).fight
    played = play(ordered, "attack", 9, 9, 1, all=True, apply=True)
    assert [event["attacker"] for event in happened(played, "attack")] == ["ann"]
    assert played.warnings == ["bob is dead and cannot act (R43)"]
    by_hand = play(ordered, "attack", 9, 9, 1, attacker="ann", targets=["bob"], apply=True).fight
    assert by_hand.combatants == played.fight.combatants


@pytest.mark.rule("R27", "R5")
def test_the_tied_and_all_without_an_order_strike_at_the_same_time() -> None:
    for encounter in (play(duelists(), "order", 5, 5).fight, duelists()):
        played = play(encounter, "attack", 9, 9, 1, 9, 9, 1, all=True, apply=True)
        assert {who for who, each in played.fight.combatants.items() if "dead" in each.status} == {"ann", "bob"}
    assert played.warnings == [NO_ORDER]
    alone = brawl(ann=declared("attack", "bob"))
    assert play(alone, "attack", 1, 1, all=True).warnings == []


@pytest.mark.rule("R27", "R30")
@pytest.mark.parametrize(("faces", "words"), [((1, 1), "too few faces"), ((1, 1, 11, 1), "11, is impossible")])
def test_faces_that_do_not_fit_leave_no_declared_attack_out(faces: tuple[int, ...], words: str) -> None:
    refuses(words, duelists(), "attack", *faces, all=True)


@pytest.mark.rule("R27")
def test_without_apply_all_stops_before_a_hit_from_an_earlier_rank() -> None:
    ordered = play(duelists(), "order", 9, 1).fight
    played = play(ordered, "attack", 9, 9, 1, all=True)
    stops = "a hit on bob from an earlier rank is pending: `wound`, then `attack --all` again (R27)"
    assert (len(happened(played, "attack")), played.warnings) == (1, [stops])
    refuses("a hit on bob from an earlier rank is pending", played.fight, "attack", all=True)
    refuses("a hit on bob from an earlier rank", played.fight, "attack", attacker="bob", targets=["ann"], strict=True)
    missed = play(ordered, "attack", 1, 1, 1, 1, all=True)
    assert len(happened(missed, "attack")) == 2


@pytest.mark.rule("R27", "R52")
def test_odds_of_all_declared_attacks_follow_the_ranks() -> None:
    sure = {"weapons": {"axe": {"class": "light", "bonus": 20}}}
    ordered = play(duelists(**sure), "order", 9, 1).fight
    told = {each["target"]: each["chance"] for each in odds(ordered, "attack", all=True) if each["of"] == "dead"}
    assert told == {"bob": "1", "ann": "0"}


@pytest.mark.rule("R7", "R25")
def test_the_impeded_may_always_attack_their_impeder_instead() -> None:
    held = {"status": ["impeded"], "until": {"impeded": 1}, "by": {"impeded": "bob"}}
    encounter = brawl(ann=declared("attack", "dora", **held)).changed(begun=1)
    at_bob = {"attacker": "ann", "targets": ["bob"]}
    assert play(encounter, "attack", 1, 1, **at_bob, strict=True).warnings == []
    assert play(encounter, "declare", who="ann", action="attack", targets=["bob"], strict=True).warnings == []
    refuses("ann is impeded by bob", encounter, "attack", attacker="ann", targets=["dora"])
    refuses("changes plans", encounter, "declare", who="ann", action="push", targets=["bob"], strict=True)
    refuses("attack belongs to 5", encounter.changed(phase="6"), "attack", 1, 1, **at_bob, strict=True)
    free = brawl(ann=declared("attack", "dora"))
    refuses("ann declared attack dora, not bob", free, "attack", 1, 1, **at_bob, strict=True)


@pytest.mark.rule("R27", "R43")
def test_an_attack_that_is_left_out_is_named() -> None:
    dead = brawl(ann=declared("attack", "bob"), bob={"marked": [1, 2, 3, 4, 5]}, dora=declared("attack", "cid"))
    told = play(dead, "attack", 1, 1, all=True).warnings
    assert "the attack of ann is left out: bob is already dead (R43)" in told


@pytest.mark.rule("R27", "R29")
@pytest.mark.parametrize(
    ("keys", "hint"),
    [
        ({"status": ["hurled"], "until": {"hurled": 1}}, ""),
        ({}, "Move closer first: combatcli move ann b"),
    ],
)
def test_who_may_not_move_is_not_told_to_move_closer(keys: dict[str, Any], hint: str) -> None:
    with pytest.raises(RefusedError) as refused:
        play(brawl(ann=keys, bob={"arena": "b"}), "attack", attacker="ann", targets=["bob"])
    assert refused.value.hint == hint
