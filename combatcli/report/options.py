"""The options of a report."""

from __future__ import annotations

from combatcli.records import Record


class ReportOptions(Record):
    """What was asked of a report: its form, how much of it is told, and the files that are to show it.

    ``color`` is auto, always or never. With ``quiet`` nothing is told, with ``json`` a document; ``verbose`` adds all
    keys of each event, and a terminal then, as with ``everything``, shows nothing in brief. ``svg`` and ``html`` are
    paths; a ``live`` page reloads itself. A terminal has ``room`` for so many lines, where they are to fit.
    For ``players`` everybody is called by name.
    """

    color: str = "auto"
    quiet: bool = False
    json: bool = False
    verbose: bool = False
    everything: bool = False
    svg: str | None = None
    html: str | None = None
    live: bool = False
    room: int | None = None
    players: bool = False

    @property
    def is_brief(self) -> bool:
        """Whether a terminal shows long parts in brief."""
        return not (self.everything or self.verbose)

    @property
    def pictures(self) -> dict[str, str]:
        """The paths of pictures, with the format of each."""
        html = "page" if self.live else "html"
        return {path: kind for kind, path in (("svg", self.svg), (html, self.html)) if path is not None}


AS_USUAL = ReportOptions()
