"""`show`: a `realm` encounter, or one combatant of it, as events that a report makes tables of (R1, R6, R15)."""

from __future__ import annotations

from combatcli.encounter.references import combatant_named
from combatcli.encounter.schema import whole
from combatcli.events import Table
from combatcli.rulesets.actions import Action
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.realm import events, state
from combatcli.rulesets.realm.ground import GROUND
from combatcli.rulesets.realm.order import OrderRequest, by_initiative, order, who_declared
from combatcli.rulesets.realm.schema import Combatant, Fight
from combatcli.rulesets.shared.show import ShowRequest, declared_openly, harm, tell_all, tell_one


def show(context: CombatContext[Fight], request: ShowRequest) -> None:
    """Emit what there is to see: the clock, who fights, where, and what is pending."""
    if request.who is not None:
        combatant = combatant_named(context.fight, request.who)
        values = {**whole(combatant), **_open(combatant), "harm": _harm(combatant)}
        tell_one(context, request, request.who, values, events.Combatant)
        return
    seconds, turn = state.clock(context.fight.round)
    number = state.phase_number(context.fight.phase)
    clock = {"phase": state.PHASES[number - 1], "number": number, "seconds": seconds, "turn": turn}
    to_act = who_declared(context.fight, number)

    def brief(who: str, combatant: Combatant) -> Table:
        return {**_brief(combatant), "to_act": who in to_act}

    whole_clock = {**clock, "phases": len(state.PHASES), "bowl": context.fight.bowl}
    types = (events.Encounter, events.Combatant, events.Pending)
    by_order = by_initiative(context.fight, context.fight.combatants)
    tell_all(context, whole_clock, brief, GROUND.tell_all, request, types, by_order)
    if context.fight.order is not None:
        order(context, OrderRequest())


def _open(combatant: Combatant) -> Table:
    """Return what the table may see of a declaration and what follows from it: a secret focus is none (R4)."""
    declared = declared_openly(combatant.declared)
    if declared is not None and declared.get("hidden"):
        declared["targets"] = []
    until = {word: last for word, last in combatant.until.items() if word in state.status_openly(combatant)}
    return {"declared": declared, "status": state.status_openly(combatant), "until": until}


def _harm(combatant: Combatant) -> str:
    marked = len(set(combatant.marked))
    out = state.is_fallen(combatant) or not combatant.count
    return harm(unhurt=not marked, bloodied=2 * marked >= combatant.wounds, out=out)


def _brief(combatant: Combatant) -> Table:
    return {
        "harm": _harm(combatant),
        "wounds": combatant.wounds,
        "marked": combatant.marked,
        "wielding": state.wielded(combatant) or None,
        "awesome": combatant.awesome,
        **_open(combatant),
    }


ACTION = Action(ShowRequest, show)
