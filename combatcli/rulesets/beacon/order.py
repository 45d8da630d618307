"""`order` (E11, E12): the steps of the round, who has acted, what each has left; and an NPC's turn that comes early."""

from __future__ import annotations

from combatcli.encounter.references import CombatantId
from combatcli.errors import RefusedError
from combatcli.rulesets.actions import Request, action
from combatcli.rulesets.beacon import events
from combatcli.rulesets.beacon.budget import ACTS, REACTS, budget_in_parts, remaining
from combatcli.rulesets.beacon.damage import status
from combatcli.rulesets.beacon.schema import Fight
from combatcli.rulesets.beacon.state import ROSTER
from combatcli.rulesets.beacon.turns import begin_turn, end_turn, steps
from combatcli.rulesets.context import CombatContext


class OrderRequest(Request, frozen=True):
    """The steps; or which NPC takes its turn now (E11)."""

    early: CombatantId | None = None


def order(context: CombatContext[Fight], request: OrderRequest) -> None:
    """Emit the steps of the round, or begin an NPC's turn early."""
    if request.early is not None:
        if ROSTER.require_alive(context.fight, request.early).player:
            raise RefusedError(f"{request.early} is a player's character; only an NPC can take its turn early (E11)")
        if context.fight.combatants[request.early].acted:
            raise RefusedError(f"{request.early} has already had a turn this round (E11)")
        others = [who for who, combatant in context.fight.combatants.items() if combatant.early]
        if others:
            context.warn_or_refuse(f"{', '.join(others)} already came early, and only one NPC a round may (E11)")
        end_turn(context)
        begin_turn(context, request.early, early=True)
        context.update_combatant(request.early, early=True)
        return
    members_by_step = steps(context.fight)
    context.emit(
        events.Order(
            order=[who for members in members_by_step.values() for who in members],
            faces=[],
            steps=[
                events.OrderedStep(step, [_ordered(context.fight, who) for who in members])
                for step, members in members_by_step.items()
            ],
            phase=context.fight.phase,
            turn=context.fight.turn,
        )
    )


def _ordered(fight: Fight, who: str) -> events.OrderedCombatant:
    combatant = fight.combatants[who]
    return events.OrderedCombatant(
        who=who,
        acted=combatant.acted,
        in_turn=fight.turn == who,
        acts=remaining(combatant, ACTS),
        reacts=remaining(combatant, REACTS),
        budget=budget_in_parts(combatant),
        status=status(fight, combatant),
    )


ACTION = action(OrderRequest, order)
