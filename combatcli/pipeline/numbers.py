"""What is asked of numbers alone."""

from __future__ import annotations

from combatcli.dice.tree import Expression
from combatcli.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def check_numbers(expressions: Iterable[Expression]) -> None:
    """Raise UsageError where dice show words, which are not added up."""
    if any(expression.words for expression in expressions):
        raise UsageError("words are not numbers", "Count one, as in 3d{hit:2,miss}=hit.")
