"""Exact odds of random expressions over the whole notation, against an enumeration of its own."""

from __future__ import annotations

from random import Random

import pytest
from dice_expressions import is_meant
from dice_oracle import LONGEST, Enumerated, TooLongError, expression
from hypothesis import assume, given
from hypothesis import strategies as st

from combatcli.dice.exact.expression import odds
from combatcli.dice.notation import parse
from combatcli.errors import DiceError

pytestmark = pytest.mark.untraced

SEEDS = st.integers(0, 10**6)


def enumerated(seed: int, *, endless: bool) -> Enumerated:
    """Return a random expression with its chances; pass over those that are too long, or that a roll may fail."""
    try:
        return expression(Random(seed), endless=endless)
    except (TooLongError, ZeroDivisionError):
        assume(condition=False)
        raise


@given(SEEDS)
def test_random_expressions_have_the_odds_of_all_their_paths(seed: int) -> None:
    expected = enumerated(seed, endless=False)
    assume(is_meant(expected.text))
    found = odds(parse(expected.text))
    assert list(found) == sorted(found)
    assert {outcome: found.fraction(outcome) for outcome in found} == expected.chances, expected.text


@given(SEEDS)
def test_random_endless_expressions_have_the_odds_that_paths_allow(seed: int) -> None:
    expected = enumerated(seed, endless=True)
    assume(is_meant(expected.text))
    left = 1 - sum(expected.chances.values())
    assume(left < 1)
    try:
        found = odds(parse(expected.text))
    except DiceError as error:
        refusal = error.message
        found = None
    if found is None:
        assert "explode without limit" in refusal, expected.text
        return
    near = range(-20, 60) if found.tail else found
    for outcome in {*near, *[each for each in expected.chances if abs(each) < 1000]}:
        assert 0 <= found.fraction(outcome) - expected.chances.get(outcome, 0) <= left, expected.text


def test_the_enumeration_itself() -> None:
    some = [expression(Random(seed), endless=True, depth=0) for seed in range(40)]
    assert all(0 < sum(each.chances.values()) <= 1 for each in some)
    short = [each for each in some if sum(each.chances.values()) < 1]
    assert short
    assert all("!" in each.text for each in short)
    assert LONGEST > 1


@pytest.mark.parametrize(
    ("pool", "half"),
    [*[("30d6", keep) for keep in (1, 7, 15, 29)], ("101d{2,2,3,5,9}", 40), ("51d{1,1,2,5}", 25)],
)
def test_what_is_kept_and_what_is_dropped_add_up(pool: str, half: int) -> None:
    highest, lowest, whole = odds(parse(f"{pool}kh{half}")), odds(parse(f"{pool}dh{half}")), odds(parse(pool))
    assert highest.mean_fraction + lowest.mean_fraction == whole.mean_fraction
    assert highest.denominator == lowest.denominator == whole.denominator
