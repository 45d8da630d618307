"""Labels on dice, ``2d6[fire] + 1d8[cold]``: subtotals of a roll, and the part of an expression with a label."""

from __future__ import annotations

from combatcli.dice.rare_nodes import Assignments, Conditional, GivenCondition, Variable
from combatcli.dice.tree import Arithmetic, Expression, Group, Negative, Node, Number
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from combatcli.dice.rolling.rolled import Rolled


class Labels:
    """The labels of an expression, ``names`` in order; DiceError if labels meet in a node other than a sum."""

    def __init__(self, expression: Expression) -> None:
        tree = expression.tree.tree if isinstance(expression.tree, GivenCondition) else expression.tree
        self._values = dict(zip(tree.names, tree.values, strict=True)) if isinstance(tree, Assignments) else {}
        self._tree = tree
        self._known: dict[Node, tuple[str, ...]] = {}
        for part in (tree, *self._values.values()):
            self._check_labels(part)
        self.names = self._of(tree)

    def _of(self, node: Node) -> tuple[str, ...]:
        """Return the label of a node, or the labels of its parts if it has none, in order."""
        if node.label:
            return (node.label,)
        if node not in self._known:
            parts = (self._values[node.name],) if isinstance(node, Variable) else _summands(node) or node.children
            self._known[node] = tuple(dict.fromkeys([label for part in parts for label in self._of(part)]))
        return self._known[node]

    def _check_labels(self, node: Node) -> None:
        summands, labels = _summands(node), self._of(node)
        for part in summands:
            self._check_labels(part)
        if not summands and len(labels) > 1:
            raise DiceError(
                f"only a sum may have two labels, and here are {labels[0]} and {labels[1]}",
                "Write 2d6[fire] + 1d8[cold]; what has a name, is multiplied or chosen from has one label.",
                text=self._tree.text,
                column=node.column,
            )

    def subtotals(self, rolled: Rolled, sign: int = 1) -> dict[str, int]:
        """Return the subtotal of each label of a roll or of a part of it, with the signs of its parts."""
        node = rolled.node
        parts = [part for part in rolled.parts if part.node in _summands(node)]
        if not parts:
            return dict.fromkeys(self._of(node), sign * rolled.total)
        subtotals = dict.fromkeys(self._of(node), 0)
        for each, part in zip(node.signs or (1,) * len(parts), parts, strict=True):
            for label, subtotal in self.subtotals(part, sign * each).items():
                subtotals[label] += subtotal
        return subtotals

    def only_labeled(self, label: str) -> Node:
        """Return the expression with 0 in place of all parts without this label."""
        part = self._part(self._tree, label)
        part.text = self._tree.text
        return part

    def _part(self, node: Node, label: str) -> Node:
        parts = tuple([self._part(part, label) for part in _summands(node)])
        if not parts:
            return node if self._of(node) == (label,) else Number(0)
        if isinstance(node, Arithmetic):
            return Arithmetic(parts, node.operators, node.column)
        if isinstance(node, Group):
            return Group(parts, node.modifiers, node.column)
        if isinstance(node, Conditional):
            return Conditional(node.condition, parts[0], parts[1], node.column)
        if isinstance(node, Assignments):
            return Assignments(node.names, node.values, parts[0], node.column)
        return Negative(parts[0], node.column)


def _summands(node: Node) -> Sequence[Node]:
    """Return the parts of a sum, a choice, or a group that keeps all, which may have different labels; else nothing."""
    if node.label:
        return ()
    if isinstance(node, Conditional):
        return node.then, node.otherwise
    if isinstance(node, Assignments):
        return (node.body,)
    return node.children if node.signs or (isinstance(node, Group) and node.modifiers.plain()) else ()
