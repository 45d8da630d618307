"""Combatants out of a file of their own: TOML, or CSV with a column a key; what does not fit is told by its place."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping

from combatcli.encounter import document, reading
from combatcli.encounter.references import is_id
from combatcli.encounter.schema import Member
from combatcli.errors import CombatError, InvalidError, RefusedError, nearest
from combatcli.pipeline.key_values import assign
from combatcli.pipeline.result import Result
from combatcli.records import Record
from combatcli.rulesets.game import Game
from combatcli.text import escape
from combatcli.toml import Tables

ID = "id"
MOST_COLUMNS = 1_000


class Party(Record):
    """Combatants by their ids, as a file has them: tables of TOML, or the lines and cells of CSV."""

    path: str
    tables: dict[str, Tables]
    lines: dict[str, int] | None = None

    def combatants(self, game: Game) -> dict[str, Tables]:
        """Return the tables; of CSV made of the cells, in which a key of text is text whatever it looks like."""
        if self.lines is None:
            return self.tables
        typed = self.model(game)
        return {who: self._made(who, cells, typed) for who, cells in self.tables.items()}

    @staticmethod
    def model(game: Game) -> Member:
        """Return a combatant of a game with all its defaults, which tells what is text, and what names others."""
        encounter = {"ruleset": game.name, "combatants": {"x": {}}}
        return document.to_encounter(encounter, game).combatants["x"]

    def _made(self, who: str, cells: Tables, typed: object) -> Tables:
        made: Tables = {}
        for key, value in cells.items():
            try:
                if isinstance(getattr(typed, key, None), str):
                    made[key] = value
                else:
                    made = assign(made, [f"{key}={value}"], f"combatants.{who}")
            except CombatError as error:
                raise InvalidError(f"{self._line(who)}, column {escape(key)}: {error.message}", error.hint) from None
        return made

    def _line(self, who: str) -> str:
        line = f", line {self.lines[who]}" if self.lines is not None else ""
        return f"{escape(self.path)}{line}"

    def explained(self, work: Callable[[], Result]) -> Result:
        """Do something with them; an error about one of them says where in the file it stands."""
        try:
            return work()
        except InvalidError as error:
            raise self._placed(error) from None
        except RefusedError as error:
            if error.who not in self.tables:
                raise
            raise RefusedError(f"{self._line(error.who)}: {error.message}", error.hint, who=error.who) from None

    def _placed(self, error: InvalidError) -> InvalidError:
        first, _, path = error.path.partition(".")
        who = next((name for name in self.tables if path == name or path.startswith(f"{name}.")), None)
        if first != "combatants" or who is None:
            return error
        key = path.removeprefix(who).lstrip(".")
        if self.lines is None:
            return InvalidError(f"{escape(self.path)}: {error.message}", error.hint)
        column = f", column {key}" if key else ""
        return InvalidError(f"{self._line(who)}{column}: {error.what}", error.hint)


def read_party(path: str, headings: Mapping[str, str]) -> Party:
    """Read a party; InvalidError says line and column of what cannot be read.

    ``headings`` say which keys those of a CSV file stand for.
    """
    text = reading.read_text(path)
    if path.casefold().endswith(".csv"):
        return _from_csv(path, text, headings)
    combatants = document.parse(text, escape(path)).get("combatants")
    if not isinstance(combatants, dict) or not all(isinstance(combatant, dict) for combatant in combatants.values()):
        raise InvalidError(f"{escape(path)} has no combatants", "As in [combatants.mira], or an encounter's own file.")
    return Party(path, combatants)


def _from_csv(path: str, text: str, headings: Mapping[str, str]) -> Party:
    reader = csv.reader(io.StringIO(text.removeprefix(document.BOM)), strict=True)
    rows: dict[str, Tables] = {}
    lines: dict[str, int] = {}
    try:
        heads = [head.strip() for head in next(reader, [])]
        missing = next((head for head in headings if head not in heads), None)
        if missing is not None:
            raise InvalidError(
                f"{escape(path)}, line 1: no column is called {escape(missing)}", nearest(missing, heads)
            )
        heads = [headings.get(head, head) for head in heads]
        _check_heads(path, heads)
        for row in reader:
            if not any(cell.strip() for cell in row):
                continue
            who, cells = _row(path, reader.line_num, heads, row)
            if who in rows:
                raise InvalidError(f"{escape(path)}, line {reader.line_num}: {escape(who)} appears twice")
            rows[who] = cells
            lines[who] = reader.line_num
    except csv.Error as error:
        raise InvalidError(
            f"{escape(path)}, line {reader.line_num}: {error}", "Double the quotes inside a quoted cell."
        ) from None
    if not rows:
        raise InvalidError(
            f"{escape(path)} has no combatants", "Write one combatant a line, below the line of headings."
        )
    return Party(path, rows, lines)


def _check_heads(path: str, heads: list[str]) -> None:
    if ID not in heads:
        other = next((mark for mark in ";\t" if heads and mark in heads[0]), "")
        hint = "Its first line names the keys, with commas between: id,side,name"
        if other:
            hint = f"{'A semicolon' if other == ';' else 'A tab'} stands where a comma should: id,side,name"
        raise InvalidError(
            f"{escape(path)}, line 1: no column is called id", f"{hint}. Other headings: --map Who=id,Name=name"
        )
    if len(heads) > MOST_COLUMNS:
        raise InvalidError(
            f"{escape(path)}, line 1: {len(heads):,} columns", f"At most {MOST_COLUMNS:,} are read, one for each key."
        )
    tables = {tuple(keys[:end]) for head in heads if (keys := head.split(".")) for end in range(1, len(keys))}
    known: set[str] = set()
    for column, head in enumerate(heads, 1):
        if not head or head in known:
            what = "has no name" if not head else f"is the second that is called {escape(head)}"
            raise InvalidError(f"{escape(path)}, line 1: column {column} {what}")
        if tuple(head.split(".")) in tables:
            what = f"is called {escape(head)}, and another one {escape(head)}.…: it cannot be both a value and a table"
            raise InvalidError(f"{escape(path)}, line 1: column {column} {what}", "Leave one of them out.")
        known.add(head)


def _row(path: str, line: int, heads: list[str], row: list[str]) -> tuple[str, Tables]:
    """Return the id and the cells of a row; an empty cell leaves its key out."""
    if len(row) > len(heads):
        raise InvalidError(f"{escape(path)}, line {line}: {len(row)} cells for {len(heads)} columns")
    cells = dict(zip(heads, [cell.strip() for cell in row], strict=False))
    who = cells.pop(ID, "")
    if not is_id(who):
        what = "it is empty" if not who else f"{escape(who)} cannot be the id of a combatant"
        raise InvalidError(f"{escape(path)}, line {line}, column id: {what}")
    return who, {key: value for key, value in cells.items() if value}
