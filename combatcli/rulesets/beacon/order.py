"""`order` (E11, E12): the steps of the round, who has acted, what each has left; and an NPC's turn that comes early."""

from __future__ import annotations

from combatcli.encounter.references import CombatantId
from combatcli.errors import RefusedError
from combatcli.rulesets.beacon import state
from combatcli.rulesets.beacon.budget import ACTS, REACTS, budget_told, left
from combatcli.rulesets.beacon.damage import status
from combatcli.rulesets.beacon.turns import begin_turn, end_turn, steps
from combatcli.rulesets.play import Action, Request

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.beacon.schema import Fight
    from combatcli.rulesets.play import Play, Step


class OrderRequest(Request, frozen=True):
    """The steps; or which NPC takes its turn now (E11)."""

    early: CombatantId | None = None


def order(play: Play[Fight], request: OrderRequest) -> Step[Fight] | None:
    """Tell the steps, or let an NPC take its turn early."""
    if request.early is not None:
        if state.living(play.fight, request.early).player:
            raise RefusedError(f"{request.early} is a player's character; an NPC takes its turn early (E11)")
        if play.fight.combatants[request.early].acted:
            raise RefusedError(f"{request.early} has had a turn this round (E11)")
        others = [who for who, each in play.fight.combatants.items() if each.early]
        if others:
            play.irregular(f"{', '.join(others)} came early already; one NPC a round does (E11)")
        end_turn(play)
        phase = play.fight.phase
        begun = begin_turn(play, request.early)
        play.alter(phase=phase)
        play.change(request.early, early=True)
        return begun
    found = steps(play.fight)
    told = [
        {
            "step": step,
            "who": [
                {
                    "who": each,
                    "acted": play.fight.combatants[each].acted,
                    "in_turn": play.fight.turn == each,
                    "acts": left(play.fight.combatants[each], ACTS),
                    "reacts": left(play.fight.combatants[each], REACTS),
                    "budget": budget_told(play.fight.combatants[each]),
                    "status": status(play.fight, play.fight.combatants[each]),
                }
                for each in who
            ],
        }
        for step, who in found.items()
    ]
    everybody = [each for who in found.values() for each in who]
    play.tell("order", order=everybody, faces=[], steps=told, phase=play.fight.phase, turn=play.fight.turn)
    return None


ACTION = Action(OrderRequest, order)
