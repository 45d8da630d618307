"""What is made of rules and words beforehand, as JSON that is quick to read; scripts/generate.py writes it."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

from combatcli import rulesets
from combatcli.rulesets import built_games, load
from combatcli.rulesets.lookup.book import MADE, PAIRINGS, Rule, told
from combatcli.rulesets.lookup.finding import text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


def made() -> Iterator[tuple[Path, str]]:
    """Go through the files that are made, each with its text: the rules with their tables and weights, the words."""
    folder = Path(rulesets.__path__[0])
    for game in built_games():
        tables = load(game).tables
        rules = {
            id_: {**keys, **({"tables": [told(table) for table in tables[id_]()]} if id_ in tables else {})}
            for id_, keys in load(game).rules.items()
        }
        yield folder / game / MADE, _text(_weighed(rules))
    yield folder / PAIRINGS / MADE, _text(_weighed(_toml(folder / PAIRINGS / "rules.toml")))
    yield folder / "lookup" / "words.json", _text(_toml(folder / "lookup" / "words.toml"))


def _toml(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _weighed(rules: dict[str, Any]) -> dict[str, Any]:
    texts = {id_: text_of(Rule(id=id_, game="", **keys)) for id_, keys in rules.items()}
    return {id_: {**keys, "weighs": texts[id_].weighs, "length": texts[id_].length} for id_, keys in rules.items()}


def _text(table: dict[str, Any]) -> str:
    """Write a line for each key."""
    lines = [f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in table.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"
