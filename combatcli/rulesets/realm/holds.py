"""Who is held by whom (R25, R26): several holds stand side by side, and each ends by itself."""

from __future__ import annotations

from combatcli.rulesets.realm.events import Released
from combatcli.rulesets.shared.conditions import gain, lose

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from combatcli.rulesets.context import CombatContext
    from combatcli.rulesets.realm.schema import Combatant, Fight

HELD = ("impeded", "cornered")


def holders(combatant: Combatant, *words: str) -> list[str]:
    """Return who holds somebody, each once: impedes them, has them cornered, or either (R25)."""
    names: list[str] = []
    for word in words or HELD:
        by = combatant.by.get(word, []) if word in combatant.status else []
        names += [by] if isinstance(by, str) else by
    return list(dict.fromkeys(names))


def may_turn_on(combatant: Combatant, others: Collection[str]) -> bool:
    """Return whether somebody may attack, push or assist against others: impeded, only those who impede them (R25)."""
    impeders = holders(combatant, "impeded")
    return not impeders or set(others) <= set(impeders)


def hold(context: CombatContext[Fight], who: str, by: str) -> None:
    """Mark somebody as impeded this round and cornered the next, beside all who hold them already (R25)."""
    now = context.fight.round
    for word, until in (("impeded", now), ("cornered", now + 1)):
        others = [other for other in holders(context.fight.combatants[who], word) if other != by]
        gain(context, who, word, until=until, by=by)
        if others:
            _held_by(context, who, word, [*others, by])


def _held_by(context: CombatContext[Fight], who: str, word: str, by: list[str]) -> None:
    combatant = context.fight.combatants[who]
    context.update_combatant(who, by={**combatant.by, word: by[0] if len(by) == 1 else by})


def release(context: CombatContext[Fight], who: str, holder: str, reason: str) -> None:
    """Free somebody of one who holds them; the others hold on (R25)."""
    released = False
    for word in HELD:
        by = holders(context.fight.combatants[who], word)
        others = [other for other in by if other != holder]
        if by and not others:
            lose(context, who, word, reason)
        elif others != by:
            _held_by(context, who, word, others)
            released = True
    if released:
        context.emit(Released(who=who, holder=holder, reason=reason, left=holders(context.fight.combatants[who])))


def end_of_round(context: CombatContext[Fight], who: str) -> None:
    """Release who was cornered a round ago; a foe who has impeded them in this round holds on (R25)."""
    combatant = context.fight.combatants[who]
    impeders = holders(combatant, "impeded")
    if impeders and "cornered" in combatant.status:
        _held_by(
            context,
            who,
            "cornered",
            [holder for holder in holders(combatant, "cornered") if holder in impeders] or impeders,
        )
