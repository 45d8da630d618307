"""The rules of games by id, in our own words, with their tables."""

import os
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from combatcli import rulesets
from combatcli.records import Record
from combatcli.rule_events import Keys, Setting
from combatcli.rulesets import NAMES, load

RULES_FILE, WEIGHTS_FILE = "rules.json", "weights.txt"
"""The file made of rules.toml, quicker to read; and the weights, each line a term and its weight in rules."""
PAIRINGS = os.path.join("shared", "pairings")


class Rule(Record):
    """A rule, as rules.toml has it, and its tables."""

    id: str
    game: str
    """Its game; empty for a rule of every game."""
    title: str
    text: str = ""
    house: str = ""
    """Our ruling."""
    switches: Mapping[str, Setting] = {}
    """The house rules that change it, with their defaults."""
    commands: Sequence[str] = ()
    related: Sequence[str] = ()
    table: bool = False
    """Whether tables belong to this rule of ours."""
    words: str = ""
    """Other names that players use."""
    asked: Sequence[str] = ()
    """Example questions."""
    tables: Sequence[Keys] = ()

    @property
    def is_built_in(self) -> bool:
        """Whether the rule is built in, so that the weights of its words and its tables are made beforehand."""
        return not self.game or self.game in NAMES


def rules_of(game: str) -> list[Rule]:
    """Return the rules of a game, then those of pairings if it has them.

    Our games are read without importing them. Raises InvalidError for an unknown game.
    """
    tables = read_json(game, RULES_FILE) if game in NAMES else load(game).parts.rules
    has_pairings = game in NAMES or load(game).has_command("pairings")
    return [*_rules(tables, game), *(_rules(read_json(PAIRINGS, RULES_FILE), "") if has_pairings else ())]


def _rules(tables: Keys, game: str) -> list[Rule]:
    return [Rule(id=id_, game=game, **keys) for id_, keys in tables.items()]


def rules_of_games(games: Iterable[str]) -> list[Rule]:
    """Return the rules of several games; shared ones come once, at the end."""
    by_id = {(rule.game, rule.id): rule for game in games for rule in rules_of(game)}
    return sorted(by_id.values(), key=lambda rule: not rule.game)


def event_tables_of_rule(rule: Rule) -> list[Keys]:
    """Return a rule's tables as events have them; an outside game's come from its engine."""
    if rule.is_built_in:
        return list(rule.tables)
    return load(rule.game).parts.tables.get(rule.id, list)()


def _path_beside(folder: str, name: str) -> str:
    return os.path.join(rulesets.__path__[0], folder, name)


@cache
def weights_by_rule(term: str) -> dict[str, float]:
    """Return the weight of a stem, or a pair of stems, in each of our rules that has it, by id."""
    _, _, after = term_weight_lines().partition(f"\n{term}\t")
    words = after[: after.find("\n")].split()
    return dict(zip(words[::2], map(float, words[1::2]), strict=True))


@cache
def term_weight_lines() -> str:
    """Return the search weights of all terms, a line each."""
    with open(_path_beside("lookup", WEIGHTS_FILE), encoding="utf-8") as file:
        return f"\n{file.read()}"


@cache
def read_json(folder: str, name: str) -> Keys:
    """Return the content of a JSON file in a folder beside the games."""
    import json

    with open(_path_beside(folder, name), encoding="utf-8") as file:
        data: Keys = json.load(file)
    return data
