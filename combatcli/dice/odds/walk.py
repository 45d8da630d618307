"""The walk over ordered dice: sums, or matches, of those that have some places in the order of their values.

It goes through the values from the end nearer to the kept places, and at each value from one kind of identical dice to
the next. A state is how many dice of each kind are placed, on the values so far; it holds the sums of the kept ones
among them (`packing`). Once the last kept place is filled, all other dice may show the value at hand or any beyond it:
that closes the state with one factor.

2d3kh1, from 3 down. On 3: no die in 1 way, and one or two of them in 3*3 - 2*2 = 5, which fills the place: 3 in 5 ways.
On 2, from no die placed: at least one of two, the others on 2 or 1, in 2*2 - 1*1 = 3 ways. On 1: 1*1 - 0 = 1 way.
Together 3, 2 and 1 in 5, 3 and 1 of 9 ways.

A pool may keep some of its own dice first; these are then in order with those of the other pools. Once all that a pool
keeps are placed, its other dice may show anything beyond, too.
"""

from __future__ import annotations

from itertools import accumulate, islice, pairwise

from combatcli.dice.odds.budget import BUDGET
from combatcli.dice.odds.identical_dice import EndlessExplosions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from combatcli.dice.odds.identical_dice import IdenticalDice, OrderedPool
    from combatcli.dice.odds.packing import MappedSums, PackedSums

    Places = tuple[int, int]


class Walk:
    """The walk over the dice that all pools keep, for those of them in some ``places``.

    ``bits`` is how many bits all ways have. States are numbers, with a digit for each kind of dice that is how many of
    it are placed. ``_layers`` maps how many are placed of each pool, such a number too, to states with what they hold.
    """

    def __init__(self, pools: Sequence[OrderedPool], places: Places, sums: PackedSums | MappedSums, bits: int) -> None:
        self._pools = pools
        self._skip, self._until = places
        self._sums: Any = sums
        self._bits = bits
        self._dice = [dice for pool in pools for dice in pool.dice]
        self._pool_of = [which for which, pool in enumerate(pools) for _ in pool.dice]
        starts = accumulate([len(pool.dice) for pool in pools], initial=0)
        self._same_pool = [range(*ends) for pool, ends in zip(pools, pairwise(starts), strict=True) for _ in pool.dice]
        self._beyond = [dice.whole for dice in self._dice]
        self._base: int = 1 + max([pool.last for pool in pools])
        self._units: list[int] = [self._base**which for which in range(len(self._dice) + 1)]
        self._layers: dict[int, dict[int, Any]] = {0: {0: sums.one}}
        self._closed: dict[int, Any] = {}
        self._rests: list[dict[int, int]] = [{} for _ in self._dice]
        self._closings: dict[tuple[int, int], int] = {}
        self._plans: dict[tuple[int, int], tuple[int, list[int], bool]] = {}

    def run(self, values: Sequence[int], scores: Sequence[Any]) -> dict[Any, int]:
        """Return the counts after the walk through all values, each of which has a score."""
        if len(self._dice) == 1:
            # What is sure to be too much is refused before it is begun: endless outcomes are listed by attempts.
            skip, until = self._pools[0].first + self._skip, self._pools[0].first + self._until
            transitions = sum([(until - placed) * (placed - skip) for placed in range(skip + 1, until)])
            BUDGET.check(transitions * self._sums.least(scores))
        for value, score in zip(values, scores, strict=True):
            if not any(self._layers.values()):
                break
            shift = self._sums.shift(score)
            for which, dice in enumerate(self._dice):
                if value in dice.weights:
                    self._put(which, dice, dice.weights[value], shift)
            if self._sums.matching:
                layers = [*self._layers.values(), self._closed]
                held = sum([len(held) for layer in layers for held in layer.values()])
                BUDGET.states(held, self._bits)
                self._sums.leave(layers)
        return self._ended()

    def _ended(self) -> dict[Any, int]:
        """Return the counts of closed states and of those left, whose other dice show values beyond all."""
        for placed, layer in self._layers.items():
            kept, open_dice = max(0, self._kept(placed) - self._skip), self._open(placed)
            for state, sums in layer.items():
                self._close(self._closed, kept, (sums, self._resting(state, open_dice, None), 0, 0))
        together: dict[Any, int] = {}
        for kept, sums in self._closed.items():
            for total, ways in self._sums.counts(sums, kept).items():
                together[total] = together.get(total, 0) + ways
        return together

    def _put(self, which: int, dice: IdenticalDice, weight: int, shift: Any) -> None:  # noqa: ANN401 - of several sorts
        """Place dice of one kind on a value, in each state."""
        self._beyond[which] -= weight
        self._rests[which] = {}
        self._closings = {}
        base, layers, own_pool = self._base, self._layers, self._pool_of[which]
        pool_unit, last, most = self._units[own_pool], self._pools[own_pool].last, dice.available(0) + 1
        unit, added = self._units[which], self._sums.added
        steps: dict[int, list[int]] = {}
        final = not self._beyond[which] and not isinstance(dice, EndlessExplosions)
        # States of more dice first: what is added to one has then been gone through already.
        for placed in sorted(layers, reverse=True):
            layer = layers[placed]
            missing, counted, whole = self._plan(own_pool, placed) if layer else (0, [], False)
            if not missing:
                continue
            ahead = [layers.setdefault(placed + here * pool_unit, {}) for here in range(1, missing)]
            others = self._open(placed) if whole else self._same_pool[which]
            filled = self._closed if whole else layers.setdefault(placed + missing * pool_unit, {})
            transitions = min(missing, most, 2 if final else most)
            looks = 1 + (len(self._pools) + len(self._dice)) / 2 + len(layer) * len(others) / 2
            BUDGET.states(len(layer) * transitions, self._bits, looks, transitions * self._sums.size(layer.values()))
            for state, sums in layer.items():
                own = state // unit % base
                available = dice.available(own)
                if not available:
                    continue
                if own not in steps:
                    steps[own] = [dice.ways(own, here, weight) for here in range(1, min(last - own, available + 1))]
                if missing <= available:
                    ways = self._closing(which, own, missing, weight, steps[own]) * self._resting(state, others, which)
                    key = self._until - self._skip if whole else self._cleared(state, which)
                    self._close(filled, key, (sums, ways, shift, counted[-1]))
                # On its last value all dice of a kind must be placed.
                fewer = available - 1 if final else 0
                more = state + fewer * unit
                for onto, here, ways in islice(zip(ahead, counted, steps[own], strict=False), fewer, None):
                    more += unit
                    onto[more] = added(onto.get(more), sums, ways, shift, here)
        if final:
            self._drop_unfinished(which)

    def _plan(self, which: int, placed: int) -> tuple[int, list[int], bool]:
        """Return how many more dice of a pool fill it or all places, and whether it is all places.

        Between them stands how many of one, two, ... more dice are kept.
        """
        plan = self._plans.get((which, placed))
        if plan is None:
            pool, in_pool, kept = self._pools[which], placed // self._units[which] % self._base, self._kept(placed)
            enough = max(in_pool, pool.first) + self._until - kept
            missing = min(enough, pool.last) - in_pool
            idle = max(0, pool.first - in_pool) + max(0, self._skip - kept)
            counted = [max(0, here - idle) for here in range(1, missing + 1)]
            plan = self._plans[which, placed] = (missing, counted, enough <= pool.last)
        return plan

    def _kept(self, placed: int) -> int:
        """Return how many of the dice placed are kept by their pools."""
        pools = zip(self._units, self._pools, strict=False)
        return sum([pool.kept_among_first(placed // unit % self._base) for unit, pool in pools])

    def _open(self, placed: int) -> Sequence[int]:
        """Return the kinds of dice of the pools that are not full."""
        if len(self._pools) == 1:
            return self._same_pool[0]
        full = [placed // unit % self._base == pool.last for unit, pool in zip(self._units, self._pools, strict=False)]
        return [which for which, pool in enumerate(self._pool_of) if not full[pool]]

    def _cleared(self, state: int, which: int) -> int:
        """Return a state without the dice of the pool of a kind, which is full."""
        first, last = self._same_pool[which][0], self._same_pool[which][-1]
        return state % self._units[first] + state - state % self._units[last + 1]

    def _drop_unfinished(self, which: int) -> None:
        """Drop the states that still have dice of a kind for which there is no value left."""
        count, unit, base = self._dice[which].count, self._units[which], self._base
        for placed, layer in self._layers.items():
            if which in self._open(placed):
                self._layers[placed] = {state: sums for state, sums in layer.items() if state // unit % base == count}

    def _close(self, onto: dict[int, Any], key: int, more: tuple[Any, int, Any, int]) -> None:
        """Add sums that go on in so many ways, with so many dice of a shift, under a key."""
        sums, ways, shift, times = more
        if ways:
            onto[key] = self._sums.added(onto.get(key), sums, ways, shift, times)

    def _closing(self, which: int, own: int, missing: int, weight: int, steps: Sequence[int]) -> int:
        """Return in how many ways at least so many dice of a kind are placed on a value, its others there or beyond.

        ``own`` are placed before; ``steps`` are the ways to place one, two, ... dice there.
        """
        ways = self._closings.get((own, missing))
        if ways is None:
            ways = self._dice[which].rest(own, self._beyond[which] + weight) - self._rest(which, own)
            for placed, step in enumerate(steps[: missing - 1], start=own + 1):
                ways -= step * self._rest(which, placed)
            self._closings[own, missing] = ways
        return ways

    def _rest(self, which: int, own: int) -> int:
        """Return in how many ways all dice of a kind show values beyond, of which so many are placed."""
        rest = self._rests[which].get(own)
        if rest is None:
            rest = self._rests[which][own] = self._dice[which].rest(own, self._beyond[which])
        return rest

    def _resting(self, state: int, kinds: Sequence[int], which: int | None) -> int:
        """Return in how many ways the dice not yet placed, of all these kinds but one, show values beyond."""
        ways = 1
        for other in kinds:
            if ways and other != which:
                ways *= self._rest(other, state // self._units[other] % self._base)
        return ways
