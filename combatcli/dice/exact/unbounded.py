"""Arithmetic of outcomes that may be endless: sums, multiples, extremes, mixtures, negation.

An endless outcome is exact below its top (see `Distribution`). Each operation is that of finite outcomes, with all
others at the top; its own top is what one part at its top and the others at their lowest come to. 1d6! carried to 20,
plus 2d4, is exact below 22.
"""

from __future__ import annotations

from math import gcd, lcm

from combatcli.dice.exact.budget import BUDGET, CLIP, TooLargeError, too_large, unending
from combatcli.dice.exact.distribution import Distribution, carried, mixture
from combatcli.dice.exact.explosions import weighted_repeated
from combatcli.dice.exact.kinds import dice_of
from combatcli.dice.exact.recurring import Recurrence, either, of_order_statistic
from combatcli.dice.exact.sums import mapped, summed, truncated_power
from combatcli.dice.exact.walk import kept_sum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from fractions import Fraction
    from typing import TypeVar

    from combatcli.dice.exact.distribution import Weighted
    from combatcli.dice.exact.sums import Counts

    T = TypeVar("T")


def added(parts: Sequence[Distribution[int]]) -> Distribution[int]:
    """Return the sum of independent outcomes."""
    counts = summed([(part.carried, 1) for part in parts])
    endless = [part for part in parts if part.tail]
    if not endless:
        return Distribution(counts)
    top = sum([part.lowest for part in parts]) + min([part.top - part.lowest for part in endless])
    weighted: Weighted | None = (0, 0, 1)
    recurrence: Recurrence | None = Recurrence(1, {})
    for part in parts:
        weighted = _added(weighted, part.weighted) if weighted and part.weighted else None
        other = recurrence_of(part)
        recurrence = recurrence.added(other) if recurrence and other else None
    total = carried(counts, top, weighted, recurrence)
    if total.tail and all(part.anew for part in endless):
        finite = [part for part in parts if not part.tail]
        total.anew = lambda times: added([*finite, *[part.farther(times) for part in endless]])
    return total


def _added(left: Weighted, right: Weighted) -> Weighted:
    """Return the weighted sums of the sum of two independent outcomes."""
    (first, second, whole), (more, square, ways) = left, right
    return first * ways + more * whole, second * ways + 2 * first * more + square * whole, whole * ways


def plus(left: Distribution[int], right: Distribution[int]) -> Distribution[int]:
    """Return the sum of two independent outcomes."""
    return added([left, right])


def repeated_sum(part: Distribution[int], count: int) -> Distribution[int]:
    """Return the sum of ``count`` independent outcomes."""
    if not part.tail or count < 2:
        return Distribution(summed([(part.ways, count)])) if count != 1 else part
    low, total = part.lowest, part.lowest * count
    top = total + part.top - low
    step = gcd(*[outcome - low for outcome in part]) or 1
    length = -((total - top) // step)
    coefficients = truncated_power([part.get(low + n * step, 0) for n in range(length)], count, length)
    counts = {total + n * step: c for n, c in enumerate(coefficients) if c}
    counts[top] = part.denominator**count - sum(coefficients)
    weighted = part.weighted and weighted_repeated(part.weighted, count)
    return carried(counts, top, weighted, part.recurrence and part.recurrence.repeated(count))


def scaled(part: Distribution[int], factor: int) -> Distribution[int]:
    """Return an outcome times a factor of 0 or more."""
    if factor < 2:
        return part if factor else Distribution({0: 1})
    recurrence, weighted = recurrence_of(part), part.weighted
    if weighted:
        weighted = weighted[0] * factor, weighted[1] * factor * factor, weighted[2]
    return grown(part, lambda outcome: outcome * factor, weighted, recurrence and recurrence.scaled(factor))


def divided(part: Distribution[int], divisor: int) -> Distribution[int]:
    """Return an outcome divided by a positive number, rounded down."""
    if divisor == 1:
        return part
    recurrence = recurrence_of(part)
    return grown(part, lambda outcome: outcome // divisor, None, recurrence and recurrence.divided(divisor))


def raised_to(part: Distribution[int], low: int) -> Distribution[int]:
    """Return the maximum of an endless outcome and ``low``."""
    part, weighted = part.reaching(low + 1), part.weighted
    if weighted:
        first, second, whole = weighted
        below = [(value, ways * whole) for value, ways in part.items() if value < low]
        first = first * part.denominator + sum([ways * (low - value) for value, ways in below])
        second = second * part.denominator + sum([ways * (low * low - value * value) for value, ways in below])
        weighted = first, second, whole * part.denominator
    recurrence = part.recurrence and Recurrence(max(part.recurrence.start, low + 1), part.recurrence.series)
    return grown(part, lambda outcome: max(outcome, low), weighted, recurrence)


def grown(
    part: Distribution[int],
    function: Callable[[int], int],
    weighted: Weighted | None = None,
    recurrence: Recurrence | None = None,
) -> Distribution[int]:
    """Return an increasing function of an outcome."""
    BUDGET.spend(CLIP)
    top = function(part.top) if part.tail else None
    return carried(mapped(part.carried, function, part.denominator.bit_length() / 2), top, weighted, recurrence)


def keep_distribution(
    parts: Sequence[Distribution[int]], places: tuple[int, int], score: Callable[[int], int] = int
) -> Distribution[int]:
    """Return the odds of the sum of ``score`` over some places of sorted independent outcomes."""
    if places[0] >= places[1]:
        return Distribution({0: 1})

    def among(counts: Sequence[Counts], ceiling: int | None = None) -> Counts:
        return kept_sum(dice_of([(each, 1) for each in counts]), places, len(counts), score, ceiling)

    finite = sorted([max(part) for part in parts if not part.tail])
    if len(finite) == len(parts):
        return Distribution(among([part.ways for part in parts]))
    if not places[0] and len(finite) >= places[1]:
        # The lowest outcomes are no higher than the finite ones.
        return Distribution(among([part.clipped(finite[places[1] - 1]).ways for part in parts]))
    kept, recurrence = places[1] - places[0], None
    if kept == 1:
        recurrences = [recurrence_of(part) for part in parts]
        recurrence = of_order_statistic([each for each in recurrences if each]) if all(recurrences) else None
    nearest = min([part.top for part in parts if part.tail])
    clipped = {id(part): part.clipped(nearest).ways for part in parts}
    top = nearest + sum(sorted([part.lowest for part in parts])[: kept - 1])
    return carried(among([clipped[id(part)] for part in parts], top), top, recurrence=recurrence)


def choice(parts: list[tuple[int, Distribution[int]]]) -> Distribution[int]:
    """Return the mixture of distributions with natural weights."""
    if len(parts) == 1:
        return parts[0][1]
    tops = [part.top for _, part in parts if part.tail]
    if not tops:
        return mixture(parts)
    top, recurrences = min(tops), [recurrence_of(part) for _, part in parts]
    recurrence = either([each for each in recurrences if each]) if all(recurrences) else None
    mixed = mixture([(weight, part.clipped(top)) for weight, part in parts])
    known = [(weight, part.weighted) for weight, part in parts if part.weighted]
    weighted = _mixed(known) if len(known) == len(parts) else None
    return carried(mixed.ways, top, weighted, recurrence)


def _mixed(parts: Sequence[tuple[int, Weighted]]) -> Weighted:
    """Return the weighted sums of a mixture of outcomes."""
    common = lcm(*[ways for _, (_, _, ways) in parts])
    scales = [(weight * (common // each[2]), each) for weight, each in parts]
    first, second = [sum([scale * each[power] for scale, each in scales]) for power in (0, 1)]
    return first, second, common * sum([weight for weight, _ in parts])


def choice_among(options: Iterable[tuple[int, T]], make: Callable[[T], Distribution[int]]) -> Distribution[int]:
    """Return the mixture of ``make(option)`` over options with natural weights."""
    return choice([(weight, BUDGET.result(make, option)) for weight, option in options])


def recurrence_of(part: Distribution[int]) -> Recurrence | None:
    """Return the recurrence of outcomes, which for finite ones has no series; None if it is not known."""
    return part.recurrence if part.tail else Recurrence(max(part) + 1, {})


class Descending(Distribution[int]):
    """The negative of an endless outcome; thresholds, single outcomes and quantiles are exact.

    As a mapping it lists the negatives of the listed outcomes; ``tail`` counts the ways below them.
    """

    descends = True

    def __init__(self, negated: Distribution[int]) -> None:
        self.negated = negated
        super().__init__({-outcome: count for outcome, count in [*negated.items()][::-1]}, negated.denominator)
        self.tail = negated.tail

    def upward(self) -> Distribution[int]:
        """Return the negative, which has a lowest outcome."""
        return self.negated

    def fraction(self, outcome: int) -> Fraction:
        """Return the chance of one outcome."""
        return self.negated.fraction(-outcome)

    def at_least(self, threshold: int) -> Fraction:
        """Return the chance of ``threshold`` or more."""
        try:
            return self.negated.at_most(-threshold)
        except TooLargeError:
            raise too_large(less="a higher threshold") from None

    def quantile(self, share: Fraction) -> int:
        """Return the lowest outcome that a share (0 to 1) of all ways does not exceed."""
        outcomes = self.negated.leaving(share / 2)
        left = outcomes.tail
        for outcome in sorted(outcomes, reverse=True):
            left += outcomes[outcome]
            if left >= share * outcomes.denominator:
                return -outcome
        raise AssertionError(share)

    def clipped(self, ceiling: int) -> Distribution[int]:
        """Raise DiceError: the result would have no lowest outcome."""
        raise unending("a difference")

    @property
    def weighted(self) -> Weighted | None:
        """The sums of outcomes and of their squares, weighted by their ways, and the number of all ways, if known."""
        known = self.negated.weighted
        return known and (-known[0], known[1], known[2])

    def nearly_weighted(self) -> tuple[float, float, float]:
        """Return the weighted sums, of all ways but negligibly few; raise DiceError if the outcomes go on too far."""
        first, second, whole = self.negated.nearly_weighted()
        return -first, second, whole


def negated(outcomes: Distribution[int]) -> Distribution[int]:
    """Return the negative of an outcome."""
    if isinstance(outcomes, Descending):
        return outcomes.negated
    return Descending(outcomes) if outcomes.tail else outcomes.map(int.__neg__)
