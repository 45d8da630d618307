"""Damage expressions: read once, refused by the key where they stand."""

from __future__ import annotations

from functools import cache

from combatcli.dice.notation import parse
from combatcli.dice.rolling.sources import Source
from combatcli.encounter.references import Problem
from combatcli.errors import DiceError, InvalidError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from combatcli.dice.tree import Node


@cache
def damage_tree(text: str) -> Node:
    """Return the syntax tree of some damage; DiceError if it is none."""
    return parse(text).tree


def damage_of(who: str, weapon: str, text: str) -> Node:
    """Return the damage of someone's weapon; InvalidError names the key if it cannot be read."""
    try:
        return damage_tree(text)
    except DiceError as error:
        raise InvalidError(f"combatants.{who}.weapons.{weapon}.damage: {error.message}", error.hint) from None


def damage_problems(path: str, text: str) -> Iterator[Problem]:
    """Find out whether some damage cannot be read."""
    try:
        damage_tree(text)
    except DiceError as error:
        yield Problem(path, error.message, error.hint)


class _InTurn(Source):
    """Dice that show their faces one after the other: enough to see whether any is rolled."""

    def __init__(self) -> None:
        super().__init__()
        self._last = 0

    def die(self, sides: int) -> int:
        """Return the face after the last one."""
        self._last = self._last % sides + 1
        return self._last


@cache
def rolls_dice(text: str) -> bool:
    """Tell whether some damage rolls a die at all; DiceError where it cannot be rolled."""
    return bool(_InTurn().roll(damage_tree(text)).faces)


def is_endless(tree: Node) -> bool:
    """Tell whether dice of some damage explode without end, so that there is no most."""
    from combatcli.dice.odds.distribution import Endless
    from combatcli.dice.odds.expression import odds

    return isinstance(odds(tree), Endless)
