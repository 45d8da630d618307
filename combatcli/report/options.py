"""The options of a report."""

from __future__ import annotations

from combatcli.records import Record


class ReportOptions(Record):
    """The form of a report, how much it shows, and its files."""

    color: str = "auto"
    """auto, always or never."""
    quiet: bool = False
    """Whether nothing is shown."""
    json: bool = False
    """Whether it is a JSON document."""
    verbose: bool = False
    """Whether all keys of each event are shown, and everything on a terminal."""
    everything: bool = False
    """Whether a terminal shows everything in full."""
    svg: str | None = None
    """The path of an SVG picture to write; None for none."""
    html: str | None = None
    """The path of an HTML page to write; None for none."""
    live: bool = False
    """Whether the page reloads itself."""
    room: int | None = None
    """The lines of a terminal, if the report is to fit."""
    players: bool = False
    """Whether it is for players, without ids."""

    @property
    def is_brief(self) -> bool:
        """Whether a terminal shows long parts in brief."""
        return not (self.everything or self.verbose)

    @property
    def picture_formats(self) -> dict[str, str]:
        """The format of each picture, by its path."""
        html = "page" if self.live else "html"
        return {path: kind for kind, path in (("svg", self.svg), (html, self.html)) if path is not None}


AS_USUAL = ReportOptions()
