"""Finding rules by id or by a player's question, or else the nearest titles."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from combatcli.rulesets.lookup import ranking
from combatcli.rulesets.lookup.catalog import Rule, data_of, weights_of

ID = re.compile(r"([a-z]+)(\d+)", re.IGNORECASE)
MOST = 8
"""The most rules of an answer."""
CLOSE = 0.3
"""The least score, relative to the best rule, of a rule in the answer."""
TITLES = 3
EXPLAINED = 0.5
"""The least share of a question that the best rules must explain."""
ASKED = 1
"""The weight of words in a rule's example questions."""
SO_TITLED = 0.9
"""The least similarity of a title and a misspelt question for the rule to come first."""
LIKE_A_TITLE = 0.65
"""The least similarity of two words for a title to be named as near."""
RULINGS = frozenset(["house", "ruling", "rulings", "switches"])


def ids_in(words: Sequence[str], known: Sequence[str]) -> list[str]:
    """Return the ids that a question consists of, in capitals; none if it has any other significant word.

    Ids may be lists and ranges, as R24,R25 and R24-R26; their letter must begin a ``known`` id.
    """
    text = " ".join(words)
    numbered = [(match[1].upper(), int(match[2])) for id_ in known if (match := ID.fullmatch(id_))]
    letters = "|".join(dict.fromkeys(letter for letter, _ in numbered))
    pattern = re.compile(rf"\b({letters})[ -]?(\d+)(?:\s*(?:-|–|\.\.|to\b)\s*(?:\1[ -]?)?(\d+))?\b", re.IGNORECASE)
    if any(word not in language().empty for word in ranking.words_of(pattern.sub(" ", text))):
        return []
    asked: list[str] = []
    for prefix, first, last in pattern.findall(text):
        numbers = [number for letter, number in numbered if letter == prefix.upper()]
        spanned = [number for number in numbers if last and int(first) <= number <= int(last)]
        asked += [f"{prefix.upper()}{number}" for number in spanned or [int(first)]]
    return list(dict.fromkeys(asked))


def is_about_rulings(words: Sequence[str]) -> bool:
    """Tell whether a question asks only for our rulings: house rules, switches, rulings."""
    telling = set(ranking.words_of(" ".join(words))) - language().empty
    return bool(telling) and telling <= RULINGS


def switched_by(words: Sequence[str], rules: Sequence[Rule]) -> list[Rule]:
    """Return the rules with a switch that the question names."""
    telling = [word for word in " ".join(words).casefold().split() if word not in language().empty]
    return [rule for rule in rules if len(telling) == 1 and telling[0] in rule.switches]


def with_id(id_: str, rules: Sequence[Rule]) -> list[Rule]:
    """Return the rules that have an id; several games may have one."""
    return [rule for rule in rules if rule.id.upper() == id_]


def answers(question: str, rules: Sequence[Rule]) -> list[Rule]:
    """Return the rules that answer a question, an exact title first, then the best; none without a known word."""
    matches = ranking.ranked(question, texts_of(rules), language())
    if not matches or max(match.explained for match in matches[:TITLES]) < EXPLAINED:
        return []
    return _best(question, rules, matches)


def nearest_rules(question: str, rules: Sequence[Rule]) -> list[Rule]:
    """Return the rules nearest to a question without an answer."""
    matches = ranking.ranked(question, texts_of(rules), language())
    return (_best(question, rules, matches) if matches else nearest_titles(question, rules))[:TITLES]


def _best(question: str, rules: Sequence[Rule], matches: Sequence[ranking.Match]) -> list[Rule]:
    """Return the best matching rules; those of every game last, unless asked for."""
    best = [rules[match.index] for match in matches[:MOST] if match.score >= CLOSE * matches[0].score]
    is_shared = not language().shared.isdisjoint(ranking.stems_of(question))
    return sorted(best, key=lambda rule: (not _is_titled(rule, question), not (rule.game or is_shared)))


def _is_titled(rule: Rule, question: str) -> bool:
    """Tell whether a question is a rule's title or one of its example questions, perhaps inflected or misspelt."""
    if " ".join(ranking.stems_of(question)) in (rule.titles or titles_of(rule)):
        return True
    asked, title = question.lower(), rule.title.lower()
    if 2 * sum(min(asked.count(letter), title.count(letter)) for letter in set(title)) < SO_TITLED * len(asked + title):
        return False
    import difflib

    return difflib.SequenceMatcher(None, asked, title).ratio() >= SO_TITLED


def nearest_titles(question: str, rules: Sequence[Rule]) -> list[Rule]:
    """Return the rules with a title word similar to a word of the question."""
    import difflib

    asked = [word for word in ranking.words_of(question)[: ranking.MOST_ASKED] if word not in language().empty]

    def similarity(rule: Rule) -> float:
        words = [word for word in ranking.words_of(rule.title) if word not in language().empty]
        return max((difflib.SequenceMatcher(None, one, other).ratio() for one in asked for other in words), default=0)

    similarities = [(similarity(rule), rule) for rule in rules]
    nearest = sorted((pair for pair in similarities if pair[0] >= LIKE_A_TITLE), key=lambda pair: -pair[0])
    return [rule for _, rule in nearest[:TITLES]]


@cache
def language() -> ranking.Language:
    """Return the language of questions, from words.json, made of words.toml."""
    table = data_of("lookup", "words.json")
    verbs = {verb.strip(): word for word, phrases in table["verbs"].items() for verb in phrases.split(",")}
    shared, subjects = (frozenset(map(ranking.stem, table[key].split())) for key in ("shared", "subjects"))
    return ranking.Language(frozenset(table["empty"].split()), table["means"], verbs, shared, subjects)


def texts_of(rules: Sequence[Rule]) -> ranking.Texts:
    """Return rules as searchable texts; our games' weights are precomputed."""
    ours = {rule.id: index for index, rule in enumerate(rules) if rule.length}
    outside = {index: ranking.weighed(fields_of(rule)) for index, rule in enumerate(rules) if not rule.length}

    def weighs(term: str) -> dict[int, float]:
        by_index = {ours[id_]: weight for id_, weight in weights_of(term).items() if id_ in ours}
        return by_index | {index: made[term] for index, (made, _) in outside.items() if term in made}

    return ranking.Texts(
        [rule.length or outside[index][1] for index, rule in enumerate(rules)],
        weighs,
        lambda: {word for rule in rules for word in (rule.known.split() if rule.length else known_words(rule))},
    )


def fields_of(rule: Rule) -> list[tuple[str, float]]:
    """Return a rule's searchable texts with the weight of their words."""
    names = f"{rule.id} {' '.join(rule.commands)} {' '.join(rule.switches)}"
    fields = [(rule.title, 4), (rule.words, 2), (names, 1.5), (rule.text, 1), (rule.house, 0.7)]
    return [*fields, *((ranking.joined(question, language().verbs), ASKED) for question in rule.asked)]


def known_words(rule: Rule) -> set[str]:
    """Return all words of a rule."""
    return {word for field, _ in fields_of(rule) for word in ranking.words_of(field)}


def titles_of(rule: Rule) -> list[str]:
    """Return the stems of a rule's title and example questions."""
    return [" ".join(ranking.stems_of(each)) for each in (rule.title, *rule.asked)]
