"""Kinds of dice that lie together: in how many ways some of them are placed on a value, and the others beyond it."""

from __future__ import annotations

from math import lcm

from combatcli.dice.odds import sums
from combatcli.dice.odds.budget import chosen

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

    def prepare(self, values: Sequence[int], until: int) -> None:
        """Get ready for a walk through values until so many dice lie."""

    def left(self, placed: int) -> int:
        """Return how many may still be placed."""
        return self.count - placed

    def ways(self, placed: int, here: int, weight: int) -> int:
        """Return in how many ways so many more are placed on a value."""
        return chosen(self.count - placed, here) * int(weight**here)

    def rest(self, placed: int, beyond: int) -> int:
        """Return in how many ways the others lie beyond."""
        return int(beyond ** (self.count - placed))


def kinds_of(parts: Iterable[Power]) -> list[Kind]:
    """Return kinds of dice, those with the same weights brought together."""
    return [Kind(*part) for part in sums.alike(parts)]


class Chains(Kind):
    """The dice that ``count`` dice explode into without end: any number, that going on weighs ``weights`` of ``of``."""

    def __init__(self, weights: Counts, count: int, of: int) -> None:
        super().__init__(weights, count)
        self.of = of
        self._common = 1
        self._until = 0

    def prepare(self, values: Sequence[int], until: int) -> None:
        """Bring what is divided by, one power for each die, to a common denominator."""
        beyond = [self.of - self.whole]
        for value in values:
            beyond.append(beyond[-1] + self.weights.get(value, 0))
        self._common = lcm(*beyond)
        self._until = until

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


def alike(kinds: Sequence[Kind]) -> list[Kind]:
    """Return the same dice with kinds of the same weights brought together, chains of explosions last."""
    chains = [kind for kind in kinds if isinstance(kind, Chains)]
    return [*kinds_of([(kind.weights, kind.count) for kind in kinds if not isinstance(kind, Chains)]), *chains]
