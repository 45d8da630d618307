"""A group that acts as one: it loses a member instead of falling, and the next one is unhurt."""

from __future__ import annotations

from combatcli.events import Loss

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.context import CombatContext, E


def lose_member(context: CombatContext[E], who: str, **afresh: object) -> bool:
    """Take one member off a group, of whom the next starts with other values; False if only one is left."""
    count = context.fight.combatants[who].count
    if count <= 1:
        return False
    context.update_combatant(who, count=count - 1, **afresh)
    context.emit(Loss(who=who, left=count - 1))
    return True
