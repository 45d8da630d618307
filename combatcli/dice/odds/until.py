"""How many rolls it takes until their sum reaches a number: the mass below it, convolved roll by roll."""

from __future__ import annotations

from math import log
from operator import add

from combatcli.dice.odds.budget import BUDGET, too_large
from combatcli.dice.odds.distribution import Distribution
from combatcli.dice.odds.sums import pairs, summed
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction

NEGLIGIBLE = 10**12
"""Rolls are counted until no more than one chance in so many is left."""

_FEW = 100
"""Pairs of outcomes that are joined one by one rather than as polynomials."""


class RollsNeeded(Distribution[int]):
    """The number of rolls needed; ``tail`` of the ways need more than those listed, less than one in 10 ** 12."""

    __slots__ = ("_mean", "tail")

    def __init__(self, counts: dict[int, int], denominator: int, tail: int, mean: float) -> None:
        super().__init__(counts, denominator)
        self.tail = tail
        self._mean = mean

    @property
    def mean(self) -> float:
        """The expected number of rolls, those of the tail among them."""
        return self._mean

    def at_least(self, threshold: int) -> Fraction:
        """Return the chance of so many rolls or more."""
        from fractions import Fraction

        fewer = sum([ways for rolls, ways in self.items() if rolls < threshold])
        return Fraction(self.denominator - fewer, self.denominator)


def rolls_until(outcomes: Distribution[int], goal: int) -> RollsNeeded:
    """Return how many rolls of a distribution it takes until their sum is ``goal`` or more.

    After k rolls the chance not to be there is the mass below the goal of the k-fold sum, of which nothing else is
    kept: one convolution a roll. Two rolls of a d2 reach 3 in 3 of 4 ways, and the 1 + 1 that is left needs a third.
    Raises DiceError for totals below 0 and dice without end, and where the sum never grows.
    """
    if outcomes.tail or outcomes.descends:
        raise DiceError("--until needs dice that do not explode without limit", "Write !o to explode once.")
    if min(outcomes) < 0:
        hint = "Write max(0, …) where what is below 0 counts as 0."
        raise DiceError(f"--until needs rolls that are never below 0, and this may be {min(outcomes)}", hint)
    if goal > 0 and max(outcomes) <= 0:
        raise DiceError(f"the sum never reaches {goal}: every roll is 0")
    waiting, reached, rolls, size = ({0: 1} if goal > 0 else {}), [0 if goal > 0 else 1], 0, outcomes.denominator
    _check_rare(outcomes, goal)
    throws, below = 1, set(waiting)
    while waiting and sum(waiting.values()) * NEGLIGIBLE > throws:
        rolls += 1
        throws *= size
        few = len(waiting) * len(outcomes) < _FEW
        sums = pairs(waiting, outcomes.ways, add) if few else summed([(waiting, 1), (outcomes.ways, 1)])
        waiting = {total: ways for total, ways in sums.items() if total < goal}
        below |= waiting.keys()
        reached.append(sum(sums.values()) - sum(waiting.values()))
    counts, scale = {}, 1
    for number in range(rolls, -1, -1):
        if reached[number]:
            counts[number] = reached[number] * scale
        scale *= size
    return RollsNeeded(dict(reversed(counts.items())), throws, sum(waiting.values()), _mean_from(below, outcomes))


def _check_rare(outcomes: Distribution[int], goal: int) -> None:
    """Raise TooLargeError where rolls are 0 so often that the numbers of rolls to be listed take too much memory."""
    size = outcomes.denominator
    if goal > 0 and 0 in outcomes:
        rolls = log(NEGLIGIBLE) / (log(size) - log(outcomes[0]))
        if rolls**2 / 2 * size.bit_length() / 8 > BUDGET.room:
            raise too_large(f"the odds of up to {rolls:,.0f} rolls", "a roll that is 0 less often")


def _mean_from(totals: set[int], outcomes: Distribution[int]) -> float:
    """Return how many rolls are to be expected from a sum of 0, where all sums below the goal are known."""
    left: dict[int, float] = {}
    for total in sorted(totals, reverse=True):
        later = sum([left.get(total + more, 0) * ways for more, ways in outcomes.items() if more])
        left[total] = (outcomes.denominator + later) / (outcomes.denominator - outcomes.get(0, 0))
    return left.get(0, 0)
