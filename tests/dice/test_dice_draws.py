"""Dice that draw without putting back: no face shows again that one of them has shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

import pytest
from dice_expressions import chances, is_meant
from dice_oracle import Pool
from hypothesis import assume, given
from hypothesis import strategies as st

from support import Run, refused


def chances_of(deck: list[int], count: int, value: Callable[[tuple[int, ...]], int]) -> dict[int, Fraction]:
    """Return the chance of each value of a hand, by all hands that there are."""
    hands = list(combinations(sorted(deck), count))
    counts = Counter(map(value, hands))
    return {outcome: Fraction(ways, len(hands)) for outcome, ways in counts.items()}


ASKED = [
    *[Pool(keeps=keeps) for keeps in ((), (("kh", 2),), (("kl", 1),), (("dh", 1),), (("dl", 1), ("dh", 1)))],
    *[Pool(sets=sets) for sets in ("ms", "mt", "mr")],
    Pool(keeps=(("kh", 3),), sets="ms"),
    Pool(success=(">=", 3), failure=("=", 1)),
]


@given(
    st.dictionaries(st.integers(-2, 6), st.integers(1, 3), min_size=2, max_size=4),
    st.integers(1, 5),
    st.sampled_from(ASKED),
)
def test_odds_of_draws_are_those_of_all_hands(faces: dict[int, int], count: int, asked: Pool) -> None:
    deck = [face for face, times in faces.items() for _ in range(times)]
    count = min(count, len(deck))
    written = ",".join(f"{face}:{times}" for face, times in faces.items())
    text = f"{count}d{{{written}}}u{asked.text()}"
    assume(is_meant(text))
    assert chances(text) == chances_of(deck, count, asked.total)


def test_odds_of_cards_are_those_that_are_known() -> None:
    assert chances("5d{1..13:4}u ms")[4] == Fraction(624, 2_598_960)
    assert chances("5d{1..13:4}u mr")[5] == Fraction(9 * 4**5, 2_598_960)
    assert chances("2d{1..13:4}u mt")[1] == Fraction(13 * 6, 1326)
    assert chances("6d6u") == {21: Fraction(1)}
    assert chances("2d{1,2,4}umin2") == {4: Fraction(1, 3), 6: Fraction(2, 3)}


def test_draws_stand_beside_other_dice_and_have_names() -> None:
    two = chances_of([1, 1, 2, 3], 2, sum)
    both = Counter[int]()
    for left, one in two.items():
        for right, other in two.items():
            both[left + right] += one * other  # type: ignore[assignment]  # a Counter adds fractions too
    assert chances("2d{1:2,2,3}u + 2d{1:2,2,3}u") == both
    kept = Counter(max(*hand, die) for hand in combinations([1, 1, 2, 3], 2) for die in range(1, 5))
    assert chances("{2d{1:2,2,3}u + 1d4}kh1") == {face: Fraction(ways, 24) for face, ways in kept.items()}
    assert chances("{2d{1:2,2,3}u - 1d4}kl1") == {-face: Fraction(1, 4) for face in range(1, 5)}
    hands = Counter((hand.count(1) * 10 + max(hand)) for hand in combinations([1, 1, 2, 3], 2))
    named = "p = {2d{1:2,2,3}u}; (p=1)*10 + p kh1"
    assert chances(named) == {value: Fraction(ways, 6) for value, ways in hands.items()}
    mixed = Counter({sum(hand): 0 for hand in combinations(range(1, 4), 2)})
    assert {*mixed, 1, 2, 3} == {*chances("(1d2)d3u")}


def test_draws_are_rolled_one_after_the_other(run: Run) -> None:
    assert run("roll", "3d{1..3:2}ukh2", "--dice", "3,1,3", "-v").out == "3d{1..3:2}ukh2: [3, (1), 3] = 6\n"
    refused(run("roll", "3d{1..3:2}u", "--dice", "3,3,3"), 3, "face 3, 3, is impossible")
    (event,) = run("roll", "52d{1..13:4}us", "--json", "--seed", "x").events
    assert sorted(event["faces"]) == sorted([*range(1, 14)] * 4)


@pytest.mark.parametrize("expression", ["5d{1..13:4}ukh2", "(1d3)d4u + 2d6u", "3d{1..3:2}ums", "p = {4d6u}; p>=5"])
def test_many_draws_are_those_of_single_rolls(run: Run, expression: str) -> None:
    many = run("roll", expression, "-t", "250", "--seed", "friday").out
    events = run("roll", expression, "-t", "250", "--seed", "friday", "--json").events
    assert many == "".join(f"{event['total']}\n" for event in events)


def test_a_seed_draws_as_the_manual_says(run: Run) -> None:
    # Its bytes begin with d0 cd 50: dice of 6, 5 and 4 sides show the places 5, 1 and 1.
    assert run("roll", "3d6u", "--seed", "friday", "-v").out == "3d6u: [5, 1, 2] = 8\n"


@pytest.mark.parametrize(
    ("expression", "says"),
    [
        ("7d6u", "7 dice draw from 6 faces"),
        ("1d20000u", "draw from 10,000 faces or fewer"),
        ("3d6u!", "are neither rerolled nor explode"),
        ("3d6r1u", "are neither rerolled nor explode"),
        ("3d(1d6)u", "have faces that are written"),
    ],
)
def test_what_cannot_be_drawn_is_refused(run: Run, expression: str, says: str) -> None:
    refused(run("roll", expression), 2, says)
    refused(run("odds", expression), 2, says)


def test_a_number_of_draws_that_is_rolled_may_be_too_many(run: Run) -> None:
    refused(run("roll", "(1d4)d3u", "--dice", "4"), 2, "4 dice draw from 3 faces")
    refused(run("odds", "(1d4)d3u"), 2, "4 dice draw from 3 faces")
    refused(run("roll", "(1d4+3)d3u", "-t", "200"), 2, "dice draw from 3 faces")
