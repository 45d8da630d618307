"""`recover` (B43): points come back by the referee's word alone, for the rules give none."""

from __future__ import annotations

from combatcli.encounter.references import CombatantId, combatant_named
from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.actions import Action, Request
from combatcli.rulesets.blade import events, state
from combatcli.rulesets.blade.schema import Fight
from combatcli.rulesets.context import CombatContext


class RecoverRequest(Request, frozen=True):
    """How many points of each come back; ``sleep`` lets all spells be as fresh as ever (B29)."""

    who: CombatantId
    stamina: int | None = None
    health: int | None = None
    sleep: bool = False


def recover(context: CombatContext[Fight], request: RecoverRequest) -> None:
    """Give points back, never above the maximum; the dead stay dead."""
    combatant = combatant_named(context.fight, request.who)
    if state.is_dead(combatant):
        raise RefusedError(f"{request.who} is dead, and there is no return (B43)")
    if request.stamina is None and request.health is None and not request.sleep:
        raise RefusedError(
            "blade's rules give no recovery (B43)",
            f"If the GM allows it, write: recover {request.who} --stamina N --health N",
        )
    if min(request.stamina or 0, request.health or 0) < 0:
        raise UsageError(
            "--stamina and --health must be 0 or more", "To take points off, write: combatcli wound WHO AMOUNT"
        )
    had = {"stamina": state.stamina(combatant), "health": state.health(combatant)}
    most = {"stamina": state.max_stamina(combatant), "health": state.max_health(combatant)}
    given = {"stamina": request.stamina or 0, "health": request.health or 0}
    now = {points: min(most[points], had[points] + given[points]) for points in had}
    cleared = {points: now[points] - had[points] for points in had}
    context.update_combatant(request.who, **{points: now[points] for points in now if cleared[points]})
    if request.sleep:
        context.update_combatant(request.who, casts={}, failed=[])
        state.note(context, request.who, unforced=None)
    context.emit(
        events.Recover(who=request.who, faces=[], cleared=cleared, left=now, by_word=True, slept=request.sleep)
    )


ACTION = Action(RecoverRequest, recover)
