"""A report as text: the same words everywhere, drawn plainly for a pipe and as a screen for a terminal."""

from __future__ import annotations

import os
from functools import partial

from combatcli.report.blocks import Line, Names, plain
from combatcli.report.overview import combatants
from combatcli.report.sentences import blocks
from combatcli.streams import on_terminal
from combatcli.text import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, Protocol

    from combatcli.events import Event
    from combatcli.report.blocks import Column, Sentence, Sentences

    class Own(Protocol):
        """What a report takes from a game: how its own events are told, and what `show` lists."""

        @property
        def sentences(self) -> Sentences:
            """How the game's own events are told, by their kinds."""
            ...

        @property
        def columns(self) -> Sequence[Column]:
            """What `show` lists of each combatant."""
            ...


def report_text(
    events: Sequence[Event],
    warnings: Sequence[str],
    names: Mapping[str, str],
    wanted: Mapping[str, Any],
    game: Own | None = None,
    *,
    to_terminal: bool = True,
) -> str:
    """Return a report as text, drawn for a terminal if it goes to one; the words are the same everywhere."""
    color = wanted.get("color", "auto")
    own: dict[str, Sentence] = {}
    if game is not None:
        own = {"combatant": partial(combatants, columns=game.columns), **game.sentences}
    drawn = blocks(events, Names(names), own, verbose="verbose" in wanted)
    drawn += [Line(f"Warning: {escape(warning)}{'' if warning.endswith('?') else '.'}", "warn") for warning in warnings]
    terminal = to_terminal and on_terminal() and os.environ.get("TERM") != "dumb"
    if color == "always" or terminal:
        from combatcli.report.screen import screen

        colored = color == "always" or (color == "auto" and not os.environ.get("NO_COLOR"))
        return screen(drawn, colored=colored, wide=not terminal)
    return plain(drawn)
