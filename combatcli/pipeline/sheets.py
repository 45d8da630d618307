"""Rows of users' own CSV or JSON files; errors name the place."""

import csv
import io
import re
from collections.abc import Collection, Mapping

from combatcli.encounter import reading
from combatcli.encounter.ids import READ_OTHERWISE, WHAT_TO_WRITE, is_id, means_otherwise
from combatcli.errors import InvalidError, nearest
from combatcli.records import Record
from combatcli.text import escape
from combatcli.toml import Tables, Value

ID, NAME = "id", "name"
MOST_COLUMNS = 1_000
DELIMITERS = (",", ";", "\t")
EXCELS_DELIMITER = re.compile(r'"?sep=(.)"?', re.IGNORECASE)
"""The line before the headings by which a file tells Excel its delimiter."""


class Row(Record):
    """A row: the combatant's id, the cells by key, its place, and what it calls the combatant: by id, or by name."""

    who: str
    cells: Tables
    place: str
    called: str


def rows_of_json(path: str, text: str, headings: Mapping[str, str]) -> list[Row]:
    """Return the rows of JSON: a list of objects, or an object of objects by id. Raises InvalidError."""
    import json

    try:
        data: Value = json.loads(text.removeprefix(reading.BOM))
    except (ValueError, RecursionError) as error:
        raise InvalidError(f"{path} is not valid JSON: {error}", "Export it once more.") from None
    if isinstance(data, dict) and isinstance(data.get("combatants"), dict | list):
        data = data["combatants"]
    hint = 'As in [{"id": "mira", "name": "Mira"}], or {"mira": {"name": "Mira"}}.'
    return rows_of_tables(path, data, headings, hint)


def rows_of_tables(path: str, data: Value, headings: Mapping[str, str], hint: str) -> list[Row]:
    """Return the rows of a list of tables, or of a table of tables by id. Raises InvalidError with a hint."""
    if isinstance(data, dict):
        listed = [(str(who), each) for who, each in data.items()]
    else:
        listed = [("", each) for each in data] if isinstance(data, list) else []
    if not listed or not all(isinstance(each, dict) for _, each in listed):
        raise InvalidError(f"{path} has no combatants", hint)
    rows: list[Row] = []
    for number, (who, each) in enumerate(listed, 1):
        place = f"{path}, {who or f'entry {number}'}"
        if number == 1:
            _check_mapped_headings(path, list(each), headings)
        cells = {_key_of_heading(key, headings): value for key, value in each.items() if value is not None}
        rows.append(_row_of_cells(place, {ID: who, **cells} if who else cells))
    return _with_unique_ids(rows)


def rows_of_csv(path: str, text: str, headings: Mapping[str, str]) -> list[Row]:
    """Return the rows of CSV by heading, without empty cells. Raises InvalidError."""
    text = text.removeprefix(reading.BOM)
    first = first_line(text.lstrip())
    named = EXCELS_DELIMITER.fullmatch(first)
    delimiter = named[1] if named else max(DELIMITERS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), strict=True, delimiter=delimiter)
    rows: list[Row] = []
    try:
        if named:
            next(reader)
        heads = [head.strip() for head in next(reader, [])]
        while heads and not heads[-1]:
            heads.pop()
        _check_mapped_headings(path, heads, headings)
        keys = [_key_of_heading(head, headings) for head in heads]
        _check_headings(path, keys)
        for cells in reader:
            place = f"{path}, line {reader.line_num}"
            if any(cell.strip() for cell in cells[len(keys) :]):
                hint = "Quote a cell with a comma in it, or give each column a heading."
                raise InvalidError(f"{place}: {len(cells)} cells, but headings for {len(keys)}", hint)
            row = {key: cell.strip() for key, cell in zip(keys, cells, strict=False) if cell.strip()}
            if row:
                rows.append(_row_of_cells(place, row, keys))
    except csv.Error as error:
        hint = "Double the quotes inside a quoted cell."
        raise InvalidError(f"{path}, line {reader.line_num}: {error}", hint) from None
    if not rows:
        hint = "Write one combatant a line, below the line of headings."
        raise InvalidError(f"{path} has no combatants", hint)
    return _with_unique_ids(rows)


def first_line(text: str) -> str:
    """Return the first line of a text; lines may end in CR alone."""
    return re.split(r"[\r\n]", text, maxsplit=1)[0]


def _check_mapped_headings(path: str, heads: list[str], headings: Mapping[str, str]) -> None:
    present = {head.casefold() for head in heads}
    missing = next((head for head in headings if head.casefold() not in present), None)
    if missing is not None:
        raise InvalidError(f"{path}, line 1: no column is called {escape(missing)}", nearest(missing, heads))


def _key_of_heading(head: str, headings: Mapping[str, str]) -> str:
    """Return the key of a heading: max_hp for Max HP."""
    mapped = {name.casefold(): key for name, key in headings.items()}
    plain = "_".join(head.split())
    return mapped.get(head.casefold(), plain.lower() if plain.isascii() else plain)


def _check_headings(path: str, heads: list[str]) -> None:
    if ID not in heads and NAME not in heads:
        hint = "Its first line names the keys: id,side,name. Other headings: --map Who=id,Name=name"
        raise InvalidError(f"{path}, line 1: no column is called id, nor name", hint)
    if len(heads) > MOST_COLUMNS:
        hint = f"At most {MOST_COLUMNS:,} are read, one for each key."
        raise InvalidError(f"{path}, line 1: {len(heads):,} columns", hint)
    tables = {tuple(keys[:end]) for head in heads if (keys := head.split(".")) for end in range(1, len(keys))}
    for column, head in enumerate(heads, 1):
        place = f"{path}, line 1: column {column}"
        if not head:
            raise InvalidError(f"{place} has no name")
        if head in heads[: column - 1]:
            raise InvalidError(f"{place} is the second that is called {escape(head)}")
        if tuple(head.split(".")) in tables:
            what = f"is called {escape(head)}, and another one {escape(head)}.…: it cannot be both a value and a table"
            raise InvalidError(f"{place} {what}", "Leave one of them out.")


def _row_of_cells(place: str, cells: Tables, columns: Collection[str] = (ID,)) -> Row:
    """Return a row with its id, or an id made of its name. Raises InvalidError with what is missing of the columns."""
    column = NAME if not cells.get(ID) and (cells.get(NAME) or ID not in columns) else ID
    called = str(cells.get(column, ""))
    who = called if column == ID else _id_from_name(called)
    if not called:
        raise InvalidError(f"{place}, column {column}: it is empty")
    if not who:
        raise InvalidError(f"{place}, column {column}: {escape(called)} has no letter for an id", "Add a column id.")
    if not is_id(who):
        raise InvalidError(f"{place}, column {column}: {escape(who)} cannot be the id of a combatant")
    if re.fullmatch(READ_OTHERWISE, who):
        raise InvalidError(f"{place}, column {column}: {means_otherwise(who)}", WHAT_TO_WRITE)
    return Row(who, {key: value for key, value in cells.items() if key != ID}, place, called)


def _id_from_name(name: str) -> str:
    """Return an id for a name: black-dragon for Black Dragon."""
    return "-".join("".join(letter if letter.isalnum() else " " for letter in name.casefold()).split())


def _with_unique_ids(rows: list[Row]) -> list[Row]:
    """Return rows with unique ids. Raises InvalidError."""
    seen: set[str] = set()
    for row in rows:
        if row.who in seen:
            raise InvalidError(f"{row.place}: {escape(row.who)} appears twice", "Give each an id of its own.")
        seen.add(row.who)
    return rows
