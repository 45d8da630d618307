"""Exact odds of random expressions over the whole notation, against rolling along every path."""

from __future__ import annotations

import pytest
from dice_expressions import FEW_DICE, brute
from hypothesis import HealthCheck, assume, given, settings

from combatcli.dice.exact.budget import UnendingError
from combatcli.dice.exact.distribution import Distribution
from combatcli.dice.exact.expression import odds
from combatcli.dice.notation import parse
from combatcli.errors import DiceError

pytestmark = pytest.mark.untraced


def odds_unless_endless(text: str) -> Distribution[int] | None:
    """Return odds; None where explosions without end are in the way."""
    try:
        return odds(parse(text))
    except UnendingError:
        return None


@settings(suppress_health_check=[HealthCheck.filter_too_much])
@given(FEW_DICE)
def test_random_expressions_have_the_odds_that_all_their_paths_allow(text: str) -> None:
    try:
        rolled = brute(text)
    except DiceError:
        assume(condition=False)
    left = rolled.fraction(None)
    assume(left < 1)
    found = odds_unless_endless(text)
    if found is None:
        return
    near = range(-20, 60) if found.tail else found
    for outcome in {*near, *rolled} - {None}:
        assert 0 <= found.fraction(outcome) - rolled.fraction(outcome) <= left, text
    assert list(found) == sorted(found)


@pytest.mark.parametrize(
    ("pool", "half"),
    [*[("30d6", keep) for keep in (1, 7, 15, 29)], ("101d{2,2,3,5,9}", 40), ("51d{1,1,2,5}", 25)],
)
def test_what_is_kept_and_what_is_dropped_add_up(pool: str, half: int) -> None:
    highest, lowest, whole = odds(parse(f"{pool}kh{half}")), odds(parse(f"{pool}dh{half}")), odds(parse(pool))
    assert highest.mean_fraction + lowest.mean_fraction == whole.mean_fraction
    assert highest.denominator == lowest.denominator == whole.denominator
