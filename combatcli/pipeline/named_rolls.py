"""Rolls with names: `roll '@sneak'` from the encounter, `@mira.sneak` from a combatant, else the user's own file."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping

from combatcli.dice.limits import MOST_DEPTH
from combatcli.dice.modifiers import COMPARISONS
from combatcli.dice.notation import parse
from combatcli.encounter import document, reading
from combatcli.errors import DiceError, InvalidError, RefusedError, nearest_of_few
from combatcli.pipeline.input import piped
from combatcli.records import Record
from combatcli.streams import STANDARD, VARIABLE, descriptor_of
from combatcli.text import escape

Known = dict[str, "NamedRoll | NamedTable"]
"""All that has a name, by that name in lower case."""

NAME = re.compile(r"@([\w-]+(?:\.[\w-]+)?)")
_ONE = r"(?:-?\d+|\(-\d+\))"
COMPARED = re.compile(r"\s*(>=|<=|[<>=]|[gl][te]|eq)\s*(\d{1,9})(?![\d]*d)", re.IGNORECASE)
NUMBERS = re.compile(rf"\s*\(\s*({_ONE}(?:\s*,\s*{_ONE})*)\s*\)")
OWN_FILE = "rolls.toml"


class NamedRoll(Record):
    """A roll's name, its expression, and the file that it stands in."""

    name: str
    expression: str
    where: str


class NamedTable(Record):
    """A table's name, its keys as they stand in the file, and that file."""

    name: str
    keys: Mapping[str, object]
    where: str


def own_path() -> str:
    """Return where the user's own rolls are: in the platform's configuration folder."""
    from platformdirs import user_config_dir

    return os.path.join(user_config_dir("combatcli"), OWN_FILE)


def known_names(path: str | None) -> Known:
    """Return all that has a name: rolls and tables of an encounter, rolls of its combatants, then the user's own."""
    where = path or (STANDARD if piped() else os.environ.get(VARIABLE))
    return _first_of((*_of_encounter(where), *_of_user()))


def names_beside_lines(path: str | None) -> Known:
    """Return all that has a name where standard input is not an encounter."""
    return _first_of((*_of_encounter(path or os.environ.get(VARIABLE)), *_of_user()))


def names_in(tables: Mapping[str, object], path: str) -> tuple[list[NamedRoll | NamedTable], Known]:
    """Return what has a name in an encounter that is read already, and with the user's own all that has one."""
    named = [*_of_tables(tables, path)]
    return named, _first_of((*named, *_of_user()))


def _first_of(named: tuple[NamedRoll | NamedTable, ...]) -> Known:
    known: Known = {}
    for roll in named:
        known.setdefault(_key(roll).casefold(), roll)
    return known


def _of_encounter(path: str | None) -> Iterator[NamedRoll | NamedTable]:
    if not path:
        return
    if path == STANDARD:
        text = reading.read_piped_encounter()
    else:
        text = reading.read_text(path) if descriptor_of(path) is None else reading.read_open(path)
    yield from _of_tables(document.parse(text, "standard input" if path == STANDARD else escape(path)), path)


def _of_tables(tables: Mapping[str, object], path: str) -> Iterator[NamedRoll | NamedTable]:
    yield from _listed(tables.get("rolls"), path, "")
    yield from _listed_tables(tables.get("tables"), path)
    combatants = tables.get("combatants")
    for who, keys in combatants.items() if isinstance(combatants, dict) else ():
        own = keys.get("rolls") if isinstance(keys, dict) else None
        yield from _listed(own, path, f"{who}.")


def _of_user() -> Iterator[NamedRoll | NamedTable]:
    path = own_path()
    if os.path.isfile(path):
        tables = document.parse(reading.read_text(path), escape(path))
        bare = {name: table for name, table in tables.items() if name != "tables" or not isinstance(table, dict)}
        yield from _listed(tables.get("rolls", bare), path, "")
        yield from _listed_tables(tables.get("tables"), path)


def _listed_tables(tables: object, path: str) -> Iterator[NamedTable]:
    for name, keys in tables.items() if isinstance(tables, dict) else ():
        if isinstance(keys, dict):
            yield NamedTable(name, keys, path)


def _listed(rolls: object, path: str, start: str) -> Iterator[NamedRoll]:
    names: dict[str, str] = {}
    for name, expression in rolls.items() if isinstance(rolls, dict) else ():
        if (other := names.setdefault(name.casefold(), name)) != name:
            raise InvalidError(
                f"{escape(path)}: rolls.{escape(name)}: {escape(other)} has the same name",
                "Letter case does not matter. Give one of them another name.",
            )
        if not isinstance(expression, str):
            raise InvalidError(f"{escape(path)}: rolls.{escape(name)}: expected an expression", 'As in sneak = "2d6+1"')
        yield NamedRoll(f"{start}{name}", expression, path)


def resolved(text: str, path: str | None) -> str:
    """Return an expression with the rolls in place of their names; see `filled`."""
    return filled(text, known_names(path)) if "@" in text else text


def filled(text: str, known: Known) -> str:
    """Return an expression with the rolls in place of their names; a label after # is left alone.

    Rolls may name others, and take numbers: ``"sneak(n)" = "1d20+n"`` and ``@sneak(5)``. Raises RefusedError, which
    names the nearest, for an unknown one, and InvalidError for a circle.
    """
    expression, mark, label = text.partition("#")
    return _filled(expression, known, ()) + mark + label


def pattern_of(names: Iterable[str]) -> re.Pattern[str]:
    """Return the pattern of these names behind an @, of which the longest is meant."""
    longest = sorted(names, key=len, reverse=True)
    return re.compile("@(" + "|".join(map(re.escape, longest)) + r")(?!\w)" if longest else "(?!)", re.IGNORECASE)


def _filled(expression: str, known: Known, within: tuple[str, ...]) -> str:
    """Return an expression with all names of rolls replaced; ``within`` are the rolls that this one is a part of."""
    rolls = {name: value for name, value in known.items() if isinstance(value, NamedRoll)}
    filled, done = "", 0
    for match in pattern_of(rolls).finditer(expression):
        roll = rolls[match[1].casefold()]
        if match[1].casefold() in within:
            circle = " -> ".join([f"@{name}" for name in (*within, match[1].casefold())])
            raise InvalidError(
                f"the roll @{roll.name} of {escape(roll.where)} uses itself: {circle}",
                "Remove one of these references.",
            )
        if len(within) >= MOST_DEPTH:
            raise InvalidError(
                f"the roll @{within[0]} is made of rolls more than {MOST_DEPTH} deep", "Nest fewer rolls."
            )
        written, end = _with_numbers(roll, expression, match.end())
        inner = _filled(written, known, (*within, match[1].casefold()))
        _check(roll, inner)
        alone = match.start() == len(expression) - len(expression.lstrip()) and not expression[end:].strip()
        _check_compared(match[0], inner, expression, (match.start(), end))
        filled += _known_words(expression[done : match.start()], known) + (inner if alone else f"({inner})")
        done = end
    return filled + _known_words(expression[done:], known)


def _known_words(text: str, known: Known) -> str:
    """Return text without names; raise RefusedError if there is one that no roll has."""
    unknown = NAME.search(text)
    if unknown is not None:
        raise unknown_name(unknown[1], known)
    return text


def unknown_name(name: str, known: Known) -> RefusedError:
    """Return the error of a name that no roll has, or that is a table's where there must be a number."""
    if isinstance(known.get(name.casefold()), NamedTable):
        return RefusedError(
            f"@{name} is a table and gives text, not a number", f"Roll it alone: combatcli roll @{name}."
        )
    hint = nearest_of_few(name, list(known), sign="@")
    if name[:1].isdigit():
        hint = hint or "The third highest of four dice is 4d6kh3kl1."
    return RefusedError(f"there is no roll @{name}", hint or f"They may stand in {own_path()}.")


def _with_numbers(roll: NamedRoll, expression: str, end: int) -> tuple[str, int]:
    """Return a roll with the numbers that follow its name in their places, and where they end."""
    wanted = [word.strip() for word in roll.name.partition("(")[2].rstrip(") ").split(",") if word.strip()]
    if not wanted:
        return roll.expression, end
    given = NUMBERS.match(expression, end)
    numbers = [number.strip(" ()") for number in given[1].split(",")] if given else []
    if given is None or len(numbers) != len(wanted):
        example = f"@{_key(roll)}({','.join(map(str, range(5, 5 + len(wanted))))})"
        raise RefusedError(
            f"the roll @{roll.name} takes {len(wanted)} number{'s' if len(wanted) > 1 else ''}", f"As in {example}."
        )
    values = {word: f"({number})" if number < "0" else number for word, number in zip(wanted, numbers, strict=True)}
    words = re.compile(r"(?<![\w@.])(" + "|".join(map(re.escape, wanted)) + r")(?!\w)")
    return words.sub(lambda match: values[match[1]], roll.expression), given.end()


def _key(roll: NamedRoll | NamedTable) -> str:
    """Return by which name a roll is found."""
    return roll.name.partition("(")[0].strip()


def _check_compared(name: str, inner: str, expression: str, at: tuple[int, int]) -> None:
    """Raise DiceError where a roll that is dice is compared, ``@pool>=5``, and its dice may be meant."""
    compared = COMPARED.match(expression, at[1])
    if compared is None:
        return
    from combatcli.dice.slips import may_count, total_or_count

    operator, value = COMPARISONS[compared[1].lower()], int(compared[2])
    if may_count(parse(inner).tree, operator, value):
        error = total_or_count(name, inner, operator, value, at[0] + 1)
        error.text = expression
        raise error


def _check(roll: NamedRoll, expression: str) -> None:
    """Refuse a roll that is not an expression, saying where it stands."""
    try:
        parse(expression)
    except DiceError as error:
        message = f"the roll @{roll.name} of {escape(roll.where)}: {error.message}"
        raise DiceError(message, error.hint, text=error.text, column=error.column) from None
