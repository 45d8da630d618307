"""Random tables: `roll @treasure` rolls a row, then the dice and the tables that the row names."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, groupby
from math import inf
from typing import TYPE_CHECKING

from combatcli.circles import circle_in
from combatcli.dice.notation import parse
from combatcli.dice.rolling.roll import roll
from combatcli.dice.rolling.sources import Source
from combatcli.dice.tree import Expression
from combatcli.dice_events import Chances, DiceEvent, Roll, RolledTableRow
from combatcli.errors import CombatError, InvalidError, RefusedError
from combatcli.pipeline.named_rolls import (
    NamedTable,
    RollsByName,
    all_named_rolls,
    named_rolls_in,
    pattern_of_names,
    replace_names,
)
from combatcli.records import Record
from combatcli.report.rolls import roll_event
from combatcli.text import escape

if TYPE_CHECKING:
    from combatcli.dice.exact.distribution import Distribution

RANGE = re.compile(r"\s*(-?\d{1,9})(?:\s*(?:-|–|\.\.)\s*(-?\d{1,9}))?\s*")
INLINE = re.compile(r"\[\[(.*?)\]\](?!\])")
PARTS = re.compile(r"(\[\[.*?\]\](?!\])|@[\w-]+(?:\.[\w-]+)?)")
DEEPEST = 100
MOST_ROLLED = 10_000
"""The most expressions and nested tables that are rolled for one row."""


class RangeOfRow(Record):
    """The totals of a row: its key as written, the lowest, the highest; and the row's text."""

    key: str
    low: int
    high: int
    text: str

    def holds(self, total: int) -> bool:
        """Return whether a total belongs to the row."""
        return self.low <= total <= self.high


class RollTable(Record):
    """A parsed table: the expression rolled on it, and its rows in ascending order."""

    name: str
    expression: Expression
    rows: Sequence[RangeOfRow]


def expressions_or_tables(words: Sequence[str], path: str | None) -> tuple[Sequence[str], RandomTables | None]:
    """Return expressions with names of rolls replaced, or the tables if all words name tables (@treasure).

    Raises RefusedError for tables beside dice.
    """
    names = all_named_rolls(path)
    named = [names.get(word.strip().removeprefix("@").casefold()) for word in words if word.strip().startswith("@")]
    asked = [table.name for table in named if isinstance(table, NamedTable)]
    if asked and len(asked) < len(words):
        raise RefusedError(
            f"@{asked[0]} is a table and gives text, not a number", "Roll tables and dice with separate commands."
        )
    return (words, RandomTables(names, asked)) if asked else ([replace_names(word, names) for word in words], None)


def table_problems(tables: Mapping[str, object], path: str) -> list[InvalidError]:
    """Return all problems of an encounter's tables: gaps, overlaps, impossible rows, unknown names."""
    named, by_name = named_rolls_in(tables, path)
    names = RowReferences(by_name)
    problems: list[InvalidError] = []
    for table in named:
        if isinstance(table, NamedTable):
            _parse_table(table, names, problems)
    return problems


class RowReferences:
    """The rolls and tables that the rows of tables may name."""

    def __init__(self, by_name: RollsByName) -> None:
        self.by_name = by_name
        self.pattern = pattern_of_names(by_name)

    def table_named(self, name: str) -> NamedTable | None:
        """Return the table of a name; None if the name is a roll's."""
        named = self.by_name[name.casefold()]
        return named if isinstance(named, NamedTable) else None

    def tables_in(self, name: str) -> list[str]:
        """Return the tables that a table's rows name."""
        table = self.table_named(name)
        rows = table.keys.items() if table is not None else ()
        texts = [INLINE.sub(" ", text) for key, text in rows if key != "roll" and isinstance(text, str)]
        names = [match[1].casefold() for text in texts for match in self.pattern.finditer(text)]
        return [other for other in dict.fromkeys(names) if self.table_named(other)]

    @cached_property
    def circle_of_tables(self) -> list[str]:
        """The names on a circle of tables that use each other, from the first in the file on; empty without one."""
        return circle_in({name: self.tables_in(name) for name in self.by_name if self.table_named(name)})

    def expression_of(self, part: str) -> str:
        """Return the expression of a row's part: what is inside ``[[2d6]]``, or the roll of a name."""
        text = part[2:-2] if part.startswith("[[") else part
        return replace_names(text, self.by_name) if "@" in text else text


class RandomTables:
    """The requested tables and all tables that they name, parsed and checked once; raises InvalidError."""

    def __init__(self, by_name: RollsByName, asked: Sequence[str]) -> None:
        self.asked = asked
        self._names = RowReferences(by_name)
        self._tables: dict[str, RollTable] = {}
        self._depth = 0
        names = [name.casefold() for name in asked]
        for name in names:
            named = self._names.table_named(name)
            if name not in self._tables and named is not None:
                problems: list[InvalidError] = []
                table = _parse_table(named, self._names, problems)
                if problems or table is None:
                    path = f"{escape(named.where)}: {problems[0].path}"
                    raise InvalidError(problems[0].what, problems[0].hint, path=path)
                self._tables[name] = table
                names += self._names.tables_in(name)

    def rolls(self, times: int, source: Source) -> Iterator[list[DiceEvent]]:
        """Yield the events of each roll of each table: its row, then everything rolled for it, in order."""
        for name in self.asked:
            for _ in range(times):
                events: list[DiceEvent] = []
                self._roll_row(name, source, events, "")
                yield events
        source.finish()

    def _roll_row(self, name: str, source: Source, events: list[DiceEvent], within: str) -> str:
        """Roll a table, append its rolls to ``events``, and return the text of the row."""
        table = self._tables[name.casefold()]
        self._depth = self._depth + 1 if within else 0
        if self._depth > DEEPEST:
            raise RefusedError(f"@{table.name} is nested more than {DEEPEST} tables deep", "Nest fewer tables.")
        rolled = _roll_expression(table.expression, source, f"@{table.name}", events)
        row = next(other for other in table.rows if other.holds(rolled.total))
        place = len(events)
        events.append(rolled)
        # The plain text between names has even indexes.
        parts = [
            self._text_of_part(part, source, events, table.name) if number % 2 else part
            for number, part in enumerate(PARTS.split(row.text))
        ]
        keys = ("expression", "total", "faces", "kept", "breakdown")
        shown = {key: value for key, value in rolled.as_dict().items() if key in keys}
        self._depth -= 1
        events[place] = RolledTableRow(table=table.name, row=row.key, text="".join(parts), within=within, **shown)
        return "".join(parts)

    def _text_of_part(self, part: str, source: Source, events: list[DiceEvent], within: str) -> str:
        """Return the text of dice or a name in a row: the rolled total, or the row of the named table."""
        match = self._names.pattern.match(part)
        if match and self._names.table_named(match[1]):
            return self._roll_row(match[1], source, events, within) + part[match.end() :]
        end = match.end() if match else len(part)
        rolled = _roll_expression(parse(self._names.expression_of(part[:end])), source, f"@{within}", events)
        events.append(rolled)
        return f"{', '.join(rolled.words) or rolled.total}{part[end:]}"

    def chances_of_tables(self) -> list[Chances]:
        """Return the chance of each row of each table."""
        from combatcli.dice.exact.distribution import ratio_text

        chances: list[Chances] = []
        for table in [self._tables[name.casefold()] for name in self.asked]:
            outcomes = sorted(_distribution_of_totals(table.expression).items())
            totals, below = [total for total, _ in outcomes], [0, *accumulate([ways for _, ways in outcomes])]
            ways = [below[bisect_right(totals, row.high)] - below[bisect_left(totals, row.low)] for row in table.rows]
            shares = {row.key: ratio_text(count, below[-1]) for row, count in zip(table.rows, ways, strict=True)}
            texts = {row.key: row.text for row in table.rows}
            chances.append(Chances(expression=f"@{table.name}", outcomes=shares, texts=texts))
        return chances


def _roll_expression(expression: Expression, source: Source, purpose: str, events: list[DiceEvent]) -> Roll:
    if len(events) >= MOST_ROLLED:
        raise RefusedError(f"one row needs more than {MOST_ROLLED:,} rolls", "Nest fewer tables.")
    source.purpose = purpose
    source.begin_expression(expression.tree)
    return roll_event(expression, roll(expression.tree, source))


def _distribution_of_totals(expression: Expression) -> Distribution[int]:
    from combatcli.dice.exact.expression import odds

    if expression.words:
        raise InvalidError("words are not numbers", 'As in roll = "1d100".')
    outcomes = odds(expression)
    if outcomes.tail or outcomes.descends:
        raise InvalidError("the roll has no highest or no lowest total", "Write !o for at most one explosion a die.")
    return outcomes


def _parse_table(named: NamedTable, names: RowReferences, problems: list[InvalidError]) -> RollTable | None:
    """Parse a table and append all its problems to ``problems``; return None where it cannot be parsed."""
    path = f"tables.{named.name}"
    rows = [row for key, text in named.keys.items() if key != "roll" for row in _parse_row(path, key, text, problems)]
    rows.sort(key=lambda row: (row.low, row.high))
    for row in rows:
        problems += [
            InvalidError(what, hint, path=f"{path}.{row.key}") for what, hint in _text_problems(row.text, names)
        ]
    if names.by_name[named.name.casefold()] is not named:
        problems.append(InvalidError("another roll or table has this name", "Letter case does not matter.", path=path))
    elif names.circle_of_tables[:1] == [named.name.casefold()]:
        circle = " -> ".join([f"@{name}" for name in names.circle_of_tables])
        problems.append(InvalidError(f"the table uses itself: {circle}", "Remove one of these references.", path=path))
    written = named.keys.get("roll")
    if not isinstance(written, str):
        problems.append(InvalidError("expected a dice expression", 'As in roll = "1d100".', path=f"{path}.roll"))
        return None
    try:
        expression = parse(replace_names(written, names.by_name))
        problems += _total_problems(path, rows, _distribution_of_totals(expression), expression.text)
    except CombatError as error:
        problems.append(InvalidError(error.message, error.hint, path=f"{path}.roll"))
        return None
    return RollTable(named.name, expression, rows)


def _parse_row(path: str, key: str, text: object, problems: list[InvalidError]) -> Iterator[RangeOfRow]:
    match = RANGE.fullmatch(key)
    low = _parse_total(match[1]) if match else 0
    high = _parse_total(match[2]) if match and match[2] else low
    if match is None or high < low:
        error = InvalidError("a row must be a total or an ascending range", 'As in "1-50" or "51".')
    elif not isinstance(text, str):
        error = InvalidError("a row needs text in quotes", 'As in "1-50" = "[[2d6]] copper".')
    else:
        yield RangeOfRow(key, low, high, text)
        return
    problems.append(InvalidError(error.what, error.hint, path=f"{path}.{escape(key)}"))


def _parse_total(written: str) -> int:
    """Return a total; 00 is 100, as printed in books."""
    return 100 if written == "00" else int(written)


def _total_problems(
    path: str, rows: Sequence[RangeOfRow], outcomes: Iterable[int], expression: str
) -> Iterator[InvalidError]:
    """Yield the problems of rows' totals: in two rows, in no row, or impossible ones."""
    totals = sorted(outcomes)
    widest: list[RangeOfRow] = []
    for row in rows:
        widest.append(max([*widest[-1:], row], key=lambda one: one.high))
    for before, row in zip(widest, rows[1:], strict=False):
        if row.low <= before.high:
            what = f'"{escape(before.key)}" has {row.low} already'
            yield InvalidError(what, "Each total has one row.", path=f"{path}.{escape(row.key)}")
    for row in rows:
        if not any(row.holds(total) for total in totals[bisect_left(totals, row.low) :][:1]):
            hint = f"It comes to {totals[0]} to {totals[-1]}."
            yield InvalidError(f"{escape(expression)} never comes to it", hint, path=f"{path}.{escape(row.key)}")
    lows, highs = [row.low for row in rows], [-inf, *[row.high for row in widest]]
    for has_row, run in groupby(totals, key=lambda total: total <= highs[bisect_right(lows, total)]):
        if not has_row:
            yield InvalidError(_missing_totals_message([*run], rows), "Add one.", path=path)


def _missing_totals_message(missing: Sequence[int], rows: Sequence[RangeOfRow]) -> str:
    """Say which totals have no row, and which rows are next to them."""
    span = f"{missing[0]} to {missing[-1]} have no row" if len(missing) > 1 else f"{missing[0]} has no row"
    below = sorted([row for row in rows if row.high < missing[0]], key=lambda row: row.high)
    after = [f'after "{escape(row.key)}"' for row in below[-1:]]
    before = [f'before "{escape(row.key)}"' for row in rows if row.low > missing[-1]][:1]
    return f"{span}, {' and '.join(after + before)}" if rows else span


def _text_problems(text: str, names: RowReferences) -> Iterator[tuple[str, str]]:
    """Yield the problems of the dice and names in a row's text, each with a hint."""
    if "[[" in INLINE.sub("", text):
        yield "[[ is never closed", "As in [[2d6]] copper."
    for part in PARTS.findall(text):
        match = names.pattern.match(part)
        if match and names.table_named(match[1]):
            continue
        try:
            parse(names.expression_of(match[0] if match else part))
        except CombatError as error:
            yield error.message, error.hint
