"""A combatant of realm as a file may write them (R0)."""

from __future__ import annotations

from typing import Any

import pytest

from combatcli.rulesets import load
from support import FightFile, Run, fight, happened, play, refuses, tables


def two(**keys: object) -> Any:
    """Return a fight of ann, who has the keys, and bob."""
    return fight("realm", phase="attack-assist-aimed", combatants={"ann": keys, "bob": {}})


@pytest.mark.rule("R0")
@pytest.mark.parametrize(
    ("keys", "weapon", "dice"),
    [
        ({"weapons": {"axe": {"class": "heavy"}}}, "axe", 2),
        ({"weapons": {"axe": {"class": "medium"}, "knife": {"class": "light"}}}, "axe", 3),
        ({"weapons": {"axe": {"class": "medium"}}, "wielding": ""}, "unarmed", 1),
        ({"weapons": {"axe": {}}}, "axe", 3),
        ({}, "unarmed", 1),
    ],
)
def test_the_first_weapon_is_in_hand_unless_something_else_is_said(
    keys: dict[str, Any], weapon: str, dice: int
) -> None:
    played = play(two(**keys), "attack", *[1] * dice, attacker="ann", targets=["bob"])
    assert happened(played, "attack")[0]["weapon"] == weapon
    shown = {event["who"]: event for event in happened(play(two(**keys), "show"), "combatant")}
    assert shown["ann"]["wielding"] == (weapon if weapon != "unarmed" else None)


def faces_of(encounter: Any, count: int) -> list[int]:
    """Return the faces of ann's attack on bob, which must be so many."""
    played = play(encounter, "attack", *[1] * count, attacker="ann", targets=["bob"])
    faces: list[int] = happened(played, "attack")[0]["faces"]
    return faces


@pytest.mark.rule("R0", "R23")
@pytest.mark.parametrize("range_", ["short-bow", "thrown", "crossbow"])
def test_a_weapon_with_a_range_and_no_class_is_ranged(range_: str) -> None:
    arenas = {"a": {"links": ["b"]}, "b": {}}
    bow = {"arena": "a", "weapons": {"it": {"range": range_}}}
    encounter = fight("realm", phase="shoot", arenas=arenas, combatants={"ann": bow, "bob": {"arena": "b"}})
    assert faces_of(encounter, 2) == [1, 1]
    said = two(weapons={"it": {"range": "thrown", "class": "hand"}})
    assert faces_of(said, 3) == [1, 1, 1]


@pytest.mark.rule("R0", "R43")
def test_all_boxes_marked_by_hand_is_death() -> None:
    corpse = two(marked=[1, 2, 3, 4, 5])
    refuses("ann is dead and cannot act", corpse, "attack", attacker="ann", targets=["bob"])
    refuses("ann is already dead", corpse, "wound", targets=["ann"], amount="1")
    refuses("^ann is dead, and there is no return", corpse, "recover", who="ann")
    assert happened(play(corpse, "show"), "combatant")[0]["status"] == ["dead"]


@pytest.mark.rule("R0", "R42")
def test_both_highest_boxes_marked_by_hand_incapacitate() -> None:
    refuses("ann is incapacitated", two(marked=[4, 5]), "attack", attacker="ann", targets=["bob"])
    assert faces_of(two(marked=[1, 5]), 1) == [1]


@pytest.mark.rule("R0", "R42", "R43")
@pytest.mark.parametrize(
    ("before", "words", "status"),
    [
        ({}, ["marked=[1,2,3,4,5]"], ["dead"]),
        ({}, ["marked=[4,5]"], ["incapacitated"]),
        ({"marked": [1, 2, 3, 4, 5], "status": ["dead"]}, ["marked=[1]"], []),
        ({"marked": [4, 5], "status": ["incapacitated"]}, ["marked="], []),
        ({"marked": [4, 5], "status": ["incapacitated"]}, ["marked=[1,2,3,4,5]"], ["incapacitated", "dead"]),
        ({}, ['status=["dead"]'], []),
        ({"wounds": 4, "marked": [1, 2]}, ["wounds=2"], ["dead"]),
        ({"marked": [5]}, ['status=["broken"]'], ["broken"]),
    ],
)
def test_after_set_the_status_follows_the_boxes(
    run: Run, fight_file: FightFile, before: dict[str, Any], words: list[str], status: list[str]
) -> None:
    keys = "\n".join(f"{key} = {value}" for key, value in before.items())
    path = fight_file(f'ruleset = "realm"\n[combatants.ann]\n{keys}\n[combatants.bob]\n')
    assert run("set", "ann", *words, "-f", path).code == 0
    assert tables(path)["combatants"]["ann"].get("status", []) == status


@pytest.mark.rule("R0")
def test_a_group_whose_boxes_are_all_marked_by_hand_loses_a_member(run: Run, fight_file: FightFile) -> None:
    path = fight_file('ruleset = "realm"\n[combatants.ann]\ncount = 3\n')
    assert run("set", "ann", "marked=[1,2,3,4,5]", "-f", path).code == 0
    ann = tables(path)["combatants"]["ann"]
    assert (ann["count"], ann.get("marked", []), ann.get("status", [])) == (2, [], [])


@pytest.mark.rule("R0")
def test_an_unknown_status_is_a_problem(run: Run) -> None:
    done = run("check", stdin='ruleset = "realm"\n[combatants.ann]\nstatus = ["brokn"]\n')
    assert (done.code, 'no status "brokn"' in done.out + done.err) == (3, True)


@pytest.mark.rule("R0")
def test_every_status_of_the_game_is_known() -> None:
    words = ["broken", "bleeding", "impeded", "cornered", "hurled", "focusing", "freed"]
    assert list(load("realm").problems(two(status=words))) == []


@pytest.mark.rule("R0", "R40")
@pytest.mark.parametrize(
    ("damage", "right"), [("5", False), ("0d5", False), ("1d5", True), ("2d4+1", True), ("d6", True)]
)
def test_damage_is_dice(run: Run, damage: str, *, right: bool) -> None:
    done = run("check", stdin=f'ruleset = "realm"\n[combatants.ann.weapons.axe]\ndamage = "{damage}"\n')
    assert done.code == (0 if right else 3)
    if not right:
        assert f'combatants.ann.weapons.axe.damage: "{damage}" rolls no die' in done.err
