"""The files that scripts/generate.py writes: rules and words as JSON, which is quicker to read than TOML."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

from combatcli import rulesets
from combatcli.rulesets import NAMES, load
from combatcli.rulesets.lookup.catalog import PAIRINGS, RULES_FILE, WEIGHTS_FILE, Rule
from combatcli.rulesets.lookup.ranking import join_verbs, stem, stem_weights
from combatcli.rulesets.lookup.search import language, weighted_texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from combatcli.events import Table

ALIKE = 0.4
"""What a word weighs that players ask with of the like in another game."""


def generated_files() -> Iterator[tuple[Path, str]]:
    """Yield the files that are generated, each with its text: the words, the rules, and what words weigh in them."""
    folder = Path(rulesets.__path__[0])
    words = _toml(folder / "lookup" / "words.toml")
    yield folder / "lookup" / "words.json", _text(_read_by(words))
    books = {name: load(name).parts.rules for name in NAMES} | {PAIRINGS: _toml(folder / PAIRINGS / "rules.toml")}
    rules = {id_: Rule(id=id_, game="", **keys) for book in books.values() for id_, keys in book.items()}
    for name, book in books.items():
        tables = load(name).parts.tables if name in NAMES else {}
        made = {id_: {"tables": make()} for id_, make in tables.items()}
        yield folder / name / RULES_FILE, _text({id_: keys | made.get(id_, {}) for id_, keys in book.items()})
    subjects = [[rules[id_] for id_ in ids.split()] for ids in words["related"].values()]
    yield folder / "lookup" / WEIGHTS_FILE, _weights(rules.values(), subjects)


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


def _weights(rules: Iterable[Rule], subjects: Sequence[Sequence[Rule]]) -> str:
    """Write a line for each term: the ids of the rules that have it, with what it weighs in each.

    A rule also has the words that players ask with of the like in other games.
    """
    lines: dict[str, str] = {}
    for rule in rules:
        alike = {other.id: other for each in subjects if rule in each for other in each if other is not rule}
        said = [each for other in alike.values() for each in (other.title, other.words, *other.asked)]
        fields = [*weighted_texts(rule), *((join_verbs(each, language().verbs), ALIKE) for each in said)]
        for term, weight in stem_weights(fields).items():
            lines[term] = f"{lines.get(term, term)}\t{rule.id} {weight}"
    return "".join([f"{line}\n" for line in lines.values()])


def _text(table: Table) -> str:
    """Write a line for each key."""
    lines = [f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in table.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"
