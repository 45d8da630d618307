"""Outcomes that may be endless: their sums, extremes and comparisons.

Each operation is that of the listed outcomes; all others are in the tail of what it returns.
"""

from __future__ import annotations

from math import inf, prod

from combatcli.dice.exact.budget import BUDGET
from combatcli.dice.exact.distribution import Distribution, added, mixture, reach, simplest
from combatcli.dice.exact.kinds import dice_of
from combatcli.dice.exact.walk import kept_sum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from fractions import Fraction
    from typing import TypeVar

    from combatcli.dice.exact.distribution import Powers

    T = TypeVar("T")


def keep_distribution(powers: Powers, places: tuple[int, int], score: Callable[[int], int] = int) -> Distribution[int]:
    """Return the odds of the sum of ``score`` over some places of sorted independent outcomes.

    All that is in a tail is one value, so high that any sum with it exceeds any other: ``most``.
    """
    count, kept = sum([number for _, number in powers]), places[1] - places[0]
    if kept <= 0:
        return Distribution({0: 1})
    if kept == count and score is int:
        return added(powers)
    if not any(part.tail for part, _ in powers):
        return Distribution(kept_sum(dice_of(powers), places, count, score))
    most = reach(powers, kept)
    above = most - (kept - 1) * min([value for part, _ in powers for value in part], default=0) + 1
    sums = kept_sum(dice_of([(part.clipped(above), number) for part, number in powers]), places, count, score, most)
    whole = prod([part.denominator**number for part, number in powers])
    return Distribution({total: ways for total, ways in sums.items() if total <= most}, whole)


def choice_among(options: Iterable[tuple[int, T]], make: Callable[[T], Distribution[int]]) -> Distribution[int]:
    """Return the mixture of ``make(option)`` over options with natural weights."""
    parts = [(weight, BUDGET.call_and_charge_result(make, option)) for weight, option in options]
    return parts[0][1] if len(parts) == 1 else mixture(parts)


def chance_of_lead(left: Distribution[int], right: Distribution[int], more: int) -> Fraction:
    """Return the chance that ``left`` is at least ``right + more``.

    Where a tail of the one may or may not reach the other, it is the simplest fraction that the known ways allow: of
    two d2!, 1/3 that both are equal.
    """
    BUDGET.charge_product(left.denominator.bit_length(), right.denominator.bit_length(), len(left) + len(right))
    ascending = sorted(right)
    ways = below = place = 0
    for outcome in sorted(left):
        while place < len(ascending) and ascending[place] + more <= outcome:
            below += right[ascending[place]]
            place += 1
        ways += left[outcome] * below
    end, other_end = max(left, default=inf) + 1 - more, max(right, default=inf) + more
    surpassed = sum([count for outcome, count in right.items() if outcome <= end])
    unknown = left.tail * (right.denominator - surpassed)
    unknown += right.tail * sum([count for outcome, count in left.items() if outcome > other_end])
    ways += left.tail * surpassed
    return simplest(ways, left.denominator * right.denominator, unknown)
