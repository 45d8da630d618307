"""A report as text: the same words everywhere, drawn plainly for a pipe and as a screen for a terminal."""

from __future__ import annotations

import os

from combatcli.report.blocks import Line, Names, plain
from combatcli.report.words import blocks
from combatcli.streams import escaped, on_terminal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any


def written(
    events: Sequence[Mapping[str, Any]],
    warnings: Sequence[str],
    names: Mapping[str, str],
    wanted: Mapping[str, Any],
    *,
    to_terminal: bool = True,
) -> str:
    """Return a report as text, drawn for a terminal if it goes to one; the words are the same everywhere."""
    color = wanted.get("color", "auto")
    drawn = blocks(events, Names(names), verbose="verbose" in wanted)
    drawn += [
        Line(f"Warning: {escaped(warning)}{'' if warning.endswith('?') else '.'}", "warn") for warning in warnings
    ]
    terminal = to_terminal and on_terminal() and os.environ.get("TERM") != "dumb"
    if color == "always" or terminal:
        from combatcli.report.screen import screen

        colored = color == "always" or (color == "auto" and not os.environ.get("NO_COLOR"))
        return screen(drawn, colored=colored, wide=not terminal)
    return plain(drawn)
