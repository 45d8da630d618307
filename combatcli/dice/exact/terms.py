"""The basis of all nodes: the odds of a node's parts, the terms of sums, the counts and faces of dice.

A sum is one product of polynomials: added pools are powers in it, other terms distributions.
"""

from __future__ import annotations

from combatcli.dice.exact.budget import BUDGET, unending
from combatcli.dice.exact.distribution import Distribution, Unbounded
from combatcli.dice.exact.sums import counted_of, negated, random_sum, summed, values_of
from combatcli.dice.tree import Arithmetic, Dice, Negative, Number, known_faces, signed_terms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from combatcli.dice.exact.sums import Counts, Power
    from combatcli.dice.tree import Modifiers, Node

    Faces = tuple[int, ...] | range
    ShownDice = tuple[tuple[int, ...], int]
    """The values of a named pool's dice, ascending, and the sum of the constants added to them."""


class Scope:
    """The odds of nodes for certain ``named`` values; ``evaluate`` computes the odds of one node in a scope.

    ``pools`` are the named pools: their shown dice, or the sums of dice that they are. ``answers`` are the values of
    nodes that ask about them, ``together`` the odds of all answers about a pool without names. ``fixed`` caches the
    odds of nodes without names, which do not depend on the named values.
    """

    __slots__ = ("_evaluate", "_fixed", "_uses", "answers", "named", "pools", "together")

    def __init__(self, evaluate: Callable[[Node, Scope], Distribution[int]]) -> None:
        self._evaluate = evaluate
        self._fixed: dict[Node, Distribution[int]] = {}
        self._uses: dict[Node, bool] = {}
        self.named: dict[str, Distribution[int]] = {}
        self.pools: dict[str, ShownDice | Node] = {}
        self.answers: dict[Node, int] = {}
        self.together: dict[Node, Distribution[tuple[int, ...]]] = {}

    def value(self, node: Node) -> Distribution[int]:
        """Return the odds of a node."""
        if isinstance(node, Number):
            return Distribution({node.value: 1})
        if node in self.answers:
            return Distribution({self.answers[node]: 1})
        if not (self.named or self.answers) or self.uses_names(node):
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
    powers, endless = _terms(node, scope, sign=sign)
    if not endless:
        return Distribution(summed(powers))
    from combatcli.dice.exact.unbounded import total

    return total(powers, endless)


def _terms(node: Node, scope: Scope, *, sign: int = 1) -> tuple[list[Power], list[Unbounded]]:
    """Return the finite terms of a sum as powers, and the endless ones."""
    powers: list[Power] = []
    endless: list[Unbounded] = []
    for each, term in signed_terms(node, sign):
        addends = addends_of(term, faces_of(term, scope), scope) if isinstance(term, Dice) and not scope.named else None
        if addends is None:
            part = scope.value(term)
            if isinstance(part, Unbounded):
                if each < 0:
                    raise unending("a difference")
                endless.append(part)
                continue
            addends = [(part.ways, 1)]
        powers += addends if each > 0 else [(negated(counts), exponent) for counts, exponent in addends]
    return powers, endless


def addends_of(node: Dice, faces: list[tuple[int, Faces]], scope: Scope) -> list[Power] | None:
    """Return the powers whose product is a pool that is only added up; None for any other pool.

    ``faces`` are the possible faces of its dice, each with its ways.
    """
    if len(faces) > 1:
        return None
    die = _addend(faces[0][1], node.modifiers)
    if die is None:
        return None
    if isinstance(node.count, Number):
        node.check_count(node.count.value)
        return [(die, node.count.value)]
    numbers = numbers_of(node.count, scope)
    node.check_count(sum([min(number) * exponent for number, exponent in numbers]))
    node.check_count(sum([max(number) * exponent for number, exponent in numbers]))
    if any(min(number) < 0 for number, _ in numbers):
        numbers = [(summed(numbers), 1)]
    return [(random_sum(number, die), exponent) for number, exponent in numbers]


def _addend(faces: Faces, modifiers: Modifiers) -> Counts | None:
    """Return the counts of what one die of a pool adds; None if it depends on other dice or is endless."""
    if modifiers.keeps or modifiers.drawn or (modifiers.explode and modifiers.explode.kind != "!o"):
        return None
    if modifiers.explode:
        from combatcli.dice.exact.explosions import exploding_die

        die = exploding_die(faces, modifiers)
        if die is not None:
            return die.once()
    return counted_of(values_of(faces, modifiers), modifiers)


def numbers_of(node: Node, scope: Scope) -> Sequence[Power]:
    """Return the powers whose product is a number of dice or sides; raise UnendingError if it is endless."""
    if isinstance(node, Number):
        return [({node.value: 1}, 1)]
    powers, endless = _terms(node, scope)
    if endless:
        raise unending("a number of dice or sides")
    return powers


def faces_of(node: Dice, scope: Scope) -> list[tuple[int, Faces]]:
    """Return the possible faces of a pool's dice, each with its ways."""
    faces = known_faces(node.sides)
    if faces is not None:
        return [(1, faces)]
    numbers = summed(numbers_of(node.sides, scope))
    BUDGET.outcomes(5 * len(numbers))
    return [(ways, node.computed_faces(number)) for number, ways in numbers.items()]
