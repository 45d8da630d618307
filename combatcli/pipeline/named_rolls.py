"""Rolls with names: `roll '@sneak'` from the encounter, `@mira.sneak` from a combatant, else the user's own file."""

import os
import re
from collections.abc import Iterable, Iterator, Mapping

from combatcli.dice.limits import MOST_DEPTH
from combatcli.dice.notation import parse
from combatcli.dice.tree import COMPARISONS
from combatcli.encounter import document, reading
from combatcli.errors import DiceError, InvalidError, RefusedError, nearest_of_few
from combatcli.pipeline.piped import is_input_piped, read_piped_encounter
from combatcli.records import Record
from combatcli.streams import STANDARD, VARIABLE, descriptor_of
from combatcli.text import escape

RollsByName = dict[str, "NamedRoll | NamedTable"]
"""Named rolls and tables, by name in lower case."""

NAME = re.compile(r"@([\w-]+(?:\.[\w-]+)?)")
_ONE = r"(?:-?\d+|\(-\d+\))"
COMPARED = re.compile(r"\s*(>=|<=|[<>=]|[gl][te]|eq)\s*(\d{1,9})(?![\d]*d)", re.IGNORECASE)
NUMBERS = re.compile(rf"\s*\(\s*({_ONE}(?:\s*,\s*{_ONE})*)\s*\)")
OWN_FILE = "rolls.toml"


class NamedRoll(Record):
    """A roll's name, its expression, and its file."""

    name: str
    expression: str
    where: str


class NamedTable(Record):
    """A table's name, its keys as written, and its file."""

    name: str
    keys: Mapping[str, object]
    where: str


def user_rolls_path() -> str:
    """Return the path of the user's own rolls, in the platform's configuration folder."""
    from platformdirs import user_config_dir

    return os.path.join(user_config_dir("combatcli"), OWN_FILE)


def all_named_rolls(path: str | None, *, beside_lines: bool = False) -> RollsByName:
    """Return all named rolls and tables: an encounter's, its combatants', then the user's own.

    Standard input is no encounter if the names are used ``beside_lines`` from there.
    """
    where = path or (STANDARD if is_input_piped() and not beside_lines else os.environ.get(VARIABLE))
    return _first_by_name((*_rolls_of_encounter_file(where), *_rolls_of_user()))


def named_rolls_in(tables: Mapping[str, object], path: str) -> tuple[list[NamedRoll | NamedTable], RollsByName]:
    """Return the named rolls and tables of an encounter, and these by name, with the user's own."""
    named = [*_rolls_of_encounter_tables(tables, path)]
    return named, _first_by_name((*named, *_rolls_of_user()))


def _first_by_name(named: tuple[NamedRoll | NamedTable, ...]) -> RollsByName:
    rolls: RollsByName = {}
    for roll in named:
        rolls.setdefault(_stored_name(roll).casefold(), roll)
    return rolls


def _rolls_of_encounter_file(path: str | None) -> Iterator[NamedRoll | NamedTable]:
    if not path:
        return
    if path == STANDARD:
        text = read_piped_encounter()
    else:
        text = reading.read_text_file(path) if descriptor_of(path) is None else reading.read_descriptor(path)
    yield from _rolls_of_encounter_tables(
        document.parse(text, "standard input" if path == STANDARD else escape(path)), path
    )


def _rolls_of_encounter_tables(tables: Mapping[str, object], path: str) -> Iterator[NamedRoll | NamedTable]:
    yield from _named_rolls(tables.get("rolls"), path, "")
    yield from _named_tables(tables.get("tables"), path)
    combatants = tables.get("combatants")
    for who, keys in combatants.items() if isinstance(combatants, dict) else ():
        own = keys.get("rolls") if isinstance(keys, dict) else None
        yield from _named_rolls(own, path, f"{who}.")


def _rolls_of_user() -> Iterator[NamedRoll | NamedTable]:
    path = user_rolls_path()
    if os.path.isfile(path):
        tables = document.parse(reading.read_text_file(path), escape(path))
        bare = {name: table for name, table in tables.items() if name != "tables" or not isinstance(table, dict)}
        yield from _named_rolls(tables.get("rolls", bare), path, "")
        yield from _named_tables(tables.get("tables"), path)


def _named_tables(tables: object, path: str) -> Iterator[NamedTable]:
    for name, keys in tables.items() if isinstance(tables, dict) else ():
        if isinstance(keys, dict):
            yield NamedTable(name, keys, path)


def _named_rolls(rolls: object, path: str, start: str) -> Iterator[NamedRoll]:
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


def replace_names_by_file(text: str, path: str | None) -> str:
    """Replace the names of rolls in an expression; see `replace_names`."""
    return replace_names(text, all_named_rolls(path)) if "@" in text else text


def replace_names(text: str, names: RollsByName) -> str:
    """Replace the names of rolls in an expression by the rolls; a label after # stays.

    Rolls may name others, and take numbers: ``"sneak(n)" = "1d20+n"`` and ``@sneak(5)``. Raises RefusedError, with the
    nearest name, for an unknown name, and InvalidError for a circle.
    """
    expression, mark, label = text.partition("#")
    return _replace_names_within(expression, names, ()) + mark + label


def pattern_of_names(names: Iterable[str]) -> re.Pattern[str]:
    """Return the pattern of these names after an @; the longest one matches."""
    longest = sorted(names, key=len, reverse=True)
    return re.compile("@(" + "|".join(map(re.escape, longest)) + r")(?!\w)" if longest else "(?!)", re.IGNORECASE)


def _replace_names_within(expression: str, names: RollsByName, within: tuple[str, ...]) -> str:
    """Replace all names of rolls in an expression; ``within`` are the rolls that it is a part of."""
    rolls = {name: value for name, value in names.items() if isinstance(value, NamedRoll)}
    filled, done = "", 0
    for match in pattern_of_names(rolls).finditer(expression):
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
        written, end = _fill_in_numbers(roll, expression, match.end())
        inner = _replace_names_within(written, names, (*within, match[1].casefold()))
        _check_is_expression(roll, inner)
        alone = match.start() == len(expression) - len(expression.lstrip()) and not expression[end:].strip()
        _check_not_compared(match[0], inner, expression, (match.start(), end))
        filled += _check_names_known(expression[done : match.start()], names) + (inner if alone else f"({inner})")
        done = end
    return filled + _check_names_known(expression[done:], names)


def _check_names_known(text: str, names: RollsByName) -> str:
    """Return a text; raise RefusedError if it has a name that no roll has."""
    unknown = NAME.search(text)
    if unknown is not None:
        raise unknown_name_error(unknown[1], names)
    return text


def unknown_name_error(name: str, names: RollsByName) -> RefusedError:
    """Return the error of a name that no roll has, or of a table in place of a number."""
    if isinstance(names.get(name.casefold()), NamedTable):
        return RefusedError(
            f"@{name} is a table and gives text, not a number", f"Roll it alone: combatcli roll @{name}."
        )
    hint = nearest_of_few(name, names, sign="@")
    if name[:1].isdigit():
        hint = hint or "The third highest of four dice is 4d6kh3kl1."
    return RefusedError(f"there is no roll @{name}", hint or f"They may stand in {user_rolls_path()}.")


def _fill_in_numbers(roll: NamedRoll, expression: str, end: int) -> tuple[str, int]:
    """Return a roll with the numbers after its name filled in, and the end of these numbers."""
    wanted = [word.strip() for word in roll.name.partition("(")[2].rstrip(") ").split(",") if word.strip()]
    if not wanted:
        return roll.expression, end
    match = NUMBERS.match(expression, end)
    numbers = [number.strip(" ()") for number in match[1].split(",")] if match else []
    if match is None or len(numbers) != len(wanted):
        example = f"@{_stored_name(roll)}({','.join(map(str, range(5, 5 + len(wanted))))})"
        raise RefusedError(
            f"the roll @{roll.name} takes {len(wanted)} number{'s' if len(wanted) > 1 else ''}", f"As in {example}."
        )
    values = {word: f"({number})" if number < "0" else number for word, number in zip(wanted, numbers, strict=True)}
    words = re.compile(r"(?<![\w@.])(" + "|".join(map(re.escape, wanted)) + r")(?!\w)")
    return words.sub(lambda match: values[match[1]], roll.expression), match.end()


def _stored_name(roll: NamedRoll | NamedTable) -> str:
    """Return the name under which a roll is stored."""
    return roll.name.partition("(")[0].strip()


def _check_not_compared(name: str, inner: str, expression: str, at: tuple[int, int]) -> None:
    """Raise DiceError for a compared roll, ``@pool>=5``, whose dice may be meant."""
    compared = COMPARED.match(expression, at[1])
    if compared is None:
        return
    from combatcli.dice.comparing import COUNT, TOTAL, check_named_total
    from combatcli.dice.scanner import Part
    from combatcli.dice.tree import Compare

    asked, word = Compare(COMPARISONS[compared[1].lower()], int(compared[2])), name.removeprefix("@")
    total = Part(expression, at[0], compared.end()).line(f"({name}) {asked.operator} {asked.value}")
    part = Part(expression, *at)
    counted = part.line(inner) if inner.startswith("{") else f"{word} = {{{inner}}}; {part.line(word)}"
    try:
        check_named_total(name, asked, parse(inner).tree, {total: TOTAL, counted: COUNT}, at[0] + 1)
    except DiceError as error:
        error.text = expression
        raise


def _check_is_expression(roll: NamedRoll, expression: str) -> None:
    """Refuse a roll that is not an expression, and name its place."""
    try:
        parse(expression)
    except DiceError as error:
        message = f"the roll @{roll.name} of {escape(roll.where)}: {error.message}"
        raise DiceError(message, error.hint, text=error.text, column=error.column) from None
