"""The number of rolls until their sum reaches a goal: the mass below it, convolved roll by roll."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate, repeat
from math import gcd
from operator import mul

from combatcli.dice.exact.budget import BUDGET, fraction_work
from combatcli.dice.exact.distribution import Distribution
from combatcli.dice.exact.sums import packed_power, series, spacing, sparse_factors, summed
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction

NEGLIGIBLE, _WRITTEN = 10**12, 10**11
"""Numbers of rolls are listed until at most 1/NEGLIGIBLE of the chance is left, or the fractions are too long to write:
their number cubed times the bits of a roll squared."""


class RollsNeeded(Distribution[int]):
    """The number of rolls needed; ``tail`` counts the ways that need more than those listed.

    Thresholds and quantiles are exact at any distance; ``mean`` and ``deviation`` leave nothing out.
    """

    def __init__(self, ways: dict[int, int], throws: int, tail: int, asked: tuple[Distribution[int], int]) -> None:
        super().__init__(ways, throws)
        self.tail = tail
        self._outcomes, self._goal = asked

    def at_least(self, threshold: int) -> Fraction:
        """Return the chance of ``threshold`` rolls or more."""
        from fractions import Fraction

        if threshold < 1:
            return Fraction(1)
        fallen, size = threshold - 1, self._outcomes.denominator
        BUDGET.spend(fraction_work(fallen * size.bit_length()))
        return Fraction(self._still_below(fallen), packed_power(size, fallen))

    def _still_below(self, rolls: int) -> int:
        """Return the ways in which a number of rolls leaves the sum below the goal."""
        lowest, step = min(self._outcomes), spacing(self._outcomes) or 1
        length = -((lowest * rolls - self._goal) // step)
        if length <= 0:
            return 0
        thin = {(total - lowest) // step: ways for total, ways in self._outcomes.items()}
        bits = rolls * self._outcomes.denominator.bit_length()
        return sum(series(sparse_factors(thin, rolls), length, bits))

    def quantile(self, share: Fraction) -> int:
        """Return the lowest number of rolls that suffices in a share (0 to 1) of all ways."""

        def suffices(rolls: int) -> bool:
            ways = packed_power(self._outcomes.denominator, rolls)
            return (ways - self._still_below(rolls)) * share.denominator >= ways * share.numerator

        with BUDGET:
            rolls = 1
            while not suffices(rolls):
                rolls *= 2
            return bisect_left(range(rolls), 1, rolls // 2, key=suffices)

    def float_moments(self) -> tuple[float, float]:
        """Return the mean and the variance of the number of rolls, from the rolls left at each earlier sum."""
        # A chance is a quotient of whole numbers, for these alone may be too large for a float.
        size = self._outcomes.denominator
        grows = [(more, ways / size) for more, ways in self._outcomes.items() if more]
        moving = (size - self._outcomes.get(0, 0)) / size
        step = gcd(*self._outcomes) or 1
        BUDGET.charge_pairs(self._goal // step * len(grows), 1, 1)
        left: dict[int, tuple[float, float]] = {}
        for total in range((self._goal - 1) // step * step, -1, -step):
            later = [(left[total + more], chance) for more, chance in grows if total + more in left]
            first = (1 + sum([each[0] * chance for each, chance in later])) / moving
            second = (2 * first - 1 + sum([each[1] * chance for each, chance in later])) / moving
            left[total] = first, second
        mean, square = left.get(0, (0, 0))
        return mean, square - mean * mean


def rolls_until(outcomes: Distribution[int], goal: int, *, listed: bool = True) -> RollsNeeded:
    """Return the odds of the number of rolls of a distribution until their sum is ``goal`` or more.

    The chance that k rolls do not suffice is the mass of the k-fold sum below the goal, so only that mass is kept: one
    convolution a roll. Two rolls of a d2 reach 3 in 3 of 4 ways; the remaining 1 + 1 needs a third. Moments need no
    number of rolls that is ``listed``.
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
    throws, most = 1, int((_WRITTEN / size.bit_length() ** 2) ** (1 / 3)) if 0 in outcomes else goal
    most = most if listed else 0
    while waiting and rolls < most and sum(waiting.values()) * NEGLIGIBLE > throws:
        rolls += 1
        throws *= size
        sums = summed([(waiting, 1), (outcomes, 1)])
        waiting = {total: ways for total, ways in sums.items() if total < goal}
        reached.append(sum(sums.values()) - sum(waiting.values()))
    scales = [*accumulate(repeat(size, rolls), mul, initial=1)][::-1]
    counts = {number: ways * scales[number] for number, ways in enumerate(reached) if ways}
    return RollsNeeded(counts, throws, sum(waiting.values()), (outcomes, goal))
