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
from itertools import accumulate, product
from math import inf, lcm, prod
from typing import Any

from combatcli.dice.exact.budget import BUDGET, too_large, unending
from combatcli.dice.exact.distribution import Distribution
from combatcli.dice.exact.sums import packed_power

Series = tuple[tuple[Fraction, Fraction], ...]
"""A product of geometric series: the step of each, and the ratio of one way to that a step before."""

_MOST_TERMS = 20_000
MOST_SERIES = 64
"""The most series of an order statistic, which has the products of those of its parts."""


class GeometricTail:
    """The geometric series, each with its multiplicity, that add up to the ways above the ``last`` other outcome."""

    __slots__ = ("last", "series")

    def __init__(self, last: int, series: Mapping[Any, int]) -> None:
        self.last = last
        self.series: Counter[Series] = Counter(series)

    def scaled(self, factor: Fraction) -> GeometricTail:
        """Return the recurrence of the product of outcome and factor, rounded down."""
        series = {tuple([(step * factor, ratio) for step, ratio in each]): times for each, times in self.series.items()}
        return GeometricTail(int(self.last * factor // 1), series)


def joined(
    parts: Sequence[Distribution[int]],
    last: Callable[[Iterable[int]], int],
    join: Callable[..., Counter[Series]],
    most: float = inf,
) -> GeometricTail | None:
    """Return the recurrence of what is made of several outcomes by joining their series, if known and not too long."""
    together, ends = Counter[Series](), []
    for part in parts:
        tail = part.recurrence if part.tail else GeometricTail(max(part), {})
        if tail is None or len(together := join(together, tail.series)) > most:
            return None
        ends.append(tail.last)
    return GeometricTail(last(ends), together)


def of_order_statistic(left: Counter[Series], right: Counter[Series]) -> Counter[Series]:
    """Return the series of an order statistic, whose ways are sums of products of ways and tails."""
    together = left | right
    for (one, times), (other, more) in product(left.items(), right.items()):
        together |= Counter({tuple(sorted(one + other)): times + more - 1})
    return together


def _ratio(series: Series, step: int) -> Fraction:
    """Return the ratio of a series over a longer step; raise DiceError where that takes too much work."""
    powers = [(ratio, int(step / own)) for own, ratio in series]
    above = prod([packed_power(ratio.numerator, times) for ratio, times in powers])
    return Fraction(above, prod([packed_power(ratio.denominator, times) for ratio, times in powers]))


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
    step = lcm(*[each.numerator for series in (*own_way.series, *other_way.series) for each, _ in series])
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
