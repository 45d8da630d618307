"""`recover` (Q36): wounds heal by the GM's word alone, for the rules give none."""

from __future__ import annotations

from combatcli.encounter.references import CombatantId, combatant_named
from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.actions import Action, Request
from combatcli.rulesets.arq.events import Recover
from combatcli.rulesets.arq.schema import Fight
from combatcli.rulesets.arq.squares import PLACES
from combatcli.rulesets.context import CombatContext


class RecoverRequest(Request, frozen=True):
    """How many wounds heal."""

    who: CombatantId
    heal: int | None = None


def recover(context: CombatContext[Fight], request: RecoverRequest) -> None:
    """Heal wounds, no more than were taken."""
    combatant = combatant_named(context.fight, request.who)
    if request.heal is None:
        raise RefusedError(
            "arq's rules give no recovery (Q36)", f"If the GM allows it, write: recover {request.who} --heal N"
        )
    if request.heal < 1:
        raise UsageError("--heal needs a number of wounds, 1 or more", f"Write: recover {request.who} --heal N")
    cleared = min(request.heal, combatant.wounds_taken)
    position = combatant.position
    other = PLACES.at(context.fight, (position[0], position[1]), request.who) if position is not None else None
    if other is not None:
        raise RefusedError(
            f"{other} is on the square of {request.who} (Q20)",
            f"Move one of them first: set {request.who} position=[X,Y]",
        )
    left = combatant.wounds_taken - cleared
    context.update_combatant(request.who, wounds_taken=left)
    context.emit(Recover(who=request.who, faces=[], cleared={"wounds_taken": cleared}, left=left))


ACTION = Action(RecoverRequest, recover)
