"""The sums of kept dice while a pool is gone through: as coefficients of one integer, or as a mapping."""

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

_OUTCOME = 1_000
"""How many bits an outcome of a mapping takes beside those of its ways."""


class PackedSums:
    """Sums of what is kept as coefficients of one integer; they begin where the walk does and go in its direction."""

    one = 1

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

    def moved(self, sums: int, ways: int, place: int, times: int) -> int:
        """Return sums with so many dice more."""
        return sums * ways << place * times

    def added(self, sums: int, more: int) -> int:
        """Return both together."""
        return sums + more

    def size(self, layer: Iterable[int]) -> int:
        """Return how many bits these take."""
        return sum(map(int.bit_length, layer))

    def work(self, size: int) -> float:
        """Return the work of going through so many bits."""
        return size / 30 * (5 + self._digits / 2)

    def joining(self, sums: int) -> float:
        """Return the work of adding sums to what was found."""
        return sums.bit_length() / 10

    def least(self, worths: Sequence[int]) -> int:
        """Return how many bits the sums of one die take at least, those before each worth added up."""
        return sum(map(self.place, worths[:-1]))

    def counts(self, sums: int, kept: int) -> Counts:
        """Return the counts of sums of so many dice."""
        start, step = self._start * kept, self._step * self._sign
        return {start + place * step: c for place, c in enumerate(unpack(sums, self._size)) if c}


class MappedSums:
    """Sums of what is kept as mappings, where worths lie far apart; or what is kept itself, worths being tuples."""

    def __init__(self, none: Sum, bits: int) -> None:
        self.one = {none: 1}
        self._digits = bits / 30

    def place(self, worth: Sum) -> Sum:
        """Return what one die of this worth adds."""
        return worth

    def moved(self, sums: dict[Sum, int], ways: int, place: Sum, times: int) -> dict[Sum, int]:
        """Return sums with so many dice more."""
        more = place * times
        return {total + more: c * ways for total, c in sums.items()}

    def added(self, sums: dict[Sum, int], more: dict[Sum, int]) -> dict[Sum, int]:
        """Add more to sums, and return these."""
        for total, c in more.items():
            sums[total] = sums.get(total, 0) + c
        return sums

    def size(self, layer: Iterable[dict[Sum, int]]) -> int:
        """Return how many bits these take."""
        return int(sum(map(len, layer)) * (_OUTCOME + 30 * self._digits))

    def work(self, size: int) -> float:
        """Return the work of going through so many bits."""
        return size / (_OUTCOME + 30 * self._digits) * (300 + self._digits * (1 + self._digits / 8))

    def joining(self, sums: dict[Sum, int]) -> float:
        """Return the work of adding sums to what was found."""
        return len(sums) * 200

    def least(self, worths: Sequence[Sum]) -> int:
        """Return how many bits each further die adds to the sums at least, those before each worth added up."""
        distinct = len(set(worths))
        return int((distinct - 1) * (distinct - 2) / 2 * (_OUTCOME + 30 * self._digits))

    def counts(self, sums: dict[Sum, int], kept: int) -> dict[Sum, int]:  # noqa: ARG002 - as packed sums need it
        """Return the counts of sums."""
        return {total: c for total, c in sums.items() if c}
