"""Exact odds of random expressions over the whole notation, against an enumeration of its own."""

from __future__ import annotations

from random import Random

import pytest
from dice_expressions import is_meant
from dice_oracle import Chances, TooLongError, expression
from hypothesis import assume, given
from hypothesis import strategies as st

from combatcli.dice.exact.expression import odds
from combatcli.dice.notation import parse
from combatcli.errors import DiceError

pytestmark = pytest.mark.untraced

SEEDS = st.integers(0, 10**6)


def enumerated(seed: int, *, endless: bool) -> tuple[str, Chances]:
    """Return a random expression with its chances; pass over those that are too long, or that a roll may fail."""
    try:
        made = expression(Random(seed), endless=endless)
        chances = made.chances()
    except (TooLongError, ZeroDivisionError):
        assume(condition=False)
        raise
    assume(is_meant(made.text))
    return made.text, chances


@given(SEEDS)
def test_random_expressions_have_the_odds_of_all_their_paths(seed: int) -> None:
    text, expected = enumerated(seed, endless=False)
    found = odds(parse(text))
    assert list(found) == sorted(found)
    assert {outcome: found.fraction(outcome) for outcome in found} == expected, text


@given(SEEDS)
def test_random_endless_expressions_have_the_odds_that_paths_allow(seed: int) -> None:
    text, expected = enumerated(seed, endless=True)
    left = 1 - sum(expected.values())
    assume(left < 1)
    try:
        found = odds(parse(text))
    except DiceError as error:
        assert "explode without limit" in error.message, text  # noqa: PT017  (an answer is right as well)
        return
    near = range(-20, 60) if found.tail else found
    for outcome in {*near, *[each for each in expected if abs(each) < 1000]}:
        assert 0 <= found.fraction(outcome) - expected.get(outcome, 0) <= left, text


@pytest.mark.parametrize(
    ("pool", "half"),
    [*[("30d6", keep) for keep in (1, 7, 15, 29)], ("101d{2,2,3,5,9}", 40), ("51d{1,1,2,5}", 25)],
)
def test_what_is_kept_and_what_is_dropped_add_up(pool: str, half: int) -> None:
    highest, lowest, whole = odds(parse(f"{pool}kh{half}")), odds(parse(f"{pool}dh{half}")), odds(parse(pool))
    assert highest.mean_fraction + lowest.mean_fraction == whole.mean_fraction
    assert highest.denominator == lowest.denominator == whole.denominator
