"""Distributions: exact chances of outcomes."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combatcli.dice.exact.distribution import Distribution, digits, mixture, ratio_text
from combatcli.dice.exact.expression import odds
from combatcli.dice.notation import parse

DIE = Distribution(dict.fromkeys(range(1, 7), 1))


def test_a_distribution_is_a_mapping_of_counts() -> None:
    found = Distribution({1: 2, 2: 0, 3: 1})
    assert (dict(found), found.denominator, len(found), 2 in found) == ({1: 2, 3: 1}, 3, 2, False)
    assert repr(found) == "Distribution({1: 2, 3: 1})"
    with pytest.raises(KeyError):
        found[2]


def test_chances() -> None:
    assert DIE.fraction(6) == Fraction(1, 6)
    assert DIE.fraction(7) == 0
    assert DIE.at_least(5) == DIE.at_most(2) == Fraction(1, 3)
    assert (DIE.texts()[6], Distribution({1: 2}).texts()) == ("1/6", {1: "1"})
    assert DIE.tail == 0


def test_moments() -> None:
    assert (DIE.mean, DIE.mean_fraction, DIE.moments) == (3.5, Fraction(7, 2), (Fraction(7, 2), Fraction(35, 12)))
    assert DIE.deviation == pytest.approx((35 / 12) ** 0.5)


def test_mapping_brings_outcomes_together() -> None:
    assert dict(DIE.map(lambda face: face > 4)) == {False: 4, True: 2}
    assert dict(DIE.clipped(3)) == {1: 1, 2: 1, 3: 4}


def test_mixtures_are_exact() -> None:
    mixed = mixture([(1, DIE), (2, Distribution({1: 1, 2: 3}))])
    assert mixed.fraction(1) == Fraction(1, 3) * Fraction(1, 6) + Fraction(2, 3) * Fraction(1, 4)
    assert sum(mixed.values()) == mixed.denominator


@settings(deadline=None, derandomize=True)
@given(st.integers(0, 10**30), st.integers(1, 10**30))
def test_ratios_are_written_in_lowest_terms(numerator: int, denominator: int) -> None:
    assert Fraction(ratio_text(numerator, denominator)) == Fraction(numerator, denominator)
    assert ratio_text(numerator, denominator) == str(Fraction(numerator, denominator))


@pytest.mark.parametrize("exponent", [4_000, 4_299, 4_300, 9_999, 30_000])
def test_numbers_of_any_length_are_written(exponent: int) -> None:
    assert digits(10**exponent) == "1" + "0" * exponent
    assert digits(10**exponent - 1) == "9" * exponent


def test_chances_of_thousands_of_digits_are_written() -> None:
    text = odds(parse("2000d6")).texts()[12_000]
    assert text.startswith("1/")
    assert len(text) == 2 + 1_557
