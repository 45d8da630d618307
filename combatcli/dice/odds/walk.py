"""The walk through the values of dice that lie in order: what those in some places come to.

It goes from the end nearer to the dice kept, value by value, and at each one from kind to kind. A state is how many
dice of each kind lie, and holds what the kept ones among them come to so far: sums, or what is alike among them. Once
the last place that is kept is filled, the others may lie anywhere beyond, which closes the state with one factor.

Dice lie in lots. A lot may keep some of its own dice first, which are then in order with those of the others; once it
is full, its other dice lie anywhere too.
"""

from __future__ import annotations

from itertools import accumulate, islice, pairwise

from combatcli.dice.odds.budget import BUDGET, product_work
from combatcli.dice.odds.kinds import Chains

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from combatcli.dice.odds.kinds import Kind, Lot
    from combatcli.dice.odds.packing import MappedSums, PackedSums

    Places = tuple[int, int]

_PUT = 4_000
"""What going through the states once costs, however few."""
_STATE = 900
"""What going through a state costs."""
_OTHER = 200
"""What looking at another kind of dice, or at another lot, costs a state."""


class Walk:
    """The walk; of the dice that all lots keep it goes through those in some ``places``.

    States are numbers, a digit for each kind says how many of it lie; ``_layers`` has them by how many lie in each lot,
    which is such a number too.
    """

    def __init__(self, lots: Sequence[Lot], places: Places, sums: PackedSums | MappedSums, bits: int) -> None:
        self._lots = lots
        self._skip, self._until = places
        self._sums: Any = sums
        self._kinds = [kind for lot in lots for kind in lot.kinds]
        self._lot_of = [which for which, lot in enumerate(lots) for _ in lot.kinds]
        starts = accumulate([len(lot.kinds) for lot in lots], initial=0)
        self._alike = [range(*ends) for lot, ends in zip(lots, pairwise(starts), strict=True) for _ in lot.kinds]
        self._beyond = [kind.whole for kind in self._kinds]
        self._base: int = 1 + max([lot.last for lot in lots])
        self._units: list[int] = [self._base**which for which in range(len(self._kinds) + 1)]
        self._layers: dict[int, dict[int, Any]] = {0: {0: sums.one}}
        self._found: dict[int, Any] = {}
        self._rests: list[dict[int, int]] = [{} for _ in self._kinds]
        self._closings: dict[tuple[int, int], int] = {}
        self._plans: dict[tuple[int, int], tuple[int, list[int], bool]] = {}
        self._closed = product_work(bits / 2, bits / 2)
        self._other = _OTHER + bits / 10

    def through(self, values: Sequence[int], worths: Sequence[Any]) -> dict[Any, int]:
        """Return the counts that the walk through all values ends with."""
        BUDGET.foresee(_PUT * sum([len(kind.weights) for kind in self._kinds]))
        if len(self._kinds) == 1:
            self._foresee(worths)
        for value, worth in zip(values, worths, strict=True):
            if not any(self._layers.values()):
                break
            place = self._sums.place(worth)
            for which, kind in enumerate(self._kinds):
                if value in kind.weights:
                    self._put(which, kind, kind.weights[value], place)
            if self._sums.leaves:
                self._sums.leave([*self._layers.values(), self._found])
        return self._ended()

    def _ended(self) -> dict[Any, int]:
        """Return the counts of what was found and of what is left, whose other dice lie beyond all values."""
        for lying, layer in self._layers.items():
            kept, open_kinds = max(0, self._kept(lying) - self._skip), self._open(lying)
            for state, sums in layer.items():
                self._join(self._found, kept, (sums, self._resting(state, open_kinds, None), 0, 0))
        together: dict[Any, int] = {}
        for kept, sums in self._found.items():
            for total, ways in self._sums.counts(sums, kept).items():
                together[total] = together.get(total, 0) + ways
        return together

    def _foresee(self, worths: Sequence[Any]) -> None:
        """Raise DiceError if dice of one kind are sure to take too much work."""
        (lot,) = self._lots
        skip, until = lot.first + self._skip, lot.first + self._until
        goings = sum([(until - placed) * (placed - skip) for placed in range(skip + 1, until)])
        BUDGET.foresee(goings * self._sums.work(self._sums.least(worths)))

    def _put(self, which: int, kind: Kind, weight: int, place: Any) -> None:  # noqa: ANN401 - of several sorts
        """Put dice of one kind on a value, in each state."""
        self._beyond[which] -= weight
        self._rests[which] = {}
        self._closings = {}
        base, layers, own_lot = self._base, self._layers, self._lot_of[which]
        lot_unit, last, most = self._units[own_lot], self._lots[own_lot].last, kind.left(0) + 1
        unit, added = self._units[which], self._sums.added
        steps: dict[int, list[int]] = {}
        final = not self._beyond[which] and not isinstance(kind, Chains)
        room = BUDGET.room
        BUDGET.spend(_PUT)
        # States of more dice first: what is added to one has then been gone through already.
        for lying in sorted(layers, reverse=True):
            layer = layers[lying]
            missing, counted, whole = self._plan(own_lot, lying) if layer else (0, [], False)
            if not missing:
                continue
            ahead = [layers.setdefault(lying + here * lot_unit, {}) for here in range(1, missing)]
            others = self._open(lying) if whole else self._alike[which]
            filled = self._found if whole else layers.setdefault(lying + missing * lot_unit, {})
            size = self._sums.size(layer.values())
            times = self._times(layer, which, min(missing, most, 2 if final else most))
            BUDGET.hold(times * size / 8)
            BUDGET.spend(times * (len(layer) * (_STATE + self._closed) + self._sums.work(size)))
            if missing < most:
                BUDGET.spend(len(layer) * len(others) * self._other)
            for state, sums in layer.items():
                own = state // unit % base
                left = kind.left(own)
                if not left:
                    continue
                if own not in steps:
                    steps[own] = [kind.ways(own, here, weight) for here in range(1, min(last - own, left + 1))]
                if missing <= left:
                    ways = self._closing(which, own, missing, weight, steps[own]) * self._resting(state, others, which)
                    key = self._until - self._skip if whole else self._cleared(state, which)
                    self._join(filled, key, (sums, ways, place, counted[-1]))
                # On its last value all dice of a kind must lie.
                fewer = left - 1 if final else 0
                more = state + fewer * unit
                for onto, here, ways in islice(zip(ahead, counted, steps[own], strict=False), fewer, None):
                    more += unit
                    onto[more] = added(onto.get(more), sums, ways, place, here)
        BUDGET.room = room
        if final:
            self._drop_unfinished(which)

    def _times(self, layer: dict[int, Any], which: int, most: int) -> float:
        """Return to how many states each one of a layer leads, in the mean."""
        if len(layer) == 1:
            return most
        unit, base, left = self._units[which], self._base, self._kinds[which].left
        return sum([min(most, left(state // unit % base)) for state in layer]) / len(layer)

    def _plan(self, which: int, lying: int) -> tuple[int, list[int], bool]:
        """Return how many more dice of a lot it takes to fill it or all places, and whether it is all places.

        Between them stands how many of one, two, ... more dice are kept.
        """
        plan = self._plans.get((which, lying))
        if plan is None:
            BUDGET.spend(2 * len(self._lots) * _OTHER)
            lot, in_lot, kept = self._lots[which], lying // self._units[which] % self._base, self._kept(lying)
            enough = max(in_lot, lot.first) + self._until - kept
            missing = min(enough, lot.last) - in_lot
            idle = max(0, lot.first - in_lot) + max(0, self._skip - kept)
            counted = [max(0, here - idle) for here in range(1, missing + 1)]
            plan = self._plans[which, lying] = (missing, counted, enough <= lot.last)
        return plan

    def _kept(self, lying: int) -> int:
        """Return how many of the dice that lie are kept by their lots."""
        if len(self._lots) == 1:
            return self._lots[0].kept(lying)
        lots = zip(self._units, self._lots, strict=False)
        return sum([lot.kept(lying // unit % self._base) for unit, lot in lots])

    def _open(self, lying: int) -> Sequence[int]:
        """Return the kinds of dice of the lots that are not full."""
        if len(self._lots) == 1:
            return self._alike[0]
        full = [lying // unit % self._base == lot.last for unit, lot in zip(self._units, self._lots, strict=False)]
        return [which for which, lot in enumerate(self._lot_of) if not full[lot]]

    def _cleared(self, state: int, which: int) -> int:
        """Return a state with no dice in the lot of a kind, which is full."""
        first, last = self._alike[which][0], self._alike[which][-1]
        return state % self._units[first] + state - state % self._units[last + 1]

    def _drop_unfinished(self, which: int) -> None:
        """Leave out the states that still have dice of a kind for which there is no value left."""
        count, unit, base = self._kinds[which].count, self._units[which], self._base
        for lying, layer in self._layers.items():
            if which in self._open(lying):
                self._layers[lying] = {state: sums for state, sums in layer.items() if state // unit % base == count}

    def _join(self, onto: dict[int, Any], key: int, more: tuple[Any, int, Any, int]) -> None:
        """Add sums that go on in so many ways with so many dice at a place."""
        sums, ways, place, times = more
        if ways:
            BUDGET.spend(self._sums.adding(sums, place, times))
            onto[key] = self._sums.added(onto.get(key), sums, ways, place, times)

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

    def _resting(self, state: int, kinds: Sequence[int], which: int | None) -> int:
        """Return in how many ways the dice of all these kinds but one that do not lie yet lie beyond."""
        ways = 1
        for other in kinds:
            if ways and other != which:
                ways *= self._rest(other, state // self._units[other] % self._base)
        return ways
