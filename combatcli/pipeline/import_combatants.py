"""Combatants from a file of their own, TOML, CSV or JSON; cells are converted to the types of the game's keys."""

import os
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Self

from combatcli.encounter import document, reading
from combatcli.encounter.key_types import key_types, kinds_of_values
from combatcli.encounter.layout import toml_value
from combatcli.encounter.references import id_or_word
from combatcli.encounter.schema import Encounter, Member
from combatcli.errors import FEW, CombatError, InvalidError, RefusedError
from combatcli.pipeline.key_values import assign, split_key_and_value
from combatcli.pipeline.result import Result
from combatcli.pipeline.several import ids_of_words_on_side
from combatcli.pipeline.sheets import Row, first_line, rows_of_csv, rows_of_json, rows_of_tables
from combatcli.records import Record
from combatcli.rulesets.game import Game
from combatcli.streams import STANDARD, is_device_or_pipe
from combatcli.text import escape, shortlist
from combatcli.toml import Tables, Value

TRUE = ("true", "yes", "x", "1", "y")
FALSE = ("false", "no", "0", "n", "-")
NUMBER_AND_DICE = re.compile(r"(-?\d+) *\([^()]*\)")
"""The usual form of monsters' hit points: 47 (5d8+25)."""
FRACTION_OF_NOTHING = re.compile(r"(-?\d+)[.,]0+")
THOUSANDS_OR_FRACTION = re.compile(r"(-?[1-9]\d{0,2})[.,](\d{3})")


class Party(Record):
    """The combatants of an imported file by id; a game's keys convert their cells, unless ``typed``, as in TOML.

    ``name`` is the file's in messages.
    """

    name: str
    rows: dict[str, Row]
    typed: bool

    def combatant_tables(self, game: Game) -> dict[str, Tables]:
        """Return the combatants' tables; cells of rows are converted, and text keys keep any text."""
        if self.typed:
            return {who: row.cells for who, row in self.rows.items()}
        model = self.combatant_with_defaults(game)
        return {who: _table_of_row(row, model) for who, row in self.rows.items()}

    def ids_of(self, words: Sequence[str], side: str | None) -> list[str]:
        """Return the ids of those whom words mean, else of all; of a side, if there is one. Raises RefusedError."""
        members = {
            who: Member(name=str(row.cells.get("name", "")), side=str(row.cells.get("side", "")))
            for who, row in self.rows.items()
        }
        return ids_of_words_on_side(Encounter(ruleset="", combatants=members), words, side, where=self.name)

    @staticmethod
    def combatant_with_defaults(game: Game) -> Member:
        """Return a combatant of a game with all defaults, for the types of its keys."""
        encounter = {"ruleset": game.name, "combatants": {"x": {}}}
        return document.typed_encounter(encounter, game).combatants["x"]

    def run_with_places_in_errors(self, work: Callable[[], Result]) -> Result:
        """Run ``work``; an error about one of the combatants names its place in the file."""
        try:
            return work()
        except InvalidError as error:
            raise self._error_with_place(error) from None
        except RefusedError as error:
            if error.who not in self.rows:
                raise
            raise RefusedError(f"{self.rows[error.who].place}: {error.message}", error.hint) from None

    def with_ids_of_encounter(self, encounter: Encounter) -> Self:
        """Return the party with the ids of an encounter for those who are in it, by id in any case or by name.

        Raises InvalidError for a combatant that is there twice, or that may be one of several.
        """
        rows: dict[str, Row] = {}
        for who, row in self.rows.items():
            encounter_id = _id_in(encounter, who, row)
            if encounter_id in rows:
                raise InvalidError(f"{row.place}: {escape(encounter_id)} appears twice", "Leave one of them out.")
            rows[encounter_id] = row
        return self.changed(rows=rows)

    def _error_with_place(self, error: InvalidError) -> InvalidError:
        first, _, path = error.path.partition(".")
        who = next((name for name in self.rows if path == name or path.startswith(f"{name}.")), None)
        if first != "combatants" or who is None:
            return error
        if self.typed:
            return InvalidError(f"{self.name}: {error.message}", error.hint)
        key = path.removeprefix(who).lstrip(".")
        return InvalidError(f"{self.rows[who].place}{f', column {key}' if key else ''}: {error.what}", error.hint)


def _id_in(encounter: Encounter, who: str, row: Row) -> str:
    """Return the id that a row means in an encounter, else its own. Raises InvalidError for one of several."""
    encounter_id = next(
        (each for each in (id_or_word(encounter, row.called), who) if each in encounter.combatants), None
    )
    if encounter_id is not None:
        return encounter_id
    bearers = [each for each, name in encounter.names().items() if name.casefold() == row.called.casefold()]
    if len(bearers) > 1:
        message = f'{row.place}: several are called "{escape(row.called)}"'
        raise InvalidError(message, f"Write who in a column id: {shortlist(bearers, FEW)}.")
    return who


def read_party(path: str, headings: Mapping[str, str]) -> Party:
    """Read a party; InvalidError names the place of what cannot be read.

    ``headings`` map headings of CSV, JSON, or a list in TOML to keys; ``path`` may be "-" or an open descriptor.
    """
    called = "standard input" if path == STANDARD else escape(path)
    text = _read_text(path)
    start = text.removeprefix(reading.BOM).lstrip()
    kind = _format_of_file(path, called, start)

    if kind == "toml":
        combatants = _parse_toml(path, called, text).get("combatants")
        if isinstance(combatants, dict) and all(isinstance(each, dict) for each in combatants.values()):
            return Party(called, {who: Row(who, keys, called, who) for who, keys in combatants.items()}, typed=True)
        rows = rows_of_tables(called, combatants, headings, "As in [combatants.mira], or an encounter's own file.")
    else:
        rows = (rows_of_json if kind == "json" else rows_of_csv)(called, text, headings)
    return Party(called, {row.who: row for row in rows}, typed=False)


def _parse_toml(path: str, called: str, text: str) -> Tables:
    try:
        return document.parse(text, called)
    except InvalidError:
        if path.endswith(".toml"):
            raise
        raise _unknown_format_error(called) from None


def _read_text(path: str) -> str:
    if path == STANDARD:
        return reading.read_standard_input()
    return reading.read_descriptor(path) if is_device_or_pipe(path) else reading.read_text_file(path)


def _unknown_format_error(called: str) -> InvalidError:
    return InvalidError(f"{called} is no CSV, TSV, JSON or TOML", "Export it as CSV, one combatant a line.")


def _format_of_file(path: str, called: str, start: str) -> str:
    """Return the format of a file by its extension, or else by the ``start`` of its text."""
    ending = os.path.splitext(path)[1].casefold()
    if ending in (".csv", ".tsv"):
        return "csv"
    if ending in (".json", ".toml"):
        return ending[1:]
    if ending in (".md", ".yaml", ".yml"):
        raise _unknown_format_error(called)
    if start.startswith("{") or re.match(r"\[\s*[{\]]", start):
        return "json"
    return "toml" if start[:1] in "[#" or "=" in first_line(start) else "csv"


def _table_of_row(row: Row, typed: Member) -> Tables:
    table: Tables = {}
    types = key_types(type(typed))
    for key, cell in row.cells.items():
        try:
            value = _converted_cell(cell, types.get(key))
            if isinstance(getattr(typed, key, None), str):
                table[key] = str(cell)
            elif isinstance(value, str) or "." in key:
                text = value if isinstance(value, str) else toml_value(value)
                table = assign(table, [split_key_and_value(f"{key}={text}")], f"combatants.{row.who}")
            else:
                table[key] = value
        except CombatError as error:
            raise InvalidError(f"{row.place}, column {escape(key)}: {error.message}", error.hint) from None
    return table


def _converted_cell(cell: Value, type_: object) -> Value:
    """Convert a cell as a spreadsheet means it: TRUE, yes and x, 31.0, 7,0, and 47 (5d8+25)."""
    if isinstance(cell, float) and cell.is_integer() and takes_only_numbers(type_):
        return int(cell)
    if not isinstance(cell, str):
        return cell
    plain = cell.strip().casefold()
    if type_ is bool and plain in (*TRUE, *FALSE):
        return plain in TRUE
    if takes_only_numbers(type_):
        if either := THOUSANDS_OR_FRACTION.fullmatch(plain):
            hint = f"Write {either[1]}{either[2]}, or {either[1]} without a fraction."
            raise InvalidError(f"{cell} can be read two ways", hint)
        match = NUMBER_AND_DICE.fullmatch(plain) or FRACTION_OF_NOTHING.fullmatch(plain)
        return int(match[1]) if match else cell
    return cell


def takes_only_numbers(type_: object) -> bool:
    """Tell whether a key takes numbers but no text."""
    return int in kinds_of_values(type_) and kinds_of_values(type_).isdisjoint((str, bool))
