"""Functions and groups: what was read of them, made nodes."""

from __future__ import annotations

from combatcli.dice import slips
from combatcli.dice.rare_nodes import (
    Comparison,
    Conditional,
    MatchNode,
    PooledSum,
    Rounding,
    Variable,
    has_pools,
    other_dice,
    pool_to_name,
)
from combatcli.dice.tree import Arithmetic, Dice, FunctionCall, Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from combatcli.dice.modifiers import ModifierReader
    from combatcli.dice.scanner import Scanner
    from combatcli.dice.tree import Group, Node

    Place = tuple[int, str]
    """Where a value is written, a column, and how."""


_TURNED = str.maketrans("<>", "><")


def call_of(scan: Scanner, name: str, arguments: list[Node], start: int) -> Node:
    """Return the node of a function called with ``arguments``, whose name stands at ``start``."""
    if name == "if":
        return _conditional(scan, arguments, start)
    if len(arguments) > 1 and name not in ("min", "max"):
        raise scan.error(f"{name}() takes one value, found {len(arguments)}", "min() and max() take several.", at=start)
    if len(arguments) == 1 and name in ("min", "max"):
        text = scan.text[arguments[0].column - 1 : scan.position() - 1]
        slips.check_extreme_of(arguments[0], name, text, start + 1)
    return Rounding(arguments[0], start + 1) if name == "round" else FunctionCall(name, tuple(arguments), start + 1)


def _conditional(scan: Scanner, arguments: list[Node], start: int) -> Node:
    if len(arguments) != 3:
        found = "1 value" if len(arguments) == 1 else f"{len(arguments)} values"
        raise scan.error(f"if() takes a condition and two values, found {found}", "As in if(a = 20, 4d6, 0).", at=start)
    condition, then, otherwise = arguments
    return Conditional(condition, then, otherwise, start + 1)


def group_of(scan: Scanner, group: Group, read: ModifierReader) -> Node:
    """Return a group, or of one member whose dice are kept or counted together the node of these."""
    text = scan.text[group.column - 1 : read.counted_at]
    if len(group.members) > 1:
        slips.check_count_of_members(group, text, read.counted_at)
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
    pool = PooledSum(member, group.modifiers, group.column)
    slips.check_count_of_sum(pool, text, read.counted_at)
    return pool


def asked_of_pool(variable: Variable, pool: PooledSum, read: ModifierReader, text: str) -> PooledSum:
    """Return the node of what is asked of the dice of a pool by its name; ``text`` is what stands before a count."""
    slips.check_count_of_sum(PooledSum(pool.member, read.modifiers), text, read.counted_at)
    return PooledSum(variable, read.modifiers, variable.column)


def comparison_of(
    parts: tuple[Node, str, Node], places: tuple[Place, Place], written: Mapping[str, tuple[Node, str]]
) -> Comparison:
    """Return two values compared, given their ``places`` and what is ``written`` under each name."""
    left, operator, right = parts
    # In parentheses a value stands further on than its operand begins, and then the total is what is meant.
    if _is_given(right) and left.column == places[0][0]:
        slips.check_total(left, right, operator, (places[0][1], places[1][1]))
    if _is_given(left) and right.column == places[1][0]:
        slips.check_total(right, left, operator.translate(_TURNED), (places[1][1], places[0][1]))
    if isinstance(left, (Variable, MatchNode)) and isinstance(right, Number):
        plain = isinstance(left, Variable) and not left.pool and left.column == places[0][0]
        named = written.get(left.name) if plain and isinstance(left, Variable) else None
        slips.check_compared(left, named, operator, right.value, places[0][1])
    return Comparison(left, operator, right, places[0][0])


def _is_given(node: Node) -> bool:
    """Return whether a value rolls no dice: a number, a name for one, or made of these."""
    return not any(isinstance(each, Dice) or (isinstance(each, Variable) and each.pool) for each in node.beneath())
