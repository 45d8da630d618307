"""Arithmetic of outcomes that may be endless: sums, multiples, extremes, mixtures, negation.

An endless outcome is exact below its top (see `Distribution`). Each operation is that of finite outcomes, with all
others at the top; its own top is what one part at its top and the others at their lowest come to. 1d6! carried to 20,
plus 2d4, is exact below 22.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import prod
from operator import add, or_

from combatcli.dice.exact.budget import BUDGET, TERM, TooLargeError, too_large, unending
from combatcli.dice.exact.distribution import Distribution, mixture
from combatcli.dice.exact.kinds import dice_of
from combatcli.dice.exact.recurring import MOST_SERIES, joined, of_order_statistic
from combatcli.dice.exact.sums import Counts, Power, mapped, negated, summed
from combatcli.dice.exact.walk import kept_sum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    T = TypeVar("T")


def added(powers: Sequence[Power]) -> Distribution[int]:
    """Return the sum of independent outcomes, each a number of times; they are distributions if they are endless."""
    finite = Distribution(summed([(part, times) for part, times in powers if not getattr(part, "tail", 0)]))
    endless = [part for part, times in powers for _ in range(times) if isinstance(part, Distribution) and part.tail]
    if not endless:
        return finite
    parts = [finite, *endless]
    room = min([part.top - part.lowest for part in endless])
    sums = summed([(part, 1) for part in parts], room) if all(parts) else {}
    total = Distribution(
        {outcome: sums[outcome] for outcome in sorted(sums)},
        prod([part.denominator for part in parts]),
        sum([part.lowest for part in parts]) + room,
    )
    total.recurrence = joined(parts, sum, add)
    known = [each for part in parts if (each := part.moments)]
    if len(known) == len(parts):
        mean, variance = [sum(each, Fraction(0)) for each in zip(*known, strict=True)]
        total.endless_moments = mean, variance
    if all(part.anew for part in endless):
        total.anew = lambda times: added([(finite, 1), *[(part.farther(times), 1) for part in endless]])
    return total


def scaled(part: Distribution[int], factor: Fraction | int) -> Distribution[int]:
    """Return an outcome times a factor of 0 or more, rounded down."""
    if factor in (0, 1):
        return part if factor else Distribution({0: 1})
    times, divisor = factor.as_integer_ratio()
    counts = mapped(part, lambda outcome: outcome * times // divisor, part.denominator.bit_length() / 2)
    if not part.tail:
        return Distribution(counts)
    BUDGET.spend(100 * TERM)
    larger = Distribution(counts, part.denominator, part.top * times // divisor)
    larger.recurrence = part.recurrence and part.recurrence.scaled(Fraction(factor))
    if factor > 1 and part.moments:
        larger.endless_moments = part.moments[0] * factor, part.moments[1] * factor**2
    return larger


def raised_to(part: Distribution[int], low: int) -> Distribution[int]:
    """Return the maximum of an endless outcome and ``low``."""
    part = part.exact_below(low + 1)
    raised = keep_distribution([part, Distribution({low: 1})], (1, 2))
    if part.moments:
        mean, variance = part.moments
        below = [(value, Fraction(ways, part.denominator)) for value, ways in part.items() if value < low]
        higher = mean + sum([(low - value) * chance for value, chance in below])
        square = variance + mean**2 + sum([(low**2 - value**2) * chance for value, chance in below])
        raised.endless_moments = higher, square - higher**2
    return raised


def keep_distribution(
    parts: Sequence[Distribution[int]], places: tuple[int, int], score: Callable[[int], int] = int
) -> Distribution[int]:
    """Return the odds of the sum of ``score`` over some places of sorted independent outcomes."""
    if places[0] >= places[1]:
        return Distribution({0: 1})
    if places == (0, len(parts)):
        return added([(part if score is int else part.map(score), 1) for part in parts])

    def among(counts: Sequence[Counts], ceiling: int | None = None) -> Counts:
        return kept_sum(dice_of([(each, 1) for each in counts]), places, len(counts), score, ceiling)

    finite = sorted([max(part) for part in parts if not part.tail])
    if len(finite) == len(parts):
        return Distribution(among(parts))
    if not places[0] and len(finite) >= places[1]:
        # The lowest outcomes are no higher than the finite ones.
        return Distribution(among([part.clipped(finite[places[1] - 1]) for part in parts]))
    kept = places[1] - places[0]
    nearest = min([part.top for part in parts if part.tail])
    clipped = {id(part): part.clipped(nearest) for part in parts}
    below = [clipped[id(part)] for part in parts]
    top = nearest + sum(sorted([part.lowest for part in parts])[: kept - 1])
    sums = Distribution(among(below, top), prod([part.denominator for part in below]), top)
    sums.recurrence = joined(parts, max, of_order_statistic, MOST_SERIES) if kept == 1 else None
    return sums


def choice(parts: list[tuple[int, Distribution[int]]]) -> Distribution[int]:
    """Return the mixture of distributions with natural weights."""
    if len(parts) == 1:
        return parts[0][1]
    tops = [part.top for _, part in parts if part.tail]
    if not tops:
        return mixture(parts)
    exact = mixture([(weight, part.clipped(min(tops))) for weight, part in parts])
    mixed = Distribution(exact, exact.denominator, min(tops))
    mixed.recurrence = joined([part for _, part in parts], max, or_)
    whole = sum([weight for weight, _ in parts])
    known = [(Fraction(weight, whole), *each) for weight, part in parts if (each := part.moments)]
    if len(known) == len(parts):
        mean = sum([share * each for share, each, _ in known], Fraction(0))
        variance = sum([share * (own + (each - mean) ** 2) for share, each, own in known], Fraction(0))
        mixed.endless_moments = mean, variance
    return mixed


def choice_among(options: Iterable[tuple[int, T]], make: Callable[[T], Distribution[int]]) -> Distribution[int]:
    """Return the mixture of ``make(option)`` over options with natural weights."""
    return choice([(weight, BUDGET.call_and_charge_result(make, option)) for weight, option in options])


class NegatedEndless(Distribution[int]):
    """The negative of an endless outcome; thresholds, single outcomes and quantiles are exact.

    As a mapping it lists the negatives of the listed outcomes; ``tail`` counts the ways below them.
    """

    descends = True

    def __init__(self, turned: Distribution[int]) -> None:
        self.negated = turned
        super().__init__(negated(dict([*turned.items()][::-1])), turned.denominator)
        self.tail, self.top = turned.tail, -turned.top
        self.unlisted = turned.unlisted and NegatedEndless(turned.unlisted)
        if turned.moments:
            self.endless_moments = -turned.moments[0], turned.moments[1]

    def with_lowest_outcome(self) -> Distribution[int]:
        """Return the negated outcomes, which have a lowest one."""
        return self.negated

    def at_least(self, threshold: int) -> Fraction:
        """Return the chance of ``threshold`` or more."""
        try:
            return self.negated.at_most(-threshold)
        except TooLargeError:
            raise too_large(less="a higher threshold") from None

    def quantile(self, share: Fraction) -> int:
        """Return the lowest outcome that a share (0 to 1) of all ways does not exceed."""
        outcomes = self.negated.with_tail_at_most(share / 2)
        return Distribution(negated(outcomes.ways_with_tail)).quantile(share)

    def clipped(self, ceiling: int) -> Distribution[int]:
        """Raise DiceError, whatever the ceiling: the result would have no lowest outcome."""
        raise unending("a difference")
