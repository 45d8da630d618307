"""A forecast as CSV, for spreadsheets: a row for each side, variant or combatant; chances are numbers from 0 to 1."""

from __future__ import annotations

import csv
from io import StringIO

from combatcli.forecast_events import Side, Undecided, Variant, Worth
from combatcli.report.forecast import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from combatcli.events import Event


def forecast_csv(events: Sequence[Event]) -> str:
    """Return the text of the CSV, its headings first."""
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(_rows(events))
    return text.getvalue()


def _rows(events: Sequence[Event]) -> Iterator[list[object]]:
    variants = [event for event in events if isinstance(event, Variant)]
    worths = [event for event in events if isinstance(event, Worth)]
    if variants:
        yield [*variants[0].values, *variants[0].sides, "undecided", "fights", "fair"]
        for each in variants:
            values = [shown(value) for value in each.values.values()]
            yield [*values, *each.sides.values(), each.undecided, each.fights, shown(each.fair)]
    elif worths:
        yield ["who", "side", "with", "without"]
        yield from [[each.who, each.side, each.with_, each.without] for each in worths]
    else:
        yield ["side", "wins", "low", "high", "fights"]
        for event in events:
            if isinstance(event, Side):
                yield [event.side, event.wins, event.low, event.high, event.fights]
            elif isinstance(event, Undecided):
                yield ["undecided", event.chance, event.low, event.high, event.fights]
