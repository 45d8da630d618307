"""Kinds of dice that a walk places on values: identical ones, drawn ones, and endless explosions."""

from __future__ import annotations

from math import lcm

from combatcli.dice.exact import sums
from combatcli.dice.exact.budget import BUDGET
from combatcli.dice.exact.polynomials import binomial, counted_power

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from combatcli.dice.exact.sums import Counts, Power


class IdenticalDice:
    """``count`` dice that show each value with its weight; ``whole`` is the sum of the weights."""

    def __init__(self, weights: Counts, count: int) -> None:
        self.weights = weights
        self.count = count
        self.whole = sum(weights.values())

    def prepared(self, values: Sequence[int], until: int) -> int:
        """Get ready for a walk through values that ends when so many dice are placed; return all ways of these dice."""
        return self.rest(0, self.whole)

    def available(self, placed: int) -> int:
        """Return how many more dice may be placed when so many are."""
        return self.count - placed

    def ways(self, placed: int, here: int, weight: int) -> int:
        """Return the ways to place so many more on a value of this weight: C(count - placed, here) w**here."""
        return binomial(self.count - placed, here) * int(weight**here)

    def rest(self, placed: int, beyond: int) -> int:
        """Return in how many ways all others show values of so much weight in all: beyond ** (count - placed)."""
        return counted_power(beyond, self.count - placed)

    def negated(self) -> IdenticalDice:
        """Return the same dice with the signs of their values changed."""
        return type(self)(sums.negated(self.weights), self.count)


class DrawnDice(IdenticalDice):
    """``count`` dice that draw without putting back; the weight of a value is how many faces show it."""

    def ways(self, placed: int, here: int, weight: int) -> int:
        """Return the ways to draw so many of these faces: C(weight, here)."""
        return binomial(weight, here)

    def rest(self, placed: int, beyond: int) -> int:
        """Return in how many ways all others are drawn from so many faces: C(beyond, count - placed)."""
        return binomial(beyond, self.count - placed)


class EndlessExplosions(IdenticalDice):
    """Of dice that explode without end, the faces that exploded.

    Each of ``count`` chains shows any number of them and then stops; the die on which it stops is not among them. 4d6!
    is four 1-5 (`IdenticalDice`) and the sixes of four chains: weights {6: 1} of 6.

    The weights are out of ``of``; what they are short of it is the weight to stop. Placing ``h`` of them where ``n``
    are placed weighs C(count + n + h - 1, h) w**h, and the others (of - beyond) ** -(count + n): all ways are times a
    power of a common multiple of these divisors.
    """

    def __init__(self, weights: Counts, count: int, of: int) -> None:
        super().__init__(weights, count)
        self.of = of
        self._common = 1
        self._until = 0

    def prepared(self, values: Sequence[int], until: int) -> int:
        """Find the common multiple for a walk that ends when so many dice are placed; return all ways."""
        divisors = [self.whole]
        for value in values:
            divisors.append(divisors[-1] - self.weights.get(value, 0))
        # The common multiple of the numbers up to n has some 1.44 n bits.
        BUDGET.product(self.of.bit_length(), min(self.of, len(divisors) * 16), 4 * len(divisors))
        self._common = lcm(*[self.of - beyond for beyond in divisors])
        self._until = until
        return self.rest(0, self.whole)

    def available(self, placed: int) -> int:
        """Return how many more dice matter at most."""
        return self._until - placed

    def ways(self, placed: int, here: int, weight: int) -> int:
        """Return in how many ways so many more are placed on a value of this weight."""
        return binomial(self.count + placed + here - 1, here) * int(weight**here)

    def rest(self, placed: int, beyond: int) -> int:
        """Return in how many ways any number of others show values of so much weight in all."""
        part = counted_power(self._common // (self.of - beyond), self.count + placed)
        return part * counted_power(self._common, self._until - placed)

    def negated(self) -> EndlessExplosions:
        """Return the same dice with the signs of their values changed."""
        return EndlessExplosions(sums.negated(self.weights), self.count, self.of)


def merged_dice(dice: Sequence[IdenticalDice]) -> list[IdenticalDice]:
    """Return the same dice, those of equal weights merged, endless explosions last."""
    special = [kind for kind in dice if type(kind) is not IdenticalDice]
    special.sort(key=lambda kind: isinstance(kind, EndlessExplosions))
    return [*dice_of([(kind.weights, kind.count) for kind in dice if type(kind) is IdenticalDice]), *special]


def dice_of(powers: Iterable[Power]) -> list[IdenticalDice]:
    """Return dice with these weights and counts, those of equal weights merged."""
    return [IdenticalDice(*kind) for kind in sums.merge_equal(powers)]
