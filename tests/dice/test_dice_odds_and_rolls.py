"""Odds and rolls of the same expression agree: what is exact within floor(), rolls used often, places, dice of dice."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod

import pytest

from combatcli.dice.exact.distribution import Distribution
from combatcli.dice.exact.expression import odds
from combatcli.dice.notation import parse
from combatcli.dice.rolling.roll import roll
from combatcli.dice.rolling.sources import EnteredSource, SeededSource
from combatcli.errors import DiceError


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("floor(7/2+1/2)", 4),
        ("floor(max(7/2,3)*2)", 7),
        ("ceil(abs(-7/2)*2)", 7),
        ("floor(-(7/2)*2)", -7),
        ("floor((7/2 > 3)*2)", 0),
        ("floor(if(1/2, 1, 0))", 0),
        ("floor((1/2) = 0)", 1),
        ("floor({3/2}*2)", 2),
        ("floor({3/2,1}kh1*2)", 2),
        ("round((3/2)d1/2)", 1),
    ],
)
def test_division_is_exact_in_what_is_added_and_multiplied_within_floor(text: str, value: int) -> None:
    assert roll(parse(text).tree, SeededSource("1")).total == value
    assert odds(parse(text)) == Distribution({value: 1})


@pytest.mark.parametrize(
    "text",
    [
        "a=1d6; b=1d4; (a>b)+(b>a)",
        "a=1d6; b=a+1; c=1d3; a*b-c+c*a",
        "a=1d20; a%7+a%5",
        "a=1d8; b=1d6; if(a>=b, max(a,b,3)-a, abs(a-b)) + min(a,4)",
        "a=1d6; -a/2+a//4",
        "a=1d3-2; if(a=0, 7, 6/a)",
        "a=1d6; b=1d6; a+a",
        "a=4; b=1d6; a*b+b",
    ],
)
def test_a_roll_used_often_is_one_roll(text: str) -> None:
    seen: dict[int, Fraction] = {}
    number = sum([text.count(f"=1d{sides}") for sides in (3, 4, 6, 8, 20)])
    sides = [int(part.split(";")[0].split("-")[0]) for part in text.split("=1d")[1:]]
    assert len(sides) == number
    for faces in product(*[range(1, each + 1) for each in sides]):
        total = roll(parse(text).tree, EnteredSource(faces)).total
        seen[total] = seen.get(total, Fraction(0)) + Fraction(1, prod(sides))
    found = odds(parse(text))
    assert {outcome: found.fraction(outcome) for outcome in found} == seen


def test_a_division_by_zero_of_a_named_roll_says_where() -> None:
    with pytest.raises(DiceError, match="division by zero") as caught:
        odds(parse("a=1d3-1; a+6/a"))
    assert caught.value.column == 14


@pytest.mark.parametrize(
    ("text", "faces", "total"),
    [("floor(2**(4/2))", [], 4), ("floor(3+2**(2d1/2))", [1, 1], 5), ("floor(9**(1d4/1d4))", [2, 2], 9)],
)
def test_an_exponent_that_a_division_makes_whole_is_whole(text: str, faces: list[int], total: int) -> None:
    tree = parse(text).tree
    assert roll(tree, EnteredSource(faces)).total == total
