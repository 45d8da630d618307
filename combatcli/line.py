"""Splits a command line into plain words, options and their values; every reader of a line uses it."""

from __future__ import annotations

from combatcli.declarations import flag
from combatcli.errors import beginning_with
from combatcli.records import Record
from combatcli.streams import may_abbreviate_names
from combatcli.text import is_number, looks_like_option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from combatcli.declarations import Option

HELP = flag("--help", "show what it does, with examples", short="-h")
VERSION = flag("--version", "print the version", short="-V")
STOP = "--"
"""All words after it are plain."""


class PieceOfLine(Record):
    """A plain word, or an ``option`` with its value; the value of a flag, and a missing one, is None."""

    word: str | None
    option: Option | None = None
    name: str = ""


class OptionsByName:
    """Options by the ways to write them: both names and, on a terminal, any unique beginning."""

    def __init__(self, options: Iterable[Option]) -> None:
        self.by_name: dict[str, Option] = {}
        self.add(options)

    def add(self, options: Iterable[Option]) -> None:
        """Add options; a name that is taken keeps its meaning."""
        self.by_name = {name: each for each in options for name in (each.short, each.name) if name} | self.by_name

    def has_option(self, word: str) -> bool:
        """Tell whether a word is an option."""
        return word in self.by_name

    def find_option(self, name: str) -> Option | None:
        """Return the option of a name, or None."""
        begun = [] if self.has_option(name) or not may_abbreviate_names() else self.options_beginning_with(name)
        return self.by_name.get(begun[0] if len(begun) == 1 else name)

    def options_beginning_with(self, name: str) -> list[str]:
        """Return the long options that begin with ``name``."""
        is_long = name.startswith(STOP) and len(name) > len(STOP)
        return beginning_with(name, [each for each in [*self.by_name, "--help"] if each[:2] == STOP]) if is_long else []

    def is_dice(self, word: str) -> bool:
        """Tell whether a word that looks like an option is subtracted dice."""
        return False


def pieces_of_line(words: Sequence[str], options: OptionsByName) -> Iterator[PieceOfLine]:
    """Yield the pieces of a line; an option that is not among ``options`` is skipped.

    Short flags may be joined, as in -nq. A value is the next word, or joined to its option: --name=value, -fVALUE.
    """
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word == STOP:
            yield from map(PieceOfLine, rest)
            return
        if not looks_like_option(word) or options.is_dice(word):
            yield PieceOfLine(word)
            continue
        name, equals, value = word.partition("=") if word.startswith(STOP) else (word[:2], "", word[2:])
        option = options.find_option(name)
        if option is None:
            continue
        if option.kind == "flag":
            yield PieceOfLine(value if equals or value.startswith("=") else None, option, name)
            if value:
                rest.insert(0, f"-{value}")
        elif equals or value:
            yield PieceOfLine(value, option, name)
        elif option.kind == "number or nothing":
            yield PieceOfLine(rest.pop(0) if rest and is_number(rest[0]) else option.empty, option, name)
        else:
            yield PieceOfLine(None if not rest or options.has_option(rest[0]) else rest.pop(0), option, name)
