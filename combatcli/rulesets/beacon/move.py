"""`move` (E20, E22, E23): an Advance up to one's stride, or a Maneuver of five feet; who may strike at it."""

from __future__ import annotations

from combatcli.encounter.references import ArenaName, CombatantId, arena_named
from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.actions import Action
from combatcli.rulesets.beacon import events, state
from combatcli.rulesets.beacon.budget import REACTS, check_push, pay, remaining, spend
from combatcli.rulesets.beacon.conditions import effective, hides_from, is_rooted, stride_times
from combatcli.rulesets.beacon.schema import Combatant, Fight
from combatcli.rulesets.beacon.squares import SQUARE, Point, feet, way
from combatcli.rulesets.beacon.state import ROSTER
from combatcli.rulesets.beacon.words import PushedRequest
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.shared.grids import as_point, read_point


class MoveRequest(PushedRequest, frozen=True):
    """Who moves over which points, or into which arena; how many feet of it are difficult."""

    who: CombatantId
    way: list[ArenaName] = []
    maneuver: bool = False
    difficult: float = 0
    distance: float | None = None


def move(context: CombatContext[Fight], request: MoveRequest) -> None:
    """Move somebody, and name who may strike at them for it."""
    who, mover = request.who, ROSTER.require_able(context.fight, request.who)
    check_push(request.pushes, "act", "closer")
    if request.difficult < 0:
        raise UsageError("--difficult must be 0 feet or more")
    if is_rooted(mover):
        raise RefusedError(f"{who} is rooted and cannot move (E22)")
    if len(request.way) == 1 and request.way[0] in context.fight.arenas:
        _into_arena(context, request, mover)
        return
    points = [_point(context.fight, word) for word in request.way]
    start = as_point(mover.position)
    squares = _squares(start, points)
    length = _length(request, start, points, squares)
    cost = length + (length if _is_difficult(context.fight, mover.arena) else min(request.difficult, length))
    _check_length(request, mover, cost)
    other = state.PLACES.at(context.fight, squares[-1], who) if squares else None
    if other is not None:
        raise RefusedError(f"{other} is already there (E20)")
    _pay_to_approach(context, request, start, squares)
    spend(context, who, push="act" in request.pushes)
    reactions = [] if request.maneuver or start is None else reacting(context.fight, who, squares)
    before = mover.position
    if squares:
        context.update_combatant(who, position=list(squares[-1]))
    if reactions != mover.reactions:
        context.update_combatant(who, reactions=reactions)
    context.emit(
        events.Move(
            who=who,
            from_=before,
            to=list(squares[-1]) if squares else before,
            stopped_by=None,
            reactions=reactions,
            feet=length,
            cost=cost,
            kind=_kind(request),
        )
    )


def _kind(request: MoveRequest) -> str:
    return "maneuver" if request.maneuver else "advance"


def _point(fight: Fight, word: str) -> Point:
    point = read_point(word)
    if point is None:
        if fight.arenas and "," not in word:
            arena_named(fight, word)
        raise UsageError(f'"{word}" is not a point', "As in 25,-5")
    return point


def _squares(start: Point | None, points: list[Point]) -> list[Point]:
    if start is None:
        return points[-1:]
    squares: list[Point] = []
    for point in points:
        squares += way(squares[-1] if squares else start, point)
    return squares


def _length(request: MoveRequest, start: Point | None, points: list[Point], squares: list[Point]) -> float:
    """Return the feet of a way: told, or counted in squares (E20)."""
    if request.distance is not None:
        if start is not None:
            raise RefusedError(
                f"{request.who} has a position, so a distance alone is not enough (E20)",
                f"Write: combatcli move {request.who} X,Y. For a detour, give several points.",
            )
        if request.distance <= 0:
            raise UsageError("--distance must be more than 0 feet")
        return request.distance
    if start is not None and points:
        if not squares:
            raise RefusedError(f"{request.who} is already there (E20)")
        return sum(feet(one, other) for one, other in zip([start, *points], points, strict=False))
    if not points:
        raise UsageError(f"move {request.who}: where to?", "Give X,Y, an arena, or --distance FEET.")
    return 0


def _is_difficult(fight: Fight, arena: str | None) -> bool:
    return arena is not None and fight.arenas[arena].terrain == "difficult"


def _check_length(request: MoveRequest, mover: Combatant, cost: float) -> None:
    """Refuse to go farther than a maneuver, or the stride (E20)."""
    limit = SQUARE if request.maneuver else mover.stride * stride_times(mover)
    if cost > limit:
        what = "a maneuver" if request.maneuver else "the stride"
        raise RefusedError(f"{request.who} cannot go {cost:g} feet: {what} of {request.who} is {limit:g} (E20)")


def _into_arena(context: CombatContext[Fight], request: MoveRequest, mover: Combatant) -> None:
    to = request.way[0]
    if mover.arena == to:
        raise RefusedError(f"{request.who} is already in {to} (E20)")
    if context.fight.arenas[to].terrain == "impassable":
        raise RefusedError(f"{to} is impassable (E20)")
    length = request.distance or (SQUARE if request.maneuver else 0)
    hard = _is_difficult(context.fight, to) or _is_difficult(context.fight, mover.arena)
    cost = 2 * length if hard else length + min(request.difficult, length)
    _check_length(request, mover, cost)
    spend(context, request.who, push="act" in request.pushes)
    context.update_combatant(request.who, arena=to)
    context.emit(
        events.Move(
            who=request.who,
            from_=mover.arena,
            to=to,
            stopped_by=None,
            reactions=[],
            feet=length,
            cost=cost,
            kind=_kind(request),
        )
    )


def _pay_to_approach(
    context: CombatContext[Fight], request: MoveRequest, start: Point | None, squares: list[Point]
) -> None:
    """Charge stress for moving closer to what terrifies the mover; refuse it unless that is pushed for (E41)."""
    if start is None or not squares:
        return
    for condition, effects in effective(context.fight.combatants[request.who]):
        source = context.fight.combatants.get(condition.source)
        source_point = as_point(source.position) if source is not None else None
        there = condition.source in state.present(context.fight, request.who)
        if (
            not effects.get("closer_for_stress")
            or source_point is None
            or not there
            or feet(squares[-1], source_point) >= feet(start, source_point)
        ):
            continue
        if "closer" not in request.pushes:
            raise RefusedError(
                f"{request.who} is terrified of {condition.source} and cannot go closer (E41)",
                "To go anyway, use --push closer for 1 stress.",
            )
        pay(context, request.who, f"going closer to {condition.source}")


def reacting(fight: Fight, who: str, squares: list[Point]) -> list[str]:
    """Return who may strike at an Advance: whose threat it leaves, or enters without threatening them (E23)."""
    foes = []
    last = set(state.threateners_of(fight, who))
    for square in squares:
        threatening = set(state.threateners_of(fight, who, square))
        foes += [foe for foe in last - threatening if foe not in foes]
        foes += [foe for foe in threatening - last if foe not in foes and not _would_threaten(fight, who, square, foe)]
        last = threatening
    mover = fight.combatants[who]
    able = [
        foe
        for foe in foes
        if not hides_from(mover, foe) and (fight.turn is None or remaining(fight.combatants[foe], REACTS))
    ]
    return sorted(able, key=list(fight.combatants).index)


def _would_threaten(fight: Fight, who: str, square: Point, foe: str) -> bool:
    return state.threatens(fight.with_combatant(who, position=list(square)), who, foe)


ACTION = Action(MoveRequest, move)
