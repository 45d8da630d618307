"""Runs of blade, which keep out of the reach of every enemy, and the geometry of ways (B12)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blade_fights import FRAMES, Frame, at, moved, placed, trio, word
from combatcli.rulesets.shared.grids import between, nearest_approach
from support import refuses


@pytest.mark.rule("B12")
def test_a_run_is_straight_and_twice_as_far() -> None:
    at = {"position": [0, 0]}
    event = moved(trio(at), way=["80,0"], run=True)
    assert (event["kind"], event["feet"]) == ("run", 80)
    assert moved(trio(), run=True, distance=80)["feet"] == 80
    refuses("cannot run 81", trio(), "move", who="darna", run=True, distance=81)
    refuses("a run must be straight", trio(at), "move", who="darna", way=["10,0", "10,10"], run=True)
    refuses("casting", trio({"declared": {"action": "cast", "done": True}}), "move", who="darna", run=True, distance=5)
    refuses("does not end in orc's melee range", trio(), "move", who="darna", way=["orc"], run=True)


@pytest.mark.rule("B12")
@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("orc", [(30, 4), (30, -5), (30, 5), (30, 0), (60, 3), (65, 0), (63, 4), (57, -4), (7, 2)])
def test_no_run_leads_through_or_into_an_enemys_reach(frame: Frame, orc: tuple[float, float]) -> None:
    order = {"who": "darna", "way": [word(at(frame, 60))], "run": True}
    for surprised in ([], ["orcs"]):
        way = placed(frame, orc).changed(surprised=surprised)
        refuses("through or into the melee range of orc", way, "move", **order)


@pytest.mark.rule("B12")
@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize(
    "orc", [(30, 5.1), (30, -5.1), (65.1, 0), (63.1, 4), (-3, 4.1), (-6, 0), (6, -80), (30, 30), (-30, 5)]
)
def test_a_run_that_passes_out_of_an_enemys_reach_is_allowed(frame: Frame, orc: tuple[float, float]) -> None:
    event = moved(placed(frame, orc), way=[word(at(frame, 60))], run=True)
    assert (event["kind"], event["feet"], event["to"]) == ("run", 60, at(frame, 60))


@pytest.mark.rule("B12")
@pytest.mark.parametrize("frame", FRAMES)
def test_a_run_up_to_a_friend_ends_within_ones_own_reach(frame: Frame) -> None:
    event = moved(placed(frame, (75, 0), orc={"side": "heroes"}), way=["orc"], run=True)
    assert (event["feet"], event["to"]) == (70, at(frame, 70))
    beside = moved(placed(frame, (4, 0), orc={"side": "heroes"}), way=["orc"], run=True)
    assert (beside["feet"], beside["to"]) == (0, at(frame, 0))


@pytest.mark.rule("B12")
@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize(("orc", "free"), [((-3, 0), True), ((0, 4), True), ((-1, -4), True), ((1, 4), False)])
def test_only_a_run_that_never_comes_nearer_leads_out_of_a_reach(
    frame: Frame, orc: tuple[float, float], *, free: bool
) -> None:
    encounter = placed(frame, orc)
    if free:
        assert moved(encounter, way=[word(at(frame, 60))], run=True)["feet"] == 60
    else:
        refuses("melee range of orc", encounter, "move", who="darna", way=[word(at(frame, 60))], run=True)


@pytest.mark.rule("B12", "B0")
@pytest.mark.parametrize(
    ("arms", "nearest"),
    [
        ({}, 5),
        ({"weapons": {"axe": {}}}, 5),
        ({"weapons": {"pike": {"reach": 12}}}, 12),
        ({"weapons": {"pike": {"reach": 12}, "axe": {}}}, 12),
        ({"weapons": {"pike": {"reach": 12}, "axe": {}}, "wielding": "axe"}, 5),
        ({"weapons": {"pike": {"reach": 12}, "axe": {}}, "wielding": ["pike", "axe"]}, 12),
        ({"weapons": {"club": {"reach": 3}}}, 3),
    ],
)
def test_a_melee_range_is_the_reach_of_what_is_in_hand(arms: dict[str, Any], nearest: float) -> None:
    frame = FRAMES[2]
    way = [word(at(frame, 60))]
    assert moved(placed(frame, (30, nearest + 0.1), orc=arms), way=way, run=True)["feet"] == 60
    refuses("melee range of orc", placed(frame, (30, nearest), orc=arms), "move", who="darna", way=way, run=True)


@pytest.mark.rule("B12", "B42")
@pytest.mark.parametrize("orc", [{"health": 0}, {"side": "heroes"}])
def test_neither_the_dead_nor_friends_are_in_the_way_of_a_run(orc: dict[str, Any]) -> None:
    frame = FRAMES[3]
    assert moved(placed(frame, (30, 0), orc=orc), way=[word(at(frame, 60))], run=True)["to"] == at(frame, 60)


@pytest.mark.rule("B12")
def test_where_a_runner_has_no_position_no_way_can_lead_past_anybody() -> None:
    unknown = placed(FRAMES[0], (2, 0), darna={"position": None})
    assert moved(unknown, way=["20,30"], run=True)["to"] == [20, 30]


Coordinate = st.integers(-100, 100)
Places = st.tuples(Coordinate, Coordinate)


@pytest.mark.rule("B12")
@given(Places, Places, Places, st.integers(0, 16))
def test_no_point_of_a_way_is_nearer_than_its_nearest_approach(
    start: tuple[int, int], end: tuple[int, int], to: tuple[int, int], sixteenths: int
) -> None:
    share = sixteenths / 16
    point = (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
    nearest = nearest_approach(start, end, to)
    assert nearest <= between(point, to) + 1e-9
    assert between(start, to) + between(end, to) >= between(start, end) - 1e-9
    assert nearest >= min(between(start, to), between(end, to)) - between(start, end) / 2 - 1e-9
