"""Rolls without a seed: each die comes from a supply of results, as often as the exact odds say."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import chain, pairwise

import pytest
from chi_square import MOST_DEVIATIONS, deviations, expected
from hypothesis import given
from hypothesis import strategies as st

from combatcli.dice.notation import parse
from combatcli.dice.odds.expression import odds
from combatcli.dice.rolling.bounds import bounds
from combatcli.dice.rolling.bulk import totals
from combatcli.dice.rolling.compiled import supplied
from combatcli.dice.rolling.die_laws import DieLaw, UnlistedError
from combatcli.dice.rolling.roll import roll
from combatcli.dice.rolling.sources import SeededSource, SystemSource
from combatcli.dice.rolling.supply import RunSupply, dealt_out
from combatcli.dice.tree import CustomFaces, Dice, Number
from combatcli.errors import DiceError
from support import peak

ROLLS = 5_000


class Unseeded(SeededSource):
    """The system's randomness, but the same each time."""

    replayable = False


EXPRESSIONS = """
3d6 | 2d20-3 | 3d6+1d8 | 4dF | 4dFkh2 | 2d1000 | 3d300kh1 | 8d10>=7f1 | 8d10>=7f1kh4 | (1d4)d6 | 5d6mt | 5d6ms | 5d6mr
4d6r1 | 4d6ro1 | 3d6r1ro2 | 4d6ro<3kh3 | 4d6r1ro<4>=5f1 | 3d20ro<11 | 2d20r1ro<11min3 | 3d{1,1,2,9}ro1 | 4d6r<6
3d6! | 3d6!! | 3d6!p | 4d6!o | 3d6!>=5 | 3d6!!>=5 | 3d4!p>=3 | 2d6!>=2 | 2d6!!>=2 | 3d6!p>=3>=2f1 | 4d6!!min2max9
4d6!kh2 | 4d6!!kh2 | 4d6!pkh3 | 4d6!okh2 | 3d6!>=3kl2 | 4d6!r1ro2kh3 | 4d6!!r1ro2>=8f1 | 5d6!!>=5kh3 | 3d6!or1ro2
4d6!pmin2max5kh2 | 5d6!>=5min2kh4>=4f2 | 3d6!oro<3>=4 | 2d300!kh1 | 2d300!! | 3d{-5,0,4,9}!>=4 | 3d{-5,0,4,9}!pkh2
2d(1d3+3)!r1 | 2d(1d3+3)!!>=3kh1 | (1d2+1)d6r1ro2!kh2 | 3d(1d2+2)!pkh2 | 2d(1d2+3)!okh2 | 2d(1d2*4)min2>=3f2
{5d6!!}>=8 | {3d6!+2d8!}kh3 | {3d6!p+2d8}kl2 | {3d6!o-2d4}kh2 | 6d6!omt | 5d6ro1ms | 5d6r1ro2mr
{2d6!!,1d8}kh1 | 3d6!!r1 >= 9 | 1d20+5 >= 15 | floor(3d6!/2) | 2d6ro1/(1d4) | 5d6%(1d2+1) | max(1d6!, 2d4)
1d6+1d6+1d6ro1+1d6ro1 | 4d6!>=2kh2 | 4d6!>=2kl6>=3 | 4d6!p>=2kh3 | 9d{-5,0,4,9}!>=0kl5
"""
TEXTS = [text.strip() for line in EXPRESSIONS.strip().splitlines() for text in line.split(" | ")]


@pytest.mark.parametrize("text", TEXTS)
def test_results_come_as_often_as_the_exact_odds_say(text: str) -> None:
    """For each kind of die, from the same bytes each time: by Pearson's chi-square test."""
    expression = parse(text)
    assert supplied(expression.tree, Unseeded("a")) is not None
    rolled = Counter(chain.from_iterable(totals(expression, ROLLS, Unseeded(text))))
    found = odds(expression.tree)
    assert rolled.total() == ROLLS
    assert all(found.fraction(total) > 0 for total in rolled)
    assert deviations(expected(text, ROLLS), rolled) < MOST_DEVIATIONS


@pytest.mark.parametrize(
    "text",
    [
        *("d6", "d6r1", "d6ro<3", "d6r1ro2", "d6!o", "d6!or1ro6", "d{1,1,2,9}r9ro1", "d6ro1min2max5", "d10ro1>=7f1"),
        *("d1000ro<9", "d6!", "d6!!", "d6!p", "d6!!>=5", "d6!!r1ro2", "d6!>=5min2max5", "d6!p>=3", "d{-5,1,9}!!ro1"),
        "d300!!",
    ],
)
def test_the_weights_of_a_die_are_its_exact_odds(text: str) -> None:
    """Each result has the weight that its odds say, but for those that further explosions may still come to."""
    law = law_of(text, apart=False)
    resting, unfinished = law.listed()
    whole = sum([*resting.values(), *unfinished.values()])
    found = odds(parse(text).tree)
    least = min([each for each in unfinished if isinstance(each, int)], default=10**6)
    sure = [each for each in resting if isinstance(each, int) and each < least]
    assert sure
    for result in sure:
        assert found.fraction(result) == Fraction(resting[result], whole)


def law_of(text: str, *, apart: bool) -> DieLaw:
    """Return the law of a die."""
    pool = parse(text).tree
    assert isinstance(pool, Dice)
    sides = pool.sides
    assert isinstance(sides, (Number, CustomFaces))
    faces = sides.values if isinstance(sides, CustomFaces) else range(1, sides.value + 1)
    return DieLaw(faces, pool.modifiers, apart=apart)


@pytest.mark.parametrize("text", ["d1000!!>500", "d5000", "d6!>=2"])
def test_results_that_are_too_many_are_not_listed(text: str) -> None:
    """It is said before much is worked out."""
    with pytest.raises(UnlistedError):
        law_of(text, apart=True).listed()


@pytest.mark.parametrize(
    "text", ["d6!", "d6!p", "d6!>=3", "d6!p>=3min2max4", "d20!>=4", "d{-5,1,9,9}!p", "d{300,301}!"]
)
def test_dice_that_lie_side_by_side_are_those_of_single_dice(text: str) -> None:
    """Single dice are rolled to their ends one after the other, from the same bytes."""
    law, source = law_of(text, apart=True), Unseeded("runs")
    supply = RunSupply(law, source)
    dice, ends = supply.more(b"", [0], 150)
    dice, ends = supply.more(dice, ends[100:], 300)
    results = [[each + supply.shift for each in dice[begin:end]] for begin, end in pairwise(ends)]
    single, tree = Unseeded("runs"), parse(text).tree
    assert results == [list(roll(tree, single).kept) for _ in range(100 + len(results))][100:]


@given(st.dictionaries(st.integers(), st.integers(1, 10**30), min_size=1, max_size=40), st.sampled_from([256, 65_536]))
def test_what_is_dealt_out_and_what_is_left_are_the_weights(
    weights: dict[int | tuple[int, ...], int], slots: int
) -> None:
    """No result gains or loses by it, and there are never more slots than there are."""
    whole = sum(weights.values())
    taken, left = dealt_out(weights, slots, whole)
    assert all(taken[each] * whole + left[each] == weights[each] * slots for each in weights)
    assert all(0 <= each < whole for each in left.values())
    assert sum(taken.values()) <= slots


@pytest.mark.parametrize(
    "text",
    [
        *("1/(1d6-3)", "(1d6-3)d6", "1d(1d6-1)", "1d6/(1d4-3)", "10%(1d6-1)", "2**1d6", "if(1d6=6, (9999+1d6)d6, 1)"),
        *("2d(200+1d100)!", "1d100!>2", "1d1000!!>1", "3d1000000", "a = 1d6; (a)d6", "9000d6+(1d2*600)d6", "1d(1d2)!"),
        *("5000d100!>1", "4d1000!!>200", "+".join([f"1d{300 + each}" for each in range(12)]), "round(1d6/(1d6/3))"),
    ],
)
def test_what_may_fail_is_rolled_as_single_rolls_are(text: str) -> None:
    """From the very bytes that were seen to fail: else failures would be too rare."""
    expression = parse(text)
    assert supplied(expression.tree, Unseeded("a")) is None
    single, bulk = rolled_until_it_fails(text, one_by_one=True), rolled_until_it_fails(text, one_by_one=False)
    assert bulk == single


def rolled_until_it_fails(text: str, *, one_by_one: bool) -> tuple[list[int], str]:
    """Return a few totals, up to the first mistake, and that."""
    expression, source = parse(text), Unseeded(text)
    rolled: list[int] = []
    try:
        for _ in range(40):
            single = [[roll(expression.tree, source).total]] if one_by_one else totals(expression, 1, source)
            rolled += chain.from_iterable(single)
    except DiceError as error:
        return rolled, error.message
    return rolled, ""


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        *(("3d6", 3, 18), ("3d6-2d4", -5, 16), ("-(1d6)*2", -12, -2), ("(1d3-2)*(2d4-5)", -3, 3), ("4dF", -4, 4)),
        *(("(1d4)d(1d6+2)", 1, 32), ("max(1d6,3)", 3, 6), ("min(1d6,3,1d4)", 1, 3), ("floor(3d6/2)", 1, 9)),
        *(("(1d6-3)/2", -1, 2), ("7//(1d3)", 2, 7), ("ceil((2d6-7)/(1d3-5))", -3, 3), ("2d{-5,9}+1", -9, 19)),
    ],
)
def test_no_roll_lies_beyond_the_bounds(text: str, least: int, most: int) -> None:
    """They are as near as they can be seen to be, and what is rolled lies between them."""
    tree, source = parse(text).tree, Unseeded("bounds")
    assert bounds(tree) == (least, most)
    assert all(least <= roll(tree, source).total <= most for _ in range(200))


@pytest.mark.parametrize("text", ["3d6!", "4d6kh3", "2d6>=3", "1d6%2", "2**3", "1/(1d6-1)", "(1d3-2)d6", "{1d6}kh1"])
def test_bounds_that_are_not_seen_at_once_are_none(text: str) -> None:
    """Whoever asks then takes the longer way."""
    assert bounds(parse(text).tree) is None


def test_the_systems_bytes_that_are_given_back_come_again() -> None:
    """They are the next ones, before any new ones."""
    source = SystemSource()
    ahead = source.ahead(1_000)
    source.give_back(ahead[400:])
    assert source.ahead(700)[:600] == ahead[400:]


def test_seeded_rolls_use_no_supplies() -> None:
    """Others can tell which bytes they are made of."""
    assert supplied(parse("3d6").tree, SeededSource("a")) is None
    assert supplied(parse("3d6").tree, SystemSource()) is not None


@pytest.mark.parametrize(
    "text", ["10d6!!r1ro2>=8f1", "10d6!>=2kh3", "10d1000ro<500kh3", "10d(1d4+5)!!r1", "5d300!okh2"]
)
def test_memory_does_not_grow_with_rolls_from_supplies(text: str) -> None:
    """Three times as many take no more."""

    def rolled(times: int) -> None:
        assert sum(map(len, totals(parse(text), times, Unseeded("a")))) == times

    rolled(10)
    assert peak(lambda: rolled(15_000)) < 1.3 * peak(lambda: rolled(5_000)) + 200_000
