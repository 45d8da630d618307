"""Keeping dice: sums or matches of those at some ranks of ordered pools, by the walk or where it is quicker at once."""

from __future__ import annotations

from functools import partial
from itertools import accumulate, pairwise, repeat
from math import prod
from operator import mul, sub

from combatcli.dice.odds.budget import BUDGET
from combatcli.dice.odds.identical_dice import EndlessExplosions
from combatcli.dice.odds.packing import MappedSums, PackedSums
from combatcli.dice.odds.polynomials import binomial, times
from combatcli.dice.odds.walk import Walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from combatcli.dice.odds.identical_dice import IdenticalDice, OrderedPool
    from combatcli.dice.odds.packing import Matches

    Places = tuple[int, int]
    Counts = dict[int, int]
    Item = tuple[int, int]
    """How many bits a kept die with some value shifts the sums, and the weight of that value."""

_MANY_VALUES = 100
_MANY_BITS = 450
"""With more values and more bits a mapping takes less work than packed sums, which are as wide as the last of them."""
_SHORT = 2_000
"""Up to so many bits a product is as quick as shifting."""


def kept(
    pools: Sequence[OrderedPool],
    places: Places,
    score: Callable[[int], int] = int,
    matches: Callable[[int], Matches] | None = None,
) -> Counts:
    """Return the counts of the sum of ``score`` over some places, ascending, of the dice that pools keep.

    ``places`` (from 0, last excluded) are among the dice that the pools keep, in ascending order. ``matches``,
    which takes how many bits the ways have, may hold the matches instead; the counts are then those of the best
    one.
    With endless explosions the counts are right
    up to a common factor.
    """
    first, last = places
    if first >= last:
        return {0: 1}
    number = sum([pool.size for pool in pools])
    upward = last + sum([pool.first for pool in pools])
    downward = number - first + sum([pool.count - pool.last for pool in pools])
    if downward < upward:
        pools, first, last = [pool.reversed() for pool in pools], number - last, number - first
    pools = [pool for pool in pools if pool.size]
    all_dice = [dice for pool in pools for dice in pool.dice]
    values = sorted({value for dice in all_dice for value in dice.weights}, reverse=downward < upward)
    bits = prod([dice.prepared(values, pool.last) for pool in pools for dice in pool.dice]).bit_length()
    one_pool = len(pools) == 1 and not matches
    one_kind = one_pool and len(all_dice) == 1 and not isinstance(all_dice[0], EndlessExplosions)
    skip, until = pools[0].first + first, pools[0].first + last
    if one_pool and (skip, until) == (0, 1):
        return _by_place(values, _none_up_to(all_dice, values), score, bits)
    if one_kind and until == skip + 1:
        return _by_place(values, _few_up_to(all_dice[0], skip, values), score, bits)
    scores = [score(value) for value in values]
    sums = matches(bits) if matches else _sums(scores, bits, one_place=until == skip + 1)
    if one_kind and not skip and isinstance(sums, PackedSums) and until * 20 > len(values):
        return _by_last(all_dice[0], until, values, sums, scores)
    return Walk(pools, (first, last), sums, bits).through(values, scores)


def _sums(scores: Sequence[int], bits: int, *, one_place: bool) -> PackedSums | MappedSums:
    """Return what holds sums of these scores with the least work."""
    packed = PackedSums(scores, bits)
    mapped = packed.reach > 50 * len(scores) or (len(scores) > _MANY_VALUES and (one_place or bits > _MANY_BITS))
    return MappedSums(bits) if mapped else packed


def _none_up_to(all_dice: Sequence[IdenticalDice], values: Sequence[int]) -> Iterable[int]:
    """Return in how many ways all dice are beyond each value; all ways come first."""
    ways: Iterable[int] = repeat(1)
    for dice in all_dice:
        beyond = accumulate([dice.weights.get(value, 0) for value in values], sub, initial=dice.whole)
        ways = map(mul, ways, map(partial(dice.rest, 0), beyond))
    return ways


def _few_up_to(dice: IdenticalDice, most: int, values: Sequence[int]) -> Iterable[int]:
    """Return in how many ways so many dice at most are at each value or before, the others beyond; all ways first."""
    choices = [dice.ways(0, number, 1) for number in range(most + 1)]
    for before in accumulate([dice.weights[value] for value in values], initial=0):
        beyond = dice.whole - before
        yield sum([times(ways * before**number, dice.rest(number, beyond)) for number, ways in enumerate(choices)])


def _by_place(values: Sequence[int], ways: Iterable[int], score: Callable[[int], int], bits: int) -> Counts:
    """Return the counts of the score of one place: ``ways`` to be beyond each value, all of them first."""
    BUDGET.outcomes(len(values), bits)
    found: Counts = {}
    for value, (upto, below) in zip(values, pairwise(ways), strict=True):
        if upto > below:
            image = score(value)
            found[image] = found.get(image, 0) + upto - below
    return found


def _by_last(dice: IdenticalDice, keep: int, values: Sequence[int], sums: PackedSums, scores: Sequence[int]) -> Counts:
    """Return the counts of the sum of the first ``keep`` of identical dice, by the value of the last one kept.

    Let ``b`` be the polynomial of the values before it, ``c[n]`` the ways of the others with ``n`` dice before it, of
    score ``s``. Its part is ``sum of C(count, n) b**n c[n] x**(s (keep - n))``, by Horner's rule over ``n``.

    3d2kh2: on 2, ``b = 0`` and ``c[0] = 4`` (two 2s or three), so ``4 x**4``; on 1, ``b = x**2`` and ``c = [1, 1]``, so
    ``x**2 + 3 x**2 x``. Together 4, 3 and 2 in 4, 3 and 1 ways.
    """
    found = before = 0
    count, beyond = dice.count, dice.whole
    items = [(sums.shift(score), dice.weights[value]) for value, score in zip(values, scores, strict=True)]
    ways_to = [binomial(count, placed) for placed in range(keep)]
    for number, (shift, weight) in enumerate(items):
        beyond -= weight
        closed = _closings(count, keep, weight, beyond)
        horner, lower = 0, items[:number]
        for placed in range(keep - 1, -1, -1) if before else [0]:
            horner = _times(horner, before, lower) + (closed[placed] * ways_to[placed] << shift * (keep - placed))
        found += horner
        before += weight << shift
    return sums.counts(found, keep)


def _closings(count: int, keep: int, weight: int, beyond: int) -> list[int]:
    """Return for each number of dice before a value in how many ways the others fill the places from it on.

    That is in how many ways so many others as are not kept, at most, are beyond: with one die more these are all, less
    those in which it is one too many.
    """
    most = count - keep
    ways, last = (weight + beyond) ** most, beyond ** (most + 1)
    BUDGET.product(count * (weight + beyond).bit_length(), weight.bit_length(), 2 * keep)
    closed = []
    for number in range(most, count):
        ways = (weight + beyond) * ways - last
        last = last * (number + 1) // (number + 1 - most) * weight
        closed.append(ways)
    return closed[::-1]


def _times(sums: int, before: int, items: Sequence[Item]) -> int:
    """Return packed sums with one die more, which has one of these items; ``before`` is the same packed.

    A long factor is shifted and added for each item, or where they are evenly apart for half of them at a time.
    """
    if before.bit_length() < _SHORT or len(items) == 1:
        return times(sums, before)
    if _is_run(items):
        (first, weight), (second, _) = items[:2]
        BUDGET.product(sums.bit_length(), 0, 3 * len(items).bit_length())
        return _run(sums * weight, len(items), second - first) << first
    BUDGET.product(sums.bit_length(), 0, 3 * len(items))
    return sum([sums * weight << place for place, weight in items])


def _is_run(items: Sequence[Item]) -> bool:
    """Return whether items have the same weight, and shifts that are evenly apart."""
    (first, weight), step = items[0], items[1][0] - items[0][0] if len(items) > 1 else 0
    return all(item == (first + place * step, weight) for place, item in enumerate(items))


def _run(sums: int, length: int, step: int) -> int:
    """Return the sum of sums shifted by no, one, two, ... steps, ``length`` in all."""
    if length == 1:
        return sums
    half = _run(sums, length // 2, step)
    whole = half + (half << step * (length // 2))
    return (whole << step) + sums if length % 2 else whole
