"""`show`: an `arq` encounter, or one combatant of it (Q0, Q3, Q12)."""

from __future__ import annotations

from typing import Any

import msgspec

from combatcli.encounter.references import combatant_named
from combatcli.rulesets.arq import state
from combatcli.rulesets.arq.arena import GROUND
from combatcli.rulesets.arq.cards import rows_of
from combatcli.rulesets.play import Action
from combatcli.rulesets.shared.show import ShowRequest, tell_all, tell_one
from combatcli.rulesets.shared.sides import side_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.arq.schema import Combatant, Fight
    from combatcli.rulesets.play import Play


def show(play: Play[Fight], request: ShowRequest) -> None:
    """Tell what there is to see."""
    fight = play.fight
    if request.who is not None:
        combatant = combatant_named(fight, request.who)
        tell_one(play, request.who, {**msgspec.to_builtins(combatant), **_brief(fight, combatant)})
        return
    clock = {"phase": fight.phase, "number": state.PHASES.index(fight.phase) + 1, "pairs": fight.pairs}
    tell_all(play, clock, lambda _, each: _brief(fight, each), GROUND.tell_all)


def _brief(fight: Fight, combatant: Combatant) -> dict[str, Any]:
    left = len(rows_of(fight, combatant)) - len(combatant.drawn) if combatant.player else None
    return {
        "side": side_of(combatant),
        "position": combatant.position,
        "traits": combatant.traits,
        "speed": combatant.speed,
        "wounds_taken": combatant.wounds_taken,
        "wounds": combatant.wounds,
        "status": combatant.status,
        "gifts": combatant.gifts,
        "cards_left": left,
        "engaged": combatant.engaged,
        "acted": combatant.acted,
        "threats": combatant.threats,
    }


ACTION = Action(ShowRequest, show)
