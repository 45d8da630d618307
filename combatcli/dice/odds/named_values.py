"""Values used by their names where nothing else is rolled: worked out by generated Python, many outcomes at a time.

For ``a = 1d1000; b = 1d1000; (a>b)+(b>a)`` and a known ``a`` the generated expression is
``[_ for _b in outcomes for _ in [((+(_a>_b))+(+(_b>_a)))]]``.
"""

from __future__ import annotations

from combatcli.dice.odds.budget import BUDGET
from combatcli.dice.odds.distribution import Distribution, Unbounded
from combatcli.dice.rare_nodes import Choice, Comparison, Variable
from combatcli.dice.tree import Arithmetic, FunctionCall, Negative, Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.dice.rare_nodes import Assignments
    from combatcli.dice.tree import Node

_LONGEST = 10_000
"""So many outcomes are worked out at a time."""


def odds_given_names(
    node: Assignments, place: int, value: Distribution[int], named: dict[str, Distribution[int]]
) -> Distribution[int] | None:
    """Return the odds of the body, given the value of the name at a place and what is ``named`` before it.

    None if dice are rolled after it, or where a division by zero is in the way: evaluation says where.
    """
    if isinstance(value, Unbounded):
        return None
    certain = {name: found for name, found in named.items() if len(found) == 1 and not found.tail}
    known = {name: next(iter(certain[name])) for name in node.names[:place] if name in certain}
    bits = {name: number.bit_length() for name, number in known.items()}
    bits[node.names[place]] = max(map(int.bit_length, value))
    parts, size = [f"for _{node.names[place]} in outcomes"], 0
    for name, part in zip((*node.names[place + 1 :], ""), (*node.values[place + 1 :], node.body), strict=True):
        written = _written(part, bits)
        if written is None:
            return None
        text, bits[name] = written
        parts.append(f"for _{name} in [{text}]")
        size += len(list(part.beneath()))
    made_of = compile(f"[_ {' '.join(parts)}]", "<odds>", "eval")
    outcomes, ways = list(value), list(value.values())
    found: dict[int, int] = {}
    for first in range(0, len(outcomes), _LONGEST):
        column = outcomes[first : first + _LONGEST]
        BUDGET.outcomes(len(column) * (1 + size), max(bits.values()))
        try:
            made = eval(made_of, {"outcomes": column, **{f"_{name}": number for name, number in known.items()}})  # noqa: S307  (all of it is written here)
        except ZeroDivisionError:
            return None
        for outcome, count in zip(made, ways[first : first + _LONGEST], strict=True):
            found[outcome] = found.get(outcome, 0) + count
    return Distribution(found, value.denominator)


def _written(node: Node, bits: dict[str, int]) -> tuple[str, int] | None:  # noqa: PLR0911  (one for each kind of node)
    """Return a node as Python text, and how many bits its value has at most; None if it rolls dice.

    ``bits`` are those of the values of names.
    """
    if isinstance(node, Number):
        return f"({node.value})", node.value.bit_length()
    if isinstance(node, Variable):
        return (f"_{node.name}", bits[node.name]) if node.name in bits else None
    found = [_written(child, bits) for child in node.children]
    parts = [part for part in found if part is not None]
    if not parts or len(parts) < len(found):
        return None
    texts, most = [text for text, _ in parts], max([wide for _, wide in parts])
    if isinstance(node, Arithmetic) and "**" not in node.operators:
        operators = ["//" if operator == "/" else operator for operator in node.operators]
        wide = sum([wide for _, wide in parts]) if "*" in operators else most + len(operators)
        return f"({texts[0]}{''.join(map(str.__add__, operators, texts[1:]))})", wide
    if isinstance(node, Negative):
        return f"(-{texts[0]})", most
    if isinstance(node, Comparison):
        return f"(+({texts[0]}{'==' if node.operator == '=' else node.operator}{texts[1]}))", 1
    if isinstance(node, Choice):
        return f"({texts[1]} if {texts[0]} else {texts[2]})", most
    if isinstance(node, FunctionCall) and node.name in ("abs", "max", "min"):
        return (f"{node.name}({','.join(texts)})" if node.name == "abs" or len(texts) > 1 else texts[0]), most
    return None
