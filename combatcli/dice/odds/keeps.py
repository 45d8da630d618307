"""Keeping dice: exact distributions of the sum over some places of a pool in order, by one walk over its values.

A pool is made of kinds of dice. The walk goes through the values from the end nearer to the dice kept, and at each one
from kind to kind. A state is how many dice of each kind lie, and holds the sums of those kept among them. Once the last
place that is kept is filled, the others may lie anywhere beyond, which closes the state with one factor.
"""

from __future__ import annotations

from functools import partial
from itertools import accumulate, pairwise, repeat
from math import prod
from operator import mul, sub

from combatcli.dice.odds.budget import BUDGET, chosen, hold, product_work, room, spend
from combatcli.dice.odds.kinds import Chains, Kind
from combatcli.dice.odds.packing import MappedSums, PackedSums

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    Sum = Any
    """A number, or a tuple of those that were kept."""

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
_PUT = 4_000
"""What going through the states once costs, however few."""
_STATE = 900
"""What going through a state costs."""


def kept_sum(kinds: Sequence[Kind], keep: tuple[int, int], worth: Callable[[int], int], *, ascending: bool) -> Counts:
    """Return the counts of the sum of ``worth`` over places ``keep[0]`` to ``keep[1]``, the latter left out.

    Places count from the lowest die if ``ascending``, else from the highest. Where dice explode without end there may
    be fewer.
    """
    skip, until = keep
    kinds = [kind for kind in kinds if kind.count]
    values = values_among(kinds, descending=not ascending)
    for kind in kinds:
        kind.prepare(values, until)
    whole = prod([kind.rest(0, kind.whole) for kind in kinds])
    bits = whole.bit_length()
    BUDGET.spend(_WALK + 20 * product_work(bits / 2, bits / 2))
    if skip >= until or not kinds:
        return {0: whole}
    if keep == (0, 1):
        return _by_place(values, _none_beyond(kinds, values, bits), worth, bits)
    one_place = until == skip + 1
    if one_place and len(kinds) == 1 and not isinstance(kinds[0], Chains):
        return _by_place(values, _few_up_to(kinds[0], skip, values, bits), worth, bits)
    worths = [worth(value) for value in values]
    packed = PackedSums(worths, bits)
    if packed.reach > 50 * len(values) or (len(values) > _WIDE and (one_place or bits > _LONG)):
        return _Walk(kinds, keep, MappedSums(0, bits), bits).through(values, worths)
    if len(kinds) == 1 and not skip and not isinstance(kinds[0], Chains) and until * 20 > len(values):
        return _by_last(kinds[0], until, values, packed, worths)
    return _Walk(kinds, keep, packed, bits).through(values, worths)


def values_among(kinds: Sequence[Kind], *, descending: bool) -> list[int]:
    """Return the values of all kinds of dice, in order."""
    if len(kinds) == 1:
        spend(len(kinds[0].weights))
        return sorted(kinds[0].weights, reverse=descending)
    hold(sum([len(kind.weights) for kind in kinds]))
    return sorted({value for kind in kinds for value in kind.weights}, reverse=descending)


def kept_tuples(sides: int, count: int, keep: int, *, ascending: bool) -> dict[tuple[int, ...], int]:
    """Return in how many ways the ``keep`` lowest, or highest, of ``count`` dice show what, the outermost first."""
    kind, keep = Kind(dict.fromkeys(range(1, sides + 1), 1), max(0, count)), min(keep, count)
    if keep <= 0:
        return {(): sides**kind.count}
    values = range(1, sides + 1) if ascending else range(sides, 0, -1)
    bits = (sides**count).bit_length()
    with BUDGET:
        return _Walk([kind], (0, keep), MappedSums((), bits), bits).through(values, [(value,) for value in values])


def _none_beyond(kinds: Sequence[Kind], values: Sequence[int], bits: int) -> Iterable[int]:
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
    chances = [chosen(kind.count, number) for number in range(most + 1)]
    upto = accumulate([kind.weights[value] for value in values], initial=0)
    for lying in upto:
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
    # A short factor is multiplied by, digit by digit; a long one is shifted and added.
    shifts = [place * max(number.bit_length(), min(place, _SHORT) / 60) for number, place in enumerate(places)]
    BUDGET.spend(keep * (500 * len(values) + 2 * sum(shifts) * keep / 30))
    spend(4 * keep * len(values), kind.whole.bit_length() * count)
    ways_to = [chosen(count, placed) for placed in range(keep)]
    items: list[Item] = []
    for value, place in zip(values, places, strict=True):
        weight = kind.weights[value]
        closed = _closings(count, keep, weight, beyond - weight)
        beyond -= weight
        horner = 0
        for placed in range(keep - 1, -1, -1) if before else [0]:
            horner = _times(horner, before, items) + (closed[placed] * ways_to[placed] << place * (keep - placed))
        found += horner
        before += weight << place
        items.append((place, weight))
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
    (first, weight), step = items[0], items[1][0] - items[0][0]
    if all(item == (first + place * step, weight) for place, item in enumerate(items)):
        return _run(sums * weight, len(items), step) << first
    return sum([sums * weight << place for place, weight in items])


def _run(sums: int, length: int, step: int) -> int:
    """Return the sum of sums shifted by no, one, two, ... steps, ``length`` in all."""
    if length == 1:
        return sums
    half = _run(sums, length // 2, step)
    whole = half + (half << step * (length // 2))
    return (whole << step) + sums if length % 2 else whole


class _Walk:
    """The walk through the values of a pool.

    States are numbers, a digit for each kind says how many of it lie; ``layers`` has them by how many lie in all.
    """

    def __init__(self, kinds: Sequence[Kind], keep: tuple[int, int], sums: PackedSums | MappedSums, bits: int) -> None:
        self._kinds = kinds
        self._skip, self._until = keep
        self._sums: Any = sums
        self._beyond = [kind.whole for kind in kinds]
        self._units = [(self._until + 1) ** which for which in range(len(kinds))]
        self._layers: list[dict[int, Any]] = [{} for _ in range(self._until)]
        self._layers[0][0] = sums.one
        self._found: dict[int, Any] = {}
        self._rests: list[dict[int, int]] = [{} for _ in kinds]
        self._closings: dict[tuple[int, int], int] = {}
        self._closed = product_work(bits / 2, bits / 2)

    def through(self, values: Sequence[int], worths: Sequence[Sum]) -> dict[Sum, int]:
        """Return the counts that the walk through all values ends with."""
        BUDGET.foresee(_PUT * sum([len(kind.weights) for kind in self._kinds]))
        if len(self._kinds) == 1:
            self._foresee(worths)
        for value, worth in zip(values, worths, strict=True):
            if not any(self._layers):
                break
            place = self._sums.place(worth)
            for which, kind in enumerate(self._kinds):
                if value in kind.weights:
                    self._put(which, kind, kind.weights[value], place)
        for placed, layer in enumerate(self._layers):
            for state, sums in layer.items():
                self._find(sums, self._others(state, -1), place, 0, max(0, placed - self._skip))
        together: dict[Sum, int] = {}
        for kept, sums in self._found.items():
            for total, ways in self._sums.counts(sums, kept).items():
                together[total] = together.get(total, 0) + ways
        return together

    def _foresee(self, worths: Sequence[Sum]) -> None:
        """Raise DiceError if dice of one kind are sure to take too much work."""
        skip, until = self._skip, self._until
        goings = sum([(until - placed) * (placed - skip) for placed in range(skip + 1, until)])
        BUDGET.foresee(goings * self._sums.work(self._sums.least(worths)))

    def _put(self, which: int, kind: Kind, weight: int, place: Sum) -> None:
        """Put dice of one kind on a value, in each state."""
        beyond = self._beyond[which] = self._beyond[which] - weight
        self._rests[which] = {}
        skip, until, layers = self._skip, self._until, self._layers
        unit, base = self._units[which], self._until + 1
        moved, added = self._sums.moved, self._sums.added
        self._closings = {}
        steps: dict[int, list[int]] = {}
        held = 0
        BUDGET.spend(_PUT)
        # States of more dice first: what is added to one has then been gone through already.
        for placed in range(until - 1, -1, -1):
            layer = layers[placed]
            if not layer:
                continue
            missing, kept = until - placed, max(skip, placed)
            ahead, counted = layers[placed + 1 :], [max(0, placed + here - kept) for here in range(1, missing)]
            size = self._sums.size(layer.values())
            held += size
            BUDGET.spend(missing * (len(layer) * (_STATE + self._closed) + self._sums.work(size)))
            for state, sums in layer.items():
                own = state // unit % base
                left = kind.left(own)
                if not left:
                    continue
                if own not in steps:
                    steps[own] = [kind.ways(own, here, weight) for here in range(1, min(until - own, left + 1))]
                if missing <= left:
                    closing = self._closing(which, own, missing, weight, steps[own])
                    self._find(sums, closing * self._others(state, which), place, until - kept, until - skip)
                more = state
                for onto, here, ways in zip(ahead, counted, steps[own], strict=False):
                    more += unit
                    grown = moved(sums, ways, place, here)
                    onto[more] = added(onto[more], grown) if more in onto else grown
        room(1, held)
        if not beyond and not isinstance(kind, Chains):
            self._drop_unfinished(unit, kind.count)

    def _drop_unfinished(self, unit: int, count: int) -> None:
        """Leave out the states that still have dice of a kind for which there is no value left."""
        base = self._until + 1
        for placed, layer in enumerate(self._layers):
            self._layers[placed] = {state: sums for state, sums in layer.items() if state // unit % base == count}

    def _find(self, sums: Any, ways: int, place: Sum, times: int, kept: int) -> None:  # noqa: ANN401 - of two sorts
        """Add sums that end with so many dice at a place, the others anywhere beyond; so many are kept in all."""
        if not ways:
            return
        moved = self._sums.moved(sums, ways, place, times)
        BUDGET.spend(self._sums.joining(moved))
        self._found[kept] = self._sums.added(self._found[kept], moved) if kept in self._found else moved

    def _closing(self, which: int, own: int, missing: int, weight: int, steps: Sequence[int]) -> int:
        """Return in how many ways so many dice of a kind at least are placed on a value, its others there or beyond.

        ``steps`` are the ways to place one, two, ... dice there.
        """
        ways = self._closings.get((own, missing))
        if ways is None:
            BUDGET.spend(missing * (_STATE + self._closed))
            ways = self._kinds[which].rest(own, self._beyond[which] + weight) - self._rest(which, own)
            for placed, step in enumerate(steps[: missing - 1], start=own + 1):
                ways -= step * self._rest(which, placed)
            self._closings[own, missing] = ways
        return ways

    def _rest(self, which: int, own: int) -> int:
        """Return in how many ways the dice of a kind that do not lie yet lie beyond."""
        rest = self._rests[which].get(own)
        if rest is None:
            rest = self._rests[which][own] = self._kinds[which].rest(own, self._beyond[which])
        return rest

    def _others(self, state: int, which: int) -> int:
        """Return in how many ways the dice of all other kinds lie beyond."""
        ways, base = 1, self._until + 1
        for other, unit in enumerate(self._units):
            if other != which and ways:
                ways *= self._rest(other, state // unit % base)
        return ways
