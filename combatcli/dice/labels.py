"""Labels on dice, ``2d6[fire] + 1d8[cold]``: which has what is added up, and that all else has one."""

from __future__ import annotations

from combatcli.dice.rare_nodes import Assignments, Choice
from combatcli.dice.tree import Arithmetic, Group, Negative
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from combatcli.dice.tree import Node


def adding(node: Node) -> Sequence[Node]:
    """Return the parts of a node whose values become its own: no condition, and nothing that is only named."""
    if isinstance(node, Choice):
        return node.then, node.otherwise
    return node.children[-1:] if isinstance(node, Assignments) else node.children


def labels_of(node: Node) -> tuple[str, ...]:
    """Return the labels of a node, or of its parts if it has none itself, in order."""
    if node.label:
        return (node.label,)
    return tuple(dict.fromkeys([label for child in adding(node) for label in labels_of(child)]))


def has_several(node: Node) -> bool:
    """Return whether each part of a node may have a label of its own: of sums, choices and groups that keep all."""
    if isinstance(node, Arithmetic):
        return not node.label and node.operators[0] in "+-"
    if isinstance(node, Group):
        return not node.label and node.modifiers.plain()
    return not node.label and isinstance(node, (Negative, Choice, Assignments))


def only_label(node: Node) -> str:
    """Return the one label of a node, or nothing; raise DiceError where there are several."""
    label, *others = labels_of(node) or ("",)
    if others:
        raise DiceError(
            f"what has two labels, {label} and {others[0]}, is a sum",
            "Write 2d6[fire] + 1d8[cold]; what has a name, is multiplied or chosen from has one label.",
            column=node.column,
        )
    return label


def checked_labels(node: Node) -> tuple[str, ...]:
    """Return the labels of a tree; raise DiceError where what is no sum has several."""
    if not has_several(node):
        only_label(node)
    else:
        for part in adding(node):
            checked_labels(part)
    return labels_of(node)
