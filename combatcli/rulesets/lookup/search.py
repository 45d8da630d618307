"""A question about the rules, by id or in a player's words, and its answer: the rules, or else the nearest titles."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, Literal

from combatcli import rule_events as events
from combatcli.errors import RefusedError, nearest
from combatcli.records import Record
from combatcli.rulesets import NAMES
from combatcli.rulesets.lookup import ranking
from combatcli.rulesets.lookup.catalog import (
    Rule,
    event_tables_of_rule,
    read_json,
    rules_of_games,
    term_weight_lines,
    weights_by_rule,
)
from combatcli.text import cut_to_width

if TYPE_CHECKING:
    from combatcli.events import Table
    from combatcli.records import Event

    House = Mapping[str, Any]
    Form = Literal["whole", "house", "title", "also"]
    """How much of a rule is told: all, our ruling, its title in a list, its title beside a better answer."""

LONGEST = 60
"""The length up to which an unanswered question is repeated."""
STRICT = ("strict", False, "what is out of its phase or undeclared is refused, as by --strict, and not warned of", ())
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
LIKE_A_TITLE = 0.65
"""The least similarity of two words for a title to be named as near."""
RULINGS = frozenset(["house", "ruling", "rulings", "switches"])


class RuleQuestion(Record):
    """A question: the ``game`` to ask or all, the words, and the encounter's own [house].

    An ``explicit`` game is asked alone; the game in play comes first.
    """

    rules: list[Rule]
    words: list[str]
    game: str = ""
    explicit: bool = False
    house: Table = {}

    def ids(self) -> list[str]:
        """Return the requested ids, of any game."""
        all_rules = rules_of_games(NAMES) if self.game else []
        return ids_if_nothing_else(self.words, [rule.id for rule in (*self.rules, *all_rules)])

    def rules_with_id(self, id_: str) -> list[Rule]:
        """Return the rules with an id, which several games may have; those elsewhere if the game in play has none."""
        own = [rule for rule in self.rules if rule.id.upper() == id_]
        if own or not self.game:
            return own
        elsewhere = [rule for rule in rules_of_games(NAMES) if rule.id.upper() == id_]
        if elsewhere and self.explicit:
            hint = "; ".join(f"{rule.game} has it: {rule.title}" for rule in elsewhere)
            raise RefusedError(f"{self.game} has no rule {id_}", f"{hint}.")
        return elsewhere

    def rule_events(self, rules: Sequence[Rule], *forms: Form) -> list[Event]:
        """Return rules as events: each in the form at its place, those beyond the last form in that form."""
        titles = {rule.id: rule.title for rule in self.rules}
        if any(id_ not in titles for rule in rules for id_ in rule.related):
            titles |= {rule.id: rule.title for rule in rules_of_games(NAMES)}
        every_form = chain(forms, repeat(forms[-1]))
        return [self._rule_event(rule, form, titles) for rule, form in zip(rules, every_form, strict=False)]

    def _rule_event(self, rule: Rule, form: Form, titles: Mapping[str, str]) -> events.Rule:
        house = self.house if rule.game in ("", self.game) else {}
        return events.Rule(
            id=rule.id,
            ruleset=rule.game or None,
            title=rule.title,
            text=rule.text,
            house=rule.house,
            switches=[
                {"name": name, "default": default, "set": house.get(name)} for name, default in rule.switches.items()
            ],
            commands=list(rule.commands),
            related={id_: titles.get(id_, "") for id_ in rule.related},
            tables=event_tables_of_rule(rule) if form == "whole" else [],
            form=form,
        )


def answering_events(query: RuleQuestion, *, rulings: bool) -> list[Event]:
    """Return the rules that answer a question as events, or our rulings on them; empty if there are none."""
    if ids := query.ids():
        by_id = [query.rules_with_id(id_) for id_ in ids]
        return query.rule_events([*chain(*by_id)] if all(by_id) else [], "house" if rulings else "whole")
    question, is_general = " ".join(query.words), not query.words or is_about_rulings(query.words)
    if rulings or (query.words and is_general):
        ruled = [rule for rule in query.rules if rule.house or rule.switches]
        rules = ruled if is_general else answering_rules(question, ruled)
        switches = switch_events(rules, query.house, all_of_them=True) if is_general else ()
        return [*query.rule_events(rules, "house"), *switches] if rules else []
    if not query.words:
        return [*query.rule_events(query.rules, "title"), *switch_events(query.rules, query.house, all_of_them=False)]
    matches = answering_rules(question, query.rules)
    if STRICT[0] in query.words:
        return [*switch_events((), query.house, all_of_them=True), *query.rule_events(matches, "also")]
    significant = significant_words(question.casefold().split())
    switched = [rule for rule in query.rules if len(significant) == 1 and significant[0] in rule.switches]
    return query.rule_events([*switched, *(rule for rule in matches if rule not in switched)], "whole", "also")


def no_answer_event(query: RuleQuestion) -> Event:
    """Return the event for a question without an answer; RefusedError for an unknown id."""
    if ids := query.ids():
        all_ids = {rule.id for rule in query.rules}
        missing = next(id_ for id_ in ids if id_ not in all_ids)
        raise RefusedError(f"there is no rule {missing}", nearest(missing, all_ids))
    if not query.rules:
        raise RefusedError(f"{query.game} has no rules to look up")
    question = " ".join(query.words)
    shown = question if len(question) <= LONGEST else f"{cut_to_width(question, LONGEST)}…"
    rules = nearest_rules(question, query.rules)
    near = [{"id": rule.id, "ruleset": rule.game or None, "title": rule.title} for rule in rules]
    return events.UnansweredQuestion(question=shown, ruleset=query.game or None, answers=[], nearest=near)


def switch_events(rules: Sequence[Rule], house: House, *, all_of_them: bool) -> Iterator[events.HouseSwitch]:
    """Yield the switches of rules and of every game with the encounter's settings: all, or only those it has set."""
    own = [(name, default, rule.title, (rule.id,)) for rule in rules for name, default in rule.switches.items()]
    for name, default, what, ids in (*own, STRICT):
        if all_of_them or name in house:
            yield events.HouseSwitch(name=name, default=default, set=house.get(name), what=what, rules=list(ids))


def ids_if_nothing_else(words: Sequence[str], known: Sequence[str]) -> list[str]:
    """Return the ids that a question consists of, in capitals; none if it has any other significant word.

    Ids may be lists and ranges, as R24,R25 and R24-R26; their letter must begin a ``known`` id.
    """
    text = " ".join(words)
    numbered = [(match[1].upper(), int(match[2])) for id_ in known if (match := ID.fullmatch(id_))]
    letters = "|".join(dict.fromkeys(letter for letter, _ in numbered))
    pattern = re.compile(rf"\b({letters})[ -]?(\d+)(?:\s*(?:-|–|\.\.|to\b)\s*(?:\1[ -]?)?(\d+))?\b", re.IGNORECASE)
    if significant_words(ranking.words_of(pattern.sub(" ", text))):
        return []
    ids: list[str] = []
    for prefix, first, last in pattern.findall(text):
        numbers = [number for letter, number in numbered if letter == prefix.upper()]
        spanned = [number for number in numbers if last and int(first) <= number <= int(last)]
        ids += [f"{prefix.upper()}{number}" for number in spanned or [int(first)]]
    return list(dict.fromkeys(ids))


def significant_words(words: Sequence[str]) -> list[str]:
    """Return the words of a question without those that tell nothing."""
    return [word for word in words if word not in language().empty]


def is_about_rulings(words: Sequence[str]) -> bool:
    """Tell whether a question asks only for our rulings: house rules, switches, rulings."""
    significant = significant_words(ranking.words_of(" ".join(words)))
    return bool(significant) and {*significant} <= RULINGS


def answering_rules(question: str, rules: Sequence[Rule]) -> list[Rule]:
    """Return the rules that answer a question, an exact title first, then the best; none without a known word."""
    matches = ranking.ranked(question, texts_of(rules), language())
    if not matches or max(match.explained for match in matches[:TITLES]) < EXPLAINED:
        return []
    return _best_rules(question, rules, matches)


def nearest_rules(question: str, rules: Sequence[Rule]) -> list[Rule]:
    """Return the rules nearest to a question without an answer, by its words or else by what titles are like it."""
    if matches := ranking.ranked(question, texts_of(rules), language()):
        return _best_rules(question, rules, matches)[:TITLES]
    import difflib

    titled = {word: rule for rule in rules for word in significant_words(ranking.words_of(rule.title))}
    significant = significant_words(ranking.words_of(question)[: ranking.MOST_ASKED])
    near = [word for each in significant for word in difflib.get_close_matches(each, titled, TITLES, LIKE_A_TITLE)]
    return [titled[word] for word in near[:TITLES]]


def _best_rules(question: str, rules: Sequence[Rule], matches: Sequence[ranking.Match]) -> list[Rule]:
    """Return the best matching rules; those of every game last, unless asked for."""
    best = [rules[match.index] for match in matches[:MOST] if match.score >= CLOSE * matches[0].score]
    stems = ranking.stems_of(question)
    is_shared = not language().shared.isdisjoint(stems)

    def place(rule: Rule) -> tuple[bool, bool]:
        is_titled = stems in map(ranking.stems_of, (rule.title, *rule.asked))
        return not is_titled, not (rule.game or is_shared)

    return sorted(best, key=place)


@cache
def language() -> ranking.Language:
    """Return the language of questions, from words.json, made of words.toml."""
    table = read_json("lookup", "words.json")
    verbs = {verb.strip(): word for word, phrases in table["verbs"].items() for verb in phrases.split(",")}
    shared, subjects = (frozenset(map(ranking.stem, table[key].split())) for key in ("shared", "subjects"))
    return ranking.Language(frozenset(table["empty"].split()), table["means"], verbs, shared, subjects)


def texts_of(rules: Sequence[Rule]) -> ranking.Texts:
    """Return rules as searchable texts; our games' weights are precomputed."""
    ours = {rule.id: index for index, rule in enumerate(rules) if rule.is_built_in}
    others = [(index, rule) for index, rule in enumerate(rules) if not rule.is_built_in]
    outside = {index: ranking.stem_weights(weighted_texts(rule)) for index, rule in others}

    def weighs(term: str) -> dict[int, float]:
        by_index = {ours[id_]: weight for id_, weight in weights_by_rule(term).items() if id_ in ours}
        return by_index | {index: weights[term] for index, weights in outside.items() if term in weights}

    def stems() -> Iterator[str]:
        terms = {line.partition("\t")[0] for line in term_weight_lines().splitlines()}.union(*outside.values())
        return (term for term in terms if " " not in term and weighs(term))

    return ranking.Texts(len(rules), weighs, stems)


def weighted_texts(rule: Rule) -> list[tuple[str, float]]:
    """Return a rule's searchable texts with the weight of their words."""
    names = f"{rule.id} {' '.join(rule.commands)} {' '.join(rule.switches)}"
    fields = [(rule.title, 4), (rule.words, 2), (names, 1.5), (rule.text, 1), (rule.house, 0.7)]
    return [*fields, *((ranking.join_verbs(question, language().verbs), ASKED) for question in rule.asked)]
