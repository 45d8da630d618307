"""`recover` (R44, R45): days of natural recovery, and a successful use of Healing."""

from __future__ import annotations

from combatcli.errors import RefusedError
from combatcli.rulesets.base import Action, Order, chance, spread
from combatcli.rulesets.realm import state
from combatcli.rulesets.realm.wounds import top_marked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.dice.rolling.sources import Source
    from combatcli.rulesets.base import Event, Play
    from combatcli.rulesets.realm.schema import Combatant, Fight

RECOVERY_DIE = 5
MOST_DAYS = 1000


class RecoverOrder(Order, frozen=True):
    """Days of rest; or healing: ``heal`` wounds cleared beside the bleeding, ``wound`` the one box to clear."""

    who: str
    days: int = 1
    heal: int | None = None
    wound: int | None = None


def recover(play: Play[Fight], order: RecoverOrder) -> None:
    """Clear wounds by rest or by Healing; status follows the boxes that remain."""
    check(play.fight, order)
    if order.heal is not None or order.wound is not None:
        _heal(play, order)
    else:
        faces, cleared = rest(play.source, play.fight.combatants[order.who], order.days)
        _clear(play, order.who, faces, cleared)
    _follow_boxes(play, order.who)


def check(fight: Fight, order: RecoverOrder) -> None:
    """Refuse recovery to the dead, rest to the bleeding, and both to the unhurt (R43, R44)."""
    combatant = state.fighter(fight, order.who)
    if "dead" in combatant.status:
        raise RefusedError(f"{order.who} is dead, and there is no return")
    if order.heal is not None:
        return
    if order.wound is not None:
        if order.wound not in combatant.marked:
            raise RefusedError(f"{order.who} has no wound {order.wound}", f"Marked: {_listed(combatant.marked)}.")
        return
    if not 1 <= order.days <= MOST_DAYS:
        raise RefusedError(f"recovery takes 1 to {MOST_DAYS} days, not {order.days}", "Say how many: --days 3")
    if "bleeding" in combatant.status:
        raise RefusedError(f"{order.who} is bleeding and cannot recover by rest", "Stop it first: recover WHO --heal")
    if not combatant.marked:
        raise RefusedError(f"{order.who} has no marked wound")


def rest(source: Source, combatant: Combatant, days: int) -> tuple[list[int], list[int]]:
    """Roll days of natural recovery: the faces in turn, and the boxes they clear (R44).

    A day is a d5; a roll that matches no wound is rolled again, up to Commitment times that day.
    """
    faces: list[int] = []
    cleared: list[int] = []
    left = set(combatant.marked)
    for _ in range(days):
        for _ in range(1 + max(0, combatant.commitment)):
            if min(left, default=RECOVERY_DIE + 1) > RECOVERY_DIE:
                return faces, cleared
            faces.append(source.die(RECOVERY_DIE))
            if faces[-1] in left:
                left.discard(faces[-1])
                cleared.append(faces[-1])
                break
    return faces, cleared


def _heal(play: Play[Fight], order: RecoverOrder) -> None:
    combatant = play.fight.combatants[order.who]
    state.lose(play, order.who, "bleeding", "healed")
    highest = sorted(combatant.marked, reverse=True)
    cleared = highest[: order.heal or 0] if order.wound is None else [order.wound]
    _clear(play, order.who, [], cleared)


def _clear(play: Play[Fight], who: str, faces: list[int], cleared: list[int]) -> None:
    combatant = play.fight.combatants[who]
    left = [box for box in combatant.marked if box not in cleared]
    play.change(who, marked=left)
    beyond = [box for box in left if box > RECOVERY_DIE]
    play.tell("recover", who=who, faces=faces, cleared=cleared, left=left, beyond_rest=beyond)


def _follow_boxes(play: Play[Fight], who: str) -> None:
    combatant = play.fight.combatants[who]
    top = top_marked(combatant.marked, combatant.wounds)
    if top < min(2, combatant.wounds):
        state.lose(play, who, "incapacitated", "recovered")
    if top == 0:
        state.lose(play, who, "broken", "recovered")


def _listed(boxes: list[int]) -> str:
    return ", ".join(map(str, boxes)) or "none"


def odds(fight: Fight, order: RecoverOrder) -> list[Event]:
    """Return the exact chance that rest clears a wound, and how many it clears."""
    from combatcli.dice.odds.outcomes import every_outcome

    if order.heal is not None or order.wound is not None:
        raise RefusedError("healing rolls no dice here, so it has no odds")
    check(fight, order)
    combatant = fight.combatants[order.who]
    cleared = every_outcome(lambda source: len(rest(source, combatant, order.days)[1]))
    return [
        chance("cleared", cleared, lambda count: count > 0, who=order.who),
        spread("wounds cleared", cleared, lambda count: count, who=order.who),
    ]


ACTIONS = {"recover": Action(RecoverOrder, recover, odds)}
