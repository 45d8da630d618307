"""Reading the tables of a game's file: each value in its type, and all that is wrong, with its line and column."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import pairwise
from typing import Any

from combatcli.encounter.layout import line_of
from combatcli.errors import DiceError, nearest
from combatcli.records import Record
from combatcli.rulesets.from_file.compiling import READS_AS_DICE, RESERVED, Names, compiled
from combatcli.rulesets.from_file.expressions import LARGEST, Expression
from combatcli.text import escape

IDENTIFIER = re.compile(r"[a-z][a-z0-9_]*")
WORD = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
ROW = re.compile(r"(-?\d+)(\+|-|\s*(?:-|\.\.)\s*(-?\d+))?")
MOST_VALUES = 200
DEEPEST = 12
EXPECTED = "expected a number, or an expression in quotes"


class Slip(Record):
    """Something that is wrong in a game's file: the keys that lead there, what, what to do, and where that stands."""

    path: str
    what: str
    hint: str = ""
    line: int = 0
    column: int = 0

    @property
    def where(self) -> str:
        """The line and the column, as far as they are known, and the path."""
        column = f" column {self.column}" if self.column else ""
        return f"line {self.line}{column}, {self.path}" if self.line else self.path


class LookUp(Record):
    """What a number stands for: rows from a lowest to a highest number, each an expression, or words."""

    path: str
    of: Expression
    rows: tuple[tuple[int, int, Any], ...]

    def row(self, number: int) -> Any:
        """Return what stands in the row of a number; None where no row has it."""
        return next((value for low, high, value in self.rows if low <= number <= high), None)


class Option(Record):
    """An option of a command, or a switch of [house]: a number, dice, or a flag."""

    default: int | bool | str
    help: str


class Reader:
    """One reading of a file: its text, and the slips found so far."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.slips: list[Slip] = []
        self.warnings: list[Slip] = []

    def slip(
        self, path: str, what: str, hint: str = "", *, part: str = "", column: int = 0, warn: bool = False
    ) -> None:
        """Take note of what is wrong at a path; ``part`` is the text there, and the column one of that text."""
        line, start = self._place(path, part)
        at = start + column if column and start else 0
        (self.warnings if warn else self.slips).append(Slip(escape(path), escape(what), escape(hint), line, at))

    def _place(self, path: str, part: str) -> tuple[int, int]:
        """Return the line of a value, and the column before its text; 0 where it cannot be told."""
        keys = path
        while keys:
            line = line_of(self.text, keys, part)
            if line:
                break
            keys = keys.rpartition(".")[0]
        else:
            return 0, 0
        row = self.text.splitlines()[line - 1] if line <= len(self.text.splitlines()) else ""
        _, equals, value = row.partition("=")
        begin = len(row) - len(value) if equals else 0
        at = row.find(part, begin) if part else -1
        return line, max(0, at)

    def known(self, path: str, table: Mapping[str, Any], keys: Collection[str], what: str) -> None:
        """Find keys of a table that nothing has."""
        for key in table:
            if key not in keys:
                self.slip(f"{path}.{key}".lstrip("."), f"{what} has no such key", nearest(key, keys))

    def table(self, tables: Mapping[str, Any], key: str, path: str = "") -> dict[str, Any]:
        """Return a table; an empty one where there is none, or something else."""
        value = tables.get(key, {})
        if isinstance(value, dict):
            if len(value) > MOST_VALUES and key != "example":
                self.slip(path or key, f"a table has at most {MOST_VALUES} keys, not {len(value)}", "Take it apart.")
                return {}
            return value
        self.slip(path or key, "expected a table", f"As in [{path or key}]")
        return {}

    def text_of(self, tables: Mapping[str, Any], key: str, path: str = "", default: str = "") -> str:
        """Return a text, with what a terminal would take for more than letters escaped."""
        value = tables.get(key, default)
        if isinstance(value, str):
            return escape(value)
        self.slip(path or key, "expected text in quotes")
        return default

    def number(self, value: object, path: str, default: int = 0) -> int:
        """Return a whole number that is not too large."""
        if type(value) is not int:
            self.slip(path, "expected a whole number")
        elif not -LARGEST <= value <= LARGEST:
            self.slip(path, f"a number lies between -{LARGEST:,} and {LARGEST:,}")
        else:
            return value
        return default

    def name(self, name: str, path: str) -> bool:
        """Tell whether something may be called so; if not, that is a slip."""
        if name in RESERVED - {"round", "abs", "max", "min", "ceil", "floor"} or READS_AS_DICE.fullmatch(name):
            self.slip(path, f"{name} is a word of the dice notation, and no name", "Choose another name.")
        elif name in RESERVED:
            self.slip(path, f"{name} is a function of the dice notation, and no name", "Choose another name.")
        elif not IDENTIFIER.fullmatch(name):
            hint = "A name is a lower-case letter, then letters, digits and _, as in armor_class."
            self.slip(path, f'"{name}" is no name', hint)
        else:
            return True
        return False

    def expression(self, value: object, path: str, names: Names, *, dice: bool = True) -> Expression | None:
        """Return an expression, which a number and true and false are too; None where it is none."""
        if isinstance(value, bool):
            value = int(value)
        if isinstance(value, int):
            value = str(self.number(value, path))
        if not isinstance(value, str):
            self.slip(path, EXPECTED, 'As in "1d6+2".')
            return None
        try:
            return compiled(value, path, names, dice=dice)
        except DiceError as error:
            self.slip(path, error.message, error.hint, part=value, column=error.column)
            return None

    def look_up(
        self, value: Mapping[str, Any], path: str, names: Names, *, words: bool = False, dice: bool = True
    ) -> LookUp | None:
        """Return a look-up; the rows of one of ``words`` are for the report."""
        of = self.expression(value.get("of", ""), f"{path}.of", names, dice=False)
        rows: list[tuple[int, int, Any]] = []
        for key, row in value.items():
            if key == "of":
                continue
            span = _span(key)
            if span is None:
                hint = 'As in "10+", "7-9", "6-" or "5".'
                self.slip(f"{path}.{key}", "a row is a number or a range", hint)
            elif words:
                rows.append((*span, self.text_of(value, key, f"{path}.{key}")))
            else:
                read = self.expression(row, f"{path}.{key}", names, dice=dice)
                rows += [(*span, read)] if read is not None else []
        self._check_rows(path, sorted(rows, key=lambda row: row[:2]))
        return LookUp(path, of, tuple(rows)) if of is not None else None

    def _check_rows(self, path: str, rows: list[tuple[int, int, Any]]) -> None:
        if not rows:
            self.slip(path, "a look-up needs a row", 'As in { of = "total", "10+" = 2, "9-" = 1 }')
        for (low, high, _), (next_low, _, _) in pairwise(rows):
            if next_low <= high:
                self.slip(path, f"two rows have {max(low, next_low)}", "A number stands in one row.")
            elif next_low > high + 1:
                self.slip(path, f"no row has {high + 1}", "A value without a row is refused.", warn=True)

    def options(self, table: Mapping[str, Any], path: str, *, dice: bool) -> dict[str, Option]:
        """Return options by their names: text is a flag and its help, a number or { default, help } takes a value."""
        return {key: option for key, option in self._options(table, path, dice=dice) if self.name(key, f"{path}.{key}")}

    def _options(self, table: Mapping[str, Any], path: str, *, dice: bool) -> Iterator[tuple[str, Option]]:
        for key, value in table.items():
            where = f"{path}.{key}"
            if isinstance(value, str):
                yield key, Option(default=False, help=escape(value))
            elif isinstance(value, dict):
                self.known(where, value, ("default", "help"), "an option")
                default = value.get("default", False)
                if isinstance(default, str) and dice:
                    self.expression(default, f"{where}.default", Names())
                elif not isinstance(default, bool):
                    default = self.number(default, f"{where}.default")
                yield key, Option(default, self.text_of(value, "help", f"{where}.help"))
            elif isinstance(value, bool):
                yield key, Option(value, "")
            else:
                yield key, Option(self.number(value, where), "")


def _span(key: str) -> tuple[int, int] | None:
    """Return the lowest and the highest number of a row: 10+, 7-9, 6-, 5; None where it is none."""
    match = ROW.fullmatch(key)
    if match is None or len(key) > len(str(LARGEST)) * 2:
        return None
    low = int(match[1])
    if match[3] is not None:
        return (low, int(match[3])) if low <= int(match[3]) else None
    if match[2] is None:
        return low, low
    return (low, LARGEST) if match[2] == "+" else (-LARGEST, low)
