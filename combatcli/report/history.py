"""What was done to an encounter, taken back and done again."""

from __future__ import annotations

from combatcli.report.blocks import Grid, Line
from combatcli.text import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from combatcli.events import Event
    from combatcli.report.blocks import Block, Names


def log(events: Sequence[Event], names: Names) -> list[Block]:  # noqa: ARG001  (every sentence and cell takes the same)
    """List what was done to the encounter."""
    rows = [
        (str(each["number"]), each["when"], escape(each["command"]), "undone" if each["undone"] else "")
        for each in events
    ]
    return [Grid("", ("number#", "when", "command", ""), rows)]


def undo(events: Sequence[Event], names: Names) -> list[Block]:  # noqa: ARG001  (every sentence and cell takes the same)
    """Say what was taken back."""
    return [Line(f"Undone: {escape(each['command'])}.") for each in events]


def redo(events: Sequence[Event], names: Names) -> list[Block]:  # noqa: ARG001  (every sentence and cell takes the same)
    """Say what was done again."""
    return [Line(f"Done again: {escape(each['command'])}.") for each in events]
