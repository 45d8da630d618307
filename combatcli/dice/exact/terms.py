"""The basis of all nodes: the odds of a node's parts, and sums of them.

A sum is one product of polynomials: added pools are powers in it, other terms distributions.
"""

from __future__ import annotations

from combatcli.dice.exact.budget import BUDGET, unending
from combatcli.dice.exact.distribution import Distribution
from combatcli.dice.exact.sums import counted_of, negated, summed, values_of
from combatcli.dice.tree import Arithmetic, Dice, Negative, Number, known_faces, signed_terms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from combatcli.dice.exact.closures import Closure
    from combatcli.dice.exact.sums import Power
    from combatcli.dice.tree import Node

    Faces = tuple[int, ...] | range
    ShownDice = tuple[tuple[int, ...], int]
    """The values of a named pool's dice, ascending, and the sum of the constants added to them."""


class Scope:
    """The odds of nodes where some values are known; ``evaluate`` computes the odds of one node in a scope.

    ``known`` are numbers and shown dice by name, and answers about pools by the node that asks; ``named`` are odds by
    name, and ``pools`` sums of dice by name. ``together`` are the odds of all answers about a pool without names,
    ``fixed`` those of nodes without names. ``shown`` are the odds of the sorted dice of pools, ``steps`` the functions
    that nodes are compiled to. ``far`` says how far endless dice are carried.
    """

    __slots__ = ("_evaluate", "_fixed", "_uses", "far", "known", "named", "pools", "shown", "steps", "together")

    def __init__(self, evaluate: Callable[[Node, Scope], Distribution[int]], far: float = 1) -> None:
        self.far = far
        self._evaluate = evaluate
        self._fixed: dict[Node, Distribution[int]] = {}
        self._uses: dict[Node, bool] = {}
        self.named: dict[str, Distribution[int]] = {}
        self.pools: dict[str, Node] = {}
        self.known: dict[Any, Any] = {}
        self.shown: dict[Node, Distribution[ShownDice]] = {}
        self.steps: dict[Any, list[tuple[str, Closure]] | None] = {}
        self.together: dict[Node, Distribution[tuple[int, ...]]] = {}

    def value(self, node: Node) -> Distribution[int]:
        """Return the odds of a node."""
        if isinstance(node, Number):
            return Distribution({node.value: 1})
        if node in self.known:
            return Distribution({self.known[node]: 1})
        if not (self.named or self.known) or self.uses_names(node):
            return BUDGET.result(self._evaluate, node, self)
        if node not in self._fixed:
            self._fixed[node] = BUDGET.result(self._evaluate, node, self)
        return self._fixed[node]

    def values(self, nodes: Sequence[Node]) -> list[Distribution[int]]:
        """Return the odds of several nodes; equal ones are evaluated once."""
        odds = {node: self.value(node) for node in dict.fromkeys(nodes)}
        return [odds[node] for node in nodes]

    def uses_names(self, node: Node) -> bool:
        """Return whether a node or a descendant is a name."""
        from combatcli.dice.rare_nodes import Variable

        uses = self._uses.get(node)
        if uses is None:
            uses = self._uses[node] = any(isinstance(each, Variable) for each in node.beneath())
        return uses


def is_sum(node: Node) -> bool:
    """Return whether a node is a sum or a difference."""
    return isinstance(node, Negative) or (isinstance(node, Arithmetic) and node.operators[0] in "+-")


def sum_of(node: Node, scope: Scope, *, sign: int = 1) -> Distribution[int]:
    """Return the odds of a sum, or with ``sign`` -1 of its negative.

    Raises UnendingError where an endless term is subtracted.
    """
    powers: list[Power] = []
    endless = []
    for each, term in signed_terms(node, sign):
        power = power_of(term) if isinstance(term, Dice) else None
        if power is None:
            part = scope.value(term)
            if part.tail and each < 0:
                raise unending("a difference")
            if part.tail:
                endless.append(part)
                continue
            power = part.ways, 1
        powers.append(power if each > 0 else (negated(power[0]), power[1]))
    finite = Distribution(summed(powers))
    if not endless:
        return finite
    from combatcli.dice.exact.unbounded import added

    return added([*endless, finite])


def power_of(node: Dice) -> Power | None:
    """Return a pool that is only added up as the counts of one die and the number of dice; None for any other pool."""
    modifiers, faces = node.modifiers, known_faces(node.sides)
    if faces is None or not isinstance(node.count, Number) or modifiers.keeps or modifiers.drawn or modifiers.explode:
        return None
    node.check_count(node.count.value)
    return counted_of(values_of(faces, modifiers), modifiers), node.count.value
