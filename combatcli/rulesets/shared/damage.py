"""Damage expressions: parsed once, and refused with the key where they stand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from combatcli.dice.rolling.rolled import Rolled
from combatcli.dice.tree import Dice, Node, Number, plain_dice
from combatcli.encounter.references import Problem
from combatcli.errors import DiceError, InvalidError
from combatcli.text import is_number

FEW_DIGITS = 2


@cache
def damage_tree(text: str) -> Node:
    """Return the syntax tree of a damage expression; DiceError if it cannot be parsed."""
    if _is_plain(text):
        count, _, sides = text.partition("d")
        return plain_dice(int(count or "1"), int(sides))
    from combatcli.dice.notation import parse

    expression = parse(text)
    if expression.repeat > 1:
        raise DiceError(f'"{text}" is rolled {expression.repeat} times, and damage once', "Leave out the x before it.")
    if expression.words:
        raise DiceError(f'"{text}" shows words, but damage must be a number', "As in 1d6.")
    return expression.tree


def damage_of(who: str, weapon: str, text: str) -> Node:
    """Return the damage of a combatant's weapon; InvalidError names the key if it cannot be parsed."""
    try:
        return damage_tree(text)
    except DiceError as error:
        raise InvalidError(error.message, error.hint, path=f"combatants.{who}.weapons.{weapon}.damage") from None


def damage_problems(path: str, text: str) -> Iterator[Problem]:
    """Yield the problem of a damage expression that cannot be parsed or can never be rolled."""
    try:
        rolls_dice(text)
    except DiceError as error:
        yield Problem(path, error.message, error.hint)


def _is_plain(text: str) -> bool:
    """Tell whether damage is plain dice of one kind, as most is; no parser is needed for that."""
    count, d, sides = text.partition("d")
    return bool(d) and (not count or _is_small(count)) and _is_small(sides)


def _is_small(digits: str) -> bool:
    return is_number(digits) and digits[0] != "0" and len(digits) <= FEW_DIGITS


@cache
def rolls_dice(text: str) -> bool:
    """Tell whether damage rolls any die; DiceError if it cannot be rolled."""
    if _is_plain(text):
        return True
    return bool(_rolled(text).faces)


def _rolled(text: str) -> Rolled:
    """Roll damage with dice that show their faces in turn, only to see whether any die is rolled."""
    from combatcli.dice.rolling.roll import roll
    from combatcli.dice.rolling.sources import Source

    class CyclingSource(Source):
        last = 0

        def die(self, sides: int) -> int:
            self.last = self.last % sides + 1
            return self.last

    return roll(damage_tree(text), CyclingSource())


@cache
def keeps_dice(text: str) -> bool:
    """Tell whether any die of damage may count: False without dice, and if all dice are always dropped."""
    if _is_plain(text):
        return True
    from combatcli.dice.rare_nodes import Conditional

    tree, rolled = damage_tree(text), _rolled(text)
    by_chance = any(
        isinstance(node, Conditional) or (isinstance(node, Dice) and not isinstance(node.count, Number))
        for node in tree.beneath()
    )
    return bool(rolled.faces if by_chance else rolled.kept)


def is_endless(tree: Node) -> bool:
    """Tell whether damage has dice that explode without end, so that it has no maximum."""
    from combatcli.dice.exact.expression import odds

    return odds(tree).tail > 0
