"""The files that scripts/generate.py writes: rules and words as JSON, which is quicker to read than TOML."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

from combatcli import rulesets
from combatcli.rulesets import built_games, load
from combatcli.rulesets.lookup.catalog import PAIRINGS, RULES_FILE, Rule, table_keys
from combatcli.rulesets.lookup.search import text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from combatcli.events import Table


def generated_files() -> Iterator[tuple[Path, str]]:
    """Yield the files that are generated, each with its text: the words, then the rules, weighed by them."""
    folder = Path(rulesets.__path__[0])
    yield folder / "lookup" / "words.json", _text(_toml(folder / "lookup" / "words.toml"))
    for game in built_games():
        tables = load(game).tables
        rules = {
            id_: {**keys, **({"tables": [table_keys(table) for table in tables[id_]()]} if id_ in tables else {})}
            for id_, keys in load(game).rules.items()
        }
        yield folder / game / RULES_FILE, _text(_weighed(rules))
    yield folder / PAIRINGS / RULES_FILE, _text(_weighed(_toml(folder / PAIRINGS / "rules.toml")))


def _toml(path: Path) -> Table:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _weighed(rules: Table) -> Table:
    texts = {id_: text_of(Rule(id=id_, game="", **keys)) for id_, keys in rules.items()}
    return {id_: {**keys, "weighs": texts[id_].weighs, "length": texts[id_].length} for id_, keys in rules.items()}


def _text(table: Table) -> str:
    """Write a line for each key."""
    lines = [f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in table.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"
