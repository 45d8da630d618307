"""The recurrence of endless outcomes as sums of geometric series; and the exact comparison of two of them.

The generating function of dice that explode on one face is ``N / product of (1 - r x**step)**times``. From some outcome
on, the ways and the tails are sums of ``r**n`` times a polynomial in ``n``, ``step`` by ``step``. So is the product of
two such sequences. Multiplying it by ``product of (1 - r r' y)`` leaves a finite sequence, whose sum divided by the
value of that product at 1 is the sum of the series.

Two d2!: both show 1, 3, 5, ... with 1/2, 1/4, 1/8, ...; the products 1/4, 1/16, ... go on with ``r r' = 1/4``. Times
``1 - y / 4`` only the first is left: 1/4, and divided by ``1 - 1/4`` it is 1/3, the chance that both are equal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from math import lcm
from operator import sub

from combatcli.dice.exact.budget import BUDGET, too_large, unending
from combatcli.dice.exact.distribution import Distribution
from combatcli.dice.exact.sums import counted_power

Series = tuple[Fraction, Fraction]
"""A step, and the ratio of one way to that a step before."""

_MOST_TERMS = 20_000
_MOST_SERIES, _MOST_BITS = 64, 10_000


class Recurrence:
    """The geometric series whose sum the ways are above the ``last`` other outcome, each with its multiplicity."""

    __slots__ = ("last", "series")

    def __init__(self, last: int, series: Mapping[Series, int]) -> None:
        self.last = last
        self.series = Counter(series)

    def added(self, other: Recurrence) -> Recurrence:
        """Return the recurrence of the sum of two independent outcomes."""
        return Recurrence(self.last + other.last, self.series + other.series)

    def repeated(self, count: int) -> Recurrence:
        """Return the recurrence of the sum of ``count`` such outcomes."""
        return Recurrence(self.last * count, {term: times * count for term, times in self.series.items()})

    def scaled(self, factor: Fraction) -> Recurrence:
        """Return the recurrence of the outcome times a factor, rounded down."""
        series = {(step * factor, ratio): times for (step, ratio), times in self.series.items()}
        return Recurrence(int(self.last * factor // 1), series)


def either(parts: Sequence[Recurrence]) -> Recurrence:
    """Return the recurrence of a mixture of outcomes."""
    series: Counter[Series] = Counter()
    for part in parts:
        series |= part.series
    return Recurrence(max([part.last for part in parts]), series)


def of_order_statistic(parts: Sequence[Recurrence]) -> Recurrence | None:
    """Return the recurrence of an order statistic of independent outcomes; None if it is not known.

    Its ways are sums of products of their ways and tails.
    """
    together: Counter[Series] = Counter()
    for part in parts:
        products: Counter[Series] = Counter()
        for term, times in together.items():
            for other, more in part.series.items():
                step = _common_step([term, other])
                if sum([ratio.denominator.bit_length() * int(step / own) for own, ratio in (term, other)]) > _MOST_BITS:
                    return None
                products[Fraction(step), _ratio(term, step) * _ratio(other, step)] = times + more - 1
        together |= part.series | products
        if len(together) > _MOST_SERIES:
            return None
    return Recurrence(max([part.last for part in parts]), together)


def _common_step(series: Sequence[Series]) -> int:
    """Return a whole number of steps of all series."""
    return lcm(*[step.numerator for step, _ in series])


def _ratio(term: Series, step: int) -> Fraction:
    """Return the ratio of a series over a longer step; raise DiceError where that takes too much work."""
    exponent = int(step / term[0])
    return Fraction(counted_power(term[1].numerator, exponent), counted_power(term[1].denominator, exponent))


def chance_of_lead(left: Distribution[int], right: Distribution[int], more: int) -> tuple[int, int]:
    """Return the chance that ``left`` is at least ``right + more``, as ways of a total.

    Raises DiceError where no closed form is known, or it takes too much work.
    """
    own_way, other_way = left.recurrence, right.recurrence
    if own_way is None or other_way is None:
        raise unending("a comparison of two values")
    step = _common_step([*own_way.series, *other_way.series])
    if step > _MOST_TERMS:
        raise too_large()
    factor = _ending(own_way, other_way, step)
    order = len(factor) - 1
    end = 1 + max(other_way.last, own_way.last - more, right.lowest) + order * step
    length = end - right.lowest
    if length > _MOST_TERMS:
        raise too_large()
    own, other = left.clipped(end + more), right.clipped(end)
    BUDGET.pairs(length, own.denominator.bit_length(), other.denominator.bit_length())
    BUDGET.outcomes(length, own.denominator.bit_length())
    reached = _at_least(own, right.lowest + more, end + more)
    ways = 0
    for block in range(order + 1):
        first = end - (block + 1) * step if block < order else right.lowest
        last = end - block * step
        outcomes = range(max(first, right.lowest), last)
        part = sum([other.get(outcome, 0) * reached[outcome - right.lowest] for outcome in outcomes])
        ways += part * sum(factor[: block + 1])
    total = own.denominator * other.denominator * sum(factor)
    return ways, total


def _ending(left: Recurrence, right: Recurrence, step: int) -> list[int]:
    """Return the polynomial that makes the product of two sequences finite."""
    polynomial = [1]
    ratios = [_ratios(each, step) for each in (left, right)]
    for one, times in ratios[0].items():
        for other, more in ratios[1].items():
            ratio = one * other
            for _ in range(times + more - 1):
                bits = len(polynomial) * ratio.denominator.bit_length()
                BUDGET.product(bits, bits, len(polynomial))
                kept = [c * ratio.denominator for c in polynomial] + [0]
                taken = [0] + [c * ratio.numerator for c in polynomial]
                polynomial = [a - b for a, b in zip(kept, taken, strict=True)]
    return polynomial


def _ratios(recurrence: Recurrence, step: int) -> Counter[Fraction]:
    """Return the ratio of each series over a step of this length, with its multiplicity."""
    ratios: Counter[Fraction] = Counter()
    for term, times in recurrence.series.items():
        ratios[_ratio(term, step)] += times
    return ratios


def _at_least(outcomes: Distribution[int], first: int, last: int) -> Sequence[int]:
    """Return the ways of each outcome in a half-open range, or of any above it."""
    ways = outcomes.denominator - sum([count for outcome, count in outcomes.items() if outcome < first])
    return list(accumulate([outcomes.get(outcome, 0) for outcome in range(first, last - 1)], sub, initial=ways))
