"""`show`: an `arq` encounter, or one combatant of it (Q0, Q3, Q12)."""

from __future__ import annotations

import msgspec

from combatcli.encounter.references import combatant_named
from combatcli.events import Table
from combatcli.rulesets.actions import Action
from combatcli.rulesets.arq import events, state
from combatcli.rulesets.arq.arena import GROUND
from combatcli.rulesets.arq.cards import rows_of
from combatcli.rulesets.arq.order import waiting
from combatcli.rulesets.arq.schema import Combatant, Fight
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.shared.show import ShowRequest, harm, tell_all, tell_one
from combatcli.rulesets.shared.sides import side_of


def show(context: CombatContext[Fight], request: ShowRequest) -> None:
    """Tell what there is to see."""
    fight = context.fight
    if request.who is not None:
        combatant = combatant_named(fight, request.who)
        keys = {**msgspec.to_builtins(combatant), **_brief(fight, combatant)}
        tell_one(context, request, request.who, keys, events.Combatant)
        return
    number = state.PHASES.index(fight.phase) + 1
    clock = {"phase": fight.phase, "number": number, "phases": len(state.PHASES), "pairs": fight.pairs}
    yet = set(waiting(fight))
    if fight.phase == "melee":
        from combatcli.rulesets.arq.melee import pairs_to_test

        yet = {who for pair in pairs_to_test(context) for who in pair}

    def brief(who: str, combatant: Combatant) -> Table:
        return {**_brief(fight, combatant), "to_act": who in yet and not combatant.acted}

    types = (events.Encounter, events.Combatant, events.Pending)
    tell_all(context, clock, brief, GROUND.tell_all, request, types)


def _harm(combatant: Combatant) -> str:
    taken = combatant.wounds_taken
    return harm(unhurt=not taken, bloodied=2 * taken >= combatant.wounds, out=state.is_fallen(combatant))


def _brief(fight: Fight, combatant: Combatant) -> Table:
    cards_left = len(rows_of(fight, combatant)) - len(combatant.drawn) if combatant.player else None
    return {
        "side": side_of(combatant),
        "harm": _harm(combatant),
        "position": combatant.position,
        "traits": combatant.traits,
        "speed": combatant.speed,
        "wounds_taken": combatant.wounds_taken,
        "wounds": combatant.wounds,
        "status": combatant.status,
        "gifts": combatant.gifts,
        "cards_left": cards_left,
        "engaged": combatant.engaged,
        "acted": combatant.acted,
        "threats": combatant.threats,
    }


ACTION = Action(ShowRequest, show)
