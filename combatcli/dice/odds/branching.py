"""Going through every path of choices that a rule makes, each with its weight.

A rule is run again for each path: the choices made so far are repeated, the last one takes its next outcome. Weights
and denominators stay natural numbers; paths of different denominators are added up apart and brought together last.
"""

from __future__ import annotations

from math import comb, lcm
from typing import Any, Generic, TypeVar

from combatcli.dice.odds.distribution import Distribution
from combatcli.dice.rolling.results import Hand
from combatcli.dice.rolling.sources import Source
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence

    T = TypeVar("T", bound=Hashable)

Outcome = TypeVar("Outcome")

MOST_PATHS = 2_000_000


class WeightedChoice(Generic[Outcome]):
    """The outcomes of one choice with their weights, and the sum of these."""

    __slots__ = ("outcomes", "total", "weights")

    def __init__(self, outcomes: Sequence[Outcome], weights: Sequence[int]) -> None:
        self.outcomes = outcomes
        self.weights = weights
        self.total = sum(weights)


class Branching(Source):
    """A source that takes one path of choices: those of ``_path``, then always the first outcome."""

    def __init__(self) -> None:
        super().__init__()
        self._path: list[int] = []
        self._sizes: list[int] = []
        self._weight = 1
        self._denominator = 1
        self._known: dict[Hashable, WeightedChoice[Any]] = {}

    def choose(self, choice: WeightedChoice[Outcome]) -> Outcome:
        """Return the outcome that this path has here."""
        depth = len(self._sizes)
        if depth == len(self._path):
            self._path.append(0)
        self._sizes.append(len(choice.outcomes))
        place = self._path[depth]
        self._weight *= choice.weights[place]
        self._denominator *= choice.total
        return choice.outcomes[place]

    def choose_among(self, key: Hashable, weigh: Callable[[], Mapping[Outcome, int]]) -> Outcome:
        """Return the outcome that this path has of a choice of this name, whose weights are worked out but once."""
        choice = self._known.get(key)
        if choice is None:
            weights = weigh()
            choice = self._known[key] = WeightedChoice(list(weights), list(weights.values()))
        outcome: Outcome = self.choose(choice)
        return outcome

    def die(self, sides: int) -> int:
        """Return one face, 1 to ``sides``."""
        if sides < 1:
            raise DiceError(f"a die has at least one side, not {sides:,}")
        return self.choose_among(sides, lambda: dict.fromkeys(range(1, sides + 1), 1))

    def face(self, faces: tuple[int, ...]) -> int:
        """Return one of ``faces``; equal ones are one outcome."""
        return self.choose_among(faces, lambda: {face: faces.count(face) for face in sorted(faces)})

    def hand(self, stages: Sequence[tuple[Sequence[int], int]], deck: int, rank: Callable[[int], int]) -> Hand:  # noqa: ARG002 - as entered cards need it
        """Return the best card of a hand alone, each as often as it is the best."""
        best = [self._best_card(tuple(cards), count) for cards, count in stages if count]
        return Hand(tuple(best), min(best, key=rank))

    def _best_card(self, cards: tuple[int, ...], count: int) -> int:
        """Return the first of so many cards that are drawn."""
        first = cards[: len(cards) - count + 1]
        return self.choose_among(
            ("best card", cards, count),
            lambda: {card: comb(len(cards) - place - 1, count - 1) for place, card in enumerate(first)},
        )

    def every(self, rule: Callable[[], T], most: int | None = None) -> Distribution[T]:
        """Return the distribution of what ``rule`` returns over all paths; raise DiceError if they are too many."""
        most = MOST_PATHS if most is None else most
        found: dict[int, dict[T, int]] = {}
        self._path = []
        for _ in range(most):
            self._sizes = []
            self._weight = self._denominator = 1
            result = rule()
            counts = found.setdefault(self._denominator, {})
            counts[result] = counts.get(result, 0) + self._weight
            if not self._next():
                return _together(found)
        raise DiceError(f"these odds have more than {most:,} outcomes, too many to go through", "Ask for fewer dice.")

    def _next(self) -> bool:
        """Move to the next path; return False after the last."""
        path, sizes = self._path, self._sizes
        while path:
            path[-1] += 1
            if path[-1] < sizes[len(path) - 1]:
                return True
            path.pop()
        return False


def _together(found: dict[int, dict[T, int]]) -> Distribution[T]:
    total = lcm(*found)
    together: dict[T, int] = {}
    for denominator, counts in found.items():
        factor = total // denominator
        for result, weight in counts.items():
            together[result] = together.get(result, 0) + weight * factor
    return Distribution(together, total)
