"""Points that are lost and given back, as in hp and max_hp: keys that have their maximum beside them."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct, ValidationError, convert

from combatcli.toml import Tables

MAXIMUM = "max_"


def with_maximum(type_: type[Struct]) -> list[str]:
    """Return the keys of a combatant that are points: those whose maximum is a key, too."""
    keys = type_.__struct_encode_fields__
    return [key for key in keys if f"{MAXIMUM}{key}" in keys]


def may_be_negative(type_: type[Struct], key: str) -> bool:
    """Tell whether points may fall below 0: whether the key's type takes such a number."""
    try:
        convert({key: -1}, type_)
    except ValidationError:
        return False
    return True


def fresh(keys: Tables, type_: type[Struct], brought: Collection[str], lost: Collection[str]) -> Tables:
    """Return the keys of a combatant without what a fight ``brought``, all points full of which some are ``lost``.

    A maximum that is written is what the points are then; where none is, they are as full as with nothing said.
    """
    made = {key: value for key, value in keys.items() if key not in brought}
    for key in with_maximum(type_):
        if f"{MAXIMUM}{key}" in made:
            made[key] = made.pop(f"{MAXIMUM}{key}")
        elif key in lost:
            made.pop(key, None)
    return made
