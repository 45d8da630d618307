"""The source that enumerates every outcome, so that a rule computes its exact odds: it runs once for each path.

Each request of a rule is one choice among weighted outcomes, already merged: the kept dice, not all faces; the total,
not the dice. A rule may use only the kept dice and the total. Each run repeats the choices of the last path up to one,
which takes its next outcome. Weights and denominators are natural numbers.
"""

from __future__ import annotations

from math import lcm
from typing import Any

from combatcli.dice.exact.budget import BUDGET
from combatcli.dice.exact.distribution import Distribution
from combatcli.dice.exact.kinds import IdenticalDice
from combatcli.dice.exact.walk import ValuesQuestion, answers
from combatcli.dice.rolling.sources import Source
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence
    from typing import TypeVar

    from combatcli.dice.rolling.sources import Throw
    from combatcli.dice.tree import Node

    T = TypeVar("T", bound=Hashable)
    _Choice = tuple[Sequence[Any], Sequence[int], int]
    """The outcomes of a choice, their weights, and the sum of these."""

MOST_PATHS = 2_000_000


class OnePathOfOutcomes(Source):
    """A source that follows one path of choices: those of ``_path``, then always the first outcome."""

    def __init__(self) -> None:
        self.paths = 0
        """The number of paths of the last rule."""
        self._path: list[int] = []
        self._sizes: list[int] = []
        self._weight = 1
        self._denominator = 1
        self._known: dict[Hashable, _Choice] = {}
        self._expressions: dict[Node, Distribution[int]] = {}

    def every(self, rule: Callable[[], T], most: int | None = None) -> Distribution[T]:
        """Return the exact distribution of the result of a rule that asks this source and is otherwise pure.

        Raises DiceError for more than ``most`` paths (None: two million), and where the rule asks for the total of an
        endless explosion without a ceiling.
        """
        most = MOST_PATHS if most is None else most
        ways: dict[int, dict[T, int]] = {}
        self._path = []
        purpose = self.purpose
        for self.paths in range(1, most + 1):
            self._sizes = []
            self._weight = self._denominator = 1
            result = rule()
            self.purpose = purpose  # a rule adds to the purpose as it goes on, and begins anew
            counts = ways.setdefault(self._denominator, {})
            counts[result] = counts.get(result, 0) + self._weight
            if not self._next():
                return _together(ways)
        raise DiceError(f"these odds have more than {most:,} outcomes, too many to compute", "Ask for fewer dice.")

    def _next(self) -> bool:
        """Move to the next path; return False after the last."""
        path, sizes = self._path, self._sizes
        while path:
            path[-1] += 1
            if path[-1] < sizes[len(path) - 1]:
                return True
            path.pop()
        return False

    def choose_among(self, key: Hashable, weigh: Callable[[], Mapping[T, int]]) -> T:
        """Return this path's outcome of a choice, whose weights are computed once for each key."""
        choice = self._known.get(key)
        if choice is None:
            weighed = weigh()
            choice = self._known[key] = list(weighed), list(weighed.values()), sum(weighed.values())
        outcomes, weights, whole = choice
        depth = len(self._sizes)
        if depth == len(self._path):
            self._path.append(0)
        self._sizes.append(len(outcomes))
        number = self._path[depth]
        self._weight *= weights[number]
        self._denominator *= whole
        outcome: T = outcomes[number]
        return outcome

    def die(self, sides: int) -> int:
        """Return one face, 1 to ``sides``."""
        if sides < 1:
            raise DiceError(f"a die has at least one side, not {sides:,}")
        return self.choose_among(sides, lambda: dict.fromkeys(range(1, sides + 1), 1))

    def face(self, faces: tuple[int, ...]) -> int:
        """Return one of ``faces``; equal ones are one outcome."""
        return self.choose_among(faces, lambda: {face: faces.count(face) for face in sorted(faces)})

    def highest(self, count: int, sides: int, keep: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Choose among the possible faces of the ``keep`` highest dice."""

        def weigh() -> dict[tuple[tuple[int, ...], tuple[int, ...]], int]:
            dice = [IdenticalDice(dict.fromkeys(range(1, sides + 1), 1), max(0, count))]
            with BUDGET:
                shown = answers(dice, [ValuesQuestion((max(0, count - keep), max(0, count)))])
            return {(kept[::-1], kept[::-1]): ways for ((kept, _),), ways in shown.items()}

        return self.choose_among(("kept", count, sides, keep), weigh)

    def throw(self, throw: Throw) -> Any:
        """Choose among the results of a throw, which are computed once."""
        return self.choose_among(
            ("throw", throw), lambda: {result: ways for result, ways in throw.ways().items() if ways}
        )

    def known_total(self, tree: Node, ceiling: int | None) -> int:
        """Choose among the totals of an expression; totals from ``ceiling`` on are merged if it is endless."""

        def weigh() -> dict[int, int]:
            totals = self._odds(tree)
            if totals.tail and ceiling is not None:
                totals = totals.clipped(ceiling)
            return totals.finite("a rule that asks for the total")

        return self.choose_among(("total", tree, ceiling), weigh)

    def check_enumerable(self, tree: Node) -> None:
        """Raise DiceError where dice explode without end."""
        self._odds(tree).finite("what each die shows")

    def _odds(self, tree: Node) -> Distribution[int]:
        totals = self._expressions.get(tree)
        if totals is None:
            from combatcli.dice.exact.expression import odds

            totals = self._expressions[tree] = odds(tree)
        return totals


def _together(ways: dict[int, dict[T, int]]) -> Distribution[T]:
    """Return the distribution of outcomes whose ways are grouped by denominator."""
    common = lcm(*ways)
    together: dict[T, int] = {}
    for denominator, counts in ways.items():
        factor = common // denominator
        for outcome, weight in counts.items():
            together[outcome] = together.get(outcome, 0) + weight * factor
    return Distribution(together, common)
