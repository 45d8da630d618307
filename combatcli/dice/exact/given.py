"""Odds among the rolls in which something holds: these come out even, all others 1, which is then left out."""

from __future__ import annotations

from combatcli.dice.exact.distribution import Distribution, Unbounded
from combatcli.dice.exact.terms import Scope
from combatcli.dice.rare_nodes import Assignments, Conditional
from combatcli.dice.tree import Arithmetic, Number
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.dice.rare_nodes import Given


def odds_given(node: Given, scope: Scope) -> Distribution[int]:
    """Return the odds of a tree among the rolls in which a condition is not 0; DiceError if it never is."""
    tree, holds = node.tree, node.condition
    body = Conditional(holds.body, Arithmetic((Number(2), tree.body), ("*",)), Number(1))
    found = scope.value(Assignments(holds.names, holds.values, body, tree.column))
    if found.fraction(1) == 1:
        raise DiceError(f"{node.said} never holds in it, so nothing is left")

    def left(outcomes: Distribution[int]) -> Distribution[int]:
        return Distribution({outcome // 2: ways for outcome, ways in outcomes.items() if outcome != 1})

    if not isinstance(found, Unbounded):
        return left(found)
    return Unbounded(lambda top: left(found.clipped(2 * max(top, 1))).clipped(top), (found.lowest + 1) // 2)
