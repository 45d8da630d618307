"""What the walk holds of the dice kept so far: sums in one integer, or as a mapping.

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

    Counts = dict[int, int]
    Ways = dict[int, int]
    """The ways of each sum."""

_ENTRY = 1_000
"""How many bits an entry of a mapping counts for, beside those of its ways."""


class PackedSums:
    """Sums of scores as digits of one integer; they begin at the score where the walk begins."""

    one = 1

    def __init__(self, scores: Sequence[int], bits: int) -> None:
        lowest, highest = min(scores), max(scores)
        self._start, self._sign = (highest, -1) if scores[0] == highest else (lowest, 1)
        self._step = gcd(*[score - lowest for score in scores]) or 1
        self._size = bits // 8 + 1
        self._effort = (5 + bits / 60) / 30
        self.span = (highest - lowest) // self._step
        self._mask = 0

    def cut(self, span: int) -> None:
        """Leave out all sums so far above the lowest one, or farther."""
        self._mask = (1 << 8 * self._size * max(1, span // self._step + 1)) - 1

    def shift(self, score: int) -> int:
        """Return by how many bits one more die of this score shifts the sums."""
        return (score - self._start) * self._sign // self._step * self._size * 8

    def added(self, onto: int | None, sums: int, ways: int, shift: int, number: int) -> int:
        """Return sums with so many more dice of a shift, in so many ways, added to those that are there."""
        moved = sums * ways << shift * number
        if self._mask:
            moved &= self._mask
        return moved + onto if onto else moved

    def size(self, layer: Iterable[int]) -> float:
        """Return the work of moving all sums of a layer once, multiplied by ways."""
        return sum(map(int.bit_length, layer)) * self._effort

    def counts(self, sums: int, number: int) -> Counts:
        """Return the counts of the sums of so many dice."""
        start, step = self._start * number, self._step * self._sign
        return {start + digit * step: c for digit, c in enumerate(unpack(sums, self._size)) if c}


class MappedSums:
    """Sums of scores as mappings from sum to ways, where scores lie far apart."""

    def __init__(self, bits: int) -> None:
        self.one = {0: 1}
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

    def counts(self, sums: Ways, number: int) -> Ways:
        """Return the counts of the sums."""
        return {total: c for total, c in sums.items() if c}
