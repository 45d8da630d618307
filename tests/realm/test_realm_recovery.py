"""Rest and healing of realm (R44, R45)."""

from __future__ import annotations

from typing import Any

import pytest

from combatcli.errors import RefusedError
from realm_fights import one
from support import Run, fight, happened, no_odds, odds, play, refused, refuses


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
def test_healing_lifts_what_the_boxes_no_longer_hold_and_clears_none_that_is_unmarked() -> None:
    bleeding = one(marked=[1, 2, 4, 5], status=["incapacitated", "bleeding"])
    for order, status in (({"heal": 0}, ["incapacitated"]), ({"heal": 2}, []), ({"wound": 2}, ["incapacitated"])):
        assert play(bleeding, "recover", who="ann", **order).fight.combatants["ann"].status == status
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


@pytest.mark.rule("R45")
@pytest.mark.parametrize("order", [{"heal": 1}, {"heal": 0, "wound": 2}])
def test_clearing_a_wound_says_nothing_of_a_bleeding_that_nobody_has(order: dict[str, int]) -> None:
    assert play(one(marked=[1, 2]), "recover", who="ann", **order).warnings == []


@pytest.mark.rule("R45", "R42")
def test_who_was_healed_takes_no_further_wound_at_the_end_of_the_round() -> None:
    bleeding = one(**BLEEDING).changed(phase="focused")
    assert set(play(bleeding, "next").fight.combatants["ann"].marked) == {1, 2, 3, 5, 6}
    healed = play(bleeding, "recover", who="ann", heal=0).fight
    over = play(healed, "next")
    assert happened(over, "wound") == []
    assert set(over.fight.combatants["ann"].marked) == {1, 2, 5, 6}
    assert set(play(over.fight, "recover", 2, who="ann").fight.combatants["ann"].marked) == {1, 5, 6}


@pytest.mark.rule("R44")
@pytest.mark.parametrize(
    ("marked", "face", "left", "beyond"),
    [
        *(([1, 3, 4, 6], 3, [1, 4, 6], [6]), ([5], 5, [], []), ([5, 6], 5, [6], [6])),
        *(([5, 6], 3, [5, 6], [6]), ([5, 6, 8], 1, [5, 6, 8], [6, 8])),
    ],
)
def test_a_days_rest_clears_the_wound_of_its_number_five_at_the_highest(
    marked: list[int], face: int, left: list[int], beyond: list[int]
) -> None:
    played = play(one(wounds=9, marked=marked), "recover", face, who="ann")
    (event,) = happened(played, "recover")
    assert (event["faces"], event["left"], event["beyond_rest"]) == ([face], left, beyond)
    assert event["cleared"] == [each for each in marked if each not in left]
    assert played.fight.combatants["ann"].marked == left


def two(**keys: object) -> Any:
    """Return a fight of ann, who has the keys, and bob."""
    return fight("realm", phase="attack-assist-aimed", combatants={"ann": keys, "bob": {}})


@pytest.mark.rule("R45")
@pytest.mark.parametrize(
    ("more", "message"),
    [({"heal": 0, "wound": 2}, "no wound 2"), ({"wound": 2}, "no wound 2"), ({"heal": 1, "wound": 4}, "exclude")],
)
def test_healing_what_is_not_marked_or_in_both_ways_is_refused(more: dict[str, int], message: str) -> None:
    refuses(message, two(marked=[1, 4]), "recover", who="ann", **more)


@pytest.mark.rule("R45")
def test_healing_of_who_does_not_bleed_says_that() -> None:
    assert play(one(marked=[1]), "recover", who="ann", heal=0).warnings == [
        "ann is not bleeding, so there is nothing to stop (R45)"
    ]
    bleeding = one(marked=[1, 4, 5], status=["incapacitated", "bleeding"])
    assert play(bleeding, "recover", who="ann", heal=0).warnings == []


@pytest.mark.rule("R44", "R45")
def test_several_wounds_clear_and_one_clears(run: Run) -> None:
    text = 'ruleset = "realm"\n[combatants.ann]\nwounds = 7\nmarked = [1, 5, 6, 7]\nstatus = ["bleeding"]\n'
    assert "ann: wounds 7 and 6 clear; marked now: 1, 5." in run("recover", "ann", "--heal", "2", stdin=text).err
    assert "ann: wound 7 clears; marked now: 1, 5, 6." in run("recover", "ann", "--heal", "1", stdin=text).err


@pytest.mark.rule("R44")
def test_odds_of_more_rolls_than_can_be_counted_are_refused(run: Run) -> None:
    text = f'ruleset = "realm"\n[combatants.mira]\nmarked = [1]\ncommitment = {2**63 - 1}\n'
    refused(run("recover", "mira", "--odds", stdin=text), 3, "100000 rolls at most")
    assert run("recover", "mira", "--odds", stdin=text.replace(str(2**63 - 1), "999")).code == 0


@pytest.mark.rule("R44")
def test_rest_has_odds_where_it_rolls_and_of_boxes_that_it_can_clear() -> None:
    hurt = one(marked=[1, 2], commitment=1)
    no_odds("rolls no dice", hurt, "recover", who="ann", heal=1)
    no_odds("rolls no dice", hurt, "recover", who="ann", wound=1)
    no_odds("bleeding", one(marked=[4, 5], status=["incapacitated", "bleeding"]), "recover", who="ann")
    told = {event["of"]: event.get("chance") for event in odds(one(wounds=6, marked=[5, 6]), "recover", who="ann")}
    assert told == {"cleared": "1/5", "box 5": "1/5", "wounds cleared": None}
