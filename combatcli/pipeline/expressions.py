"""What `roll` and `odds` do with expressions: names, conditions, checks for numeric dice, notes on likely slips."""

from __future__ import annotations

from combatcli.declarations import Argument
from combatcli.errors import UsageError
from combatcli.streams import write_stderr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from combatcli.declarations import Invocation
    from combatcli.dice.tree import Expression
    from combatcli.pipeline.tables import RandomTables


def dice_argument(help_: str) -> Argument:
    """Return the argument for expressions and named rolls."""
    return Argument("expressions", help_, many=True, required=False, dice=True, completes="roll")


def roll_names_replaced_and_tables(call: Invocation, words: Sequence[str]) -> tuple[Sequence[str], RandomTables | None]:
    """Return the words with the names of rolls replaced by the rolls, and the tables separately."""
    if not any("@" in word for word in words):
        return words, None
    from combatcli.pipeline.tables import expressions_or_tables

    return expressions_or_tables(words, call.shared.get("file"))


def conditional_on_given(call: Invocation, expression: Expression) -> Expression:
    """Return an expression, conditional on --given."""
    if "given" not in call.options:
        return expression
    from combatcli.dice.notation import with_condition
    from combatcli.pipeline.named_rolls import replace_names_by_file

    return with_condition(expression, replace_names_by_file(call.options["given"], call.shared.get("file")))


def check_no_words_on_dice(expressions: Iterable[Expression]) -> None:
    """Raise UsageError where dice show words, which have no sum."""
    if any(expression.words for expression in expressions):
        raise UsageError("words are not numbers", "Count one, as in 3d{hit:2,miss}=hit.")


def print_notes(call: Invocation, expressions: Iterable[Expression]) -> None:
    """Write the notes of expressions to standard error, each once, unless --quiet is there."""
    if "quiet" not in call.shared:
        notes = dict.fromkeys([note for expression in expressions for note in expression.notes])
        write_stderr("".join([f"Note: {note}\n" for note in notes]))
