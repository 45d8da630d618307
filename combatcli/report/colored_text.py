"""Lines with color, for a terminal or a picture of one. Only this module imports Rich."""

import io
import os
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from combatcli.report.line_layout import ENDLESS, Spans

TONES = {
    "good": "green",
    "bad": "red",
    "out": "bold red",
    "quiet": "dim",
    "warn": "magenta",
    "head": "bold",
}
"""Colors that are legible on light and dark grounds."""


def terminal_text(lines: Sequence[Spans], *, colored: bool) -> str:
    """Return lines for a terminal; no markup in them is interpreted."""
    paper = io.StringIO()
    _print_lines(_console(paper, ENDLESS, colored=colored), lines)
    return paper.getvalue()


def picture_of_terminal(lines: Sequence[Spans], kind: str, width: int, title: str) -> str:
    """Return a picture of a terminal, as "svg" or "html"."""
    console = _console(io.StringIO(), width, colored=True)
    _print_lines(console, lines)
    return console.export_svg(title=title) if kind == "svg" else console.export_html()


def _console(paper: io.StringIO, width: int, *, colored: bool) -> Console:
    return Console(
        file=paper,
        width=width,
        record=True,
        force_terminal=True,
        color_system="standard" if colored else None,
        no_color=not colored,
        markup=False,
        emoji=False,
        highlight=False,
        legacy_windows=False,
        _environ={**os.environ, "TERM": os.environ.get("TERM", "xterm")},
    )


def _print_lines(console: Console, lines: Sequence[Spans]) -> None:
    for line in lines:
        text = Text()
        for part in line:
            style = " ".join([TONES[word] for word in part.tone.split() if word in TONES])
            text.append(part.text, style=style)
        console.print(text, soft_wrap=True)
