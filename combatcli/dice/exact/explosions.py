"""Exploding dice: the total of one die with its extra dice, and the sum of many.

An extra die has ``w`` ways; ``a`` and ``b`` are the polynomials of what it adds on faces that stop and that explode;
``s`` and ``g`` are those of the first die. With at most one explosion the total is ``s w + g (a + b)`` of ``w w``.
Without end it is ``(s + g a / (w - b)) / w``: for many dice a product of two powers, one with a negative exponent.

A d2! has ``a = x``, ``b = x**2`` and ``w = 2``: ``(2x - x**3 + x**3) / (2 (2 - x**2))``, or 1, 3, 5 in 1/2, 1/4, 1/8.
"""

from __future__ import annotations

from math import gcd
from operator import add, truediv

from combatcli.dice.exact.budget import BUDGET, unending
from combatcli.dice.exact.distribution import Distribution, Unbounded
from combatcli.dice.exact.polynomials import added, series, thinned
from combatcli.dice.exact.recurring import Recurrence
from combatcli.dice.exact.sums import pairs, summed, weights_of
from combatcli.dice.exact.unbounded import guessed
from combatcli.dice.tree import highest_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction
    from typing import TypeVar

    from combatcli.dice.exact.sums import Counts
    from combatcli.dice.tree import Modifiers

    R = TypeVar("R", float, Fraction)


class ExplodingDie:
    """A die with weighted ``faces`` that explodes on some; ``first`` and ``extra`` return what a face adds.

    ``stops`` and ``goes`` are the counts of what an extra die adds on faces that stop and that explode; ``first_stops``
    and ``first_goes`` are those of the first die.
    """

    def __init__(
        self, faces: Counts, explodes: Callable[[int], bool], first: Callable[[int], int], extra: Callable[[int], int]
    ) -> None:
        self.weight = sum(faces.values())
        self.first_stops, self.first_goes = _split(faces, explodes, first)
        same = (self.first_stops, self.first_goes)
        self.stops, self.goes = same if extra is first else _split(faces, explodes, extra)

    def once(self) -> Counts:
        """Return the counts of the die with at most one explosion."""
        return self._followed_by(added(self.stops, self.goes))

    def _followed_by(self, extra: Counts) -> Counts:
        """Return the counts of the die if an explosion adds ``extra``."""
        weight = sum(extra.values())
        unexploded = {value: count * weight for value, count in self.first_stops.items()}
        return added(unexploded, summed([(self.first_goes, 1), (extra, 1)]))

    def endless(self, count: int) -> Distribution[int]:
        """Return the distribution of the sum of ``count`` dice that explode without end."""
        if not count:
            return Distribution({0: 1})
        if min(self.goes) < 0:
            raise unending("a total that explosions make smaller")
        if not any(self.goes):
            # No explosion adds anything.
            return Distribution(summed([(self._followed_by(self.stops), count)]))
        numerator = self._numerator()
        series_of_sum = _SumSeries(numerator, self.goes, self.weight, count)

        def moments() -> tuple[Fraction, Fraction]:
            from fractions import Fraction

            mean, variance = self._moments(Fraction)
            return mean * count, variance * count

        mean, variance = self._moments(truediv)
        low = min(numerator) * count
        guess = guessed((mean * count, variance * count), low)
        recurrence = self._recurrence(max(numerator), series_of_sum.left, count, low)
        return Unbounded(series_of_sum.clipped, low, moments, guess, recurrence)

    def _recurrence(self, highest: int, left: int, count: int, low: int) -> Recurrence | None:
        """Return the recurrence of the sum of ``count`` dice, if all exploding faces add the same; else None.

        ``highest`` is the highest exponent of the numerator, ``left`` is that of `_SumSeries`.
        """
        steps = [value for value in self.goes if value]
        if len(steps) > 1:
            return None
        (step,) = steps
        return Recurrence(max((highest - step) * count + 1, low), {(step, 1, self.goes[step], left): count})

    def _numerator(self) -> Counts:
        """Return ``s (w - b) + g a``, the numerator of the die's generating function."""
        numerator = {value: count * self.weight for value, count in self.first_stops.items()}
        for values, remaining, sign in ((self.first_stops, self.goes, -1), (self.first_goes, self.stops, 1)):
            for value, count in (pairs(values, remaining, add) if values and remaining else {}).items():
                numerator[value] = numerator.get(value, 0) + sign * count
        return {value: numerator[value] for value in sorted(numerator) if numerator[value]}

    def _moments(self, ratio: Callable[[int, int], R]) -> tuple[R, R]:
        """Return mean and variance of what the die adds, in the number type of ``ratio``."""
        extra, more = self._expected(added(self.stops, self.goes), ratio), self._expected(self.goes, ratio)
        first = self._expected(added(self.first_stops, self.first_goes), ratio)
        goes = self._expected(self.first_goes, ratio)
        mean = extra[1] / (1 - more[0])
        square = (extra[2] + 2 * more[1] * mean) / (1 - more[0])
        total = first[1] + goes[0] * mean
        return total, first[2] + 2 * goes[1] * mean + goes[0] * square - total * total

    def _expected(self, counts: Counts, ratio: Callable[[int, int], R]) -> tuple[R, R, R]:
        """Return the chance of these outcomes, and their shares of the expected value and the expected square."""
        return (
            ratio(sum(counts.values()), self.weight),
            ratio(sum([value * count for value, count in counts.items()]), self.weight),
            ratio(sum([value * value * count for value, count in counts.items()]), self.weight),
        )


class _SumSeries:
    """The sum of ``count`` endless dice, as the power series of ``(numerator / (left - goes)) ** count``.

    ``left`` are the ways of an extra die that add anything or stop it. The coefficient of ``x**n`` belongs to the
    outcome ``low + n * apart``. The factors ``common`` to the numerator are taken out of it, and put back in `clipped`.
    """

    def __init__(self, numerator: Counts, goes: Counts, weight: int, count: int) -> None:
        first, common = min(numerator), gcd(*numerator.values())
        self.left = weight - goes.get(0, 0)
        self._count, self._low = count, first * count
        self._apart = gcd(*goes, *[value - first for value in numerator])
        self._step = min([value for value in goes if value]) // self._apart
        thin = {(value - first) // self._apart: ways // common for value, ways in numerator.items()}
        divisor = {0: self.left} | {value // self._apart: -goes[value] for value in sorted(goes) if value}
        self._factors = thinned(thin, count) + thinned(divisor, -count)
        self._bits = count * sum([abs(c) for c in thin.values()]).bit_length()
        shared = gcd(common, weight)
        self._common, self._whole = (common // shared) ** count, (weight // shared) ** count

    def clipped(self, ceiling: int) -> Distribution[int]:
        """Return the distribution of ``min(sum, ceiling)``; the ceiling gets the remaining ways."""
        length = -((self._low - ceiling) // self._apart)
        bits = (self._count + length // self._step) * self.left.bit_length() + self._bits
        coefficients = series(self._factors, length, bits / 2, self.left, self._step)
        counts = {self._low + n * self._apart: c * self._common for n, c in enumerate(coefficients)}
        denominator = self._whole * int(self.left ** (self._count + (length - 1) // self._step))
        counts[ceiling] = denominator - sum(counts.values())
        return Distribution(counts, denominator)


def exploding_die(faces: tuple[int, ...] | range, modifiers: Modifiers) -> ExplodingDie | None:
    """Return the exploding die of a pool, or None."""
    if modifiers.explode is None:
        return None
    weights, highest = weights_of(faces, modifiers), highest_of(faces)
    if not any(modifiers.explodes(face, highest) for face in weights):
        return None
    compounding, keeping = modifiers.explode.kind == "!!", bool(modifiers.keeps)

    def value(face: int) -> int:
        bounded = face if compounding else modifiers.bounded(face)
        return bounded if compounding or keeping else modifiers.counted(bounded)

    def less(face: int) -> int:
        return value(face - 1)

    extra = less if modifiers.explode.kind == "!p" else value
    return ExplodingDie(weights, lambda face: modifiers.explodes(face, highest), value, extra)


def _split(faces: Counts, explodes: Callable[[int], bool], adds: Callable[[int], int]) -> tuple[Counts, Counts]:
    """Return the counts of what a die adds on faces that stop, and on faces that explode."""
    BUDGET.outcomes(3 * len(faces))
    stops: Counts = {}
    goes: Counts = {}
    for face, weight in faces.items():
        counts, value = goes if explodes(face) else stops, adds(face)
        counts[value] = counts.get(value, 0) + weight
    return stops, goes
