"""Checks for numeric dice, and notes on dice that are often meant otherwise."""

from __future__ import annotations

from combatcli.errors import UsageError
from combatcli.streams import write_stderr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from combatcli.declarations import Invocation
    from combatcli.dice.tree import Expression


def check_numbers(expressions: Iterable[Expression]) -> None:
    """Raise UsageError where dice show words, which have no sum."""
    if any(expression.words for expression in expressions):
        raise UsageError("words are not numbers", "Count one, as in 3d{hit:2,miss}=hit.")


def tell_notes(call: Invocation, expressions: Iterable[Expression]) -> None:
    """Print the notes of expressions on standard error, each once."""
    if "quiet" not in call.shared:
        notes = dict.fromkeys([note for expression in expressions for note in expression.notes])
        write_stderr("".join([f"Note: {note}\n" for note in notes]))
