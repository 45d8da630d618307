"""`recover` (B43): points come back by the referee's word alone, for the rules give none."""

from __future__ import annotations

from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.base import Action, Order
from combatcli.rulesets.blade import state

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.base import Play
    from combatcli.rulesets.blade.schema import Fight


class RecoverOrder(Order, frozen=True):
    """How many points of each come back."""

    who: str
    stamina: int | None = None
    health: int | None = None


def recover(play: Play[Fight], order: RecoverOrder) -> None:
    """Give points back, never above the maximum; the dead stay dead."""
    combatant = state.fighter(play.fight, order.who)
    if state.dead(combatant):
        raise RefusedError(f"{order.who} is dead, and there is no return")
    if order.stamina is None and order.health is None:
        raise RefusedError(
            "blade's rules give no recovery", f"The referee's word does: recover {order.who} --stamina N --health N"
        )
    if min(order.stamina or 0, order.health or 0) < 0:
        raise UsageError("what comes back is 0 or more", "combatcli wound WHO AMOUNT takes points off.")
    had = {"stamina": state.stamina(combatant), "health": state.health(combatant)}
    most = {"stamina": state.max_stamina(combatant), "health": state.max_health(combatant)}
    wanted = {"stamina": order.stamina or 0, "health": order.health or 0}
    left = {points: min(most[points], had[points] + wanted[points]) for points in had}
    cleared = {points: left[points] - had[points] for points in had}
    play.change(order.who, **{points: left[points] for points in left if cleared[points]})
    play.tell("recover", who=order.who, faces=[], cleared=cleared, left=left, by_word=True)


ACTIONS = {"recover": Action(RecoverOrder, recover)}
