"""What a report is made of: lines, grids, sheets. Plain text and the terminal's screens lay out the same ones."""

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
"""What puts one event in words."""
Sentences: TypeAlias = "Mapping[str, Sentence | Grouped]"
"""The sentence of each kind of event."""
Cell: TypeAlias = "str | Line | Sequence[Line]"
"""What stands in a column: words, words with a tone, or several of these side by side."""
LONGEST = 10


class Line(Record):
    """A sentence, or a part of a line; ``right`` stands at the right edge, where there is one.

    In a cell ``right`` says in words what the text says as a sign, for where there is room.

    ``tone`` says how it is colored where there is color: good, bad, quiet, warn, head; and what is drawn with blocks
    where the terminal has them: bar, of # and dots, and box, of dots.
    """

    text: str
    tone: str = ""
    right: str = ""


BARS = "|"


class Grid(Record):
    """Rows under headings; "#" at a heading's end makes a column of numbers.

    "|" begins a column of bars, for a terminal, and what stands above them: each of its cells is a share of 1.
    """

    title: str
    headings: Sequence[str]
    rows: Sequence[Sequence[Cell]]


class Heading(Record):
    """A heading among the rows of a sheet, with more to say of it, which is left out from the end if room is short."""

    title: str
    more: Sequence[str] = ()


class Row(Record):
    """A row of a sheet, with a mark before it, and behind it what may grow: it folds, and moves no column."""

    mark: str
    cells: Sequence[Cell]
    tone: str = ""
    tail: Sequence[Line] = ()


class Sheet(Record):
    """Rows under headings. Where room is short, the columns of the highest rank are left out first, of rank 0 none.

    A column is at least so wide as ``least`` says, whatever stands in it. Behind all there is room for a ``tail``.
    """

    headings: Sequence[str]
    ranks: Sequence[int]
    rows: Sequence[Row | Heading | Line]
    least: Sequence[int] = ()
    tail: int = 0
    folds: bool = True


class Picture(Record):
    """Lines that are drawn on a terminal alone, as they are."""

    lines: Sequence[str]


class Brief(Record):
    """What a terminal shows in brief, unless all was asked for."""

    brief: Sequence[Block]
    whole: Sequence[Block]


Block = Line | Grid | Sheet | Picture | Brief


class Column(Record):
    """A column of `show`: a key, its heading as a Grid's, how an event is written in it; left out where all are empty.

    One that ``is_whole`` writes the key in the same way where all of one combatant is shown. ``rank`` and ``least`` are
    a Sheet's. What changes from turn to turn ``is_tail`` of its row.
    """

    key: str
    heading: str
    cell: Callable[[Any, Names], Cell]
    is_whole: bool = False
    rank: int = 1
    least: int = 0
    is_tail: bool = False


class Grouped(Record):
    """The exception to one event a sentence: neighbors of one kind are put in words together, as rows of one grid."""

    blocks: Callable[[Sequence[Any], Names], Sequence[Block]]


class View(Record):
    """What a game says on the screen of a fight: its name, after the phase, of a pending hit, an arena, who is to act.

    ``silent`` are the kinds of its events that are no part of a story.
    """

    title: Words = lambda event: str(event.ruleset)
    head: Callable[[Any, Names], str] = lambda *_: ""
    hit: Words = lambda event: str(event.damage) if isinstance(event.damage, int) else ""
    arena: Words = lambda _: ""
    to_act: Words = lambda _: "TO ACT"
    silent: Sequence[str] = ()


def words_of(cell: Cell) -> str:
    """Return what a cell says, without its tones."""
    return cell if isinstance(cell, str) else "".join([part.text for part in parts_of(cell)])


def told_of(cell: Cell) -> str:
    """Return what a cell says in a sentence: no bar beside its numbers, and of boxes those that are marked."""
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


def bar(value: int, most: int) -> list[Line]:
    """Draw what is left of something as a bar of up to ten, with its numbers."""
    if not most:
        return []
    length = min(most, LONGEST)
    full = max(0, min(length, -(-value * length // most)))
    tone = "bad" if 2 * value <= most else ""
    numbers = f"{value}/{most}".rjust(len(str(most)) * 2 + 1)
    return [Line(f"{'#' * full}{'.' * (length - full)}", f"bar {tone}".strip()), Line(f" {numbers}", tone)]


class Names:
    """How combatants are called: by their name where they have one, else by their id; nothing in it is interpreted.

    Of those who have the same name, each is told with the id.
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
        """Return what to call somebody."""
        own = str(who)
        called = self._names.get(own, own)
        return self._subject(f"{called} ({own})" if own in self._alike else called, own)

    def by_id(self, who: object) -> Subject:
        """Return somebody by the id that a command takes, or by name for those who give no commands."""
        return self._subject(str(who), str(who)) if self.has_ids else self(who)

    def _subject(self, called: str, who: str) -> Subject:
        return Subject(escape(called), many=who in self._many)

    def all(self, several: Sequence[object], empty: str = "nobody") -> Subject:
        """Return what to call several."""
        return Subject.of_all(map(self, several)) or Subject(empty)

    def with_id(self, who: object) -> str:
        """Return the id that a command takes, with the name beside it."""
        own = str(who)
        called = self._names.get(own, own)
        return escape(own if called == own else f"{own} ({called})")


def ids(several: Sequence[object], empty: str = "nobody") -> str:
    """Return the ids of several, where a command is to be given with them."""
    return ", ".join([escape(str(who)) for who in several]) or empty


def with_sign(number: int) -> str:
    """Write a number with its sign, as a bonus is read."""
    return f"+{number}" if number >= 0 else f"-{-number}"


def count_of(number: int, what: str) -> str:
    """Write a number of things: 1 arena, 2 arenas."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def as_toml(value: object) -> str:
    """Write a value as a TOML file would, but text without its quotes."""
    if isinstance(value, dict):
        inner = ", ".join(f"{key} = {as_toml(item)}" for key, item in value.items() if item is not None)
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(as_toml, value))}]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def as_words(value: object) -> str:
    """Write tables without their brackets: in a column of their own they read better so; those in a table keep some."""
    if isinstance(value, dict):
        told = {key: item for key, item in value.items() if item not in (None, "", [], {})}
        return "; ".join(
            f"{key} ({as_words(item)})" if isinstance(item, dict) else f"{key} {as_words(item)}"
            for key, item in told.items()
        )
    if isinstance(value, list):
        return ", ".join(as_words(item) for item in value)
    return as_toml(value)


def join(parts: Iterable[object], between: str = ", ") -> str:
    """Write several things in a row."""
    return between.join(str(part) for part in parts)
