"""Reading a game's file: its keys with their types, expressions, look-ups, and every error with its place."""

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import pairwise
from typing import Any

from combatcli.dice.scanner import is_reserved
from combatcli.encounter.layout import line_number_of
from combatcli.errors import DiceError, InvalidError
from combatcli.rulesets.from_file.expressions import DICE, LARGEST, NUMBER, Expression, Names, compiled
from combatcli.rulesets.from_file.keys import FLAG, FORMULA, MAXIMUM, POINTS, WHOLE, WORD, Key, KeyTable
from combatcli.rulesets.from_file.types import Described, Points
from combatcli.text import escape

IDENTIFIER = re.compile(r"[a-z][a-z0-9_]*")
ROW = re.compile(r"(-?\d+)(\+|-|\s*(?:-|\.\.)\s*(-?\d+))?")
_DICE = re.compile(r"(?<![A-Za-z_.])\d*d(?:\d|[fF%({])")
"""Dice in a text, with or without names."""
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


class Reader:
    """A reader of one file: its text, and the errors so far, their paths after the line and column."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.slips: list[InvalidError] = []
        self.warnings: list[InvalidError] = []

    def slip(self, path: str, what: str, hint: str = "", *, part: str = "", place: int = 0, warn: bool = False) -> None:
        """Note an error or a warning at a path, at the ``place`` in the text ``part`` there, from 1."""
        keys, line = path, 0
        while keys and not line:
            line = line_number_of(self.text, keys, part)
            keys = keys.rpartition(".")[0]
        rows = ["", *self.text.split("\n")]
        headers = [number for number, row in enumerate(rows) if row.strip().startswith((f"[{path}]", f"[{path}."))]
        line = line or min(headers, default=0)
        start = max(0, rows[line].find(part, rows[line].find("=") + 1)) if part else 0
        at = f" column {start + place}" if place and start else ""
        where = f"line {line}{at}, {path}" if line else path
        (self.warnings if warn else self.slips).append(InvalidError(escape(what), escape(hint), path=escape(where)))

    def fitted(self, table: dict[str, Any], type_: type[Any], path: str = "") -> Any:
        """Return a table in a type all of whose keys have defaults, without what does not fit."""
        from combatcli.encounter.explain import MisfitFinder, unknown_keys

        what = f"{'an encounter' if path == 'example' else 'a game'} has no such key"
        fitting = MisfitFinder()
        fit = fitting.table_without_misfits(table, type_)
        unknown = [(key, what, hint) for key, hint in unknown_keys(table, type_)]
        for key, *said in [*unknown, *[(misfit.path, misfit.what, misfit.hint) for misfit in fitting.misfits]]:
            self.slip(f"{path}.{key}".lstrip("."), *said)
        return fit if fit is not None else type_()

    def check_name(self, name: str, path: str) -> bool:
        """Tell whether a name is allowed; if not, note an error."""
        sound, reserved = IDENTIFIER.fullmatch(name) is not None, is_reserved(name)
        if reserved:
            self.slip(path, f"{name} is a word of the dice notation, and no name", "Choose another name.")
        elif not sound:
            hint = "A name is a lower-case letter, then letters, digits and _, as in armor_class."
            self.slip(path, f'"{name}" is no name', hint)
        return sound and not reserved

    def formula(self, value: object, path: str, names: Names, *, dice: bool = True, words: bool = False) -> Expression:
        """Return an expression or a look-up; the rows of ``words`` are for the report."""
        if not isinstance(value, dict):
            return self.expression(value, path, names, dice=dice)
        rows: list[tuple[int, int, Any]] = []
        for key, row in value.items():
            where, span = f"{path}.{key}", _span(key)
            if span is not None:
                rows.append((*span, escape(str(row)) if words else self.expression(row, where, names)))
            elif key != "of":
                self.slip(where, "a row is a number or a range", 'As in "10+", "7-9", "6-" or "5".')
        if not rows:
            self.slip(path, "a look-up needs a row", 'As in { of = "total", "10+" = 2, "9-" = 1 }')
        for (low, high, _), (next_low, _, _) in pairwise(sorted(rows, key=lambda row: row[:2])):
            if next_low <= high:
                self.slip(path, f"two rows have {max(low, next_low)}", "A number stands in one row.")
            elif next_low > high + 1:
                self.slip(path, f"no row has {high + 1}", "A value without a row is refused.", warn=True)
        return self.expression(value["of"], f"{path}.of", names, dice=False).look_up(path, rows)

    def expression(self, value: object, path: str, names: Names, *, dice: bool = True) -> Expression:
        """Return the expression of a text, a number, true or false; 0 for what is wrong, which is noted."""
        if not isinstance(value, int | str):
            self.slip(path, "expected a number, or an expression in quotes", 'As in "1d6+2".')
            value = 0
        text = value if isinstance(value, str) else str(int(value))
        try:
            return compiled(text, path, names, dice=dice)
        except DiceError as error:
            self.slip(path, error.message, error.hint, part=text, place=error.column)
            return compiled("0", path, names)

    def expressions(self, table: Mapping[str, Any], path: str, names: Names) -> dict[str, Expression]:
        """Return the expressions of a table by their keys; they roll no dice."""
        return {key: self.expression(each, f"{path}.{key}", names, dice=False) for key, each in table.items()}

    def keys(self, keys: dict[str, Key], path: str, names: Names) -> KeyTable:
        """Return the table of the keys at a path, with their expressions; ``names`` are other names in use."""
        own = names.changed(bare={**names.bare, **{name: key.sort for name, key in keys.items()}})
        for name, key in keys.items():
            if key.type in (FORMULA, POINTS, MAXIMUM):
                where = f"{path}.{name.removeprefix('max_')}.full" if key.type == MAXIMUM else f"{path}.{name}"
                keys[name] = key.changed(default=self.formula(key.default, where, own, dice=key.type == FORMULA))
        return KeyTable(dict(sorted(keys.items(), key=lambda item: item[1].type == MAXIMUM)), path, own)

    def named_options(self, table: Mapping[str, Any], path: str, taken: Collection[str]) -> dict[str, Key]:
        """Return options: text is a flag and its help, anything else a value; a switch is neither dice nor a word."""
        flags = {key: {"default": False, "help": value} for key, value in table.items() if isinstance(value, str)}
        options = self.drafts({**table, **flags}, path, taken)
        for name, key in options.items():
            if key.type == POINTS or (path == "house" and key.type in (WORD, FORMULA)):
                self.slip(f"{path}.{name}", "expected a whole number, or true or false")
            elif key.type == FORMULA:
                self.expression(key.default, f"{path}.{name}.default", Names())
        return options

    def drafts(self, table: Mapping[str, Any], path: str, taken: Collection[str]) -> dict[str, Key]:
        """Return the keys of a table, their expressions still as text; ``taken`` are those of every game."""
        keys: list[Key] = []
        for name, value in table.items():
            where, what = f"{path}.{name}", path.rpartition(".")[2]
            if name in taken:
                self.slip(where, f"every {what} has a {name} of its own", "Choose another name.")
            elif self.check_name(name, where):
                keys += self._draft(name, value, where)
        return {key.name: key for key in keys}

    def _draft(self, name: str, value: Any, where: str) -> Iterator[Key]:
        """Yield a key; points come with their maximum."""
        about = ""
        if isinstance(value, dict) and "of" not in value:
            if not value.keys() - {"help", "least"}:
                self.slip(where, "expected its default, or what it is of", "As in { default = 8 } or { full = 8 }")
            if "default" not in value:
                points = self.fitted(value, Points, where)
                about, least = escape(points.help) or "The points that are left.", points.least
                yield Key(name, POINTS, f"max_{name}", about, least=least)
                yield Key(f"max_{name}", MAXIMUM, points.full, f"The most {name}.", least=least)
                return
            described = self.fitted(value, Described, where)
            value, about = described.default, escape(described.help)
        if isinstance(value, list):
            if not value or not all(map(_WORD.fullmatch, value)):
                self.slip(where, "expected words: a letter, then letters, digits, _ and -", 'As in ["steel", "fire"]')
            yield Key(name, WORD, value[0] if value else "", about, words=tuple(value))
        elif isinstance(value, int):
            yield Key(name, FLAG if isinstance(value, bool) else WHOLE, value, about)
        else:
            rows = value.values() if isinstance(value, dict) else [value]
            dice = any(isinstance(row, str) and _DICE.search(row) for row in rows)
            yield Key(name, FORMULA, value, about, DICE if dice else NUMBER)


def _span(key: str) -> tuple[int, int] | None:
    """Return the lowest and highest number of a row: 10+, 7-9, 6-, 5; None for other keys."""
    match = ROW.fullmatch(key)
    if match is None or len(key) > len(str(LARGEST)) * 2:
        return None
    number = int(match[1])
    open_ends = {None: (number, number), "+": (number, max(number, LARGEST)), "-": (min(number, -LARGEST), number)}
    low, high = open_ends.get(match[2]) or (number, int(match[3]))
    return (low, high) if low <= high else None
