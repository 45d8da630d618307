"""Every outcome: the source that lets the same rule compute its exact odds.

What a rule asks for is one choice among weighted outcomes, already brought together: the kept dice, not all faces; the
total, not the dice. A rule may read ``kept`` and ``total`` alone.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import comb
from typing import Any

from combatcli.dice.odds.branching import MOST_PATHS, Branching
from combatcli.dice.odds.budget import too_large, unending
from combatcli.dice.rolling.results import KeptDice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from typing import TypeVar

    from combatcli.dice.odds.distribution import Distribution
    from combatcli.dice.rolling.sources import Source, Throw
    from combatcli.dice.tree import Node

    T = TypeVar("T", bound=Hashable)


def every_outcome(rule: Callable[[Source], T]) -> Distribution[T]:
    """Return the exact distribution of what a rule returns.

    The rule is run once for each path of outcomes, so it must be pure but for its source. Raises DiceError when there
    are more than two million paths, or when it asks for the total of an endless explosion without a ceiling.
    """
    source = EveryOutcome()
    return source.every(lambda: rule(source))


class EveryOutcome(Branching):
    """The fourth source; `every_outcome` runs rules with it."""

    def __init__(self) -> None:
        super().__init__()
        self._expressions: dict[Node, Distribution[int]] = {}

    def highest(self, count: int, sides: int, keep: int) -> KeptDice:
        """Choose among what the ``keep`` best dice may show."""

        def weigh() -> dict[KeptDice, int]:
            tuples = _kept_tuples(sides, count, min(keep, count))
            return {KeptDice(kept, kept): ways for kept, ways in tuples.items()}

        return self.choose_among(("kept", count, sides, keep), weigh)

    def throw(self, throw: Throw) -> Any:  # noqa: ANN401  (what the throw returns)
        """Choose among the results of a throw, which are worked out once."""
        return self.choose_among(
            ("throw", throw), lambda: {result: ways for result, ways in throw.ways().items() if ways}
        )

    def known_total(self, tree: Node, ceiling: int | None) -> int:
        """Choose among the totals of an expression; of one without end, those of ``ceiling`` and more are one."""

        def weigh() -> dict[int, int]:
            found = self._odds(tree)
            if found.tail:
                if ceiling is None:
                    raise unending("a rule that asks for the total")
                found = found.clipped(ceiling)
            return dict(found.items())

        return self.choose_among(("total", tree, ceiling), weigh)

    def check(self, tree: Node) -> None:
        """Raise DiceError where dice explode without end."""
        if self._odds(tree).tail:
            raise unending("what each die shows")

    def _odds(self, tree: Node) -> Distribution[int]:
        found = self._expressions.get(tree)
        if found is None:
            from combatcli.dice.odds.expression import odds

            found = self._expressions[tree] = odds(tree)
        return found


def _kept_tuples(sides: int, count: int, keep: int) -> dict[tuple[int, ...], int]:
    """Return in how many ways the ``keep`` highest of ``count`` dice show what, the highest first."""
    if keep <= 0:
        return {(): sides ** max(0, count)}
    if comb(sides + keep - 1, keep) > MOST_PATHS:
        raise too_large()
    found = {}
    for kept in combinations_with_replacement(range(sides, 0, -1), keep):
        ways, left = 1, count
        *higher, last = dict.fromkeys(kept)
        for value in higher:
            number = kept.count(value)
            ways *= comb(left, number)
            left -= number
        too_few = [comb(left, number) * (last - 1) ** (left - number) for number in range(kept.count(last))]
        found[kept] = ways * (last**left - sum(too_few))
    return found
