"""What is reported, and in which form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from combatcli.records import Event, Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from combatcli.report.blocks import Column, Sentences, View

    class GameReport(Protocol):
        """The parts of a game that reports use."""

        @property
        def sentences(self) -> Sentences:
            """The sentences of its own events, by kind."""
            ...

        @property
        def columns(self) -> Sequence[Column]:
            """The columns of `show`."""
            ...

        @property
        def view(self) -> View:
            """The texts of `show` around the combatants."""
            ...


class Report(Record):
    """What is reported of a command, in which form, how much is shown, and the files."""

    events: Sequence[Event]
    warnings: Sequence[str] = ()
    names: Mapping[str, str] = {}
    game: GameReport | None = None
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
