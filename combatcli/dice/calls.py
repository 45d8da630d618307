"""Nodes of functions and groups, made of what the parser has read."""

from __future__ import annotations

from combatcli.dice.rare_nodes import (
    Conditional,
    PooledSum,
    Rounding,
    has_pools,
    other_dice,
    pool_to_name,
)
from combatcli.dice.tree import Arithmetic, FunctionCall, Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.dice.modifiers import ModifierReader
    from combatcli.dice.scanner import Scanner
    from combatcli.dice.tree import Group, Node


def call_of(scan: Scanner, name: str, arguments: list[Node], start: int) -> Node:
    """Return the node of a function call whose name begins at ``start``."""
    if name == "if":
        return _conditional(scan, arguments, start)
    if len(arguments) > 1 and name not in ("min", "max"):
        raise scan.error(f"{name}() takes one value, found {len(arguments)}", "min() and max() take several.", at=start)
    if len(arguments) == 1 and name in ("min", "max"):
        from combatcli.dice.comparing import check_extreme_of

        text = scan.text[arguments[0].column - 1 : scan.position()].rpartition(")")[0]
        check_extreme_of(arguments[0], name, text, start + 1)
    return Rounding(arguments[0], start + 1) if name == "round" else FunctionCall(name, tuple(arguments), start + 1)


def _conditional(scan: Scanner, arguments: list[Node], start: int) -> Node:
    if len(arguments) != 3:
        values = "1 value" if len(arguments) == 1 else f"{len(arguments)} values"
        raise scan.error(
            f"if() takes a condition and two values, found {values}", "As in if(a = 20, 4d6, 0).", at=start
        )
    condition, then, otherwise = arguments
    return Conditional(condition, then, otherwise, start + 1)


def group_of(scan: Scanner, group: Group, read: ModifierReader) -> Node:
    """Return the node of a group, or of the pooled dice of a group with one member."""
    if len(group.members) > 1:
        return group
    (member,) = group.members
    is_range = isinstance(member, Arithmetic) and member.operators == ("-",)
    if is_range and all(isinstance(each, Number) for each in member.children):
        raise scan.error("a group of numbers is no die", "Faces from 2 to 5 are d{2..5}.", at=group.column - 1)
    inner = pool_to_name(member)
    if not read.alters():
        return group if inner is None else member
    if inner is not None:
        inner.member.label = member.label or inner.member.label
        group.modifiers.keeps[:0], member = inner.modifiers.keeps, inner.member
    if not has_pools(member):
        return group
    if (other := other_dice(member)) is not None:
        raise scan.error(
            "a group of one member keeps or counts the dice of a sum, and this is not a sum of dice",
            "Values are kept with commas between them, {2*3d6,1d4}kh1, or compared: (2*3d6+1d4) >= 9.",
            at=other.column - 1,
        )
    return PooledSum(member, group.modifiers, group.column)
