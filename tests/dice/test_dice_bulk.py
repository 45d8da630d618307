"""Rolling in bulk: the same totals as one roll after the other, from the same faces."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import pytest
from dice_expressions import ANYTHING
from hypothesis import given
from hypothesis import strategies as st

from combatcli.dice.notation import parse
from combatcli.dice.rolling.bulk import totals
from combatcli.dice.rolling.roll import roll
from combatcli.dice.rolling.seeded import SeededPools
from combatcli.dice.rolling.sources import EnteredSource, SystemSource
from combatcli.errors import DiceError
from combatcli.report.rolls import total_lines
from support import peak

if TYPE_CHECKING:
    from collections.abc import Iterator

RARE = [
    *("20d12+15", "20d12+16", "3d6-3", "3d6-4", "d100+155", "12d6-(-1)", "-3+1d20-2", "2x1d6", "7", "0d6", "0d6!>=3"),
    *("3d251+2d255", "2d1000kh1", "9d1000000r<900000", "9d100!>5r<3", "6d6r<6", "3d6min5max2", "9d6kh5dl1", "3d6dl3"),
    *("3d(200+1d100)", "2d(1d1000000)", "4d(1d3+3)!!>3r1", "(1d4)d(1d4)!>=3", "{3d6!!r1+2d8!p}kh3", "1d200!>1kh3"),
    *("10%(1d6)", "1d6/(1d4-5)", "floor((1d6/3)*(1d6/-4)-1d6/5)", "floor(abs(-1d6/4)+max(1d6/3,2)-min(1d4/3,1))"),
    *("{30x1d6-3}kl1", "{6x4d6kh3}>=12f<8", "{60x1d2}", "{3x2d6,1d20}kh2", "{3d20-(5-1d1)}>=21f<3", "(1d3)**(1d3)**2"),
    *("a = 1d20; if(a = 20, 4d6+3, if(a+5 >= 15, 2d6+3, 0))", "a = 1d6; {4x(a+1d4)}kh2-a", "if(1d6-1, 1/1d2, (1d4)d6)"),
    *("1+" * 2_000 + "1d6", "floor(" + "1/2+" * 900 + "1d6/3)", "60/" * 900 + "1d6", "(" * 99 + "1d6" + ")" * 99),
    *("-(1+2*" * 32 + "1d6" + ")" * 32, "if(1d2=1," * 60 + "1d6" + ",1d4)" * 60),
]


def pools_of(text: str) -> SeededPools:
    """Return seeded dice for an expression."""
    source = SeededPools("bulk")
    source.begin(parse(text).tree)
    return source


def until_a_mistake(rolling: Iterator[int]) -> list[int | str]:
    """Return totals, and the mistake that they end with, if there is one."""
    found: list[int | str] = []
    try:
        found.extend(rolling)
    except DiceError as error:
        # Of a mistake totals of the same thousand are not kept.
        return [f"{error.message}, column {error.column}"]
    return found


def singly_and_in_bulk(text: str, times: int) -> tuple[list[int | str], list[int | str]]:
    """Return the totals of single rolls, and those of as many in bulk."""
    expression, source = parse(text), pools_of(text)
    single = (roll(expression.tree, source).total for _ in range(times * expression.repeat))
    return until_a_mistake(single), until_a_mistake(chain.from_iterable(totals(expression, times, pools_of(text))))


@pytest.mark.parametrize("text", RARE)
def test_bulk_rolls_are_the_single_ones(text: str) -> None:
    single, bulk = singly_and_in_bulk(text, 60)
    assert bulk == single
    assert len(single) > 1


@pytest.mark.untraced
@given(ANYTHING, st.integers(1, 40))
def test_any_expression_rolls_in_bulk_as_it_does_one_at_a_time(text: str, times: int) -> None:
    try:
        parse(text)
    except DiceError:
        return
    single, bulk = singly_and_in_bulk(text, times)
    assert bulk == single


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1/(1d6-3)", "division by zero"),
        ("(1d6-3)d6", "cannot roll -2 dice"),
        ("1d(1d6-1)", "1 to 1,000,000 sides"),
        ("(1d2*6000)d6", "12,000 dice are too many"),
        ("9000d6+(1d2*600)d6", "at most 10,000 dice"),
        ("1d1000000r<=999999", "more than 1,000 times"),
        ("1d1000!>1", "more than 1,000 times"),
        ("1d250r>1", "more than 1,000 times"),
        ("1d300!!>1", "more than 1,000 times"),
        ("1d(1d2*1000)!>1", "more than 1,000 times"),
        ("5000d100!>1", "more than 100,000 dice"),
        ("900d100!>1+900d100!!>1+900d100r>1", "more than 100,000 dice"),
        ("1d(1d2)!", "never end"),
        ("10**(10**(1d6))", "too large"),
        ("a = 10**2000*(1d6); b = a*a", "too large"),
        ("2**(1d6-2)", "an exponent must be a whole number"),
        ("if(1d6=6, (9999+1d6)d6, 1)", "at most 10,000 dice"),
    ],
)
def test_a_mistake_in_bulk_is_that_of_a_single_roll(text: str, message: str) -> None:
    text = f"{text}; b" if text.startswith("a =") else text
    with pytest.raises(DiceError, match=message) as raised:
        list(totals(parse(text), 1_000, pools_of(text)))
    assert raised.value.text == text
    single, bulk = singly_and_in_bulk(text, 1_000)
    assert bulk == single


@pytest.mark.untraced
@pytest.mark.parametrize("text", ["5d9000r1ro2!>8000", "5d900!!>800r1kh2min3", "4d(5+1d400)!!>5r1kh2", "1d(1d1000000)"])
def test_memory_does_not_grow_with_the_rolls(text: str) -> None:
    def rolled(times: int) -> None:
        assert sum(map(len, totals(parse(text), times, pools_of(text)))) == times

    rolled(10)
    assert peak(lambda: rolled(900)) < 1.2 * peak(lambda: rolled(300)) + 1_000_000


@pytest.mark.parametrize("text", ["100d6", "1d100!>2", "10d6!r1kh3"])
def test_the_systems_dice_roll_in_bulk(text: str) -> None:
    rolled = list(chain.from_iterable(totals(parse(text), 1_500, SystemSource())))
    assert len(rolled) == 1_500
    assert min(rolled) >= {"100d6": 100, "1d100!>2": 1, "10d6!r1kh3": 6}[text]


def test_bulk_with_entered_faces() -> None:
    assert list(chain.from_iterable(totals(parse("2d6"), 2, EnteredSource([1, 2, 3, 4])))) == [3, 7]


@pytest.mark.parametrize("totals_", [[7, 10, 9], [255, 0, 99, 100, 9, 10], list(range(256)), [5]])
def test_totals_that_are_bytes_are_written_as_numbers(totals_: list[int]) -> None:
    assert total_lines(bytes(totals_)) == total_lines(totals_) == "".join([f"{total}\n" for total in totals_])
