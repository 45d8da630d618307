"""Conditions in a combatant's ``status``; in some games with their last round (``until``) and author (``by``)."""

from __future__ import annotations

from combatcli.events import Condition
from combatcli.rulesets.context import AnyContext


def gain(
    context: AnyContext, who: str, name: str, *, until: int | None = None, by: str | None = None, secret: bool = False
) -> None:
    """Add a condition to a combatant, until the end of round ``until`` or for good, and emit it unless secret."""
    combatant = context.fight.combatants[who]
    more: dict[str, object] = {"until": {**combatant.until, name: until}} if until is not None else {}
    more |= {"by": {**combatant.by, name: by}} if by is not None else {}
    context.update_combatant(who, status=[*(word for word in combatant.status if word != name), name], **more)
    if not secret:
        context.tell(lambda: Condition(who=who, name=name, ended=False, by=by))


def lose(context: AnyContext, who: str, name: str, reason: str, *, secret: bool = False) -> None:
    """Remove a condition from a combatant that has it, and emit the reason unless secret."""
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
