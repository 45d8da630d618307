"""Two values without end against each other, against their chances cut off far out."""

from __future__ import annotations

from fractions import Fraction

import pytest

from combatcli.dice.exact.events import against
from combatcli.dice.exact.expression import odds
from combatcli.dice.notation import parse
from combatcli.errors import DiceError

pytestmark = pytest.mark.untraced

CUT = 400
"""So far out hardly any way of these dice is left."""
RACERS = [
    *("1d20!", "3d6!", "2d8!+1", "1d6!*2", "1d20!/3", "1d6!-1d6", "2d6!p", "(1d6!+1d4!)/2", "1d6!-10", "1d8!min3"),
    *("(1d6!/4)/3", "1d6!*3/7", "{1d8!,1d6!}kh1", "max(1d6!p,2d4!,5)-3", "{1d6!,1d6!/2}kl1", "{1d6!,1d8!,1d4!}dl1dh1"),
]


PAIRS = [*zip(RACERS, RACERS, strict=True), *zip(RACERS, RACERS[5:] + RACERS[:5], strict=True)]


@pytest.mark.parametrize(("left", "right"), PAIRS)
def test_two_explosions_without_end_are_compared_exactly(left: str, right: str) -> None:
    own, other = [odds(parse(text)).clipped(CUT) for text in (left, right)]
    below = Fraction(0)
    wins = ties = Fraction(0)
    for outcome in range(-20, CUT):
        wins, ties = wins + own.fraction(outcome) * below, ties + own.fraction(outcome) * other.fraction(outcome)
        below += other.fraction(outcome)
    win, tie, lose = [Fraction(event.chance) for event in against(odds(parse(left)), odds(parse(right)))]
    assert win + tie + lose == 1
    assert 0 <= win - wins < Fraction(1, 10**9)
    assert 0 <= tie - ties < Fraction(1, 10**9)


@pytest.mark.parametrize(("text", "chance"), [("d20!", "1/21"), ("d6!", "1/7"), ("d2!", "1/3")])
def test_a_tie_of_two_dice_that_explode_alike_is_one_in_their_sides_and_one(text: str, chance: str) -> None:
    # They tie on a face with (s - 1) / s**2, or both explode with 1 / s**2 and begin anew.
    assert odds(parse(f"({text})=({text})")).fraction(1) == Fraction(chance)
    assert odds(parse(f"({text})>=({text})")).fraction(1) == (1 + Fraction(chance)) / 2
    assert odds(parse(f"({text})<({text})")).fraction(1) == (1 - Fraction(chance)) / 2


def test_a_choice_of_explosions_is_compared_too() -> None:
    both = odds(parse("(if(1d6>3,1d8!,1d20!+1))>(1d6!)")).fraction(1)
    each = [odds(parse(f"({text})>(1d6!)")).fraction(1) for text in ("1d8!", "1d20!+1")]
    assert both == sum(each) / 2


def test_the_order_of_what_is_compared_makes_no_difference() -> None:
    parts = "2d2!+1d3!", "1d2!+3d3!"
    both = [odds(parse(f"max({one},{other}) >= (1d2!)")).fraction(1) for one, other in (parts, parts[::-1])]
    assert both[0] == both[1]


@pytest.mark.parametrize("text", ["(1d6!>4)>(1d6!)", "{3x1d6!}kh2>(1d6!)", "(1d1000!)>(1d999!)"])
def test_explosions_that_go_on_otherwise_are_not_compared(text: str) -> None:
    with pytest.raises(DiceError, match="exactly"):
        odds(parse(text))


EITHER_WAY = ["10-1d6!", "4-2d4!", "2d8!-9", "1d6!", "2d6"]


def listed(text: str) -> dict[int, Fraction]:
    """Return the chances of all outcomes but less than one way in a billion."""
    found = odds(parse(text))
    return {outcome: Fraction(ways, found.denominator) for outcome, ways in found.items()}


@pytest.mark.parametrize(("left", "right"), [*zip(EITHER_WAY, EITHER_WAY[1:] + EITHER_WAY[:1], strict=True)])
def test_what_has_no_lowest_total_is_compared_with_anything(left: str, right: str) -> None:
    win, tie, lose = [Fraction(event.chance) for event in against(odds(parse(left)), odds(parse(right)))]
    pairs = [(own, other, p * q) for own, p in listed(left).items() for other, q in listed(right).items()]
    assert win == pytest.approx(float(sum(chance for own, other, chance in pairs if own > other)), abs=1e-8)
    assert tie == pytest.approx(float(sum(chance for own, other, chance in pairs if own == other)), abs=1e-8)
    assert win + tie + lose == 1
    for operator, chance in ((">", win), (">=", win + tie), ("=", tie), ("<", lose), ("<=", tie + lose)):
        assert odds(parse(f"({left}) {operator} ({right})")).fraction(1) == chance


def test_two_dice_one_of_them_taken_away_tie_where_their_sum_does() -> None:
    assert odds(parse("(10-1d6!) = (1d6!)")).fraction(1) == odds(parse("2d6!")).fraction(10)
