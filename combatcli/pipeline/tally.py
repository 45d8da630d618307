"""Counts of rolled totals: the answer for an expression whose odds cannot be computed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt

from combatcli import dice_events as events
from combatcli.dice.tree import Expression
from combatcli.errors import DiceError
from combatcli.report.roll_tables import standard_error_of_share

MOST_ROWS = 2_000
"""The most rows; more totals are counted in adjacent bands of 2, 5, 10, 20, 50, …."""


class TotalCounts:
    """Counts of totals: ``counts`` by the lowest total of each band, all ``band`` wide."""

    def __init__(self) -> None:
        self.counts: Counter[int] = Counter()
        self.band = 1
        self.rolls = 0
        self._sum = 0
        self._squares = 0

    def add(self, totals: Sequence[int]) -> None:
        """Count totals."""
        counted = Counter(totals)
        self.rolls += len(totals)
        self._sum += sum([total * count for total, count in counted.items()])
        self._squares += sum([total * total * count for total, count in counted.items()])
        if self.band > 1:
            counted = _counts_in_bands(counted, self.band)
        self.counts.update(counted)
        while len(self.counts) > MOST_ROWS:
            self.band = self.band * 5 // 2 if str(self.band)[0] == "2" else self.band * 2
            self.counts = _counts_in_bands(self.counts, self.band)

    def tally_event(self, expression: Expression) -> events.TotalsTally:
        """Return the event of the counts; raise DiceError if the totals are too large for a mean."""
        counts = sorted(self.counts.items())
        try:
            mean = self._sum / self.rolls
            deviation = sqrt((self._squares * self.rolls - self._sum**2) / self.rolls**2)
        except OverflowError:
            raise DiceError("the totals are too large to compute their mean") from None
        return events.TotalsTally(
            expression=expression.text,
            rolls=self.rolls,
            band=self.band,
            outcomes={str(total): f"{count}/{self.rolls}" for total, count in counts},
            errors={str(total): 100 * standard_error_of_share(count, self.rolls) for total, count in counts},
            mean=mean,
            mean_error=deviation / sqrt(self.rolls),
            deviation=deviation,
            label=expression.label or "",
        )


def _counts_in_bands(counts: Counter[int], band: int) -> Counter[int]:
    banded: Counter[int] = Counter()
    for total, count in counts.items():
        banded[total // band * band] += count
    return banded
