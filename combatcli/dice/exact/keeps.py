"""Keeping dice: sums or matches of those at some ranks of ordered pools, by the walk or where it is quicker at once."""

from __future__ import annotations

from functools import partial
from itertools import accumulate, pairwise, repeat
from math import prod
from operator import mul, sub

from combatcli.dice.exact.budget import BUDGET, product_work
from combatcli.dice.exact.identical_dice import IdenticalDice
from combatcli.dice.exact.packing import MappedSums, PackedSums
from combatcli.dice.exact.polynomials import binomial, counted_product
from combatcli.dice.exact.walk import Walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from combatcli.dice.exact.identical_dice import OrderedPool
    from combatcli.dice.exact.packing import Matches

    Places = tuple[int, int]
    Counts = dict[int, int]
    Item = tuple[int, int]
    """How many bits a kept die with some value shifts the sums, and the weight of that value."""

_MANY_VALUES = 100
_MANY_BITS = 450
"""With more values and more bits a mapping takes less work than packed sums, which are as wide as the last of them."""
_SHORT = 2_000
"""Up to so many bits a product is as quick as shifting."""


def sum_of_kept(
    pools: Sequence[OrderedPool],
    places: Places,
    score: Callable[[int], int] = int,
    matches: Callable[[int], Matches] | None = None,
) -> Counts:
    """Return the counts of the sum of ``score`` over some places, ascending, of the dice that pools keep.

    ``places`` (from 0, last excluded) are among the dice that the pools keep, in ascending order. ``matches``,
    which takes how many bits the ways have, may hold the matches instead; the counts are then those of the best
    one. With endless explosions the counts are right up to a common factor.
    """
    if places[0] >= places[1]:
        return {0: 1}
    pools, (first, last), descending = _from_nearer_end(pools, places)
    dice = [kind for pool in pools for kind in pool.dice]
    values = sorted({value for kind in dice for value in kind.weights}, reverse=descending)
    bits = prod([kind.prepared(values, pool.last) for pool in pools for kind in pool.dice]).bit_length()
    one_place, one_pool = last == first + 1, len(pools) == 1 and not matches
    one_kind = one_pool and len(dice) == 1 and type(dice[0]) is IdenticalDice
    begin = pools[0].first + first
    if one_pool and one_place and (not begin or one_kind):
        return _by_place(
            values, _few_up_to(dice[0], begin, values) if begin else _none_up_to(dice, values), score, bits
        )
    scores = [score(value) for value in values]
    sums = matches(bits) if matches else _sums(scores, bits, one_place=one_place)
    if one_kind and not begin and isinstance(sums, PackedSums) and last * 20 > len(values):
        return _by_last(dice[0], last, values, sums, scores)
    return Walk(pools, (first, last), sums, bits).run(values, scores)


def _from_nearer_end(pools: Sequence[OrderedPool], places: Places) -> tuple[list[OrderedPool], Places, bool]:
    """Return pools that keep anything, and places, in the order that comes to the last place after fewer dice.

    True goes with them if that is the descending one.
    """
    first, last = places
    number = sum([pool.size for pool in pools])
    upward = last + sum([pool.first for pool in pools])
    downward = number - first + sum([pool.count - pool.last for pool in pools])
    kept = [pool for pool in pools if pool.size]
    if downward < upward:
        return [pool.reversed() for pool in kept], (number - last, number - first), True
    return kept, places, False


def _sums(scores: Sequence[int], bits: int, *, one_place: bool) -> PackedSums | MappedSums:
    """Return what holds sums of these scores with the least work."""
    packed = PackedSums(scores, bits)
    mapped = packed.span > 50 * len(scores) or (len(scores) > _MANY_VALUES and (one_place or bits > _MANY_BITS))
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
        yield sum([counted_product(ways * before**n, dice.rest(n, beyond)) for n, ways in enumerate(choices)])


def _by_place(values: Sequence[int], ways: Iterable[int], score: Callable[[int], int], bits: int) -> Counts:
    """Return the counts of the score of one place: ``ways`` to be beyond each value, all of them first."""
    BUDGET.outcomes(len(values), bits)
    counts: Counts = {}
    for value, (before, after) in zip(values, pairwise(ways), strict=True):
        if before > after:
            scored = score(value)
            counts[scored] = counts.get(scored, 0) + before - after
    return counts


def _by_last(dice: IdenticalDice, keep: int, values: Sequence[int], sums: PackedSums, scores: Sequence[int]) -> Counts:
    """Return the counts of the sum of the first ``keep`` of identical dice, by the value of the last one kept.

    With ``b`` for the polynomial of the values before it, and ``c[n]`` for the ways of the others (`_closings`) with
    ``n`` dice before it, a last value of score ``s`` gives ``sum of C(count, n) b**n c[n] x**(s (keep - n))``, by
    Horner's rule over ``n``.

    3d2kh2: on 2, ``b = 0`` and ``c[0] = 4`` (two 2s or three), so ``4 x**4``; on 1, ``b = x**2`` and ``c = [1, 1]``, so
    ``x**2 + 3 x**2 x``. Together 4, 3 and 2 in 4, 3 and 1 ways.
    """
    count, beyond = dice.count, dice.whole
    items = [(sums.shift(score), dice.weights[value]) for value, score in zip(values, scores, strict=True)]
    _check_work(items, keep)
    packed = before = 0
    ways_to = [binomial(count, number) for number in range(keep)]
    for last, (shift, weight) in enumerate(items):
        beyond -= weight
        closings = _closings(count, keep, weight, beyond)
        horner, lower = 0, items[:last]
        for number in range(keep - 1, -1, -1) if before else [0]:
            horner = _one_die_more(horner, before, lower) + (
                closings[number] * ways_to[number] << shift * (keep - number)
            )
        packed += horner
        before += weight << shift
    return sums.counts(packed, keep)


def _check_work(items: Sequence[Item], keep: int) -> None:
    """Refuse beforehand what takes too much: the sums of ``n`` dice, shifted for each, have ``n`` shifts of bits."""
    shifts = [shift for shift, _ in items]
    products = [
        3 * number.bit_length() * product_work(shift * (keep - 1) / 2, 0)
        for number, (before, shift) in enumerate(pairwise(shifts[1:]), start=2)
        if before >= _SHORT
    ]
    BUDGET.check(keep * sum(products))


def _closings(count: int, keep: int, weight: int, beyond: int) -> list[int]:
    """Return, for ``n < keep``, in how many ways ``count - n`` dice show a value or beyond, enough of them the value.

    Enough are ``keep - n``, so that ``most = count - keep`` at most are beyond; in ``F(m)`` ways no more of ``m`` dice
    are: ``F(most) = (weight + beyond)**most``, and as one die more may be one too many, ``F(m + 1) = (weight + beyond)
    F(m) - C(m, most) beyond**(most + 1) weight**(m - most)``.

    3d2kh2 on 2: weight and beyond are 1, ``most`` is 1. F(1) = 2, F(2) = 2*2 - 1 = 3, F(3) = 2*3 - 2 = 4: [4, 3].
    """
    most, whole = count - keep, weight + beyond
    ways, too_many = whole**most, beyond ** (most + 1)
    BUDGET.product(count * whole.bit_length(), weight.bit_length(), 2 * keep)
    closings = []
    for number in range(most, count):
        ways = whole * ways - too_many
        too_many = too_many * (number + 1) // (number + 1 - most) * weight
        closings.append(ways)
    return closings[::-1]


def _one_die_more(sums: int, before: int, items: Sequence[Item]) -> int:
    """Return packed sums with one die more, which has one of these items; ``before`` is the same packed.

    A long factor is shifted and added for each item, or where they are evenly apart for half of them at a time.
    """
    if before.bit_length() < _SHORT or len(items) == 1:
        return counted_product(sums, before)
    (first, weight), step = items[0], items[1][0] - items[0][0]
    even = all(item == (first + number * step, weight) for number, item in enumerate(items))
    BUDGET.product(sums.bit_length(), 0, 3 * (len(items).bit_length() if even else len(items)))
    if not even:
        return sum([sums * weight << shift for shift, weight in items])
    return _evenly_shifted(sums * weight, len(items), step) << first


def _evenly_shifted(sums: int, length: int, step: int) -> int:
    """Return the sum of sums shifted by no, one, two, ... steps, ``length`` in all."""
    if length == 1:
        return sums
    half = _evenly_shifted(sums, length // 2, step)
    whole = half + (half << step * (length // 2))
    return (whole << step) + sums if length % 2 else whole
