"""Keeping dice: exact distributions of the sum over some places of a pool in order, by one walk over its values.

A pool is made of kinds of dice. The walk goes through the values from the end nearer to the dice kept, and at each one
from kind to kind. A state is how many dice of each kind lie, and holds the sums of those kept among them. Once the last
place that is kept is filled, the others may lie anywhere beyond, which closes the state with one factor.
"""

from __future__ import annotations

from math import comb, gcd, lcm, prod

from combatcli.dice.odds.budget import BUDGET, TERM, product_work, room, spend
from combatcli.dice.odds.polynomials import unpack, width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    Sum = Any
    """A number, or a tuple of those that were kept."""

    Counts = dict[int, int]
    Item = tuple[int, int]
    """How many bits a kept die with some value shifts the sums, and the weight of that value."""

_WIDE = 100
_LONG = 450
"""With more values and more bits a mapping takes less work than packed sums, which are as wide as the last of them."""
_STATE = 500
"""What going through a state costs."""


class Kind:
    """``count`` dice that show each value with its weight."""

    def __init__(self, weights: Counts, count: int) -> None:
        self.weights = weights
        self.count = count
        self.whole = sum(weights.values())

    def prepare(self, values: Sequence[int], until: int) -> None:
        """Get ready for a walk through values until so many dice lie."""

    def left(self, placed: int) -> int:
        """Return how many may still be placed."""
        return self.count - placed

    def ways(self, placed: int, here: int, weight: int) -> int:
        """Return in how many ways so many more are placed on a value."""
        return comb(self.count - placed, here) * weight**here

    def rest(self, placed: int, beyond: int) -> int:
        """Return in how many ways the others lie beyond."""
        return int(beyond ** (self.count - placed))


class Chains(Kind):
    """The dice that ``count`` dice explode into without end: any number, that going on weighs ``weights`` of ``of``."""

    def __init__(self, weights: Counts, count: int, of: int) -> None:
        super().__init__(weights, count)
        self._of = of
        self._common = 1
        self._until = 0

    def prepare(self, values: Sequence[int], until: int) -> None:
        """Bring what is divided by, one power for each die, to a common denominator."""
        beyond = [self._of - self.whole]
        for value in values:
            beyond.append(beyond[-1] + self.weights.get(value, 0))
        self._common = lcm(*beyond)
        self._until = until

    def left(self, placed: int) -> int:
        """Return how many matter at most."""
        return self._until - placed

    def ways(self, placed: int, here: int, weight: int) -> int:
        """Return in how many ways so many more are placed on a value."""
        return comb(self.count + placed + here - 1, here) * weight**here

    def rest(self, placed: int, beyond: int) -> int:
        """Return in how many ways any number of others lies beyond."""
        part = (self._common // (self._of - beyond)) ** (self.count + placed)
        return int(part * self._common ** (self._until - placed))


class _Packed:
    """Sums of what is kept as coefficients of one integer, the lowest worth and the step between worths taken out."""

    def __init__(self, worths: Sequence[int], bits: int) -> None:
        self.one = 1
        self._lowest = min(worths)
        self._step = gcd(*[worth - self._lowest for worth in worths]) or 1
        self._size = bits // 8 + 1
        self.reach = (max(worths) - self._lowest) // self._step

    def place(self, worth: int) -> int:
        """Return by how many bits one die of this worth shifts the sums."""
        return (worth - self._lowest) // self._step * self._size * 8

    def moved(self, sums: int, ways: int, place: int, times: int) -> int:
        """Return sums with so many dice more."""
        BUDGET.spend(200 + (sums.bit_length() >> 5) * (2 + (ways.bit_length() >> 5)))
        return sums * ways << place * times

    def added(self, sums: int, more: int) -> int:
        """Return both together."""
        return sums + more

    def counts(self, sums: int, kept: int) -> Counts:
        """Return the counts of sums of so many dice."""
        lowest = self._lowest * kept
        return {lowest + place * self._step: c for place, c in enumerate(unpack(sums, self._size)) if c}


class _Mapped:
    """Sums of what is kept as mappings, where worths lie far apart; or what is kept itself, worths being tuples."""

    def __init__(self, none: Sum) -> None:
        self.one = {none: 1}

    def place(self, worth: Sum) -> Sum:
        """Return what one die of this worth adds."""
        return worth

    def moved(self, sums: dict[Sum, int], ways: int, place: Sum, times: int) -> dict[Sum, int]:
        """Return sums with so many dice more."""
        spend(3 * len(sums))
        more = place * times
        return {total + more: c * ways for total, c in sums.items()}

    def added(self, sums: dict[Sum, int], more: dict[Sum, int]) -> dict[Sum, int]:
        """Add more to sums, and return these."""
        room(len(sums), 0)
        spend(3 * len(more))
        for total, c in more.items():
            sums[total] = sums.get(total, 0) + c
        return sums

    def counts(self, sums: dict[Sum, int], kept: int) -> dict[Sum, int]:  # noqa: ARG002 - as packed sums need it
        """Return the counts of sums."""
        return {total: c for total, c in sums.items() if c}


def kept_sum(kinds: Sequence[Kind], keep: tuple[int, int], worth: Callable[[int], int], *, ascending: bool) -> Counts:
    """Return the counts of the sum of ``worth`` over places ``keep[0]`` to ``keep[1]``, the latter left out.

    Places count from the lowest die if ``ascending``, else from the highest. Where dice explode without end there may
    be fewer.
    """
    skip, until = keep
    kinds = [kind for kind in kinds if kind.count]
    values = sorted({value for kind in kinds for value in kind.weights}, reverse=not ascending)
    for kind in kinds:
        kind.prepare(values, until)
    whole = prod([kind.rest(0, kind.whole) for kind in kinds])
    if skip >= until or not kinds:
        return {0: whole}
    if keep == (0, 1):
        return _first(kinds, values, worth)
    worths = [worth(value) for value in values]
    packed = _Packed(worths, whole.bit_length())
    span = packed.reach * (until - skip) + 1
    room(span * (until - skip), whole.bit_length())
    if len(kinds) == 1 and not skip and _is_large(kinds[0], until, len(values)):
        return _by_last(kinds[0], until, values, packed, worths)
    sparse = packed.reach > 50 * len(values) or (len(values) > _WIDE and whole.bit_length() > _LONG)
    return _Walk(kinds, keep, _Mapped(0) if sparse else packed).through(values, worths)


def kept_tuples(sides: int, count: int, keep: int, *, ascending: bool) -> dict[tuple[int, ...], int]:
    """Return in how many ways the ``keep`` lowest, or highest, of ``count`` dice show what, the outermost first."""
    kind, keep = Kind(dict.fromkeys(range(1, sides + 1), 1), max(0, count)), min(keep, count)
    if keep <= 0:
        return {(): sides**kind.count}
    values = range(1, sides + 1) if ascending else range(sides, 0, -1)
    with BUDGET:
        return _Walk([kind], (0, keep), _Mapped(())).through(values, [(value,) for value in values])


def _first(kinds: Sequence[Kind], values: Sequence[int], worth: Callable[[int], int]) -> Counts:
    """Return the counts of the worth of the first die alone."""
    spend(8 * len(values) * len(kinds), kinds[0].rest(0, kinds[0].whole).bit_length() * len(kinds))
    room(len(values), 0)
    beyond = [kind.whole for kind in kinds]
    ways = [prod([kind.rest(0, more) for kind, more in zip(kinds, beyond, strict=True)])]
    for value in values:
        beyond = [more - kind.weights.get(value, 0) for kind, more in zip(kinds, beyond, strict=True)]
        ways.append(prod([kind.rest(0, more) for kind, more in zip(kinds, beyond, strict=True)]))
    found: Counts = {}
    for value, upto, below in zip(values, ways, ways[1:], strict=False):
        if upto > below:
            found[worth(value)] = found.get(worth(value), 0) + upto - below
    return found


def _is_large(kind: Kind, keep: int, values: int) -> bool:
    """Return whether so many dice are kept that powers take less work than states."""
    return not isinstance(kind, Chains) and keep > 4 * values.bit_length() + 8


def _by_last(kind: Kind, keep: int, values: Sequence[int], sums: _Packed, worths: Sequence[int]) -> Counts:
    """Return the counts of the sum of the first dice of one kind, by the value of the last one that is kept.

    For each value those before it are a power of what may lie there; Horner's rule adds these up over how many they
    are.
    """
    found = 0
    beyond = kind.whole
    before: list[Item] = []
    for value, worth in zip(values, worths, strict=True):
        weight, place = kind.weights[value], sums.place(worth)
        upto, beyond = beyond, beyond - weight
        horner = 0
        closed = _closings(kind.count, keep, upto, beyond, weight)
        for kept in range(keep - 1, -1, -1) if before else [0]:
            BUDGET.spend(500 + 3 * len(before).bit_length() * (horner.bit_length() >> 5))
            horner = _times(horner, before) + (closed[kept] * comb(kind.count, kept) << place * (keep - kept))
        found += horner
        before.append((place, weight))
    return sums.counts(found, keep)


def _closings(count: int, keep: int, upto: int, beyond: int, weight: int) -> list[int]:
    """Return for each number of dice that lie before a value in how many ways the others fill the places from it on."""
    closed = []
    for placed in range(keep):
        left, missing = count - placed, keep - placed
        spend(2 * missing, upto.bit_length() * left)
        fewer = sum([comb(left, here) * weight**here * beyond ** (left - here) for here in range(missing)])
        closed.append(upto**left - fewer)
    return closed


def _times(sums: int, items: Sequence[Item]) -> int:
    """Return packed sums with one die more, which has one of these items."""
    if not sums:
        return 0
    (first, weight), last = items[0], items[-1][0]
    step = items[1][0] - first if len(items) > 1 else 0
    if all(item == (first + place * step, weight) for place, item in enumerate(items)):
        return _run(sums * weight, len(items), abs(step)) << min(first, last)
    return sum([sums * weight << place for place, weight in items])


def _run(sums: int, length: int, step: int) -> int:
    """Return the sum of sums shifted by no, one, two, ... steps, ``length`` in all."""
    if length == 1:
        return sums
    half = _run(sums, length // 2, step)
    whole = half + (half << step * (length // 2))
    return (whole << step) + sums if length % 2 else whole


class _Walk:
    """The walk through the values of a pool."""

    def __init__(self, kinds: Sequence[Kind], keep: tuple[int, int], sums: Any) -> None:  # noqa: ANN401 - of two sorts
        self._kinds = kinds
        self._skip, self._until = keep
        self._sums = sums
        self._beyond = [kind.whole for kind in kinds]
        self._states: dict[tuple[int, ...], Any] = {(0,) * len(kinds): sums.one}
        self._found: dict[int, Any] = {}

    def through(self, values: Sequence[int], worths: Sequence[Sum]) -> dict[Sum, int]:
        """Return the counts that the walk through all values ends with."""
        for value, worth in zip(values, worths, strict=True):
            place = self._sums.place(worth)
            for which, kind in enumerate(self._kinds):
                if value in kind.weights:
                    self._put(which, kind, kind.weights[value], place)
        for state, sums in self._states.items():
            self._close(sums, self._others(state, -1), 0, 0, max(0, sum(state) - self._skip))
        together: dict[Sum, int] = {}
        for kept, sums in self._found.items():
            for total, ways in self._sums.counts(sums, kept).items():
                together[total] = together.get(total, 0) + ways
        return together

    def _put(self, which: int, kind: Kind, weight: int, place: int) -> None:
        """Put dice of one kind on a value, in each state."""
        upto = self._beyond[which]
        beyond = self._beyond[which] = upto - weight
        skip, until = self._skip, self._until
        states = self._states
        closings: dict[tuple[int, int], int] = {}
        # Those with more dice first: what is added to a state has then been gone through already.
        for state in sorted(states, key=lambda state: -state[which]):
            sums, placed, own = states[state], sum(state), state[which]
            missing, kept = until - placed, max(skip, placed)
            BUDGET.spend(_STATE * len(state))
            most = min(missing - 1, kind.left(own))
            closing = closings.get((own, missing))
            if closing is None:
                closings[own, missing] = closing = kind.rest(own, upto) - sum(
                    [kind.ways(own, here, weight) * kind.rest(own + here, beyond) for here in range(most + 1)]
                )
            if closing:
                self._close(sums, closing * self._others(state, which), place, until - kept, until - skip)
            for here in range(1, most + 1):
                more = (*state[:which], own + here, *state[which + 1 :])
                moved = self._sums.moved(sums, kind.ways(own, here, weight), place, max(0, placed + here - kept))
                states[more] = self._sums.added(states[more], moved) if more in states else moved
        if not beyond:
            self._states = {state: sums for state, sums in states.items() if kind.rest(state[which], 0)}

    def _close(self, sums: Any, ways: int, place: int, times: int, kept: int) -> None:  # noqa: ANN401 - of two sorts
        """Add sums that end with so many dice at a place, the others anywhere beyond; so many are kept in all."""
        if ways:
            moved = self._sums.moved(sums, ways, place, times)
            self._found[kept] = self._sums.added(self._found[kept], moved) if kept in self._found else moved

    def _others(self, state: tuple[int, ...], which: int) -> int:
        """Return in how many ways the dice of all other kinds lie beyond."""
        ways = 1
        for other, kind in enumerate(self._kinds):
            if other != which and ways:
                ways *= kind.rest(state[other], self._beyond[other])
        return ways
