"""`move` (R26): to an adjacent arena, and one further for an Awesome; who is held or was shoved stays."""

from __future__ import annotations

from combatcli.errors import RefusedError
from combatcli.rulesets.base import Action, Order
from combatcli.rulesets.realm import state
from combatcli.rulesets.realm.places import arena_named, neighbours
from combatcli.rulesets.realm.points import spend_awesome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from combatcli.rulesets.base import Play
    from combatcli.rulesets.realm.schema import Combatant, Fight

LONGEST = 2


class MoveOrder(Order, frozen=True):
    """Who moves, and the one or two arenas on the way."""

    who: str
    way: list[str]


def move(play: Play[Fight], order: MoveOrder) -> None:
    """Move somebody along a way of one arena, or two for an Awesome."""
    mover = state.actor(play.fight, order.who)
    check_free(play.fight, order.who, mover)
    if len(order.way) > LONGEST:
        raise RefusedError(f"{order.who} cannot move {len(order.way)} arenas", "One, and one further for an Awesome.")
    if len(order.way) == LONGEST and "freed" in mover.status:
        raise RefusedError(f"{order.who} has just broken free and moves one arena, no further")
    _check_way(play.fight, order.who, mover.arena, order.way)
    state.use_action(play, order.who, "move")
    if len(order.way) == LONGEST:
        spend_awesome(play, order.who, "move one arena further")
    for arena in order.way:
        start = play.fight.combatants[order.who].arena
        play.change(order.who, arena=arena)
        play.tell("move", who=order.who, **{"from": start}, to=arena, stopped_by=None)
    carried_along(play, order.who)


def check_free(fight: Fight, who: str, mover: Combatant) -> None:
    """Refuse to move someone who is impeded, or was cornered or hurled the round before (R25, R29)."""
    for status in ("impeded", "cornered", "hurled"):
        if status not in mover.status:
            continue
        last = mover.until.get(status)
        if status != "impeded" and last is not None and fight.round < last:
            continue
        by = mover.by.get(status)
        raise RefusedError(
            f"{who} is {status}{f' by {by}' if by else ''} and cannot move this round",
            f"Wound {by} first: combatcli attack {who} {by}" if by else "",
        )


def _check_way(fight: Fight, who: str, start: str | None, way: list[str]) -> None:
    touching = neighbours(fight)
    here = start
    for arena in way:
        arena_named(fight, arena)
        check_not_carried(fight, arena, [who])
        if here is not None and arena not in touching[here]:
            near = ", ".join(touching[here]) or "none"
            raise RefusedError(f"{arena} is not adjacent to {here}", f"Adjacent to {here}: {near}.")
        here = arena


def check_not_carried(fight: Fight, to: str, movers: Iterable[str]) -> None:
    """Refuse to put a bearer into the arena that they carry (R14)."""
    bearer = fight.arenas[to].on
    if bearer is not None and bearer in movers:
        raise RefusedError(f"{bearer} carries {to} and cannot be in it")


def carried_along(play: Play[Fight], bearer: str) -> None:
    """Tell which arenas move with their bearer, and what they touch now (R14)."""
    carried = [name for name, arena in play.fight.arenas.items() if arena.on == bearer]
    for name in carried:
        play.tell("carried", arena=name, bearer=bearer, links=neighbours(play.fight)[name])


ACTIONS = {"move": Action(MoveOrder, move)}
