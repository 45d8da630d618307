"""Awesomes (R4, R51): spent where a rule says so, or paid by the DM."""

from __future__ import annotations

from combatcli.encounter.references import combatant_named
from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.realm.events import Awesome
from combatcli.rulesets.realm.schema import Fight


def spend_awesome(context: CombatContext[Fight], who: str, purpose: str) -> None:
    """Take one Awesome off somebody; RefusedError if none is left (R51)."""
    combatant = combatant_named(context.fight, who)
    if combatant.awesome < 1:
        raise RefusedError(f"{who} has no Awesome left to {purpose} (R51)")
    context.update_combatant(who, awesome=combatant.awesome - 1)
    context.emit(Awesome(who=who, change=-1, left=combatant.awesome - 1, purpose=purpose))


def pay_awesome(context: CombatContext[Fight], who: str, points: int, purpose: str) -> None:
    """Give somebody Awesomes (R4); RefusedError unless they are a player's."""
    combatant = combatant_named(context.fight, who)
    if not combatant.player:
        raise RefusedError(f"{who} is not a player's character; only players can be paid Awesomes (R4)")
    if points < 1:
        raise UsageError(f"you can pay 1 Awesome or more, not {points}", "As in --pay mira=1")
    context.update_combatant(who, awesome=combatant.awesome + points)
    context.emit(Awesome(who=who, change=points, left=combatant.awesome + points, purpose=purpose))
