"""Record `play` in a terminal as one SVG that moves: docs/play.svg, which the README shows.

`play` wipes nothing, so what a terminal showed is one long page: its lines come up step by step, and the page goes up.
"""

from __future__ import annotations

import os
import pty
import sys
from html import escape
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

import pyte

from sessions import ROOT, run_in_bash

PICTURE = ROOT / "docs/play.svg"
LINES = (
    "order",
    "attack tomas goblins --odds",
    "attack tomas goblins --dice 17,6 --apply",
    "next",
    "attack ogre mira --dice 18,5,6 --apply",
    "undo",
    "forecast --seed friday --times 200",
    "",
)
COLUMNS, ROWS, LONGEST = 84, 31, 500
WIDE, HIGH, MARGIN, BAR = 8.43, 18, 14, 30
LETTER, STILL, READING, LAST = 0.06, 0.7, 0.1, 5
"""Seconds for a letter, before and after a line is typed, for a line to be read, and at the end."""
COLORS = {"red": "#ff7b7b", "green": "#7fd88f", "brown": "#e8c46a", "blue": "#78b4ff", "cyan": "#62cfe0"}
SVG = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">
<title>A fight in combatcli play: initiative, odds of an attack, dice from the table, an undo, and who wins.</title>
<style>
text{{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre;fill:#d5d9e3}}
.b{{font-weight:700}}.c{{fill:#171a22}}g,.c{{animation:p {end}s step-end infinite both}}
@media(prefers-reduced-motion:reduce){{g,.c{{animation-delay:-{end}s;animation-iteration-count:1}}}}
@keyframes p{{{scrolling}}}{frames}
</style>
<rect width="{width}" height="{height}" rx="9" fill="#171a22"/>
<text x="14" y="20" opacity=".6">$ combatcli play fight.toml</text>
<svg x="14" y="30" width="{inner}" height="{screen}"><g>
{page}
</g></svg></svg>
"""


def record_terminal() -> tuple[pyte.Screen, list[tuple[int, int, str]]]:
    """Play the lines in a terminal; return all that it showed, and where each was typed, by row and column."""
    screen, typed = pyte.Screen(COLUMNS, LONGEST), []
    with TemporaryDirectory() as folder:
        run_in_bash("combatcli new d20 --example --seed friday -q -o fight.toml", Path(folder))
        pid, terminal = pty.fork()
        if not pid:  # the child's own
            os.chdir(folder)
            size = {"LINES": str(ROWS), "COLUMNS": str(COLUMNS), "TERM": "xterm-256color", "XDG_STATE_HOME": folder}
            program = [sys.executable, "-m", "combatcli", "play", "fight.toml"]
            os.execve(program[0], program, {**os.environ, **size, "NO_COLOR": ""})  # noqa: S606  (on its own terminal)
        for line in LINES:
            read_prompt(terminal, screen)
            typed.append((screen.cursor.y, screen.cursor.x, line))
            os.write(terminal, f"{line}\r".encode() if line else b"\x04")
        os.waitpid(pid, 0)
    return screen, typed


def read_prompt(terminal: int, screen: pyte.Screen) -> None:
    """Let the screen show what comes until the next prompt stands there, which begins by taking pastes as one."""
    prompted, stream = False, pyte.ByteStream(screen)
    while not prompted or screen.cursor.x == 0:
        data = os.read(terminal, 1 << 16)
        prompted |= b"\x1b[?2004h" in data
        if b"\x1b[6n" in data:
            os.write(terminal, b"\x1b[1;1R")
        stream.feed(data)


def svg_of_recording(screen: pyte.Screen, typed: list[tuple[int, int, str]]) -> str:
    """Return the SVG: a group for each step, with a cover that goes to the right as its line is typed."""
    times, page, shown, clock = [], [], 0, 0.0
    for number, (row, column, line) in enumerate(typed):
        begins = clock + READING * (row - shown) + STILL
        times.append((clock, begins, begins + LETTER * len(line)))
        cover = f'<rect class="c" x="{column * WIDE:.1f}" y="{row * HIGH}" width="999" height="{HIGH}"'
        lines = "".join(text_of(screen, each) for each in range(shown, row + 1))
        page.append(f'<g style="animation-name:b{number}">{lines}{cover} style="animation-name:t{number}"/></g>')
        shown, clock = row + 1, times[-1][-1] + STILL
    end, scrolling, frames = round(clock) + LAST, "", ""
    for number, ((row, _, line), step) in enumerate(zip(typed, times, strict=True)):
        came, begun, ended = (f"{100 * each / end:.2f}%" for each in step)
        place = f"{{transform:translateY({min(0, ROWS - row - 1) * HIGH}px)}}"
        scrolling += f"{came}{place}"
        typing = f"{begun}{{transform:none;animation-timing-function:steps({len(line) or 1})}}"
        frames += f"@keyframes b{number}{{0%{{opacity:0}}{came},100%{{opacity:1}}}}"
        frames += f"@keyframes t{number}{{{typing}{ended},100%{{transform:translateX({len(line) * WIDE:.1f}px)}}}}\n"
    wide, high = round(COLUMNS * WIDE), ROWS * HIGH
    sizes = {"inner": wide, "screen": high, "width": wide + 2 * MARGIN, "height": high + BAR + MARGIN}
    return SVG.format(**sizes, end=end, scrolling=f"{scrolling}100%{place}", frames=frames, page="\n".join(page))


def text_of(screen: pyte.Screen, row: int) -> str:
    """Return a row of the screen, a piece of text for each color."""
    cells, pieces = [(screen.buffer[row][column], column) for column in range(COLUMNS)], ""
    for (color, bold), group in groupby(cells, lambda cell: (cell[0].fg, cell[0].bold)):
        shown = [(cell.data, column) for cell, column in group]
        if words := "".join(data for data, _ in shown).strip():
            start = next(column for data, column in shown if data.strip())
            look = ' class="b"' * bold + (f' style="fill:{COLORS[color]}"' if color in COLORS else "")
            place = f'x="{start * WIDE:.1f}" y="{row * HIGH + 13}" textLength="{len(words) * WIDE:.1f}"'
            pieces += f"<text {place}{look}>{escape(words, quote=False)}</text>"
    return pieces


if __name__ == "__main__":
    PICTURE.write_text(svg_of_recording(*record_terminal()), encoding="utf-8")
