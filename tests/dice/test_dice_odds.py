"""Exact odds, against rolling every outcome there is."""

from __future__ import annotations

import pytest
from dice_expressions import brute

from combatcli.dice.exact.expression import odds
from combatcli.dice.notation import parse
from combatcli.errors import DiceError

EXPRESSIONS = """
1d1 -2d4 10-1d4 3d{1,1,2,-3} 2d{0,1,1000000} 3d{0,1,1000000}+1d4 5d{0,7,1000000} 4d6kh3 4d6dl1 4d6dl1dh1 5d4dl2dh1
3d6kh3 4d{1,1,2,9}kh2 3d6min2 3d6min4max2 4d6min2kh2 5d6>=5 5d6=2 4d6>=5f1 4d6kh3>=5f<=2 3d6ro<=2 2d4!o1 3d4!o>=3kh2
3d{1,2,2}!okh2 2d6!o6>=5f1 2d4+3d6-1d8+1 -1d6/4 1d20/1d6 ceil(1d6/2) ceil(1d6/2+1d4/3) ceil(max(1d6/2,1d4))
floor(min(1d6/2,1d4/3,2)) ceil(abs(1d4-1d6)/2) ceil(-(1d6/4)) ceil(1d6//2/2) abs(1d4-1d6) max(1d6,1d8,3)
max(1d6+1,2d4)-min(1d4,2) (1d4)d4 (1d4-1)d4kh1 (1d2)d(1d3) (1d3)d4>=3 {2d6,1d8,1d4}kh2 {2d4,1d8,1d4,3}dl1dh1
{1d6,1d6,1d6,1d6}dl1dh1 {2d6,1d8,1d6}>=6f<3 {2d6,1d8,1d6}kh2>=6 {1d6,1d6,1d6}kl1>=3 5d3mt3 4d6kh3mr 4d{1,2,4,7}dl1mr
5d4dl1dh1ms 3d4!oms {2d4+2d6}dl1mt {2d6kh1+3d4kl2}dl1 {2d6kh1+3d4kl2+1}dh1dl1 {3d4dl1dh1+2d6kl1}kh1
5d4dl2dh2 3d6dl1dh1 4d3dl1dh2 2d5kl1 3d4>=3dl1dh1 ((1d2)d3)d2 {2d{1,9,500}dl1+2d4kh2}kl2
{3d4kh2+2d4dl1}ms {2d4dl2+2d6}kl1 {2d4!okh2+2d4kl1}dl1mt
"""


@pytest.mark.parametrize("text", EXPRESSIONS.split())
def test_odds_are_those_of_every_outcome(text: str) -> None:
    found = odds(parse(text))
    assert found == brute(text, dice=16, most=200_000)
    assert list(found) == sorted(found)
    assert found.denominator == sum(found.values())


def test_a_thousand_dice() -> None:
    found = odds(parse("1000d6"))
    assert sum(found.values()) == found.denominator == 6**1000
    assert found[1000] == 1
    assert found[1001] == 1000
    assert found[3000] == found[4000]
    assert found.mean_fraction == 3500
    assert found.mean == pytest.approx(3500)
    assert found.deviation**2 == pytest.approx(35000 / 12)


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
    "text",
    [
        "10000d1000",
        "50d1000000kh2",
        "{" + ",".join(f"1d{sides}" for sides in range(20, 40)) + "}kh10",
        "ceil(1000d6/2d1000)",
    ],
)
def test_odds_beyond_reach_are_refused(text: str) -> None:
    with pytest.raises(DiceError, match=r"too (large|many)"):
        odds(parse(text))


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
    assert odds(parse(text)) == odds(parse(same))


@pytest.mark.parametrize(
    "text",
    [
        "5d6!ms",
        "{1d6!,1d6}mt",
        "{4d6!kh3+1d6}kh2",
        "{4d6!+1d8}dl1",
        "{3d6!!+2d6!o}kh2",
        "{2d8-3d6!!}kh2",
        "a = 1d6!; {3d6+a}>=5",
        "1d6!**2",
    ],
)
def test_what_has_no_exact_answer_says_so(text: str) -> None:
    with pytest.raises(DiceError, match="explode without limit"):
        odds(parse(text))


@pytest.mark.parametrize(("name", "times"), [("a", 2_000), ("lambda", 500)])
def test_a_name_may_be_used_as_often_as_an_expression_is_long(name: str, times: int) -> None:
    assert odds(parse(f"{name} = 1d6; {'+'.join([name] * times)}")) == odds(parse(f"1d6*{times}"))
    assert odds(parse(f"{name} = 1d6; {'(1+' * 90}{name}{')' * 90}+{name}")) == odds(parse("1d6*2+90"))


@pytest.mark.parametrize("text", ["d{6..1}", "d{1:0}", "d{1..20000}", "d{1:9000,2:9000}", "d{1..}", "d{1:}"])
def test_a_range_of_faces_ascends_and_a_weight_is_no_zero(text: str) -> None:
    with pytest.raises(DiceError) as refusal:
        parse(text)
    assert refusal.value.column
