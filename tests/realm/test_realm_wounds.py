"""Wounds and recovery of realm (R40–R45, and what wounds break: R24, R25)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.realm.boxes import box_for, lowest_unmarked
from combatcli.rulesets.realm.state import top_marked
from support import fight, happened, odds, play, refuses, tables

if TYPE_CHECKING:
    from pathlib import Path

    from support import Run


def one(**keys: object) -> Any:
    """Return a fight of ann, who has the keys, and bob."""
    return fight("realm", combatants={"ann": keys, "bob": {}})


def wounded(encounter: Any, amount: str, *faces: int, **order: Any) -> Any:
    return play(encounter, "wound", *faces, targets=["ann"], amount=amount, **order).fight.combatants["ann"]


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


@pytest.mark.rule("R41")
def test_further_wounds_below_bring_no_second_test() -> None:
    assert wounded(one(marked=[5]), "2").marked == [2, 5]


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


@pytest.mark.rule("R43")
@pytest.mark.parametrize("keys", [{"marked": [1, 2, 3, 5]}, {"wounds": 1}, {"wounds": 2, "marked": [1]}])
def test_all_boxes_marked_is_death_without_a_test(keys: dict[str, Any]) -> None:
    assert wounded(one(**keys), "4").status == ["dead"]


@pytest.mark.rule("R43")
def test_from_death_there_is_no_return() -> None:
    dead = one(marked=[1, 2, 3, 4, 5], status=["dead"])
    for order in ({}, {"heal": 1}, {"wound": 3}):
        refuses("ann is dead, and there is no return", dead, "recover", who="ann", **order)
    refuses("ann is dead already", dead, "wound", targets=["ann"], amount="1")


def pending(*hits: dict[str, Any], **keys: Any) -> Any:
    return fight("realm", combatants={"ann": {}, "bob": {}, **keys}, pending=list(hits))


def test_all_that_is_pending_is_applied_at_once_and_tests_come_after() -> None:
    hits = [
        {"attacker": "bob", "target": "ann", "wounds": [4]},
        {"attacker": "ann", "target": "bob", "wounds": [2]},
        {"attacker": "bob", "target": "ann", "wounds": [5]},
    ]
    played = play(pending(*hits), "wound", 5)
    kinds = [event["event"] for event in played.events]
    assert kinds == ["wound", "wound", "wound", "condition", "test"]
    assert played.fight.pending == []
    assert {event["target"]: event["status"] for event in happened(played, "wound")} == {
        "ann": ["incapacitated"],
        "bob": [],
    }


def test_a_hit_on_someone_dead_by_now_is_dropped_with_a_warning() -> None:
    hits = [{"attacker": "bob", "target": "ann", "wounds": [1]}]
    played = play(pending(*hits, ann={"status": ["dead"], "marked": [1, 2, 3, 4, 5]}), "wound")
    assert played.warnings == ["ann is dead already; a pending hit on them is dropped (R43)"]


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


def test_where_nothing_is_pending_nobody_is_hurt() -> None:
    played = play(pending(), "wound")
    assert [event["event"] for event in played.events] == ["unhurt"]
    assert played.fight == played.before


@pytest.mark.parametrize("amount", ["x", "0", "-1", "4,", "1.5", "4,0", "0,4"])
def test_a_wound_number_is_a_whole_number_of_one_or_more(amount: str) -> None:
    with pytest.raises(UsageError, match="is no wound number"):
        wounded(one(), amount)


def test_only_daring_and_commitment_are_tested_to_fight_on() -> None:
    with pytest.raises(UsageError, match="daring or commitment"):
        wounded(one(), "4", **{"with": "brawn"})


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


@pytest.mark.rule("R24")
def test_any_wound_breaks_a_focus_and_the_report_says_so() -> None:
    focused = play(one().changed(phase="focus"), "declare", who="ann", action="focus", plan="the rune").fight
    assert focused.combatants["ann"].status == ["focusing"]
    played = play(focused, "wound", targets=["ann"], amount="1")
    assert played.fight.combatants["ann"].status == []
    (event,) = happened(played, "condition")
    assert (event["name"], event["ended"], event["reason"]) == ("focusing", True, "wounded")


@pytest.mark.rule("R25", "R26")
def test_wounding_the_impeder_sets_free() -> None:
    held = {"status": ["impeded", "cornered"], "by": {"impeded": "bob", "cornered": "bob"}}
    hits = [{"attacker": "ann", "target": "bob", "wounds": [1]}]
    freed = play(pending(*hits, ann=held), "wound").fight.combatants["ann"]
    assert freed.status == ["freed"]
    others = [{"attacker": "ann", "target": "cid", "wounds": [1]}]
    still = play(pending(*others, ann=held, cid={}), "wound").fight.combatants["ann"]
    assert still.status == ["impeded", "cornered"]


@pytest.mark.rule("R44")
def test_a_days_rest_clears_the_wound_of_its_number() -> None:
    # Marked 1, 3, 4, 6; a roll of 3 clears 3, and the report says that 6 cannot clear so.
    played = play(one(wounds=8, marked=[1, 3, 4, 6]), "recover", 3, who="ann")
    (event,) = happened(played, "recover")
    assert (event["faces"], event["cleared"], event["beyond_rest"]) == ([3], [3], [6])
    assert played.fight.combatants["ann"].marked == [1, 4, 6]


@pytest.mark.rule("R44")
def test_a_roll_that_matches_nothing_is_repeated_as_often_as_commitment_allows() -> None:
    (event,) = happened(play(one(marked=[1, 2], commitment=2), "recover", 5, 4, 2, who="ann"), "recover")
    assert (event["faces"], event["cleared"]) == ([5, 4, 2], [2])
    (event,) = happened(play(one(marked=[1], commitment=-1), "recover", 5, who="ann"), "recover")
    assert event["cleared"] == []
    played = play(one(marked=[1, 2, 3], commitment=1), "recover", 5, 1, 1, 2, who="ann", days=2)
    assert happened(played, "recover")[0]["cleared"] == [1, 2]


@pytest.mark.rule("R44")
def test_rest_ends_when_nothing_is_left_to_clear() -> None:
    played = play(one(marked=[2]), "recover", 2, who="ann", days=9)
    assert played.fight.combatants["ann"].marked == []
    played = play(one(wounds=8, marked=[7]), "recover", who="ann")
    assert happened(played, "recover")[0]["faces"] == []


@pytest.mark.rule("R44")
def test_rest_is_refused_to_the_bleeding_and_the_unhurt() -> None:
    refuses("bleeding", one(marked=[4, 5], status=["incapacitated", "bleeding"]), "recover", who="ann")
    refuses("no marked wound", one(), "recover", who="ann")
    for days in (0, 1001):
        refuses(f"takes 1 to 1000 days, not {days}", one(marked=[1]), "recover", who="ann", days=days)
    assert play(one(marked=[1]), "recover", 1, who="ann", days=1000).fight.combatants["ann"].marked == []


@pytest.mark.rule("R44", "R42")
def test_status_follows_the_boxes_that_remain() -> None:
    both = one(marked=[4, 5], status=["broken", "incapacitated"])
    first = play(both, "recover", 5, who="ann").fight
    assert first.combatants["ann"].status == ["broken"]
    assert play(first, "recover", 4, who="ann").fight.combatants["ann"].status == []


@pytest.mark.rule("R45")
def test_healing_stops_bleeding_and_clears_the_highest_or_the_one_named() -> None:
    bleeding = one(marked=[1, 2, 4, 5], status=["incapacitated", "bleeding"])
    stopped = play(bleeding, "recover", who="ann", heal=0).fight.combatants["ann"]
    assert (stopped.status, stopped.marked) == (["incapacitated"], [1, 2, 4, 5])
    cleared = play(bleeding, "recover", who="ann", heal=2).fight.combatants["ann"]
    assert (cleared.status, cleared.marked) == ([], [1, 2])
    named = play(bleeding, "recover", who="ann", wound=2).fight.combatants["ann"]
    assert (named.status, named.marked) == (["incapacitated"], [1, 4, 5])
    with pytest.raises(RefusedError, match="no wound 3") as refused:
        play(bleeding, "recover", who="ann", wound=3)
    assert refused.value.hint == "Marked: 1, 2, 4, 5."


BLEEDING: dict[str, Any] = {"wounds": 6, "marked": [2, 6, 1, 5], "status": ["incapacitated", "bleeding"]}


@pytest.mark.rule("R45")
@pytest.mark.parametrize(
    ("order", "left"),
    [
        ({"heal": 0}, {1, 2, 5, 6}),
        ({"heal": 1}, {1, 2, 5}),
        ({"heal": 2}, {1, 2}),
        ({"heal": 3}, {1}),
        ({"heal": 4}, set()),
        ({"heal": 9}, set()),
        ({"wound": 1}, {2, 5, 6}),
        ({"wound": 6}, {1, 2, 5}),
    ],
)
def test_healing_stops_bleeding_whatever_else_it_clears(order: dict[str, int], left: set[int]) -> None:
    played = play(one(**BLEEDING), "recover", who="ann", **order)
    healed = played.fight.combatants["ann"]
    assert (set(healed.marked), "bleeding" in healed.status) == (left, False)
    (event,) = happened(played, "recover")
    assert (set(event["cleared"]), event["faces"]) == ({1, 2, 5, 6} - left, [])
    (ended,) = (each for each in happened(played, "condition") if each["name"] == "bleeding")
    assert (ended["who"], ended["ended"]) == ("ann", True)


@pytest.mark.rule("R45", "R42")
def test_who_was_healed_takes_no_further_wound_at_the_end_of_the_round() -> None:
    bleeding = one(**BLEEDING).changed(phase="focused")
    assert set(play(bleeding, "next").fight.combatants["ann"].marked) == {1, 2, 3, 5, 6}
    healed = play(bleeding, "recover", who="ann", heal=0).fight
    over = play(healed, "next")
    assert happened(over, "wound") == []
    assert set(over.fight.combatants["ann"].marked) == {1, 2, 5, 6}
    assert set(play(over.fight, "recover", 2, who="ann").fight.combatants["ann"].marked) == {1, 5, 6}


@pytest.mark.rule("R45")
@pytest.mark.parametrize(
    ("words", "left"), [(["--heal"], [1, 4, 5]), (["--heal", "1"], [1, 4]), (["--wound", "4"], [1, 5])]
)
def test_healing_on_the_command_line(run: Run, tmp_path: Path, words: list[str], left: list[int]) -> None:
    path = tmp_path / "fight.toml"
    text = 'ruleset = "realm"\n[combatants.ann]\nmarked = [1, 4, 5]\nstatus = ["incapacitated", "bleeding"]\n'
    path.write_text(text, encoding="utf-8")
    assert run("recover", "ann", *words, "-f", path).code == 0
    ann = tables(path)["combatants"]["ann"]
    assert (sorted(ann["marked"]), "bleeding" in ann.get("status", [])) == (left, False)
    path.write_text(text, encoding="utf-8")
    assert run("recover", "ann", "--wound", "3", "-f", path).code == 3
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.rule("R44")
def test_odds_of_recovery_equal_a_count_of_all_outcomes() -> None:
    # Marked 1 and 2, Commitment 1: a day clears one with 1 - (3/5)^2, two days as counted by hand.
    hurt = one(marked=[1, 2], commitment=1)
    chance, first, second, spread = odds(hurt, "recover", who="ann")
    assert [(each["of"], each["chance"]) for each in (first, second)] == [("box 1", "8/25"), ("box 2", "8/25")]
    assert Fraction(chance["chance"]) == 1 - Fraction(9, 25)
    *_, spread = odds(hurt, "recover", who="ann", days=2)
    with_two_left, with_one_left = Fraction(16, 25), Fraction(9, 25)
    assert {key: Fraction(value) for key, value in spread["outcomes"].items()} == {
        "0": (1 - with_two_left) ** 2,
        "1": with_two_left * (1 - with_one_left) + (1 - with_two_left) * with_two_left,
        "2": with_two_left * with_one_left,
    }
    with pytest.raises(RefusedError, match="rolls no dice"):
        odds(hurt, "recover", who="ann", heal=1)
    with pytest.raises(RefusedError, match="bleeding"):
        odds(one(marked=[4, 5], status=["incapacitated", "bleeding"]), "recover", who="ann")
    with pytest.raises(RefusedError, match='no combatant "eve"'):
        odds(hurt, "recover", who="eve")
    told = {event["of"]: event.get("chance") for event in odds(one(wounds=6, marked=[5, 6]), "recover", who="ann")}
    assert told == {"cleared": "1/5", "box 5": "1/5", "wounds cleared": None}


@pytest.mark.rule("R32", "R52")
@pytest.mark.parametrize(("count", "chances"), [(1, None), (2, "9/10"), (3, "9/10")])
def test_odds_of_a_group_tell_whether_a_member_is_lost(count: int, chances: str | None) -> None:
    # A 3 on three boxes brings the test to fight on, which 10 alone passes.
    told = odds(one(count=count, wounds=3), "wound", targets=["ann"], amount="3")
    assert {event["of"]: event["chance"] for event in told}.get("member lost") == chances


def test_top_and_lowest_boxes() -> None:
    assert [top_marked(marked, 5) for marked in ([], [3], [4], [4, 5], [1, 5])] == [0, 0, 1, 2, 1]
    assert top_marked([1], 1) == 1
    assert lowest_unmarked([1, 2, 4], 5) == 3
    assert lowest_unmarked([], 5) == 1
    assert lowest_unmarked([1], 1) is None


@pytest.mark.rule("R44")
@pytest.mark.parametrize(
    ("marked", "face", "left", "beyond"),
    [([5], 5, [], []), ([5, 6], 5, [6], [6]), ([5, 6], 3, [5, 6], [6]), ([5, 6, 8], 1, [5, 6, 8], [6, 8])],
)
def test_five_is_the_highest_wound_that_a_day_of_rest_can_clear(
    marked: list[int], face: int, left: list[int], beyond: list[int]
) -> None:
    played = play(one(wounds=9, marked=marked), "recover", face, who="ann")
    (event,) = happened(played, "recover")
    assert (event["faces"], event["left"], event["beyond_rest"]) == ([face], left, beyond)
    assert played.fight.combatants["ann"].marked == left


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
    assert [event["event"] for event in played.events] == ["wound", "wound", "wound", "condition"]
    assert [event["marked"] for event in happened(played, "wound")] == [1, 2, None]
    assert played.fight.combatants["ann"].status == ["dead"]


@pytest.mark.rule("R26", "R25")
def test_a_blow_that_finds_no_box_to_mark_is_no_wound_on_the_impeder() -> None:
    held = {"status": ["impeded", "cornered"], "by": {"impeded": "bob", "cornered": "bob"}}
    hits = [{"attacker": who, "target": "bob", "wounds": [1]} for who in ("cid", "ann")]
    played = play(pending(*hits, ann=held, bob={"wounds": 1}, cid={}), "wound")
    assert played.fight.combatants["ann"].status == []
    freed = {event["reason"] for event in happened(played, "condition") if event["who"] == "ann"}
    assert freed == {"bob is dead"}


@pytest.mark.rule("R25", "R43")
@pytest.mark.parametrize(
    ("marked", "amount", "faces", "status"),
    [
        ([1, 2, 3, 5], "4", (), ["dead"]),
        ([5], "4", (10,), ["impeded", "cornered", "hurled", "incapacitated"]),
        ([], "5", (1,), ["impeded", "cornered", "hurled", "broken"]),
    ],
)
def test_the_dead_are_held_no_longer_and_who_fell_otherwise_still_is(
    marked: list[int], amount: str, faces: tuple[int, ...], status: list[str]
) -> None:
    held = ("impeded", "cornered", "hurled")
    ann = one(marked=marked, status=list(held), by={"impeded": "bob"}, until=dict.fromkeys(held, 2))
    played = play(ann, "wound", *faces, targets=["ann"], amount=amount)
    after = played.fight.combatants["ann"]
    assert after.status == status
    ended = {event["name"]: event["reason"] for event in happened(played, "condition") if event["ended"]}
    assert ended == ({} if after.until else dict.fromkeys(held, "dead"))


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
