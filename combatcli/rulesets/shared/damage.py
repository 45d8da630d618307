"""Damage expressions: parsed once, and refused with the key where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from combatcli.encounter.references import Problem
from combatcli.errors import DiceError

if TYPE_CHECKING:
    from combatcli.dice.tree import Node

PLAIN = re.compile(r"[1-9]?d[1-9]\d?([+-]\d\d?)?")
"""Damage such as 2d6+1, in which every die counts: a file of such damage is checked without the reader of dice."""


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


def damage_problems(path: str, text: str, each_die: str = "") -> Iterator[Problem]:
    """Yield the problem of damage that cannot be rolled, or where ``each_die`` does something and none may count."""
    if PLAIN.fullmatch(text):
        return
    try:
        does = verb_if_no_die_counts(text)
    except DiceError as error:
        yield Problem(path, error.message, error.hint)
        return
    if does and each_die:
        yield Problem(path, f'"{text}" {does} no die, and each die of damage {each_die}', 'As in damage = "1d5"')


@cache
def verb_if_no_die_counts(text: str) -> str:
    """Return the verb with which damage never counts a die: it "rolls" or "keeps" none; empty if a die may count.

    It is rolled once, with dice that show their faces in turn. Raises DiceError if it cannot be.
    """
    from combatcli.dice.rare_nodes import Conditional
    from combatcli.dice.rolling.roll import roll
    from combatcli.dice.rolling.sources import Source
    from combatcli.dice.tree import Dice, Number

    class CyclingSource(Source):
        last = 0

        def die(self, sides: int) -> int:
            self.last = self.last % sides + 1
            return self.last

    tree = damage_tree(text)
    rolled = roll(tree, CyclingSource())
    if not rolled.faces:
        return "rolls"
    by_chance = any(
        isinstance(node, Conditional) or (isinstance(node, Dice) and not isinstance(node.count, Number))
        for node in tree.self_and_descendants()
    )
    return "" if by_chance or rolled.kept else "keeps"


def is_endless(tree: Node) -> bool:
    """Tell whether damage has dice that explode without end, so that it has no maximum."""
    from combatcli.dice.exact.expression import odds

    return odds(tree).tail > 0
