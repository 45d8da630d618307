"""Where a way of blade leads: charges, runs, reach and who may strike at whom for it (B10-B14)."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.blade.reach import apart
from support import duel, happened, odds, play, refuses

if TYPE_CHECKING:
    from pathlib import Path

    from support import Run

SPEAR = {"weapons": {"spear": {"reach": 10}}}


def moved(encounter: Any, **order: Any) -> dict[str, Any]:
    return happened(play(encounter, "move", who="darna", **order), "move")[0]


@pytest.mark.rule("B13")
def test_a_charge_ends_within_reach_whatever_the_numbers() -> None:
    for across, along in product(range(-40, 41, 5), repeat=2):
        encounter = duel({"position": [across, along]}, {"position": [0, 0]})
        away = (across**2 + along**2) ** 0.5
        if not 5 < away <= 45:
            continue
        charged = play(encounter, "move", who="darna", charge="orc")
        darna, orc = (charged.fight.combatants[who] for who in ("darna", "orc"))
        feet = apart(darna, orc)
        assert feet is not None
        assert 5 - 0.02 < feet <= 5
        assert happened(charged, "move")[0]["feet"] == round(away - 5, 2)
        order = {"attacker": "darna", "targets": ["orc"]}
        play(charged.fight.changed(phase="melee"), "attack", 6, 6, strict=True, **order)


@pytest.mark.rule("B13")
def test_who_fights_a_foe_already_does_not_charge_them() -> None:
    with pytest.raises(RefusedError, match="darna is fighting orc already"):
        moved(duel({"engaged": ["orc"]}), charge="orc")
    with pytest.raises(RefusedError, match="darna is fighting orc already"):
        moved(duel(orc={"engaged": ["darna"]}), charge="orc")
    event = moved(duel({"position": [0, 0]}, {"position": [4, 0]}), charge="orc")
    assert (event["feet"], event["to"], event["first_strike"]) == (0, [0, 0], True)
    event = moved(duel(), charge="orc", distance=0)
    assert (event["feet"], event["first_strike"]) == (0, True)


@pytest.mark.rule("B13", "B30")
@pytest.mark.parametrize(
    ("held", "end"),
    [(["dagger", "spear"], 25), (["spear", "dagger"], 20), (["bow"], 20), (["sling", "dagger"], 25), ([], 20)],
)
def test_ones_own_reach_is_that_of_what_one_strikes_with(held: list[str], end: int) -> None:
    weapons = {"spear": {"reach": 10}, "dagger": {}, "bow": {"close": 30}, "sling": {"close": 9}}
    arms = {"weapons": weapons, **({"wielding": held} if held else {})}
    charged = play(duel({"position": [0, 0], **arms}, {"position": [30, 0]}), "move", who="darna", charge="orc")
    assert happened(charged, "move")[0]["to"] == [end, 0]
    struck = play(charged.fight.changed(phase="melee", surprised=["orcs"]), "attack", 6, 6, all=True)
    assert happened(struck, "attack")[0]["attacker"] == "darna"


@pytest.mark.rule("B12")
@pytest.mark.parametrize(
    ("orc", "end", "refused"),
    [
        ([30, 5], "60,0", True),
        ([65, 0], "60,0", True),
        ([-5, 0], "60,0", False),
        ([-3, 0], "1,0", True),
        ([0, 4], "60,0", False),
        ([0, 4], "2,0", True),
        ([1, 4], "60,0", True),
        ([3, 0], "60,0", True),
    ],
)
@pytest.mark.parametrize("surprised", [[], ["orcs"]])
def test_only_the_way_out_of_a_range_is_free(orc: list[int], end: str, refused: bool, surprised: list[str]) -> None:  # noqa: FBT001
    encounter = duel({"position": [0, 0]}, {"position": orc}, surprised=surprised)
    if refused:
        with pytest.raises(RefusedError, match="through or into the melee range of orc"):
            moved(encounter, way=[end], run=True)
    else:
        assert moved(encounter, way=[end], run=True)["kind"] == "run"


@pytest.mark.rule("B12")
def test_a_run_needs_a_goal_or_feet() -> None:
    with pytest.raises(UsageError, match="where to"):
        moved(duel(), run=True)
    assert moved(duel(), run=True, distance=80)["feet"] == 80


@pytest.mark.rule("B11")
def test_moving_away_is_leaving_the_foes_reach_though_ones_own_still_reaches() -> None:
    # Darna's spear reaches 10 feet: at 8 she has left the orc's 5.
    encounter = duel({**SPEAR, "position": [0, 0], "engaged": ["orc"]}, {"position": [5, 0]})
    playing = play(encounter, "move", who="darna", way=["-3,0"])
    (event,) = happened(playing, "move")
    assert (event["reactions"], event["left"]) == (["orc"], [])
    assert playing.fight.combatants["darna"].engaged == ["orc"]
    away = play(encounter, "move", who="darna", way=["-6,0"])
    (event,) = happened(away, "move")
    assert (event["reactions"], event["left"]) == (["orc"], ["orc"])
    beyond = duel({**SPEAR, "position": [0, 0], "engaged": ["orc"]}, {"position": [9, 0]})
    assert moved(beyond, way=["-20,0"])["reactions"] == []


@pytest.mark.rule("B11")
@pytest.mark.parametrize(("darna", "orc"), [({}, SPEAR), (SPEAR, {}), ({}, {"weapons": {"pike": {"reach": 12}}})])
def test_ending_a_move_within_eithers_reach_engages_both(darna: dict[str, Any], orc: dict[str, Any]) -> None:
    encounter = duel({"position": [0, 0], **darna}, {"position": [0, 30], **orc})
    near = play(encounter, "move", who="darna", way=["0,20"]).fight.combatants
    assert (near["darna"].engaged, near["orc"].engaged) == (["orc"], ["darna"])
    assert near["darna"].deeds.met == ["orc"]
    assert moved(encounter, way=["0,20"])["met"] == ["orc"]
    assert play(encounter, "move", who="darna", way=["0,17"]).fight.combatants["darna"].engaged == []


@pytest.mark.rule("B11")
def test_standing_adjacent_when_the_round_begins_is_engaged() -> None:
    encounter = duel({"position": [0, 0]}, {"position": [0, 5]}, phase="initiative", initiative=[])
    begun = play(encounter, "order", 5, 2).fight
    assert begun.combatants["darna"].engaged == ["orc"]
    playing = play(begun.changed(phase="acting"), "move", who="darna", way=["0,-20"])
    assert happened(playing, "move")[0]["reactions"] == ["orc"]
    late = play(duel({"position": [0, 0]}, {"position": [0, 5]}, phase="melee"), "next")
    assert late.fight.combatants["orc"].engaged == ["darna"]
    unsaid = duel({"position": [0, 0]}, {"position": [0, 5]})
    assert moved(unsaid, way=["0,-20"])["reactions"] == ["orc"]
    came = duel({"position": [0, 0]}, {"position": [0, 5], "deeds": {"moved": 10}})
    assert moved(came, way=["0,-20"])["reactions"] == []
    apart_yet = duel({"position": [0, 0]}, {"position": [0, 6]}, phase="melee")
    assert play(apart_yet, "next").fight.combatants["orc"].engaged == []


@pytest.mark.rule("B11")
def test_opportunities_not_taken_are_listed_and_gone_with_the_phase(run: Run) -> None:
    blow = {"attacker": "orc", "targets": ["darna"], "opportunity": True}
    left = play(duel({"engaged": ["orc"]}), "move", who="darna", distance=20).fight
    (open_,) = happened(play(left, "show"), "opportunity")
    assert (open_["who"], open_["target"]) == ("orc", "darna")
    over = play(left, "next")
    assert over.warnings == ["orc has not struck at darna, and may no longer (B11)"]
    for encounter in (over.fight, duel()):
        refuses("darna gives orc no opportunity", encounter, "attack", **blow)
    assert happened(play(over.fight, "show"), "opportunity") == []
    taken = play(left, "attack", 6, 6, **blow).fight
    assert play(taken, "next").warnings == []
    without_a_file = run("attack", "--ruleset", "blade", "--opportunity", "--dice", "6,6")
    assert without_a_file.code == 0


@pytest.mark.rule("B14", "B10")
@pytest.mark.parametrize(("said", "feet"), [("12m", 40), ("4.5m", 15), ("6 m", 20), ("40", 40), ("12M", 40)])
def test_distances_may_be_given_in_metres(run: Run, tmp_path: Path, said: str, feet: float) -> None:
    file = tmp_path / "fight.toml"
    run("new", "blade", "-o", file)
    run("add", "darna", "side=heroes", "-f", file)
    run("set", ".", "phase=acting", "-f", file)
    assert run("move", "darna", "--distance", said, "-f", file, "--json").event("move")["feet"] == feet


@pytest.mark.parametrize("said", ["twelve", "m", "12km", "nan", "inf", "1e999m"])
def test_what_is_no_distance_is_refused(run: Run, said: str) -> None:
    done = run("attack", "--ruleset", "blade", "--distance", said)
    assert (done.code, "in metres as in 12m" in done.err) == (2, True)


@pytest.mark.rule("B11", "B14")
def test_somebody_may_be_0_feet_away() -> None:
    playing = play(duel(), "move", who="darna", way=["orc"], distance=0)
    assert happened(playing, "move")[0]["feet"] == 0
    assert playing.fight.combatants["darna"].engaged == ["orc"]
    with pytest.raises(UsageError, match="more than 0"):
        moved(duel(), distance=0)


@pytest.mark.rule("B11")
def test_the_report_says_whom_a_move_meets(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "fight.toml"
    run("new", "blade", "-o", file)
    run("add", "darna", "side=heroes", "position=[0,0]", "-f", file)
    for name, place in (("orc", "[20,0]"), ("ork", "[20,3]")):
        run("add", name, "side=orcs", f"position={place}", "-f", file)
    out = run("move", "darna", "16,0", "-f", file).out
    assert out.startswith("darna moves to (16, 0), 16 feet (4.8 m), meeting orc, ork.")
    run("undo", "-f", file)
    assert "(15, 0), 15 feet (4.5 m): First Strike." in run("move", "darna", "--charge", "orc", "-f", file).out


@pytest.mark.rule("B23")
def test_a_distance_of_0_is_a_distance(run: Run) -> None:
    bow = ("--with", "close=30,medium=60", "--distance", "0", "--dice", "6,6", "--json")
    event = run("attack", "--ruleset", "blade", *bow).event("attack")
    assert (event["distance"], event["range"]) == (0, "close")


@pytest.mark.rule("B11", "B13", "B30")
@pytest.mark.parametrize("phase", ["acting", "reacting", "melee"])
def test_a_file_that_starts_in_mid_round_engages_who_stands_adjacent(phase: str) -> None:
    encounter = duel({"position": [0, 0]}, {"position": [5, 0]}, phase=phase)
    away = play(encounter, "move", who="darna", way=["-20,0"])
    assert happened(away, "move")[0]["reactions"] == ["orc"]
    both = play(encounter, "attack", 6, 6, 6, 6, all=True)
    assert [event["attacker"] for event in happened(both, "attack")] == ["darna", "orc"]
    assert [event["of"] for event in odds(encounter, "attack", all=True)].count("hit") == 2
    shown = {event["who"]: event["engaged"] for event in happened(play(encounter, "show"), "combatant")}
    assert shown == {"darna": ["orc"], "orc": ["darna"]}


@pytest.mark.rule("B11")
def test_who_stays_beside_one_foe_and_leaves_another_was_engaged_with_both() -> None:
    encounter = duel({"position": [0, 0]}, {"position": [5, 0]}, {"position": [-5, 0]})
    first = play(encounter, "move", who="darna", way=["2,0"])
    assert happened(first, "move")[0]["reactions"] == ["ork"]
    assert happened(first, "move")[0]["met"] == []
    assert first.fight.combatants["darna"].engaged == ["orc"]
    assert first.fight.combatants["darna"].deeds.met == []
