"""What many rolls come to: counts of their totals, and `roll --until`, their number until a sum reaches a goal."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import sqrt

from combatcli import dice_events as events
from combatcli.dice.rolling.roll import roll
from combatcli.dice.rolling.rolled import Rolled
from combatcli.dice.rolling.sources import Source
from combatcli.dice.tree import Expression
from combatcli.errors import DiceError

MOST_ROWS = 2_000
"""The most rows; more totals are counted in adjacent bands of 2, 5, 10, 20, 50, …."""
MOST_IDLE = 10_000
"""After this many rolls in a row without a higher sum, the goal counts as out of reach."""
MOST_ROLLS = 1_000_000


class BandedTotalCounts:
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

    def _standard_error(self, count: int) -> float:
        """Return the standard error of a share with this count, in percent: that of a binomial one."""
        return 100 * (sqrt(count * (self.rolls - count) / self.rolls) / self.rolls)

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
            errors={str(total): self._standard_error(count) for total, count in counts},
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


def rolls_until_goal(
    expression: Expression, times: int, source: Source, goal: int
) -> Iterator[Rolled | events.RollsUntil]:
    """Yield rolls until their sum is ``goal`` or more, and then a `RollsUntil`; all this ``times`` times.

    Raises DiceError where the sum gets no nearer.
    """
    for _ in range(times * expression.repeat):
        total = highest = rolls = idle = 0
        while total < goal:
            if idle == MOST_IDLE or rolls == MOST_ROLLS:
                raise _goal_out_of_reach_error(expression, goal, highest, idle)
            rolled = roll(expression.tree, source)
            yield rolled
            rolls, total = rolls + 1, total + rolled.total
            idle, highest = (0, total) if total > highest else (idle + 1, highest)
        yield events.RollsUntil(
            expression=expression.text, goal=goal, rolls=rolls, total=total, label=expression.label or ""
        )


def _goal_out_of_reach_error(expression: Expression, goal: int, highest: int, idle: int) -> DiceError:
    what = f"{idle:,} rolls brought the sum no higher than" if idle == MOST_IDLE else f"{MOST_ROLLS:,} rolls came to"
    hint = "Ask for less, or roll what is more than 0."
    return DiceError(f"{what} {highest:,}, so --until {goal:,} is out of reach", hint, text=expression.text)
