"""Moves of blade: how far, what excludes what, and in which phase (B10, B14)."""

from __future__ import annotations

from typing import Any

import pytest

from blade_fights import FRAMES, Frame, at, moved, placed, start, trio, word
from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.blade.move import combat_movement, meters
from support import FightFile, Run, fight, happened, play, refused, refuses


@pytest.mark.rule("B1", "B2")
@pytest.mark.parametrize(
    ("phase", "initiative", "fine"),
    [("initiative", [], False), ("initiative", ["heroes", "orcs"], True), ("acting", [], True), ("melee", [], True)],
)
def test_initiative_is_missed_where_it_would_be_left_behind(phase: str, initiative: list[str], *, fine: bool) -> None:
    playing = play(trio(phase=phase, initiative=initiative), "next")
    assert ["initiative has not been rolled" in each for each in playing.warnings] == [True] * (not fine)


@pytest.mark.rule("B2", "B0")
def test_who_names_no_side_is_with_the_players_or_the_others() -> None:
    encounter = fight("blade", combatants={"a": {"player": True}, "b": {}})
    assert happened(play(encounter, "order", 6, 1), "order")[0]["order"] == ["players", "others"]


@pytest.mark.rule("B3")
def test_a_surprised_side_does_nothing_in_the_first_round() -> None:
    named = play(start(), "order", 4, 5, surprised=["orcs"])
    assert named.fight.surprised == ["orcs"]
    assert happened(named, "condition") == [{"event": "condition", "who": "orcs", "name": "surprised", "ended": False}]
    for command, order in (
        ("attack", {"attacker": "orc", "targets": ["darna"]}),
        ("move", {"who": "orc", "distance": 10}),
        ("declare", {"who": "orc", "action": "cast"}),
        ("test", {"who": "orc", "trait": "mind", "spell": "Fear"}),
    ):
        refuses("surprised", named.fight, command, **order)
    over = play(named.fight, "next", round=True)
    play(over.fight, "test", 3, 3, who="orc", trait="mind")


@pytest.mark.rule("B10")
@pytest.mark.parametrize(
    ("exploration", "feet", "in_meters"),
    [(120, 40, 12), (90, 30, 9), (60, 20, 6), (40, 15, 4.5), (100, 35, 10.5), (15, 5, 1.5)],
)
def test_combat_movement_is_a_third(exploration: int, feet: int, in_meters: float) -> None:
    assert (combat_movement(exploration), meters(feet)) == (feet, in_meters)


@pytest.mark.rule("B10")
def test_a_move_is_once_a_round_and_no_further_than_combat_movement() -> None:
    encounter = play(trio(), "move", who="darna", distance=40).fight
    refuses("cannot move 41 feet", trio(), "move", who="darna", distance=41)
    refuses("has moved this round", encounter, "move", who="darna", distance=1)
    assert happened(play(trio(), "move", who="darna", way=["orc"]), "move")[0]["feet"] == 40


@pytest.mark.rule("B10")
def test_a_position_may_be_written_in_brackets_and_is_somewhere_else() -> None:
    refuses("already there", trio({"position": [0, 0]}), "move", who="darna", way=["0,0"])
    assert moved(trio(), way=["3.5,-4"])["to"] == [3.5, -4]
    assert moved(trio(), way=["[-3,4]"])["to"] == [-3, 4]


@pytest.mark.rule("B10")
def test_a_move_into_another_arena() -> None:
    encounter = trio({"arena": "yard"}, {"arena": "hall"}, arenas={"yard": {}, "hall": {}})
    event = moved(encounter, way=["hall"])
    assert (event["from"], event["to"], event["feet"]) == ("yard", "hall", 40)
    assert moved(encounter, way=["orc"])["to"] == "hall"
    refuses("is already in yard", encounter, "move", who="darna", way=["yard"])
    refuses("orc is in hall", encounter, "move", who="darna", charge="orc")


@pytest.mark.rule("B12", "B13", "B14")
@pytest.mark.parametrize(
    ("deeds", "order", "words"),
    [
        ({"ran": True, "moved": 60}, {"distance": 5}, "has run"),
        ({"charged": "orc"}, {"distance": 5}, "has charged"),
        ({"moved": 10}, {"run": True, "distance": 5}, "has moved"),
        ({"moved": 10}, {"charge": "orc"}, "has moved"),
        ({"shot": True}, {"run": True, "distance": 5}, "has shot"),
        ({"shot": True}, {"charge": "orc"}, "has shot"),
        ({"moved": 21, "shot": True}, {"distance": 5}, "before the shot"),
        ({"moved": 20, "shot": True}, {"distance": 21}, "cannot move 21"),
        ({"moved": 20, "shot": True, "moved_after": 5}, {"distance": 5}, "has moved"),
        ({"shot": True, "moved_after": 5}, {"distance": 5}, "has moved"),
    ],
)
def test_what_excludes_what_in_a_round(deeds: dict[str, Any], order: dict[str, Any], words: str) -> None:
    refuses(words, trio({"deeds": deeds}), "move", who="darna", **order)


@pytest.mark.rule("B14")
def test_fire_and_move_are_split_in_halves() -> None:
    bow = {"weapons": {"bow": {"close": 90}}}
    half = play(trio(bow), "move", who="darna", distance=20).fight
    shot = play(half, "attack", 6, 6, strict=True, attacker="darna", targets=["orc"], distance=50).fight
    assert moved(shot, distance=20)["feet"] == 20
    assert moved(trio({"deeds": {"shot": True}}), distance=40)["feet"] == 40


@pytest.mark.parametrize(
    ("order", "error", "words"),
    [
        ({}, UsageError, "where to"),
        ({"run": True}, UsageError, "where to"),
        ({"distance": 0}, UsageError, "more than 0"),
        ({"charge": "orc", "distance": -1}, UsageError, "must be 0 feet or more"),
        ({"charge": "orc", "run": True}, UsageError, "--run and --charge exclude each other"),
        ({"charge": "orc", "way": ["orc"]}, UsageError, "no other destination"),
        ({"way": ["darna"]}, RefusedError, "already there"),
    ],
)
def test_moves_that_lead_nowhere_are_refused_in_words(
    order: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        moved(trio(), **order)


@pytest.mark.rule("B1", "B13")
@pytest.mark.parametrize(
    ("order", "what"),
    [
        ({"distance": 5}, "moves"),
        ({"run": True, "distance": 50}, "runs"),
        ({"charge": "orc"}, "charges"),
    ],
)
@pytest.mark.parametrize("phase", ["initiative", "acting", "reacting", "melee"])
def test_a_side_moves_runs_and_charges_in_its_own_phase(order: dict[str, Any], what: str, phase: str) -> None:
    acting, unknown = trio(phase=phase), trio(phase=phase, initiative=[])
    for encounter, right in ((acting, phase == "acting"), (unknown, phase in {"acting", "reacting"})):
        warnings = play(encounter, "move", who="darna", **order).warnings
        assert [f"this is the {phase} phase; {what} of heroes belong" in each for each in warnings] == [True] * (
            not right
        )
        if not right:
            refuses(f"this is the {phase} phase; {what}", encounter, "move", strict=True, who="darna", **order)


@pytest.mark.parametrize(
    ("way", "hint"), [("orck", "Did you mean ork?"), ("1,2,3", "Give X,Y, an arena"), ("0,x", "Give X,Y, an arena")]
)
def test_a_place_that_is_none_is_answered_with_what_is_one(way: str, hint: str) -> None:
    with pytest.raises(RefusedError, match="is not a point X,Y") as refused:
        moved(trio(), way=[way])
    assert hint in refused.value.hint


@pytest.mark.rule("B14", "B10")
@pytest.mark.parametrize(("said", "feet"), [("12m", 40), ("4.5m", 15), ("6 m", 20), ("40", 40), ("12M", 40)])
def test_distances_may_be_given_in_meters(run: Run, fight_file: FightFile, said: str, feet: float) -> None:
    file = fight_file(run("new", "blade").out)
    run("add", "darna", "side=heroes", "-f", file)
    run("set", ".", "phase=acting", "-f", file)
    assert run("move", "darna", "--distance", said, "-f", file, "--json").event("move")["feet"] == feet


@pytest.mark.parametrize("said", ["twelve", "m", "12km", "nan", "inf", "1e999m"])
def test_what_is_no_distance_is_refused(run: Run, said: str) -> None:
    refused(run("attack", "--ruleset", "blade", "--distance", said), 2, "in meters as in 12m")


@pytest.mark.rule("B10")
@pytest.mark.parametrize("frame", FRAMES)
def test_a_walk_is_as_long_as_its_parts(frame: Frame) -> None:
    corners = [at(frame, 10), at(frame, 10, 20), at(frame, 0, 20)]
    event = moved(placed(frame, (90, 0)), way=[word(each) for each in corners])
    assert (event["feet"], event["metres"], event["from"], event["to"]) == (40, 12, at(frame, 0), corners[-1])
    order = {"who": "darna", "way": [word(each) for each in [*corners[:2], at(frame, -1, 20)]]}
    refuses("cannot move 41 feet", placed(frame, (90, 0)), "move", **order)


@pytest.mark.rule("B10")
def test_a_distance_that_the_positions_tell_is_refused() -> None:
    here, there = {"position": [0, 0]}, {"position": [20, 0]}
    for order in ({"way": ["20,0"]}, {"way": ["orc"]}, {"charge": "orc"}):
        refuses("so --distance does not count", trio(here, there), "move", who="darna", distance=3, **order)
    assert moved(trio(here), way=["orc"], distance=30)["feet"] == 30


@pytest.mark.rule("B10")
def test_nobody_moves_up_to_whom_they_fight_already() -> None:
    refuses("darna is already fighting orc", trio({"engaged": ["orc"]}), "move", who="darna", way=["orc"])
    long = {"position": [9, 0], "weapons": {"pike": {"reach": 10}}}
    assert moved(trio({"position": [0, 0], "engaged": ["orc"]}, long), way=["orc"])["feet"] == 4
