"""Odds among the rolls in which something holds: these come out even, all others 1, which is then left out."""

from __future__ import annotations

from combatcli.dice.notation import parse
from combatcli.dice.odds.distribution import Distribution, Unbounded
from combatcli.dice.odds.expression import odds
from combatcli.dice.rare_nodes import Assignments, Conditional, Variable
from combatcli.dice.tree import Arithmetic, Expression, Number
from combatcli.errors import DiceError


def odds_given(expression: Expression, condition: str) -> Distribution[int]:
    """Return the odds of an expression among the rolls in which a condition on its names is not 0.

    Raises DiceError where it cannot be read, speaks of no name, or never holds.
    """
    tree, written = expression.tree, expression.text.partition("#")[0].strip()
    if not isinstance(tree, Assignments):
        raise _of_no_name(f"a = {written}; a")
    holds = _read(f"{written.rpartition(';')[0]}; ", condition, tree.names)
    parts = (*holds.values[len(tree.names) :], holds.body)
    if not any(isinstance(each, Variable) and each.name in tree.names for part in parts for each in part.beneath()):
        raise _of_no_name(written)
    body = Conditional(holds.body, Arithmetic((Number(2), tree.body), ("*",)), Number(1))
    whole = Assignments(holds.names, holds.values, body, tree.column)
    found = odds(Expression(expression.text, whole, expression.repeat))
    if found.fraction(1) == 1:
        raise DiceError(f"{condition.strip()} never holds in it, so nothing is left", text=expression.text)

    def left(outcomes: Distribution[int]) -> Distribution[int]:
        return Distribution({outcome // 2: ways for outcome, ways in outcomes.items() if outcome != 1})

    if not isinstance(found, Unbounded):
        return left(found)
    return Unbounded(lambda top: left(found.clipped(2 * max(top, 1))).clipped(top), (found.lowest + 1) // 2)


def _read(values: str, condition: str, names: tuple[str, ...]) -> Assignments:
    """Read a condition after the values of names that it may use; an error has its column there."""
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
    return DiceError("--given has no name of the expression in it", f"As in odds '{text}' --given 'a >= 10'.")
