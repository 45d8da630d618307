"""Writing a rolled tree as one line.

Each pool stands in brackets, in the order rolled: ``(2)`` is dropped, ``6!`` exploded, ``1r`` was rerolled, ``+4`` is
added to the die that it compounds, ``4-1`` counts one less (penetrating), ``1->2`` counts 2 by min or max, ``9*`` is a
success or matches, and ``1x`` is a failure. Values that are compared stand with what they came to, names as it, and of
an ``if`` only what was chosen.
"""

from __future__ import annotations

from combatcli.dice.compound import Assignments, Choice, CommonPool, Comparison, Name, Rounding, Sets
from combatcli.dice.tree import FATE, Arithmetic, CustomFaces, Dice, FunctionCall, Group, Negative, Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.dice.rolling.modified import Die
    from combatcli.dice.rolling.roll import Rolled
    from combatcli.dice.tree import Modifiers, Node


def breakdown(rolled: Rolled) -> str:
    """Return what was rolled and what it came to, such as ``[6, 5, 4, (2)] + 2 = 17``."""
    return f"{_written(rolled)} = {rolled.total}"


def _written(rolled: Rolled) -> str:  # noqa: PLR0911  (one for each kind of node)
    node = rolled.node
    if isinstance(node, Number):
        return str(node.value)
    if isinstance(node, Name):
        return str(rolled.total)
    if isinstance(node, Dice):
        return _pool(rolled, node)
    parts = [_written(part) for part in rolled.parts]
    if isinstance(node, Negative):
        return f"-({parts[0]})" if isinstance(node.operand, (Arithmetic, Comparison)) else f"-{parts[0]}"
    if isinstance(node, Rounding):
        return f"round({_written(rolled.parts[0].parts[0])})"
    if isinstance(node, FunctionCall):
        return f"{node.name}({', '.join(parts)})"
    if isinstance(node, Group):
        return _group(rolled, node, parts)
    if isinstance(node, Arithmetic):
        return _arithmetic(node, parts)
    return _beyond(rolled, parts)


def _beyond(rolled: Rolled, parts: list[str]) -> str:
    """Write what is rarer than arithmetic."""
    node = rolled.node
    if isinstance(node, CommonPool):
        return f"{{{parts[0]}}}"
    if isinstance(node, Sets):
        return f"{parts[0]} {node.kind}"
    if isinstance(node, Comparison):
        left, right = map(_with_total, rolled.parts, parts)
        return f"{left} {node.operator} {right}"
    if isinstance(node, Choice):
        return f"if({parts[0]} -> {'yes' if rolled.parts[0].total else 'no'}: {parts[1]})"
    assert isinstance(node, Assignments)  # noqa: S101 - for mypy: there is no other kind of node
    values = map(_with_total, rolled.parts, parts[:-1])
    return "".join([f"{name}: {value}; " for name, value in zip(node.names, values, strict=True)]) + parts[-1]


def _with_total(part: Rolled, text: str) -> str:
    return text if isinstance(part.node, (Number, Name)) else f"({text} = {part.total})"


_RANKS = {"+": 1, "-": 1, "**": 3}


def _rank(node: Node) -> int:
    """Return how strongly a node binds its operands: arithmetic within stronger arithmetic stood in parentheses."""
    if isinstance(node, Comparison):
        return 0
    return _RANKS.get(node.operators[0], 2) if isinstance(node, Arithmetic) else 4


def _arithmetic(node: Arithmetic, parts: list[str]) -> str:
    inner = [
        f"({part})" if _rank(operand) <= _rank(node) else part
        for part, operand in zip(parts, node.operands, strict=True)
    ]
    return inner[0] + "".join([f" {operator} {part}" for operator, part in zip(node.operators, inner[1:], strict=True)])


def _group(rolled: Rolled, node: Group, parts: list[str]) -> str:
    members = []
    for place, (part, text) in enumerate(zip(rolled.parts, parts, strict=True)):
        written = text if isinstance(part.node, Number) else f"{text} = {part.total}"
        counts = place not in rolled.dropped
        mark = "*" if place in rolled.matched else _mark(node.modifiers, part.total)
        members.append((part.total, f"{written}{mark}" if counts else f"({written})"))
    return f"{{{', '.join(_in_order(members, node.modifiers))}}}"


def _in_order(shown: list[tuple[int, str]], modifiers: Modifiers) -> list[str]:
    """Return what is shown, in the order that was asked for."""
    if modifiers.sort:
        shown = sorted(shown, key=lambda each: each[0], reverse=modifiers.sort == "sd")
    return [text for _, text in shown]


def _pool(rolled: Rolled, node: Dice) -> str:
    computed = "".join(
        [f"{_computed(part)}d" for part in rolled.parts if part.node is node.count]
        + [f"d{_computed(part)}" for part in rolled.parts if part.node is node.sides]
    ).replace(")dd(", ")d(")
    fate = isinstance(node.sides, CustomFaces) and node.sides.values == FATE
    if rolled.dice is None:
        dice = [(face, f"{face:+}" if fate and face else str(face)) for face in rolled.own]
    else:
        added = [(die.root, die.value) for die in rolled.dice if die.added]
        dice = [
            (die.value, _die(die, node.modifiers, sum([value for root, value in added if root is die]) if added else 0))
            for die in rolled.dice
        ]
    return f"{computed}[{', '.join(_in_order(dice, node.modifiers))}]"


def _computed(part: Rolled) -> str:
    return f"({part.total})" if isinstance(part.node, Name) else f"({_written(part)} = {part.total})"


def _die(die: Die, modifiers: Modifiers, compounded: int) -> str:
    """Write a die; so much of others is ``compounded`` in what it counts."""
    penetrating = die.root is not None and modifiers.explode is not None and modifiers.explode.kind == "!p"
    text = f"+{die.face}" if die.added else str(die.face)
    text += "-1" * penetrating + "!" * die.exploded + "r" * die.rerolled
    if die.added or die.rerolled:
        return text
    if die.value != die.face - penetrating + compounded:
        text += f"->{die.value}"
    return f"{text}{die.mark}" if die.counts else f"({text})"


def _mark(modifiers: Modifiers, value: int) -> str:
    if modifiers.success is None:
        return ""
    return {1: "*", -1: "x"}.get(modifiers.counted(value), "")
