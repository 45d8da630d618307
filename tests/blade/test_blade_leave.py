"""Who is left and met by a move in blade, and who may strike for it (B11)."""

from __future__ import annotations

from typing import Any

import pytest

from blade_fights import FRAMES, Frame, at, moved, pair, placed, trio, word
from support import FightFile, Run, duel, happened, odds, play, refuses


@pytest.mark.rule("B11")
def test_leaving_a_melee_gives_each_foe_a_blow_extra_to_their_own() -> None:
    playing = play(trio({"engaged": ["orc", "ork"]}), "move", who="darna", distance=20)
    (event,) = happened(playing, "move")
    assert (event["left"], event["reactions"]) == (["orc", "ork"], ["orc", "ork"])
    blow = {"attacker": "orc", "targets": ["darna"], "opportunity": True}
    struck = play(playing.fight, "attack", 3, 3, 4, strict=True, **blow)
    assert happened(struck, "attack")[0]["step"] == "at once"
    assert struck.fight.combatants["orc"].deeds is None
    refuses("no opportunity", struck.fight, "attack", **blow)
    assert struck.fight.combatants["darna"].engaged == []


@pytest.mark.rule("B11")
def test_a_melee_that_began_this_round_may_be_left_unless_the_table_is_strict() -> None:
    met = {"engaged": ["orc", "ork"], "deeds": {"met": ["ork"]}}
    assert moved(trio(met), distance=5)["reactions"] == ["orc"]
    assert moved(trio(met, house={"strict_engagement": True}), distance=5)["reactions"] == ["orc", "ork"]
    assert moved(trio(met, surprised=["orcs"]), distance=5)["reactions"] == []


SPEAR = {"weapons": {"spear": {"reach": 10}}}


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
    assert over.warnings == ["orc can no longer strike at darna (B11)"]
    for encounter in (over.fight, duel()):
        refuses("darna gives orc no opportunity", encounter, "attack", **blow)
    assert happened(play(over.fight, "show"), "opportunity") == []
    taken = play(left, "attack", 6, 6, **blow).fight
    assert play(taken, "next").warnings == []
    without_a_file = run("attack", "--ruleset", "blade", "--opportunity", "--dice", "6,6")
    assert without_a_file.code == 0


@pytest.mark.rule("B11", "B14")
def test_somebody_may_be_0_feet_away() -> None:
    playing = play(duel(), "move", who="darna", way=["orc"], distance=0)
    assert happened(playing, "move")[0]["feet"] == 0
    assert playing.fight.combatants["darna"].engaged == ["orc"]


@pytest.mark.rule("B11")
def test_the_report_says_whom_a_move_meets(run: Run, fight_file: FightFile) -> None:
    file = fight_file(run("new", "blade").out)
    run("add", "darna", "side=heroes", "position=[0,0]", "-f", file)
    for name, place in (("orc", "[20,0]"), ("ork", "[20,3]")):
        run("add", name, "side=orcs", f"position={place}", "-f", file)
    out = run("move", "darna", "16,0", "-f", file).out
    assert out.startswith("darna moves to (16, 0), 16 feet (4.8 m), meeting orc, ork.")
    run("undo", "-f", file)
    assert "(15, 0), 15 feet (4.5 m): First Strike." in run("move", "darna", "--charge", "orc", "-f", file).out


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


@pytest.mark.rule("B11", "B14")
def test_where_positions_are_kept_leaving_is_seen_by_them() -> None:
    arenas: dict[str, Any] = {"hall": {}, "yard": {}}
    here = {"position": [0, 0], "arena": "hall", "engaged": ["orc"]}
    near = trio(here, {"position": [5, 0], "arena": "hall"}, arenas=arenas)
    left = happened(play(near, "move", who="darna", way=["yard"]), "move")[0]
    assert (left["left"], left["reactions"]) == (["orc"], ["orc"])
    refuses("a distance alone is not enough", near, "move", who="darna", distance=30)


@pytest.mark.rule("B11")
def test_who_stands_adjacent_is_engaged_though_no_initiative_is_rolled() -> None:
    encounter = pair({"engaged": [], "position": [0, 0]}, {"engaged": [], "position": [5, 0]}, phase="initiative")
    assert play(encounter, "next").fight.combatants["darna"].engaged == ["orc"]
