"""The files that scripts/generate.py writes: rules and words as JSON, which is quicker to read than TOML."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

from combatcli import rulesets
from combatcli.rulesets import NAMES, load
from combatcli.rulesets.lookup.catalog import PAIRINGS, RULES_FILE, Rule, table_keys
from combatcli.rulesets.lookup.ranking import joined, stem, weighed
from combatcli.rulesets.lookup.search import language, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from combatcli.events import Table

ALIKE = 0.4
"""What a word weighs that players ask with of the like in another game."""


def generated_files() -> Iterator[tuple[Path, str]]:
    """Yield the files that are generated, each with its text: the words, then the rules, weighed by them."""
    folder = Path(rulesets.__path__[0])
    words = _toml(folder / "lookup" / "words.toml")
    yield folder / "lookup" / "words.json", _text(_read_by(words))
    known = {id_: _rule(id_, keys) for game in NAMES for id_, keys in load(game).parts.rules.items()}
    subjects = [[known[id_] for id_ in ids.split()] for ids in words["related"].values()]
    for game in NAMES:
        tables = load(game).parts.tables
        rules = {
            id_: {**keys, **({"tables": [table_keys(table) for table in tables[id_]()]} if id_ in tables else {})}
            for id_, keys in load(game).parts.rules.items()
        }
        yield folder / game / RULES_FILE, _text(_weighed(rules, subjects))
    yield folder / PAIRINGS / RULES_FILE, _text(_weighed(_toml(folder / PAIRINGS / "rules.toml"), subjects))


def _toml(path: Path) -> Table:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _read_by(words: Table) -> Table:
    """Return what a look-up reads of the words: those alike are meanings of each other, and of what has their stem."""
    means = {word: meant.split() for word, meant in words["means"].items()}
    for line in words["alike"].splitlines():
        for word in line.split():
            means.setdefault(word, []).extend(line.split())
    told = {word: " ".join(dict.fromkeys(meant)) for word, meant in sorted(means.items())}
    told = {stem(word): meant for word, meant in told.items()} | told
    return {key: words[key] for key in ("empty", "shared", "subjects", "verbs")} | {"means": told}


def _rule(id_: str, keys: Table) -> Rule:
    return Rule(id=id_, game="", **keys)


def _weighed(rules: Table, subjects: Sequence[Sequence[Rule]]) -> Table:
    return {id_: {**keys, **_weights(_rule(id_, keys), subjects)} for id_, keys in rules.items()}


def _weights(rule: Rule, subjects: Sequence[Sequence[Rule]]) -> Table:
    """Return what the words of a rule weigh, and those that players ask of the like in other games; its own length."""
    text = text_of(rule)
    alike = {other.id: other for subject in subjects for other in subject if rule.id in [each.id for each in subject]}
    said = [each for id_, other in alike.items() if id_ != rule.id for each in (other.title, other.words, *other.asked)]
    fields = [*text.fields, *((joined(each, language().verbs), ALIKE) for each in said)]
    return {"weighs": weighed(fields)[0], "length": text.length}


def _text(table: Table) -> str:
    """Write a line for each key."""
    lines = [f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in table.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"
