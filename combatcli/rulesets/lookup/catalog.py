"""The rules of games by their ids, in our own words, and the tables that belong to them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from combatcli import rulesets
from combatcli.records import Record
from combatcli.rule_events import Keys, Setting
from combatcli.rulesets import NAMES, load

RULES_FILE, WEIGHTS_FILE = "rules.json", "weights.txt"
"""What scripts make of rules.toml, quicker to read; a line of weights is a term and what it weighs in rules."""
PAIRINGS = os.path.join("shared", "pairings")


class RuleTable(Record):
    """A table of a rule, made from the data that the engine reads; "#" ends the heading of a column of numbers."""

    title: str
    headings: Sequence[str]
    rows: Sequence[Sequence[object]]


def table(title: str, headings: Sequence[str], rows: Sequence[Sequence[object]]) -> list[RuleTable]:
    """Return the one table of a rule."""
    return [RuleTable(title, headings, rows)]


class Rule(Record):
    """A rule: what it says, what we ruled, the switches of a table that change it, with their defaults.

    ``game`` is empty for a rule that every game has. ``table`` says of a rule of ours that tables belong to it.
    ``words`` is what players also call it, ``asked`` are questions as they put them. Made beforehand of our rules are
    the ``tables`` as events tell them, and in place of what is asked the stems of all ``titles``, the words that are
    ``known`` from it, and their number.
    """

    id: str
    game: str
    title: str
    text: str = ""
    house: str = ""
    switches: Mapping[str, Setting] = {}
    commands: Sequence[str] = ()
    related: Sequence[str] = ()
    table: bool = False
    words: str = ""
    asked: Sequence[str] = ()
    tables: Sequence[Keys] = ()
    titles: Sequence[str] = ()
    known: str = ""
    length: int = 0


def rules_of(game: str) -> list[Rule]:
    """Return the rules of a game, those of pairing last where it pairs; none for a game that has none.

    Our games are not imported for it. Raises InvalidError where there is no game of that name.
    """
    tables = data_of(game, RULES_FILE) if game in NAMES else load(game).parts.rules
    return [*_rules(tables, game), *(_rules(data_of(PAIRINGS, RULES_FILE), "") if _pairs(game) else ())]


def _rules(tables: Keys, game: str) -> list[Rule]:
    return [Rule(id=id_, game=game, **keys) for id_, keys in tables.items()]


def _pairs(game: str) -> bool:
    """Tell whether a game pairs fighters, as all of ours do."""
    return game in NAMES or load(game).has("pairings")


def rules_of_all(games: Iterable[str]) -> list[Rule]:
    """Return the rules of several games, those that all have once, at the end."""
    by_id = {(rule.game, rule.id): rule for game in games for rule in rules_of(game)}
    return sorted(by_id.values(), key=lambda rule: not rule.game)


def tables_of(rule: Rule) -> list[Keys]:
    """Return the tables of a rule as events tell them; those of a game from outside are as its engine has them now."""
    if not rule.game or rule.game in NAMES:
        return list(rule.tables)
    make_tables = load(rule.game).parts.tables.get(rule.id)
    return [table_keys(table) for table in make_tables()] if make_tables is not None else []


def table_keys(table: RuleTable) -> Keys:
    """Return a table as an event has it; ``numbers`` says of each column whether it is one of numbers."""
    return {
        "title": table.title,
        "headings": [heading.rstrip("#") for heading in table.headings],
        "numbers": [heading.endswith("#") for heading in table.headings],
        "rows": [list(row) for row in table.rows],
    }


def _beside(folder: str, name: str) -> str:

    return os.path.join(rulesets.__path__[0], folder, name)


@cache
def weights_of(term: str) -> dict[str, float]:
    """Return what a stem, or a pair of them, weighs in those rules of our games that have it, by their ids."""
    _, _, found = _weights().partition(f"\n{term}\t")
    words = found[: found.find("\n")].split()
    return dict(zip(words[::2], map(float, words[1::2]), strict=True))


@cache
def _weights() -> str:
    with open(_beside("lookup", WEIGHTS_FILE), encoding="utf-8") as file:
        return f"\n{file.read()}"


@cache
def data_of(folder: str, name: str) -> Keys:
    """Return what a JSON file holds that stands in a folder beside the games."""
    import json

    with open(_beside(folder, name), encoding="utf-8") as file:
        data: Keys = json.load(file)
    return data
