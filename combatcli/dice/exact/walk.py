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

from combatcli.dice.exact.budget import BUDGET
from combatcli.dice.exact.identical_dice import EndlessExplosions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from combatcli.dice.exact.identical_dice import OrderedPool
    from combatcli.dice.exact.packing import MappedSums, PackedSums

    Places = tuple[int, int]


class Walk:
    """The walk over the dice that all pools keep, for those of them in some ``places``; all ways have ``bits`` bits.

    A state is how many dice of each kind are placed, as the digits of one number: with base 4, one of the first kind
    and two of the second are ``1 + 2 * 4 = 9``. Once a pool is full its digits are 0. ``_layers`` maps how many are
    placed of each pool, digits too, to the states of so many, and these to the sums of what is kept in them.
    ``_closed`` has the sums in which the last place is filled, by the number of dice added up.
    """

    def __init__(self, pools: Sequence[OrderedPool], places: Places, sums: PackedSums | MappedSums, bits: int) -> None:
        self._pools = pools
        self._skip, self._until = places
        self._sums: Any = sums
        self._bits = bits
        self._dice = [dice for pool in pools for dice in pool.dice]
        self._pool_of = [number for number, pool in enumerate(pools) for _ in pool.dice]
        starts = accumulate([len(pool.dice) for pool in pools], initial=0)
        self._same_pool = [range(*ends) for pool, ends in zip(pools, pairwise(starts), strict=True) for _ in pool.dice]
        self._beyond = [dice.whole for dice in self._dice]
        self._base: int = 1 + max([pool.last for pool in pools])
        self._units: list[int] = [self._base**kind for kind in range(len(self._dice) + 1)]
        self._layers: dict[int, dict[int, Any]] = {0: {0: sums.one}}
        self._closed: dict[int, Any] = {}
        self._rests: list[dict[int, int]] = [{} for _ in self._dice]
        self._closings: dict[tuple[int, int], int] = {}
        self._steps: dict[int, list[int]] = {}
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
            for kind, dice in enumerate(self._dice):
                if value in dice.weights:
                    self._put(kind, dice.weights[value], shift)
            if self._sums.matching:
                layers = [*self._layers.values(), self._closed]
                held = sum([len(held) for layer in layers for held in layer.values()])
                BUDGET.states(held, self._bits)
                self._sums.leave(layers)
        return self._counts()

    def _counts(self) -> dict[Any, int]:
        """Return the counts of closed states and of those left, whose other dice show values beyond all."""
        for placed, layer in self._layers.items():
            kept, open_dice = max(0, self._kept_among(placed) - self._skip), self._open(placed)
            for state, sums in layer.items():
                ways = self._resting(state, open_dice, None)
                if ways:
                    self._closed[kept] = self._sums.added(self._closed.get(kept), sums, ways, 0, 0)
        together: dict[Any, int] = {}
        for kept, sums in self._closed.items():
            for total, ways in self._sums.counts(sums, kept).items():
                together[total] = together.get(total, 0) + ways
        return together

    def _put(self, kind: int, weight: int, shift: Any) -> None:
        """Place dice of one kind on a value, in each state."""
        self._beyond[kind] -= weight
        self._rests[kind] = {}
        self._closings = {}
        self._steps = {}
        dice = self._dice[kind]
        final = not self._beyond[kind] and not isinstance(dice, EndlessExplosions)
        # States of more dice first: what is added to one has then been gone through already.
        for placed in sorted(self._layers, reverse=True):
            if self._layers[placed]:
                self._put_on_layer(kind, placed, weight, shift, final=final)
        if final:
            self._drop_unfinished(kind)

    def _put_on_layer(self, kind: int, placed: int, weight: int, shift: Any, *, final: bool) -> None:
        """Place dice of one kind on a value, ``final`` if it is the last that they have, in the states of a layer."""
        layers, layer, pool = self._layers, self._layers[placed], self._pool_of[kind]
        missing, counted, all_places = self._plan(pool, placed)
        if not missing:
            return
        dice, unit, added = self._dice[kind], self._units[kind], self._sums.added
        ahead = [layers.setdefault(placed + here * self._units[pool], {}) for here in range(1, missing)]
        others = self._open(placed) if all_places else self._same_pool[kind]
        filled = self._closed if all_places else layers.setdefault(placed + missing * self._units[pool], {})
        most = dice.available(0) + 1
        transitions = min(missing, most, 2 if final else most)
        looks = 1 + (len(self._pools) + len(self._dice)) / 2 + len(layer) * len(others) / 2
        BUDGET.states(len(layer) * transitions, self._bits, looks, transitions * self._sums.size(layer.values()))
        for state, sums in layer.items():
            before = state // unit % self._base
            available = dice.available(before)
            if not available:
                continue
            steps = self._steps_from(kind, before, weight)
            if missing <= available:
                ways = self._closing(kind, before, missing, weight) * self._resting(state, others, kind)
                key = self._until - self._skip if all_places else self._cleared(state, kind)
                if ways:
                    filled[key] = added(filled.get(key), sums, ways, shift, counted[-1])
            # On its last value all dice of a kind must be placed.
            fewer = available - 1 if final else 0
            after = state + fewer * unit
            for onto, number, ways in islice(zip(ahead, counted, steps, strict=False), fewer, None):
                after += unit
                onto[after] = added(onto.get(after), sums, ways, shift, number)

    def _steps_from(self, kind: int, before: int, weight: int) -> list[int]:
        """Return the ways to place one, two, ... more dice of a kind on a value where so many are placed before."""
        steps = self._steps.get(before)
        if steps is None:
            dice = self._dice[kind]
            most = min(self._pools[self._pool_of[kind]].last - before, dice.available(before) + 1)
            steps = self._steps[before] = [dice.ways(before, here, weight) for here in range(1, most)]
        return steps

    def _plan(self, pool: int, placed: int) -> tuple[int, list[int], bool]:
        """Return how many more dice of a pool fill it or all places, and whether it is all places.

        Between them stands how many of one, two, ... more dice are in the places.
        """
        plan = self._plans.get((pool, placed))
        if plan is None:
            ordered, in_pool, kept = (
                self._pools[pool],
                placed // self._units[pool] % self._base,
                self._kept_among(placed),
            )
            enough = max(in_pool, ordered.first) + self._until - kept
            missing = min(enough, ordered.last) - in_pool
            passed_over = max(0, ordered.first - in_pool) + max(0, self._skip - kept)
            counted = [max(0, here - passed_over) for here in range(1, missing + 1)]
            plan = self._plans[pool, placed] = (missing, counted, enough <= ordered.last)
        return plan

    def _kept_among(self, placed: int) -> int:
        """Return how many of the dice placed are kept by their pools."""
        pools = zip(self._units, self._pools, strict=False)
        return sum([min(max(placed // unit % self._base, at.first), at.last) - at.first for unit, at in pools])

    def _open(self, placed: int) -> Sequence[int]:
        """Return the kinds of dice of the pools that are not full."""
        if len(self._pools) == 1:
            return self._same_pool[0]
        full = [placed // unit % self._base == pool.last for unit, pool in zip(self._units, self._pools, strict=False)]
        return [kind for kind, pool in enumerate(self._pool_of) if not full[pool]]

    def _cleared(self, state: int, kind: int) -> int:
        """Return a state without the dice of the pool of a kind, which is full."""
        first, last = self._same_pool[kind][0], self._same_pool[kind][-1]
        return state % self._units[first] + state - state % self._units[last + 1]

    def _drop_unfinished(self, kind: int) -> None:
        """Drop the states that still have dice of a kind for which there is no value left."""
        count, unit, base = self._dice[kind].count, self._units[kind], self._base
        for placed, layer in self._layers.items():
            if kind in self._open(placed):
                self._layers[placed] = {state: sums for state, sums in layer.items() if state // unit % base == count}

    def _closing(self, kind: int, before: int, missing: int, weight: int) -> int:
        """Return in how many ways ``missing`` more dice of a kind at least are placed on a value, its others beyond.

        From all ways in which none is before the value those are taken in which none, one, ... too few are on it. Of
        3d2, on 2 with none before and two missing: 2**3, less 1 with none on it and 3 with one, leaves 4.
        """
        ways = self._closings.get((before, missing))
        if ways is None:
            ways = self._dice[kind].rest(before, self._beyond[kind] + weight) - self._rest(kind, before)
            for placed, step in enumerate(self._steps_from(kind, before, weight)[: missing - 1], start=before + 1):
                ways -= step * self._rest(kind, placed)
            self._closings[before, missing] = ways
        return ways

    def _rest(self, kind: int, placed: int) -> int:
        """Return in how many ways all dice of a kind show values beyond, of which so many are placed."""
        rest = self._rests[kind].get(placed)
        if rest is None:
            rest = self._rests[kind][placed] = self._dice[kind].rest(placed, self._beyond[kind])
        return rest

    def _resting(self, state: int, kinds: Sequence[int], kind: int | None) -> int:
        """Return in how many ways the dice not yet placed, of all these kinds but one, show values beyond."""
        ways = 1
        for other in kinds:
            if ways and other != kind:
                ways *= self._rest(other, state // self._units[other] % self._base)
        return ways
