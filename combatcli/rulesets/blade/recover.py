"""`recover` (B43): points come back by the referee's word alone, for the rules give none."""

from __future__ import annotations

from combatcli.encounter.references import CombatantId, combatant_named
from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.blade import state
from combatcli.rulesets.play import Action, Request

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.blade.schema import Combatant, Fight
    from combatcli.rulesets.play import Play


class RecoverRequest(Request, frozen=True):
    """How many points of each come back; ``sleep`` lets all spells be as fresh as ever (B29)."""

    who: CombatantId
    stamina: int | None = None
    health: int | None = None
    sleep: bool = False


def recover(play: Play[Fight], request: RecoverRequest) -> None:
    """Give points back, never above the maximum; the dead stay dead."""
    combatant: Combatant = combatant_named(play.fight, request.who)
    if state.is_dead(combatant):
        raise RefusedError(f"{request.who} is dead, and there is no return (B43)")
    if request.stamina is None and request.health is None and not request.sleep:
        raise RefusedError(
            "blade's rules give no recovery (B43)",
            f"The referee's word does: recover {request.who} --stamina N --health N",
        )
    if min(request.stamina or 0, request.health or 0) < 0:
        raise UsageError("what comes back is 0 or more", "combatcli wound WHO AMOUNT takes points off.")
    had = {"stamina": state.stamina(combatant), "health": state.health(combatant)}
    most = {"stamina": state.max_stamina(combatant), "health": state.max_health(combatant)}
    wanted = {"stamina": request.stamina or 0, "health": request.health or 0}
    left = {points: min(most[points], had[points] + wanted[points]) for points in had}
    cleared = {points: left[points] - had[points] for points in had}
    play.change(request.who, **{points: left[points] for points in left if cleared[points]})
    if request.sleep:
        play.change(request.who, casts={}, failed=[])
        state.note(play, request.who, unforced=None)
    play.tell("recover", who=request.who, faces=[], cleared=cleared, left=left, by_word=True, slept=request.sleep)


ACTION = Action(RecoverRequest, recover)
