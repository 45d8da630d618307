"""`show`: a `blade` encounter, or one combatant of it, as events that a report makes tables of (B0, B1)."""

from __future__ import annotations

from functools import partial

import msgspec

from combatcli.encounter.references import combatant_named
from combatcli.encounter.schema import whole
from combatcli.events import Table
from combatcli.rulesets.actions import Action
from combatcli.rulesets.blade import events, state
from combatcli.rulesets.blade.arena import GROUND
from combatcli.rulesets.blade.move import combat_movement, meters
from combatcli.rulesets.blade.next import is_to_act
from combatcli.rulesets.blade.reach import begin_round, foes
from combatcli.rulesets.blade.schema import Combatant, Fight
from combatcli.rulesets.blade.weapons import in_hand
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.shared.clock import seconds
from combatcli.rulesets.shared.show import ShowRequest, declared_openly, harm, tell_all, tell_one
from combatcli.rulesets.shared.sides import side_of


def show(context: CombatContext[Fight], request: ShowRequest) -> None:
    """Tell what there is to see: the clock, whose turn it is, who fights, where, and what is pending."""
    begin_round(context)
    fight = context.fight
    if request.who is not None:
        values = _whole(fight, request.who, combatant_named(fight, request.who))
        tell_one(context, request, request.who, values, events.Combatant)
        return
    clock = {
        "phase": fight.phase,
        "number": state.PHASES.index(fight.phase) + 1,
        "phases": len(state.PHASES),
        "seconds": seconds(fight.round),
        "initiative": fight.initiative,
        "surprised": fight.surprised,
    }
    types = (events.Encounter, events.Combatant, events.Pending)
    tell_all(context, clock, partial(_brief, fight), GROUND.tell_all, request, types)
    for foe, who in state.opportunities(fight):
        context.emit(events.Opportunity(who=foe, target=who))


def _state_of(fight: Fight, who: str, combatant: Combatant) -> Table:
    """Return how somebody is: the points that are left, and what follows from the round."""
    return {
        "side": side_of(combatant),
        "harm": _harm(combatant),
        "stamina": state.stamina(combatant),
        "max_stamina": state.max_stamina(combatant),
        "health": state.health(combatant),
        "max_health": state.max_health(combatant),
        "status": state.status(fight, combatant),
        "engaged": [] if state.is_dead(combatant) else foes(fight, who),
        "declared": declared_openly(combatant.declared),
    }


def _harm(combatant: Combatant) -> str:
    health, most = state.health(combatant), state.max_health(combatant)
    unhurt = health == most and state.stamina(combatant) == state.max_stamina(combatant)
    return harm(unhurt=unhurt, bloodied=2 * health <= most, out=state.is_dead(combatant))


def _brief(fight: Fight, who: str, combatant: Combatant) -> Table:
    return {
        "position": combatant.position,
        **_state_of(fight, who, combatant),
        "to_act": is_to_act(fight, who),
        "armor": whole(combatant.armor) if combatant.armor.protection else None,
        "wielding": [name for name, _ in in_hand(combatant)],
        "target": combatant.target,
    }


def _whole(fight: Fight, who: str, combatant: Combatant) -> Table:
    feet = combat_movement(combatant.movement)
    attributes = ("strength", "agility", "mind", "personality", "movement")
    return {
        **msgspec.to_builtins(combatant),
        **_state_of(fight, who, combatant),
        "combat_movement": feet,
        "combat_metres": meters(feet),
        **{attribute: getattr(combatant, attribute) for attribute in attributes},
    }


ACTION = Action(ShowRequest, show)
