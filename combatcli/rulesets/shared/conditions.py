"""Conditions in a combatant's ``status``; where a game has it, with their end (``until``) and author (``by``)."""

from __future__ import annotations

from combatcli.events import Condition
from combatcli.rulesets.context import AnyContext


def gain(
    context: AnyContext, who: str, name: str, *, until: int | None = None, by: str | None = None, secret: bool = False
) -> None:
    """Give a combatant a condition, to the end of round ``until`` or for good, and tell it unless it is secret."""
    combatant = context.fight.combatants[who]
    more: dict[str, object] = {"until": {**combatant.until, name: until}} if until is not None else {}
    more |= {"by": {**combatant.by, name: by}} if by is not None else {}
    context.update_combatant(who, status=[*(word for word in combatant.status if word != name), name], **more)
    if not secret:
        context.tell(lambda: Condition(who=who, name=name, ended=False, by=by))


def lose(context: AnyContext, who: str, name: str, reason: str, *, secret: bool = False) -> None:
    """Take a condition off a combatant, if it has it, and tell why unless it is secret."""
    combatant = context.fight.combatants[who]
    if name not in combatant.status:
        return
    more = {
        key: {word: value for word, value in getattr(combatant, key).items() if word != name}
        for key in ("until", "by")
        if name in getattr(combatant, key, {})
    }
    context.update_combatant(who, status=[word for word in combatant.status if word != name], **more)
    if not secret:
        context.tell(lambda: Condition(who=who, name=name, ended=True, reason=reason))
