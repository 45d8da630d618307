"""What the walk holds of the dice kept so far: sums in one integer, sums as a mapping, or the state of a match.

Packed, the ways of a sum of ``n`` above the lowest one are the digit at place ``n`` of an integer, each digit so many
bytes wide. For two d3, one byte a digit, it is 0x0102030201: sums of 2 to 6 in 1, 2, 3, 2, 1 ways. One more die that
shows 3 shifts it by two digits: ``0x0102030201 << 16``; so one shift and one addition move all sums at once.
"""

from __future__ import annotations

from math import gcd

from combatcli.dice.exact.polynomials import unpack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    Counts = dict[int, int]
    MatchState = tuple[int, int, int]
    """How many dice show the value at hand, the best match before it, and the length of the run before it."""
    Ways = dict[Any, int]
    """The ways of each sum, or of each `MatchState`."""

_ENTRY = 1_000
"""How many bits an entry of a mapping counts for, beside those of its ways."""


class PackedSums:
    """Sums of scores as digits of one integer; they begin at the score where the walk begins."""

    one = 1
    matching = False
    """Whether going on to the next value changes what is held."""

    def __init__(self, scores: Sequence[int], bits: int) -> None:
        lowest, highest = min(scores), max(scores)
        self._start, self._sign = (highest, -1) if scores[0] == highest else (lowest, 1)
        self._step = gcd(*[score - lowest for score in scores]) or 1
        self._size = bits // 8 + 1
        self._effort = (5 + bits / 60) / 30
        self.span = (highest - lowest) // self._step

    def shift(self, score: int) -> int:
        """Return by how many bits one more die of this score shifts the sums."""
        return (score - self._start) * self._sign // self._step * self._size * 8

    def added(self, onto: int | None, sums: int, ways: int, shift: int, number: int) -> int:
        """Return sums with so many more dice of a shift, in so many ways, added to those that are there."""
        moved = sums * ways << shift * number
        return moved + onto if onto else moved

    def size(self, layer: Iterable[int]) -> float:
        """Return the work of moving all sums of a layer once, multiplied by ways."""
        return sum(map(int.bit_length, layer)) * self._effort

    def least(self, scores: Sequence[int]) -> float:
        """Return the work that each further die adds at least to moving the sums, over all scores."""
        return sum(map(self.shift, scores[:-1])) * self._effort

    def counts(self, sums: int, number: int) -> Counts:
        """Return the counts of the sums of so many dice."""
        start, step = self._start * number, self._step * self._sign
        return {start + digit * step: c for digit, c in enumerate(unpack(sums, self._size)) if c}


class MappedSums:
    """Sums of scores as mappings from sum to ways, where scores lie far apart."""

    matching = False
    start: int | MatchState = 0

    def __init__(self, bits: int) -> None:
        self.one = {self.start: 1}
        self._entry = (_ENTRY + bits) * (5 + bits / 400) / 30

    def shift(self, score: int) -> int:
        """Return what one more die of this score adds."""
        return score

    def added(self, onto: Ways | None, sums: Ways, ways: int, shift: int, number: int) -> Ways:
        """Return sums with so many more dice of a shift, in so many ways, added to those that are there."""
        more = shift * number
        if onto is None:
            return {total + more: c * ways for total, c in sums.items()}
        for total, c in sums.items():
            onto[total + more] = onto.get(total + more, 0) + c * ways
        return onto

    def size(self, layer: Iterable[Ways]) -> float:
        """Return the work of moving all sums of a layer once, multiplied by ways."""
        return sum(map(len, layer)) * self._entry

    def least(self, scores: Sequence[int]) -> float:
        """Return the work that each further die adds at least to moving the sums, over all scores."""
        return 0 if self.matching else len(set(scores)) ** 2 / 2 * self._entry

    def counts(self, sums: Ways, number: int) -> Ways:
        """Return the counts of the sums."""
        return {total: c for total, c in sums.items() if c}


class Matches(MappedSums):
    """The ways of each `MatchState`; ``kind`` and ``least`` are those of the node `MatchNode`."""

    matching = True
    start = (0, 0, 0)

    def __init__(self, kind: str, least: int, bits: int) -> None:
        super().__init__(bits)
        self._kind = kind
        self._enough = {"mt": least, "mr": 1}.get(kind)
        """More dice than that make no difference on a value."""
        self._adjacent = False
        self._before: int | None = None

    def shift(self, score: int) -> int:
        """Return a value, the next one of the walk."""
        self._adjacent = self._before is not None and abs(score - self._before) == 1
        self._before = score
        return score

    def added(self, onto: Ways | None, sums: Ways, ways: int, shift: int, number: int) -> Ways:
        """Return the states with so many more dice on the value at hand, added to those that are there."""
        states = {} if onto is None else onto
        for (shown, best, run), c in sums.items():
            enough = shown + number if self._enough is None else min(shown + number, self._enough)
            after = enough, best, run
            states[after] = states.get(after, 0) + c * ways
        return states

    def leave(self, layers: Iterable[dict[int, Ways]]) -> None:
        """Go on to the next value, in all states of all layers."""
        for layer in layers:
            for which, sums in layer.items():
                states: Ways = {}
                for state, c in sums.items():
                    after = self._passed(*state)
                    states[after] = states.get(after, 0) + c
                layer[which] = states

    def _passed(self, shown: int, best: int, run: int) -> MatchState:
        """Return the state once all dice are placed that show the value at hand."""
        if self._kind == "ms":
            return 0, max(best, shown), 0
        if self._kind == "mt":
            return 0, best + (shown == self._enough), 0
        run = (run if self._adjacent else 0) + 1 if shown else 0
        return 0, max(best, run), run

    def counts(self, sums: Ways, number: int) -> dict[int, int]:
        """Return the counts of the best match of each state."""
        ways_of_best: dict[int, int] = {}
        for (_, best, _), c in sums.items():
            ways_of_best[best] = ways_of_best.get(best, 0) + c
        return ways_of_best
