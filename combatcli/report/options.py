"""The options of a report."""

from collections.abc import Mapping

from combatcli.records import Record


class ReportOptions(Record):
    """The form of a report, how much it shows, and its files."""

    color: str = "auto"
    """auto, always or never."""
    verbose: bool = False
    """Whether all keys of each event are shown."""
    is_brief: bool = True
    """Whether a terminal shows long parts in brief."""
    pictures: Mapping[str, str] = {}
    """The formats of the pictures to write, svg, html or page, by their paths."""
    live: bool = False
    """Whether the page reloads itself."""
    room: int | None = None
    """The lines of a terminal, if the report is to fit."""
    players: bool = False
    """Whether it is for players, without ids."""
