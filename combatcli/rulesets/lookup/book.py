"""The rules of games by their ids, in our own words, and the tables that belong to them."""

from __future__ import annotations

import os
import re
from functools import cache
from typing import Any

from combatcli.records import Record
from combatcli.rulesets import NAMES, load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

RULES = "rules.toml"
HEADING = re.compile(r"^\[(\w+)\]$", re.MULTILINE)
PAIRINGS = os.path.join("shared", "pairings")  # noqa: PTH118  (pathlib is slow to import)


class Table(Record):
    """A table of a rule, made from the data that the engine reads; "#" ends the heading of a column of numbers."""

    title: str
    headings: Sequence[str]
    rows: Sequence[Sequence[object]]


class Rule(Record):
    """A rule: what it says, what we ruled, the switches of a table that change it, with their defaults.

    ``game`` is empty for a rule that every game has. ``table`` says of a rule of ours that tables belong to it;
    ``words`` is what players also call it.
    """

    id: str
    game: str
    title: str
    text: str = ""
    house: str = ""
    switches: Mapping[str, object] = {}
    commands: Sequence[str] = ()
    related: Sequence[str] = ()
    table: bool = False
    words: str = ""


def rules_of(game: str) -> list[Rule]:
    """Return the rules of a game, those of pairing last where it pairs; none for a game that has none.

    Our games are not imported for it. Raises InvalidError where there is no game of that name.
    """
    own = data_of(game, RULES) if game in NAMES else load(game).rules
    return [*_rules(own, game), *(_rules(data_of(PAIRINGS, RULES), "") if _pairs(game) else ())]


def ids_of(game: str) -> list[str]:
    """Return the ids of a game's rules, those of pairing last; of our games they are taken from the headings alone."""
    own = HEADING.findall(_text_of(game, RULES)) if game in NAMES else list(load(game).rules)
    return [*own, *(HEADING.findall(_text_of(PAIRINGS, RULES)) if _pairs(game) else ())]


def _pairs(game: str) -> bool:
    if game in NAMES:
        return os.path.isfile(_beside(game, "pairings.py"))  # noqa: PTH113  (pathlib is slow to import)
    return load(game).has("pairings")


def rules_of_all(games: Iterable[str]) -> list[Rule]:
    """Return the rules of several games, those that all have once, at the end."""
    found = {(rule.game, rule.id): rule for game in games for rule in rules_of(game)}
    return sorted(found.values(), key=lambda rule: not rule.game)


def tables_of(rule: Rule) -> list[Table]:
    """Return the tables of a rule, as the engine has them now; for a rule that has none it is not imported."""
    if not rule.game or (rule.game in NAMES and not rule.table):
        return []
    made = load(rule.game).tables.get(rule.id)
    return list(made()) if made is not None else []


def _rules(tables: Mapping[str, Any], game: str) -> list[Rule]:
    return [Rule(id=id_, game=game, **keys) for id_, keys in tables.items()]


def _beside(folder: str, name: str) -> str:
    from combatcli import rulesets

    return os.path.join(rulesets.__path__[0], folder, name)  # noqa: PTH118  (pathlib is slow to import)


@cache
def data_of(folder: str, name: str) -> Mapping[str, Any]:
    """Return the tables of a TOML file that stands in a folder beside the games."""
    from combatcli import toml

    return toml.loads(_text_of(folder, name))


@cache
def _text_of(folder: str, name: str) -> str:
    with open(_beside(folder, name), encoding="utf-8") as file:  # noqa: PTH123  (pathlib is slow to import)
        return file.read()
