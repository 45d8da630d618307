"""`declare` (Q10, Q12): who acts, and how; who passes; who has been activated."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from combatcli.encounter.references import CombatantId, Name
from combatcli.errors import RefusedError, UsageError, nearest
from combatcli.rulesets.actions import Action, Request
from combatcli.rulesets.arq import state
from combatcli.rulesets.arq.events import Declare
from combatcli.rulesets.arq.schema import Declaration, Fight
from combatcli.rulesets.arq.state import ROSTER
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.shared.again import declare_again

ACTIONS = ("act", "pass")


ActWord = Annotated[str, Meta(extra={"name": Name((), ACTIONS)})]


class DeclareRequest(Request, frozen=True):
    """Who acts, in words; passes; or, with nothing said, has been activated."""

    who: CombatantId | None = None
    action: ActWord | None = None
    targets: list[str] = []
    again: list[CombatantId] | None = None


def declare(context: CombatContext[Fight], request: DeclareRequest) -> None:
    """Mark somebody as having acted, passed, or been activated."""
    if request.again is not None:
        declare_again(context, request.again, context.fight.combatants, _last, declare)
        return
    if request.who is None:
        raise UsageError("declare: no combatant given", 'Write: combatcli declare WHO act "what", or pass')
    ROSTER.require_able(context.fight, request.who)
    words = " ".join(request.targets)
    if request.action is None:
        context.update_combatant(request.who, activated=True)
    elif request.action not in ACTIONS:
        raise UsageError(f'arq has no action "{request.action}"', nearest(request.action, ACTIONS))
    elif context.fight.phase == "melee":
        raise RefusedError(
            "nobody acts or passes in melee: all pairs fight at the same time (Q10, Q35)", "`attack --all`"
        )
    elif request.action == "act":
        state.use_phase(context, "action", "acting")
        state.act(context, request.who, "action")
        context.update_combatant(request.who, plan=words)
    else:
        state.act(context, request.who, "action", "movement")
    if request.action is not None and context.fight.phase == "action":
        said = Declaration(round=context.fight.round, action=request.action, plan=words)
        context.update_combatant(request.who, declared=said)
    able = list(ROSTER.able(context.fight))
    activated = [who for who in able if context.fight.combatants[who].activated]
    context.emit(
        Declare(
            who=request.who,
            phase=context.fight.phase,
            action=request.action or "activated",
            plan=words,
            activated=activated,
            waiting=[who for who in able if who not in activated],
        )
    )


def _last(fight: Fight, who: str) -> DeclareRequest | None:
    """Return what somebody declared in the action phase of the last round (Q10)."""
    combatant = fight.combatants[who]
    old = combatant.declared
    if old is None or old.round != fight.round - 1 or (fight.phase == "action" and combatant.acted):
        return None
    if fight.phase != "action":
        raise RefusedError(f"this is the {fight.phase} phase; what is declared belongs to the action phase (Q10)")
    return DeclareRequest(who=who, action=old.action, targets=[old.plan] if old.plan else [])


ACTION = Action(DeclareRequest, declare)
