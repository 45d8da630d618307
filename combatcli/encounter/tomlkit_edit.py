"""Changing an array or an inline table from the inside: tomlkit keeps what is written around what changed."""

from __future__ import annotations

import difflib
import re

import tomlkit

from combatcli.encounter.layout import Keys, same, toml_value
from combatcli.toml import Tables, Value


def change_nested(piece: str, keys: Keys, before: object, after: object) -> str:
    """Return a statement changed from the inside."""
    document: Value = tomlkit.parse(piece)
    table = document
    for name in keys[:-1]:
        table = table[name]
    _update(table, {keys[-1]: before}, {keys[-1]: after})
    result: str = document.as_string()
    return (
        re.sub(r"(?<!\r)\n", "\r\n", result)
        if piece.endswith("\r\n") and "\n" not in piece.replace("\r\n", "")
        else result
    )


def _update(container: Value, old: Tables, new: Tables) -> None:
    """Make a table of tomlkit's, that holds ``old`` (and maybe more), hold ``new`` in its stead."""
    for key, value in old.items():
        if key not in new:
            del container[key]
        elif isinstance(value, dict) and isinstance(new[key], dict):
            _update(container[key], value, new[key])
        elif isinstance(value, list) and isinstance(new[key], list):
            _update_array(container[key], value, new[key])
        elif not same(value, new[key]):
            container[key] = tomlkit.value(toml_value(new[key]))
    for key, value in new.items():
        if key not in old:
            container[key] = tomlkit.value(toml_value(value))


def _update_array(array: Value, old: list[Value], new: list[Value]) -> None:
    """Make an array of tomlkit's hold ``new``, touching no element that stays; numbers keep their places."""
    if len(old) == len(new) and all(isinstance(item, int | float) for item in (*old, *new)):
        for index, (before, value) in enumerate(zip(old, new, strict=True)):
            if not same(before, value):
                array[index] = tomlkit.value(toml_value(value))
        return
    matcher = difflib.SequenceMatcher(None, list(map(repr, old)), list(map(repr, new)), autojunk=False)
    # From behind, so that the places before it still hold.
    for tag, low, high, start, stop in reversed(matcher.get_opcodes()):
        if tag == "equal":
            continue
        del array[low:high]
        for offset, value in enumerate(new[start:stop]):
            array.insert(low + offset, tomlkit.value(toml_value(value)))
