"""Finding rules: by their ids, or by a question as a player would put it; and the nearest titles where nothing fits."""

from __future__ import annotations

import re
from functools import cache

from combatcli.rulesets.lookup.book import data_of
from combatcli.rulesets.lookup.ranking import Language, Text, ranked, stems_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from combatcli.rulesets.lookup.book import Rule

ID = re.compile(r"\(?([a-z]+\d+)\)?[.,;:]?", re.IGNORECASE)
MOST = 8
"""How many rules are found at most."""
CLOSE = 0.3
"""How good a rule must be beside the best one to be told as well."""
TITLES = 3


def ids_in(words: Sequence[str]) -> list[str]:
    """Return the ids that a question consists of, in capitals; none where any other word of it says something."""
    found = [ID.fullmatch(word) for word in words if word.lower() not in language().empty]
    return list(dict.fromkeys(each[1].upper() for each in found if each)) if all(found) else []


def with_id(wanted: str, rules: Sequence[Rule]) -> list[Rule]:
    """Return the rules that have an id; several games may have one."""
    return [rule for rule in rules if rule.id.upper() == wanted]


def answers(question: str, rules: Sequence[Rule]) -> list[Rule]:
    """Return the rules that answer a question, one so titled first, then the best; none where no word is known."""
    scores = ranked(question, [_text(rule) for rule in rules], language())[:MOST]
    found = [rules[place] for place, score in scores if score >= CLOSE * scores[0][1]]
    asked = stems_of(question)
    return sorted(found, key=lambda rule: stems_of(rule.title) != asked)


def nearest_titles(question: str, rules: Sequence[Rule]) -> list[Rule]:
    """Return the rules whose titles are most like a question."""
    import difflib

    def alike(rule: Rule) -> float:
        return difflib.SequenceMatcher(None, question.lower(), rule.title.lower()).ratio()

    return sorted(rules, key=alike, reverse=True)[:TITLES]


@cache
def language() -> Language:
    """Return how players ask, from words.toml."""
    table = data_of("lookup", "words.toml")
    return Language(frozenset(table["empty"].split()), table["means"])


def _text(rule: Rule) -> Text:
    names = f"{rule.id} {' '.join(rule.commands)} {' '.join(rule.switches)}"
    return Text([(rule.title, 4), (rule.words, 2), (names, 1.5), (rule.text, 1), (rule.house, 0.7)])
