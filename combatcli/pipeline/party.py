"""Combatants out of a file of their own: TOML, or CSV with a column a key; what does not fit is told by its place."""

from __future__ import annotations

import csv
import io
from typing import NamedTuple

from combatcli.encounter import document, files
from combatcli.errors import InvalidError
from combatcli.pipeline.assignments import assign
from combatcli.text import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from combatcli.encounter.document import Tables
    from combatcli.pipeline.output import Result

ID = "id"


class Party(NamedTuple):
    """Combatants by their ids, and where each of them stands: the file, and its line where that tells it."""

    path: str
    combatants: dict[str, Tables]
    lines: dict[str, int]

    def explained(self, work: Callable[[], Result]) -> Result:
        """Do something with them; an InvalidError about one of them says where in the file it stands."""
        try:
            return work()
        except InvalidError as error:
            raise self._placed(error) from None

    def _placed(self, error: InvalidError) -> InvalidError:
        where, _, rest = error.message.partition(": ")
        first, _, path = where.partition(".")
        who = next((each for each in self.combatants if path == each or path.startswith(f"{each}.")), None)
        if first != "combatants" or who is None:
            return error
        key = path.removeprefix(who).lstrip(".")
        if who not in self.lines:
            return InvalidError(f"{escape(self.path)}: {error.message}", error.hint)
        column = f", column {key}" if key else ""
        return InvalidError(f"{escape(self.path)}, line {self.lines[who]}{column}: {rest}", error.hint)


def read_party(path: str) -> Party:
    """Read a party; InvalidError says line and column of what cannot be read."""
    text = files.read_text(path)
    if path.casefold().endswith(".csv"):
        return _from_csv(path, text)
    combatants = document.parse(text, escape(path)).get("combatants")
    if not isinstance(combatants, dict) or not all(isinstance(each, dict) for each in combatants.values()):
        raise InvalidError(f"{escape(path)} has no combatants", "As in [combatants.mira], or an encounter's own file.")
    return Party(path, combatants, {})


def _from_csv(path: str, text: str) -> Party:
    reader = csv.reader(io.StringIO(text.removeprefix(document.BOM)), strict=True)
    combatants: dict[str, Tables] = {}
    lines: dict[str, int] = {}
    try:
        heads = [head.strip() for head in next(reader, [])]
        _check_heads(path, heads)
        for row in reader:
            if not any(cell.strip() for cell in row):
                continue
            who, keys = _row(path, reader.line_num, heads, row)
            if who in combatants:
                raise InvalidError(f"{escape(path)}, line {reader.line_num}: {escape(who)} stands there twice")
            combatants[who] = keys
            lines[who] = reader.line_num
    except csv.Error as error:
        raise InvalidError(f"{escape(path)}, line {reader.line_num}: {error}", "Quotes in CSV are doubled.") from None
    if not combatants:
        raise InvalidError(f"{escape(path)} has no combatants", "A line each, below the line of its keys.")
    return Party(path, combatants, lines)


def _check_heads(path: str, heads: list[str]) -> None:
    if ID not in heads:
        raise InvalidError(
            f"{escape(path)}, line 1: no column is called id", "Its first line names the keys: id,name,brawn"
        )
    for place, head in enumerate(heads, 1):
        if not head or head in heads[: place - 1]:
            what = "has no name" if not head else f"is the second that is called {escape(head)}"
            raise InvalidError(f"{escape(path)}, line 1: column {place} {what}")


def _row(path: str, line: int, heads: list[str], row: list[str]) -> tuple[str, Tables]:
    """Return the id and the keys of a row; an empty cell leaves its key out."""
    if len(row) > len(heads):
        raise InvalidError(f"{escape(path)}, line {line}: {len(row)} cells, and there are {len(heads)} columns")
    cells = dict(zip(heads, [cell.strip() for cell in row], strict=False))
    who = cells.pop(ID, "")
    if not who:
        raise InvalidError(f"{escape(path)}, line {line}, column id: it is empty")
    words = [f"{key}={value}" for key, value in cells.items() if value]
    return who, assign({}, words, f"combatants.{who}")
