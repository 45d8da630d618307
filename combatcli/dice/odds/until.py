"""How many rolls it takes until their sum reaches a number: the mass below it, convolved roll by roll."""

from __future__ import annotations

from combatcli.dice.odds.budget import BUDGET
from combatcli.dice.odds.distribution import Distribution
from combatcli.dice.odds.sums import summed
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction

NEGLIGIBLE = 10**12
"""Rolls are counted until no more than one chance in so many is left."""


class RollsNeeded(Distribution[int]):
    """The number of rolls needed; ``tail`` of the ways need more than those listed, less than one in 10 ** 12."""

    __slots__ = ("tail",)

    def __init__(self, counts: dict[int, int], denominator: int, tail: int) -> None:
        super().__init__(counts, denominator)
        self.tail = tail

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
    if outcomes.tail or outcomes.descends or min(outcomes) < 0:
        raise DiceError("--until needs rolls that have a limit and are never below 0", "Write !o to explode once.")
    if goal > 0 and max(outcomes) <= 0:
        raise DiceError(f"the sum never reaches {goal}: every roll is 0")
    waiting, reached, rolls, size = ({0: 1} if goal > 0 else {}), [0 if goal > 0 else 1], 0, outcomes.denominator
    while waiting and sum(waiting.values()) * NEGLIGIBLE > size**rolls:
        BUDGET.spend(len(waiting) * len(outcomes) * (rolls * size.bit_length() + 64))
        rolls += 1
        sums = summed([(waiting, 1), (outcomes.ways, 1)])
        waiting = {total: ways for total, ways in sums.items() if total < goal}
        reached.append(sum(sums.values()) - sum(waiting.values()))
    counts = {number: ways * size ** (rolls - number) for number, ways in enumerate(reached) if ways}
    return RollsNeeded(counts, size**rolls, sum(waiting.values()))
