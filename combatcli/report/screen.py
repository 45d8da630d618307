"""Reports on a terminal: the same blocks, with colour and ruled tables. Rich is imported here alone."""

from __future__ import annotations

import io
import os
import shutil

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from combatcli.report.blocks import Grid, Picture

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from combatcli.report.blocks import Block

TONES = {
    "good": "green",
    "bad": "red",
    "quiet": "dim",
    "warn": "yellow",
    "head": "bold",
}


ENDLESS = 100_000


def screen(blocks: Sequence[Block], *, colored: bool, wide: bool = False) -> str:
    """Draw blocks for a terminal as wide as this one is, or for no width at all; no markup in them is interpreted."""
    paper = io.StringIO()
    console = Console(
        file=paper,
        force_terminal=True,
        color_system="standard" if colored else None,
        no_color=not colored,
        markup=False,
        emoji=False,
        highlight=False,
        width=ENDLESS if wide else shutil.get_terminal_size().columns,
        legacy_windows=False,
        _environ={**os.environ, "TERM": os.environ.get("TERM", "xterm")},
    )
    for block in blocks:
        if isinstance(block, Grid):
            console.print(_table(block))
        elif isinstance(block, Picture):
            console.print(Text("\n".join(block.lines)), soft_wrap=True)
        else:
            console.print(Text(block.text, style=TONES.get(block.tone, "") if colored else ""), soft_wrap=True)
    return paper.getvalue()


def _table(grid: Grid) -> Table:
    table = Table(
        title=Text(grid.title) if grid.title else None,
        title_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
    )
    for heading in grid.headings:
        table.add_column(
            Text(heading.rstrip("#|")), justify="right" if heading.endswith("#") else "left", overflow="fold"
        )
    for row in grid.rows:
        table.add_row(*(Text(cell) for cell in row))
    return table
