"""Exact odds for dice that explode without limit, against series that are cut off and against each other."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

import pytest

from combatcli.dice.exact.distribution import Distribution
from combatcli.dice.exact.events import against, quantiles
from combatcli.dice.exact.expression import odds
from combatcli.dice.notation import parse
from combatcli.dice.rolling.roll import roll
from combatcli.dice.rolling.sources import EnteredSource
from combatcli.errors import DiceError, RefusedError

if TYPE_CHECKING:
    from support import Run


def endless(text: str) -> Distribution[int]:
    """Return the odds of an expression that has no highest outcome."""
    found = odds(parse(text))
    assert found.tail
    return found


def stopped(text: str, most: int) -> dict[int, Fraction]:
    """Return the chances of all totals reached with at most so many dice, by rolling each sequence of faces."""
    tree = parse(text).tree
    die = text.removeprefix("round").partition("d")[2]
    shown = [int(face) for face in die[1 : die.index("}")].split(",")] if die[0] == "{" else range(1, int(die[0]) + 1)
    chances: dict[int, Fraction] = {}
    for length in range(most + 1):
        for faces in product(shown, repeat=length):
            source = EnteredSource(faces)
            try:
                total = roll(tree, source).total
                source.finish()
            except RefusedError:  # another number of dice is needed
                continue
            chances[total] = chances.get(total, Fraction(0)) + Fraction(1, len(shown) ** length)
    return chances


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("text", "most", "below"),
    [
        ("1d4!", 6, 20),
        ("1d4!p", 6, 15),
        ("2d3!!kh1", 8, 6),
        ("2d3!!min4", 8, 12),
        ("2d3!pmin2", 8, 10),
        ("1d4!4>=3f1", 6, 3),
        ("2d3!3>=2dl1", 8, 2),
        ("3d3!dl2", 8, 6),
        ("3d3!dl1", 6, 6),
        ("1d3!*2", 8, 25),
        ("1d{1,3,5}!>=3", 7, 18),
        ("2d{3,8,13}!", 6, 40),
        ("ceil((1d3!+1)*2/(1d3))", 7, 5),
        ("round(5-1d3/2+1d3!/3)", 8, 8),
        ("round(ceil(1d3!/2)/2)", 8, 4),
        ("round(1d3!+2+1d3!+1d3/2)", 7, 9),
        ("floor(1d3!//2/3)", 8, 4),
        ("floor(1d3!/2+1d3!/3)", 8, 4),
        ("a=1d3!; a+a", 7, 20),
        ("a=1d3!; if(a>=1d3, a, 2)", 7, 12),
        ("2d{1,2,8}!!min2", 6, 30),
        ("1d3!*1d3", 7, 12),
        ("1d3!/1d3", 7, 4),
    ],
)
def test_endless_explosions_are_exact_below_any_threshold(text: str, most: int, below: int) -> None:
    found = endless(text)
    assert list(found) == sorted(found)
    chances = stopped(text, most)
    for outcome in range(found.lowest, below):
        assert found.fraction(outcome) == chances.get(outcome, 0), outcome
    reached = sum([chance for outcome, chance in chances.items() if outcome < below], Fraction(0))
    assert found.at_least(below) == 1 - reached
    assert found.at_most(below - 1) == reached


def tails(text: str, most: int) -> list[Fraction]:
    """Return the chances of each threshold up to ``most``."""
    return [odds(parse(text)).at_least(threshold) for threshold in range(most + 1)]


@pytest.mark.untraced
def test_endless_parts_of_larger_expressions() -> None:
    six, eight, two = tails("1d6!", 60), tails("1d8!", 60), tails("1d2", 60)
    both = [1 - (1 - a) * (1 - b) for a, b in zip(six, eight, strict=True)]
    each = [a * b for a, b in zip(six, eight, strict=True)]
    assert tails("max(1d6!,1d8!)", 60) == tails("{1d6!,1d8!}kh1", 60) == both
    assert tails("min(1d6!,1d8!)", 60) == tails("{1d6!,1d8!}kl1", 60) == each
    assert tails("{1d6!,1d2}kl1", 60) == tails("min(1d6!,1d2)", 60) == [a * b for a, b in zip(six, two, strict=True)]
    assert tails("1d6!+1d2", 60)[3:] == [(six[n - 1] + six[n - 2]) / 2 for n in range(3, 61)]
    assert tails("(1d2)d6!", 60) == [(a + b) / 2 for a, b in zip(six, tails("2d6!", 60), strict=True)]
    assert tails("1d(2*1d2)!", 40) == [(a + b) / 2 for a, b in zip(tails("1d2!", 40), tails("1d4!", 40), strict=True)]
    assert tails("1d6!!kh1", 60) == tails("abs(1d6!)", 60) == tails("floor(1d6!)", 60) == six
    assert tails("2d6!!kl1", 40) == [a * a for a in six[:41]]
    assert tails("{1d6!,1d6!}", 60) == tails("1d6!+1d6!", 60) == tails("2d6!", 60)
    assert tails("{1d6!,1d6!,-5}dl1", 60) == tails("2d6!", 60)
    assert tails("{1d6!,1d6!}>=7", 3) == tails("2d6>=6", 3)


COMPARES = (">", ">=", "<", "<=", "=")


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("2d3!kh1", 7),
        ("2d3!kh2", 7),
        ("3d2!kh2", 12),
        ("2d3!1kh2", 8),
        ("2d3!2kl2", 8),
        ("2d3!pkh2", 8),
        ("2d3!3>=3kh2", 8),
        ("3d3!kh2dl1", 9),
        *[(f"{{1d3!,1d3}}{compare}{threshold}", 6) for compare in COMPARES for threshold in (3, 4)],
        *[(f"2d3!!3{compare}{threshold}", 6) for compare in COMPARES for threshold in (3, 4)],
        ("{1d3!,1d3}>1f>3", 6),
        ("1d3!*(1d3-1)", 6),
    ],
)
def test_what_is_kept_counted_and_chosen_of_dice_that_explode(text: str, most: int) -> None:
    found, chances = odds(parse(text)), stopped(text, most)
    left = 1 - sum(chances.values())
    assert 0 < left < Fraction(1, 20)
    for outcome in {*found, *chances}:
        assert 0 <= found.fraction(outcome) - chances.get(outcome, 0) <= left


@pytest.mark.parametrize(
    ("text", "mean", "variance"),
    [
        ("1d6!", Fraction(21, 5), Fraction(266, 25)),
        ("3d6!", Fraction(63, 5), Fraction(798, 25)),
        ("1d2!", Fraction(3), Fraction(8)),
        ("1d6!+2", Fraction(31, 5), Fraction(266, 25)),
        ("2*1d6!", Fraction(42, 5), 4 * Fraction(266, 25)),
        ("1d6!p", Fraction(4), Fraction(8)),
    ],
)
def test_moments_of_endless_dice(text: str, mean: Fraction, variance: Fraction) -> None:
    found = endless(text)
    listed = Distribution(found)
    assert found.mean_fraction == mean
    assert found.mean == pytest.approx(float(mean))
    assert found.deviation**2 == pytest.approx(listed.deviation**2, rel=1e-4)
    assert found.moments == (mean, variance)


@pytest.mark.parametrize("text", ["(1d2)d6!", "1d6!!min4", "2d6!!min4", "1d4!pmin2", "5d10!10>=8", "1d6!!+3d6!p"])
def test_exact_moments_are_those_of_the_outcomes(text: str) -> None:
    found = endless(text)
    listed = found.clipped(found.lowest + 300)
    assert found.mean_fraction == pytest.approx(listed.mean_fraction)
    assert found.deviation == pytest.approx(listed.deviation)


def test_moments_without_a_closed_form() -> None:
    found = endless("max(1d6!,1d8!)")
    with pytest.raises(DiceError, match="the exact mean"):
        _ = found.mean_fraction
    near = found.clipped(400)
    assert found.mean == pytest.approx(near.mean)
    assert found.deviation == pytest.approx(near.deviation)


def test_listed_outcomes_end_where_hardly_anything_is_left() -> None:
    found = endless("3d6!")
    assert 0 < found.tail * 10**9 < found.denominator
    assert sum(found.values()) + found.tail == found.denominator
    assert found.at_least(max(found) + 1) == Fraction(found.tail, found.denominator)
    assert (max(found) + 1) not in found
    assert found.texts()[5] == odds(parse("3d6!")).clipped(9).texts()[5]
    assert found.clipped(2).texts() == {2: "1"}


@pytest.mark.parametrize(
    ("text", "number", "last"),
    [
        ("1d6!*1000", 59, 70_000),
        ("10d{1,999999999}!", 57, 55_999_999_954),
        ("1d6!*1000+1d4", 236, 70_004),
        ("{1d6!*1000,1d4}kh1", 59, 70_000),
    ],
)
def test_outcomes_that_are_far_apart_are_listed_as_well(text: str, number: int, last: int) -> None:
    found = endless(text)
    assert (len(found), max(found)) == (number, last)
    assert 0 < found.tail * 10**7 < found.denominator


@pytest.mark.parametrize(
    ("text", "threshold", "explosions"),
    [
        ("1d{2,999999999}!!kh1", 3_999_999_997, 4),
        ("1d{1,100000}!!min2", 10_000_000, 100),
        ("{1d{0,1000000}!!kl1,-5}kh1", 40_000_000, 40),
    ],
)
def test_a_threshold_among_outcomes_far_apart_is_reached_by_them_alone(
    text: str, threshold: int, explosions: int
) -> None:
    assert endless(text).at_least(threshold) == Fraction(1, 2**explosions)


def test_a_mean_of_which_too_much_is_left_out_is_refused() -> None:
    found = endless("max(1d6!*1000,2d8!)")
    assert found.at_least(5_000) > Fraction(1, 3)
    with pytest.raises(DiceError, match="too far for a table"):
        _ = found.mean
    with pytest.raises(DiceError, match="too far for a table"):
        _ = found.deviation


@pytest.mark.untraced
def test_a_mean_is_told_where_a_billionth_is_left_out() -> None:
    found = endless("floor(1d6!*(1d10)/(1d10))")
    assert found.mean == pytest.approx(
        float(sum([outcome * ways for outcome, ways in found.items()]) / found.denominator)
    )
    assert found.deviation > 0


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("1d6!-1d6!", "a difference"),
        ("1d6!*1d6!", "this product"),
        ("(1d3-2)*1d6!", "this product"),
        ("1d6!%5", "this remainder"),
        ("7/1d6!", "this quotient"),
        ("2**(1d6!)", "this power"),
        ("floor(1d6!%4/3)", "this remainder"),
        ("floor(1d4/(1d6!))", "this quotient"),
        ("floor((1d3-2)*1d6!/2)", "this product"),
        ("floor(1d6!/(1d3-4))", "this product"),
        ("(1d6!)d6", "a number of dice"),
        ("4d6!dh1", "dropping among dice"),
        ("4d6!1dl1", "dropping among dice"),
        ("2d6!dl3", "dropping among dice"),
        ("2d6!kh2dl1", "keeping among dice"),
        ("1d{-1,2}!<0", "a total that explosions make smaller"),
        ("abs(1d6!-3)", "abs"),
    ],
)
def test_what_endless_dice_have_no_exact_odds_for(text: str, what: str) -> None:
    with pytest.raises(DiceError, match=what) as caught:
        odds(parse(text))
    assert caught.value.hint == "Write !o for at most one explosion."


def test_endless_outcomes_are_not_mapped() -> None:
    with pytest.raises(DiceError):
        endless("1d6!").map(abs)


@pytest.mark.parametrize(("sides", "exactly"), [(100, 1), (200, 1), (1000, 1), (1000, 5)])
def test_dice_that_explode_nearly_always_have_thresholds(sides: int, exactly: int) -> None:
    found = odds(parse(f"1d{sides}!>=2"))
    ways = {1: Fraction(1, sides), 5: Fraction(1, sides**2) + Fraction(1, sides**3)}
    assert found.fraction(exactly) == ways[exactly]
    assert found.at_least(exactly) - found.at_least(exactly + 1) == ways[exactly]


@pytest.mark.parametrize(
    ("text", "percent", "answer"),
    [
        ("d20000!", "75", 15000),
        ("d10000!", "99.999", 19000),
        ("1d6!", "50", 3),
        ("1d6!", "99.9999999999", 94),
        ("3d6", "50", 10),
        ("10-1d{1,1000000}!", "12.5", -2_999_991),
        ("10-1d{1,1000000}!", "25", -1_999_991),
        ("10-1d{1,1000000}!", "50.1", 9),
        ("10-1d20!*1000000", "50", -10_999_990),
    ],
)
def test_a_quantile_is_found_however_far_out(text: str, percent: str, answer: int) -> None:
    found = odds(parse(text))
    (told,) = quantiles(found, [percent], expression="").quantiles.values()
    assert found.at_most(told) >= Fraction(percent) / 100 > found.at_most(told - 1)
    assert told == answer


@pytest.mark.parametrize(("text", "value"), [("10-1d6!", 10), ("-1d6!", 0), ("-(1d6!)+3", 3), ("2-(1d6!-4)", 6)])
def test_a_negated_explosion_is_endless_downwards(text: str, value: int) -> None:
    found, six = odds(parse(text)), endless("1d6!")
    for outcome in range(value - 60, value + 3):
        assert found.at_least(outcome) == six.at_most(value - outcome)
        assert found.at_most(outcome) == six.at_least(value - outcome)
        assert found.fraction(outcome) == six.fraction(value - outcome)
    assert found.mean == pytest.approx(value - six.mean)
    assert found.deviation == six.deviation
    for percent in ("0.0001", "5", "50", "99"):
        (told,) = quantiles(found, [percent], expression="").quantiles.values()
        assert found.at_most(told) >= Fraction(percent) / 100 > found.at_most(told - 1)
    assert list(found) == sorted(found)


def test_a_negated_explosion_against_another_value() -> None:
    own, other = odds(parse("20-1d6!")), odds(parse("2d6"))
    win, tie, lose = [Fraction(event.chance) for event in against(own, other)]
    six, rest = endless("1d6!"), odds(parse("20-2d6"))
    assert win == sum([rest.fraction(each) * six.at_most(each - 1) for each in rest], Fraction(0))
    assert tie == sum([rest.fraction(each) * six.fraction(each) for each in rest], Fraction(0))
    assert win + tie + lose == 1
    lost = [Fraction(event.chance) for event in against(other, own)]
    assert lost == [lose, tie, win]


@pytest.mark.parametrize("text", ["1d6!-1d6!", "abs(-1d6!)", "(-1d6!)*2", "min(-1d6!,0)", "{-1d6!,2}kh1"])
def test_what_is_made_of_a_negated_explosion_is_refused(text: str) -> None:
    with pytest.raises(DiceError, match="a difference"):
        odds(parse(text))


def test_a_negated_explosion_has_thresholds_and_no_table(run: Run) -> None:
    assert "Chance of at least 8: 1/3" in run("odds", "10-1d6!", "--at-least", "8").out
    refused = run("odds", "10-1d6!")
    assert (refused.code, "no lowest total" in refused.err) == (2, True)


def test_an_endless_value_is_not_divided_by_nothing() -> None:
    for text in ("1d6!/0", "floor(1d6!/0)", "round(1d6!/(1d4-1))"):
        with pytest.raises(DiceError, match="division by zero"):
            odds(parse(text))
