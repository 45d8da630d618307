"""How many rolls it takes to a sum, against every sequence of faces."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combatcli.dice.exact.distribution import Distribution
from combatcli.dice.exact.expression import odds
from combatcli.dice.exact.until import rolls_until
from combatcli.dice.notation import parse
from combatcli.errors import DiceError
from support import Run


@cache
def still_below(faces: tuple[int, ...], goal: int, rolls: int) -> Fraction:
    """Return the chance that so many throws of a die add up to less than the goal, face by face."""
    if goal <= 0:
        return Fraction(0)
    if rolls == 0:
        return Fraction(1)
    return sum((still_below(faces, goal - face, rolls - 1) for face in faces), Fraction(0)) / len(faces)


@given(st.lists(st.integers(0, 6), min_size=1, max_size=5).filter(any), st.integers(1, 12), st.integers(1, 12))
def test_rolls_until_a_sum_are_those_of_every_sequence_of_faces(faces: list[int], goal: int, rolls: int) -> None:
    outcomes = Distribution({face: faces.count(face) for face in faces})
    needed, unlisted = rolls_until(outcomes, goal), rolls_until(outcomes, goal, listed=False)
    assert unlisted.at_most(rolls) == needed.at_most(rolls)
    assert unlisted.mean == needed.mean
    assert unlisted.quantile(Fraction(1, 3)) == needed.quantile(Fraction(1, 3))
    assert needed.at_most(rolls) == 1 - still_below(tuple(faces), goal, rolls)
    assert needed.at_least(rolls + 1) == still_below(tuple(faces), goal, rolls)


def test_what_is_left_after_many_rolls_is_told_and_small() -> None:
    needed = rolls_until(odds(parse("1d20>=15")), 3)
    assert 0 < needed.tail * 10**12 <= needed.denominator
    assert sum(needed.values()) + needed.tail == needed.denominator


@pytest.mark.parametrize(
    ("expression", "message"),
    [("1d4*0", "never reaches 9"), ("1d6-3", "never below 0, and this may be -2"), ("3d6!", "without limit")],
)
def test_a_sum_that_may_never_be_reached_is_refused(expression: str, message: str) -> None:
    with pytest.raises(DiceError, match=message):
        rolls_until(odds(parse(expression)), 9)


@pytest.mark.parametrize(("faces", "hits"), [(20, 3), (1000, 2), (100_000, 1)])
def test_rolls_beyond_those_listed_are_as_exact_as_these(faces: int, hits: int) -> None:
    needed = rolls_until(Distribution({0: faces - 1, 1: 1}), hits)
    for rolls in (500, 3000):
        fewer = [
            comb(rolls, met) * Fraction(1, faces) ** met * Fraction(faces - 1, faces) ** (rolls - met)
            for met in range(hits)
        ]
        assert needed.at_least(rolls + 1) == sum(fewer)
    assert needed.mean == pytest.approx(hits * faces)
    assert needed.deviation == pytest.approx((hits * faces * (faces - 1)) ** 0.5)


def test_a_quantile_beyond_those_listed_is_the_first_that_enough_reach() -> None:
    needed = rolls_until(Distribution({0: 999, 1: 1}), 3)
    half = needed.quantile(Fraction(1, 2))
    assert half > max(needed)
    assert needed.at_most(half - 1) < Fraction(1, 2) <= needed.at_most(half)


def test_thousands_of_rolls_are_answered_at_once(run: Run) -> None:
    assert run("odds", "if(1d100=1,1,0)", "--until", "3", "--mean").out == "300.0\n"
    assert float(run("odds", "1d6", "--until", "5000", "--mean").out) == pytest.approx(1429.047619)
    assert run("odds", "400d6", "--until", "400", "--mean").out == "1.0\n"
    assert run("odds", "1d6", "--until", "10000", "--quantiles", "50").out == "1d6, rolls until 10000: 2857 at 50 %\n"
    words = ("odds", "if(1d100000=1,1,0)", "--until", "1")
    assert run(*words).out.splitlines()[-2:] == [
        "and more, above 702: 99.3 % in all",
        "mean 100000, deviation 99999.5",
    ]
    assert run(*words, "--quantiles", "5").out == "if(1d100000=1,1,0), rolls until 1: 5130 at 5 %\n"


def test_attacks_to_kill_are_asked_at_the_shell(run: Run) -> None:
    words = ("odds", "1d2", "--until", "3")
    assert run(*words, "--at-most", "2").out == "Chance of at most 2 rolls until 3: 3/4 = 75 %.\n"
    assert run(*words, "--mean").out == "2.25\n"
    assert run(*words, "--quantiles", "50,99").out == "1d2, rolls until 3: 2 at 50 %, 3 at 99 %\n"
    assert run("odds", "2d6+1", "--bands", "miss,7:weak,10:strong").out.splitlines() == [
        "Chance of miss: 5/18 = 27.78 %.",
        "Chance of weak: 4/9 = 44.44 %.",
        "Chance of strong: 5/18 = 27.78 %.",
    ]
