"""What the dice of each label come to: of a roll their subtotals, of odds the part of the expression that they are."""

from __future__ import annotations

from combatcli.dice.labels import adding, has_several, labels_of
from combatcli.dice.rare_nodes import Assignments, Choice
from combatcli.dice.tree import Arithmetic, Group, Negative, Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from combatcli.dice.rolling.rolled import Rolled
    from combatcli.dice.tree import Node


def subtotals(rolled: Rolled) -> dict[str, int]:
    """Return what the parts with each label come to, as they are added or taken away."""
    found = dict.fromkeys(labels_of(rolled.node), 0)
    for sign, part in _summands(rolled):
        label, *_ = labels_of(part.node) or ("",)
        if label:
            found[label] += sign * part.total
    return found


def _summands(rolled: Rolled, sign: int = 1) -> Iterator[tuple[int, Rolled]]:
    """Yield the parts that have one label or none, each with its sign."""
    node, parts = rolled.node, rolled.parts
    if not has_several(node):
        yield sign, rolled
        return
    if isinstance(node, (Choice, Assignments)):
        parts = parts[-1:]
    signs = ["+", *node.operators] if isinstance(node, Arithmetic) else ["-" if isinstance(node, Negative) else "+"]
    for operator, part in zip(signs * (1 if isinstance(node, Arithmetic) else len(parts)), parts, strict=True):
        yield from _summands(part, sign if operator == "+" else -sign)


def labeled_part(node: Node, label: str) -> Node:
    """Return a tree with 0 in the place of what has not this label."""
    if not has_several(node):
        return node if labels_of(node) == (label,) else Number(0)
    parts = tuple([labeled_part(part, label) for part in adding(node)])
    if isinstance(node, Arithmetic):
        return Arithmetic(parts, node.operators, node.column)
    if isinstance(node, Group):
        return Group(parts, node.modifiers, node.column)
    if isinstance(node, Choice):
        return Choice(node.condition, parts[0], parts[1], node.column)
    if isinstance(node, Assignments):
        return Assignments(node.names, node.values, parts[0], node.column)
    return Negative(parts[0], node.column)
