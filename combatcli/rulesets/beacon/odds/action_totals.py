"""Totals of pools of which one die is kept and explodes at its maximum, by their generating function.

With ``k`` for the ways of the kept die of ``s`` sides, below its maximum and at it, such a pool has the generating
function ``(k (1 - x**s / s) + k[s] x**s (x + ... + x**(s-1)) / s) / (1 - x**s / s)``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from math import log2, prod

from combatcli.dice.odds.budget import BUDGET
from combatcli.dice.odds.distribution import Distribution
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.dice.odds.recurring import Recurrence
    from combatcli.rulesets.beacon.odds.throws import KeptDie


@cache
def totals_of(pools: tuple[KeptDie, ...]) -> ActionTotals:
    """Return the totals of these pools; the same object for the same pools."""
    return ActionTotals(pools)


class ActionTotals:
    """The totals of some pools, listed from 0 up to the highest that was asked for so far."""

    def __init__(self, pools: Sequence[KeptDie]) -> None:
        if any(pool.sides < 2 for pool in pools):
            raise DiceError("a die with one side would explode forever")
        for pool in pools:
            BUDGET.outcomes(pool.sides, max(pool.count, 0) * log2(pool.sides))
        self._sides = [pool.sides for pool in pools]
        self._whole = prod([pool.sides ** (max(pool.count, 0) + 1) for pool in pools])
        numerators = [_numerator(_kept_ways(pool), pool.sides) for pool in pools]
        self._numerator = _product(numerators)
        self._ones = _product([_numerator([1], pools[0].sides), *numerators[1:]]) if pools else [0]
        self.lowest = len(pools)
        self._listed: tuple[list[int], int] = ([], self._whole)

    @property
    def recurrence(self) -> Recurrence:
        """How the totals go on: one geometric series for each size of die."""
        from combatcli.dice.odds.recurring import Recurrence

        series = {(sides, 1, 1, sides): self._sides.count(sides) for sides in self._sides}
        return Recurrence(max(self.lowest, len(self._numerator) - sum(self._sides)), series)

    def below(self, ceiling: int) -> tuple[list[int], int]:
        """Return the ways of each total, 0 first, at least up to a ceiling, and the number of all ways."""
        if len(self._listed[0]) < ceiling:
            self._listed = self._series(self._numerator, ceiling)
        return self._listed

    def reaching(self, thresholds: Sequence[int]) -> tuple[list[int], int]:
        """Return the ways to reach each threshold, and the number of all ways."""
        counts, whole = self.below(max(thresholds[-1], 0) if thresholds else 0)
        reached, remaining, start = [], whole, 0
        for threshold in thresholds:
            remaining -= sum(counts[start : max(threshold, start)])
            start = max(threshold, start)
            reached.append(remaining)
        return reached, whole

    def ones(self, whole: int, below: int | None = None) -> int:
        """Return in how many ways of a whole the first pool shows nothing but 1, with a total below a number."""
        if below is None:
            return whole * sum(self._ones) // sum(self._numerator) if self._sides else 0
        ones, of = self._series(self._ones, max(below, 0))
        return sum(ones) * whole // of

    def clipped(self, ceiling: int) -> Distribution[int]:
        """Return the distribution of ``min(total, ceiling)``."""
        if ceiling <= self.lowest:
            return Distribution({ceiling: 1})
        counts, whole = self.below(ceiling)
        ways = dict(enumerate(counts[:ceiling]))
        ways[ceiling] = whole - sum(ways.values())
        return Distribution(ways, whole)

    def _series(self, numerator: Sequence[int], length: int) -> tuple[list[int], int]:
        """Return the first ``length`` coefficients, constant first, and the sum of them all."""
        bits = self._whole.bit_length() + sum([length / sides * log2(sides) for sides in self._sides])
        BUDGET.product(bits, 0, 4 * length * len(self._sides))
        BUDGET.check_room(length * bits / 8)
        counts = [*numerator[:length], *[0] * (length - len(numerator))]
        whole = self._whole
        for sides in self._sides:
            most = max(0, length - 1) // sides
            powers = [sides**exponent for exponent in range(most + 1)]
            scaled = [powers[index // sides] * count for index, count in enumerate(counts)]
            for index in range(sides, length):
                scaled[index] += scaled[index - sides]
            counts = [powers[most - index // sides] * count for index, count in enumerate(scaled)]
            whole *= powers[most]
        return counts, whole


def _kept_ways(pool: KeptDie) -> list[int]:
    """Return the ways of each face of the kept die, 1 first."""
    upto = [face**pool.count for face in range(pool.sides + 1)]
    ways = [above - below for below, above in pairwise(upto)]
    return ways if pool.highest else ways[::-1]


def _numerator(ways: Sequence[int], sides: int) -> list[int]:
    """Return the numerator of a pool's generating function times its sides, constant first.

    ``ways`` are those of each face of the kept die, 1 first; trailing zeros may be left out.
    """
    goes = ways[sides - 1] if len(ways) == sides else 0
    stops = ways[: sides - 1]
    return [
        0,
        *[sides * count for count in stops],
        *[0] * (sides - len(stops)),
        *[goes - count for count in stops],
        *([goes] * (sides - 1 - len(stops))),
    ]


def _product(polynomials: Sequence[Sequence[int]]) -> list[int]:
    """Return the product of polynomials that may have negative coefficients, constant first."""
    result = [1]
    for polynomial in polynomials:
        product = [0] * (len(result) + len(polynomial) - 1)
        for index, factor in enumerate(result):
            for other_index, other_factor in enumerate(polynomial if factor else ()):
                product[index + other_index] += factor * other_factor
        result = product
    return result
