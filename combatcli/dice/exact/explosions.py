"""Exploding dice: the total of one die with its extra dice, and the sum of many.

An extra die has ``w`` ways; ``a`` and ``b`` are the polynomials of what it adds on faces that stop and that explode;
``s`` and ``g`` are those of the first die. With at most one explosion the total is ``s w + g (a + b)`` of ``w w``.
Without end it is ``(s + g a / (w - b)) / w``: for many dice a product of two powers, one with a negative exponent.

A d2! has ``a = x``, ``b = x**2`` and ``w = 2``: ``(2x - x**3 + x**3) / (2 (2 - x**2))``, or 1, 3, 5 in 1/2, 1/4, 1/8.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd, isqrt, log
from operator import add

from combatcli.dice.exact.budget import BUDGET, unending
from combatcli.dice.exact.distribution import Distribution
from combatcli.dice.exact.recurring import GeometricTail
from combatcli.dice.exact.sums import pairs, polynomial_sum, series, sparse_factors, summed, weights_of
from combatcli.dice.tree import highest_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from combatcli.dice.exact.sums import Counts
    from combatcli.dice.tree import Modifiers

RARE = 10**15
"""Endless dice are carried to where less than one way in this number is left, or in a power of it to go farther."""
_BITS = 100_000_000
"""The most bits of all ways that are computed at first."""


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
        return self._followed_by(polynomial_sum(self.stops, self.goes))

    def _followed_by(self, extra: Counts) -> Counts:
        """Return the counts of the die if an explosion adds ``extra``."""
        weight = sum(extra.values())
        unexploded = {value: count * weight for value, count in self.first_stops.items()}
        return polynomial_sum(unexploded, summed([(self.first_goes, 1), (extra, 1)]))

    def endless(self, count: int, far: float) -> Distribution[int]:
        """Return the distribution of the sum of ``count`` dice that explode without end, carried ``far``."""
        if not count:
            return Distribution({0: 1})
        if min(self.goes) < 0:
            raise unending("a total that explosions make smaller")
        if not any(self.goes):
            # No explosion adds anything.
            return Distribution(summed([(self._followed_by(self.stops), count)]))
        return self._series(count, far)

    def _series(self, count: int, far: float) -> Distribution[int]:
        """Return the sum of ``count`` dice as the power series of ``(numerator / (left - goes)) ** count``.

        ``left`` are the ways of an extra die that add anything or stop it. The coefficient of ``x**n`` belongs to the
        outcome ``low + n * apart``.
        """
        numerator, left = self._numerator(), self.weight - self.goes.get(0, 0)
        goes = {value: ways for value, ways in sorted(self.goes.items()) if value}
        first, highest = min(numerator), max(numerator)
        apart = gcd(*goes, *[value - first for value in numerator])
        step, low = min(goes) // apart, first * count
        divisor = {0: left} | {value: -ways for value, ways in goes.items()}
        # The moments of a product of powers are sums; a divisor's are subtracted.
        above, below = (Distribution(each).moments or () for each in (numerator, divisor))
        mean, variance = [count * (one - other) for one, other in zip(above, below, strict=True)]
        most = min(Distribution.MOST, isqrt(_BITS * step // left.bit_length()))
        # Hardly any way is left after many deviations, and a die that explodes so often as it does once in RARE times.
        chain = max(goes) * log(RARE) / -log(sum(self.goes.values()) / self.weight)
        reach = float(mean + 9 * float(variance) ** 0.5 + chain)
        length = int(far * min(most, (reach - low) / apart + 1))

        thin = {(value - first) // apart: ways for value, ways in numerator.items()}
        thin_divisor = {value // apart: ways for value, ways in divisor.items()}
        power = (length - 1) // step
        bits = (power + count) * left.bit_length() + count * sum([abs(c) for c in thin.values()]).bit_length()
        BUDGET.check_memory(length * bits / 8)
        scale = int(left**power)
        coefficients = series(sparse_factors(thin, count) + sparse_factors(thin_divisor, -count), length, bits, scale)
        counts = {low + n * apart: c for n, c in enumerate(coefficients)}
        total = Distribution(counts, (self.weight * left) ** count * scale, low + length * apart)
        total.endless_moments = mean, variance
        if len(goes) == 1:
            ((more, ways),) = goes.items()
            last = max((highest - more) * count, low - 1)
            total.recurrence = GeometricTail(last, {((Fraction(more), Fraction(ways, left)),): count})
        return total

    def _numerator(self) -> Counts:
        """Return ``s (w - b) + g a``, the numerator of the die's generating function."""
        stopped = {value: count * self.weight for value, count in self.first_stops.items()}
        less = {value: -count for value, count in pairs(self.first_stops, self.goes, add).items()}
        numerator = polynomial_sum(polynomial_sum(stopped, less), pairs(self.first_goes, self.stops, add))
        return {value: numerator[value] for value in sorted(numerator) if numerator[value]}


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
    """Return weights by what a face adds: of the faces on which a die stops, and of those on which it explodes."""
    BUDGET.charge_outcomes(3 * len(faces))
    stops: Counts = {}
    goes: Counts = {}
    for face, weight in faces.items():
        counts, value = goes if explodes(face) else stops, adds(face)
        counts[value] = counts.get(value, 0) + weight
    return stops, goes
