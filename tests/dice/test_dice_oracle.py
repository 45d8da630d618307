"""Exact odds of random expressions over the whole notation, against an enumeration of its own."""

from __future__ import annotations

from random import Random

import pytest
from dice_expressions import is_meant
from dice_oracle import LONGEST, Enumerated, TooLongError, expression
from hypothesis import assume, given
from hypothesis import strategies as st

from combatcli.dice.exact.distribution import Unbounded
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
    near = range(-20, 60) if isinstance(found, Unbounded) else found
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


@pytest.mark.parametrize("keep", [1, 7, 15, 29, 30])
def test_keeping_any_number_of_many_dice_adds_up(keep: int) -> None:
    highest, lowest = odds(parse(f"30d6kh{keep}")), odds(parse(f"30d6dh{keep}"))
    assert highest.mean_fraction + lowest.mean_fraction == 105


@pytest.mark.parametrize(("pool", "half"), [("100d6", 50), ("101d{2,2,3,5,9}", 40), ("51d{1,1,2,5}", 25)])
def test_keeping_half_of_many_dice_each_way_adds_up(pool: str, half: int) -> None:
    highest, lowest = odds(parse(f"{pool}kh{half}")), odds(parse(f"{pool}dh{half}"))
    assert highest.mean_fraction + lowest.mean_fraction == odds(parse(pool)).mean_fraction
    assert highest.denominator == lowest.denominator == odds(parse(pool)).denominator
