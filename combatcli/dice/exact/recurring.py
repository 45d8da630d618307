"""The recurrence of endless outcomes as sums of geometric series; and the exact comparison of two of them.

The generating function of dice that explode on one face is ``N / product of (1 - r x**step)**times``. From some outcome
on, the ways and the tails are sums of ``r**n`` times a polynomial in ``n``, ``step`` by ``step``. So is the product of
two such sequences. Multiplying it by ``product of (1 - r r' y)`` leaves a finite sequence, whose sum divided by the
value of that product at 1 is the sum of the series.

Two d2!: both show 1, 3, 5, ... with 1/2, 1/4, 1/8, ...; the products 1/4, 1/16, ... go on with ``r r' = 1/4``. Times
``1 - y / 4`` only the first is left: 1/4, and divided by ``1 - 1/4`` it is 1/3, the chance that both are equal.
"""

from __future__ import annotations

from itertools import accumulate
from math import gcd, lcm, prod
from operator import sub

from combatcli.dice.exact.budget import BUDGET, too_large, unending
from combatcli.dice.exact.sums import counted_power

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from combatcli.dice.exact.distribution import Distribution

    Series = tuple[int, int, int, int]
    """The step, a quotient of two whole numbers, and the ratio of each step, ``ways`` of a ``whole``."""
    Ratio = tuple[int, int]

_MOST_TERMS = 20_000
_MOST_SERIES, _MOST_BITS = 64, 10_000


class Recurrence:
    """The geometric series whose sum the ways are from ``start`` on, each with its multiplicity."""

    __slots__ = ("series", "start")

    def __init__(self, start: int, series: Mapping[Series, int]) -> None:
        self.start = start
        self.series = dict(series)

    def added(self, other: Recurrence) -> Recurrence:
        """Return the recurrence of the sum of two independent outcomes."""
        series = self.series.copy()
        for term, multiplicity in other.series.items():
            series[term] = series.get(term, 0) + multiplicity
        return Recurrence(self.start + other.start - 1, series)

    def repeated(self, count: int) -> Recurrence:
        """Return the recurrence of the sum of ``count`` such outcomes."""
        series = {term: multiplicity * count for term, multiplicity in self.series.items()}
        return Recurrence((self.start - 1) * count + 1, series)

    def scaled(self, factor: int) -> Recurrence:
        """Return the recurrence of a multiple of the outcome."""
        return Recurrence((self.start - 1) * factor + 1, self._stretched(factor, 1))

    def divided(self, divisor: int) -> Recurrence:
        """Return the recurrence of the outcome divided and rounded down."""
        return Recurrence(-(-self.start // divisor), self._stretched(1, divisor))

    def _stretched(self, factor: int, divisor: int) -> dict[Series, int]:
        def stretch(term: Series) -> Series:
            step, by, ways, whole = term
            common = gcd(step * factor, by * divisor)
            return step * factor // common, by * divisor // common, ways, whole

        return {stretch(term): multiplicity for term, multiplicity in self.series.items()}

    def ratios(self, step: int) -> dict[Ratio, int]:
        """Return the ratio of each series over a step of this length, in lowest terms, with its multiplicity.

        Raises DiceError where that takes too much work.
        """
        multiplicities: dict[Ratio, int] = {}
        for (own, by, ways, whole), multiplicity in self.series.items():
            common = gcd(ways, whole)
            exponent = step // own * by
            ratio = counted_power(ways // common, exponent), counted_power(whole // common, exponent)
            multiplicities[ratio] = multiplicities.get(ratio, 0) + multiplicity
        return multiplicities


def either(parts: Iterable[Recurrence]) -> Recurrence:
    """Return the recurrence of a mixture of outcomes."""
    start: int | None = None
    series: dict[Series, int] = {}
    for part in parts:
        start = part.start if start is None else max(start, part.start)
        for term, multiplicity in part.series.items():
            series[term] = max(series.get(term, 0), multiplicity)
    return Recurrence(start or 0, series)


def of_order_statistic(parts: Sequence[Recurrence]) -> Recurrence | None:
    """Return the recurrence of an order statistic of independent outcomes; None if it is not known.

    Its ways are sums of products of their ways and tails.
    """
    together: dict[Series, int] = {}
    for part in parts:
        products = {}
        for term, multiplicity in together.items():
            for other, more in part.series.items():
                both = _product(term, other)
                if both is None:
                    return None
                products[both] = multiplicity + more - 1
        for terms in (part.series, products):
            for term, multiplicity in terms.items():
                together[term] = max(together.get(term, 0), multiplicity)
        if len(together) > _MOST_SERIES:
            return None
    return Recurrence(max([part.start for part in parts]), together)


def _product(left: Series, right: Series) -> Series | None:
    """Return the product of two series over their common step; None if its ratio has too many digits."""
    step = lcm(left[0], right[0])
    powers = [(ways, whole, step // own * by) for own, by, ways, whole in (left, right)]
    if sum([whole.bit_length() * exponent for _, whole, exponent in powers]) > _MOST_BITS:
        return None
    ratio = [prod([factor[which] ** factor[2] for factor in powers]) for which in (0, 1)]
    return step, 1, ratio[0], ratio[1]


def chance_of_lead(left: Distribution[int], right: Distribution[int], more: int) -> Ratio:
    """Return the chance that ``left`` is at least ``right + more``, as ways of a total.

    Raises DiceError where no closed form is known, or it takes too much work.
    """
    own_way, other_way = left.recurrence, right.recurrence
    if own_way is None or other_way is None:
        raise unending("a comparison of two values")
    step = lcm(*[term[0] for term in (*own_way.series, *other_way.series)])
    if step > _MOST_TERMS:
        raise too_large()
    factor, order = _ending(own_way.ratios(step), other_way.ratios(step))
    end = max(other_way.start, own_way.start - more, right.lowest + 1) + order * step
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


def _ending(left: Mapping[Ratio, int], right: Mapping[Ratio, int]) -> tuple[list[int], int]:
    """Return the polynomial that makes the product of two sequences finite, and its degree."""
    polynomial = [1]
    for (above, below), multiplicity in left.items():
        for (over, under), more in right.items():
            for _ in range(multiplicity + more - 1):
                bits = len(polynomial) * (below * under).bit_length()
                BUDGET.product(bits, bits, len(polynomial))
                kept = [c * below * under for c in polynomial] + [0]
                taken = [0] + [c * above * over for c in polynomial]
                polynomial = [a - b for a, b in zip(kept, taken, strict=True)]
    return polynomial, len(polynomial) - 1


def _at_least(outcomes: Distribution[int], first: int, last: int) -> Sequence[int]:
    """Return the ways of each outcome in a half-open range, or of any above it."""
    ways = outcomes.denominator - sum([count for outcome, count in outcomes.items() if outcome < first])
    return list(accumulate([outcomes.get(outcome, 0) for outcome in range(first, last - 1)], sub, initial=ways))
