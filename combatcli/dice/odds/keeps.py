"""Keeping dice: what those in some places of a pool in order come to, by the walk or where it is quicker at once."""

from __future__ import annotations

from functools import partial
from itertools import accumulate, pairwise, repeat
from math import prod
from operator import mul, sub

from combatcli.dice.odds.budget import BUDGET, chosen, hold, product_work, spend
from combatcli.dice.odds.kinds import Chains
from combatcli.dice.odds.packing import MappedSums, PackedSums
from combatcli.dice.odds.walk import Walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from combatcli.dice.odds.kinds import Kind, Lot
    from combatcli.dice.odds.packing import Pattern

    Places = tuple[int, int]
    Counts = dict[int, int]
    Item = tuple[int, int]
    """How many bits a kept die with some value shifts the sums, and the weight of that value."""

_WIDE = 100
_LONG = 450
"""With more values and more bits a mapping takes less work than packed sums, which are as wide as the last of them."""
_SHORT = 2_000
"""Up to so many bits a product is as quick as shifting."""
_WALK = 50_000
"""What a walk costs, however short."""


def kept(
    lots: Sequence[Lot],
    places: Places,
    worth: Callable[[int], int] = int,
    pattern: Callable[[int], Pattern] | None = None,
) -> Counts:
    """Return the counts of the sum of ``worth`` over some places, ascending, of the dice that lots keep.

    They are those of what a ``pattern`` makes of these dice where there is one, made for ways of so many bits. Where
    dice explode without end there may be fewer of them.
    """
    first, last = places
    if first >= last:
        return {0: 1}
    number = sum([lot.size for lot in lots])
    upward, downward = last, number - first
    for lot in lots:
        upward += lot.first
        downward += lot.count - lot.last
    if downward < upward:
        lots, first, last = [lot.turned() for lot in lots], number - last, number - first
    lots = [lot for lot in lots if lot.size]
    values = _values_among([kind for lot in lots for kind in lot.kinds], descending=downward < upward)
    bits = prod([kind.prepared(values, lot.last) for lot in lots for kind in lot.kinds]).bit_length()
    BUDGET.spend(_WALK + 20 * product_work(bits / 2, bits / 2))
    kinds, skip, until = lots[0].kinds, lots[0].first + first, lots[0].first + last
    one_pool = len(lots) == 1 and not pattern
    one_kind = one_pool and len(kinds) == 1 and not isinstance(kinds[0], Chains)
    one_place = until == skip + 1
    if one_pool and one_place and not skip:
        return _by_place(values, _none_up_to(kinds, values, bits), worth, bits)
    if one_kind and one_place:
        return _by_place(values, _few_up_to(kinds[0], skip, values, bits), worth, bits)
    worths = [worth(value) for value in values]
    sums = pattern(bits) if pattern else _sums(worths, bits, one_place=one_place)
    if one_kind and not skip and isinstance(sums, PackedSums) and until * 20 > len(values):
        return _by_last(kinds[0], until, values, sums, worths)
    return Walk(lots, (first, last), sums, bits).through(values, worths)


def _sums(worths: Sequence[int], bits: int, *, one_place: bool) -> PackedSums | MappedSums:
    packed = PackedSums(worths, bits)
    mapped = packed.reach > 50 * len(worths) or (len(worths) > _WIDE and (one_place or bits > _LONG))
    return MappedSums(bits) if mapped else packed


def _values_among(kinds: Sequence[Kind], *, descending: bool) -> list[int]:
    """Return the values of all kinds of dice, in order."""
    if len(kinds) == 1:
        spend(len(kinds[0].weights))
        return sorted(kinds[0].weights, reverse=descending)
    hold(sum([len(kind.weights) for kind in kinds]))
    return sorted({value for kind in kinds for value in kind.weights}, reverse=descending)


def _none_up_to(kinds: Sequence[Kind], values: Sequence[int], bits: int) -> Iterable[int]:
    """Return in how many ways all dice lie beyond each value; before the first, all ways."""
    BUDGET.spend(2 * len(values) * len(kinds) * product_work(bits / 2, bits / 2))
    ways: Iterable[int] = repeat(1)
    for kind in kinds:
        beyond = accumulate([kind.weights.get(value, 0) for value in values], sub, initial=kind.whole)
        ways = map(mul, ways, map(partial(kind.rest, 0), beyond))
    return ways


def _few_up_to(kind: Kind, most: int, values: Sequence[int], bits: int) -> Iterable[int]:
    """Return in how many ways so many dice at most lie up to each value, the others beyond; first, all ways."""
    BUDGET.spend(len(values) * (most + 1) * (600 + 3 * product_work(bits / 2, bits / 2)))
    chances = [kind.ways(0, number, 1) for number in range(most + 1)]
    for lying in accumulate([kind.weights[value] for value in values], initial=0):
        beyond = kind.whole - lying
        yield sum([ways * lying**number * kind.rest(number, beyond) for number, ways in enumerate(chances)])


def _by_place(values: Sequence[int], ways: Iterable[int], worth: Callable[[int], int], bits: int) -> Counts:
    """Return the counts of the worth of one place: ``ways`` to lie beyond each value, all of them first."""
    BUDGET.spend(400 * len(values))
    hold(len(values), bits)
    found: Counts = {}
    for value, (upto, below) in zip(values, pairwise(ways), strict=True):
        if upto > below:
            image = worth(value)
            found[image] = found.get(image, 0) + upto - below
    return found


def _by_last(kind: Kind, keep: int, values: Sequence[int], sums: PackedSums, worths: Sequence[int]) -> Counts:
    """Return the counts of the sum of the first dice of one kind, by the value of the last one that is kept.

    For each value those before it are a power of what may lie there; Horner's rule adds these up over how many they
    are.
    """
    found = before = 0
    count, beyond = kind.count, kind.whole
    places = list(map(sums.place, worths))
    # A short factor is multiplied by, digit by digit; a long one is shifted and added, for each item or its halves.
    items = [(place, kind.weights[value]) for value, place in zip(values, places, strict=True)]
    added = int.bit_length if _is_run(items) else int
    shifts = [place * max(added(number), min(place, _SHORT) / 60) for number, place in enumerate(places)]
    BUDGET.spend(keep * (500 * len(values) + 2 * sum(shifts) * keep / 30))
    spend(4 * keep * len(values), kind.whole.bit_length() * count)
    ways_to = [chosen(count, placed) for placed in range(keep)]
    for number, (place, weight) in enumerate(items):
        closed = _closings(count, keep, weight, beyond - weight)
        beyond -= weight
        horner, lower = 0, items[:number]
        for placed in range(keep - 1, -1, -1) if before else [0]:
            horner = _times(horner, before, lower) + (closed[placed] * ways_to[placed] << place * (keep - placed))
        found += horner
        before += weight << place
    return sums.counts(found, keep)


def _closings(count: int, keep: int, weight: int, beyond: int) -> list[int]:
    """Return for each number of dice before a value in how many ways the others fill the places from it on.

    That is in how many ways so many others as are not kept, at most, lie beyond: with one die more these are all,
    less those in which it is one too many.
    """
    most = count - keep
    ways, last = (weight + beyond) ** most, beyond ** (most + 1)
    closed = []
    for number in range(most, count):
        ways = (weight + beyond) * ways - last
        last = last * (number + 1) // (number + 1 - most) * weight
        closed.append(ways)
    return closed[::-1]


def _times(sums: int, before: int, items: Sequence[Item]) -> int:
    """Return packed sums with one die more, which has one of these items; ``before`` is the same packed."""
    if before.bit_length() < _SHORT or len(items) == 1:
        return sums * before
    if _is_run(items):
        (first, weight), (second, _) = items[:2]
        return _run(sums * weight, len(items), second - first) << first
    return sum([sums * weight << place for place, weight in items])


def _is_run(items: Sequence[Item]) -> bool:
    """Return whether items have the same weight, at places that lie evenly."""
    (first, weight), step = items[0], items[1][0] - items[0][0] if len(items) > 1 else 0
    return all(item == (first + place * step, weight) for place, item in enumerate(items))


def _run(sums: int, length: int, step: int) -> int:
    """Return the sum of sums shifted by no, one, two, ... steps, ``length`` in all."""
    if length == 1:
        return sums
    half = _run(sums, length // 2, step)
    whole = half + (half << step * (length // 2))
    return (whole << step) + sums if length % 2 else whole
