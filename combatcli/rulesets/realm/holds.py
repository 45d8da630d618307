"""Who is held by whom (R25, R26): several holds stand side by side, and each ends by itself."""

from __future__ import annotations

from combatcli.rulesets.shared.conditions import gain, lose

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from combatcli.rulesets.context import CombatContext
    from combatcli.rulesets.realm.schema import Combatant, Fight

HELD = ("impeded", "cornered")


def holders(combatant: Combatant, *words: str) -> list[str]:
    """Return who holds somebody, each once: impedes them, has them cornered, or either (R25)."""
    found: list[str] = []
    for word in words or HELD:
        by = combatant.by.get(word, []) if word in combatant.status else []
        found += [by] if isinstance(by, str) else by
    return list(dict.fromkeys(found))


def may_turn_on(combatant: Combatant, others: Collection[str]) -> bool:
    """Tell whether somebody may attack, push or assist against others: impeded, only those who impede them (R25)."""
    impeders = holders(combatant, "impeded")
    return not impeders or set(others) <= set(impeders)


def hold(context: CombatContext[Fight], who: str, by: str) -> None:
    """Mark somebody as impeded this round and cornered the next, beside all who hold them already (R25)."""
    now = context.fight.round
    for word, until in (("impeded", now), ("cornered", now + 1)):
        before = [each for each in holders(context.fight.combatants[who], word) if each != by]
        gain(context, who, word, until=until, by=by)
        if before:
            _held_by(context, who, word, [*before, by])


def _held_by(context: CombatContext[Fight], who: str, word: str, by: list[str]) -> None:
    combatant = context.fight.combatants[who]
    context.update_combatant(who, by={**combatant.by, word: by[0] if len(by) == 1 else by})


def release(context: CombatContext[Fight], who: str, holder: str, reason: str) -> None:
    """Free somebody of one who holds them; the others hold on (R25)."""
    released = False
    for word in HELD:
        by = holders(context.fight.combatants[who], word)
        left = [each for each in by if each != holder]
        if by and not left:
            lose(context, who, word, reason)
        elif left != by:
            _held_by(context, who, word, left)
            released = True
    if released:
        context.emit("released", who=who, holder=holder, reason=reason, left=holders(context.fight.combatants[who]))


def end_of_round(context: CombatContext[Fight], who: str) -> None:
    """Release who was cornered a round ago; a foe who has impeded them in this round holds on (R25)."""
    combatant = context.fight.combatants[who]
    impeders = holders(combatant, "impeded")
    if impeders and "cornered" in combatant.status:
        _held_by(
            context, who, "cornered", [each for each in holders(combatant, "cornered") if each in impeders] or impeders
        )
