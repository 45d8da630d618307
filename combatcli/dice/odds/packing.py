"""What kept dice come to while they are gone through: sums as coefficients of one integer, or as a mapping."""

from __future__ import annotations

from math import gcd

from combatcli.dice.odds.polynomials import unpack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    Sum = Any
    """A number, or a tuple of those that were kept."""

    Counts = dict[int, int]
    Ways = dict[Sum, int]

_OUTCOME = 1_000
"""How many bits an outcome of a mapping takes beside those of its ways."""


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

    def __init__(self, none: Sum, bits: int) -> None:
        self.one = {none: 1}
        digits = bits / 30
        self._entry = _OUTCOME + 30 * digits
        self._work = 300 + digits * (1 + digits / 8)

    def place(self, worth: Sum) -> Sum:
        """Return what one die of this worth adds."""
        return worth

    def added(self, onto: Ways | None, sums: Ways, ways: int, place: Sum, times: int) -> Ways:
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

    def adding(self, sums: Ways, place: Sum, times: int) -> float:  # noqa: ARG002 - as packed sums need it
        """Return the work of adding them to what was found."""
        return len(sums) * 200

    def least(self, worths: Sequence[Sum]) -> int:
        """Return how many bits each further die adds to the sums at least, those before each worth added up."""
        distinct = len(set(worths))
        return int((distinct - 1) * (distinct - 2) / 2 * self._entry)

    def counts(self, sums: Ways, kept: int) -> Ways:  # noqa: ARG002 - as packed sums need it
        """Return the counts of sums."""
        return {total: c for total, c in sums.items() if c}
