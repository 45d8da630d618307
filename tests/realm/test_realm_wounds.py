"""Wounds of realm: boxes, tests to fight on, death, groups (R32, R40-R43)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combatcli.errors import UsageError
from combatcli.rulesets.realm.state import top_marked
from combatcli.rulesets.realm.wound import box_for
from combatcli.rulesets.shared.tally import stats
from realm_fights import one, pending
from support import Run, happened, odds, play, refuses, usage_error


@pytest.mark.rule("R40")
@pytest.mark.parametrize(
    ("number", "marked", "boxes", "box"),
    [
        (4, [], 5, 4),
        (5, [], 4, 4),
        (9, [], 5, 5),
        (4, [4], 5, 3),
        (4, [3, 4], 5, 5),
        (3, [2, 3], 5, 4),
        (3, [2, 3, 4], 5, 1),
        (5, [3, 4, 5], 5, 2),
        (1, [1, 2], 5, 3),
        (2, [1, 2, 3], 3, None),
    ],
)
def test_a_wound_marks_its_number_or_the_nearest_box_lower_first(
    number: int, marked: list[int], boxes: int, box: int | None
) -> None:
    assert box_for(number, marked, boxes) == box


@given(st.integers(1, 30), st.integers(1, 12), st.data())
def test_a_wound_never_vanishes_and_never_marks_a_box_twice(number: int, boxes: int, data: st.DataObject) -> None:
    marked = data.draw(st.sets(st.integers(1, boxes)))
    box = box_for(number, sorted(marked), boxes)
    free = set(range(1, boxes + 1)) - marked
    assert (box is None) == (not free)
    if box is not None:
        start = min(number, boxes)
        assert box in free
        assert abs(box - start) == min(abs(each - start) for each in free)


@pytest.mark.rule("R40")
def test_several_dice_mark_several_wounds_in_the_order_rolled() -> None:
    played = play(one(wounds=8), "wound", targets=["ann"], amount="4,4,2")
    assert [event["marked"] for event in happened(played, "wound")] == [4, 3, 2]
    assert [event["amount"] for event in happened(played, "wound")] == [4, 4, 2]
    assert played.fight.combatants["ann"].marked == [2, 3, 4]


def wounded(encounter: Any, amount: str, *faces: int, **order: Any) -> Any:
    return play(encounter, "wound", *faces, targets=["ann"], amount=amount, **order).fight.combatants["ann"]


@pytest.mark.rule("R41")
@pytest.mark.parametrize(
    ("keys", "face", "order", "status"),
    [
        ({}, 9, {}, ["broken"]),
        ({}, 10, {}, []),
        ({"daring": 3, "commitment": 1}, 7, {}, []),
        ({"daring": 3, "commitment": 1}, 6, {}, ["broken"]),
        ({"daring": 1, "commitment": 4}, 6, {}, []),
        ({"daring": 3, "commitment": 1}, 8, {"with": "commitment"}, ["broken"]),
    ],
)
def test_one_of_the_two_highest_marked_is_tested_for(
    keys: dict[str, Any], face: int, order: dict[str, str], status: list[str]
) -> None:
    assert wounded(one(**keys), "4", face, **order).status == status


@pytest.mark.rule("R41")
def test_the_test_to_fight_on_is_rolled_once_and_the_number_may_be_another() -> None:
    assert wounded(one(), "3").status == []
    encounter = one().changed(house={"resolve_target": 5})
    assert wounded(encounter, "5", 5).status == []
    assert wounded(encounter, "5", 4).status == ["broken"]
    assert wounded(one(marked=[5]), "2").marked == [2, 5]
    usage_error("daring or commitment", one(), "wound", targets=["ann"], amount="4", **{"with": "brawn"})


@pytest.mark.rule("R42")
@pytest.mark.parametrize(
    ("keys", "face", "status"),
    [
        ({"marked": [5]}, 2, ["incapacitated"]),
        ({"marked": [5]}, 1, ["incapacitated", "bleeding"]),
        ({"marked": [1, 2, 5]}, 3, ["incapacitated", "bleeding"]),
        ({"marked": [1, 2, 5], "commitment": 1}, 3, ["incapacitated"]),
    ],
)
def test_both_of_the_two_highest_marked_incapacitate(keys: dict[str, Any], face: int, status: list[str]) -> None:
    assert wounded(one(**keys), "4", face).status == status


@pytest.mark.rule("R42")
def test_both_at_once_bring_the_one_test_only() -> None:
    played = play(one(), "wound", 2, targets=["ann"], amount="5,4")
    (event,) = happened(played, "test")
    assert (event["trait"], event["needed"], event["success"]) == ("commitment", 2, True)
    assert played.fight.combatants["ann"].status == ["incapacitated"]


def test_all_that_is_pending_is_applied_at_once_and_tests_come_after() -> None:
    hits = [
        {"attacker": "bob", "target": "ann", "wounds": [4]},
        {"attacker": "ann", "target": "bob", "wounds": [2]},
        {"attacker": "bob", "target": "ann", "wounds": [5]},
    ]
    played = play(pending(*hits), "wound", 5)
    kinds = [event.event for event in played.events]
    assert kinds == ["wound", "wound", "wound", "condition", "test"]
    assert played.fight.pending == []
    told = {event["target"]: event["status"] for event in happened(played, "wound")}
    assert told == {"ann": ["incapacitated"], "bob": []}


def test_a_hit_on_someone_dead_by_now_is_dropped_with_a_warning() -> None:
    hits = [{"attacker": "bob", "target": "ann", "wounds": [1]}]
    played = play(pending(*hits, ann={"status": ["dead"], "marked": [1, 2, 3, 4, 5]}), "wound")
    assert played.warnings == ["ann is already dead; a pending hit on them was discarded (R43)"]


def test_what_is_pending_can_be_discarded() -> None:
    hits = [{"attacker": "bob", "target": "ann", "wounds": [number]} for number in (1, 2, 3)]
    dropped = play(pending(*hits), "wound", discard="2")
    assert [(event["target"], event["wounds"]) for event in happened(dropped, "discard")] == [("ann", [2])]
    second = dropped.fight
    assert [hit.wounds for hit in second.pending] == [[1], [3]]
    everything = play(second, "wound", discard="all")
    assert [event["wounds"] for event in happened(everything, "discard")] == [[1], [3]]
    assert everything.fight.pending == []
    for which in ("3", "0", "x"):
        refuses(f"no pending hit {which}", second, "wound", discard=which)
    refuses("nothing is pending", pending(), "wound", discard="all")


@pytest.mark.parametrize("amount", ["x", "0", "-1", "4,", "1.5", "4,0", "0,4"])
def test_a_wound_number_is_a_whole_number_of_one_or_more(amount: str) -> None:
    with pytest.raises(UsageError, match="is not a wound number"):
        wounded(one(), amount)


def group(**keys: object) -> Any:
    """Return a fight in which ann is a group of three with three boxes."""
    return one(count=3, wounds=3, **keys)


def test_a_group_loses_a_member_where_one_alone_would_fall() -> None:
    broken = wounded(group(), "3", 2)
    assert (broken.count, broken.marked, broken.status) == (2, [], [])
    stood = wounded(group(), "3", 10)
    assert (stood.count, stood.marked) == (3, [3])
    felled = wounded(group(marked=[3]), "2")
    assert (felled.count, felled.marked, felled.status) == (2, [], [])
    killed = wounded(group(marked=[1, 3]), "2")
    assert (killed.count, killed.marked, killed.status) == (2, [], [])
    waves = play(group(), "wound", targets=["ann"], amount="3,3,3,1")
    after = waves.fight.combatants["ann"]
    assert (after.count, after.marked) == (2, [1])
    assert [event["left"] for event in happened(waves, "loss")] == [2]
    two = wounded(one(count=2, wounds=3), "3,3,3,1")
    assert (two.count, two.marked) == (1, [1])
    last = wounded(one(count=1, wounds=3, marked=[1, 3]), "2")
    assert last.status == ["dead"]


@pytest.mark.rule("R32", "R52")
@pytest.mark.parametrize(("count", "chances"), [(1, None), (2, "9/10"), (3, "9/10")])
def test_odds_of_a_group_tell_whether_a_member_is_lost(count: int, chances: str | None) -> None:
    # A 3 on three boxes brings the test to fight on, which 10 alone passes.
    told = odds(one(count=count, wounds=3), "wound", targets=["ann"], amount="3")
    assert {event["of"]: event["chance"] for event in told}.get("member lost") == chances


def test_top_and_lowest_boxes() -> None:
    assert [top_marked(marked, 5) for marked in ([], [3], [4], [4, 5], [1, 5])] == [0, 0, 1, 2, 1]
    assert top_marked([1], 1) == 1
    assert box_for(1, [1, 2, 4], 5) == 3
    assert box_for(1, [], 5) == 1
    assert box_for(1, [1], 1) is None


@pytest.mark.rule("R33", "R43")
def test_the_lowest_unmarked_wound_may_be_the_last_one() -> None:
    hit = {"attacker": "bob", "target": "ann", "wounds": [4], "lowest": True}
    played = play(pending(hit, ann={"marked": [1, 2, 3]}), "wound")
    assert [(event["amount"], event["marked"]) for event in happened(played, "wound")] == [(4, 4), (5, 5)]
    assert played.fight.combatants["ann"].status == ["dead"]
    full = play(pending(hit, ann={"marked": [1, 2, 3, 5]}), "wound")
    assert [(event["amount"], event["marked"]) for event in happened(full, "wound")] == [(4, 4), (1, None)]


@pytest.mark.rule("R40", "R43")
def test_death_comes_after_all_wounds_of_a_blow_have_been_marked() -> None:
    played = play(one(wounds=2), "wound", targets=["ann"], amount="1,1,2")
    assert [event.event for event in played.events] == ["wound", "wound", "wound", "condition"]
    assert [event["marked"] for event in happened(played, "wound")] == [1, 2, None]
    assert played.fight.combatants["ann"].status == ["dead"]


@pytest.mark.rule("R41")
def test_each_victim_chooses_what_to_test(run: Run) -> None:
    keys = "daring = 3\ncommitment = 1\n"
    text = f'ruleset = "realm"\n[combatants.ann]\n{keys}[combatants.bob]\n{keys}'
    words = ("wound", "ann", "bob", "4", "--dice", "7,7", "--json")
    for more, traits in (
        (["--with", "ann=commitment"], ["commitment", "daring"]),
        (["--with", "commitment", "--with", "ann=daring"], ["daring", "commitment"]),
        (["--with", "commitment"], ["commitment", "commitment"]),
    ):
        done = run(*words, *more, stdin=text)
        assert [event["trait"] for event in done.events if event["event"] == "test"] == traits
    assert run(*words, "--with", "ann=brawn", stdin=text).code == 2
    assert run(*words, "--with", "zed=daring", stdin=text).code == 3


@pytest.mark.rule("R42", "R0")
def test_who_is_incapacitated_already_is_not_incapacitated_by_one_more_wound() -> None:
    encounter = one(marked=[4, 5])
    played = play(encounter, "wound", targets=["ann"], amount="1")
    assert (happened(played, "condition"), happened(played, "test")) == ([], [])
    assert [event["status"] for event in happened(played, "wound")] == [["incapacitated"]]
    told = odds(encounter, "wound", targets=["ann"], amount="1")
    assert {event["chance"] for event in told if event["of"] in ("incapacitated", "dead", "broken")} == {"0"}
    killed = play(one(marked=[3, 4, 5]), "wound", targets=["ann"], amount="1,2")
    assert [event["name"] for event in happened(killed, "condition")] == ["dead"]


@pytest.mark.rule("R32", "R33")
def test_the_mark_of_a_parrying_weapon_goes_on_to_the_next_of_a_group() -> None:
    hit = {"attacker": "bob", "target": "mob", "wounds": [4, 4], "lowest": True}
    played = play(pending(hit, mob={"count": 2, "wounds": 3, "marked": [1]}), "wound")
    assert [event["marked"] for event in happened(played, "wound")] == [3, 2, 1]
    assert (played.fight.combatants["mob"].count, played.fight.combatants["mob"].marked) == (1, [1])


@pytest.mark.rule("R52")
def test_statistics_count_boxes_and_never_add_up_their_numbers() -> None:
    hit = {"attacker": "ann", "target": "bob", "wounds": [5, 3]}
    played = play(pending(hit), "wound", 10)
    (tally,) = stats([played.events], lambda _: None)
    assert (tally.who, tally.damage) == ("ann", 2)
