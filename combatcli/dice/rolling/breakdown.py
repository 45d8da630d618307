"""Writing a rolled tree as one line.

Each pool stands in brackets, in the order rolled: ``(2)`` is dropped, ``6!`` exploded, ``1r`` was rerolled, ``+4`` is
added to the die that it compounds, ``4-1`` counts one less (penetrating), ``1->2`` counts 2 by min or max, ``9*`` is a
success and ``1x`` a failure.
"""

from __future__ import annotations

from combatcli.dice.tree import FATE, Arithmetic, CustomFaces, Dice, FunctionCall, Group, Negative, Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.dice.rolling.modified import Die
    from combatcli.dice.rolling.roll import Rolled
    from combatcli.dice.tree import Modifiers


def breakdown(rolled: Rolled) -> str:
    """Return what was rolled and what it came to, such as ``[6, 5, 4, (2)] + 2 = 17``."""
    return f"{_written(rolled)} = {rolled.total}"


def _written(rolled: Rolled) -> str:
    node = rolled.node
    if isinstance(node, Number):
        return str(node.value)
    if isinstance(node, Dice):
        return _pool(rolled, node)
    parts = [_written(part) for part in rolled.parts]
    if isinstance(node, Negative):
        return f"-({parts[0]})" if isinstance(node.operand, Arithmetic) else f"-{parts[0]}"
    if isinstance(node, FunctionCall):
        return f"{node.name}({', '.join(parts)})"
    if isinstance(node, Group):
        return _group(rolled, node, parts)
    assert isinstance(node, Arithmetic)  # noqa: S101 - for mypy: there is no other kind of node
    # Arithmetic within arithmetic stood in parentheses, unless it is a product within a sum.
    inner = [
        f"({part})" if isinstance(operand, Arithmetic) and not _binds(operand, node) else part
        for part, operand in zip(parts, node.operands, strict=True)
    ]
    return inner[0] + "".join([f" {operator} {part}" for operator, part in zip(node.operators, inner[1:], strict=True)])


def _binds(inner: Arithmetic, outer: Arithmetic) -> bool:
    return inner.operators[0] not in "+-" and outer.operators[0] in "+-"


def _group(rolled: Rolled, node: Group, parts: list[str]) -> str:
    members = []
    for place, (part, text) in enumerate(zip(rolled.parts, parts, strict=True)):
        written = text if isinstance(part.node, Number) else f"{text} = {part.total}"
        counts = place not in rolled.dropped
        members.append(f"{written}{_mark(node.modifiers, part.total)}" if counts else f"({written})")
    return f"{{{', '.join(members)}}}"


def _pool(rolled: Rolled, node: Dice) -> str:
    computed = "".join(
        [f"({_written(part)} = {part.total})d" for part in rolled.parts if part.node is node.count]
        + [f"d({_written(part)} = {part.total})" for part in rolled.parts if part.node is node.sides]
    ).replace(")dd(", ")d(")
    fate = isinstance(node.sides, CustomFaces) and node.sides.values == FATE
    if rolled.dice is None:
        dice = [f"{face:+}" if fate and face else str(face) for face in rolled.own]
    else:
        dice = [_die(die, node.modifiers) for die in rolled.dice]
    return f"{computed}[{', '.join(dice)}]"


def _die(die: Die, modifiers: Modifiers) -> str:
    penetrating = die.root is not None and modifiers.explode is not None and modifiers.explode.kind == "!p"
    text = f"+{die.face}" if die.added else str(die.face)
    text += "-1" * penetrating + "!" * die.exploded + "r" * die.rerolled
    if die.added or die.rerolled:
        return text
    own = die.face - penetrating
    compounded = die.exploded and modifiers.explode is not None and modifiers.explode.kind == "!!"
    if die.value != own and not compounded:
        text += f"->{die.value}"
    return f"{text}{_mark(modifiers, die.value)}" if die.counts else f"({text})"


def _mark(modifiers: Modifiers, value: int) -> str:
    if modifiers.success is None:
        return ""
    return {1: "*", -1: "x"}.get(modifiers.counted(value), "")
