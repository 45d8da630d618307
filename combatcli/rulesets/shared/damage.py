"""Damage expressions: parsed once, and refused with the key where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from combatcli.encounter.references import Problem
from combatcli.errors import DiceError, InvalidError

if TYPE_CHECKING:
    from combatcli.dice.rolling.rolled import Rolled
    from combatcli.dice.tree import Node

PLAIN = re.compile(r"[1-9]?d[1-9]\d?([+-]\d\d?)?")
"""Damage such as 2d6+1: a file of such damage is checked without the reader of dice."""


@cache
def damage_tree(text: str) -> Node:
    """Return the syntax tree of a damage expression; DiceError if it cannot be parsed."""
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


def damage_problems(path: str, text: str, *, of_dice: bool = False) -> Iterator[Problem]:
    """Yield the problem of damage that cannot be rolled, or that rolls no die where it must be ``of_dice``."""
    if PLAIN.fullmatch(text):
        return
    try:
        rolls_a_die = bool(_rolled_once(text).faces)
    except DiceError as error:
        yield Problem(path, error.message, error.hint)
        return
    if of_dice and not rolls_a_die:
        yield Problem(path, f'"{text}" rolls no die, and damage is of dice', 'As in damage = "1d5"')


@cache
def _rolled_once(text: str) -> Rolled:
    from combatcli.dice.rolling.roll import roll
    from combatcli.dice.rolling.sources import SeededSource

    return roll(damage_tree(text), SeededSource("", 0))


def is_endless(tree: Node) -> bool:
    """Tell whether damage has dice that explode without end, so that it has no maximum."""
    from combatcli.dice.exact.expression import odds

    return odds(tree).tail > 0
