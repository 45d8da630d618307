"""Awesomes (R4, R51): spent where a rule says so, paid by the DM, or taken out of the bowl."""

from __future__ import annotations

from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.base import Action, Order
from combatcli.rulesets.realm import state

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.base import Play
    from combatcli.rulesets.realm.schema import Fight


class BowlOrder(Order, frozen=True):
    """How many Awesomes somebody takes out of the bowl."""

    who: str
    points: int


def spend_awesome(play: Play[Fight], who: str, purpose: str) -> None:
    """Take one Awesome off somebody; RefusedError if none is left (R51)."""
    combatant = state.fighter(play.fight, who)
    if combatant.awesome < 1:
        raise RefusedError(f"{who} has no Awesome left to {purpose}")
    play.change(who, awesome=combatant.awesome - 1)
    play.tell("awesome", who=who, change=-1, left=combatant.awesome - 1, purpose=purpose)


def pay_awesome(play: Play[Fight], who: str, points: int, purpose: str) -> None:
    """Give somebody Awesomes (R4); RefusedError unless they are a player's."""
    combatant = state.fighter(play.fight, who)
    if not combatant.player:
        raise RefusedError(f"{who} is no player's character; Awesomes are paid to players")
    if points < 1:
        raise UsageError(f"{points} Awesomes cannot be paid", "Give 1 or more.")
    play.change(who, awesome=combatant.awesome + points)
    play.tell("awesome", who=who, change=points, left=combatant.awesome + points, purpose=purpose)


def from_bowl(play: Play[Fight], order: BowlOrder) -> None:
    """Take Awesomes out of the bowl for somebody (R4); RefusedError if it holds too few."""
    if play.fight.bowl < order.points:
        raise RefusedError(f"the bowl holds {play.fight.bowl} Awesomes, not {order.points}")
    pay_awesome(play, order.who, order.points, "out of the bowl")
    play.alter(bowl=play.fight.bowl - order.points)


ACTIONS = {"bowl": Action(BowlOrder, from_bowl)}
