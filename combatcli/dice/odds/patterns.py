"""Dice of several pools seen as one: a walk over values that adds up or matches those that are kept.

A pool may keep some of its own dice first. The walk goes from the nearer end and knows how many dice of each kind lie;
what is made of the dice kept so far is a state, such as a sum, or the largest set and what lies on the value at hand.
"""

from __future__ import annotations

from itertools import pairwise
from math import prod

from combatcli.dice.odds.budget import BUDGET, product_work, room
from combatcli.dice.odds.distribution import Distribution
from combatcli.dice.odds.keeps import values_among

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from combatcli.dice.odds.kinds import Kind

    State = Any
    """What is known of the dice kept so far."""
    Places = tuple[int, int]
    Layers = dict[int, dict[State, int]]
    """The ways to each state, by how many dice of each kind lie."""
    Step = tuple[int, int, int]
    """What lies after it, in how many ways, and how many more are kept."""

_STATE = 450
_STEP = 3_500
_DONE = -1


class Lot:
    """Kinds of dice that lie in one pool, which keeps those in some places, in ascending order, for the whole."""

    def __init__(self, kinds: Sequence[Kind], places: Places) -> None:
        self.kinds = [kind for kind in kinds if kind.count]
        self.count = sum([kind.count for kind in self.kinds])
        self.first, self.last = places

    @property
    def size(self) -> int:
        """How many dice it keeps."""
        return max(0, self.last - self.first)

    def turned(self) -> Lot:
        """Return the same with its places in descending order."""
        return Lot(self.kinds, (self.count - self.last, self.count - self.first))

    def kept(self, placed: int) -> int:
        """Return how many of the first dice are kept."""
        return min(max(placed, self.first), max(self.first, self.last)) - self.first


class Pattern:
    """What is made of the kept dice: here, the sum of what they are ``worth``."""

    start: State = 0

    def __init__(self, worth: Callable[[int], int] = int) -> None:
        self._worth = worth

    def put(self, state: State, value: int, number: int) -> State:
        """Return the state with so many more dice on a value."""
        return state + number * self._worth(value)

    def passed(self, state: State, *, adjacent: bool) -> State:  # noqa: ARG002 - a run asks for it
        """Return the state once all dice lie on a value, which is ``adjacent`` to the one before, or not."""
        return state

    def end(self, state: State) -> int:
        """Return what it comes to."""
        return int(state)


class LargestSet(Pattern):
    """``ms``; a state is how many dice lie on this value, and the most on any before."""

    start: State = (0, 0)

    def put(self, state: State, value: int, number: int) -> State:  # noqa: ARG002 - a sum asks for it
        """Return the state with so many more dice on a value."""
        return state[0] + number, state[1]

    def passed(self, state: State, *, adjacent: bool) -> State:  # noqa: ARG002 - a run asks for it
        """Return the state once all dice lie on a value."""
        return 0, max(state)

    def end(self, state: State) -> int:
        """Return what it comes to."""
        return int(state[1])


class NumberOfSets(LargestSet):
    """``mt``; a state is how many dice lie on this value, and on how many values before enough do."""

    def __init__(self, least: int) -> None:
        super().__init__()
        self._least = least

    def put(self, state: State, value: int, number: int) -> State:  # noqa: ARG002 - a sum asks for it
        """Return the state with so many more dice on a value."""
        return min(state[0] + number, self._least), state[1]

    def passed(self, state: State, *, adjacent: bool) -> State:  # noqa: ARG002 - a run asks for it
        """Return the state once all dice lie on a value."""
        return 0, state[1] + (state[0] >= self._least)


class LongestRun(Pattern):
    """``mr``; a state is whether this value shows, how long the run before it is, and the longest one so far."""

    start: State = (0, 0, 0)

    def put(self, state: State, value: int, number: int) -> State:  # noqa: ARG002 - a sum asks for it
        """Return the state with so many more dice on a value."""
        return (1, *state[1:]) if number else state

    def passed(self, state: State, *, adjacent: bool) -> State:
        """Return the state once all dice lie on a value."""
        shows, run, longest = state
        run = (run if adjacent else 0) + 1 if shows else 0
        return 0, run, max(run, longest)

    def end(self, state: State) -> int:
        """Return what it comes to."""
        return int(state[2])


def seen(lots: Sequence[Lot], places: Places, pattern: Pattern) -> Distribution[int]:
    """Return what a pattern makes of dice, of those that all lots keep the ones in these places in ascending order."""
    number = sum([lot.size for lot in lots])
    descending = number - places[1] < places[0]
    if descending:
        lots, places = [lot.turned() for lot in lots], (number - places[1], number - places[0])
    return _Walk(lots, places, pattern).through(descending=descending)


class _Walk:
    """Goes through the values; places count from where it begins."""

    def __init__(self, lots: Sequence[Lot], places: Places, pattern: Pattern) -> None:
        self._lots = lots
        self._skip, self._until = places
        self._pattern = pattern
        self._kinds = [(kind, place) for place, lot in enumerate(lots) for kind in lot.kinds]
        self._beyond = [kind.whole for kind, _ in self._kinds]
        self._base = 1 + max([kind.count for kind, _ in self._kinds], default=0)
        self._total = prod([kind.whole**kind.count for kind, _ in self._kinds])
        half = self._total.bit_length() / 2
        self._product = product_work(half, half)

    def through(self, *, descending: bool) -> Distribution[int]:
        """Return what the walk ends with."""
        pattern = self._pattern
        if self._skip >= self._until:
            return Distribution({pattern.end(pattern.start): 1})
        kinds = [kind for kind, _ in self._kinds]
        BUDGET.foresee(sum([len(kind.weights) for kind in kinds]) * 2 * _STEP)
        values = values_among(kinds, descending=descending)
        layers: Layers = {0: {pattern.start: 1}}
        for before, value in pairwise([None, *values]):
            assert value is not None  # noqa: S101 - for mypy: only the first is
            for which, (kind, _) in enumerate(self._kinds):
                if value in kind.weights:
                    layers = self._put(layers, which, value)
            room(sum(map(len, layers.values())), self._total.bit_length() / 2)
            layers = self._passed(layers, adjacent=before is not None and abs(value - before) == 1)
        found: dict[int, int] = {}
        for states in layers.values():
            for state, ways in states.items():
                found[pattern.end(state)] = found.get(pattern.end(state), 0) + ways
        return Distribution(found, self._total)

    def _passed(self, layers: Layers, *, adjacent: bool) -> Layers:
        passed: Layers = {}
        for placed, states in layers.items():
            BUDGET.spend(len(states) * _STATE)
            onto = passed[placed] = {}
            for state, ways in states.items():
                after = self._pattern.passed(state, adjacent=adjacent)
                onto[after] = onto.get(after, 0) + ways
        return passed

    def _put(self, layers: Layers, which: int, value: int) -> Layers:
        """Put dice of one kind on a value, in each state."""
        kind, _ = self._kinds[which]
        self._beyond[which] -= kind.weights[value]
        found: Layers = {_DONE: layers.pop(_DONE, {})}
        put = self._pattern.put
        for placed, states in layers.items():
            for onto, ways, number in self._steps(placed, which, value):
                BUDGET.spend(len(states) * (_STATE + self._product))
                more = found.setdefault(onto, {})
                for state, count in states.items():
                    after = put(state, value, number) if number else state
                    more[after] = more.get(after, 0) + count * ways
        return found

    def _steps(self, placed: int, which: int, value: int) -> list[Step]:
        """Return what may be put on a value where so many dice lie."""
        kind, own_lot = self._kinds[which]
        lying = [placed // self._base**place % self._base for place in range(len(self._kinds))]
        in_lot = [0] * len(self._lots)
        for (_, place), number in zip(self._kinds, lying, strict=True):
            in_lot[place] += number
        before = sum([lot.kept(number) for lot, number in zip(self._lots, in_lot, strict=True)])
        left = kind.left(lying[which])
        BUDGET.spend((left + 1) * (_STEP + 4 * self._product) if self._beyond[which] else _STEP)
        steps = []
        for here in range(left + 1) if self._beyond[which] else [left]:
            lot = self._lots[own_lot]
            after = before + lot.kept(in_lot[own_lot] + here) - lot.kept(in_lot[own_lot])
            number = max(0, min(after, self._until) - max(before, self._skip))
            ways = kind.ways(lying[which], here, kind.weights[value])
            if after >= self._until:
                others = self._others([*lying[:which], lying[which] + here, *lying[which + 1 :]])
                steps.append((_DONE, ways * others, number))
            else:
                steps.append((placed + here * self._base**which, ways, number))
        return steps

    def _others(self, lying: Sequence[int]) -> int:
        """Return in how many ways all dice that do not lie yet lie beyond."""
        BUDGET.spend(len(lying) * 500)
        return prod(
            [
                kind.rest(number, beyond)
                for (kind, _), number, beyond in zip(self._kinds, lying, self._beyond, strict=True)
            ]
        )
