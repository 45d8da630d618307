"""Movement of beacon, forced or not, and who may strike at a mover (E20-E23)."""

from __future__ import annotations

from typing import Any

import pytest

from beacon_fights import base, camp, conditioned, having, table
from combatcli.errors import UsageError
from support import Run, happened, play, refuses, usage_error

FEET: dict[str, Any] = {
    "wight": 'position = [5, 0]\nweapons.blade = { effect = "d6", reach = 5 }',
    "hound": "position = [0, 10]",
}


@pytest.mark.rule("E12", "E20", "E22", "E23")
def test_11_feet(run: Run) -> None:
    text = base(**FEET)
    assert run("move", "osric", "25,25", "--json", stdin=text).event("move")["feet"] == 25
    assert run("move", "osric", "30,0", stdin=text).code == 3
    quick = base(osric='conditions = [{ name = "quickened" }]')
    assert run("move", "osric", "50,0", stdin=quick).code == 0
    nowhere = base().replace("position = [0, 0]\n", "")
    assert run("move", "osric", "--distance", "20", "--difficult", "5", stdin=nowhere).code == 0
    assert run("move", "osric", "--distance", "20", "--difficult", "10", stdin=nowhere).code == 3
    assert run("move", "osric", "-20,0", "--json", stdin=text).event("move")["reactions"] == ["wight"]
    assert run("move", "osric", "-5,0", "--maneuver", "--json", stdin=text).event("move")["reactions"] == []
    assert run("move", "osric", "-5,0", "--maneuver", "--difficult", "5", stdin=text).code == 3
    rooted = text.replace("[combatants.wight]\n", '[combatants.wight]\nconditions = [{ name = "rooted" }]\n')
    assert run("move", "wight", "10,0", stdin=rooted).code == 3


@pytest.mark.rule("E21", "E22")
def test_11_forced_movement(run: Run) -> None:
    text = base(**FEET)
    assert run("push", "osric", "wight", "--feet", "10", "--json", stdin=text).event("move")["to"] == [15, 0]
    assert "As in --to 25,-5" in run("push", "osric", "wight", "--feet", "10", "--slide", stdin=text).err
    words = ["push", "osric", "wight", "--feet", "25", "--slam", "--hits"]
    slam = run(*words, "--dice", "7,4", "--json", stdin=text)
    assert slam.event("move")["to"] == [30, 0]
    assert slam.toml["pending"][0]["damage"] == 11
    assert run("push", "osric", "wight", "--feet", "9", "--slam", "--hits", "--dice", "", stdin=text).code == 0
    rooted = text.replace("[combatants.wight]\n", '[combatants.wight]\nconditions = [{ name = "rooted" }]\n')
    for how in ([], ["--pull"], ["--slide", "--to", "10,5"], ["--slam"]):
        assert run("push", "osric", "wight", "--feet", "10", *how, stdin=rooted).code == 3
    moved = run("push", "osric", "wight", "--feet", "10", "--teleport", "--to", "15,0", stdin=rooted)
    assert moved.code == 0, moved.err


@pytest.mark.rule("E23")
def test_who_may_strike_at_a_mover_strikes_where_the_mover_was() -> None:
    moved = play(table(top={"turn": "a"}), "move", who="a", way=["-20,0"])
    assert happened(moved, "move")[0]["reactions"] == ["b"]
    struck = play(moved.fight, "attack", 2, 1, 1, attacker="b", targets=["a"], react=True)
    assert happened(struck, "attack")[0]["needed"]
    refuses("25 feet", struck.fight, "attack", attacker="b", targets=["a"], react=True)
    ended = play(moved.fight, "next").fight
    assert ended.combatants["a"].reactions == []


@pytest.mark.rule("E23", "E46")
def test_nobody_strikes_at_a_mover_who_is_hidden_from_them() -> None:
    moved = play(table(a=conditioned({"name": "hidden"})), "move", who="a", way=["-20,0"])
    assert happened(moved, "move")[0]["reactions"] == []


@pytest.mark.rule("E20")
def test_difficult_feet_make_nobody_faster() -> None:
    usage_error("0 feet or more", table(), "move", who="a", way=["40,0"], difficult=-20)


@pytest.mark.rule("E23", "E41")
@pytest.mark.parametrize(
    ("name", "own", "others"), [("slowed", True, False), ("stunned", True, False), ("downed", False, False)]
)
def test_what_conditions_do_to_threat(name: str, *, own: bool, others: bool) -> None:
    from combatcli.rulesets.beacon.state import threatens

    places = {"osric": {"position": [0, 0]}, "hound": {"position": [5, 0], **having(name)}}
    for turn, wanted in (("hound", own), ("osric", others), (None, others)):
        assert threatens(camp(top={"turn": turn}, **places), "hound", "osric") == wanted


@pytest.mark.rule("E20", "E22", "E41", "E43")
def test_what_conditions_do_to_movement() -> None:
    place = {"position": [0, 0]}
    quick = play(camp(osric={**place, **having("quickened")}), "move", who="osric", way=["50,0"])
    assert quick.fight.combatants["osric"].position == [50, 0]
    refuses("rooted", camp(osric={**place, **having("rooted")}), "move", who="osric", way=["5,0"])
    afraid = camp(osric={**place, **having("terrified", source="hound")}, hound={"position": [20, 0]})
    refuses("terrified of hound", afraid, "move", who="osric", way=["10,0"])
    dared = play(afraid, "move", who="osric", way=["10,0"], push=["closer"])
    assert dared.fight.combatants["osric"].stress == 1
    assert play(afraid, "move", who="osric", way=["-10,0"]).fight.combatants["osric"].stress == 0


@pytest.mark.rule("E21")
def test_forced_movement_stops_before_a_figure_and_a_pull_ends_beside() -> None:
    places = {"osric": {"position": [0, 0]}, "hound": {"position": [20, 0]}}
    pulled = play(camp(**places), "push", who="osric", targets=["hound"], feet=60, pull=True).fight
    assert pulled.combatants["hound"].position == [5, 0]
    wall = camp(**places, vela={"position": [35, 0]})
    slammed = play(wall, "push", 6, who="osric", targets=["hound"], feet=30, slam=True)
    assert slammed.fight.combatants["hound"].position == [30, 0]
    assert [hit.damage for hit in slammed.fight.pending] == [6]
    slid = play(camp(**places), "push", who="osric", targets=["hound"], feet=10, slide=True, to="20,10").fight
    assert slid.combatants["hound"].position == [20, 10]
    for more in ({"slide": True}, {"feet": 0}, {"pull": True, "slam": True}):
        with pytest.raises(UsageError):
            play(camp(**places), "push", **{"who": "osric", "targets": ["hound"], "feet": 10, **more})
    refuses("within 10 feet", camp(**places), "push", who="osric", targets=["hound"], feet=10, teleport=True, to="50,0")


@pytest.mark.rule("E20")
def test_difficult_arenas_cost_twice() -> None:
    arenas = {"bog": {"terrain": "difficult"}, "field": {}, "cliff": {"terrain": "impassable"}}
    field = camp(top={"arenas": arenas}, osric={"arena": "field"})
    for order in ({"way": ["bog"], "distance": 15}, {"way": ["bog"], "maneuver": True}, {"way": ["cliff"]}):
        refuses("E20", field, "move", who="osric", **order)
    assert happened(play(field, "move", who="osric", way=["bog"], distance=10), "move")[0]["cost"] == 20
    inside = camp(top={"arenas": arenas}, osric={"arena": "bog", "position": [0, 0]})
    refuses("cannot go 15 feet, which cost 30", inside, "move", who="osric", way=["15,0"])


@pytest.mark.rule("E21")
def test_a_push_beyond_reason_is_refused_at_once() -> None:
    usage_error("5,000", camp(), "push", who="osric", targets=["hound"], feet=10**9)


@pytest.mark.rule("E21")
@pytest.mark.parametrize(
    ("way", "said"),
    [
        (["--pull"], "is pulled"),
        (["--slide", "--to", "10,5"], "is slid"),
        (["--slam"], "is slammed"),
        (["--teleport", "--to", "10,5"], "is teleported"),
        ([], "is pushed"),
    ],
)
def test_forced_movement_is_told_in_its_own_word(run: Run, way: list[str], said: str) -> None:
    text = base(osric="position = [0, 0]", hound="position = [15, 0]")
    assert f"hound {said}" in run("push", "osric", "hound", "--feet", "10", *way, stdin=text).err


@pytest.mark.rule("E20")
def test_feet_alone_are_no_move_where_positions_are_kept() -> None:
    refuses("a has a position", table(), "move", who="a", distance=20)


@pytest.mark.rule("E21")
def test_who_is_not_moved_at_all_stays(run: Run) -> None:
    text = base(wight="position = [5, 0]", hound="position = [10, 0]")
    pushed = run("push", "osric", "wight", "--feet", "10", stdin=text)
    assert pushed.err == "wight stays at (5, 0), stopped by hound.\n"
