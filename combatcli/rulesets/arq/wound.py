"""`wound` (Q35, Q36): a wound is a box; with all of them one is incapacitated, and a group loses a member."""

from __future__ import annotations

from functools import partial

from combatcli.encounter.references import combatant_named
from combatcli.rulesets.actions import Action
from combatcli.rulesets.arq import state
from combatcli.rulesets.arq.events import Discard, Wound
from combatcli.rulesets.arq.schema import Fight, Hit
from combatcli.rulesets.arq.state import INCAPACITATED, ROSTER
from combatcli.rulesets.shared.conditions import gain, lose
from combatcli.rulesets.shared.groups import lose_member
from combatcli.rulesets.shared.pending import WoundRequest, positive, wound_command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from combatcli.rulesets.context import CombatContext


def wound(context: CombatContext[Fight], request: WoundRequest) -> None:
    """Take wounds: those that wait, at once, or as many as are said."""
    wound_command(context, request, ROSTER, _hit_of, apply_hits, Discard)


def _hit_of(amount: str) -> Hit:
    return Hit(attacker="", target="", wounds=positive(amount, "number of wounds", "combatcli wound WHO 1"))


def apply_hits(context: CombatContext[Fight], hits: Sequence[Hit]) -> None:
    """Take the wounds of several hits at the same time (Q35)."""
    before = context.fight.combatants
    for hit in hits:
        if state.is_fallen(combatant_named(context.fight, hit.target)) and state.is_fallen(before[hit.target]):
            context.warn(f"{hit.target} is already incapacitated; a pending hit on them was discarded (Q36)")
            continue
        context.dealt_by(hit.attacker, partial(_take, context, hit.target, hit.wounds))
    for event in context.events if not context.silent else ():
        if isinstance(event, Wound):
            event.status = list(context.fight.combatants[event.target].status)


def _take(context: CombatContext[Fight], who: str, wounds: int) -> None:
    """Take wounds; a group takes them member by member (Q0)."""
    while True:
        combatant = context.fight.combatants[who]
        left = combatant.wounds - combatant.wounds_taken
        marked = min(wounds, left)
        context.update_combatant(who, wounds_taken=combatant.wounds_taken + marked)
        context.emit(
            Wound(
                target=who,
                amount=marked if combatant.count > 1 else wounds,
                marked={"wounds_taken": marked},
                status=list(combatant.status),
                left=left - marked,
            )
        )
        follow_wounds(context, who)
        wounds -= marked
        if not wounds or state.is_fallen(context.fight.combatants[who]):
            return


def follow_wounds(context: CombatContext[Fight], who: str) -> None:
    """Update incapacity by the wounds; a group loses a member instead (Q0, Q36)."""
    combatant = context.fight.combatants[who]
    full = combatant.wounds_taken >= combatant.wounds
    if full and INCAPACITATED not in combatant.status and not lose_member(context, who, wounds_taken=0):
        gain(context, who, INCAPACITATED)
    elif not full and INCAPACITATED in combatant.status:
        lose(context, who, INCAPACITATED, "not all wounds are taken")


ACTION = Action(WoundRequest, wound)
