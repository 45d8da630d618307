"""Movement of arq: ways, threats, blunders, meeting, pulling back (Q20-Q24)."""

from __future__ import annotations

from typing import Any

import pytest

from arq_fights import base, drawn, on_squares, table
from combatcli.errors import RefusedError
from support import Run, happened, refused

ON_SQUARES: dict[str, Any] = {
    "top": 'phase = "movement"\n',
    "bran": "position = [0, 0]",
    "gob1": "position = [4, 1]",
    "wolf": "position = [7, 1]",
}


@pytest.mark.rule("Q20", "Q21", "Q22")
def test_6_a_threat_stops_a_move_a_blunder_is_answered(run: Run) -> None:
    text = base(**ON_SQUARES)
    stopped = run("move", "bran", "6,0", "--json", stdin=text)
    event = stopped.event("move")
    assert (event["to"], event["stopped_by"], event["steps"]) == ([3, 0], ["gob1"], 3)
    blunder = run("move", "bran", "6,0", "--blunder", "--json", stdin=text)
    event = blunder.event("move")
    assert (event["to"], event["stopped_by"], event["reactions"]) == ([6, 0], None, ["gob1"])
    lost = run("attack", "gob1", "bran", "--reaction", "--cards", "6", "--json", stdin=blunder.out)
    assert (lost.event("attack")["total"], lost.event("attack")["needed"]) == (12, 13)
    assert [hit["target"] for hit in lost.toml["pending"]] == ["bran"]
    won = run("attack", "gob1", "bran", "--reaction", "--cards", "8", "--json", stdin=blunder.out)
    assert (won.event("attack")["total"], "pending" in won.toml) == (14, False)
    later = stopped.out.replace("acted = true\n", "")
    free = run("move", "bran", "5,0", "--json", stdin=later).event("move")
    assert (free["to"], free["stopped_by"], free["reactions"]) == ([5, 0], None, [])


@pytest.mark.rule("Q20")
def test_7_the_shape_of_a_way_and_speed(run: Run) -> None:
    text = base('phase = "movement"\n', bran="position = [0, 0]")
    way = run("move", "bran", "5,2", "--json", stdin=text).event("move")["way"]
    assert way == [[1, 1], [2, 2], [3, 2], [4, 2], [5, 2]]
    event = run(
        "move", "bran", "5,2", "--json", stdin=text.replace("[combatants.gob1]", "[combatants.gob1]\nposition = [1, 2]")
    )
    assert (event.event("move")["to"], event.event("move")["stopped_by"]) == ([1, 1], ["gob1"])
    assert run("move", "bran", "7,0", stdin=text).code == 3
    for points, end in ((("3,3", "3,0"), [3, 0]), (("3,3", "2,0"), [2, 0])):
        assert run("move", "bran", *points, "--json", stdin=text).event("move")["to"] == end
    assert run("move", "bran", "3,3", "2,-1", stdin=text).code == 3


@pytest.mark.rule("Q23", "Q24")
def test_8_meeting_midway_and_pulling_back(run: Run) -> None:
    text = base('phase = "movement"\n', bran="position = [0, 0]", wolf="position = [9, 3]")
    met = run("move", "bran", "--meet", "wolf", "--json", stdin=text)
    moves = [event for event in met.events if event["event"] == "move"]
    told = [(event["who"], event["to"], event["steps"]) for event in moves]
    assert told == [("bran", [4, 2], 4), ("wolf", [5, 2], 4)]
    assert moves[0]["way"] == [[1, 1], [2, 2], [3, 2], [4, 2]]
    assert moves[1]["way"] == [[8, 2], [7, 2], [6, 2], [5, 2]]
    moved = run("move", "bran", "6,0", stdin=base(**ON_SQUARES)).out
    assert run("move", "bran", "--back", "2", "--json", stdin=moved).event("move")["to"] == [1, 0]
    refused(run("move", "bran", "--back", "4", stdin=moved), 3, "goes back by 3 at most, not by 4")


@pytest.mark.rule("Q20")
def test_friends_are_passed_foes_are_not_and_nobody_ends_on_another() -> None:
    here = {"bran": {"position": [0, 0]}, "isa": {"position": [1, 0]}}
    passed = drawn(table("movement", **here), "move", who="bran", way=["-2,0"]).fight
    assert passed.combatants["bran"].position == [-2, 0]
    over = drawn(table("movement", **here), "move", who="bran", way=["2,0"]).fight
    assert over.combatants["bran"].position == [2, 0]
    with pytest.raises(RefusedError, match="would end on isa"):
        drawn(table("movement", **here), "move", who="bran", way=["1,0"])
    foe = table("movement", bran={"position": [0, 0]}, gob={"position": [1, 0]})
    with pytest.raises(RefusedError, match="leads through gob at 1,0"):
        drawn(foe, "move", who="bran", way=["2,0"])
    fallen = table("movement", bran={"position": [0, 0]}, gob={"position": [1, 0], "wounds_taken": 6})
    assert drawn(fallen, "move", who="bran", way=["1,0"]).fight.combatants["bran"].position == [1, 0]


@pytest.mark.rule("Q22")
def test_where_the_table_is_strict_leaving_takes_a_blunder() -> None:
    keys = {"bran": {"position": [0, 0]}, "gob": {"position": [1, 0]}}
    free = happened(drawn(table("movement", **keys), "move", who="bran", way=["-3,0"]), "move")[0]
    assert free["reactions"] == []
    strict = table("movement", top={"house": {"strict_threat": True}}, **keys)
    for way in (["-3,0"], ["0,1", "-1,1"]):
        with pytest.raises(RefusedError, match="starts beside gob"):
            drawn(strict, "move", who="bran", way=way)
        left = drawn(strict, "move", who="bran", way=way, blunder=True)
        assert happened(left, "move")[0]["reactions"] == ["gob"]
    assert happened(drawn(strict, "move", who="bran", way=["0,1"]), "move")[0]["reactions"] == []


@pytest.mark.rule("Q22")
def test_a_reaction_of_a_player_wounds_the_foe_that_moved_and_nobody_else() -> None:
    encounter = table("movement", bran={"position": [2, 1]}, gob={"position": [0, 0]})
    moved = drawn(encounter, "move", who="gob", way=["4,0"], blunder=True).fight
    assert moved.combatants["gob"].threats == ["bran"]
    won = drawn(moved, "attack", 8, attacker="bran", targets=["gob"], reaction=True, strict=True)
    assert happened(won, "attack")[0]["wounded"] == "gob"
    lost = drawn(moved, "attack", 1, attacker="bran", targets=["gob"], reaction=True, strict=True)
    assert (happened(lost, "attack")[0]["wounded"], lost.fight.pending) == (None, [])
    with pytest.raises(RefusedError, match="bran has no move of gob to answer"):
        drawn(lost.fight, "attack", 2, attacker="bran", targets=["gob"], reaction=True, strict=True)
    assert any("can no longer answer" in warning for warning in drawn(moved, "next").warnings)


@pytest.mark.rule("Q23", "Q22")
def test_two_who_meet_stop_where_one_is_out_of_speed_or_threatened_unless_by_a_blunder() -> None:
    far = table("movement", bran={"position": [0, 0], "speed": 1}, wolf={"position": [9, 0]})
    ends = [event["to"] for event in happened(drawn(far, "move", who="bran", meet="wolf"), "move")]
    assert ends == [[1, 0], [8, 0]]
    third = table("movement", bran={"position": [0, 0]}, gob={"position": [3, 1]}, wolf={"position": [9, 0]})
    bran = happened(drawn(third, "move", who="bran", meet="wolf"), "move")[0]
    assert (bran["to"], bran["stopped_by"]) == ([2, 0], ["gob"])
    bran = happened(drawn(third, "move", who="bran", meet="wolf", blunder=True), "move")[0]
    assert (bran["to"], bran["reactions"]) == ([4, 0], ["gob"])


@pytest.mark.rule("Q20")
@pytest.mark.parametrize("far", ["1000000000,1", "99999999999999999999,1"])
def test_a_square_far_away_is_refused_at_once(far: str) -> None:
    for speed in (6, 10**12):
        with pytest.raises(RefusedError, match="the way takes"):
            drawn(table("movement", bran={"position": [0, 0], "speed": speed}), "move", who="bran", way=[far])


@pytest.mark.rule("Q20", "Q36")
def test_nobody_recovers_on_a_square_that_is_taken() -> None:
    encounter = table(
        bran={"position": [0, 0]}, gob={"position": [0, 0], "wounds_taken": 6, "status": ["incapacitated"]}
    )
    with pytest.raises(RefusedError, match="bran is on the square of gob"):
        drawn(encounter, "recover", who="gob", heal=1)


@pytest.mark.rule("Q24")
def test_nobody_is_pulled_back_on_a_way_they_have_left() -> None:
    moved = drawn(table("movement", bran={"position": [0, 0]}), "move", who="bran", way=["3,0"]).fight
    with pytest.raises(RefusedError, match="no longer on the way"):
        drawn(moved.with_combatant("bran", position=[8, 8]), "move", who="bran", back=1)


@pytest.mark.rule("Q22", "Q24")
@pytest.mark.parametrize(("back", "answering"), [(1, ["gob1"]), (2, ["gob1"]), (3, []), (4, []), (6, [])])
def test_whoever_is_pulled_back_from_a_threat_ignored_no_threat(run: Run, back: int, answering: list[str]) -> None:
    moved = run("move", "bran", "6,0", "--blunder", stdin=base(**ON_SQUARES)).out
    pulled = run("move", "bran", "--back", str(back), stdin=moved)
    assert pulled.toml["combatants"]["bran"].get("threats", []) == answering


MEETING = """
ruleset = "arq"
phase = "movement"
[combatants]
b = { side = "heroes", player = true, position = [0, 0] }
g = { side = "foes", position = [8, 0], speed = 6 }
third = { side = "foes", position = [2, 1] }
"""


@pytest.mark.rule("Q21", "Q23")
def test_one_whom_a_third_foe_stops_stands_and_the_other_goes_on(run: Run) -> None:
    done = run("move", "b", "--meet", "g", "--json", stdin=MEETING)
    moves = {event["who"]: event for event in done.events if event["event"] == "move"}
    assert (moves["b"]["to"], moves["b"]["stopped_by"]) == ([1, 0], ["third"])
    assert (moves["g"]["to"], moves["g"]["stopped_by"]) == ([2, 0], None)


@pytest.mark.rule("Q23")
def test_who_has_not_left_their_square_has_not_moved(run: Run) -> None:
    done = run("move", "b", "--meet", "g", "--json", stdin=MEETING.replace("speed = 6", "speed = 0"))
    assert [event["who"] for event in done.events if event["event"] == "move"] == ["b"]
    assert "acted" not in done.toml["combatants"]["g"]
    near = MEETING.replace("[8, 0]", "[1, 0]")
    done = run("move", "b", "--meet", "g", stdin=near)
    assert (done.code, "b and g already stand beside each other (Q23)" in done.err) == (3, True)


@pytest.mark.rule("Q24")
def test_a_way_goes_back_by_a_square_or_more_and_by_no_more_than_it_has(run: Run) -> None:
    moved = run("move", "bran", "1,0", stdin=base(**ON_SQUARES)).out
    back = run("move", "bran", "--back", "1", stdin=moved)
    assert "bran is pulled back from (1, 0) to (0, 0)." in back.err
    refused(run("move", "bran", "--back", "0", stdin=moved), 3, "a square or more")
    refused(run("move", "bran", "--back", "2", stdin=moved), 3, "goes back by 1 at most, not by 2")
    refused(run("move", "bran", "1,1", "--back", "1", stdin=moved), 2, "move bran: only one way at a time")


@pytest.mark.rule("Q20")
def test_a_forecast_goes_toward_the_farthest_foe_without_counting_squares(run: Run) -> None:
    text = f"""ruleset = "arq"
[combatants.isa]
side = "heroes"
position = [{-(2**63)}, 0]
[combatants.gob]
side = "foes"
position = [{2**63 - 1}, 5]
"""
    done = run("forecast", "--times", "1", "--rounds", "2", stdin=text)
    assert done.code == 0, done.err


FORD = on_squares("movement", {"bran": "0, 0"}, {"g1": "3, 1"})


@pytest.mark.rule("Q21", "Q22")
def test_whoever_was_stopped_may_blunder_on_for_the_rest_of_the_speed(run: Run) -> None:
    stopped = run("move", "bran", "6,0", stdin=FORD)
    assert "To go on all the same: move bran 6,0 --blunder" in stopped.err
    refused(run("move", "bran", "8,0", "--blunder", stdin=stopped.out), 3, "takes 8 steps, 2 of which are gone")
    on = run("move", "bran", "6,0", "--blunder", "--strict", "--json", stdin=stopped.out)
    event = on.event("move")
    assert (event["from"], event["to"], event["steps"], event["reactions"]) == ([2, 0], [6, 0], 4, ["g1"])
    assert "already" not in on.err
    answer = run("attack", "g1", "bran", "--reaction", "--strict", "--cards", "1", "--json", stdin=on.out)
    assert answer.event("attack")["wounded"] == "bran"
    assert run("move", "bran", "--back", "6", "--json", stdin=on.out).event("move")["to"] == [0, 0]


@pytest.mark.rule("Q22")
def test_a_second_move_names_the_answer_that_is_open_and_leaves_it(run: Run) -> None:
    gone = run("move", "bran", "5,0", "--blunder", stdin=FORD)
    again = run("move", "bran", "6,0", stdin=gone.out)
    assert "g1 may still answer the last move of bran (Q22): combatcli attack g1 bran --reaction" in again.err
    refused(run("move", "bran", "6,0", "--strict", stdin=gone.out), 3, "bran has already moved")
    assert run("attack", "g1", "bran", "--reaction", "--strict", "--cards", "1", stdin=again.out).code == 0


@pytest.mark.rule("Q24", "Q22")
def test_one_who_fell_by_the_answer_is_pulled_back(run: Run) -> None:
    gone = run(
        "move", "bran", "6,0", "--blunder", stdin=FORD.replace("position = [0, 0]", "wounds = 1\nposition = [0, 0]")
    )
    fallen = run("attack", "g1", "bran", "--reaction", "--cards", "1", "--apply", stdin=gone.out)
    assert fallen.toml["combatants"]["bran"]["status"] == ["incapacitated"]
    back = run("move", "bran", "--back", "3", stdin=fallen.out)
    assert (back.code, back.toml["combatants"]["bran"]["position"]) == (0, [3, 0])
    refused(run("move", "g1", "--back", "1", stdin=FORD), 3, "g1 has no way to be pulled back along (Q24)")


@pytest.mark.rule("Q11", "Q20")
def test_a_second_move_beyond_the_speed_says_so(run: Run) -> None:
    once = run("move", "bran", "-6,0", stdin=FORD)
    twice = run("move", "bran", "-12,0", stdin=once.out)
    assert (
        "bran has already moved or passed in this phase, and takes 12 steps with a speed of 6 (Q11, Q20)" in twice.err
    )


@pytest.mark.rule("Q22")
def test_a_blunder_that_ignores_nothing_says_so(run: Run) -> None:
    assert "--blunder changed nothing" in run("move", "bran", "1,0", "--blunder", stdin=FORD).err
