"""The keys of combatants and weapons that a game's file declares: types, defaults and values."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from typing import Any

from combatcli.errors import DiceError, InvalidError, RefusedError
from combatcli.records import Record
from combatcli.rulesets.from_file.compiling import Names, compiled
from combatcli.rulesets.from_file.declared import Described, Points
from combatcli.rulesets.from_file.expressions import DICE, NUMBER, WORD, Expression, Value, parsed
from combatcli.rulesets.from_file.reader import LookUp, Reader
from combatcli.text import escape

DERIVED, FLAG, POINTS, LOOK_UP = "derived", "flag", "points", "look-up"
DEEPEST = 50
_DICE = re.compile(r"(?<![A-Za-z_.])\d*d(?:\d|[fF%({])")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


class Key(Record):
    """A key: its type, default and meaning."""

    name: str
    type: str
    default: Any
    help: str = ""
    words: tuple[str, ...] = ()
    least: int = 0

    @property
    def sort(self) -> str:
        """Return its sort in expressions."""
        if self.type == DICE or (self.type == LOOK_UP and self._has_dice()):
            return DICE
        return WORD if self.type == WORD else NUMBER

    def _has_dice(self) -> bool:
        return any(_rolls(row.text) for _, _, row in self.default.rows)


class Kind:
    """All keys of a combatant or of a weapon; points have their maximum beside them."""

    def __init__(self, keys: Mapping[str, Key], path: str) -> None:
        self.keys = keys
        self.path = path
        self.maxima = {f"max_{name}": name for name, key in keys.items() if key.type == POINTS}
        self.sorts = {name: key.sort for name, key in keys.items()} | dict.fromkeys(self.maxima, NUMBER)

    def settable(self, name: str) -> bool:
        """Tell whether a change may set a key."""
        return name in self.maxima or (name in self.keys and self.keys[name].type in (NUMBER, FLAG, WORD, POINTS))


def read_kind(reader: Reader, table: Mapping[str, Any], path: str, taken: Collection[str], names: Names) -> Kind:
    """Return the keys of a table; ``taken`` are those of every game, ``names`` other names in use."""
    drafts = {key: value for key, value in table.items() if _is_free(reader, key, path, taken)}
    maxima = [f"max_{key}" for key, value in drafts.items() if isinstance(value, dict) and "full" in value]
    bare = {**names.bare, **{key: _sort(value) for key, value in drafts.items()}, **dict.fromkeys(maxima, NUMBER)}
    names = names.changed(bare=bare)
    keys = {key: _key(reader, key, value, f"{path}.{key}", names) for key, value in drafts.items()}
    return Kind({name: key for name, key in keys.items() if key is not None}, path)


def words_of(*tables: Mapping[str, Any]) -> dict[str, int]:
    """Return the words of all choices, each with its number in the notation."""
    words = [word for table in tables for value in table.values() if isinstance(value, list) for word in value]
    return {word: number for number, word in enumerate(dict.fromkeys(words), 1)}


def _sort(value: object) -> str:
    if isinstance(value, list):
        return WORD
    rows = [value]
    if isinstance(value, dict):
        rows = [*value.values()] if "of" in value else [value.get("default")]
    return DICE if any(isinstance(row, str) and _rolls(row) for row in rows) else NUMBER


def _rolls(text: str) -> bool:
    """Tell whether a text rolls dice, with or without names."""
    return bool(_DICE.search(text))


def _is_free(reader: Reader, key: str, path: str, taken: Collection[str]) -> bool:
    if key in taken:
        reader.slip(f"{path}.{key}", f"every {path} has a {key} of its own", "Choose another name.")
        return False
    return reader.name(key, f"{path}.{key}")


def _key(reader: Reader, name: str, value: Any, where: str, names: Names) -> Key | None:
    if isinstance(value, dict) and "full" in value:
        return _points(reader, name, value, where, names)
    if isinstance(value, dict) and "of" in value:
        look_up = reader.look_up(value, where, names)
        return Key(name, LOOK_UP, look_up) if look_up is not None else None
    about = ""
    if isinstance(value, dict):
        described = reader.fitted(value, Described, where)
        if described is None:
            return None
        value, about = described.default, escape(described.help)
    if isinstance(value, list):
        return _word(reader, name, value, where)
    if isinstance(value, str):
        expression = reader.expression(value, where, names)
        type_ = DICE if _rolls(value) else DERIVED
        return Key(name, type_, expression, about) if expression is not None else None
    return Key(name, FLAG if isinstance(value, bool) else NUMBER, value, about)


def _points(reader: Reader, name: str, value: Mapping[str, Any], where: str, names: Names) -> Key | None:
    points = reader.fitted(value, Points, where)
    full = reader.expression(points.full, f"{where}.full", names, dice=False) if points is not None else None
    if points is None or full is None:
        return None
    return Key(name, POINTS, full, escape(points.help), least=points.least)


def _word(reader: Reader, name: str, words: list[str], where: str) -> Key | None:
    if words and all(map(_WORD.fullmatch, words)):
        return Key(name, WORD, words[0], words=tuple(words))
    reader.slip(where, "expected words: a letter, then letters, digits, _ and -", 'As in ["steel", "fire"]')
    return None


class Owner:
    """The keys of one combatant or weapon as expressions see them, each computed once."""

    def __init__(self, thing: Any, kind: Kind, names: Names, more: Callable[[Owner, str], Value | None]) -> None:
        self.thing, self.kind, self.names = thing, kind, names
        self._more = more
        self._known: dict[str, Value] = {}
        self._asking: tuple[str, ...] = ()

    def __call__(self, name: str) -> Value:
        """Return a key's value: a number, or dice as text."""
        if name not in self._known:
            self._known[name] = self._value(name)
        return self._known[name]

    def _value(self, name: str) -> Value:
        if name in self._asking:
            way = " -> ".join((*self._asking[self._asking.index(name) :], name))
            raise InvalidError(f"{name} needs itself: {way}", path=f"{self.kind.path}.{name}")
        if len(self._asking) >= DEEPEST:
            raise InvalidError(f"keys use keys at most {DEEPEST} deep", path=f"{self.kind.path}.{name}")
        self._asking += (name,)
        try:
            return self._worked_out(name)
        finally:
            self._asking = self._asking[:-1]

    def _worked_out(self, name: str) -> Value:
        thing = self.thing
        if name in self.kind.maxima:
            written, points = getattr(thing, name), getattr(thing, self.kind.maxima[name])
            if written is not None:
                return written
            return points if points is not None else self.of(self.kind.keys[self.kind.maxima[name]].default)
        key = self.kind.keys.get(name)
        if key is None:
            return self._more(self, name)
        value = getattr(thing, name)
        if key.type == POINTS:
            return value if value is not None else self(f"max_{name}")
        if key.type == WORD:
            return self.names.words[value]
        if value is None:
            value = key.default
        return self.of(value, name)

    def of(self, value: Any, name: str = "") -> Value:
        """Return the value of a number, an expression or a look-up; dice stay dice."""
        if isinstance(value, int):
            return int(value)
        if isinstance(value, LookUp):
            value = value.expression(value.of.number(self))
        if isinstance(value, str):
            value = compiled(value, name, self.names)
        assert isinstance(value, Expression)
        filled = value.filled(self)
        number = value.evaluated(filled)
        return filled if number is None else number

    def setting(self, name: str, value: int) -> dict[str, Any]:
        """Return the keys to write so that a key has a value; none if it has it already."""
        points = self.kind.maxima.get(name)
        key = self.kind.keys[points or name]
        if key.type == POINTS:
            most = self(f"max_{key.name}")
            value = max(value, key.least) if points else max(key.least, min(value, max(most, self(name))))
        if value == self(name):
            return {}
        if points:
            return {name: value, points: min(self(points), value)}
        if key.type == POINTS:
            return {name: value, f"max_{name}": most}
        if key.type == WORD:
            word = next((word for word in key.words if self.names.words[word] == value), None)
            if word is None:
                raise RefusedError(f"{self.kind.path}.{name} cannot be that word", f"It is {', '.join(key.words)}.")
            return {name: word}
        return {name: bool(value) if key.type == FLAG else value}

    def misfits(self) -> Iterator[tuple[str, str, str]]:
        """Yield the written keys with impossible values: key, message, hint."""
        for name, key in self.kind.keys.items():
            written = getattr(self.thing, name)
            if written is None or (not isinstance(written, str) and key.type != POINTS) or key.type == WORD:
                continue
            try:
                value = self(name)
                if isinstance(value, str):
                    parsed(value)
                if key.type == POINTS and value < key.least:
                    yield name, f"{value} is below {key.least}, the least", ""
            except DiceError as error:
                column = f" column {error.column}" if error.column else ""
                yield name, f'"{written}"{column}: {error.message}', error.hint
            except (InvalidError, RefusedError) as error:
                yield name, error.message, error.hint


def needs_of(kind: Kind) -> dict[str, frozenset[str]]:
    """Return the keys that each default needs."""
    worked_out = {name: key.default for name, key in kind.keys.items()}
    needs = {name: each.bare for name, each in worked_out.items() if isinstance(each, (Expression, LookUp))}
    return needs | {most: needs[name] for most, name in kind.maxima.items() if name in needs}


def check_circles(reader: Reader, path: Callable[[str], str], needs: Mapping[str, frozenset[str]]) -> None:
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
