"""`order` (E11, E12): the steps of the round, who has acted, what each has left; and an NPC's turn that comes early."""

from __future__ import annotations

from combatcli.encounter.references import CombatantId
from combatcli.errors import RefusedError
from combatcli.rulesets.actions import Action, Request
from combatcli.rulesets.beacon.budget import ACTS, REACTS, budget_told, left
from combatcli.rulesets.beacon.damage import status
from combatcli.rulesets.beacon.state import ROSTER
from combatcli.rulesets.beacon.turns import begin_turn, end_turn, steps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.beacon.schema import Fight
    from combatcli.rulesets.context import CombatContext
    from combatcli.rulesets.steps import Step


class OrderRequest(Request, frozen=True):
    """The steps; or which NPC takes its turn now (E11)."""

    early: CombatantId | None = None


def order(context: CombatContext[Fight], request: OrderRequest) -> Step[Fight] | None:
    """Tell the steps, or let an NPC take its turn early."""
    if request.early is not None:
        if ROSTER.require_alive(context.fight, request.early).player:
            raise RefusedError(f"{request.early} is a player's character; an NPC takes its turn early (E11)")
        if context.fight.combatants[request.early].acted:
            raise RefusedError(f"{request.early} has had a turn this round (E11)")
        others = [who for who, each in context.fight.combatants.items() if each.early]
        if others:
            context.warn_or_refuse(f"{', '.join(others)} came early already; one NPC a round does (E11)")
        end_turn(context)
        phase = context.fight.phase
        begun = begin_turn(context, request.early)
        context.update_fight(phase=phase)
        context.update_combatant(request.early, early=True)
        return begun
    found = steps(context.fight)
    told = [
        {
            "step": step,
            "who": [
                {
                    "who": each,
                    "acted": context.fight.combatants[each].acted,
                    "in_turn": context.fight.turn == each,
                    "acts": left(context.fight.combatants[each], ACTS),
                    "reacts": left(context.fight.combatants[each], REACTS),
                    "budget": budget_told(context.fight.combatants[each]),
                    "status": status(context.fight, context.fight.combatants[each]),
                }
                for each in who
            ],
        }
        for step, who in found.items()
    ]
    everybody = [each for who in found.values() for each in who]
    context.emit("order", order=everybody, faces=[], steps=told, phase=context.fight.phase, turn=context.fight.turn)
    return None


ACTION = Action(OrderRequest, order)
