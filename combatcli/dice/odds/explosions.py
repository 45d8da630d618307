"""Dice that explode: what one of them and its extra dice add up to, and the sum of many.

With ``a`` the ways to stop and ``b`` those to explode, as polynomials in what an extra die adds, ``w`` all ways, and
``s`` and ``g`` the same of the first die, a die that explodes without end adds ``(s + g a / (w - b)) / w``: many of
them are a product of two powers, one of them with a negative exponent.
"""

from __future__ import annotations

from math import gcd
from operator import truediv

from combatcli.dice.odds.budget import hold, room, spend
from combatcli.dice.odds.distribution import Distribution, Endless, unending
from combatcli.dice.odds.endless import guessed
from combatcli.dice.odds.faces import weights_of
from combatcli.dice.odds.polynomials import series, thinned
from combatcli.dice.odds.recurring import Recurrence
from combatcli.dice.odds.sums import summed
from combatcli.dice.tree import highest_of
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction
    from typing import TypeVar

    from combatcli.dice.odds.sums import Counts
    from combatcli.dice.tree import Modifiers

    R = TypeVar("R", float, Fraction)


class ExplodingDie:
    """A die that explodes on some faces: ``stops`` and ``goes`` are what its faces add, split so, with weights.

    ``first`` says what the first die adds for a face, ``extra`` what each further one does.
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
        hold(3 * len(self.first_stops), weight.bit_length())
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
            room(length, bits)
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
        return Endless(clip, low, moments, guess, self._recurrence(highest, left, count, low))

    def _recurrence(self, highest: int, left: int, count: int, low: int) -> Recurrence | None:
        """Return how the sum of so many dice goes on, if they explode on faces that add the same.

        ``highest`` is the last place of the numerator, ``left`` the ways of an extra die that add anything or end it.
        """
        steps = [value for value in self.goes if value]
        if len(steps) > 1:
            return None
        (step,) = steps
        start = max((highest - step) * count + 1, low)
        return Recurrence(start, {(step, 1, self.goes[step], left): count})

    def _numerator(self) -> Counts:
        """Return ``s (w - b) + g a``, what a die adds but for the explosions that follow the first one."""
        hold(3 * (len(self.first_stops) + len(self.stops)), self.weight.bit_length())
        found = {value: count * self.weight for value, count in self.first_stops.items()}
        for values, others, sign in ((self.first_stops, self.goes, -1), (self.first_goes, self.stops, 1)):
            spend(3 * len(values) * len(others))
            for value, count in values.items():
                for other, times in others.items():
                    found[value + other] = found.get(value + other, 0) + sign * count * times
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
        spend(4 * len(counts))
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
    spend(5 * len(weights))
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
    return {value // apart: -goes[value] for value in sorted(goes) if value}


def merged(left: Counts, right: Counts) -> Counts:
    """Return the ways of both together."""
    hold(len(left) + len(right))
    spend(4 * len(right))
    both = left.copy()
    for value, count in right.items():
        both[value] = both.get(value, 0) + count
    return both


def _split(faces: Counts, explodes: Callable[[int], bool], adds: Callable[[int], int]) -> tuple[Counts, Counts]:
    hold(len(faces))
    spend(10 * len(faces))
    stops: Counts = {}
    goes: Counts = {}
    for face, weight in faces.items():
        counts, added = goes if explodes(face) else stops, adds(face)
        counts[added] = counts.get(added, 0) + weight
    return stops, goes


def exploding(sides: int, ceiling: int) -> Distribution[int]:
    """Return the distribution of one die that explodes on its maximum; totals of the ceiling and more are one.

    Raises DiceError if it has one side.
    """
    if sides < 2:
        raise DiceError("a die with one side explodes without end")
    most = max(0, ceiling - 1) // sides
    weights = [sides ** (most - again) for again in range(most + 1)]
    below = {total: weights[total // sides] for total in range(1, ceiling) if total % sides}
    whole = sides ** (most + 1)
    return Distribution({**below, ceiling: whole - sum(below.values())}, whole)
