"""Dice that explode: the total of one of them with its extra dice, and the sum of many.

Let ``w`` be all ways of an extra die, ``a`` and ``b`` the polynomials of the faces on which it stops and explodes, in
what these add; and ``s`` and ``g`` those of the first die. One explosion at most is ``s w + g (a + b)`` of ``w w``.
Without end it is ``(s + g a / (w - b)) / w``: of many dice a product of two powers, one with a negative exponent.

A d2! has ``a = x``, ``b = x**2`` and ``w = 2``: ``(2x - x**3 + x**3) / (2 (2 - x**2))``, or 1, 3, 5 in 1/2, 1/4, 1/8.
"""

from __future__ import annotations

from math import gcd
from operator import add, truediv

from combatcli.dice.odds.budget import BUDGET, unending
from combatcli.dice.odds.distribution import Distribution, Unbounded
from combatcli.dice.odds.faces import weights_of
from combatcli.dice.odds.polynomials import series, thinned
from combatcli.dice.odds.recurring import Recurrence
from combatcli.dice.odds.sums import pairs, summed
from combatcli.dice.odds.unbounded import guessed
from combatcli.dice.tree import highest_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction
    from typing import TypeVar

    from combatcli.dice.odds.sums import Counts
    from combatcli.dice.tree import Modifiers

    R = TypeVar("R", float, Fraction)


class ExplodingDie:
    """A die that explodes on some faces, given with their weights; ``first`` and ``extra`` return what a face adds.

    ``stops`` and ``goes`` are the counts of what an extra die adds on the faces on which it stops and explodes;
    ``first_stops`` and ``first_goes`` are those of the first die.
    """

    def __init__(
        self,
        faces: Counts,
        explodes: Callable[[int], bool],
        first: Callable[[int], int],
        extra: Callable[[int], int],
    ) -> None:
        self.weight = sum(faces.values())
        self.first_stops, self.first_goes = _split(faces, explodes, first)
        alike = (self.first_stops, self.first_goes)
        self.stops, self.goes = alike if extra is first else _split(faces, explodes, extra)

    def once(self) -> Counts:
        """Return what the die adds if it explodes at most once."""
        return self._followed_by(merged(self.stops, self.goes))

    def _followed_by(self, extra: Counts) -> Counts:
        """Return what the die adds if each explosion adds one of these."""
        weight = sum(extra.values())
        added = {value: count * weight for value, count in self.first_stops.items()}
        return merged(added, summed([(self.first_goes, 1), (extra, 1)]))

    def endless(self, count: int) -> Distribution[int]:
        """Return the distribution of the sum of ``count`` such dice, without end to their explosions."""
        if not count:
            return Distribution({0: 1})
        if min(self.goes) < 0:
            raise unending("a total that explosions make smaller")
        if not any(self.goes):
            # No explosion adds anything.
            return Distribution(summed([(self._followed_by(self.stops), count)]))
        numerator = self._numerator()
        first = min(numerator)
        low = first * count
        left = self.weight - self.goes.get(0, 0)
        common = gcd(*numerator.values())
        apart = gcd(*self.goes, *[value - first for value in numerator])
        numerator = {(value - first) // apart: ways // common for value, ways in numerator.items()}
        shared = gcd(common, self.weight)
        factors = thinned(numerator, count) + thinned({0: left, **_negative(self.goes, apart)}, -count)
        step = min([value for value in self.goes if value]) // apart
        ways = sum([abs(c) for c in numerator.values()])

        def clip(ceiling: int) -> Distribution[int]:
            length = -((low - ceiling) // apart)
            bits = (count + length // step) * left.bit_length() + count * ways.bit_length()
            coefficients = series(factors, length, bits / 2, left, step)
            exponent = (length - 1) // step
            factor = (common // shared) ** count
            counts = {low + place * apart: c * factor for place, c in enumerate(coefficients)}
            whole = int((self.weight // shared) ** count * left ** (count + exponent))
            counts[ceiling] = whole - sum(counts.values())
            return Distribution(counts, whole)

        def moments() -> tuple[Fraction, Fraction]:
            from fractions import Fraction

            mean, variance = self._moments(Fraction)
            return mean * count, variance * count

        mean, variance = self._moments(truediv)
        guess = guessed((mean * count, variance * count), low)
        highest = first + max(numerator) * apart
        return Unbounded(clip, low, moments, guess, self._recurrence(highest, left, count, low))

    def _recurrence(self, highest: int, left: int, count: int, low: int) -> Recurrence | None:
        """Return the recurrence of the sum of so many dice, if they explode on faces that add the same; else None.

        ``highest`` is the last place of the numerator, ``left`` the ways of an extra die that add anything or end it.
        """
        steps = [value for value in self.goes if value]
        if len(steps) > 1:
            return None
        (step,) = steps
        start = max((highest - step) * count + 1, low)
        return Recurrence(start, {(step, 1, self.goes[step], left): count})

    def _numerator(self) -> Counts:
        """Return ``s (w - b) + g a``: what a die adds, were it not for the explosions after the first one."""
        found = {value: count * self.weight for value, count in self.first_stops.items()}
        for values, others, sign in ((self.first_stops, self.goes, -1), (self.first_goes, self.stops, 1)):
            for value, count in (pairs(values, others, add) if values and others else {}).items():
                found[value] = found.get(value, 0) + sign * count
        return {value: found[value] for value in sorted(found) if found[value]}

    def _moments(self, ratio: Callable[[int, int], R]) -> tuple[R, R]:
        """Return mean and variance of what the die adds, in the numbers that ``ratio`` makes."""
        extra, more = self._expected(merged(self.stops, self.goes), ratio), self._expected(self.goes, ratio)
        first = self._expected(merged(self.first_stops, self.first_goes), ratio)
        goes = self._expected(self.first_goes, ratio)
        mean = extra[1] / (1 - more[0])
        square = (extra[2] + 2 * more[1] * mean) / (1 - more[0])
        total = first[1] + goes[0] * mean
        return total, first[2] + 2 * goes[1] * mean + goes[0] * square - total * total

    def _expected(self, counts: Counts, ratio: Callable[[int, int], R]) -> tuple[R, R, R]:
        """Return the chance of these outcomes and their parts in the expected value and its square."""
        return (
            ratio(sum(counts.values()), self.weight),
            ratio(sum([value * count for value, count in counts.items()]), self.weight),
            ratio(sum([value * value * count for value, count in counts.items()]), self.weight),
        )


def exploding_die(faces: tuple[int, ...] | range, modifiers: Modifiers) -> ExplodingDie | None:
    """Return the die of a pool; None if it does not explode."""
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


def _negative(goes: Counts, apart: int) -> Counts:
    """Return ``-b``, in steps of ``apart``, without its constant."""
    return {value // apart: -goes[value] for value in sorted(goes) if value}


def merged(left: Counts, right: Counts) -> Counts:
    """Return the counts of both, the ways of each outcome added up."""
    both = left.copy()
    for value, count in right.items():
        both[value] = both.get(value, 0) + count
    return both


def _split(faces: Counts, explodes: Callable[[int], bool], adds: Callable[[int], int]) -> tuple[Counts, Counts]:
    """Return the counts of what the faces add on which a die stops, and of what those add on which it explodes."""
    BUDGET.outcomes(3 * len(faces))
    stops: Counts = {}
    goes: Counts = {}
    for face, weight in faces.items():
        counts, added = goes if explodes(face) else stops, adds(face)
        counts[added] = counts.get(added, 0) + weight
    return stops, goes
