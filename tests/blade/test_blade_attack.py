"""Attacks of blade: two dice under an attribute, Difficulties, called shots, narrow places (B20-B28)."""

from __future__ import annotations

from typing import Any

import pytest

from blade_fights import BOW, blow, two
from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.blade.weapons import called_shot, evasion
from support import FightFile, Run, odds, play, refuses, usage_error


@pytest.mark.rule("B20")
def test_the_games_own_example_hits() -> None:
    event = blow(two({"strength": 10}, {"agility": 9}), 3, 4, 5)
    assert (event["value"], event["difficulty"], event["reason"]) == (10, 1, ["Evasion"])
    told = (event["faces"], event["kept"], event["total"], event["needed"], event["hit"])
    assert told == ([3, 4], [3, 4], 7, 9, True)


@pytest.mark.rule("B20")
@pytest.mark.parametrize(("agility", "expected"), [(2, 0), (8, 0), (9, 1), (11, 1), (12, 2)])
def test_evasion_steps_at_9_and_12(agility: int, expected: int) -> None:
    assert evasion(agility) == expected


RIDER: dict[str, Any] = {"mounted": True, "confined": True, "strength": 10, "weapons": {"pole": {"length": "long"}}}


@pytest.mark.rule("B22", "B27")
@pytest.mark.parametrize(
    ("keys", "agility", "difficulty", "reason"),
    [
        ({}, 8, 2, "confined"),
        ({}, 9, 2, "confined"),
        ({"confined": False}, 12, 2, "Evasion"),
        ({"confined": False, "mount_trained": True}, 9, 1, "Evasion"),
        ({"confined": False}, 8, 1, "mounted"),
        ({"weapons": {"pole": {"length": "middle"}}}, 12, 2, "Evasion"),
        ({"confined": False, "mount_trained": True}, 8, 0, None),
    ],
)
def test_of_several_difficulties_the_highest_alone_counts(
    keys: dict[str, Any], agility: int, difficulty: int, reason: str | None
) -> None:
    encounter = two({**RIDER, **keys}, {"agility": agility})
    last = 10 - difficulty
    hit = blow(encounter, 4, last - 4, 1)
    assert (hit["difficulty"], hit["needed"], hit["hit"]) == (difficulty, last, True)
    assert hit["reason"] == ([reason] if reason else [])
    missed = blow(encounter, 5, last - 4)
    assert (missed["total"], missed["hit"], missed["damage"], missed["damage_faces"]) == (last + 1, False, None, [])


@pytest.mark.rule("B22", "B23", "B24")
@pytest.mark.parametrize(
    ("feet", "called", "difficulty", "needed"),
    [
        (100, None, 2, 8),
        (101, None, 3, 7),
        (100, "hands", 3, 7),
        (101, "hands", 4, 6),
        (101, "eyes", 6, 4),
        (30, "eyes", 5, 6),
    ],
)
def test_far_range_and_a_called_shot_are_added_to_the_highest_difficulty(
    feet: int, called: str | None, difficulty: int, needed: int
) -> None:
    archer = {**BOW, "agility": 10, "mounted": True}
    encounter = two(archer, {"agility": 12}, phase="acting")
    event = blow(encounter, 6, 6, distance=feet, called=called)
    assert (event["difficulty"], event["needed"]) == (difficulty, needed)


@pytest.mark.rule("B24")
def test_called_shots_are_harder_by_the_part_or_by_the_referees_word() -> None:
    assert [called_shot(text)[1] for text in ("hands", "Eyes", "knee:2", "hands:0")] == [1, 3, 2, 0]
    assert [called_shot(text)[1] for text in ("hand", "Hand", "eye", "EYE", "eye:0")] == [1, 1, 3, 3, 0]
    for text in ("knee", ":2", "knee:x", "knee:"):
        with pytest.raises(UsageError, match="expected PART"):
            called_shot(text)
    encounter = two({"strength": 10})
    for part, harder in (("hand", 1), ("hands", 1), ("eye", 3), ("eyes", 3), ("hands:2", 2)):
        hit = blow(encounter, 4, 6 - harder, 1, called=part)
        assert (hit["difficulty"], hit["needed"], hit["total"], hit["hit"]) == (harder, 10 - harder, 10 - harder, True)
        assert not blow(encounter, 5, 6 - harder, called=part)["hit"]
    assert hit["called"] == "hands"


@pytest.mark.rule("B20", "B24")
@pytest.mark.parametrize(
    ("order", "words"),
    [({"called": "nose"}, "PART"), ({"difficulty": -1}, "0 or more"), ({"distance": -1}, "0 feet or more")],
)
def test_what_a_request_says_is_checked_before_anything_is_asked_of_the_fight(
    order: dict[str, Any], words: str
) -> None:
    fallen = two({"engaged": ["orc"], "deeds": {"struck": True}}, {"deeds": {"struck": True}})
    for who in ({"attacker": "darna", "targets": ["orc"]}, {"all": True}):
        usage_error(words, fallen, "attack", **who, **order)
        with pytest.raises(UsageError, match=words):
            odds(fallen, "attack", **who, **order)
    usage_error(words, two(target={"health": 0}), "attack", attacker="darna", targets=["orc"], **order)


@pytest.mark.rule("B20")
def test_a_difficulty_of_0_is_none() -> None:
    said, unsaid = (blow(two(), 3, 4, 2, **order) for order in ({"difficulty": 0}, {}))
    assert said == unsaid
    assert (said["difficulties"], said["difficulty"], said["needed"]) == ({}, 0, 7)
    harder = blow(two(), 3, 4, difficulty=1)
    assert (harder["difficulties"], harder["needed"], harder["hit"]) == ({"given": 1}, 6, False)


@pytest.mark.rule("B24")
def test_the_report_leaves_the_effect_of_a_called_shot_to_the_referee(run: Run) -> None:
    done = run("attack", "--ruleset", "blade", "--with", "strength=9", "--called", "Hands", "--dice", "1,2,3")
    assert "The GM decides what else the hit on the Hands does (hands may drop what they hold)." in done.out
    done = run("attack", "--ruleset", "blade", "--with", "strength=9", "--called", "eyes", "--dice", "1,2,3")
    assert "hit on the eyes does." in done.out


@pytest.mark.rule("B27")
def test_a_mounted_charge_does_one_more_before_protection() -> None:
    # 3 and 1 by the charge, less 2 for armor.
    rider = {"mounted": True, "mount_trained": True, "deeds": {"charged": "orc", "first_strike": True}}
    event = blow(two(rider, {"armor": {"protection": 2}}), 1, 2, 3)
    assert (event["damage"], event["extra_damage"], event["rolled_damage"]) == (2, 1, 3)
    turning = {"deeds": {"opportunity": ["darna"]}}
    assert blow(two(rider, turning), 1, 2, 3, opportunity=True)["damage"] == 3
    rider["deeds"] = {"charged": "darna"}
    assert blow(two(rider), 1, 2, 3)["damage"] == 3
    assert blow(two({"deeds": {"charged": "orc"}}), 1, 2, 3)["damage"] == 3


@pytest.mark.rule("B28")
@pytest.mark.parametrize(("length", "expected"), [("short", 0), ("middle", 1), ("long", 2), (None, 0)])
def test_length_hinders_in_a_narrow_place(length: str | None, expected: int) -> None:
    weapon = {"length": length} if length else {}
    fighter = {"weapons": {"it": weapon}, "arena": "stairs"}
    assert blow(two(fighter, arenas={"stairs": {"kind": "tight"}}), 6, 6)["difficulty"] == expected


@pytest.mark.rule("B28")
@pytest.mark.parametrize(
    ("kind", "difficulty"), [("tight", 2), ("neutral", 0), ("hazardous", 0), ("open", 0), ("dense", 0)]
)
def test_only_a_tight_arena_is_narrow_or_what_is_said_to_be(kind: str, difficulty: int) -> None:
    fighter = {"weapons": {"pike": {"length": "long"}}, "arena": "here"}
    arenas: dict[str, Any] = {"here": {"kind": kind}, "stairs": {"kind": "tight"}}
    encounter = two(fighter, arenas=arenas)
    assert blow(encounter, 6, 6)["difficulty"] == difficulty
    for narrow in (
        two({**fighter, "confined": True}, arenas=arenas),
        two(fighter, arenas=arenas, confined=True),
        two(fighter, arenas={"here": {"kind": kind, "confined": True}}),
    ):
        assert blow(narrow, 6, 6)["difficulty"] == 2
        assert blow(narrow.changed(house={"confined_length": False}), 6, 6)["difficulty"] == 0


@pytest.mark.rule("B28", "B40")
@pytest.mark.parametrize(("held", "difficulty"), [(["knife", "spear"], 0), (["spear", "knife"], 2)])
def test_of_two_weapons_the_first_ones_length_hinders(held: list[str], difficulty: int) -> None:
    weapons = {"knife": {"length": "short"}, "spear": {"length": "long"}}
    assert blow(two({"weapons": weapons, "wielding": held}, confined=True), 6, 6)["difficulty"] == difficulty


def test_a_question_without_a_file_is_answered_at_once(run: Run) -> None:
    words = ("attack", "--ruleset", "blade", "--with", "strength=10", "--against", "agility=9,protection=1")
    done = run(*words, "--odds", "--json")
    assert (done.code, done.err) == (0, "")
    assert [event["chance"] for event in done.events if event["event"] == "odds"] == ["5/6", "0"]
    hit = run(*words, "--dice", "3,4,3").out
    assert hit == (
        "HIT   attacker -> target  damage 2 pending\n"
        "      attacker attacks target: strength 10, Difficulty 1 (Evasion), needs 9, rolled 3 + 4 = 7: "
        "hit, damage 3 - 1 by Protection = 2.\n"
    )


@pytest.mark.rule("B1", "B30")
def test_out_of_its_phase_or_a_second_time_an_attack_carries_a_warning() -> None:
    wrong = [
        two(phase="acting"),
        two({"deeds": {"struck": True}}),
        two({**BOW, "engaged": ["orc"]}, initiative=["orcs", "heroes"], phase="acting"),
        two({**BOW, "engaged": ["orc"], "deeds": {"shot": True}}, phase="acting"),
    ]
    order = {"attacker": "darna", "targets": ["orc"]}
    for encounter in wrong:
        assert len(play(encounter, "attack", 6, 6, **order).warnings) == 1
        with pytest.raises(RefusedError):
            play(encounter, "attack", 6, 6, strict=True, **order)
    right = two({**BOW, "engaged": ["orc"]}, initiative=["orcs", "heroes"], phase="reacting")
    assert play(right, "attack", 6, 6, strict=True, **order).warnings == []


@pytest.mark.rule("B30")
def test_arenas_keep_a_melee_apart() -> None:
    apart = two({"arena": "yard"}, {"arena": "hall"}, arenas={"yard": {}, "hall": {}})
    refuses("orc is in hall, and darna in yard", apart, "attack", attacker="darna", targets=["orc"])


@pytest.mark.parametrize(
    ("order", "error", "words"),
    [
        ({"targets": ["darna"]}, RefusedError, "cannot attack themselves"),
        ({"targets": ["ork"]}, RefusedError, 'no combatant "ork"'),
        ({"weapon": "axe,knife"}, RefusedError, "cannot hold axe and knife"),
        ({"weapon": "bow", "opportunity": True}, RefusedError, "can only be shot or thrown"),
        ({"all": True, "opportunity": True}, UsageError, "exclude each other"),
    ],
)
def test_mistakes_are_refused_in_words(order: dict[str, Any], error: type[Exception], words: str) -> None:
    weapons = {"axe": {"hands": 2}, "knife": {}, "bow": {"close": 30}}
    with pytest.raises(error, match=words):
        blow(two({"weapons": weapons}), **order)


@pytest.mark.parametrize(
    ("weapons", "hint"), [({"sword": {}, "bow": {"far": 90}}, "sword"), ({}, "darna has none: unarmed.")]
)
def test_a_weapon_that_is_not_there_is_answered_with_those_that_are(weapons: dict[str, Any], hint: str) -> None:
    with pytest.raises(RefusedError, match='no weapon "sord"') as refused:
        blow(two({"weapons": weapons}), weapon="sord")
    assert hint in refused.value.hint


@pytest.mark.rule("B11", "B30")
def test_an_attack_engages_both_and_the_melee_began_this_round() -> None:
    struck = play(two(), "attack", 6, 6, attacker="darna", targets=["orc"]).fight.combatants
    assert (struck["darna"].engaged, struck["orc"].engaged) == (["orc"], ["darna"])
    assert (struck["darna"].deeds.met, struck["orc"].deeds.met) == (["orc"], ["darna"])
    shot = play(two(BOW, phase="acting"), "attack", 6, 6, attacker="darna", targets=["orc"], distance=9).fight
    assert [each.engaged for each in shot.combatants.values()] == [[], []]


@pytest.mark.rule("B22", "B27")
def test_the_report_names_the_difficulties_that_do_not_count(run: Run, fight_file: FightFile) -> None:
    file = fight_file(run("new", "blade").out)
    run("set", ".", "phase=melee", "-f", file)
    run("add", "ann", "side=h", "strength=9", "-f", file)
    run("add", "bob", "side=o", "agility=12", "-f", file)
    out = run("attack", "ann", "bob", "--difficulty", "1", "--dice", "3,4,3", "-f", file).out
    assert "Difficulty 2 (Evasion; the GM's 1 does not count), needs 7, rolled 3 + 4 = 7: hit" in out
    run("set", "ann", "mounted=true", "deeds=", "-f", file)
    out = run("attack", "ann", "bob", "--difficulty", "3", "--dice", "6,6", "-f", file).out
    assert "Difficulty 3 (the GM's; Evasion 2 and mounted 1 do not count)" in out
