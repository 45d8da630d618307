"""What is alike among kept dice, ``mt``, ``ms`` and ``mr``: states that stand in place of sums in the walk."""

from __future__ import annotations

from combatcli.dice.odds.budget import BUDGET
from combatcli.dice.odds.packing import MappedSums

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    State = Any
    Ways = dict[State, int]

_STATE = 450
"""What a state costs, in going on to another one."""
_NEW = 3_000
"""What the first state of so many dice costs."""


class Pattern(MappedSums):
    """The ways to each state, which knows what lies on the value at hand and what was made of those before."""

    start: State = (0, 0)
    leaves = True

    def __init__(self, bits: int) -> None:
        super().__init__(self.start, bits)
        self._work += _STATE
        self._adjacent = False
        self._before: int | None = None

    def place(self, worth: int) -> int:
        """Return a value, the next one of the walk."""
        self._adjacent = self._before is not None and abs(worth - self._before) == 1
        self._before = worth
        return worth

    def added(self, onto: Ways | None, sums: Ways, ways: int, place: int, times: int) -> Ways:  # noqa: ARG002
        """Add the ways with so many dice more on the value at hand to what is there already, and return it."""
        if onto is None:
            BUDGET.spend(_NEW)
        put, found = self.put, {} if onto is None else onto
        for state, c in sums.items():
            after = put(state, times)
            found[after] = found.get(after, 0) + c * ways
        return found

    def least(self, worths: Sequence[int]) -> int:  # noqa: ARG002 - as sums need it
        """Return 0: states may stay few."""
        return 0

    def leave(self, layers: Iterable[dict[int, Ways]]) -> None:
        """Go on to the next value."""
        for layer in layers:
            for which, sums in layer.items():
                BUDGET.spend(len(sums) * _STATE)
                found = layer[which] = {}
                for state, c in sums.items():
                    after = self.passed(state)
                    found[after] = found.get(after, 0) + c

    def counts(self, sums: Ways, kept: int) -> dict[int, int]:  # noqa: ARG002 - as packed sums need it
        """Return the counts of what the states come to."""
        found: dict[int, int] = {}
        for state, c in sums.items():
            found[state[-1]] = found.get(state[-1], 0) + c
        return found

    def put(self, state: State, number: int) -> State:
        """Return the state with so many more dice on this value."""
        return state[0] + number, state[1]

    def passed(self, state: State) -> State:
        """Return the state once all dice lie on this value."""
        raise NotImplementedError


class LargestSet(Pattern):
    """``ms``; a state is how many dice lie on this value, and the most on any before."""

    def passed(self, state: State) -> State:
        """Return the state once all dice lie on this value."""
        return 0, max(state)


class NumberOfSets(Pattern):
    """``mt``; a state is how many dice lie on this value, and on how many values before enough do."""

    def __init__(self, least: int, bits: int) -> None:
        super().__init__(bits)
        self._least = least

    def put(self, state: State, number: int) -> State:
        """Return the state with so many more dice on this value, of which no more than enough matter."""
        return min(state[0] + number, self._least), state[1]

    def passed(self, state: State) -> State:
        """Return the state once all dice lie on this value."""
        return 0, state[1] + (state[0] == self._least)


class LongestRun(Pattern):
    """``mr``; a state is whether this value shows, how long the run before it is, and the longest one so far."""

    start: State = (0, 0, 0)

    def put(self, state: State, number: int) -> State:
        """Return the state with so many more dice on this value."""
        return (1, *state[1:]) if number else state

    def passed(self, state: State) -> State:
        """Return the state once all dice lie on this value."""
        shows, run, longest = state
        run = (run if self._adjacent else 0) + 1 if shows else 0
        return 0, run, max(run, longest)
