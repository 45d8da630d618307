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
    ("text", "same"),
    [
        ("(1000d2)d2", "+".join(["(100d2)d2"] * 10)),
        ("333d6+333d8", "{333d6,333d8}"),
        ("{5d6,5d6,3d8}kh3", "5d6+5d6+3d8"),
        ("60d6dl20dh15", "60d6dh15dl20"),
        ("4d6r1!okh3", "4d{2,3,4,5,6}!okh3"),
        ("d(d40)", "1d(1d40)"),
        ("12d{1,1000000,5}", "6d{1,1000000,5}+6d{5,1,1000000}"),
        ("10d30kh4", "{" + ",".join(["1d30"] * 10) + "}kh4"),
        ("9d30dl3dh2", "{" + ",".join(["1d30"] * 9) + "}dl3dh2"),
    ],
)
def test_large_odds_agree_with_other_ways_to_write_them(text: str, same: str) -> None:
    assert odds(parse(text)) == odds(parse(same))


@pytest.mark.parametrize(
    ("pool", "half"),
    [*[("30d6", keep) for keep in (1, 7, 15, 29, 30)], ("101d{2,2,3,5,9}", 40), ("51d{1,1,2,5}", 25)],
)
def test_what_is_kept_and_what_is_dropped_add_up(pool: str, half: int) -> None:
    highest, lowest, whole = odds(parse(f"{pool}kh{half}")), odds(parse(f"{pool}dh{half}")), odds(parse(pool))
    assert highest.mean_fraction + lowest.mean_fraction == whole.mean_fraction
    assert highest.denominator == lowest.denominator == whole.denominator
