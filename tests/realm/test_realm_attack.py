"""Attacks of realm: dice, arenas, the face die, minions, parrying, reach, protection, counters (R11, R20–R34)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.realm.attack_roll import DICE
from support import fight, happened, odds, play, refuses


def two(attacker: dict[str, Any] | None = None, target: dict[str, Any] | None = None, **keys: Any) -> Any:
    weapons = {"axe": {"class": "medium"}}
    return fight(
        "realm",
        phase="attack-assist-aimed",
        combatants={
            "ann": {"weapons": weapons, "wielding": "axe", **(attacker or {})},
            "bob": target or {},
            "cid": {},
        },
        **keys,
    )


def armed(weapon_class: str, **more: object) -> dict[str, Any]:
    return {"weapons": {"it": {"class": weapon_class, **more}}, "wielding": "it"}


@pytest.mark.rule("R30")
@pytest.mark.parametrize(
    ("weapon_class", "dice"),
    [
        ("light", 2),
        ("heavy", 2),
        ("medium", 3),
        ("hand", 3),
        ("reach", 2),
        ("very-heavy", 2),
        ("ranged", 2),
        ("unarmed", 1),
    ],
)
def test_each_class_rolls_its_own_number_of_dice(weapon_class: str, dice: int) -> None:
    assert DICE[weapon_class] == dice
    faces = [1] * dice
    (event,) = happened(play(two(armed(weapon_class)), "attack", *faces, attacker="ann", targets=["bob"]), "attack")
    assert event["faces"] == faces


@pytest.mark.rule("R30")
def test_the_two_best_dice_are_kept_and_must_reach_the_defense() -> None:
    hit = play(two(target={"defense": 11}), "attack", 3, 7, 4, 2, attacker="ann", targets=["bob"])
    (event,) = happened(hit, "attack")
    assert (event["faces"], event["kept"], event["total"], event["needed"]) == ([3, 7, 4], [7, 4], 11, 11)
    assert (event["hit"], event["damage"], event["damage_faces"]) == (True, 2, [2])
    assert hit.fight.pending[0].wounds == [2]
    miss = play(two(target={"defense": 12}), "attack", 3, 7, 4, attacker="ann", targets=["bob"])
    (event,) = happened(miss, "attack")
    assert (event["hit"], event["damage"], miss.fight.pending) == (False, None, [])


@pytest.mark.rule("R30", "R0")
def test_bare_hands_keep_one_die_and_added_dice_keep_two() -> None:
    unarmed = two({"wielding": ""})
    assert happened(play(unarmed, "attack", 9, attacker="ann", targets=["bob"]), "attack")[0]["total"] == 9
    added = play(unarmed, "attack", 6, 4, 1, attacker="ann", targets=["bob"], extra_dice=1)
    assert happened(added, "attack")[0]["total"] == 10
    assert happened(added, "attack")[0]["hit"]


@pytest.mark.rule("R31")
def test_a_ten_on_the_face_die_adds_a_d3_to_the_first_damage_die() -> None:
    double = {"weapons": {"axe": {"class": "medium", "damage": "2d5"}}}
    played = play(two(double), "attack", 10, 1, 2, 2, 4, 3, attacker="ann", targets=["bob"])
    (event,) = happened(played, "attack")
    assert (event["damage_faces"], event["face_bonus"], event["wounds"]) == ([2, 4], 3, [5, 4])
    other = play(two(double), "attack", 1, 10, 2, 2, 4, attacker="ann", targets=["bob"])
    assert happened(other, "attack")[0]["wounds"] == [2, 4]


@pytest.mark.rule("R31")
def test_a_ten_on_the_face_die_adds_nothing_to_a_miss() -> None:
    played = play(two({"wielding": ""}, {"defense": 11}), "attack", 10, attacker="ann", targets=["bob"])
    assert not happened(played, "attack")[0]["hit"]


@pytest.mark.rule("R11")
@pytest.mark.parametrize(
    ("kind", "weapon_class", "bonus"),
    [
        ("tight", "light", 2),
        ("hazardous", "reach", 2),
        ("dense", "heavy", 2),
        ("dense", "very-heavy", 2),
        ("neutral", "light", 0),
        ("tight", "medium", 0),
        ("open", "light", 0),
        ("dense", "ranged", 0),
    ],
)
def test_an_arena_favours_some_weapons(kind: str, weapon_class: str, bonus: int) -> None:
    here = {"arena": "here"}
    encounter = two(armed(weapon_class) | here, here, arenas={"here": {"kind": kind}})
    faces = [1] * DICE[weapon_class]
    (event,) = happened(play(encounter, "attack", *faces, attacker="ann", targets=["bob"]), "attack")
    assert sum(event["bonuses"].values()) == bonus


@pytest.mark.rule("R11")
def test_for_a_shot_the_targets_arena_counts() -> None:
    arenas = {"alley": {"kind": "tight", "links": ["square"]}, "square": {"kind": "open"}}
    out = two(armed("ranged") | {"arena": "alley"}, {"arena": "square"}, arenas=arenas)
    assert happened(play(out, "attack", 1, 2, attacker="ann", targets=["bob"]), "attack")[0]["bonuses"] == {"open": 2}
    back = two(armed("ranged") | {"arena": "square"}, {"arena": "alley"}, arenas=arenas)
    assert happened(play(back, "attack", 1, 2, attacker="ann", targets=["bob"]), "attack")[0]["bonuses"] == {}


@pytest.mark.rule("R11", "R23")
def test_a_light_weapon_that_can_be_thrown_is_ranged_in_the_air() -> None:
    arenas = {"alley": {"kind": "tight", "links": ["square"]}, "square": {"kind": "open"}}
    dagger = armed("light", range="thrown") | {"arena": "alley"}
    near = two(dagger, {"arena": "alley"}, arenas=arenas)
    assert happened(play(near, "attack", 1, 2, attacker="ann", targets=["bob"]), "attack")[0]["bonuses"] == {"tight": 2}
    thrown = play(near, "attack", 1, 2, attacker="ann", targets=["bob"], throw=True)
    assert happened(thrown, "attack")[0]["bonuses"] == {}
    far = two(dagger, {"arena": "square"}, arenas=arenas)
    assert happened(play(far, "attack", 1, 2, attacker="ann", targets=["bob"]), "attack")[0]["bonuses"] == {"open": 2}


@pytest.mark.rule("R11")
def test_heavy_weapons_in_a_dense_arena_warn_of_collateral_damage() -> None:
    here = {"arena": "here"}
    encounter = two(armed("heavy") | here, here, arenas={"here": {"kind": "dense"}})
    played = play(encounter, "attack", 1, 2, attacker="ann", targets=["bob"])
    assert any("collateral" in warning for warning in played.warnings)


@pytest.mark.rule("R32")
def test_a_minion_group_rolls_a_die_more_for_each_further_member() -> None:
    played = play(two(armed("light") | {"count": 3}), "attack", 1, 6, 5, 2, 3, attacker="ann", targets=["bob"])
    assert happened(played, "attack")[0]["kept"] == [6, 5]


@pytest.mark.rule("R34")
def test_bonus_extra_dice_and_defense_are_said_on_the_command_line() -> None:
    encounter = two({"weapons": {"axe": {"class": "medium", "bonus": 1}}}, {"defense": 9})
    order = {"attacker": "ann", "targets": ["bob"], "bonus": 2, "extra_dice": 1, "defense": 3}
    (event,) = happened(play(encounter, "attack", 1, 2, 3, 6, 4, **order), "attack")
    assert (event["total"], event["needed"], event["hit"]) == (6 + 3 + 1 + 2, 12, True)


@pytest.mark.rule("R0", "R40")
def test_armor_is_taken_off_each_wound_down_to_one() -> None:
    double = {"weapons": {"axe": {"class": "medium", "damage": "2d5"}}}
    played = play(two(double, {"armor": 2}), "attack", 9, 8, 7, 4, 1, attacker="ann", targets=["bob"])
    assert happened(played, "attack")[0]["wounds"] == [2, 1]


@pytest.mark.rule("R20")
@pytest.mark.parametrize(
    ("defender", "penalty"),
    [({}, -2), ({"shield": True}, -4), ({"parrying": "shield"}, -4)],
)
def test_attacks_on_a_defender_are_harder(defender: dict[str, Any], penalty: int) -> None:
    declared = {"phase": 1, "action": "defend"}
    encounter = two(target={**defender, "declared": declared})
    (event,) = happened(play(encounter, "attack", 1, 2, 3, attacker="ann", targets=["bob"]), "attack")
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
    played = play(protected(), "attack", 5, 5, 1, 3, attacker="ann", targets=["bob"])
    (event,) = happened(played, "attack")
    assert (event["target"], event["instead_of"], event["needed"], event["wounds"]) == ("cid", "bob", 10, [2])
    assert played.fight.pending[0].target == "cid"


@pytest.mark.rule("R21")
@pytest.mark.parametrize(
    "guard", [{"arena": "there"}, {"status": ["broken"]}, {"declared": {"phase": 1, "action": "defend"}}]
)
def test_protection_needs_an_able_protector_in_the_same_arena(guard: dict[str, Any]) -> None:
    played = play(protected(**guard), "attack", 5, 5, 1, attacker="ann", targets=["bob"])
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
    played = play(encounter, "attack", 1, 2, 3, attacker="ann", targets=["bob"])
    assert happened(played, "attack")[0]["target"] == "cid"


@pytest.mark.rule("R22")
def test_a_defender_who_is_hit_may_counter_once() -> None:
    encounter = two(
        {"declared": {"phase": 1, "action": "defend"}}, armed("medium") | {"declared": {"phase": 1, "action": "defend"}}
    )
    hit = play(encounter, "attack", 9, 8, 7, 3, attacker="ann", targets=["bob"]).fight
    assert hit.combatants["bob"].counters == ["ann"]
    countered = play(hit, "attack", 9, 8, 7, 3, attacker="bob", targets=["ann"], counter=True, strict=True).fight
    assert countered.combatants["bob"].counters == []
    assert countered.combatants["ann"].counters == []
    refuses("no counter-attack", countered, "attack", 9, 8, 7, 3, attacker="bob", targets=["ann"], counter=True)


@pytest.mark.rule("R22")
def test_who_does_not_defend_has_no_counter_and_a_miss_gives_none() -> None:
    assert play(two(), "attack", 9, 8, 7, 3, attacker="ann", targets=["bob"]).fight.combatants["bob"].counters == []
    defended = two(target={"declared": {"phase": 1, "action": "defend"}})
    assert play(defended, "attack", 1, 2, 3, attacker="ann", targets=["bob"]).fight.combatants["bob"].counters == []


@pytest.mark.rule("R22")
def test_a_shot_and_a_groups_second_blow_grant_no_more_counters() -> None:
    target = {"declared": {"phase": 1, "action": "defend"}}
    shot = play(two(armed("ranged"), target), "attack", 9, 9, 3, attacker="ann", targets=["bob"])
    assert shot.fight.combatants["bob"].counters == []
    group = play(two(armed("light") | {"count": 2}, target), "attack", 9, 9, 9, 3, attacker="ann", targets=["bob"])
    assert group.fight.combatants["bob"].counters == ["ann"]


@pytest.mark.rule("R22")
def test_who_is_felled_may_counter_before_the_wound_is_applied() -> None:
    target = armed("medium") | {"wounds": 1, "declared": {"phase": 1, "action": "defend"}}
    hit = play(two(target=target), "attack", 9, 8, 7, 3, attacker="ann", targets=["bob"]).fight
    countered = play(hit, "attack", 9, 8, 7, 3, attacker="bob", targets=["ann"], counter=True).fight
    done = play(countered, "wound").fight
    assert (done.combatants["bob"].status, done.combatants["ann"].marked) == (["dead"], [3])


ROW = {name: {"links": [following]} for name, following in zip("abcdefghi", "bcdefghij", strict=True)} | {"j": {}}


def row(attacker: dict[str, Any], at: str) -> Any:
    """Return a fight with ann at one end of a row of ten arenas and bob somewhere along it."""
    return two(attacker | {"arena": "a"}, {"arena": at}, arenas=ROW)


@pytest.mark.rule("R23")
def test_a_shot_reaches_the_next_arena_and_no_further() -> None:
    assert happened(play(row(armed("ranged"), "b"), "attack", 1, 2, attacker="ann", targets=["bob"]), "attack")
    refuses(
        "bob is 2 arenas away in c; ann in a reaches 1 arena",
        row(armed("ranged"), "c"),
        "attack",
        1,
        2,
        attacker="ann",
        targets=["bob"],
    )


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
        refuses("cannot aim", row(weapon, "b"), "attack", 1, 2, attacker="ann", targets=["bob"], aim=True)


@pytest.mark.rule("R23")
def test_only_what_can_be_thrown_is_thrown() -> None:
    refuses("cannot throw the axe", two(), "attack", attacker="ann", targets=["bob"], throw=True)


@pytest.mark.rule("R27")
def test_in_melee_the_target_must_be_in_ones_own_arena() -> None:
    refuses(
        "bob is 1 arena away in b; ann in a needs to be in one arena",
        row({}, "b"),
        "attack",
        1,
        2,
        3,
        attacker="ann",
        targets=["bob"],
    )
    cut_off = two({"arena": "a"}, {"arena": "z"}, arenas={"a": {}, "z": {}})
    refuses("out of all reach", cut_off, "attack", 1, 2, 3, attacker="ann", targets=["bob"])


@pytest.mark.rule("R25", "R27")
def test_who_is_impeded_attacks_nobody_but_the_impeder() -> None:
    encounter = two({"status": ["impeded"], "by": {"impeded": "bob"}, "until": {"impeded": 1}})
    assert happened(play(encounter, "attack", 1, 2, 3, attacker="ann", targets=["bob"]), "attack")
    refuses("ann is impeded by bob", encounter, "attack", 1, 2, 3, attacker="ann", targets=["cid"])


@pytest.mark.rule("R28")
def test_each_helper_adds_a_die_and_the_two_best_are_kept() -> None:
    encounter = fight(
        "realm",
        phase="attack-assist-aimed",
        combatants={"ann": armed("medium"), "bob": {}, "cid": armed("hand", bonus=5), "dora": {}},
    )
    order = {"attacker": "ann", "targets": ["bob"], "assist": ["cid", "dora"]}
    (event,) = happened(play(encounter, "attack", 1, 2, 3, 4, 5, **order), "attack")
    assert (event["kept"], event["total"], event["assisted_by"]) == ([5, 4], 9, ["cid", "dora"])


@pytest.mark.rule("R28")
def test_helpers_must_stand_in_the_same_arena_and_be_able() -> None:
    arenas = {"a": {"links": ["b"]}, "b": {}}
    combatants = {"ann": {"arena": "a"}, "bob": {"arena": "a"}, "cid": {"arena": "b"}, "dora": {"status": ["broken"]}}
    encounter = fight("realm", combatants=combatants, arenas=arenas)
    for helper, reason in (("cid", "not in one arena"), ("dora", "broken"), ("ann", "cannot assist themselves")):
        refuses(reason, encounter, "attack", 1, 2, attacker="ann", targets=["bob"], assist=[helper])


def fencer(**more: object) -> dict[str, Any]:
    weapons = {"sabre": {"class": "medium"}, "dagger": {"class": "light"}}
    return {"weapons": weapons, "wielding": "sabre", "parrying": "dagger", **more}


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
    assert happened(play(encounter, "attack", *[1] * dice, attacker="ann", targets=["bob"]), "attack")
    if dice == DICE[main]:
        refuses(
            "no parrying weapon that fits",
            encounter,
            "attack",
            *[1] * dice,
            attacker="ann",
            targets=["bob"],
            parry=["attack"],
        )


@pytest.mark.rule("R33")
def test_a_parrying_weapon_adds_two_to_an_attack_once_a_round() -> None:
    first = play(two(fencer()), "attack", 4, 4, 1, attacker="ann", targets=["bob"], parry=["attack"])
    (event,) = happened(first, "attack")
    assert (event["total"], event["hit"]) == (10, True)
    refuses("already used", first.fight, "attack", 4, 4, attacker="ann", targets=["bob"], parry=["wound"])
    later = first.fight.changed(round=2)
    assert happened(play(later, "attack", 4, 4, 1, attacker="ann", targets=["bob"], parry=["attack"]), "attack")


@pytest.mark.rule("R33")
def test_a_parrying_weapon_marks_the_lowest_unmarked_wound_after_the_damage() -> None:
    hit = play(two(fencer()), "attack", 9, 4, 1, attacker="ann", targets=["bob"], parry=["wound"]).fight
    assert play(hit, "wound").fight.combatants["bob"].marked == [1, 2]


@pytest.mark.rule("R33")
def test_the_targets_daring_parries_one_attack() -> None:
    encounter = two(target=fencer(daring=3))
    played = play(encounter, "attack", 6, 6, 1, attacker="ann", targets=["bob"], parry=["daring"])
    (event,) = happened(played, "attack")
    assert (event["bonuses"], event["total"], event["hit"]) == ({"parried": -3}, 9, False)
    refuses("bob has already used", played.fight, "attack", 6, 6, 1, attacker="ann", targets=["bob"], parry=["daring"])
    fallen = two(target=fencer(daring=3, status=["broken"]))
    refuses("cannot parry", fallen, "attack", 6, 6, 1, attacker="ann", targets=["bob"], parry=["daring"])


@pytest.mark.rule("R33")
def test_an_unknown_use_of_a_parrying_weapon_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="attack, wound, daring"):
        play(two(fencer()), "attack", attacker="ann", targets=["bob"], parry=["dance"])


@pytest.mark.rule("R7")
def test_a_second_attack_in_a_round_warns_and_strictly_is_refused() -> None:
    declared = {"phase": 5, "action": "attack", "targets": ["bob"]}
    once = play(two({"declared": declared}), "attack", 1, 2, 3, attacker="ann", targets=["bob"], strict=True)
    assert once.warnings == []
    twice = play(once.fight, "attack", 1, 2, 3, attacker="ann", targets=["bob"])
    assert twice.warnings == ["ann has already acted this round (R7)"]
    refuses("already acted", once.fight, "attack", 1, 2, 3, attacker="ann", targets=["bob"], strict=True)


@pytest.mark.rule("R2")
def test_out_of_its_phase_an_attack_warns_and_strictly_is_refused() -> None:
    declared = {"phase": 5, "action": "attack"}
    early = two({"declared": declared}).changed(phase="move")
    warned = play(early, "attack", 1, 2, 3, attacker="ann", targets=["bob"])
    assert warned.warnings == ["this is phase 4 move; attack belongs to 5 attack-assist-aimed (R2)"]
    house = early.changed(house={"strict": True})
    refuses("this is phase 4 move", house, "attack", 1, 2, 3, attacker="ann", targets=["bob"])


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
    first = play(two(), "attack", 9, 8, 7, 3, attacker="ann", targets=["bob"]).fight
    second = play(first, "attack", 9, 8, 7, 2, attacker="ann", targets=["bob"], apply=True).fight
    assert second.combatants["bob"].marked == [2]
    assert [hit.wounds for hit in second.pending] == [[3]]


@pytest.mark.parametrize(
    ("attacker", "target", "reason"),
    [
        ({"status": ["dead"]}, {}, "ann is dead and cannot act"),
        ({"status": ["incapacitated", "bleeding"]}, {}, "ann is incapacitated"),
        ({}, {"status": ["dead"]}, "bob is dead already"),
    ],
)
def test_the_dead_do_nothing_and_nothing_is_done_to_them(
    attacker: dict[str, Any], target: dict[str, Any], reason: str
) -> None:
    refuses(reason, two(attacker, target), "attack", attacker="ann", targets=["bob"])


def test_unknown_weapons_and_combatants_name_the_nearest() -> None:
    with pytest.raises(RefusedError, match='no weapon "ax"') as weapon:
        play(two(), "attack", attacker="ann", targets=["bob"], weapon="ax")
    assert weapon.value.hint == "Did you mean axe?"
    with pytest.raises(RefusedError, match='no combatant "bobb"') as target:
        play(two(), "attack", attacker="ann", targets=["bobb"])
    assert target.value.hint == "Did you mean bob?"


def hit_chance(dice: int, bonus: int, needed: int) -> Fraction:
    """Count every outcome of an attack's dice: the oracle of its odds."""
    hits = sum(sum(sorted(faces)[-2:]) + bonus >= needed for faces in product(range(1, 11), repeat=dice))
    return Fraction(hits, 10**dice)


def boxes(dice: int, bonus: int, needed: int, armor: int) -> dict[str, Fraction]:
    """Count every outcome of an attack and its damage, 1d5 and the face die's d3, on five boxes: the oracle of R52.

    A wound above the highest box marks the highest; box 4 or 5 brings a test, which a bare d10 passes with 10 alone.
    """
    counted = {f"box {box}": Fraction(0) for box in range(1, 6)}
    for faces in product(range(1, 11), repeat=dice):
        if sum(sorted(faces)[-2:]) + bonus < needed:
            continue
        extras = (1, 2, 3) if faces[0] == 10 else (0,)
        for damage, extra in product(range(1, 6), extras):
            box = min(5, max(1, damage + extra - armor))
            counted[f"box {box}"] += Fraction(1, 10**dice * 5 * len(extras))
    possible = {of: chance for of, chance in counted.items() if chance}
    broken = Fraction(9, 10) * (counted["box 4"] + counted["box 5"])
    return possible | {"broken": broken, "incapacitated": Fraction(0), "dead": Fraction(0)}


OPTIONS: list[tuple[dict[str, Any], dict[str, Any], dict[str, Any], tuple[int, int, int, int]]] = [
    ({}, {}, {}, (3, 0, 10, 0)),
    (armed("light"), {}, {}, (2, 0, 10, 0)),
    ({"wielding": ""}, {"defense": 6}, {}, (1, 0, 6, 0)),
    ({}, {"armor": 2, "defense": 12}, {"bonus": 1}, (3, 1, 12, 2)),
    ({}, {}, {"extra_dice": 1, "defense": 4}, (4, 0, 14, 0)),
    ({}, {"declared": {"phase": 1, "action": "defend"}, "shield": True}, {}, (3, -4, 10, 0)),
    (armed("heavy") | {"count": 3}, {}, {}, (4, 0, 10, 0)),
    (fencer(), {}, {"parry": ["attack"]}, (2, 2, 10, 0)),
    ({}, fencer(daring=2), {"parry": ["daring"]}, (3, -2, 10, 0)),
    ({}, {}, {"assist": ["cid"]}, (4, 0, 10, 0)),
]


@pytest.mark.rule("R52")
@pytest.mark.parametrize(("attacker", "target", "order", "oracle"), OPTIONS)
def test_odds_of_every_option_equal_a_count_of_all_outcomes(
    attacker: dict[str, Any],
    target: dict[str, Any],
    order: dict[str, Any],
    oracle: tuple[int, int, int, int],
) -> None:
    dice, bonus, needed, armor = oracle
    daring = target.get("daring", 0)
    hit, *wounds = odds(two(attacker, target), "attack", attacker="ann", targets=["bob"], **order)
    assert Fraction(hit["chance"]) == hit_chance(dice, bonus, needed)
    told = {event["of"]: Fraction(event["chance"]) for event in wounds}
    expected = boxes(dice, bonus, needed, armor)
    expected["broken"] *= Fraction(9 - daring, 9)
    assert told == expected


def test_odds_of_all_declared_attacks_and_of_a_refused_one() -> None:
    declared = {"phase": 5, "action": "attack", "targets": ["bob"]}
    events = odds(two({"declared": declared}), "attack", all=True)
    assert [event["of"] for event in events] == [
        *("hit", "box 1", "box 2", "box 3", "box 4", "box 5"),
        *("broken", "incapacitated", "dead"),
    ]
    assert {(event["attacker"], event["target"]) for event in events} == {("ann", "bob")}
    with pytest.raises(RefusedError, match="bob is dead"):
        odds(two(target={"status": ["dead"]}), "attack", attacker="ann", targets=["bob"])


@pytest.mark.rule("R23")
def test_a_declared_aim_or_throw_is_what_the_attack_does() -> None:
    archer = armed("ranged", range="short-bow") | {"brawn": 2}
    encounter = row(archer, "d")
    for more in ({}, {"phase": "2"}, {"phase": "5"}):
        declared = play(encounter, "declare", who="ann", action="aim", targets=["bob"], **more).fight
        assert declared.combatants["ann"].declared.phase == 5
        shot = play(declared, "attack", 1, 2, attacker="ann", targets=["bob"], strict=True)
        assert not happened(shot, "attack")[0]["hit"]
    thrower = two(armed("medium", range="thrown")).changed(phase="shoot-throw")
    ready = play(thrower, "declare", who="ann", action="throw", targets=["bob"]).fight
    thrown = play(ready, "attack", 1, 2, attacker="ann", targets=["bob"], strict=True)
    assert happened(thrown, "attack")[0]["faces"] == [1, 2]


@pytest.mark.rule("R23")
def test_any_weapon_that_can_be_thrown_flies_to_the_next_arena() -> None:
    axe = armed("medium", range="thrown")
    (event,) = happened(play(row(axe, "b"), "attack", 1, 2, attacker="ann", targets=["bob"]), "attack")
    assert event["faces"] == [1, 2]
    (event,) = happened(play(row(axe, "a"), "attack", 1, 2, attacker="ann", targets=["bob"], throw=True), "attack")
    assert event["faces"] == [1, 2]


@pytest.mark.rule("R7", "R26")
def test_breaking_free_is_tried_once_a_round() -> None:
    held = {
        "status": ["impeded"],
        "by": {"impeded": "bob"},
        "until": {"impeded": 1},
        "declared": {"phase": 4, "action": "move"},
    }
    encounter = two(held).changed(phase="move")
    once = play(encounter, "attack", 1, 2, 3, attacker="ann", targets=["bob"], strict=True)
    again = play(once.fight, "attack", 1, 2, 3, attacker="ann", targets=["bob"])
    assert again.warnings == ["ann has already tried to break free this round (R26)"]


@pytest.mark.rule("R28")
def test_a_helper_counts_once_and_never_against_themselves() -> None:
    encounter = two()
    order = {"attacker": "ann", "targets": ["bob"]}
    twice = play(encounter, "attack", 1, 2, 3, 4, **order, assist=["cid", "cid"])
    assert happened(twice, "attack")[0]["assisted_by"] == ["cid"]
    refuses("bob cannot assist an attack on themselves", encounter, "attack", **order, assist=["bob"])
    other = play(encounter, "declare", who="cid", action="assist", targets=["bob"]).fight
    helped = play(other, "attack", 1, 2, 3, 4, **order, assist=["cid"])
    assert "cid declared assist bob, not ann (R7)" in helped.warnings


@pytest.mark.rule("R3", "R7")
def test_an_attack_on_another_or_in_another_phase_than_declared_is_out_of_order() -> None:
    on_cid = two({"declared": {"phase": 5, "action": "attack", "targets": ["cid"]}})
    refuses("ann declared attack cid, not bob", on_cid, "attack", attacker="ann", targets=["bob"], strict=True)
    later = two({"declared": {"phase": 6}})
    refuses("ann declared phase 6, not attack", later, "attack", attacker="ann", targets=["bob"], strict=True)


@pytest.mark.rule("R20")
def test_who_has_fallen_defends_no_longer() -> None:
    fallen = two(target={"declared": {"phase": 1, "action": "defend"}, "status": ["incapacitated"]})
    (event,) = happened(play(fallen, "attack", 1, 2, 3, attacker="ann", targets=["bob"]), "attack")
    assert event["bonuses"] == {}


@pytest.mark.rule("R22")
def test_a_counter_with_a_bow_is_out_of_order() -> None:
    archer = armed("ranged") | {"counters": ["ann"]}
    countered = play(two(target=archer), "attack", 1, 2, attacker="bob", targets=["ann"], counter=True)
    assert countered.warnings == ["bob answers a blow in melee with a ranged weapon (R22)"]


def test_of_all_declared_attacks_the_impossible_are_passed_over() -> None:
    arenas: dict[str, Any] = {"a": {}, "z": {}}
    here = {"arena": "a", "declared": {"phase": 5, "action": "attack", "targets": ["cid"]}}
    combatants = {"ann": armed("light") | here, "bob": armed("light") | here | {"arena": "z"}, "cid": {"arena": "z"}}
    encounter = fight("realm", phase="attack-assist-aimed", arenas=arenas, combatants=combatants)
    played = play(encounter, "attack", 1, 2, all=True)
    assert [event["attacker"] for event in happened(played, "attack")] == ["bob"]
    assert played.warnings == ["cid is out of all reach in z; ann in a needs to be in one arena with it (R27)"]
    assert not played.fight.combatants["ann"].declared.done
    alone = encounter.with_combatant("bob", arena="a")
    refuses("out of all reach", alone, "attack", all=True)
