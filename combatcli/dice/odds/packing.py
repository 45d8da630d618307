"""What kept dice come to while they are gone through: sums in one integer, sums as a mapping, or what is alike."""

from __future__ import annotations

from math import gcd

from combatcli.dice.odds.budget import BUDGET
from combatcli.dice.odds.polynomials import unpack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    Counts = dict[int, int]
    State = tuple[int, int, int]
    """How many dice lie on the value at hand, what was made of those before, and how long the run before it is."""
    Ways = dict[Any, int]
    """The ways of each sum, or of each state."""

_OUTCOME = 1_000
"""How many bits an outcome of a mapping takes beside those of its ways."""
_STATE = 450
"""What a state costs, in going on to another one."""
_NEW = 3_000
"""What the first state of so many dice costs."""
_ALL = 1_000_000_000


class PackedSums:
    """Sums of what is kept as coefficients of one integer; they begin where the walk does and go in its direction."""

    one = 1
    leaves = False
    """Whether going on to the next value changes them."""

    def __init__(self, worths: Sequence[int], bits: int) -> None:
        lowest, highest = min(worths), max(worths)
        self._start, self._sign = (highest, -1) if worths[0] == highest else (lowest, 1)
        self._step = gcd(*[worth - lowest for worth in worths]) or 1
        self._size = bits // 8 + 1
        self._digits = bits / 30
        self.reach = (highest - lowest) // self._step

    def place(self, worth: int) -> int:
        """Return by how many bits one die of this worth shifts the sums."""
        return (worth - self._start) * self._sign // self._step * self._size * 8

    def added(self, onto: int | None, sums: int, ways: int, place: int, times: int) -> int:
        """Return sums with so many dice more, in so many ways, and what is there already."""
        moved = sums * ways << place * times
        return moved + onto if onto else moved

    def size(self, layer: Iterable[int]) -> int:
        """Return how many bits these take."""
        return sum(map(int.bit_length, layer))

    def work(self, size: int) -> float:
        """Return the work of going through so many bits."""
        return size / 30 * (5 + self._digits / 2)

    def adding(self, sums: int, place: int, times: int) -> float:
        """Return the work of adding them to what was found."""
        return (sums.bit_length() + place * times) / 10

    def least(self, worths: Sequence[int]) -> int:
        """Return how many bits the sums of one die take at least, those before each worth added up."""
        return sum(map(self.place, worths[:-1]))

    def counts(self, sums: int, kept: int) -> Counts:
        """Return the counts of sums of so many dice."""
        start, step = self._start * kept, self._step * self._sign
        return {start + place * step: c for place, c in enumerate(unpack(sums, self._size)) if c}


class MappedSums:
    """Sums of what is kept as mappings, where worths lie far apart."""

    leaves = False
    start: int | State = 0

    def __init__(self, bits: int) -> None:
        self.one = {self.start: 1}
        digits = bits / 30
        self._entry = _OUTCOME + 30 * digits
        self._work = 300 + digits * (1 + digits / 8)

    def place(self, worth: int) -> int:
        """Return what one die of this worth adds."""
        return worth

    def added(self, onto: Ways | None, sums: Ways, ways: int, place: int, times: int) -> Ways:
        """Add sums with so many dice more, in so many ways, to what is there already, and return it."""
        more = place * times
        if onto is None:
            return {total + more: c * ways for total, c in sums.items()}
        for total, c in sums.items():
            onto[total + more] = onto.get(total + more, 0) + c * ways
        return onto

    def size(self, layer: Iterable[Ways]) -> int:
        """Return how many bits these take."""
        return int(sum(map(len, layer)) * self._entry)

    def work(self, size: int) -> float:
        """Return the work of going through so many bits."""
        return size / self._entry * self._work

    def adding(self, sums: Ways, place: int, times: int) -> float:  # noqa: ARG002 - as packed sums need it
        """Return the work of adding them to what was found."""
        return len(sums) * 200

    def least(self, worths: Sequence[int]) -> int:
        """Return how many bits each further die adds to the sums at least, those before each worth added up."""
        distinct = len(set(worths))
        return int((distinct - 1) * (distinct - 2) / 2 * self._entry)

    def counts(self, sums: Ways, kept: int) -> Ways:  # noqa: ARG002 - as packed sums need it
        """Return the counts of sums."""
        return {total: c for total, c in sums.items() if c}


class Pattern(MappedSums):
    """The ways to each state; ``kind`` and ``least`` are those of `Sets`."""

    leaves = True
    start = (0, 0, 0)

    def __init__(self, kind: str, least: int, bits: int) -> None:
        super().__init__(bits)
        self._work += _STATE
        self._kind = kind
        # More dice than that make no difference on a value.
        self._enough = {"mt": least, "mr": 1}.get(kind, _ALL)
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
        found = {} if onto is None else onto
        for (lying, made, run), c in sums.items():
            after = min(lying + times, self._enough), made, run
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
                found: Ways = {}
                for state, c in sums.items():
                    after = self._passed(*state)
                    found[after] = found.get(after, 0) + c
                layer[which] = found

    def _passed(self, lying: int, made: int, run: int) -> State:
        """Return the state once all dice lie on the value at hand."""
        if self._kind == "ms":
            return 0, max(made, lying), 0
        if self._kind == "mt":
            return 0, made + (lying == self._enough), 0
        run = (run if self._adjacent else 0) + 1 if lying else 0
        return 0, max(made, run), run

    def counts(self, sums: Ways, kept: int) -> dict[int, int]:  # noqa: ARG002 - as packed sums need it
        """Return the counts of what the states come to."""
        found: dict[int, int] = {}
        for (_, made, _), c in sums.items():
            found[made] = found.get(made, 0) + c
        return found
