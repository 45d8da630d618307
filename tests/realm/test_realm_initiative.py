"""Initiative of realm (R5)."""

from __future__ import annotations

import pytest

from realm_fights import party
from support import happened, odds, play, usage_error


@pytest.mark.rule("R5")
def test_initiative_is_a_d10_and_awareness_highest_first() -> None:
    # One die each in the file's order: mira 2+3, ogre 10, tomas 1+4, imp 1; the tied share their place.
    played = play(party(), "order", 3, 10, 4, 1)
    (event,) = happened(played, "order")
    assert event["order"] == ["ogre", "mira", "tomas", "imp"]
    assert event["ties"] == [["mira", "tomas"]]
    assert event["totals"] == {"mira": [5], "ogre": [10], "tomas": [5], "imp": [1]}


@pytest.mark.rule("R5")
def test_ties_are_rerolled_until_they_are_split_where_the_table_wants_it() -> None:
    (event,) = happened(play(party(), "order", 3, 9, 4, 1, 1, 2, 5, 7, ties="reroll"), "order")
    assert event["order"] == ["ogre", "tomas", "mira", "imp"]
    assert event["totals"]["mira"] == [5, 3, 7]
    usage_error('expected "reroll"', party(), "order", ties="again")


@pytest.mark.rule("R5")
def test_the_tied_of_an_order_that_stands_reroll_and_the_others_keep_their_places() -> None:
    # mira 2+9 = 11, ogre 4, tomas 1+3 = 4, imp 1: only ogre and tomas roll again, 5 and 1+7.
    stands = play(party(), "order", 9, 4, 3, 1).fight
    rerolled = play(stands, "order", 5, 7, ties="reroll")
    (event,) = happened(rerolled, "order")
    assert event["order"] == ["mira", "tomas", "ogre", "imp"]
    assert event["totals"] == {"mira": [11], "ogre": [4, 5], "tomas": [4, 8], "imp": [1]}
    assert happened(play(rerolled.fight, "order", ties="reroll"), "order")[0]["stands"]
    # mira leads alone and stays first; where she ties with tomas (2+3, 1+4), she is first in 55 of 91 rerolls.
    assert {each["who"]: each["chance"] for each in odds(stands, "order", ties="reroll")}["mira"] == "1"
    level = play(party(), "order", 3, 3, 4, 2).fight
    chances = {each["who"]: each["chance"] for each in odds(level, "order", ties="reroll")}
    assert chances == {"mira": "55/91", "tomas": "36/91", "ogre": "0", "imp": "0"}


@pytest.mark.rule("R5")
def test_only_those_who_declared_for_the_phase_roll() -> None:
    each = {
        "mira": {"declared": {"phase": 4, "action": "move"}},
        "ogre": {"declared": {"phase": 4}},
        "tomas": {"declared": {"phase": 4, "action": "move", "done": True}},
        "imp": {"status": ["dead"], "declared": {"phase": 4}},
    }
    (event,) = happened(play(party(phase="move", each=each), "order", 1, 2), "order")
    assert event["order"] == ["mira", "ogre"]
    each["ogre"] = {"declared": {"phase": 5}}
    alone = play(party(phase="move", each=each), "order")
    assert happened(alone, "order")[0]["order"] == ["mira"]
    assert alone.warnings == ["initiative is rolled only when several want to act in the same phase (R5)"]


@pytest.mark.rule("R5")
def test_an_order_stands_until_the_phase_ends() -> None:
    each = {
        "mira": {"declared": {"phase": 5, "action": "attack", "targets": ["ogre"]}},
        "ogre": {"declared": {"phase": 5}},
    }
    rolled = play(party(phase="attack", each=each), "order", 9, 2)
    (first,) = happened(rolled, "order")
    assert first["order"] == ["mira", "ogre"]
    (again,) = happened(play(rolled.fight, "order"), "order")
    assert (again["order"], again["totals"], again["faces"]) == (["mira", "ogre"], {"mira": [11], "ogre": [2]}, [])
    assert happened(play(rolled.fight, "order", 1, 10, again=True), "order")[0]["order"] == ["ogre", "mira"]
    assert happened(play(rolled.fight, "show"), "order")[0]["order"] == ["mira", "ogre"]
    ogre_first = play(play(rolled.fight, "order", 1, 10, again=True).fight, "show")
    assert [line["who"] for line in happened(ogre_first, "combatant") if line["to_act"]] == ["ogre", "mira"]
    board = happened(play(rolled.fight, "order", board=True), "board")
    assert [line["who"] for line in board[4]["declared"]] == ["mira", "ogre"]
    assert play(rolled.fight, "next").fight.order is None
    fallen = rolled.fight.with_combatant("mira", marked=[4, 5])
    assert happened(play(fallen, "order"), "order")[0]["order"] == ["ogre"]
    both = play(fallen.with_combatant("ogre", marked=[4, 5]), "order")
    assert (happened(both, "order")[0]["order"], len(both.warnings)) == ([], 1)
    assert both.warnings[0].startswith("nobody who wants to act in this phase is left")


@pytest.mark.rule("R5")
def test_a_group_rolls_once_and_nobody_left_is_said() -> None:
    group = party(each={"imp": {"count": 3}})
    assert len(happened(play(group, "order", 1, 2, 3, 4), "order")[0]["faces"]) == 4
    done = party(phase="push", each={"mira": {"declared": {"phase": 6, "action": "push", "done": True}}})
    nobody = play(done, "order")
    assert nobody.warnings == [
        "nobody who wants to act in this phase is left; `declare WHO …` says what somebody does (R5)"
    ]
