"""What rolls used by their names come to, where nothing else is rolled: worked out by Python, a column at a time."""

from __future__ import annotations

from combatcli.dice.compound import Choice, Comparison, Name
from combatcli.dice.odds.budget import hold, spend
from combatcli.dice.odds.distribution import Distribution, Endless
from combatcli.dice.tree import Arithmetic, FunctionCall, Negative, Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.dice.compound import Assignments
    from combatcli.dice.odds.expression import Names
    from combatcli.dice.tree import Node

_LONGEST = 10_000


def by_columns(node: Assignments, place: int, value: Distribution[int], names: Names) -> Distribution[int] | None:
    """Return what is made of a value and of the names before it, if no dice are rolled for it; else None.

    None too where a division by zero is in the way: the long way round tells where.
    """
    if isinstance(value, Endless):
        return None
    certain = {name: found for name, found in names.known.items() if len(found) == 1 and not found.tail}
    known = {name: next(iter(certain[name])) for name in node.names[:place] if name in certain}
    bits = {name: number.bit_length() for name, number in known.items()}
    bits[node.names[place]] = max(map(int.bit_length, value))
    parts, work = [f"for _{node.names[place]} in outcomes"], 0
    for name, part in zip((*node.names[place + 1 :], ""), (*node.values[place + 1 :], node.body), strict=True):
        written = _written(part, bits)
        if written is None:
            return None
        text, bits[name] = written
        parts.append(f"for _{name} in [{text}]")
        work += len(list(part.beneath()))
    made_of = compile(f"[_ {' '.join(parts)}]", "<odds>", "eval")
    outcomes, ways = list(value), list(value.values())
    hold(len(outcomes) / 2, value.total.bit_length())
    found: dict[int, int] = {}
    for first in range(0, len(outcomes), _LONGEST):
        column = outcomes[first : first + _LONGEST]
        spend(2 * work * len(column), max(bits.values()))
        try:
            made = eval(made_of, {"outcomes": column, **{f"_{name}": number for name, number in known.items()}})  # noqa: S307  (all of it is written here)
        except ZeroDivisionError:
            return None
        before = len(found)
        for outcome, count in zip(made, ways[first : first + _LONGEST], strict=True):
            found[outcome] = found.get(outcome, 0) + count
        hold(len(found) - before, value.total.bit_length())
    return Distribution(found, value.total)


def _written(node: Node, bits: dict[str, int]) -> tuple[str, int] | None:  # noqa: PLR0911  (one for each kind of node)
    """Return a node in Python, and how many bits it takes at most, those of names known; None if it rolls dice."""
    if isinstance(node, Number):
        return f"({node.value})", node.value.bit_length()
    if isinstance(node, Name):
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
