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
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import accumulate
from math import lcm

from combatcli.dice.exact.budget import BUDGET, too_large, unending
from combatcli.dice.exact.distribution import Distribution
from combatcli.dice.exact.sums import packed_power

Series = tuple[Fraction, Fraction]
"""A step, and the ratio of one way to that a step before."""

_MOST_TERMS = 20_000
_MOST_SERIES, _MOST_BITS = 64, 10_000


class GeometricTail:
    """The geometric series, each with its multiplicity, that add up to the ways above the ``last`` other outcome."""

    __slots__ = ("last", "series")

    def __init__(self, last: int, series: Mapping[Series, int]) -> None:
        self.last = last
        self.series = Counter(series)

    def scaled(self, factor: Fraction) -> GeometricTail:
        """Return the recurrence of the product of outcome and factor, rounded down."""
        series = {(step * factor, ratio): times for (step, ratio), times in self.series.items()}
        return GeometricTail(int(self.last * factor // 1), series)


def joined(
    parts: Sequence[Distribution[int]], last: Callable[[Iterable[int]], int], join: Callable[..., Counter[Series]]
) -> GeometricTail | None:
    """Return the recurrence of a sum or a mixture of outcomes, which joins their series, if known."""
    tails = _tails(parts)
    if not tails:
        return None
    return GeometricTail(last([each.last for each in tails]), reduce(join, [each.series for each in tails]))


def of_order_statistic(parts: Sequence[Distribution[int]]) -> GeometricTail | None:
    """Return the recurrence of an order statistic of independent outcomes, if known.

    Its ways are sums of products of their ways and tails.
    """
    tails, together = _tails(parts), Counter[Series]()
    for each in tails:
        products = Counter[Series]()
        for term, times in together.items():
            for other, more in each.series.items():
                step = _common_step([term, other])
                if sum([ratio.denominator.bit_length() * int(step / own) for own, ratio in (term, other)]) > _MOST_BITS:
                    return None
                products[Fraction(step), _ratio(term, step) * _ratio(other, step)] = times + more - 1
        together |= each.series | products
        if len(together) > _MOST_SERIES:
            return None
    return GeometricTail(max([each.last for each in tails]), together) if tails else None


def _tails(parts: Sequence[Distribution[int]]) -> list[GeometricTail]:
    """Return the recurrences of outcomes, those of finite ones without a series; none if one is not known."""
    tails = [part.recurrence if part.tail else GeometricTail(max(part), {}) for part in parts]
    known = [each for each in tails if each is not None]
    return known if len(known) == len(tails) else []


def _common_step(series: Sequence[Series]) -> int:
    """Return a whole number of steps of all series."""
    return lcm(*[step.numerator for step, _ in series])


def _ratio(term: Series, step: int) -> Fraction:
    """Return the ratio of a series over a longer step; raise DiceError where that takes too much work."""
    exponent = int(step / term[0])
    return Fraction(packed_power(term[1].numerator, exponent), packed_power(term[1].denominator, exponent))


def chance_of_lead(left: Distribution[int], right: Distribution[int], more: int) -> tuple[int, int]:
    """Return the chance that ``left`` is at least ``right + more``, as ways and their total.

    Raises DiceError where both are endless and no closed form is known, or it takes too much work.
    """
    if left.tail and right.tail:
        left, right = _ended(left, right, more)
    BUDGET.charge_product(left.denominator.bit_length(), right.denominator.bit_length(), len(left) + len(right))
    ascending = sorted(right)
    ways = below = place = 0
    for outcome in sorted(left):
        while place < len(ascending) and ascending[place] + more <= outcome:
            below += right[ascending[place]]
            place += 1
        ways += left[outcome] * below
    return ways, left.denominator * right.denominator


def _ended(left: Distribution[int], right: Distribution[int], more: int) -> list[Distribution[int]]:
    """Return finite outcomes, those of ``right`` weighted, for which the chance of a lead is that of endless ones."""
    own_way, other_way = left.recurrence, right.recurrence
    if own_way is None or other_way is None:
        raise unending("a comparison of two values")
    step = _common_step([*own_way.series, *other_way.series])
    if step > _MOST_TERMS:
        raise too_large()
    factor = list(accumulate(_ending(own_way, other_way, step)))
    end = 1 + max(other_way.last, own_way.last - more, right.lowest) + (len(factor) - 1) * step
    if end - right.lowest > _MOST_TERMS:
        raise too_large()
    other = right.clipped(end)
    factors = {outcome: factor[min((end - 1 - outcome) // step, len(factor) - 1)] for outcome in other if outcome < end}
    weighted = {outcome: other[outcome] * times for outcome, times in factors.items()}
    return [left.clipped(end + more), Distribution(weighted, other.denominator * factor[-1])]


def _ending(left: GeometricTail, right: GeometricTail, step: int) -> list[int]:
    """Return the polynomial that makes the product of two sequences finite."""
    polynomial = [1]
    for one, times in left.series.items():
        for other, more in right.series.items():
            ratio = _ratio(one, step) * _ratio(other, step)
            for _ in range(times + more - 1):
                bits = len(polynomial) * ratio.denominator.bit_length()
                BUDGET.charge_product(bits, bits, len(polynomial))
                kept = [c * ratio.denominator for c in polynomial] + [0]
                taken = [0] + [c * ratio.numerator for c in polynomial]
                polynomial = [a - b for a, b in zip(kept, taken, strict=True)]
    return polynomial
