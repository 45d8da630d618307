"""Dice that lie together: in how many ways some of a kind are placed on a value, and the others beyond it."""

from __future__ import annotations

from math import lcm

from combatcli.dice.odds import sums
from combatcli.dice.odds.budget import BUDGET, chosen, product_work

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from combatcli.dice.odds.sums import Counts, Power


class Kind:
    """``count`` dice that show each value with its weight."""

    def __init__(self, weights: Counts, count: int) -> None:
        self.weights = weights
        self.count = count
        self.whole = sum(weights.values())

    def prepared(self, values: Sequence[int], until: int) -> int:  # noqa: ARG002 - as chains need them
        """Get ready for a walk through values until so many dice lie; return in how many ways they may."""
        return self._all_ways(self.whole.bit_length() * self.count)

    def _all_ways(self, bits: int) -> int:
        BUDGET.foresee(product_work(bits / 2, bits / 2))
        return self.rest(0, self.whole)

    def left(self, placed: int) -> int:
        """Return how many may still be placed."""
        return self.count - placed

    def ways(self, placed: int, here: int, weight: int) -> int:
        """Return in how many ways so many more are placed on a value."""
        return chosen(self.count - placed, here) * int(weight**here)

    def rest(self, placed: int, beyond: int) -> int:
        """Return in how many ways the others lie beyond."""
        return int(beyond ** (self.count - placed))

    def negated(self) -> Kind:
        """Return the same dice with the sign of their values changed."""
        return Kind(self._negative(), self.count)

    def _negative(self) -> Counts:
        return {-value: weight for value, weight in self.weights.items()}


class Chains(Kind):
    """The dice that ``count`` dice explode into without end: any number, that going on weighs ``weights`` of ``of``."""

    def __init__(self, weights: Counts, count: int, of: int) -> None:
        super().__init__(weights, count)
        self.of = of
        self._common = 1
        self._until = 0

    def prepared(self, values: Sequence[int], until: int) -> int:
        """Bring what is divided by, one power for each die, to a common denominator; return all ways."""
        beyond = [self.of - self.whole]
        for value in values:
            beyond.append(beyond[-1] + self.weights.get(value, 0))
        # The common multiple of numbers up to n has some 1.44 n bits.
        BUDGET.spend(4 * len(beyond) * product_work(self.of.bit_length(), min(self.of, len(beyond) * 16)))
        self._common = lcm(*beyond)
        self._until = until
        return self._all_ways(self._common.bit_length() * (self.count + until))

    def left(self, placed: int) -> int:
        """Return how many matter at most."""
        return self._until - placed

    def ways(self, placed: int, here: int, weight: int) -> int:
        """Return in how many ways so many more are placed on a value."""
        return chosen(self.count + placed + here - 1, here) * int(weight**here)

    def rest(self, placed: int, beyond: int) -> int:
        """Return in how many ways any number of others lies beyond."""
        part = (self._common // (self.of - beyond)) ** (self.count + placed)
        return int(part * self._common ** (self._until - placed))

    def negated(self) -> Chains:
        """Return the same dice with the sign of their values changed."""
        return Chains(self._negative(), self.count, self.of)


class Lot:
    """Kinds of dice that lie in one pool, of which those in some places are kept, in the order of the walk.

    Where some of them explode without end, their number is any that is higher than all that is asked for.
    """

    def __init__(self, kinds: Sequence[Kind], places: tuple[int, int], count: int | None = None) -> None:
        self.kinds = [kind for kind in kinds if kind.count]
        self.count = sum([kind.count for kind in self.kinds]) if count is None else count
        self.first, self.last = places
        self.size = max(0, self.last - self.first)

    def turned(self) -> Lot:
        """Return the same in the other direction."""
        return Lot(self.kinds, (self.count - self.last, self.count - self.first), self.count)

    def kept(self, lying: int) -> int:
        """Return how many of the first dice are kept."""
        return min(max(lying, self.first), self.last) - self.first


def joined(lots: Sequence[Lot]) -> list[Lot]:
    """Return the same lots, those that keep all of their dice as one."""
    whole = [kind for lot in lots if lot.size == lot.count for kind in lot.kinds]
    count = sum([kind.count for kind in whole])
    return [*[lot for lot in lots if lot.size < lot.count], *([Lot(alike(whole), (0, count))] if count else [])]


def alike(kinds: Sequence[Kind]) -> list[Kind]:
    """Return the same dice with kinds of the same weights brought together, chains of explosions last."""
    chains = [kind for kind in kinds if isinstance(kind, Chains)]
    return [*kinds_of([(kind.weights, kind.count) for kind in kinds if not isinstance(kind, Chains)]), *chains]


def kinds_of(powers: Iterable[Power]) -> list[Kind]:
    """Return dice with these ways and numbers, those of the same ways brought together."""
    return [Kind(*each) for each in sums.alike(powers)]
