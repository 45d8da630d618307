"""A question about the rules, and its answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from combatcli import rule_events as events
from combatcli.errors import RefusedError, nearest
from combatcli.records import Record
from combatcli.rulesets import NAMES
from combatcli.rulesets.lookup import search
from combatcli.rulesets.lookup.catalog import Rule, rules_of_all, tables_of
from combatcli.text import shortened

if TYPE_CHECKING:
    from combatcli.events import Table
    from combatcli.records import Event

    House = Mapping[str, Any]
    Form = Literal["whole", "house", "title", "also"]
    """How much of a rule is told: all, our ruling, its title in a list, its title beside a better answer."""


LONGEST = 60
"""The length up to which an unanswered question is repeated."""
STRICT = ("strict", False, "what is out of its phase or undeclared is refused, as by --strict, and not warned of")


class RuleQuestion(Record):
    """A question: the ``game`` to ask or all, the words, and the table's own [house].

    An ``explicit`` game is asked alone; the game in play comes first.
    """

    rules: list[Rule]
    words: list[str]
    game: str = ""
    explicit: bool = False
    house: Table = {}

    def ids(self) -> list[str]:
        """Return the requested ids, of any game."""
        all_rules = rules_of_all(NAMES) if self.game else []
        return search.ids_in(self.words, [rule.id for rule in (*self.rules, *all_rules)])

    def rule_events(self, rules: Sequence[Rule], *forms: Form) -> list[Event]:
        """Return rules as events: the first ones in the first forms, all others in the last form."""
        titles = {rule.id: rule.title for rule in self.rules}
        if any(id_ not in titles for rule in rules for id_ in rule.related):
            titles |= {rule.id: rule.title for rule in rules_of_all(NAMES)}
        last = len(forms) - 1
        return [
            rule_event(rule, forms[min(index, last)], titles, self.house if rule.game in ("", self.game) else {})
            for index, rule in enumerate(rules)
        ]


def answer(query: RuleQuestion, *, rulings: bool) -> list[Event]:
    """Return the answering rules, or our rulings on them; empty if there are none."""
    if ids := query.ids():
        matches = _by_id(ids, query)
        return query.rule_events(matches, "house" if rulings else "whole") if matches else []
    if rulings or search.is_about_rulings(query.words):
        ruled = [rule for rule in query.rules if rule.house or rule.switches]
        is_general = not query.words or search.is_about_rulings(query.words)
        rules = ruled if is_general else search.answers(" ".join(query.words), ruled)
        switches = switch_events(rules, query.house, all_of_them=True) if is_general else ()
        return [*query.rule_events(rules, "house"), *switches] if rules else []
    if not query.words:
        return [*query.rule_events(query.rules, "title"), *switch_events(query.rules, query.house, all_of_them=False)]
    matches = search.answers(" ".join(query.words), query.rules)
    if STRICT[0] in query.words:
        return [strict_event(query.house), *query.rule_events(matches, "also")]
    switched = search.switched_by(query.words, query.rules)
    return query.rule_events([*switched, *(rule for rule in matches if rule not in switched)], "whole", "also")


def _by_id(ids: Sequence[str], query: RuleQuestion) -> list[Rule]:
    """Return the rules with the given ids; of another game if the one in play has none."""
    rules: list[Rule] = []
    for id_ in ids:
        matches = search.with_id(id_, query.rules)
        if not matches and query.game:
            elsewhere = search.with_id(id_, rules_of_all(NAMES))
            if elsewhere and query.explicit:
                hint = "; ".join(f"{rule.game} has it: {rule.title}" for rule in elsewhere)
                raise RefusedError(f"{query.game} has no rule {id_}", f"{hint}.")
            matches = elsewhere
        if not matches:
            return []
        rules += matches
    return rules


def no_answer(query: RuleQuestion) -> Event:
    """Return the event for a question without an answer; RefusedError for an unknown id."""
    if ids := query.ids():
        all_ids = {rule.id for rule in query.rules}
        missing = next(id_ for id_ in ids if id_ not in all_ids)
        raise RefusedError(f"there is no rule {missing}", nearest(missing, all_ids))
    if not query.rules:
        raise RefusedError(f"{query.game} has no rules to look up")
    question = " ".join(query.words)
    shown = question if len(question) <= LONGEST else f"{shortened(question, LONGEST)}…"
    return unanswered_event(shown, query.game, search.nearest_rules(question, query.rules))


def rule_event(rule: Rule, form: Form, titles: Mapping[str, str], house: House) -> events.Rule:
    """Return the event of a rule; ``titles`` are those of related rules, ``house`` the table's settings."""
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
        tables=tables_of(rule) if form == "whole" else [],
        form=form,
    )


def unanswered_event(question: str, game: str, nearest: Sequence[Rule]) -> events.Unanswered:
    """Return the event for an unanswered question, with the nearest rules."""
    near = [{"id": rule.id, "ruleset": rule.game or None, "title": rule.title} for rule in nearest]
    return events.Unanswered(question=question, ruleset=game or None, answers=[], nearest=near)


def switch_events(rules: Sequence[Rule], house: House, *, all_of_them: bool) -> Iterator[events.Switch]:
    """Return the switches of rules with the table's settings, or only those that it has set."""
    for rule in rules:
        for name, default in rule.switches.items():
            if all_of_them or name in house:
                yield _switch(name, default, house, rule.title, [rule.id])
    if all_of_them or STRICT[0] in house:
        yield strict_event(house)


def strict_event(house: House) -> events.Switch:
    """Return the switch of every game that refuses what is irregular."""
    name, default, what = STRICT
    return _switch(name, default, house, what, [])


def _switch(name: str, default: events.Setting, house: House, what: str, rules: list[str]) -> events.Switch:
    return events.Switch(name=name, default=default, set=house.get(name), what=what, rules=rules)
