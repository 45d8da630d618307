"""Keeping dice: exact distributions of sums over a slice of the sorted ones, by dynamic programming."""

from __future__ import annotations

from math import comb, gcd

from combatcli.dice.odds.polynomials import too_large, unpack, width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Item = tuple[int, int]
    """What a kept die with some value adds to the sum, and the weight of that value; listed from worst to best."""

_MOST_BITS = 40_000_000
_MOST_WORK = 20_000_000_000
_MOST_STATES = 200_000


def kept_sum(items: Sequence[Item], count: int, first: int, last: int) -> dict[int, int]:
    """Return the counts of the sum over places ``first`` to ``last`` of ``count`` dice in ascending order.

    All weights add up to the ``count``-th power of a die's.
    """
    if first >= last:
        return {0: sum([weight for _, weight in items]) ** count}
    if last < count and first == 0:
        # The lowest dice are the highest of the reversed order.
        return _highest(items[::-1], count, last)
    if last == count:
        return _highest(items, count, count - first)
    return _middle(items, count, first, last)


class _Sums:
    """How sums are packed into an integer: the lowest addend and the step between them taken out."""

    def __init__(self, items: Sequence[Item], count: int, keep: int) -> None:
        addends = [addend for addend, _ in items]
        self.lowest = min(addends)
        self.step = gcd(*[addend - self.lowest for addend in addends]) or 1
        self.size = width(sum([weight for _, weight in items]) ** count)
        self.keep = keep
        self.bits = ((max(addends) - self.lowest) // self.step * keep + 1) * self.size * 8
        if self.bits > _MOST_BITS:
            raise too_large()

    def shift(self, addend: int) -> int:
        """Return by how many bits one die with this addend shifts the sums."""
        return (addend - self.lowest) // self.step * self.size * 8

    def counts(self, packed: int) -> dict[int, int]:
        """Return the counts of the sums packed."""
        lowest = self.lowest * self.keep
        return {lowest + place * self.step: c for place, c in enumerate(unpack(packed, self.size)) if c}


def _highest(items: Sequence[Item], count: int, keep: int) -> dict[int, int]:
    """Return the counts of the sum of the ``keep`` last of ``count`` dice.

    From the best value down: ``states[i]`` holds the sums of i dice placed so far, all of them kept; once a value
    fills the last kept place, the other dice may show anything up to it.
    """
    sums = _Sums(items, count, keep)
    if len(items) * keep * keep * sums.bits > 2 * _MOST_WORK:
        raise too_large()
    below = sum([weight for _, weight in items])
    states = [1] + [0] * (keep - 1)
    found = 0
    for addend, weight in reversed(items):
        shift = sums.shift(addend)
        upto, below = below, below - weight
        powers = [weight**n for n in range(keep)]
        for placed in range(keep - 1, -1, -1):
            sofar = states[placed]
            if not sofar:
                continue
            left = count - placed
            missing = keep - placed
            ways = [comb(left, here) * powers[here] for here in range(missing)]
            fewer = sum([way * below ** (left - here) for here, way in enumerate(ways)])
            found += sofar * (upto**left - fewer) << shift * missing
            if below:
                for here in range(1, missing):
                    states[placed + here] += sofar * ways[here] << shift * here
    return sums.counts(found)


def _middle(items: Sequence[Item], count: int, first: int, last: int) -> dict[int, int]:
    """Return the counts of the sum of a slice that leaves out dice at both ends, from the worst value up."""
    sums = _Sums(items, count, last - first)
    if len(items) * count * count * sums.bits > 2 * _MOST_WORK:
        raise too_large()
    states = [1] + [0] * count
    for addend, weight in items:
        shift = sums.shift(addend)
        for placed in range(count - 1, -1, -1):
            if not states[placed]:
                continue
            for here in range(1, count - placed + 1):
                kept = max(0, min(last, placed + here) - max(first, placed))
                ways = comb(count - placed, here) * weight**here
                states[placed + here] += states[placed] * ways << shift * kept
    return sums.counts(states[count])


def kept_tuples(items: Sequence[Item], count: int, keep: int) -> dict[tuple[int, ...], int]:
    """Return the counts of the values of the ``keep`` last of ``count`` dice, best first; addends are the values."""
    keep = min(keep, count)
    below = sum([weight for _, weight in items])
    found: dict[tuple[int, ...], int] = {}
    if keep <= 0:
        return {(): below ** max(0, count)}
    states: dict[tuple[int, ...], int] = {(): 1}
    for value, weight in reversed(items):
        upto, below = below, below - weight
        grown = states.copy()
        for placed, sofar in states.items():
            left = count - len(placed)
            missing = keep - len(placed)
            ways = [comb(left, here) * weight**here for here in range(missing)]
            fewer = sum([way * below ** (left - here) for here, way in enumerate(ways)])
            filled = placed + (value,) * missing
            found[filled] = found.get(filled, 0) + sofar * (upto**left - fewer)
            for here in range(1, missing):
                grown[placed + (value,) * here] = sofar * ways[here]
        states = grown
        if len(states) + len(found) > _MOST_STATES:
            raise too_large()
    return {kept: ways for kept, ways in found.items() if ways}


def extreme(parts: Sequence[dict[int, int]], choose: Callable[[int, int], int]) -> dict[int, int]:
    """Return the counts of the largest (``choose`` is max) or smallest of independent outcomes."""
    largest = choose(0, 1) == 1
    outcomes = sorted({outcome for part in parts for outcome in part}, reverse=not largest)
    reached = [0] * len(parts)
    found: dict[int, int] = {}
    before = 0
    for outcome in outcomes:
        product = 1
        for place, part in enumerate(parts):
            reached[place] += part.get(outcome, 0)
            product *= reached[place]
        if product > before:
            found[outcome] = product - before
        before = product
    return found


def kept_members(parts: Sequence[dict[int, int]], first: int, last: int, worth: Callable[[int], int]) -> dict[int, int]:
    """Return the counts of the sum of ``worth`` over a slice of independent outcomes in ascending order.

    Members come one at a time; of those seen, only what can still be kept is remembered.
    """
    count = len(parts)
    states: dict[tuple[int, ...], int] = {(): 1}
    for part in parts:
        grown: dict[tuple[int, ...], int] = {}
        for seen, ways in states.items():
            for outcome, weight in part.items():
                ranked = sorted((*seen, outcome))
                if first and last == count:
                    ranked = ranked[-(count - first) :]
                elif not first:
                    ranked = ranked[:last]
                state = tuple(ranked)
                grown[state] = grown.get(state, 0) + ways * weight
        states = grown
        if len(states) > _MOST_STATES:
            raise too_large()
    offset = first if last < count else 0
    found: dict[int, int] = {}
    for state, ways in states.items():
        total = sum([worth(outcome) for outcome in state[offset : offset + last - first]])
        found[total] = found.get(total, 0) + ways
    return found
