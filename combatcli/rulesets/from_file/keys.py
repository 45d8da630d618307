"""The keys of combatants and weapons that a game's file declares: types, defaults and values."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache, partial
from graphlib import CycleError, TopologicalSorter
from typing import Any

from combatcli.encounter.references import Problem
from combatcli.errors import DiceError, InvalidError, RefusedError
from combatcli.records import Record
from combatcli.rulesets.from_file.expressions import (
    DICE,
    LARGEST,
    NUMBER,
    Expression,
    LookUp,
    Names,
    Value,
    compiled,
    parsed,
)
from combatcli.rulesets.from_file.reader import Described, Points, Reader
from combatcli.text import escape

FLAG, WHOLE, WORD, FORMULA, POINTS, MAXIMUM = "flag", "whole", "word", "formula", "points", "maximum"
DEEPEST = 50
_DICE = re.compile(r"(?<![A-Za-z_.])\d*d(?:\d|[fF%({])")
"""Dice in a text, with or without names."""
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


class Key(Record):
    """A key of combatants or weapons, an option of a command, or a switch of [house]."""

    name: str
    type: str
    """FLAG, WHOLE, WORD, FORMULA, POINTS or MAXIMUM."""
    default: Any
    help: str = ""
    sort: str = NUMBER
    """How expressions read it: NUMBER or DICE."""
    words: tuple[str, ...] = ()
    """The words that it may be, if it is a WORD."""
    least: int = -LARGEST
    where: str = ""
    """The path of its expression in the game's file."""


class KeyTable:
    """The keys of every combatant or every weapon; the maximum of points is a key as well."""

    def __init__(self, keys: Mapping[str, Key], path: str, names: Names) -> None:
        self.keys = keys
        self.path = path
        self.names = names
        """The names in expressions of its keys."""
        self.compiled = lru_cache(1_024)(partial(compiled, names=names))
        """Returns the expression of a text that stands in a fight, given the text and its path."""
        self.maxima = {name: name.removeprefix("max_") for name in self.of_type(MAXIMUM)}
        formulas = {name: key.default for name, key in keys.items()}
        self.needs = {name: each.bare for name, each in formulas.items() if isinstance(each, Expression | LookUp)}
        self.numbers = [name for name, key in keys.items() if key.type != WORD and key.sort == NUMBER]

    def of_type(self, *types: str) -> list[str]:
        """Return the names of the keys of some types."""
        return [name for name, key in self.keys.items() if key.type in types]

    def settable(self, name: str) -> bool:
        """Tell whether a change may set a key."""
        return name in self.keys and self.keys[name].type != FORMULA


def read_keys(reader: Reader, table: Mapping[str, Any], path: str, taken: Collection[str], names: Names) -> KeyTable:
    """Return the keys of a table; ``taken`` are those of every game, ``names`` other names in use."""
    drafts = {key.name: key for key in _drafts(reader, table, path, taken)}
    own = names.changed(bare={**names.bare, **{name: key.sort for name, key in drafts.items()}})
    for name, key in drafts.items():
        if key.type in (FORMULA, POINTS, MAXIMUM):
            drafts[name] = key.changed(default=reader.formula(key.default, key.where, own, dice=key.type == FORMULA))
    return KeyTable(dict(sorted(drafts.items(), key=lambda item: item[1].type == MAXIMUM)), path, own)


def read_options(
    reader: Reader, table: Mapping[str, Any], path: str, taken: Collection[str], *, switches: bool = False
) -> dict[str, Key]:
    """Return options by name: text is a flag and its help, anything else a value; ``switches`` are numbers or flags."""
    flags = {key: {"default": False, "help": value} for key, value in table.items() if isinstance(value, str)}
    options = {key.name: key for key in _drafts(reader, {**table, **flags}, path, taken)}
    for name, key in options.items():
        if key.type == POINTS or (switches and key.type in (WORD, FORMULA)):
            reader.slip(f"{path}.{name}", "expected a whole number, or true or false")
        elif key.type == FORMULA:
            reader.expression(key.default, f"{path}.{name}.default", Names())
    return options


def _drafts(reader: Reader, table: Mapping[str, Any], path: str, taken: Collection[str]) -> Iterator[Key]:
    """Yield the keys of a table, their expressions still as text; points come with their maximum."""
    for name, value in table.items():
        where = f"{path}.{name}"
        if name in taken:
            what = path.rpartition(".")[2]
            reader.slip(where, f"every {what} has a {name} of its own", "Choose another name.")
        elif reader.name(name, where):
            yield from _draft(reader, name, value, where)


def _draft(reader: Reader, name: str, value: Any, where: str) -> Iterator[Key]:
    about = ""
    if isinstance(value, dict) and "of" not in value:
        if not value.keys() - {"help", "least"}:
            reader.slip(where, "expected its default, or what it is of", "As in { default = 8 } or { full = 8 }")
        if "default" not in value:
            points = reader.fitted(value, Points, where)
            about, least = escape(points.help), points.least
            yield Key(name, POINTS, f"max_{name}", about or "The points that are left.", least=least, where=where)
            yield Key(f"max_{name}", MAXIMUM, points.full, f"The most {name}.", least=least, where=f"{where}.full")
            return
        described = reader.fitted(value, Described, where)
        value, about = described.default, escape(described.help)
    if isinstance(value, list):
        if not value or not all(map(_WORD.fullmatch, value)):
            hint = 'As in ["steel", "fire"]'
            reader.slip(where, "expected words: a letter, then letters, digits, _ and -", hint)
        yield Key(name, WORD, value[0] if value else "", about, words=tuple(value))
    elif isinstance(value, int):
        yield Key(name, FLAG if isinstance(value, bool) else WHOLE, value, about)
    else:
        rows = value.values() if isinstance(value, dict) else [value]
        dice = any(isinstance(row, str) and _DICE.search(row) for row in rows)
        yield Key(name, FORMULA, value, about, DICE if dice else NUMBER, where=where)


def numbers_by_word(*tables: Mapping[str, Any]) -> dict[str, int]:
    """Return the words of all choices, each with its number in the notation."""
    values = [value for table in tables for value in table.values()]
    choices = [value.get("default") if isinstance(value, dict) else value for value in values]
    words = [word for choice in choices if isinstance(choice, list) for word in choice]
    return {word: number for number, word in enumerate(dict.fromkeys(words), 1)}


class OwnerKeys:
    """The keys of one combatant or weapon as expressions see them, each computed once."""

    def __init__(self, thing: Any, table: KeyTable, more: Callable[[OwnerKeys, str], Value | None]) -> None:
        self.thing, self.table = thing, table
        self._more = more
        self._known: dict[str, Value] = {}
        self._asking: list[str] = []

    def __call__(self, name: str) -> Value:
        """Return a key's value: a number, or dice as text."""
        if name not in self._known:
            if name in self._asking:
                way = " -> ".join((*self._asking[self._asking.index(name) :], name))
                raise InvalidError(f"{name} needs itself: {way}", path=f"{self.table.path}.{name}")
            if len(self._asking) >= DEEPEST:
                raise InvalidError(f"keys use keys at most {DEEPEST} deep", path=f"{self.table.path}.{name}")
            self._asking.append(name)
            try:
                self._known[name] = self._value(name)
            finally:
                self._asking.pop()
        return self._known[name]

    def _value(self, name: str) -> Value:
        key = self.table.keys.get(name)
        if key is None:
            return self._more(self, name)
        written = getattr(self.thing, name)
        if written is None and key.type == MAXIMUM:
            written = getattr(self.thing, self.table.maxima[name])
        if key.type == WORD:
            return self.table.names.words[written]
        if isinstance(written, int):
            return int(written)
        formula = key.default if written is None else self.table.compiled(written, name)
        return formula.matching_expression(self).value(self)

    def changes_to_set(self, name: str, value: int) -> dict[str, Any]:
        """Return the keys to write so that a key has a value; none if it has it already."""
        key = self.table.keys[name]
        most = self(f"max_{name}") if key.type == POINTS else value
        value = max(key.least, min(value, max(most, self(name))) if key.type == POINTS else value)
        if value == self(name):
            return {}
        if key.type == POINTS:
            return {name: value, f"max_{name}": most}
        if key.type == MAXIMUM:
            points = self.table.maxima[name]
            return {name: value, points: min(self(points), value)}
        if key.type == WORD:
            word = next((word for word in key.words if self.table.names.words[word] == value), None)
            if word is None:
                raise RefusedError(f"{self.table.path}.{name} cannot be that word", f"It is {', '.join(key.words)}.")
            return {name: word}
        return {name: bool(value) if key.type == FLAG else value}

    def misfits(self, path: str) -> Iterator[Problem]:
        """Yield the written keys with impossible values, at a path."""
        for name, key in self.table.keys.items():
            written = getattr(self.thing, name)
            if key.type == WORD or not isinstance(written, str | (int if key.type == POINTS else str)):
                continue
            try:
                value = self(name)
                if isinstance(value, str):
                    parsed(value)
                if key.type == POINTS and value < key.least:
                    yield Problem(f"{path}.{name}", f"{value} is below {key.least}, the least")
            except DiceError as error:
                column = f" column {error.column}" if error.column else ""
                yield Problem(f"{path}.{name}", f'"{written}"{column}: {error.message}', error.hint)
            except (InvalidError, RefusedError) as error:
                yield Problem(f"{path}.{name}", error.message, error.hint)


def check_default_cycles(reader: Reader, path: Callable[[str], str], needs: Mapping[str, Collection[str]]) -> None:
    """Report the defaults that need themselves, or others in too deep a chain."""
    try:
        inmost_first = [*TopologicalSorter({name: sorted(each) for name, each in needs.items()}).static_order()]
    except CycleError as error:
        circle = error.args[1][:0:-1]
        first = circle.index(min(circle, key=[*needs].index))
        circle = [*circle[first:], *circle[: first + 1]]
        reader.slip(path(circle[0]), f"{circle[0]} needs itself: {' -> '.join(circle)}")
        return
    depths: dict[str, int] = {}
    for name in inmost_first:
        depths[name] = 1 + max([depths[each] for each in needs.get(name, ())], default=-1)
        if depths[name] == DEEPEST:
            reader.slip(path(name), f"keys use keys at most {DEEPEST} deep")
