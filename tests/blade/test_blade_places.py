"""Where everybody stands in blade: runs, walks, charges and reaches from anywhere in any direction (B11–B13, B23)."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combatcli.errors import RefusedError
from combatcli.rulesets.blade.move import metres
from combatcli.rulesets.shared.grids import between, nearest_approach
from support import fight, happened, play, refuses

Frame = tuple[tuple[float, float], tuple[float, float]]

FRAMES: list[Frame] = [
    ((20, 30), (1, 0)),
    ((-15, -40), (0, -1)),
    ((12, 7), (0.6, 0.8)),
    ((60, -45), (-0.8, 0.6)),
]
"""Where Darna stands, and the direction in which she looks."""


def at(frame: Frame, along: float, aside: float = 0) -> list[float]:
    (across, up), (east, north) = frame
    return [round(across + along * east - aside * north, 6), round(up + along * north + aside * east, 6)]


def word(point: list[float]) -> str:
    return f"{point[0]},{point[1]}"


def placed(frame: Frame, where: tuple[float, float], *, phase: str = "acting", **keys: Any) -> Any:
    return fight(
        "blade",
        phase=phase,
        initiative=["heroes", "orcs"],
        combatants={
            "darna": {"side": "heroes", "position": at(frame, 0), **keys.get("darna", {})},
            "orc": {"side": "orcs", "position": at(frame, *where), **keys.get("orc", {})},
        },
    )


def moved(encounter: Any, **order: Any) -> dict[str, Any]:
    return happened(play(encounter, "move", who="darna", strict=True, **order), "move")[0]


# --- Runs ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("B12")
@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("orc", [(30, 4), (30, -5), (30, 5), (30, 0), (60, 3), (65, 0), (63, 4), (57, -4), (7, 2)])
def test_no_run_leads_through_or_into_an_enemys_reach(frame: Frame, orc: tuple[float, float]) -> None:
    with pytest.raises(RefusedError, match="through or into the melee range of orc"):
        moved(placed(frame, orc), way=[word(at(frame, 60))], run=True)


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
@pytest.mark.parametrize(("orc", "free"), [((-3, 0), True), ((0, 4), True), ((-1, -4), True), ((1, 4), False)])
def test_only_a_run_that_never_comes_nearer_leads_out_of_a_reach(
    frame: Frame, orc: tuple[float, float], *, free: bool
) -> None:
    encounter = placed(frame, orc)
    if free:
        assert moved(encounter, way=[word(at(frame, 60))], run=True)["feet"] == 60
    else:
        with pytest.raises(RefusedError, match="melee range of orc"):
            moved(encounter, way=[word(at(frame, 60))], run=True)


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
    with pytest.raises(RefusedError, match="melee range of orc"):
        moved(placed(frame, (30, nearest), orc=arms), way=way, run=True)


@pytest.mark.rule("B12", "B42")
@pytest.mark.parametrize("orc", [{"health": 0}, {"side": "heroes"}])
def test_neither_the_dead_nor_friends_are_in_the_way_of_a_run(orc: dict[str, Any]) -> None:
    frame = FRAMES[3]
    assert moved(placed(frame, (30, 0), orc=orc), way=[word(at(frame, 60))], run=True)["to"] == at(frame, 60)


@pytest.mark.rule("B12")
def test_where_a_runner_has_no_position_no_way_can_lead_past_anybody() -> None:
    unknown = placed(FRAMES[0], (2, 0), darna={"position": None})
    assert moved(unknown, way=["20,30"], run=True)["to"] == [20, 30]


@pytest.mark.rule("B12")
@pytest.mark.parametrize("frame", FRAMES)
def test_a_run_up_to_a_friend_ends_within_ones_own_reach(frame: Frame) -> None:
    event = moved(placed(frame, (75, 0), orc={"side": "heroes"}), way=["orc"], run=True)
    assert (event["feet"], event["to"]) == (70, at(frame, 70))
    beside = moved(placed(frame, (4, 0), orc={"side": "heroes"}), way=["orc"], run=True)
    assert (beside["feet"], beside["to"]) == (0, at(frame, 0))


# --- Walks -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("B10")
@pytest.mark.parametrize("frame", FRAMES)
def test_a_walk_is_as_long_as_its_parts(frame: Frame) -> None:
    corners = [at(frame, 10), at(frame, 10, 20), at(frame, 0, 20)]
    event = moved(placed(frame, (90, 0)), way=[word(each) for each in corners])
    assert (event["feet"], event["metres"], event["from"], event["to"]) == (40, 12, at(frame, 0), corners[-1])
    with pytest.raises(RefusedError, match="cannot move 41 feet"):
        moved(placed(frame, (90, 0)), way=[word(each) for each in [*corners[:2], at(frame, -1, 20)]])


@pytest.mark.rule("B10", "B11")
@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize(("reach", "feet"), [(5, 25), (10, 20)])
def test_a_walk_up_to_an_enemy_ends_where_one_reaches_and_engages_both(frame: Frame, reach: int, feet: int) -> None:
    encounter = placed(frame, (30, 0), darna={"weapons": {"it": {"reach": reach}}})
    playing = play(encounter, "move", who="darna", way=["orc"], strict=True)
    (event,) = happened(playing, "move")
    assert (event["kind"], event["feet"], event["to"], event["up_to"]) == ("move", feet, at(frame, feet), "orc")
    assert [playing.fight.combatants[who].engaged for who in ("darna", "orc")] == [["orc"], ["darna"]]


@pytest.mark.rule("B11")
@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize(
    ("reach", "end", "away"),
    [
        (5, (3, 4.9), False),
        (5, (-2, 0), False),
        (5, (6, 4), False),
        (5, (-2.1, 0), True),
        (5, (8.1, 0), True),
        (5, (0, 4.1), True),
        (12, (-9, 0), False),
        (12, (-9.1, 0), True),
    ],
)
def test_who_leaves_a_foes_reach_turns_away_and_who_stays_in_it_does_not(
    frame: Frame, reach: int, end: tuple[float, float], *, away: bool
) -> None:
    foe = {"weapons": {"it": {"reach": reach}}, "engaged": ["darna"]}
    encounter = placed(frame, (3, 0), orc=foe, darna={"engaged": ["orc"]})
    playing = play(encounter, "move", who="darna", way=[word(at(frame, *end))], strict=True)
    (event,) = happened(playing, "move")
    assert event["reactions"] == (["orc"] if away else [])
    assert playing.fight.combatants["darna"].engaged == ([] if away else ["orc"])
    assert playing.fight.combatants["orc"].engaged == ([] if away else ["darna"])


@pytest.mark.rule("B10")
@pytest.mark.parametrize(("feet", "expected"), [(35.5, 10.65), (23.28, 6.98), (12.5, 3.75), (1, 0.3), (80, 24)])
def test_metres_are_0_3_a_foot_to_the_centimetre(feet: float, expected: float) -> None:
    assert metres(feet) == expected


# --- Charges ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("B13")
@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize(("reach", "away", "feet"), [(5, 45, 40), (5, 25, 20), (10, 50, 40), (10, 15, 5), (2, 12, 10)])
def test_a_charge_ends_where_one_reaches_the_enemy_wherever_both_stand(
    frame: Frame, reach: int, away: int, feet: int
) -> None:
    arms = {"weapons": {"it": {"reach": reach}}}
    playing = play(placed(frame, (away, 0), darna=arms), "move", who="darna", charge="orc", strict=True)
    (event,) = happened(playing, "move")
    assert (event["feet"], event["from"], event["to"]) == (feet, at(frame, 0), at(frame, feet))
    melee = play(playing.fight.changed(phase="melee"), "attack", 6, 6, strict=True, attacker="darna", targets=["orc"])
    assert happened(melee, "attack")[0]["step"] == "first"


@pytest.mark.rule("B13")
@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize(("reach", "away"), [(5, 46), (10, 51), (2, 43)])
def test_a_charge_whose_way_is_too_long_is_refused(frame: Frame, reach: int, away: int) -> None:
    with pytest.raises(RefusedError, match="cannot charge 41 feet"):
        moved(placed(frame, (away, 0), darna={"weapons": {"it": {"reach": reach}}}), charge="orc")


@pytest.mark.rule("B13")
@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("away", [5, 3, 0])
def test_a_charge_at_who_is_within_reach_is_one_of_0_feet(frame: Frame, away: float) -> None:
    playing = play(placed(frame, (away, 0)), "move", who="darna", charge="orc", strict=True)
    (event,) = happened(playing, "move")
    assert (event["feet"], event["to"], event["first_strike"]) == (0, at(frame, 0), True)
    assert [playing.fight.combatants[who].engaged for who in ("darna", "orc")] == [["orc"], ["darna"]]


@pytest.mark.rule("B13")
@pytest.mark.parametrize("feet", [0, 0.5, 40])
def test_where_no_positions_are_kept_a_charge_is_as_long_as_is_said(feet: float) -> None:
    nowhere = placed(FRAMES[0], (9, 0), darna={"position": None}, orc={"position": None})
    assert moved(nowhere, charge="orc", distance=feet)["feet"] == feet


# --- Who is near enough for a shot, a blow, a spell ------------------------------------------------------------------


@pytest.mark.rule("B23")
@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize(
    ("orc", "band"),
    [((30, 0), "close"), ((-18, 24), "close"), ((31, 0), "medium"), ((-60, -80), "medium"), ((72, 96), "far")],
)
def test_the_distance_of_a_shot_is_that_of_the_positions(frame: Frame, orc: tuple[float, float], band: str) -> None:
    bow = {"weapons": {"bow": {"close": 30, "medium": 100, "far": 200}}, "wielding": "bow"}
    playing = play(placed(frame, orc, darna=bow), "attack", 6, 6, strict=True, attacker="darna", targets=["orc"])
    (event,) = happened(playing, "attack")
    assert (event["range"], event["distance"]) == (band, pytest.approx(hypot(*orc)))


@pytest.mark.rule("B23")
@pytest.mark.parametrize(("ranges", "furthest"), [((30, 100, 200), 200), ((30, 100, None), 100), ((30, None, 90), 90)])
def test_beyond_the_last_range_a_shot_is_refused(ranges: tuple[int | None, ...], furthest: int) -> None:
    bow = dict(zip(("close", "medium", "far"), ranges, strict=True))
    encounter = placed(FRAMES[3], (furthest + 1, 0), darna={"weapons": {"bow": bow}})
    refuses(
        f"orc is {furthest + 1} feet away, and darna .bow. reaches {furthest} .B23.$",
        encounter,
        "attack",
        attacker="darna",
        targets=["orc"],
    )


@pytest.mark.rule("B23")
def test_a_shot_at_who_is_engaged_with_one_goes_over_no_distance() -> None:
    bow = {"weapons": {"bow": {"close": 30}}, "position": None}
    engaged = placed(FRAMES[0], (9, 0), darna={**bow, "engaged": ["orc"]})
    for encounter, more in ((engaged, {}), (placed(FRAMES[0], (9, 0), darna=bow), {"distance": 0})):
        shot = play(encounter, "attack", 6, 6, strict=True, attacker="darna", targets=["orc"], **more)
        (event,) = happened(shot, "attack")
        assert (event["distance"], event["range"], event["needed"]) == (0, "close", 8)


@pytest.mark.rule("B30", "B0")
@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("reach", [5, 8])
def test_who_stands_within_reach_can_be_struck_and_nobody_else(frame: Frame, reach: int) -> None:
    arms = {"weapons": {"it": {} if reach == 5 else {"reach": reach}}}
    for orc in ((reach, 0), (-reach, 0), (0, reach), (-0.6 * reach, -0.8 * reach)):
        near = placed(frame, orc, phase="melee", darna=arms)
        struck = play(near, "attack", 6, 6, strict=True, attacker="darna", targets=["orc"])
        assert happened(struck, "attack")[0]["step"] == "plain"
    for orc in ((reach + 0.5, 0), (0, -reach - 0.5)):
        refuses(
            f"feet away, and darna .it. reaches {reach}",
            placed(frame, orc, phase="melee", darna=arms),
            "attack",
            attacker="darna",
            targets=["orc"],
        )


@pytest.mark.rule("B25", "B3", "B42")
@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize(
    ("orc", "keys", "strikes"),
    [
        ((3, 4), {}, True),
        ((-5, 0), {}, True),
        ((5.1, 0), {}, False),
        ((0, -9), {"weapons": {"pike": {"reach": 9}}}, True),
        ((0, -9.1), {"weapons": {"pike": {"reach": 9}}}, False),
        ((3, 4), {"health": 0}, False),
        ((3, 4), {"side": "elves"}, False),
        ((3, 4), {"side": "heroes"}, False),
    ],
)
def test_a_spell_gives_an_opportunity_to_each_enemy_in_whose_range_it_is_cast(
    frame: Frame, orc: tuple[float, float], keys: dict[str, Any], *, strikes: bool
) -> None:
    encounter = placed(frame, orc, orc=keys).changed(surprised=["elves"])
    (event,) = happened(play(encounter, "declare", who="darna", action="cast", targets=["Light"]), "declare")
    assert event["opportunity"] == (["orc"] if strikes else [])


# --- The geometry itself ---------------------------------------------------------------------------------------------


@pytest.mark.rule("B12")
@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize(
    ("to", "expected"),
    [((6, 3), 3), ((6, -3), 3), ((0, 7), 7), ((20, 1), 1), ((-3, 4), 5), ((23, -4), 5), ((-8, 0), 8), ((28, 0), 8)],
)
def test_the_nearest_approach_of_a_way_is_beside_it_or_at_an_end(
    frame: Frame, to: tuple[float, float], expected: float
) -> None:
    start, end, there = ((point[0], point[1]) for point in (at(frame, 0), at(frame, 20), at(frame, *to)))
    assert nearest_approach(start, end, there) == pytest.approx(expected)
    assert nearest_approach(end, start, there) == pytest.approx(expected)


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
