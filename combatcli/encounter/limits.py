"""Checks the limits of reading before writing, so that the next command can read the file."""

from __future__ import annotations

from combatcli.encounter.document import DEEPEST, check_keys, check_numbers
from combatcli.encounter.reading import LIMIT
from combatcli.errors import InvalidError, RefusedError
from combatcli.toml import Tables

NAMED = 3
"""The number of keys that a message names of the path to a value that is too deep."""


def check_text(text: str, tables: Tables) -> None:
    """Refuse a text, with its tables, that no command could read again.

    Raises RefusedError for a text that is too large, InvalidError for keys too deep and numbers too large.
    """
    # A letter takes at most four bytes.
    if len(text) > LIMIT // 4 and len(text.encode(errors="surrogatepass")) > LIMIT:
        raise RefusedError(
            f"the encounter would be larger than {LIMIT // 1024 // 1024} MiB, the most that a command reads",
            "Remove what the fight does not need.",
        )
    check_keys(text, "the changed encounter")
    check_numbers(tables, text)


def check_depth(value: object, besides: object, keys: tuple[str, ...] = ()) -> None:
    """Refuse tables and lists that are nested too deep; InvalidError names the first keys of the path.

    Values that are the same object in ``besides``, at the same place, have been checked on reading and are skipped.
    """
    if value is besides:
        return
    if len(keys) < NAMED and isinstance(value, dict):
        counterpart = besides if isinstance(besides, dict) else {}
        for key, item in value.items():
            check_depth(item, counterpart.get(key), (*keys, key))
    elif _is_deeper(value, DEEPEST - len(keys)):
        hint = f"Lists and tables lie at most {DEEPEST} in each other."
        raise InvalidError("it is nested too deeply", hint, path=".".join(keys))


def _is_deeper(value: object, levels: int) -> bool:
    """Tell whether tables and lists are nested deeper than ``levels``; it looks no deeper."""
    if not isinstance(value, (dict, list)):
        return False
    inner = value.values() if isinstance(value, dict) else value
    return not levels or any(_is_deeper(item, levels - 1) for item in inner)
