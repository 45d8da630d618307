"""`move` (R26): to an adjacent arena, and one further for an Awesome; who is held or was shoved stays."""

from __future__ import annotations

from collections.abc import Sequence

from combatcli.encounter.references import ArenaName, CombatantId, arena_named
from combatcli.errors import RefusedError
from combatcli.events import Move
from combatcli.rulesets.actions import Action, Request
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.realm.awesome import spend_awesome
from combatcli.rulesets.realm.deeds import use_action
from combatcli.rulesets.realm.ground import carried_along, check_not_carried, touching
from combatcli.rulesets.realm.holds import cornering, holders, last_round
from combatcli.rulesets.realm.schema import Combatant, Fight
from combatcli.rulesets.realm.state import ROSTER

LONGEST = 2


class MoveRequest(Request, frozen=True):
    """Who moves, and the one or two arenas on the way."""

    who: CombatantId
    way: list[ArenaName]


def move(context: CombatContext[Fight], request: MoveRequest) -> None:
    """Move somebody along a way of one arena, or two for an Awesome."""
    mover = ROSTER.require_able(context.fight, request.who)
    check_free(context.fight, request.who, mover)
    if len(request.way) > LONGEST:
        raise RefusedError(
            f"{request.who} cannot move {len(request.way)} arenas (R26)", "Move one arena, or two for an Awesome."
        )
    if len(request.way) == LONGEST and "freed" in mover.status:
        raise RefusedError(f"{request.who} has just broken free and may move only one arena (R26)")
    _check_way(context.fight, request.who, mover.arena, request.way)
    use_action(context, request.who, "move", on=request.way[-1:])
    if len(request.way) == LONGEST:
        spend_awesome(context, request.who, "move one arena further")
    for arena in request.way:
        start = context.fight.combatants[request.who].arena
        context.update_combatant(request.who, arena=arena)
        context.emit(Move(who=request.who, from_=start, to=arena, stopped_by=None, reactions=[]))
    carried_along(context, request.who)


def check_free(fight: Fight, who: str, mover: Combatant) -> None:
    """Refuse to move someone who is impeded, or was cornered or hurled the round before (R25, R29)."""
    for status, rule in (("impeded", "R25"), ("cornered", "R25"), ("hurled", "R29")):
        if status not in mover.status:
            continue
        held_by = cornering(fight, who) if status == "cornered" else holders(mover, status)
        later = bool(holders(mover, status)) or fight.round < last_round(mover, status, fight.round)
        if status != "impeded" and not held_by and later:
            continue
        by = " and ".join(held_by)
        raise RefusedError(
            f"{who} is {status}{f' by {by}' if by else ''} and cannot move this round ({rule})",
            _way_out(fight, who, held_by),
        )


def _way_out(fight: Fight, who: str, held_by: Sequence[str]) -> str:
    """Say how somebody who is held gets free: by a wound, which may be pending (R26)."""
    if not held_by:
        return ""
    pending = all(any((hit.attacker, hit.target) == (who, holder) for hit in fight.pending) for holder in held_by)
    if pending:
        return f"A hit on {' and '.join(held_by)} is pending: combatcli wound"
    return f"Wound {' and '.join(held_by)} first: combatcli attack {who} {held_by[0]}"


def _check_way(fight: Fight, who: str, start: str | None, way: list[str]) -> None:
    links = touching(fight)
    here = start
    for arena in way:
        arena_named(fight, arena)
        check_not_carried(fight, arena, [who])
        if arena == here:
            raise RefusedError(
                f"{who} is in {here} already (R26)" if here == start else f"{arena} is named twice (R26)"
            )
        if here is not None and arena not in links[here]:
            near = ", ".join(links[here]) or "none"
            raise RefusedError(f"{arena} is not adjacent to {here} (R26)", f"Adjacent to {here}: {near}.")
        here = arena


ACTION = Action(MoveRequest, move)
