"""Exact odds: of many dice, of other ways to write the same, and what has none."""

from __future__ import annotations

from fractions import Fraction

import pytest

from combatcli.dice.exact.expression import odds
from combatcli.dice.notation import parse
from combatcli.dice.rolling.roll import roll
from combatcli.dice.rolling.sources import EnteredSource
from combatcli.errors import DiceError


def test_a_thousand_dice() -> None:
    found = odds(parse("1000d6"))
    assert sum(found.values()) == found.denominator == 6**1000
    assert found[1000] == 1
    assert found[1001] == 1000
    assert found[3000] == found[4000]
    assert found.mean_fraction == 3500
    assert found.mean == pytest.approx(3500)
    assert found.moments == (Fraction(3500), Fraction(35000, 12))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("6x3d6", "odds need a single roll, but this one is repeated 6 times"),
        ("1d6/0", "division by zero"),
        ("1d6//(1d2-1)", "division by zero"),
        ("(1d6-3)d6", "cannot roll -2 dice"),
        ("2d(1d2-1)", "a die has 1 to 1,000,000 sides, not 0"),
    ],
)
def test_odds_are_refused_where_a_roll_would_be(text: str, message: str) -> None:
    with pytest.raises(DiceError) as caught:
        odds(parse(text))
    assert (caught.value.message, caught.value.text) == (message, text)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("{4d6!}dl1", "4d6!dl1"),
        ("{5d6!!max9}kh2", "5d6!!max9kh2"),
        ("{3d20+5}>=21", "3d20>=16"),
        ("{3d6!+3d8}>=5", "{3d6!}>=5+3d8>=5"),
        ("{4d6+4d6}kh3", "8d6kh3"),
        ("{2d6!!+1d6!!}kl1", "3d6!!kl1"),
        ("(1d6!) >= 10", "if(1d12=1,1,0)"),
        ("a = 1d6!; if(a >= 20, 3, if(a+8 >= 18, 2, 1))", "if((1d12) > 1, 1, if((1d108) > 5, 2, 3))"),
        ("a = 1d6!; a", "1d6!"),
        ("{6x4d6kh3}kh1", "{4d6kh3,4d6kh3,4d6kh3,4d6kh3,4d6kh3,4d6kh3}kh1"),
        ("{2d6,1d1*2}mt", "(2d6) = 2"),
        ("2d{-1..1:2,5}kh1", "2d{-1,-1,0,0,1,1,5}kh1"),
        ("4d{1..3, 7 : 2}>=3", "4d{1,2,3,7,7}>=3"),
        ("(100d2)d2", "+".join(["(10d2)d2"] * 10)),
        ("333d6+333d8", "{333d6,333d8}"),
        ("{5d6,5d6,3d8}kh3", "5d6+5d6+3d8"),
        ("4d6r1!okh3", "4d{2,3,4,5,6}!okh3"),
        ("12d{1,1000000,5}", "6d{1,1000000,5}+6d{5,1,1000000}"),
        ("10d30kh4", "{" + ",".join(["1d30"] * 10) + "}kh4"),
        ("1d6!!max6", "1d6"),
        ("5d6!!6>=7", "5d6>=6"),
        ("0d6!", "0"),
        ("2d6!!dl2", "0"),
        ("3d6!kl1", "3d5kl1"),
        ("1d6rr2", "1d6r2"),
        ("3d6mi2", "3d6min2"),
        ("3d6ma5", "3d6max5"),
        ("30d10!o", "15d10!o+15d10!o"),
        ("400d{1,1,2,5}", "200d{1,1,2,5}+200d{1,1,2,5}"),
        ("+".join(["1d2"] * 300), "300d2"),
    ],
)
def test_odds_agree_with_those_of_another_way_to_write_it(text: str, same: str) -> None:
    assert odds(parse(text)).texts() == odds(parse(same)).texts()


@pytest.mark.parametrize(
    "text",
    [
        "5d6!ms",
        "{1d6!,1d6}mt",
        "{4d6!kh3+1d6}kh2",
        "{4d6!+1d8}dl1",
        "{2d8-3d6!!}kh2",
        "a = 1d6!; if(a >= 1d6!, a, 2)",
        "a = 1d6!; {3d6+a}>=5",
        "1d6!**2",
    ],
)
def test_what_has_no_exact_answer_says_so(text: str) -> None:
    with pytest.raises(DiceError, match="explode without limit"):
        odds(parse(text))


@pytest.mark.parametrize(("name", "times"), [("a", 2_000), ("lambda", 500)])
def test_a_name_may_be_used_as_often_as_an_expression_is_long(name: str, times: int) -> None:
    assert odds(parse(f"{name} = 1d6; {'+'.join([name] * times)}")).texts() == odds(parse(f"1d6*{times}")).texts()
    twice = odds(parse(f"{name} = 1d6; {'(1+' * 90}{name}{')' * 90}+{name}"))
    assert twice.texts() == odds(parse("1d6*2+90")).texts()


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
