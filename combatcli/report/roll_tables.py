"""Tables of rolls: how often each total came up, and the named rolls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from combatcli.dice_events import DiceEvent, Roll, RolledTableRow, TotalsTally
from combatcli.report.blocks import BARS, Block, Grid, Grouped, Line, Names, count_of
from combatcli.text import escape

if TYPE_CHECKING:
    from combatcli.events import NamedRoll


def tally(event: TotalsTally, names: Names) -> list[Block]:
    """Show how often each total came up, and how far that may be from its chance."""
    counts = {int(total): int(chance.partition("/")[0]) for total, chance in event.outcomes.items()}
    rolls = max(event.rolls, *counts.values())
    most = max(counts.values())
    rows = [
        (
            str(total) if event.band == 1 else f"{total} to {total + event.band - 1}",
            str(count),
            f"{100 * count / rolls:.4g} %",
            f"{event.errors.get(str(total), 0):.2g} %",
            repr(count / most),
        )
        for total, count in counts.items()
    ]
    mean = f"mean {event.mean:.6g} +- {event.mean_error:.2g}"
    return [
        Grid(escape(str(event.expression)), ("outcome#", "times#", "=#", "+-#", BARS), rows),
        Line(f"{count_of(rolls, 'roll')}, {mean}, deviation {event.deviation:.6g}"),
    ]


def row(event: RolledTableRow, names: Names) -> Line:
    """Say what a row of a table says, and how it was rolled."""
    return Line(_roll_on_table_in_words(event))


def _roll_on_table_in_words(event: RolledTableRow) -> str:
    rolled = f"@{escape(event.table)}: {escape(event.expression)}: {event.breakdown}"
    return f"{rolled}, {escape(event.row)}: {escape(event.text)}"


def row_lines(events: Sequence[DiceEvent], *, verbose: bool) -> str:
    """Return the text of a table's row as a line; if ``verbose``, with the rolls below."""
    first = events[0]
    if not verbose and isinstance(first, RolledTableRow):
        return f"{escape(first.text)}\n"
    lines = [
        _roll_on_table_in_words(event)
        if isinstance(event, RolledTableRow)
        else f"{escape(event.expression)}: {event.breakdown}"
        for event in events
        if isinstance(event, (RolledTableRow, Roll))
    ]
    return "\n  ".join(lines) + "\n"


@Grouped
def named_roll(events: Sequence[NamedRoll], names: Names) -> list[Block]:
    """List the named rolls, and where they are defined."""
    rows = [(f"@{escape(event.name)}", escape(event.expression), escape(event.where)) for event in events]
    return [Grid("", ("name", "rolls", "where"), rows)]
