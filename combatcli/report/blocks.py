"""What a report is made of: lines and grids. Plain text and the terminal's screens draw the same ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from combatcli.text import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from combatcli.events import Event

    Sentence = Callable[[Sequence[Event], "Names"], list["Block"]]
    Sentences = Mapping[str, Sentence]


class Line(NamedTuple):
    """A sentence; ``tone`` is good, bad, quiet, warn or head, for a terminal with colour."""

    text: str
    tone: str = ""


BARS = "|"


class Grid(NamedTuple):
    """Rows under headings; "#" at a heading's end makes a column of numbers, "|" alone one of bars, for a terminal."""

    title: str
    headings: Sequence[str]
    rows: Sequence[Sequence[str]]


class Picture(NamedTuple):
    """Lines that are drawn on a terminal alone, as they are."""

    lines: Sequence[str]


Block = Line | Grid | Picture


class Column(NamedTuple):
    """A column of `show`: a key, its heading as a Grid's, how an event is written in it; left out where all are empty.

    One that ``is_whole`` writes the key in the same way where all of one combatant is shown.
    """

    key: str
    heading: str
    cell: Callable[[Event, Names], str]
    is_whole: bool = False


def plain(blocks: Sequence[Block]) -> str:
    """Draw blocks as text, columns lined up, nothing wrapped or cut."""
    lines: list[str] = []
    for block in blocks:
        if isinstance(block, Line):
            lines.append(block.text)
        elif isinstance(block, Grid):
            lines += _grid_lines(block)
    return "".join(f"{line}\n" for line in lines)


def _grid_lines(grid: Grid) -> list[str]:
    shown = [place for place, heading in enumerate(grid.headings) if heading != BARS]
    numeric = [grid.headings[place].endswith("#") for place in shown]
    table = [
        [row[place] for place in shown] for row in ([heading.rstrip("#") for heading in grid.headings], *grid.rows)
    ]
    widths = [max(len(cell) for cell in column) for column in zip(*table, strict=True)]
    lines = [
        "  ".join(
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, numeric, strict=True)
        ).rstrip()
        for row in table
    ]
    return [*([grid.title] if grid.title else []), *(f"  {line}" for line in lines)]


class Names:
    """How combatants are called: by their name where they have one, else by their id; nothing in it is interpreted."""

    __slots__ = ("_names",)

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names

    def __call__(self, who: object) -> str:
        """Return what to call somebody."""
        return escape(self._names.get(str(who), str(who)))

    def all(self, several: Sequence[object], empty: str = "nobody") -> str:
        """Return what to call several."""
        return ", ".join(map(self, several)) or empty


def with_sign(number: int) -> str:
    """Write a number with its sign, as a bonus is read."""
    return f"+{number}" if number >= 0 else f"-{-number}"


def count_of(number: int, what: str) -> str:
    """Write a number of things: 1 arena, 2 arenas."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def as_toml(value: object) -> str:
    """Write a value as a TOML file would, but text without its quotes."""
    if isinstance(value, Mapping):
        inner = ", ".join(f"{key} = {as_toml(each)}" for key, each in value.items() if each is not None)
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(as_toml, value))}]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def join(parts: Iterable[object], between: str = ", ") -> str:
    """Write several things in a row."""
    return between.join(str(part) for part in parts)
