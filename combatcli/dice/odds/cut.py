"""Outcomes that are listed up to one, though there are more."""

from __future__ import annotations

from combatcli.dice.odds.distribution import Distribution


class Cut(Distribution[int]):
    """Outcomes of which those above the highest are not listed, but counted in the mean.

    ``first`` and ``second`` is what they add to it and to the mean of the squares.
    """

    __slots__ = ("_first", "_second", "tail")

    def __init__(self, counts: dict[int, int], total: int, first: float, second: float) -> None:
        super().__init__(counts, total)
        self.tail = total - sum(counts.values())
        self._first, self._second = first, second

    @property
    def mean(self) -> float:
        """The expected outcome."""
        return self._weighted()[0] / self.total + self._first

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        square = self._weighted()[1] / self.total + self._second
        return float(max(0.0, square - self.mean**2) ** 0.5)
