"""Explains to players why an encounter does not fit its schema, and which keys the schema does not know."""

import re
from collections.abc import Collection, Iterator
from itertools import chain
from typing import TypeVar

import msgspec

from combatcli.encounter.key_types import KeyTypes, fixed_words, key_types_of_table_in, type_of_values_in
from combatcli.encounter.schema import Encounter
from combatcli.errors import MOST_LISTED, InvalidError, nearest
from combatcli.text import shell_word, truncated, whole_number
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
DICE = re.compile(r"\d*d[\d%]")

_GONE = object()


class MisfitFinder:
    """Finds the values that do not fit their schema: the first MOST_LISTED of them, and their number."""

    def __init__(self) -> None:
        self.misfits: list[InvalidError] = []
        self.number = 0

    def table_without_misfits(self, tables: Tables, type_: type[S]) -> S | None:
        """Return the typed view of tables without values that do not fit; None where too little is left."""
        try:
            return msgspec.convert(tables, type_)
        except msgspec.ValidationError:
            fitting = self._fitting_parts(tables, type_, ())
        return None if fitting is _GONE else msgspec.convert(fitting, type_)

    def _fitting_parts(self, value: Value, type_: object, keys: tuple[str, ...]) -> Value:
        """Return the fitting parts of a value: the same object if all of it fits, _GONE if none can be kept."""
        try:
            msgspec.convert(value, type_)
        except msgspec.ValidationError as error:
            message, inside = _message_and_whether_inside(error)
        else:
            return value
        if inside:
            original, value = value, self._fitting_elements(value, type_, keys)
            try:
                msgspec.convert(value, type_)
            except msgspec.ValidationError as error:
                message, _ = _message_and_whether_inside(error)
                missing = _missing_field(message)
                if missing and missing[1] in original:  # left out as misfit, and reported before
                    return _GONE
            else:
                return value
        self.number += 1
        if self.number <= MOST_LISTED:
            self.misfits.append(_misfit_error(message, value, type_, keys))
        return _GONE

    def _fitting_elements(self, value: Value, type_: object, keys: tuple[str, ...]) -> Value:
        parts = value.items() if isinstance(value, dict) else enumerate(value, 1)
        elements: list[tuple[Value, Value]] = []
        for key, part in parts:
            part_type = type_of_values_in(type_, str(key))
            fits = part if part_type is None else self._fitting_parts(part, part_type, (*keys, str(key)))
            if fits is not _GONE:
                elements.append((key, fits))
        return dict(elements) if isinstance(value, dict) else [name for _, name in elements]


def _message_and_whether_inside(error: msgspec.ValidationError) -> tuple[str, bool]:
    """Return the message of an error, and whether it is about something inside the value."""
    parts = re.fullmatch(r"(?s)(.*?) - at `(?:key in )?\$(.*)`", str(error))
    return (parts[1], bool(parts[2])) if parts else (str(error), False)


def _missing_field(message: str) -> re.Match[str] | None:
    return re.search(r"missing required field `(.*)`", message)


def _misfit_error(message: str, value: object, type_: object, keys: tuple[str, ...]) -> InvalidError:
    """Return an error that names the key, such as `combatants.mira.brawn`, and the expected type."""
    if missing := _missing_field(message):
        where = ".".join([*keys, missing[1]])
        return InvalidError("this key is missing", f"Add it: {missing[1]} = …", path=where)
    if words := fixed_words(type_):
        return InvalidError(
            f"{_value_in_message(value)} is none of its values", nearest(str(value), words), path=".".join(keys)
        )
    return InvalidError(*_wrong_type_message(message, value), path=".".join(keys) or "the encounter")


def _wrong_type_message(message: str, value: object) -> tuple[str, str]:
    """Return the message of a value of another type, and what to write in its place."""
    expected = re.match(r"Expected `([^`]*)`(?: (>=|<=|>|<) (-?\d+))?", message)
    if expected is None:
        return message, ""
    kinds = [WORDS.get(kind, kind) for kind in expected[1].split(" | ") if kind != "null"]
    hint = _number_to_write(value) if isinstance(value, str) and WORDS["int"] in kinds else ""
    if isinstance(value, float) and WORDS["int"] in kinds:
        kinds = [kind for kind in kinds if kind not in (WORDS["bool"], WORDS["str"])]
    if WORDS["float"] in kinds:
        kinds = [kind for kind in kinds if kind != WORDS["int"]]
    sign, number = expected[2], expected[3]
    limit = f" of {number} or more" if sign == ">=" else f" {sign} {number}" if sign else ""
    return f"expected {' or '.join(kinds)}{limit}, found {_value_in_message(value)}", hint


def _number_to_write(text: str) -> str:
    """Return what to write for a text in the place of a whole number: 7 for 007, and what dice come to."""
    if (number := whole_number(text)) is not None:
        return f"Write {number}"
    return f"Write what they come to: `combatcli roll {shell_word(text)}`" if DICE.match(text) else ""


def _value_in_message(value: object) -> str:
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{truncated(value)}"' if isinstance(value, str) else str(value)


def keys_of_combatant_armor_weapons(type_: type[Encounter]) -> tuple[KeyTypes, KeyTypes, KeyTypes]:
    """Return the keys of a combatant, of its armor and of its weapons; empty where it has no such table."""
    combatant = type_of_values_in(type_of_values_in(type_, "combatants"))
    tables = (
        combatant,
        type_of_values_in(combatant, "armor"),
        type_of_values_in(type_of_values_in(combatant, "weapons")),
    )
    own, armor, weapon = (key_types_of_table_in(table) or {} for table in tables)
    return own, armor, weapon


def unknown_keys(
    tables: Tables, type_: type[msgspec.Struct], switches: Collection[str] = (), besides: object = None
) -> Iterator[tuple[str, str]]:
    """Yield the path of each key unknown to the schema, with a hint that names the nearest known one.

    After MOST_LISTED keys the hint is empty. ``switches`` are the keys allowed in the game's [house] table; empty
    allows any. Values that are the same object in ``besides``, at the same place, are skipped.
    """
    unknown = _unknown_in_value(tables, type_, "", besides)
    house = tables.get("house")
    if isinstance(house, dict) and switches:
        unknown = chain(unknown, ((f"house.{key}", key, switches) for key in house if key not in switches))
    for number, (path, key, candidates) in enumerate(unknown):
        yield path, nearest(key, candidates) if number < MOST_LISTED else ""


def _unknown_in_value(
    value: object, type_: object, path: str, besides: object
) -> Iterator[tuple[str, str, Collection[str]]]:
    """Yield unknown keys: the path, the key, and the keys known in its place."""
    if isinstance(value, list):
        for number, item in enumerate(value, 1):
            if isinstance(item, (dict, list)):
                yield from _unknown_in_value(item, type_of_values_in(type_), f"{path}.{number}", None)
    if not isinstance(value, dict) or value is besides:
        return
    counterpart = besides if isinstance(besides, dict) else {}
    keys = key_types_of_table_in(type_)
    for key, item in value.items():
        where = f"{path}.{key}".lstrip(".")
        if keys is not None and key not in keys:
            yield where, key, keys
        elif isinstance(item, (dict, list)) and (item_type := type_of_values_in(type_, key)) is not None:
            yield from _unknown_in_value(item, item_type, where, counterpart.get(key))
