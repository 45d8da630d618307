"""Conditional expressions: only the rolls in which ``--given`` holds count."""

from __future__ import annotations

from combatcli.dice.notation import parse
from combatcli.dice.rare_nodes import Assignments, Given, Variable
from combatcli.dice.tree import Expression
from combatcli.errors import DiceError


def with_condition(expression: Expression, condition: str) -> Expression:
    """Return an expression of the rolls in which a condition on its names is not 0.

    Raises DiceError where the condition cannot be parsed or uses no name.
    """
    tree, written = expression.tree, expression.text.partition("#")[0].strip()
    if not isinstance(tree, Assignments):
        raise _of_no_name(f"a = {written}; a" if expression.repeat == 1 else "a = 3d6; a")
    holds = _read(f"{written.rpartition(';')[0]}; ", condition, tree.names)
    parts = (*holds.values[len(tree.names) :], holds.body)
    if not any(isinstance(each, Variable) and each.name in tree.names for part in parts for each in part.beneath()):
        raise _of_no_name(written)
    return expression.changed(tree=Given(tree, holds, condition.strip()))


def _read(values: str, condition: str, names: tuple[str, ...]) -> Assignments:
    """Parse a condition that may use these names; an error has the column in the condition."""
    name, equals, _ = condition.partition("=")
    if equals and ";" not in condition and name.strip().isidentifier() and name.strip() not in names:
        raise DiceError(f"--given: {name.strip()} is not a name of the expression", f"It may use {', '.join(names)}.")
    try:
        read = parse(values + condition).tree
    except DiceError as error:
        error.text, error.column = condition, max(1, error.column - len(values))
        error.message = f"--given: {error.message}"
        error.hint = error.hint or f"It may use {', '.join(names)}."
        raise
    assert isinstance(read, Assignments)
    return read


def _of_no_name(text: str) -> DiceError:
    return DiceError("--given has no name of the expression in it", f"As in '{text}' --given 'a >= 10'.")
