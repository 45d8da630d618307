"""The keys of combatants and weapons that a game's file declares: types, defaults and values."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from typing import Any

from combatcli.encounter.references import Problem
from combatcli.errors import CombatError, DiceError, InvalidError, RefusedError
from combatcli.records import Record
from combatcli.rulesets.from_file.expressions import LARGEST, NUMBER, Names, Value, compiled, parsed

FLAG, WHOLE, WORD, FORMULA, POINTS, MAXIMUM = "flag", "whole", "word", "formula", "points", "maximum"
DEEPEST = 50


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
        self.numbers = [name for name, key in keys.items() if key.type != WORD and key.sort == NUMBER]

    def of_type(self, *types: str) -> list[str]:
        """Return the names of the keys of some types."""
        return [name for name, key in self.keys.items() if key.type in types]

    def settable(self, name: str) -> bool:
        """Tell whether a change may set a key."""
        return name in self.keys and self.keys[name].type != FORMULA


class OwnerKeys:
    """The keys of one combatant or weapon as expressions see them, each computed once."""

    def __init__(self, thing: Any, table: KeyTable, more: Callable[["OwnerKeys", str], Value | None]) -> None:
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
        formula: Any = key.default if written is None else self.table.compiled(written, name)
        return formula.chosen(self).value(self)

    def changes_to_set(self, name: str, value: int) -> dict[str, Any]:
        """Return the keys to write so that a key has a value; none if it has it already."""
        key = self.table.keys[name]
        most = self(f"max_{name}") if key.type == POINTS else value
        value = max(key.least, min(value, max(most, self(name))))
        if value == self(name):
            return {}
        if key.type == POINTS:
            return {name: value, f"max_{name}": most}
        if key.type == MAXIMUM:
            points = self.table.maxima[name]
            return {name: value, points: min(self(points), value)}
        if key.type == WORD:
            words = {self.table.names.words[word]: word for word in key.words}
            if value not in words:
                raise RefusedError(f"{self.table.path}.{name} cannot be that word", f"It is {', '.join(key.words)}.")
            return {name: words[value]}
        return {name: bool(value) if key.type == FLAG else value}

    def misfits(self, path: str) -> Iterator[Problem]:
        """Yield the written keys with impossible values, at a path."""
        for name, key in self.table.keys.items():
            written = getattr(self.thing, name)
            try:
                value = self(name) if written is not None else 0
                if isinstance(value, str):
                    parsed(value)
                elif written is not None and key.type == POINTS and value < key.least:
                    yield Problem(f"{path}.{name}", f"{value} is below {key.least}, the least")
            except CombatError as error:
                column = f" column {error.column}" if isinstance(error, DiceError) and error.column else ""
                quoted = f'"{written}"{column}: ' if isinstance(error, DiceError) else ""
                yield Problem(f"{path}.{name}", f"{quoted}{error.message}", error.hint)
