"""Kinds of dice that the walk places on values: identical dice, drawn dice, endless explosions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from math import lcm

from combatcli.dice.exact.budget import BUDGET
from combatcli.dice.exact.sums import Counts, Power, binomial, mapped, merge_equal, packed_power

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self


class IdenticalDice:
    """``count`` dice with weighted values; ``whole`` is the sum of the weights."""

    endless = False
    """Whether there may be any number of them, or any value where they compound without end."""

    def __init__(self, weights: Counts, count: int) -> None:
        self.weights = weights
        self.count = count
        self.whole = sum(weights.values())

    def prepare_walk(self, values: Sequence[int], until: int) -> int:
        """Prepare a walk through ``values`` that ends when ``until`` dice are placed; return how many ways it has."""
        return self.ways_of_rest(0, self.whole)

    def available(self, placed: int) -> int:
        """Return how many more dice may be placed after ``placed`` ones."""
        return self.count - placed

    def ways(self, placed: int, here: int, weight: int) -> int:
        """Return the ways to place ``here`` more dice on a value of this weight: C(count - placed, here) w**here."""
        return binomial(self.count - placed, here) * int(weight**here)

    def ways_of_rest(self, placed: int, beyond: int) -> int:
        """Return the ways of all other dice on values of total weight ``beyond``: beyond ** (count - placed)."""
        return packed_power(beyond, self.count - placed)

    def placings(self, before: int, missing: int, weight: int, beyond: int) -> tuple[list[tuple[int, int]], int]:
        """Return the ways to place fewer than ``missing`` dice on a value, by number, and the ways to place enough.

        ``weight`` is that of the value, ``beyond`` of all values beyond it. For 3d2 at 2, with none before and two
        missing, the ways to place enough are 2**3, minus 1 with none on it and 3 with one: 4.
        """
        left = self.available(before)
        numbers = range(0 if beyond or self.endless else left, min(left + 1, missing))
        fewer = [(here, self.ways(before, here, weight)) for here in numbers]
        if left < missing:
            return fewer, 0
        too_few = sum([ways * self.ways_of_rest(before + here, beyond) for here, ways in fewer])
        return fewer, self.ways_of_rest(before, beyond + weight) - too_few

    def mapped(self, function: Callable[[int], int]) -> Self:
        """Return the same dice with a function of their values; equal ones are one value."""
        dice = copy(self)
        dice.weights = mapped(self.weights, function)
        return dice


class DrawnDice(IdenticalDice):
    """``count`` dice drawn without replacement; the weight of a value is the number of its faces."""

    def ways(self, placed: int, here: int, weight: int) -> int:
        """Return the ways to draw ``here`` of ``weight`` faces: C(weight, here)."""
        return binomial(weight, here)

    def ways_of_rest(self, placed: int, beyond: int) -> int:
        """Return the ways to draw all other dice from ``beyond`` faces: C(beyond, count - placed)."""
        return binomial(beyond, self.count - placed)


class ExplodedFaces(IdenticalDice):
    """The exploded faces of dice that explode without end.

    Each of ``count`` chains shows any number of them and then stops; the die that stops it does not count. 4d6! is four
    1-5 (`IdenticalDice`) and the sixes of four chains: weights {6: 1} of 6.

    The weights are out of ``of``; the rest of it is the weight to stop. Placing ``h`` more after ``n`` weighs
    C(count + n + h - 1, h) w**h, and all others weigh (of - beyond) ** -(count + n): ways are multiplied by a power of
    a common multiple of these divisors.
    """

    endless = True

    def __init__(self, weights: Counts, count: int, of: int) -> None:
        super().__init__(weights, count)
        self.of = of
        self._common = 1
        self._until = 0

    def prepare_walk(self, values: Sequence[int], until: int) -> int:
        """Find the common multiple for a walk that ends when ``until`` dice are placed; return how many ways it has."""
        divisors = [self.whole]
        for value in values:
            divisors.append(divisors[-1] - self.weights.get(value, 0))
        # The least common multiple of the numbers up to n has about 1.44 n bits.
        BUDGET.charge_product(self.of.bit_length(), min(self.of, len(divisors) * 16), 4 * len(divisors))
        self._common = lcm(*[self.of - beyond for beyond in divisors])
        self._until = until
        return self.ways_of_rest(0, self.whole)

    def available(self, placed: int) -> int:
        """Return the most dice that still matter beside those ``placed``."""
        return self._until - placed

    def ways(self, placed: int, here: int, weight: int) -> int:
        """Return the ways to place ``here`` more on a value of this weight."""
        return binomial(self.count + placed + here - 1, here) * int(weight**here)

    def ways_of_rest(self, placed: int, beyond: int) -> int:
        """Return the ways of placing any number of further dice on values of total weight ``beyond``."""
        part = packed_power(self._common // (self.of - beyond), self.count + placed)
        return part * packed_power(self._common, self._until - placed)


def merged_dice(dice: Sequence[IdenticalDice]) -> list[IdenticalDice]:
    """Merge dice of equal weights."""
    usual = [kind for kind in dice if type(kind) is IdenticalDice and not kind.endless]
    return [*dice_of([(kind.weights, kind.count) for kind in usual]), *[kind for kind in dice if kind not in usual]]


def dice_of(powers: Iterable[Power]) -> list[IdenticalDice]:
    """Return dice with these weights and counts, merging equal weights."""
    return [IdenticalDice(*kind) for kind in merge_equal(powers)]
