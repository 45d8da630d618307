"""The progress of a forecast on a terminal's standard error: a bar, and the chances so far."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from combatcli.forecast.tally import Tally
from combatcli.streams import write_stderr
from combatcli.text import cut_to_width, printable

CELLS = 20
CLEAR = "\r\x1b[K"
"""The escape sequence that clears the cursor's line."""


def is_on_terminal() -> bool:
    """Tell whether standard error is a terminal."""
    return sys.stderr is not None and sys.stderr.isatty()


def show_bar(total: Tally, sides: Sequence[str], times: int, within: float | None) -> None:
    """Redraw the bar: the share of the fights, or of the precision, reached so far."""
    share = int(total.fights) / times
    if within is not None:
        share = max(share, (within / total.widest_interval_half_width(sides)) ** 2)
    full = int(CELLS * min(1.0, share))
    chances = "  ".join([f"{printable(side)} {total.chance_of_side(side):.1%}" for side in sides])
    line = f"[{'#' * full}{'.' * (CELLS - full)}] {total.fights:,} fights  {chances}"
    try:
        width = os.get_terminal_size(sys.stderr.fileno()).columns
    except OSError:
        width = 0
    write_stderr(f"{CLEAR}{cut_to_width(line, (width or 80) - 1)}")


def clear_bar() -> None:
    """Clear the bar."""
    write_stderr(CLEAR)
