"""What a source is asked for as a whole in beacon, against going through all of its dice."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combatcli.dice.exact.distribution import Distribution
from combatcli.dice.rolling.sources import EnteredSource, Source
from combatcli.errors import DiceError
from combatcli.rulesets.beacon.rolls import ActionThrow, DamageThrow, KeptDie, OpposedThrow, pools
from support import every_outcome

FAR = 90
"""So far out no threshold of these tests lies, and hardly any way."""
RARE = Fraction(1, 10**8)
Totals = dict[tuple[bool, int], Fraction]


def one_pool(pool: KeptDie) -> Totals:
    """Return how likely each total below FAR is, with and without nothing but 1, by going through all faces."""
    found: Totals = {}
    for faces in product(range(1, pool.sides + 1), repeat=pool.count):
        kept = max(faces) if pool.highest else min(faces)
        chains = [(kept, Fraction(1))]
        if kept == pool.sides:
            rounds = range(1, FAR // kept + 1)
            chains = [(kept * n + face, Fraction(1, kept**n)) for n in rounds for face in range(1, kept)]
        for total, chance in chains:
            key = max(faces) == 1, total
            found[key] = found.get(key, Fraction(0)) + chance / pool.sides**pool.count
    return found


def all_pools(dice: tuple[KeptDie, ...]) -> Totals:
    """Return the same of pools that are added up; the first of them says whether there is nothing but 1."""
    found: Totals = one_pool(dice[0])
    for pool in dice[1:]:
        more: Totals = {}
        for ((ones, total), chance), ((_, other), weight) in product(found.items(), one_pool(pool).items()):
            more[ones, total + other] = more.get((ones, total + other), Fraction(0)) + chance * weight
        found = more
    return {key: chance for key, chance in found.items() if key[1] < FAR}


def below(dice: tuple[KeptDie, ...], threshold: int) -> Fraction:
    return sum([chance for (_, total), chance in all_pools(dice).items() if total < threshold], Fraction(0))


POOLS = [
    (KeptDie(1, 6),),
    (KeptDie(2, 6, highest=False),),
    (KeptDie(2, 4), KeptDie(1, 3)),
    (KeptDie(2, 6, highest=False), KeptDie(3, 4)),
    (KeptDie(1, 4), KeptDie(1, 4)),
    (KeptDie(3, 5), KeptDie(2, 2, highest=False)),
]


@pytest.mark.untraced
@pytest.mark.parametrize("dice", POOLS, ids=repr)
@given(st.sets(st.integers(-2, 40), min_size=1, max_size=5).map(sorted))
@settings(max_examples=8)
def test_the_thresholds_that_exploding_dice_reach_are_those_of_going_through_all_dice(
    dice: tuple[KeptDie, ...], thresholds: list[int]
) -> None:
    def rule(source: Source) -> tuple[int, bool]:
        found = source.throw(ActionThrow(dice, tuple(thresholds)))
        reached = sum(threshold <= found.total for threshold in thresholds)
        return reached, found.one if not reached else False

    odds_of_all = every_outcome(rule)
    ones = [chance for (one, total), chance in all_pools(dice).items() if one and total < thresholds[0]]
    assert odds_of_all.fraction((0, True)) == sum(ones)
    for number, threshold in enumerate(thresholds, 1):
        beyond = odds_of_all.chance(lambda each, number=number: each[0] >= number)  # type: ignore[misc]
        assert 1 - beyond == below(dice, threshold)


@pytest.mark.rule("E1")
@pytest.mark.parametrize(
    ("sides", "means"),
    [
        (4, [2.083, 3.333, 4.583, 5.365, 5.896, 6.273]),
        (12, [4.563, 7.091, 9.619, 11.108, 12.156, 12.967]),
        (20, [7.203, 11.053, 14.903, 17.064, 18.534, 19.646]),
    ],
)
def test_the_means_of_a_kept_die_that_explodes_once_chained(sides: int, means: list[float]) -> None:
    for count, wanted in enumerate(means):
        own = ActionThrow(pools(count, 0, 0) if sides == 20 else pools(1, count, sides), tuple(range(1, 400)))
        found = every_outcome(lambda source, own=own: source.throw(own).total)  # type: ignore[misc]
        mean = sum(total * ways for total, ways in found.items()) / found.denominator
        assert mean - (0 if sides == 20 else 10.5 * 20 / 19) == pytest.approx(wanted, abs=0.0006)


def test_exploding_dice_at_the_table_are_rolled_in_order() -> None:
    for thresholds in ((3,), (5, 99)):
        found = EnteredSource([4, 2, 3, 4, 1, 3, 2]).throw(ActionThrow((KeptDie(2, 4), KeptDie(1, 3)), thresholds))
        assert (found.shown.value, found.kept.value) == ((4, 2, 3, 4, 1, 3, 2), (4, 3, 4, 1, 3, 2))
        assert (found.total, found.one) == (17, False)
    assert EnteredSource([1, 1, 2]).throw(ActionThrow((KeptDie(2, 4), KeptDie(1, 3)), (3,))).one


def test_a_die_that_shows_nothing_but_its_maximum_is_an_error() -> None:
    with pytest.raises(DiceError, match="exploded more than"):
        EnteredSource([6] * 2000).throw(ActionThrow((KeptDie(1, 6),), (3,)))


@pytest.mark.parametrize(("own", "other"), [*zip(POOLS, POOLS[1:] + POOLS[:1], strict=True)], ids=repr)
def test_one_against_another_is_the_sum_over_all_totals(own: tuple[KeptDie, ...], other: tuple[KeptDie, ...]) -> None:
    thresholds = (-3, 0, 1, 10)

    def rule(source: Source) -> int:
        (found,), against = source.throw(OpposedThrow((own,), other, thresholds))
        return sum(threshold <= found.total - against.total for threshold in thresholds)

    odds_of_all = every_outcome(rule)
    pairs = list(product(all_pools(own).items(), all_pools(other).items()))
    for number, threshold in enumerate(thresholds, 1):
        seen = sum(
            [one * two for ((_, mine), one), ((_, theirs), two) in pairs if mine - theirs >= threshold], Fraction(0)
        )
        beyond = odds_of_all.chance(lambda each, number=number: each >= number)  # type: ignore[misc]
        assert 0 <= beyond - seen < RARE


def test_two_dice_that_explode_alike_are_level_once_in_a_fraction() -> None:
    # 19/400 and 1/400 of the same again make 1/21; the rest is shared.
    d20 = (KeptDie(1, 20),)

    def rule(source: Source) -> int:
        (found,), against = source.throw(OpposedThrow((d20,), d20, (0, 1)))
        return int(found.total - against.total)

    assert every_outcome(rule) == Distribution({-1: 10, 0: 1, 1: 10})


def test_several_against_one_roll_in_order_and_have_no_odds_together() -> None:
    d4 = (KeptDie(1, 4),)
    seen, hidden = EnteredSource([3, 4, 1, 2]).throw(OpposedThrow((d4, d4), d4, (0,)))
    assert ([each.total for each in seen], hidden.total) == ([3, 5], 2)
    with pytest.raises(DiceError, match="cannot be computed together"):
        every_outcome(lambda source: len(source.throw(OpposedThrow((d4, d4), d4, (0,)))[0]))
    assert every_outcome(lambda source: len(source.throw(OpposedThrow((), d4, (0,)))[0])) == Distribution({0: 1})


DAMAGES = [
    DamageThrow((KeptDie(1, 6),), 4, 1, 4, 0),
    DamageThrow((KeptDie(2, 4), KeptDie(1, 3)), 5, 2, 6, 4),
    DamageThrow((KeptDie(2, 6, highest=False),), 3, -2, 3, 0),
    DamageThrow((KeptDie(1, 4),), -25, 0, 2, 0),
    DamageThrow((KeptDie(1, 6),), 1, 0, 0, 6),
    DamageThrow((KeptDie(1, 6),), 5, 1, 5, 2),
]


def by_hand(throw: DamageThrow, most: int) -> tuple[Fraction, list[Fraction]]:
    found = [Fraction(0)] * most
    for (_, total), chance in all_pools(throw.pools).items():
        if total < throw.needed:
            continue
        number = max(0, throw.number + (total - throw.needed) // 10) if throw.sides else 0
        sums = {0: chance}
        for sides in (*[throw.sides] * number, *([throw.attribute] if throw.attribute else [])):
            more: dict[int, Fraction] = {}
            for value, weight in sums.items():
                for face in range(1, sides + 1):
                    if value + face < most:
                        more[value + face] = more.get(value + face, Fraction(0)) + weight / sides
            sums = more
        for value, weight in sums.items():
            found[value] += weight
    return below(throw.pools, throw.needed), found


@pytest.mark.parametrize("throw", DAMAGES, ids=range(len(DAMAGES)))
def test_further_dice_add_up_as_if_each_number_of_them_were_gone_through(throw: DamageThrow) -> None:
    miss, sums = by_hand(throw, 12)

    def rule(source: Source) -> tuple[bool, int]:
        found, damage, _ = source.throw(throw)
        return found.total >= throw.needed, damage

    found = every_outcome(rule)
    assert found.fraction((False, 0)) == miss
    # What is far out of the totals may still come to little, and what comes most rarely is told by its mean.
    assert all(abs(found.fraction((True, value)) - seen) < Fraction(1, 10**7) for value, seen in enumerate(sums))


@pytest.mark.parametrize("felling", [0, 3, 20, 60, 500])
def test_the_damages_that_come_most_rarely_are_told_by_their_mean_on_either_side_of_what_fells(felling: int) -> None:
    whole = every_outcome(lambda source: source.throw(DamageThrow((KeptDie(1, 20),), 11, 2, 6, 4))[1])
    parted = every_outcome(lambda source: source.throw(DamageThrow((KeptDie(1, 20),), 11, 2, 6, 4, felling))[1])
    assert parted.at_least(20) == whole.at_least(20)
    assert parted.mean == pytest.approx(whole.mean, rel=1e-6)
    assert [damage for damage in parted if damage not in whole] == ([62] if felling == 60 else [])


def test_damage_dice_of_many_sides_is_refused_in_a_sentence() -> None:
    with pytest.raises(DiceError, match="too large"):
        every_outcome(lambda source: source.throw(DamageThrow((KeptDie(1, 20),), 10, 2, 10_000, 0))[1])


def test_a_great_many_dice_of_which_one_is_kept_are_no_matter() -> None:
    throw = DamageThrow((KeptDie(400, 20), KeptDie(1, 6)), 15, 1, 4, 0)
    assert every_outcome(lambda source: source.throw(throw)[1]).at_least(1) > Fraction(99, 100)
