"""Where a question about the rules is looked up, and what answers it."""

from __future__ import annotations

from combatcli.errors import RefusedError, nearest
from combatcli.records import Record
from combatcli.rulesets import NAMES
from combatcli.rulesets.lookup.book import rules_of_all
from combatcli.rulesets.lookup.finding import (
    answers,
    ids_in,
    is_about_rulings,
    nearest_titles,
    switched_by,
    with_id,
)
from combatcli.rulesets.lookup.telling import STRICT, rule_event, strict_event, switch_events
from combatcli.text import shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from combatcli.events import Event
    from combatcli.rulesets.lookup.book import Rule
    from combatcli.rulesets.lookup.telling import Form


LONGEST = 60
"""How much of a question an error repeats."""


class Shelf(Record):
    """Where to look: the rules of one ``game``, or of all; what was asked; a table's own [house].

    A game that was ``said`` is asked alone; one in play comes first.
    """

    rules: list[Rule]
    words: list[str]
    game: str = ""
    said: bool = False
    house: dict[str, Any] = {}

    def ids(self) -> list[str]:
        """Return the ids that are asked for, of whichever game."""
        others = rules_of_all(NAMES) if self.game else []
        return ids_in(self.words, [rule.id for rule in (*self.rules, *others)])

    def told(self, rules: Sequence[Rule], *forms: Form) -> list[Event]:
        """Return rules as events: the first ones in the first forms, all others in the last."""
        titles = {rule.id: rule.title for rule in self.rules}
        if any(id_ not in titles for rule in rules for id_ in rule.related):
            titles |= {rule.id: rule.title for rule in rules_of_all(NAMES)}
        last = len(forms) - 1
        return [
            rule_event(rule, forms[min(place, last)], titles, self.house if rule.game in ("", self.game) else {})
            for place, rule in enumerate(rules)
        ]


def answer(shelf: Shelf, *, rulings: bool) -> list[Event]:
    """Return what answers, or what we ruled of it; nothing if no rule does."""
    if ids := shelf.ids():
        found = _by_id(ids, shelf)
        return shelf.told(found, "house" if rulings else "whole") if found else []
    if rulings or is_about_rulings(shelf.words):
        ruled = [rule for rule in shelf.rules if rule.house or rule.switches]
        every = not shelf.words or is_about_rulings(shelf.words)
        asked = ruled if every else answers(" ".join(shelf.words), ruled)
        switches = switch_events(asked, shelf.house, all_of_them=True) if every else ()
        return [*shelf.told(asked, "house"), *switches] if asked else []
    if not shelf.words:
        return [*shelf.told(shelf.rules, "title"), *switch_events(shelf.rules, shelf.house, all_of_them=False)]
    found = answers(" ".join(shelf.words), shelf.rules)
    if STRICT[0] in shelf.words:
        return [strict_event(shelf.house), *shelf.told(found, "also")]
    owning = switched_by(shelf.words, shelf.rules)
    return shelf.told([*owning, *(rule for rule in found if rule not in owning)], "whole", "also")


def _by_id(ids: Sequence[str], shelf: Shelf) -> list[Rule]:
    """Return the rules of some ids; of another game than the one in play, where that has none of the id."""
    found: list[Rule] = []
    for wanted in ids:
        own = with_id(wanted, shelf.rules)
        if not own and shelf.game:
            other = with_id(wanted, rules_of_all(NAMES))
            if other and shelf.said:
                hint = "; ".join(f"{rule.game} has it: {rule.title}" for rule in other)
                raise RefusedError(f"{shelf.game} has no rule {wanted}", f"{hint}.")
            own = other
        if not own:
            return []
        found += own
    return found


def no_answer(shelf: Shelf) -> RefusedError:
    """Return the error of a question that no rule answers: it names the nearest ids or titles."""
    asked = " ".join(shelf.words)
    shown = asked if len(asked) <= LONGEST else f"{shortened(asked, LONGEST)}…"
    if ids := shelf.ids():
        known = {rule.id for rule in shelf.rules}
        missing = next(each for each in ids if each not in known)
        return RefusedError(f"there is no rule {missing}", nearest(missing, known))
    if not shelf.rules:
        return RefusedError(f"{shelf.game} has no rules to look up")
    titles = nearest_titles(asked, shelf.rules)
    near = f"Nearest: {'; '.join(f'{rule.id} {rule.title}' for rule in titles)}. " if titles else ""
    where = f" of {shelf.game}" if shelf.game else ""
    return RefusedError(f'no rule{where} answers "{shown}"', f"{near}`combatcli rules` lists all.")
