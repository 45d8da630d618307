"""Rolls with names: `roll '@sneak'` from the encounter, `@mira.sneak` from a combatant, else the user's own file."""

from __future__ import annotations

import os
import re

from combatcli.dice.notation import parse
from combatcli.encounter import document, reading
from combatcli.errors import DiceError, InvalidError, RefusedError, nearest_of_few
from combatcli.pipeline.input import piped
from combatcli.records import Record
from combatcli.streams import STANDARD, VARIABLE, descriptor_of
from combatcli.text import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = re.compile(r"@([\w-]+(?:\.[\w-]+)?)")
OWN_FILE = "rolls.toml"


class NamedRoll(Record):
    """A roll's name, its expression, and the file that it stands in."""

    name: str
    expression: str
    where: str


def own_path() -> str:
    """Return where the user's own rolls are: in the platform's configuration folder."""
    from platformdirs import user_config_dir

    return os.path.join(user_config_dir("combatcli"), OWN_FILE)


def known_rolls(path: str | None) -> dict[str, NamedRoll]:
    """Return all rolls with names: those of an encounter and its combatants, then the user's own."""
    rolls: dict[str, NamedRoll] = {}
    where = path or (STANDARD if piped() else os.environ.get(VARIABLE))
    for roll in (*_of_encounter(where), *_of_user()):
        rolls.setdefault(roll.name.casefold(), roll)
    return rolls


def _of_encounter(path: str | None) -> Iterator[NamedRoll]:
    if not path:
        return
    if path == STANDARD:
        text = reading.read_standard_input()
    else:
        text = reading.read_text(path) if descriptor_of(path) is None else reading.read_open(path)
    tables = document.parse(text, "standard input" if path == STANDARD else escape(path))
    yield from _listed(tables.get("rolls"), path, "")
    combatants = tables.get("combatants")
    for who, keys in combatants.items() if isinstance(combatants, dict) else ():
        own = keys.get("rolls") if isinstance(keys, dict) else None
        yield from _listed(own, path, f"{who}.")


def _of_user() -> Iterator[NamedRoll]:
    path = own_path()
    if os.path.isfile(path):
        tables = document.parse(reading.read_text(path), escape(path))
        yield from _listed(tables.get("rolls", tables), path, "")


def _listed(rolls: object, path: str, start: str) -> Iterator[NamedRoll]:
    names: dict[str, str] = {}
    for name, expression in rolls.items() if isinstance(rolls, dict) else ():
        if (other := names.setdefault(name.casefold(), name)) != name:
            raise InvalidError(
                f"{escape(path)}: rolls.{escape(name)}: {escape(other)} is the same name",
                "The case of letters does not count; give one of them another name.",
            )
        if not isinstance(expression, str):
            raise InvalidError(f"{escape(path)}: rolls.{escape(name)}: expected an expression", 'As in sneak = "2d6+1"')
        yield NamedRoll(f"{start}{name}", expression, path)


def resolved(text: str, path: str | None) -> str:
    """Return an expression with the rolls in place of their names; a label after # is left alone.

    Raises RefusedError, which names the nearest, for an unknown one.
    """
    known = known_rolls(path)
    expression, mark, label = text.partition("#")
    names = sorted(known, key=len, reverse=True)
    pattern = re.compile("@(" + "|".join(map(re.escape, names)) + r")(?!\w)" if names else "(?!)", re.IGNORECASE)

    def put(match: re.Match[str]) -> str:
        roll = known[match[1].casefold()]
        _check(roll)
        return roll.expression if match[0] == expression.strip() else f"({roll.expression})"

    filled = pattern.sub(put, expression)
    unknown = NAME.search(filled)
    if unknown is not None:
        hint = nearest_of_few(unknown[1], [roll.name for roll in known.values()], sign="@")
        raise RefusedError(f"there is no roll @{unknown[1]}", hint or f"They may stand in {own_path()}.")
    return filled + mark + label


def _check(roll: NamedRoll) -> None:
    """Refuse a roll that is no expression, saying where it stands."""
    if "@" in roll.expression:
        raise InvalidError(f"the roll @{roll.name} of {escape(roll.where)} names another one", "Write it in full.")
    try:
        parse(roll.expression)
    except DiceError as error:
        message = f"the roll @{roll.name} of {escape(roll.where)}: {error.message}"
        raise DiceError(message, error.hint, text=error.text, column=error.column) from None
