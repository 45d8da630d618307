"""What the keys of a table take, by the types of its schema."""

import types
import typing
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Literal

from msgspec import Struct

KeyTypes = Mapping[str, object]


@cache
def key_types(table: type[Struct]) -> KeyTypes:
    """Return the type of each key of a table."""
    hints = typing.get_type_hints(table, include_extras=True)
    names = zip(table.__struct_encode_fields__, table.__struct_fields__, strict=True)
    return {key: hints[name] for key, name in names}


def types_without_none(type_: object) -> list[object]:
    """Return the types of which a value may be, without None and annotations."""
    origin, arguments = typing.get_origin(type_), typing.get_args(type_)
    if origin is Annotated:
        return types_without_none(arguments[0])
    if origin in (typing.Union, types.UnionType):
        return [option for part in arguments if part is not type(None) for option in types_without_none(part)]
    return [type_]


def kinds_of_values(type_: object) -> set[object]:
    """Return the kinds of values that an annotation allows: list for list[str], Literal for fixed words."""
    return {typing.get_origin(option) or option for option in types_without_none(type_)}


def fixed_words(type_: object) -> list[str]:
    """Return the fixed words that a value may be."""
    literals = [option for option in types_without_none(type_) if typing.get_origin(option) is Literal]
    return [str(choice) for literal in literals for choice in typing.get_args(literal) if choice != ""]


def table_type_in(type_: object) -> type[Struct] | None:
    """Return the table that a value may be; None where it is none."""
    return next(
        (each for each in types_without_none(type_) if isinstance(each, type) and issubclass(each, Struct)), None
    )


def key_types_of_table_in(type_: object) -> KeyTypes | None:
    """Return the types of the keys of the table that a value may be; None where it is none."""
    table = table_type_in(type_)
    return None if table is None else key_types(table)


def type_of_values_in(type_: object, key: str = "") -> object:
    """Return the type of the values under a key of a table, or in a list; None where it is unknown."""
    for option in types_without_none(type_):
        if (keys := key_types_of_table_in(option)) is not None:
            return keys.get(key)
        arguments = typing.get_args(option)
        if arguments and typing.get_origin(option) is not Literal:
            return arguments[-1]
    return None
