"""Tails: one outcome that stands for all outcomes from it on, with the moments of these."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from combatcli.dice.odds.distribution import Distribution
from combatcli.rulesets.metrics import HighestSeen, Metric, Summary, Total


class Tail:
    """What all damage from a total on is: its ``mean`` as a multiple of that total, and ``square`` of its square.

    Unless it is ``decided``, what depends on the damage may differ between the outcomes of the tail.
    """

    __slots__ = ("decided", "mean", "square")

    def __init__(self, mean: float, square: float, *, decided: bool) -> None:
        self.mean = mean
        self.square = square
        self.decided = decided

    def read(self, metric: Metric, value: int) -> int:
        """Return the value of a metric in a play that stands for the tail, given its value in that play.

        A number becomes a `TailNumber`, but for 0; a no becomes OPEN unless the tail is decided.
        """
        if isinstance(metric, Total):
            return TailNumber(value, value * self.mean, value * value * self.square) if value else value
        return HighestSeen.OPEN if value == HighestSeen.NO and not self.decided else value


class TailNumber(Summary):
    """A number that stands for all from it on, with their ``mean`` and the mean of their ``square``.

    No two are equal, so that each keeps its own moments.
    """

    mean: float
    square: float

    def __new__(cls, number: int, mean: float, square: float) -> Self:
        """Return one with its moments."""
        self = super().__new__(cls, number)
        self.mean, self.square = mean, square
        return self

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __radd__(self, number: int) -> TailNumber:
        """Return the tail with a number added."""
        square = self.square + 2 * number * self.mean + number * number
        return TailNumber(int(self) + number, self.mean + number, square)

    @classmethod
    def table(cls, numbers: Mapping[int, int], total: int) -> Distribution[int]:
        """Return the numbers below the least tail with their ways; all others count in the moments alone.

        A plain number from the least tail on is left out too, for the tail may stand for it as well.
        """
        least = min([int(number) for number in numbers if isinstance(number, cls)])
        listed = {number: ways for number, ways in sorted(numbers.items()) if number < least}
        left_out = [
            (number.mean, number.square, ways) if isinstance(number, cls) else (number, number * number, ways)
            for number, ways in numbers.items()
            if number not in listed
        ]
        mean = sum([first * (ways / total) for first, _, ways in left_out])
        square = sum([second * (ways / total) for _, second, ways in left_out])
        return Truncated(listed, total, mean, square)


class Truncated(Distribution[int]):
    """Outcomes of which those above the highest are not listed, but counted in mean and deviation.

    ``mean`` and ``square`` are what they add to the mean and to the mean of the squares.
    """

    __slots__ = ("_mean", "_square", "tail")

    def __init__(self, counts: dict[int, int], total: int, mean: float, square: float) -> None:
        super().__init__(counts, total)
        self.tail = total - sum(counts.values())
        self._mean, self._square = mean, square

    @property
    def mean(self) -> float:
        """The expected outcome."""
        return self._weighted()[0] / self.denominator + self._mean

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        square = self._weighted()[1] / self.denominator + self._square
        return float(max(0.0, square - self.mean**2) ** 0.5)
