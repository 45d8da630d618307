"""Rules and switches as events: all that there is to say of them, and how much of it a report tells."""

from __future__ import annotations

from combatcli import rule_events as events
from combatcli.rulesets.lookup.catalog import Rule, tables_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any, Literal

    House = Mapping[str, Any]
    Form = Literal["whole", "house", "title", "also"]
    """How much is told of a rule: all, what we ruled, its title in a list, its title beside a better answer."""

STRICT = ("strict", False, "what is out of its phase or undeclared is refused, as by --strict, and not warned of")


def rule_event(rule: Rule, form: Form, titles: Mapping[str, str], house: House) -> events.Rule:
    """Tell a rule; ``titles`` are those of the rules that it may be related to, ``house`` is a table's own."""
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
    """Tell that no rule answers a question, and which ones come nearest."""
    near = [{"id": rule.id, "ruleset": rule.game or None, "title": rule.title} for rule in nearest]
    return events.Unanswered(question=question, ruleset=game or None, answers=[], nearest=near)


def switch_events(rules: Sequence[Rule], house: House, *, all_of_them: bool) -> Iterator[events.Switch]:
    """Tell the switches of some rules with what a table has set, or those alone that it has set."""
    for rule in rules:
        for name, default in rule.switches.items():
            if all_of_them or name in house:
                yield _switch(name, default, house, rule.title, [rule.id])
    if all_of_them or STRICT[0] in house:
        yield strict_event(house)


def strict_event(house: House) -> events.Switch:
    """Tell the switch that every game has, and no rule: it refuses what is irregular."""
    name, default, what = STRICT
    return _switch(name, default, house, what, [])


def _switch(name: str, default: events.Setting, house: House, what: str, rules: list[str]) -> events.Switch:
    return events.Switch(name=name, default=default, set=house.get(name), what=what, rules=rules)
