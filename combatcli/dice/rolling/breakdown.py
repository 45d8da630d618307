"""Writing a rolled tree as one line.

combatcli-dice(7) says what each mark means. Compared values are written with their totals, as are successes and
matches within a larger expression; names are written as their values, and an ``if`` as the chosen branch.
"""

from __future__ import annotations

from combatcli.dice.rare_nodes import Assignments, Comparison, Conditional, CountedAgainst, MatchNode, RoundCall
from combatcli.dice.tree import FATE, Arithmetic, Dice, FunctionCall, Group, Negative, Number, Pool, WordFace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from combatcli.dice.rolling.rolled import Die, Rolled
    from combatcli.dice.tree import Modifiers, Node


def breakdown(rolled: Rolled) -> str:
    """Write a roll and its total: ``[6, 5, 4, (2)] + 2 = 17``."""
    return f"{_written(rolled)} = {rolled.total}"


def _written(rolled: Rolled) -> str:  # noqa: C901, PLR0911  (one for each kind of node)
    node, parts = rolled.node, rolled.parts
    if isinstance(node, Number):
        return str(node.value)
    if isinstance(node, Dice):
        return _pool(rolled, node)
    if isinstance(node, Negative):
        part = _operand(parts[0])
        wrapped = isinstance(node.operand, (Arithmetic, Comparison)) or part.startswith("-")
        return f"-({part})" if wrapped else f"-{part}"
    if isinstance(node, RoundCall):
        return f"round({_operand(parts[0].parts[0])})"
    if isinstance(node, FunctionCall):
        return f"{node.name}({', '.join(map(_operand, parts))})"
    if isinstance(node, Group):
        members = zip(rolled.dice or (), map(_part_with_total, parts), strict=True)
        texts = [(member.value, _marked(text, member)) for member, text in members]
        return f"{{{_listed(texts, node.modifiers)}}}"
    if isinstance(node, Arithmetic):
        return _arithmetic(rolled, node)
    if isinstance(node, Pool):
        return f"{{{_written(parts[0])}}}"
    if isinstance(node, MatchNode):
        least = node.least if node.kind == "mt" and node.least > 2 else ""
        return f"{_written(parts[0])} {node.kind}{least}"
    if isinstance(node, (Comparison, CountedAgainst)):
        left = _part(parts[0]) if isinstance(node, CountedAgainst) else _with_total(parts[0])
        return f"{left} {node.operator} {_with_total(parts[1])}"
    if isinstance(node, Conditional):
        return f"if({_part(parts[0])} -> {'yes' if parts[0].total else 'no'}: {_part(parts[1])})"
    if isinstance(node, Assignments):
        values = [f"{name}: {_with_total(part)}; " for name, part in zip(node.names, parts[:-1], strict=True)]
        return "".join(values) + _written(parts[-1])
    return str(rolled.total) if rolled.dice is None else f"[{', '.join(map(_die, rolled.dice))}]"


def _with_total(part: Rolled) -> str:
    text = _part_with_total(part)
    return f"({text})" if " = " in text else text


def _part_with_total(part: Rolled) -> str:
    """Write a part with its total, unless it is just a number."""
    text = _part(part)
    of_dice = isinstance(part.node, Pool) and not isinstance(part.node, Group) and not _counted(part.node)
    is_words = of_dice and isinstance(next(iter(part.faces), 0), WordFace)
    return text if is_words or text == str(part.total) else f"{text} = {part.total}"


def _operand(part: Rolled) -> str:
    """Write a part of a sum; counted dice, which do not add up, with their count."""
    counts = isinstance(part.node, (CountedAgainst, MatchNode)) or _counted(part.node)
    return f"({_part(part)} = {part.total})" if counts else _written(part)


def _part(part: Rolled) -> str:
    """Write a part of a larger expression; counted dice with their comparison."""
    return f"{_written(part)}{_counted(part.node)}"


def _counted(node: Node) -> str:
    """Return the comparisons of successes and failures, `` >= 7 f1``; empty for a total."""
    if not isinstance(node, Pool) or node.modifiers.success is None:
        return ""
    success, failure = node.modifiers.success, node.modifiers.failure
    failing = f" f{failure.operator}{failure.value}".replace("f=", "f") if failure else ""
    return f" {success.operator} {success.value}{failing}"


_RANKS = {"+": 1, "-": 1, "**": 4}


def _rank(node: Node, text: str) -> int:
    """Return the precedence of a node; weaker arithmetic within stronger is put in parentheses."""
    if isinstance(node, (Comparison, CountedAgainst)):
        return 0
    if isinstance(node, Arithmetic):
        return _RANKS.get(node.operators[0], 2)
    return 3 if text.startswith("-") else 5


def _arithmetic(rolled: Rolled, node: Arithmetic) -> str:
    rank = _rank(node, "")
    parts = [
        f"({text})" if _rank(part.node, text) <= rank else text
        for part, text in zip(rolled.parts, map(_operand, rolled.parts), strict=True)
    ]
    return parts[0] + "".join([f" {operator} {part}" for operator, part in zip(node.operators, parts[1:], strict=True)])


def _listed(shown: list[tuple[int, str]], modifiers: Modifiers) -> str:
    """Write dice or members, each a value and its text, in the order that a sort asks for."""
    if modifiers.sort:
        shown = sorted(shown, key=lambda value_and_text: value_and_text[0], reverse=modifiers.sort == "sd")
    return ", ".join([text for _, text in shown])


def _pool(rolled: Rolled, node: Dice) -> str:
    computed = {part.node: f"({_part_with_total(part)})" for part in rolled.parts}
    before = "d".join([computed.get(node.count, ""), computed.get(node.sides, "")]) if computed else ""
    number = _fate_number if node.faces == FATE else str
    dice = rolled.shown_dice()
    kind = node.modifiers.explode.kind if node.modifiers.explode else ""
    if dice is None:
        shown = [(face, number(face)) for face in rolled.pool_faces]
    else:
        shown = [(die.value, _die(die, kind, number)) for die in dice if kind != "!!" or die.root is None]
    return f"{before}[{_listed(shown, node.modifiers)}]"


def _fate_number(value: int) -> str:
    """Write a face or value of a Fate die."""
    return f"{value:+}" if value else "0"


def _die(die: Die, explosion: str = "", number: Callable[[int], str] = str) -> str:
    """Write a die with those that compound it; ``explosion`` is the kind, ``number`` writes faces and values."""
    text = number(die.face)
    if die.rerolled:
        return f"{text}r"
    if explosion == "!p" and die.root is not None:
        text += "-1"
    if die.exploded:
        text += "!"
    for more in die.compounded:
        text += f"{more.face:+}{'!' if more.exploded else ''}{'r' if more.rerolled else ''}"
    if die.bounded:
        text += f"->{number(die.value)}"
    return _marked(text, die)


def _marked(text: str, die: Die) -> str:
    """Write a die or member as a success, a failure, a match, or dropped."""
    return f"{text}{die.mark}" if die.counts else f"({text})"
