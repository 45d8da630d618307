"""A question about the rules, and what answers it."""

from __future__ import annotations

from combatcli.errors import RefusedError, nearest
from combatcli.records import Record
from combatcli.rulesets import NAMES
from combatcli.rulesets.lookup import search
from combatcli.rulesets.lookup.catalog import Rule, rules_of_all
from combatcli.rulesets.lookup.rule_events import STRICT, rule_event, strict_event, switch_events, unanswered_event
from combatcli.text import shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from combatcli.events import AnyEvent, Table
    from combatcli.rulesets.lookup.rule_events import Form


LONGEST = 60
"""How much of a question is repeated where nothing answers it."""


class RuleQuestion(Record):
    """What is asked, and of which rules: those of one ``game``, or of all; the words; a table's own [house].

    An ``explicit`` game is asked alone; one in play comes first.
    """

    rules: list[Rule]
    words: list[str]
    game: str = ""
    explicit: bool = False
    house: Table = {}

    def ids(self) -> list[str]:
        """Return the ids that are asked for, of whichever game."""
        others = rules_of_all(NAMES) if self.game else []
        return search.ids_in(self.words, [rule.id for rule in (*self.rules, *others)])

    def rule_events(self, rules: Sequence[Rule], *forms: Form) -> list[AnyEvent]:
        """Return rules as events: the first ones in the first forms, all others in the last."""
        titles = {rule.id: rule.title for rule in self.rules}
        if any(id_ not in titles for rule in rules for id_ in rule.related):
            titles |= {rule.id: rule.title for rule in rules_of_all(NAMES)}
        last = len(forms) - 1
        return [
            rule_event(rule, forms[min(index, last)], titles, self.house if rule.game in ("", self.game) else {})
            for index, rule in enumerate(rules)
        ]


def answer(query: RuleQuestion, *, rulings: bool) -> list[AnyEvent]:
    """Return what answers, or what we ruled of it; nothing if no rule does."""
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
    """Return the rules of some ids; of another game than the one in play, where that has none of the id."""
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


def no_answer(query: RuleQuestion) -> AnyEvent:
    """Return the event that tells of a question which no rule answers; raise RefusedError where an id is unknown."""
    if ids := query.ids():
        known = {rule.id for rule in query.rules}
        missing = next(id_ for id_ in ids if id_ not in known)
        raise RefusedError(f"there is no rule {missing}", nearest(missing, known))
    if not query.rules:
        raise RefusedError(f"{query.game} has no rules to look up")
    question = " ".join(query.words)
    shown = question if len(question) <= LONGEST else f"{shortened(question, LONGEST)}…"
    return unanswered_event(shown, query.game, search.nearest_rules(question, query.rules))
