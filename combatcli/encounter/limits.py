"""The limits of reading, held against what is about to be written: whatever a command accepts the next one reads."""

from __future__ import annotations

from combatcli.encounter.document import DEEPEST, check_keys, check_numbers
from combatcli.encounter.reading import LIMIT
from combatcli.errors import InvalidError, RefusedError
from combatcli.toml import Tables

NAMED = 3
"""How many keys a message names of those that lead to what lies too deep."""


def check_text(text: str, tables: Tables) -> None:
    """Refuse a text, made of tables, that no command could read again.

    Raises RefusedError where it is too large, InvalidError for keys that are too deep and numbers that are too large.
    """
    # No letter takes more than four bytes.
    if len(text) > LIMIT // 4 and len(text.encode(errors="surrogatepass")) > LIMIT:
        raise RefusedError(
            f"the encounter would be larger than {LIMIT // 1024 // 1024} MiB, the most that a command reads",
            "Remove what the fight does not need.",
        )
    check_keys(text, "the changed encounter")
    check_numbers(tables, text)


def check_depth(value: object, besides: object, keys: tuple[str, ...] = ()) -> None:
    """Refuse tables and lists that lie too deep in each other; InvalidError names the first keys that lead there.

    What is the same object in ``besides``, in the same place, has been read and is passed over.
    """
    if value is besides:
        return
    if len(keys) < NAMED and isinstance(value, dict):
        known = besides if isinstance(besides, dict) else {}
        for key, item in value.items():
            check_depth(item, known.get(key), (*keys, key))
    elif _is_deeper(value, DEEPEST - len(keys)):
        hint = f"Lists and tables lie at most {DEEPEST} in each other."
        raise InvalidError("it is nested too deeply", hint, path=".".join(keys))


def _is_deeper(value: object, levels: int) -> bool:
    """Tell whether more tables and lists than so many lie in each other; it looks no deeper."""
    if not isinstance(value, (dict, list)):
        return False
    inner = value.values() if isinstance(value, dict) else value
    return not levels or any(_is_deeper(item, levels - 1) for item in inner)
