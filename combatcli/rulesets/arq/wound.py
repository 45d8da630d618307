"""Wounds and recovery (Q35, Q36): at its last wound a figure is incapacitated, a group loses a member."""

from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any

from combatcli.encounter.references import CombatantId, combatant_named
from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.actions import AnyAction, Request, action
from combatcli.rulesets.arq.events import Recover, Wound
from combatcli.rulesets.arq.schema import Hit
from combatcli.rulesets.arq.state import INCAPACITATED, PLACES, ROSTER, Context, is_fallen
from combatcli.rulesets.asked import number_or_nothing
from combatcli.rulesets.shared.conditions import gain, lose
from combatcli.rulesets.shared.pending import WoundRequest, apply_at_once, positive_amount, wound_command
from combatcli.rulesets.shared.roster import lose_member
from combatcli.rulesets.shared.squares import square_of


class RecoverRequest(Request, frozen=True):
    """How many wounds heal, by the GM's word."""

    who: CombatantId
    heal: Annotated[int | None, number_or_nothing("heal N wounds, if the GM says so")] = None


def _read_hit(amount: str) -> Hit:
    return Hit(attacker="", target="", wounds=positive_amount(amount, "number of wounds", "combatcli wound WHO 1"))


def apply_hits(context: Context, hits: Sequence[Hit]) -> None:
    """Apply the wounds of several hits at the same time (Q35)."""
    apply_at_once(context, hits, ROSTER, _apply_hit, lambda _, combatant: [*combatant.status])


def _apply_hit(context: Context, hit: Hit) -> None:
    """Apply a hit's wounds; a group takes them member by member (Q0)."""
    who, wounds = hit.target, hit.wounds
    while True:
        combatant = context.fight.combatants[who]
        left = combatant.wounds - combatant.wounds_taken
        marked = min(wounds, left)
        amount = marked if combatant.count > 1 else wounds
        context.update_combatant(who, wounds_taken=combatant.wounds_taken + marked)
        marks: dict[str, Any] = {"left": left - marked, "members": combatant.count, "marked": {"wounds_taken": marked}}
        context.tell(partial(Wound, target=who, amount=amount, status=[], **marks))
        follow(context, who)
        wounds -= marked
        if not wounds or is_fallen(context.fight.combatants[who]):
            return


def follow(context: Context, who: str, _: object = None) -> None:
    """Update incapacity by the wounds, whatever changed them; a group loses a member instead (Q0, Q36)."""
    combatant = context.fight.combatants[who]
    full = combatant.wounds_taken >= combatant.wounds
    if full and INCAPACITATED not in combatant.status and not lose_member(context, who, wounds_taken=0):
        gain(context, who, INCAPACITATED)
    elif not full and INCAPACITATED in combatant.status:
        lose(context, who, INCAPACITATED, "not all wounds are taken")


def recover(context: Context, request: RecoverRequest) -> None:
    """Heal wounds that were taken, by the GM's word alone: the rules give no recovery (Q36)."""
    who = request.who
    combatant = combatant_named(context.fight, who)
    if request.heal is None:
        raise RefusedError("arq's rules give no recovery (Q36)", f"If the GM allows it, write: recover {who} --heal N")
    if request.heal < 1:
        raise UsageError("--heal needs a number of wounds, 1 or more", f"Write: recover {who} --heal N")
    here = combatant.position
    other = None if here is None else PLACES.who_is_at(context.fight, square_of(here), who)
    if other is not None:
        hint = f"Move one of them first: set {who} position=[X,Y]"
        raise RefusedError(f"{context.fight.subject(other):is} on the square of {who} (Q20)", hint)
    cleared = min(request.heal, combatant.wounds_taken)
    left = combatant.wounds_taken - cleared
    context.update_combatant(who, wounds_taken=left)
    context.emit(Recover(who=who, faces=[], cleared={"wounds_taken": cleared}, left=left))


ACTIONS: dict[str, AnyAction] = {
    "wound": action(
        WoundRequest,
        partial(wound_command, roster=ROSTER, hit_of=_read_hit, apply=apply_hits),
        words="AMOUNT is a number of wounds",
    ),
    "recover": action(RecoverRequest, recover),
}
