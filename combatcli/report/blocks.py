"""The blocks of a report: lines, grids, sheets. Plain text and the terminal's screens lay out the same blocks."""

from __future__ import annotations

from combatcli.records import Record
from combatcli.text import escape
from combatcli.voice import Subject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from typing import Any, TypeAlias


Words: TypeAlias = "Callable[[Any], str]"
Sentence: TypeAlias = "Callable[[Any, Names], Block | Iterable[Block]]"
"""A function that puts one event in words."""
Sentences: TypeAlias = "Mapping[str, Sentence | Grouped]"
"""The sentence of each kind of event."""
Cell: TypeAlias = "str | Line | Sequence[Line]"
"""A cell of a column: text, text with a tone, or several of these side by side."""
LONGEST = 10


class Line(Record):
    """A sentence, or a part of a line; ``right`` stands at the right edge, if there is one.

    In a cell, ``right`` has words for the sign in ``text``, used if there is room.

    ``tone`` sets the color: good, bad, quiet, warn, head; or the blocks drawn on a terminal: bar, of # and dots, and
    box, of dots.
    """

    text: str
    tone: str = ""
    right: str = ""


BARS = "|"


class Grid(Record):
    """Rows under headings; "#" at a heading's end marks a column of numbers.

    "|" before a heading marks a column of bars, for a terminal: each of its cells is a share of 1.
    """

    title: str
    headings: Sequence[str]
    rows: Sequence[Sequence[Cell]]


class Heading(Record):
    """A heading among the rows of a sheet; its further texts are left out from the end if room is short."""

    title: str
    more: Sequence[str] = ()


class Row(Record):
    """A row of a sheet, with a mark before it; its tail may fold without moving a column."""

    mark: str
    cells: Sequence[Cell]
    tone: str = ""
    tail: Sequence[Line] = ()


class Sheet(Record):
    """Rows under headings. If room is short, the columns of the highest rank are left out first, of rank 0 none.

    A column is at least ``least`` wide. The ``tail`` is room for text after the last column.
    """

    headings: Sequence[str]
    ranks: Sequence[int]
    rows: Sequence[Row | Heading | Line]
    least: Sequence[int] = ()
    tail: int = 0
    folds: bool = True


class Picture(Record):
    """Lines drawn as they are, on a terminal only."""

    lines: Sequence[str]


class Brief(Record):
    """Blocks that replace others on a terminal, unless everything was asked for."""

    brief: Sequence[Block]
    whole: Sequence[Block]


Block = Line | Grid | Sheet | Picture | Brief


class Column(Record):
    """A column of `show`: its key, heading (as a Grid's) and text of an event; left out if all cells are empty.

    If ``is_whole``, the same text is shown in the report of one combatant. ``rank`` and ``least`` are those of a Sheet.
    Values that change every turn go to the row's tail (``is_tail``).
    """

    key: str
    heading: str
    cell: Callable[[Any, Names], Cell]
    is_whole: bool = False
    rank: int = 1
    least: int = 0
    is_tail: bool = False


class Grouped(Record):
    """A sentence for several events: neighbors of one kind are put in words together, as rows of one grid."""

    blocks: Callable[[Sequence[Any], Names], Sequence[Block]]


class View(Record):
    """A game's view of a fight: the screen's texts for its name, phase, pending hits, arenas, and who is to act.

    ``silent`` has the kinds of its events that are not part of a story.
    """

    title: Words = lambda event: str(event.ruleset)
    head: Callable[[Any, Names], str] = lambda *_: ""
    hit: Words = lambda event: str(event.damage) if isinstance(event.damage, int) else ""
    arena: Words = lambda _: ""
    to_act: Words = lambda _: "TO ACT"
    silent: Sequence[str] = ()


def words_of(cell: Cell) -> str:
    """Return the text of a cell without tones."""
    if isinstance(cell, str):
        return cell
    return cell.text if isinstance(cell, Line) else "".join([part.text for part in cell])


def sentence_text_of(cell: Cell) -> str:
    """Return the text of a cell for a sentence: no bar beside its numbers, and of boxes the marked ones."""
    parts = [
        part.text.replace(".", " ") if part.tone.startswith("box") else part.text
        for part in parts_of(cell)
        if not part.tone.startswith("bar")
    ]
    return " ".join("".join(parts).split())


def parts_of(cell: Cell) -> Sequence[Line]:
    """Return the parts of a cell."""
    if isinstance(cell, str):
        return [Line(cell)]
    return [cell] if isinstance(cell, Line) else cell


def bar_with_numbers(value: int, most: int) -> list[Line]:
    """Return a bar of up to ten blocks for the value left, with its numbers."""
    if not most:
        return []
    length = min(most, LONGEST)
    full = max(0, min(length, -(-value * length // most)))
    tone = "bad" if 2 * value <= most else ""
    numbers = f"{value}/{most}".rjust(len(str(most)) * 2 + 1)
    return [Line(f"{'#' * full}{'.' * (length - full)}", f"bar {tone}".strip()), Line(f" {numbers}", tone)]


class Names:
    """The names of combatants: their name if they have one, else their id; their text is never interpreted.

    Those who share a name are shown with their id.
    """

    __slots__ = ("_alike", "_many", "_names", "has_ids", "ours")

    def __init__(self, names: Mapping[str, str], *, has_ids: bool = True) -> None:
        self._names = names
        self._many: Collection[str] = getattr(names, "many", ())
        self._alike: Collection[str] = getattr(names, "alike", ())
        self.ours: Collection[str] = getattr(names, "ours", ())
        """The ids of the players' side, where that is known."""
        self.has_ids = has_ids
        """Whether those who read give commands, and so need ids."""

    def __call__(self, who: object) -> Subject:
        """Return a combatant's name as a subject."""
        own = str(who)
        called = self._names.get(own, own)
        return self._subject_of(f"{called} ({own})" if own in self._alike else called, own)

    def id_for_command(self, who: object) -> Subject:
        """Return the id that a command takes; the name for readers who give no commands."""
        return self._subject_of(str(who), str(who)) if self.has_ids else self(who)

    def _subject_of(self, called: str, who: str) -> Subject:
        return Subject(escape(called), many=who in self._many)

    def all(self, several: Sequence[object], empty: str = "nobody") -> Subject:
        """Return several names as a subject."""
        return Subject.of_all(map(self, several)) or Subject(empty)

    def with_id(self, who: object) -> str:
        """Return the id that a command takes, with the name beside it."""
        own = str(who)
        called = self._names.get(own, own)
        return escape(own if called == own else f"{own} ({called})")


def ids(several: Sequence[object], empty: str = "nobody") -> str:
    """Return several ids, for a command."""
    return ", ".join([escape(str(who)) for who in several]) or empty


def with_sign(number: int) -> str:
    """Return a number with its sign, as a bonus."""
    return f"+{number}" if number >= 0 else f"-{-number}"


def count_of(number: int, what: str) -> str:
    """Return a number of things: 1 arena, 2 arenas."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def toml_without_quotes(value: object) -> str:
    """Return a value as in TOML, but text without quotes."""
    if isinstance(value, dict):
        inner = ", ".join(f"{key} = {toml_without_quotes(item)}" for key, item in value.items() if item is not None)
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(toml_without_quotes, value))}]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def table_in_words(value: object) -> str:
    """Return tables without their outer brackets, for a column of their own."""
    if isinstance(value, dict):
        items = {key: item for key, item in value.items() if item not in (None, "", [], {})}
        return "; ".join(
            f"{key} ({table_in_words(item)})" if isinstance(item, dict) else f"{key} {table_in_words(item)}"
            for key, item in items.items()
        )
    if isinstance(value, list):
        return ", ".join(table_in_words(item) for item in value)
    return toml_without_quotes(value)


def join(parts: Iterable[object], between: str = ", ") -> str:
    """Return several things in a row."""
    return between.join(str(part) for part in parts)
