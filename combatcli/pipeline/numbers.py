"""What is asked of numbers alone, and what is said of dice that are often meant otherwise."""

from __future__ import annotations

from combatcli.errors import UsageError
from combatcli.streams import write_stderr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from combatcli.declarations import Invocation
    from combatcli.dice.tree import Expression


def check_numbers(expressions: Iterable[Expression]) -> None:
    """Raise UsageError where dice show words, which are not added up."""
    if any(expression.words for expression in expressions):
        raise UsageError("words are not numbers", "Count one, as in 3d{hit:2,miss}=hit.")


def tell_slips(call: Invocation, texts: Sequence[str]) -> None:
    """Say on standard error which dice are rolled as written and often meant as two, d66."""
    if any("66" in text for text in texts) and "quiet" not in call.shared:
        import re

        if any(re.search(r"(?<![0-9])1?d66(?![0-9])", text, re.IGNORECASE) for text in texts):
            write_stderr("Note: d66 is one die of 66 sides; two dice read as tens and ones are 1d6*10+1d6.\n")
