"""Points such as hp, which are lost and recovered: keys with a key for their maximum, max_hp."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct, ValidationError, convert

from combatcli.toml import Tables

MAXIMUM = "max_"


def with_maximum(type_: type[Struct]) -> list[str]:
    """Return the keys of a combatant that are points: those with a key for their maximum."""
    keys = type_.__struct_encode_fields__
    return [key for key in keys if f"{MAXIMUM}{key}" in keys]


def may_be_negative(type_: type[Struct], key: str) -> bool:
    """Tell whether points may fall below 0, by the key's type."""
    try:
        convert({key: -1}, type_)
    except ValidationError:
        return False
    return True


def fresh(keys: Tables, type_: type[Struct], brought: Collection[str], lost: Collection[str]) -> Tables:
    """Return a combatant's keys as before a fight: without the keys that it ``brought``, and with ``lost`` points full.

    Full points are the written maximum; where none is written, the key is left to its default.
    """
    made = {key: value for key, value in keys.items() if key not in brought}
    for key in with_maximum(type_):
        if f"{MAXIMUM}{key}" in made:
            made[key] = made.pop(f"{MAXIMUM}{key}")
        elif key in lost:
            made.pop(key, None)
    return made
