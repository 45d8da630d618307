"""The keys of a combatant, or of a weapon, that a game's file declares: their types, and what they come to."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from combatcli.errors import DiceError, InvalidError, RefusedError
from combatcli.records import Record
from combatcli.rulesets.from_file.compiling import Names, compiled
from combatcli.rulesets.from_file.expressions import DICE, NUMBER, WORD, Expression, Value, parsed
from combatcli.rulesets.from_file.reader import EXPECTED, LookUp, Reader
from combatcli.rulesets.from_file.reader import WORD as A_WORD

DERIVED, FLAG, POINTS, LOOK_UP = "derived", "flag", "points", "look-up"
DEEPEST = 50
_DICE = re.compile(r"(?<![A-Za-z_.])\d*d(?:\d|[fF%({])")
MOST_KEYS = 500


class Key(Record):
    """A key: its type, what it is where a fight does not say, and what it means."""

    name: str
    type: str
    default: Any
    help: str = ""
    words: tuple[str, ...] = ()
    least: int = 0

    @property
    def sort(self) -> str:
        """What an expression sees of it."""
        if self.type == DICE or (self.type == LOOK_UP and self._has_dice()):
            return DICE
        return WORD if self.type == WORD else NUMBER

    def _has_dice(self) -> bool:
        return any(_rolls(row.text) for _, _, row in self.default.rows)


class Kind:
    """All keys of a combatant, or of a weapon; those of points have their maximum beside them."""

    def __init__(self, keys: Mapping[str, Key], path: str) -> None:
        self.keys = keys
        self.path = path
        self.maxima = {f"max_{name}": name for name, key in keys.items() if key.type == POINTS}
        self.sorts = {name: key.sort for name, key in keys.items()} | dict.fromkeys(self.maxima, NUMBER)

    def settable(self, name: str) -> bool:
        """Tell whether a change may set a key."""
        return name in self.maxima or (name in self.keys and self.keys[name].type in (NUMBER, FLAG, WORD, POINTS))


def read_kind(reader: Reader, table: Mapping[str, Any], path: str, taken: Any, names: Names) -> Kind:
    """Return the keys that a table declares; ``taken`` are those that everybody has, ``names`` what else has a name."""
    drafts = {key: value for key, value in table.items() if _is_free(reader, key, path, taken)}
    own = {key: _sort(value) for key, value in drafts.items()}
    names = names.changed(bare={**names.bare, **own, **_maxima(drafts)})
    keys = {key: found for key, value in drafts.items() if (found := _key(reader, key, value, path, names))}
    return Kind(keys, path)


def _maxima(drafts: Mapping[str, Any]) -> dict[str, str]:
    return {f"max_{key}": NUMBER for key, value in drafts.items() if isinstance(value, dict) and "full" in value}


def words_of(*tables: Mapping[str, Any]) -> dict[str, int]:
    """Return the words that keys choose among, each with the number that it is to the notation."""
    lists = [value for table in tables for value in table.values() if isinstance(value, list)]
    words = [word for value in lists for word in value if isinstance(word, str)]
    return {word: number for number, word in enumerate(dict.fromkeys(words), 1)}


def _sort(value: object) -> str:
    if isinstance(value, list):
        return WORD
    if isinstance(value, dict):
        rows = value.values() if "of" in value else [value.get("default")]
        return DICE if any(isinstance(row, str) and _rolls(row) for row in rows) else NUMBER
    return DICE if isinstance(value, str) and _rolls(value) else NUMBER


def _rolls(text: str) -> bool:
    """Tell whether a text is dice, with names or without."""
    return bool(_DICE.search(text))


def _is_free(reader: Reader, key: str, path: str, taken: Any) -> bool:
    where = f"{path}.{key}"
    if key in taken:
        reader.slip(where, f"every {path} has a {key} of its own", "Choose another name.")
        return False
    return reader.name(key, where)


def _key(  # noqa: PLR0911  (one for each type of key)
    reader: Reader, key: str, value: Any, path: str, names: Names
) -> Key | None:
    where = f"{path}.{key}"
    help_ = ""
    if isinstance(value, dict):
        if "of" in value:
            found = reader.look_up(value, where, names)
            return Key(key, LOOK_UP, found) if found is not None else None
        help_ = reader.text_of(value, "help", f"{where}.help")
        if "full" in value:
            return _points(reader, key, value, where, names)
        reader.known(where, value, ("default", "help"), "a key")
        value = value.get("default")
    if isinstance(value, bool):
        return Key(key, FLAG, value, help_)
    if isinstance(value, int):
        return Key(key, NUMBER, reader.number(value, where), help_)
    if isinstance(value, list):
        return _word(reader, key, value, where)
    if isinstance(value, str):
        expression = reader.expression(value, where, names)
        if expression is None:
            return None
        return Key(key, DICE if _rolls(value) else DERIVED, expression, help_)
    reader.slip(where, "expected a whole number" if isinstance(value, float) else EXPECTED)
    return None


def _points(reader: Reader, key: str, value: Mapping[str, Any], where: str, names: Names) -> Key | None:
    reader.known(where, value, ("full", "least", "help"), "points")
    full = reader.expression(value["full"], f"{where}.full", names, dice=False)
    least = reader.number(value.get("least", 0), f"{where}.least")
    if full is None:
        return None
    return Key(key, POINTS, full, reader.text_of(value, "help", f"{where}.help"), least=least)


def _word(reader: Reader, key: str, value: list[Any], where: str) -> Key | None:
    wrong = [word for word in value if not (isinstance(word, str) and A_WORD.fullmatch(word))]
    if not value or wrong:
        reader.slip(where, "expected words: a letter, then letters, digits, _ and -", 'As in ["steel", "fire"]')
        return None
    return Key(key, WORD, value[0], words=tuple(value))


class Owner:
    """The keys of one combatant, or of one weapon, as expressions see them; each is worked out once."""

    def __init__(self, thing: Any, kind: Kind, names: Names, more: Callable[[Owner, str], Value | None]) -> None:
        self.thing, self.kind, self.names = thing, kind, names
        self._more = more
        self._known: dict[str, Value] = {}
        self._asking: tuple[str, ...] = ()

    def __call__(self, name: str) -> Value:
        """Return what a key is: a number, or dice as text."""
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
        """Return what a number, an expression or a look-up comes to; dice stay dice."""
        if isinstance(value, int):
            return int(value)
        if isinstance(value, LookUp):
            value = looked_up(value, value.of.number(self))
        if isinstance(value, str):
            value = compiled(value, name, self.names)
        assert isinstance(value, Expression)
        filled = value.filled(self)
        number = value.evaluated(filled)
        return filled if number is None else number

    def misfits(self) -> Iterator[tuple[str, str, str]]:
        """Go through the keys that a fight wrote and that cannot be: which, what is wrong, a hint."""
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


def looked_up(table: LookUp, number: int) -> Any:
    """Return the row of a number; RefusedError where there is none."""
    row = table.row(number)
    if row is None:
        raise RefusedError(f"{table.path}: no row has {number}", "Add one to the game.")
    return row


def needs_of(kind: Kind) -> dict[str, frozenset[str]]:
    """Return what each key needs where a fight says nothing."""
    needs = {}
    for name, key in kind.keys.items():
        if isinstance(key.default, LookUp):
            needs[name] = key.default.of.bare.union(*[row.bare for _, _, row in key.default.rows])
        elif isinstance(key.default, Expression):
            needs[name] = key.default.bare
    return needs | {most: needs[name] for most, name in kind.maxima.items() if name in needs}


def check_circles(reader: Reader, path: Callable[[str], str], needs: Mapping[str, frozenset[str]]) -> None:
    """Find what needs itself, or needs others too deep, where a fight says nothing."""
    depths: dict[str, int] = {}

    def depth(name: str, way: tuple[str, ...]) -> int:
        if name in way:
            circle = (*way[way.index(name) :], name)
            raise InvalidError(f"needs itself: {' -> '.join(circle)}.", path=name)
        if len(way) > DEEPEST:
            raise InvalidError(f"keys use keys at most {DEEPEST} deep", path=way[0])
        if name not in depths:
            depths[name] = 1 + max([depth(each, (*way, name)) for each in sorted(needs.get(name, ()))], default=0)
        if len(way) + depths[name] > DEEPEST + 1:
            raise InvalidError(f"keys use keys at most {DEEPEST} deep", path=name)
        return depths[name]

    for name in needs:
        try:
            depth(name, ())
        except InvalidError as error:
            reader.slip(path(error.path), error.message.replace(": ", " ", 1) if "itself" in error.what else error.what)
            return
