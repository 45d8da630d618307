"""What rolls used by their names come to, where nothing else is rolled: a whole column of outcomes at a time."""

from __future__ import annotations

from itertools import repeat
from operator import add, eq, floordiv, ge, gt, le, lt, mod, mul, sub

from combatcli.dice.compound import Choice, Comparison, Name
from combatcli.dice.odds.budget import hold, spend
from combatcli.dice.odds.distribution import Distribution, Endless
from combatcli.dice.tree import Arithmetic, FunctionCall, Negative, Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from combatcli.dice.compound import Assignments
    from combatcli.dice.odds.expression import Names
    from combatcli.dice.tree import Node

    Column = list[int]

_OPERATIONS = {"+": add, "-": sub, "*": mul, "/": floordiv, "//": floordiv, "%": mod}
_COMPARED = {">=": ge, "<=": le, ">": gt, "<": lt, "=": eq}
_LONGEST = 10_000


def by_columns(node: Assignments, place: int, value: Distribution[int], names: Names) -> Distribution[int] | None:
    """Return what is made of a value and of the names before it, if no dice are rolled for it; else None.

    None too where a division by zero is in the way: the long way round tells where.
    """
    parts = (*node.values[place + 1 :], node.body)
    known = {
        name: names.known[name]
        for name in node.names[:place]
        if len(names.known[name]) == 1 and not names.known[name].tail
    }
    if isinstance(value, Endless) or not all(_rolls_nothing(part, {*known, *node.names[place:]}) for part in parts):
        return None
    columns: dict[str, Column] = {}
    found: dict[int, int] = {}
    outcomes, ways = list(value), list(value.values())
    hold(len(outcomes) / 2, value.total.bit_length())
    for first in range(0, len(outcomes), _LONGEST):
        column = outcomes[first : first + _LONGEST]
        columns |= {name: list(constant) * len(column) for name, constant in known.items()}
        columns[node.names[place]] = column
        try:
            for name, part in zip(node.names[place + 1 :], parts, strict=False):
                columns[name] = _column(part, columns, len(column))
            made = _column(node.body, columns, len(column))
        except ZeroDivisionError:
            return None
        before = len(found)
        for outcome, count in zip(made, ways[first : first + _LONGEST], strict=True):
            found[outcome] = found.get(outcome, 0) + count
        spend(4 * len(column))
        hold(len(found) - before, value.total.bit_length())
    return Distribution(found, value.total)


def _rolls_nothing(node: Node, names: set[str]) -> bool:
    """Return whether a node is made of these names and numbers by plain arithmetic, comparisons and choices alone."""
    spend(2)
    if isinstance(node, Name):
        return node.name in names
    if isinstance(node, Arithmetic) and "**" in node.operators:
        return False
    if isinstance(node, FunctionCall) and node.name in ("floor", "ceil"):
        return False
    plain = isinstance(node, (Number, Arithmetic, Negative, FunctionCall, Comparison, Choice))
    return plain and all(_rolls_nothing(child, names) for child in node.children)


def _column(node: Node, columns: dict[str, Column], length: int) -> Column:  # noqa: PLR0911  (one for each kind of node)
    """Return what a node comes to in each row."""
    spend(length * len(node.children) + 40)
    if isinstance(node, Number):
        return [node.value] * length
    if isinstance(node, Name):
        return columns[node.name]
    parts = [_column(child, columns, length) for child in node.children]
    if isinstance(node, Arithmetic):
        value = parts[0]
        for operator, other in zip(node.operators, parts[1:], strict=True):
            value = list(map(_OPERATIONS[operator], value, other))
            spend(length, _widest(value) if operator == "*" else 0)
        return value
    if isinstance(node, Negative):
        return list(map(sub, repeat(0), parts[0]))
    if isinstance(node, Comparison):
        return list(map(int, map(_COMPARED[node.operator], *parts)))
    if isinstance(node, Choice):
        return [then if condition else otherwise for condition, then, otherwise in zip(*parts, strict=True)]
    assert isinstance(node, FunctionCall)  # noqa: S101 - for mypy: there is no other kind of node here
    if node.name == "abs":
        return list(map(abs, parts[0]))
    return list(map(max if node.name == "max" else min, *parts)) if len(parts) > 1 else parts[0]


def _widest(column: Iterable[int]) -> int:
    return max(map(int.bit_length, column))
