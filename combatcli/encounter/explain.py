"""Why an encounter does not fit its schema, in a player's words, and which of its keys the schema does not know."""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Collection, Iterator
from functools import cache
from itertools import chain
from typing import Annotated, TypeVar

import msgspec

from combatcli.encounter.schema import Encounter
from combatcli.errors import MOST_LISTED, InvalidError, nearest
from combatcli.text import truncated
from combatcli.toml import Tables, Value

S = TypeVar("S", bound=msgspec.Struct)
WORDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text in quotes",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "null": "nothing",
}


_GONE = object()


class Fitting:
    """Looks for the values of tables that do not fit their schema: the first MOST_LISTED of them, and how many."""

    def __init__(self) -> None:
        self.misfits: list[InvalidError] = []
        self.number = 0

    def table(self, tables: Tables, type_: type[S]) -> S | None:
        """Return the typed view of tables, without what does not fit; None where too little is left of them."""
        try:
            return msgspec.convert(tables, type_)
        except msgspec.ValidationError:
            kept = self._kept(tables, type_, ())
        return None if kept is _GONE else msgspec.convert(kept, type_)

    def _kept(self, value: Value, type_: object, keys: tuple[str, ...]) -> Value:
        """Return of a value what fits, the same object if all of it does; _GONE if it must be left out itself."""
        try:
            msgspec.convert(value, type_)
        except msgspec.ValidationError as error:
            message, inside = _said(error)
        else:
            return value
        if inside:
            given, value = value, self._of_parts(value, type_, keys)
            try:
                msgspec.convert(value, type_)
            except msgspec.ValidationError as error:
                message, _ = _said(error)
                missing = _missing(message)
                if missing and missing[1] in given:  # left out, since it does not fit, which has been told
                    return _GONE
            else:
                return value
        self.number += 1
        if self.number <= MOST_LISTED:
            self.misfits.append(_misfit(message, value, type_, keys))
        return _GONE

    def _of_parts(self, value: Value, type_: object, keys: tuple[str, ...]) -> Value:
        parts = value.items() if isinstance(value, dict) else enumerate(value, 1)
        kept: list[tuple[Value, Value]] = []
        for key, part in parts:
            inner = _inner(type_, str(key))
            fits = part if inner is None else self._kept(part, inner, (*keys, str(key)))
            if fits is not _GONE:
                kept.append((key, fits))
        return dict(kept) if isinstance(value, dict) else [name for _, name in kept]


def _said(error: msgspec.ValidationError) -> tuple[str, bool]:
    """Return what an error says, and whether it says it of something inside the value."""
    parts = re.fullmatch(r"(?s)(.*?) - at `(?:key in )?\$(.*)`", str(error))
    return (parts[1], bool(parts[2])) if parts else (str(error), False)


def _missing(message: str) -> re.Match[str] | None:
    return re.search(r"missing required field `(.*)`", message)


def _misfit(message: str, value: object, type_: object, keys: tuple[str, ...]) -> InvalidError:
    """Return an error that names the key, as `combatants.mira.brawn`, and what is expected there."""
    if missing := _missing(message):
        where = ".".join([*keys, missing[1]])
        return InvalidError("this key is missing", f"Add it: {missing[1]} = …", path=where)
    if choices := _choices(type_):
        return InvalidError(f"{_shown(value)} is none of its values", nearest(str(value), choices), path=".".join(keys))
    return InvalidError(_expected(message, value), path=".".join(keys) or "the encounter")


def _expected(message: str, value: object) -> str:
    expected = re.match(r"Expected `([^`]*)`(?: (>=|<=|>|<) (-?\d+))?", message)
    if expected is None:
        return message
    kinds = [WORDS.get(kind, kind) for kind in expected[1].split(" | ") if kind != "null"]
    if isinstance(value, float) and WORDS["int"] in kinds:
        kinds = [kind for kind in kinds if kind not in (WORDS["bool"], WORDS["str"])]
    sign, number = expected[2], expected[3]
    limit = f" of {number} or more" if sign == ">=" else f" {sign} {number}" if sign else ""
    return f"expected {' or '.join(kinds)}{limit}, found {_shown(value)}"


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{truncated(value)}"' if isinstance(value, str) else str(value)


def _fields(type_: object) -> dict[str, object] | None:
    return _fields_of(type_) if isinstance(type_, type) and issubclass(type_, msgspec.Struct) else None


@cache
def _fields_of(type_: type[msgspec.Struct]) -> dict[str, object]:
    hints = typing.get_type_hints(type_, include_extras=True)
    names = zip(type_.__struct_encode_fields__, type_.__struct_fields__, strict=True)
    return {encoded: hints[name] for encoded, name in names}


def _inner(type_: object, key: str) -> object:
    """Return the type of what a key, or a list's place, holds."""
    for option in _options(type_):
        fields = _fields(option)
        if fields is not None:
            return fields.get(key)
        arguments = typing.get_args(option)
        if arguments and typing.get_origin(option) is not typing.Literal:
            return arguments[-1]
    return None


def _options(type_: object) -> list[object]:
    origin, arguments = typing.get_origin(type_), typing.get_args(type_)
    if origin is Annotated:
        return _options(arguments[0])
    if origin in (typing.Union, types.UnionType):
        return [option for part in arguments if part is not type(None) for option in _options(part)]
    return [type_]


def _choices(type_: object) -> list[str]:
    return [
        str(choice)
        for option in _options(type_)
        if typing.get_origin(option) is typing.Literal
        for choice in typing.get_args(option)
        if choice != ""
    ]


def keys_within(type_: type[Encounter]) -> tuple[Collection[str], Collection[str], Collection[str]]:
    """Return the keys of a combatant, of its armor and of one of its weapons; none where it has no such table."""
    combatant = _inner(_inner(type_, "combatants"), "")
    tables = (_inner(combatant, "armor"), _inner(_inner(combatant, "weapons"), ""))
    armor, weapon = (next((known for option in _options(table) if (known := _fields(option))), {}) for table in tables)
    return _fields(combatant) or {}, armor, weapon


def unknown_keys(
    tables: Tables, type_: type[msgspec.Struct], switches: Collection[str] = (), besides: object = None
) -> Iterator[tuple[str, str]]:
    """Find the keys that the schema does not know: each one's path, and a hint that names the nearest known one.

    The hint is left out after so many as are told.

    ``switches`` are the keys that the game's [house] table may have; without them it may have any. Tables that others,
    ``besides``, have as well, the same objects in the same places, are passed over.
    """
    found = _unknown(tables, type_, "", besides)
    house = tables.get("house")
    if isinstance(house, dict) and switches:
        found = chain(found, ((f"house.{key}", key, switches) for key in house if key not in switches))
    for number, (path, key, known) in enumerate(found):
        yield path, nearest(key, known) if number < MOST_LISTED else ""


def _unknown(value: object, type_: object, path: str, besides: object) -> Iterator[tuple[str, str, Collection[str]]]:
    """Find unknown keys: the path, the key, and those that are known in its place."""
    if isinstance(value, list):
        for number, item in enumerate(value, 1):
            if isinstance(item, (dict, list)):
                yield from _unknown(item, _inner(type_, ""), f"{path}.{number}", None)
    if not isinstance(value, dict) or value is besides:
        return
    others = besides if isinstance(besides, dict) else {}
    fields = next((known for option in _options(type_) if (known := _fields(option)) is not None), None)
    for key, item in value.items():
        where = f"{path}.{key}".lstrip(".")
        if fields is not None and key not in fields:
            yield where, key, fields
        elif isinstance(item, (dict, list)) and (inner := _inner(type_, key)) is not None:
            yield from _unknown(item, inner, where, others.get(key))
