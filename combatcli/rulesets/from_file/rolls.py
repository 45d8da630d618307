"""Rolls of a game's values: their results, and how reports write them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from combatcli.dice.exact.budget import UnendingError
from combatcli.dice.exact.expression import shown_dice_of
from combatcli.dice.rare_nodes import Comparison, nameable_pool
from combatcli.dice.rolling.breakdown import breakdown
from combatcli.dice.rolling.roll import roll, roll_total
from combatcli.dice.rolling.rolled import Rolled
from combatcli.dice.rolling.sources import Source, Throw
from combatcli.dice.tree import Arithmetic, Dice
from combatcli.errors import DiceError
from combatcli.rulesets.from_file.expressions import LARGEST, Value, parsed
from combatcli.rulesets.tasks import DisplayOnly


class _PoolThrow(Throw):
    """The dice of a pool; a rule may use their faces in ascending order."""

    text: str

    def roll(self, source: Source) -> Any:
        """Roll the pool; return the faces that count, ascending, and the dice to show."""
        rolled = roll(parsed(self.text), source)
        return tuple(sorted(rolled.kept)), DisplayOnly(rolled)

    def ways(self) -> Mapping[Any, int]:
        """Return in how many ways each tuple of faces comes up."""
        pool = nameable_pool(parsed(self.text))
        if pool is None or not pool.modifiers.plain():
            raise DiceError("odds know no dice of a pool of which some are kept", "Keep them where it is used.")
        results: dict[Any, int] = {}
        for (faces, _), ways in shown_dice_of(pool.member).items():
            key = tuple(sorted(faces)), DisplayOnly(None)
            results[key] = results.get(key, 0) + ways
        return results


def throw(source: Source, text: str, most: int | None, where: str, pool: bool) -> tuple[Value, Any]:  # noqa: FBT001  (a roll takes all by place)
    """Return the result of dice, a number or a pool's faces, and the dice for a report."""
    try:
        if pool:
            value, shown = source.throw(_PoolThrow(text))
            return value, shown
        rolled = roll_total(parsed(text), source, most)
    except DiceError as error:
        message, hint = error.message, error.hint
        if isinstance(error, UnendingError) and most is None:
            message = "its dice explode without end, so odds need a highest total that matters"
            hint = "Add it at the top of the game: most = 60"
        raise DiceError(f"{where}: {message}", hint) from None
    if not -LARGEST <= rolled.total <= LARGEST:
        raise DiceError(f"{where}: {rolled.total:,} is beyond {LARGEST:,}")
    return rolled.total, DisplayOnly(rolled)


def total_of(value: Value) -> int:
    """Return a number, or the sum of a pool's faces."""
    return sum(value) if isinstance(value, tuple) else int(value)


def in_words(rolled: Rolled) -> str:
    """Return a roll in words, constants summed and dropped dice left out: [6] + 3 = 9; for a pool its dice."""
    text = _short(rolled)
    alone = text in (f"[{rolled.total}]", str(rolled.total)) or nameable_pool(rolled.node) is not None
    return text if alone else f"{text} = {rolled.total}"


def _short(rolled: Rolled) -> str:
    if not rolled.faces:
        return str(rolled.total)
    if rolled.chosen is not None:
        return _short(rolled.chosen)
    node = rolled.node
    if not isinstance(node, Dice) and nameable_pool(node) is not None:
        text = breakdown(rolled)
        return text[text.find("[") : text.rfind("]") + 1] or text
    if isinstance(node, Comparison):
        return f" {node.operator} ".join(map(_short, rolled.parts))
    if not isinstance(node, Arithmetic):
        return breakdown(rolled).rpartition(" = ")[0]
    return _sum(rolled, node) if set(node.operators) <= {"+", "-"} else _product(rolled, node)


def _product(rolled: Rolled, node: Arithmetic) -> str:
    texts = [f"({text})" if " " in text else text for text in map(_short, rolled.parts)]
    if node.operators == ("/",) and texts[1] == "1":
        return _short(rolled.parts[0])
    return texts[0] + "".join([f" {sign} {text}" for sign, text in zip(node.operators, texts[1:], strict=True)])


def _sum(rolled: Rolled, node: Arithmetic) -> str:
    number, parts = 0, ""
    for sign, part in zip(("+", *node.operators), rolled.parts, strict=True):
        if not part.faces:
            number += part.total if sign == "+" else -part.total
        elif parts or sign == "-":
            parts += f" {sign} {_short(part)}"
        else:
            parts = _short(part)
    return parts.strip() + (f" {'+' if number > 0 else '-'} {abs(number)}" if number else "")
