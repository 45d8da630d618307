"""Why an encounter does not fit its schema, in a player's words, and which of its keys the schema does not know."""

from __future__ import annotations

import re
import types
import typing
from functools import cache
from itertools import chain

import msgspec

from combatcli.errors import MOST_TOLD, InvalidError, nearest
from combatcli.text import truncated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from combatcli.encounter.schema import Encounter
    from combatcli.toml import Tables, Value

WORDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text in quotes",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "null": "nothing",
}


def explain(error: msgspec.ValidationError, tables: Tables, type_: type[Encounter]) -> InvalidError:
    """Turn a validation error into one that names the key, as `combatants.mira.brawn`, and what is expected there."""
    parts = re.fullmatch(r"(?s)(.*?)(?: - at `(?:key in )?\$(.*)`)?", str(error))
    message, path = (parts[1], parts[2] or "") if parts else (str(error), "")
    keys = _located(tables, type_, re.findall(r"\.([^.\[\]]+)|\[([^\]]*)\]", path))
    if missing := re.search(r"missing required field `(.*)`", message):
        where = ".".join([*keys, missing[1]])
        return InvalidError("this key is missing", f"Add it: {missing[1]} = …", path=where, keys=tuple(keys))
    value = _value(tables, keys)
    choices = _choices(type_, keys)
    if choices:
        hint = nearest(str(value), choices)
        return InvalidError(f"{_shown(value)} is not an allowed value", hint, path=".".join(keys), keys=tuple(keys))
    return InvalidError(_expected(message, value), path=".".join(keys) or "the encounter", keys=tuple(keys))


def without(tables: Value, keys: Sequence[str]) -> Value:
    """Return tables without the value that keys lead to, as numbers counted from 1 in a list."""
    if not keys:
        return {}
    first, rest = keys[0], keys[1:]
    if isinstance(tables, list):
        index = int(first) - 1
        kept = [without(tables[index], rest)] if rest else []
        return [*tables[:index], *kept, *tables[index + 1 :]]
    if not rest:
        return {key: each for key, each in tables.items() if key != first}
    return {**tables, first: without(tables[first], rest)}


def _expected(message: str, value: object) -> str:
    expected = re.match(r"Expected `([^`]*)`(?: (>=|<=|>|<) (-?\d+))?", message)
    if expected is None:
        return message
    kinds = [WORDS.get(kind.strip(), kind.strip()) for kind in expected[1].split("|") if kind.strip() != "null"]
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


def _located(tables: Tables, type_: type[Encounter], path: list[tuple[str, str]]) -> list[str]:
    """Return the keys of a path in which msgspec leaves out the names of a table's own keys."""
    keys: list[str] = []
    for name, index in path:
        if name:
            keys.append(name)
        elif index == "...":
            keys.append(_culprit(tables, type_, keys))
        else:
            keys.append(str(int(index) + 1))
    return keys


def _culprit(tables: Tables, type_: type[Encounter], keys: list[str]) -> str:
    table: Tables = _value(tables, keys)
    for name, value in table.items():
        try:
            msgspec.convert(_narrowed(tables, keys, {name: value}), type_)
        except msgspec.ValidationError:
            return name
    return "…"


def _narrowed(tables: Value, keys: list[str], value: Tables) -> Value:
    """Return the tables with one value in the place of the one at a path, and no other table beside it."""
    if not keys:
        return value
    if isinstance(tables, list):
        return [_narrowed(tables[int(keys[0]) - 1], keys[1:], value)]
    inner = tables[keys[0]]
    rest = {key: each for key, each in tables.items() if not isinstance(each, (dict, list))}
    return {**rest, keys[0]: _narrowed(inner, keys[1:], value)}


def _value(tables: object, keys: list[str]) -> Value:
    value = tables
    for key in keys:
        if isinstance(value, list):
            value = value[int(key) - 1]
        elif isinstance(value, dict):
            value = value.get(key)
    return value


def _fields(type_: object) -> dict[str, object] | None:
    return _fields_of(type_) if isinstance(type_, type) and issubclass(type_, msgspec.Struct) else None


@cache
def _fields_of(type_: type[msgspec.Struct]) -> dict[str, object]:
    hints = typing.get_type_hints(type_)
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
    if typing.get_origin(type_) in (typing.Union, types.UnionType):
        return [option for option in typing.get_args(type_) if option is not type(None)]
    return [type_]


def _choices(type_: type[Encounter], keys: list[str]) -> list[str]:
    inner: object = type_
    for key in keys:
        inner = _inner(inner, key)
    return [
        str(choice)
        for option in _options(inner)
        if typing.get_origin(option) is typing.Literal
        for choice in typing.get_args(option)
        if choice != ""
    ]


def keys_within(type_: type[Encounter]) -> tuple[Collection[str], Collection[str], Collection[str]]:
    """Return the keys of a combatant, of its armor and of one of its weapons; none where it has no such table."""
    combatant = _inner(_inner(type_, "combatants"), "")
    tables = (_inner(combatant, "armor"), _inner(_inner(combatant, "weapons"), ""))
    armor, weapon = (next((known for each in _options(table) if (known := _fields(each))), {}) for table in tables)
    return _fields(combatant) or {}, armor, weapon


def unknown_keys(
    tables: Tables, type_: type[Encounter], switches: Collection[str] = (), besides: object = None
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
        yield path, nearest(key, known) if number < MOST_TOLD else ""


def _unknown(value: object, type_: object, path: str, besides: object) -> Iterator[tuple[str, str, Collection[str]]]:
    """Find unknown keys: the path, the key, and those that are known in its place."""
    if isinstance(value, list):
        for number, each in enumerate(value, 1):
            if isinstance(each, (dict, list)):
                yield from _unknown(each, _inner(type_, ""), f"{path}.{number}", None)
    if not isinstance(value, dict) or value is besides:
        return
    others = besides if isinstance(besides, dict) else {}
    fields = next((known for option in _options(type_) if (known := _fields(option)) is not None), None)
    for key, each in value.items():
        where = f"{path}.{key}".lstrip(".")
        if fields is not None and key not in fields:
            yield where, key, fields
        elif isinstance(each, (dict, list)) and (inner := _inner(type_, key)) is not None:
            yield from _unknown(each, inner, where, others.get(key))
