"""Shots of blade: ranges, distances, and where all who may be struck stand (B23, B25, B30)."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest

from blade_fights import BOW, FRAMES, Frame, placed, trio, two
from support import FightFile, Run, happened, play, refuses, usage_error


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
@pytest.mark.parametrize(
    ("ranges", "furthest"),
    [((30, 100, 200), 200), ((30, 100, None), 100), ((30, None, 90), 90), ((30, None, None), 30)],
)
def test_beyond_the_last_range_a_shot_is_refused(ranges: tuple[int | None, ...], furthest: int) -> None:
    bow = dict(zip(("close", "medium", "far"), ranges, strict=True))
    encounter = placed(FRAMES[3], (furthest + 1, 0), darna={"weapons": {"bow": bow}})
    order = {"attacker": "darna", "targets": ["orc"]}
    refuses(f"orc is {furthest + 1} feet away, and darna .bow. reaches {furthest} .B23.$", encounter, "attack", **order)


@pytest.mark.rule("B23")
def test_a_shot_at_who_is_engaged_with_one_goes_over_no_distance() -> None:
    bow = {"weapons": {"bow": {"close": 30}}, "position": None}
    engaged = placed(FRAMES[0], (9, 0), darna={**bow, "engaged": ["orc"]})
    for encounter, more in ((engaged, {}), (placed(FRAMES[0], (9, 0), darna=bow), {"distance": 0})):
        shot = play(encounter, "attack", 6, 6, strict=True, attacker="darna", targets=["orc"], **more)
        (event,) = happened(shot, "attack")
        assert (event["distance"], event["range"], event["needed"]) == (more.get("distance"), "close", 8)


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
        order = {"attacker": "darna", "targets": ["orc"]}
        refuses(
            f"feet away, and darna .it. reaches {reach}",
            placed(frame, orc, phase="melee", darna=arms),
            "attack",
            **order,
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


@pytest.mark.rule("B25", "B12", "B13", "B26")
@pytest.mark.parametrize(
    ("keys", "word"),
    [
        ({"deeds": {"ran": True}}, "running"),
        ({"deeds": {"charged": "orc"}}, "charging"),
        ({"declared": {"action": "cast", "done": True}}, "casting"),
        ({"declared": {"action": "improvise", "what": "x"}}, "improvising"),
    ],
)
def test_who_runs_charges_casts_or_improvises_does_not_shoot(keys: dict[str, Any], word: str) -> None:
    refuses(word, two({**BOW, **keys}, phase="acting"), "attack", attacker="darna", targets=["orc"], distance=10)


@pytest.mark.rule("B23")
def test_a_distance_is_that_of_a_shot() -> None:
    usage_error("is for shots", trio(phase="melee"), "attack", attacker="darna", targets=["orc"], distance=50)


@pytest.mark.rule("B23")
def test_a_shot_of_no_known_distance_is_of_medium_range_with_a_warning() -> None:
    playing = play(two(BOW, phase="acting"), "attack", 6, 6, attacker="darna", targets=["orc"])
    assert (happened(playing, "attack")[0]["range"], "--distance" in playing.warnings[0]) == ("medium", True)


@pytest.mark.rule("B23")
def test_a_distance_that_the_positions_contradict_counts_with_a_warning() -> None:
    placed_apart = two({**BOW, "position": [0, 0]}, {"position": [40, 0]}, phase="acting")
    shot = play(placed_apart, "attack", 6, 6, attacker="darna", targets=["orc"], distance=20)
    assert shot.warnings == ["--distance 20 counts, though the positions are 40 feet apart (B23)"]
    assert happened(shot, "attack")[0]["range"] == "close"
    same = play(placed_apart, "attack", 6, 6, attacker="darna", targets=["orc"], distance=40)
    assert same.warnings == []


@pytest.mark.rule("B23", "B30")
def test_a_weapon_for_melee_too_is_told_to_be_thrown(run: Run, fight_file: FightFile) -> None:
    file = fight_file(run("new", "blade").out)
    run("set", ".", "phase=acting", "-f", file)
    run("add", "bob", "side=o", "-f", file)
    run("add", "ann", "side=h", "weapons.dagger.hands=1", "weapons.dagger.medium=20", "engaged=['bob']", "-f", file)
    thrown = run("attack", "ann", "bob", "--dice", "6,6", "-f", file).out
    assert "ann throws dagger at bob (medium range)" in thrown
    assert "at 0 feet" not in thrown
    assert "dagger is thrown here; in the melee phase it strikes (B30)" in thrown
    odds = run("attack", "ann", "bob", "--odds", "-f", file)
    assert "dagger is thrown here" in odds.out + odds.err
    run("set", "ann", "deeds=", "-f", file)
    assert "is thrown here" not in run("attack", "ann", "bob", "--distance", "10", "--dice", "6,6", "-f", file).out
