"""`move` (B10–B14): one move, run or charge a round, before or after a shot, or half on either side."""

from typing import Annotated

from msgspec import UNSET

from combatcli.encounter.references import CombatantId, CombatantOrArena, combatant_named
from combatcli.errors import RefusedError, UsageError
from combatcli.records import Record
from combatcli.rulesets.actions import AnyAction, Request, action
from combatcli.rulesets.asked import feet, flag, text
from combatcli.rulesets.blade import events, melee, state
from combatcli.rulesets.blade.melee import melee_reach_feet
from combatcli.rulesets.blade.schema import Combatant, Distance, Fight
from combatcli.rulesets.blade.state import ROSTER, Context, combat_movement, game_meters
from combatcli.rulesets.blade.weapons import weapons_in_hand
from combatcli.rulesets.shared import grids
from combatcli.rulesets.shared.arenas import fixed_links
from combatcli.rulesets.shared.grids import Point, as_point, is_within, straight_distance
from combatcli.rulesets.shared.places import distance_apart, point_of
from combatcli.rulesets.shared.sides import are_enemies
from combatcli.rulesets.shared.touching import may_share_arena
from combatcli.text import in_feet, shell_word
from combatcli.voice import Subject

KINDS = {"move": "B10", "run": "B12", "charge": "B13"}
"""The kinds of movement, each with its rule."""


class MoveRequest(Request, frozen=True):
    """A move by points, to an arena or up to somebody; ``distance`` is in feet, without positions."""

    who: CombatantId
    way: list[CombatantOrArena] = []
    run: Annotated[bool, flag("run up to twice as far, in a straight line")] = False
    charge: Annotated[CombatantId | None, text("FOE", "charge an enemy, for a First Strike")] = None
    distance: Annotated[Distance | None, feet("the distance, only without positions: 40, or 12m in meters")] = None


class Route(Record):
    """A way: its points, its length in feet where positions tell it, and the arena or the combatant at its end."""

    points: list[Point]
    feet: float | None = None
    arena: str | None = None
    up_to: str | None = None


def move(context: Context, request: MoveRequest) -> None:
    """Move a combatant out of melee, along a way, and into melee; emit who may strike at it."""
    who = request.who
    ROSTER.require_able(context.fight, who)
    melee.engage_adjacent(context, who)
    mover, way = context.fight.combatants[who], requested_way(context.fight, request)
    if way.feet is not None and mover.position is not None and request.distance is not None:
        placed = f"{context.fight.subject(who):has} a position, ({mover.position[0]:g}, {mover.position[1]:g})"
        hint = "Leave out --distance: the positions say how far it is."
        raise RefusedError(f"{placed}, so --distance does not count (B10)", hint)
    asked = request.distance if way.feet is None else way.feet
    if way.up_to is None and asked is not None and is_within(asked, 0):
        raise RefusedError(f"{context.fight.subject(who):is} already there (B10)")
    kind = "charge" if request.charge is not None else "run" if request.run else "move"
    rule, limit = KINDS[kind], feet_allowed(context.fight.subject(who), mover, kind)
    feet = limit if asked is None else asked
    if not is_within(feet, limit):
        hint = f"Left this round: {in_feet(limit)} ({game_meters(limit):g} m)."
        raise RefusedError(f"{who} cannot {kind} {in_feet(feet)} ({rule})", hint)
    if kind == "run":
        check_run(context.fight, who, way)
    state.warn_or_refuse_outside_phase(context, who, f"{kind}s")
    state.warn_or_refuse_pending_hits(context, who)
    if kind != "move":
        state.take_back_spell(context, who)
    end = list(way.points[-1]) if way.points else mover.position
    context.update_combatant(who, position=end, arena=way.arena or mover.arena)
    left_foes, strikers = leave_melee(context, who, way, mover)
    counted = "moved_after" if state.deeds(mover).shot else "moved"
    state.note_deed(context, who, **{counted: grids.rounded(feet)}, ran=kind == "run")
    met, stopped_by = engage_on_arrival(context, way, request)
    moved = events.Move(
        who=who,
        from_=mover.arena if way.arena else mover.position,
        to=way.arena or end,
        stopped_by=stopped_by,
        kind=kind,
        feet=round(feet, 2),
        metres=game_meters(feet),
        up_to=way.up_to,
        left=left_foes,
        met=met,
        reactions=strikers,
        charged=request.charge or "",
        first_strike=stopped_by is None if kind == "charge" else UNSET,
    )
    context.emit(moved)


def requested_way(fight: Fight, request: MoveRequest) -> Route:
    """Return the requested way; RefusedError or UsageError if it leads nowhere."""
    who, words, mover = request.who, request.way, combatant_named(fight, request.who)
    goal = words[0] if len(words) == 1 else ""
    if request.charge is not None:
        if request.run or words:
            raise UsageError("--charge takes no destination and no --run (B12)", "Write: move WHO --charge FOE")
        return _charge_way(fight, request, mover, request.charge)
    if request.distance == 0 and goal not in fight.combatants:
        raise UsageError("--distance must be more than 0 feet", "To move up to somebody, write: move WHO WHOM")
    if goal in fight.arenas:
        if mover.arena == goal:
            hint = "Within it: combatcli move WHO --distance FEET"
            raise RefusedError(f"{fight.subject(who):is} already in {goal} (B10)", hint)
        return Route([], arena=goal)
    if goal in fight.combatants:
        return _way_up_to(fight, who, goal)
    points = [point_of(fight, word, grids.read_point, "point X,Y", "move WHO 5,0") for word in words]
    return _way_through(fight, request, mover, points)


def _way_through(fight: Fight, request: MoveRequest, mover: Combatant, points: list[Point]) -> Route:
    """Return the way through some points (B10)."""
    who, start = request.who, as_point(mover.position)
    if not points and request.distance is None:
        raise UsageError(f"move {who}: where to?", "Give X,Y, an arena, a combatant to approach, or --distance FEET.")
    if start is None:
        return Route(points)
    if not points:
        hint = "Give X,Y, an arena or a combatant to approach."
        raise RefusedError(f"{fight.subject(who):has} a position, so a distance alone is not enough (B10)", hint)
    feet = sum(straight_distance(one, other) for one, other in zip([start, *points], points, strict=False))
    return Route(points, feet)


def _charge_way(fight: Fight, request: MoveRequest, mover: Combatant, foe: str) -> Route:
    who, enemy = request.who, ROSTER.require_target(fight, foe)
    ROSTER.refuse_oneself(who, foe, "charge", "B13")
    if not are_enemies(mover, enemy):
        raise RefusedError(f"{who} cannot charge {foe}, who is on the same side (B13)")
    if melee.is_engaged(fight, who, foe):
        hint = "Charge a foe that you are not fighting yet."
        raise RefusedError(f"{fight.subject(who):is} already fighting {foe} (B13)", hint)
    if not may_share_arena(mover, enemy) and distance_apart(mover, enemy) is None:
        linked = enemy.arena in fixed_links(fight.arenas).get(mover.arena or "", [])
        if not linked or request.distance is None:
            charge = f"combatcli move {shell_word(who)} --charge {shell_word(foe)} --distance FEET"
            hint = f"If that is near enough: {charge}" if linked else ""
            raise RefusedError(f"{fight.subject(foe):is} in {enemy.arena}, and {who} in {mover.arena} (B13)", hint)
    return _way_up_to(fight, who, foe)


def _way_up_to(fight: Fight, who: str, whom: str) -> Route:
    """Return the straight way that ends within the mover's reach of a combatant (B13)."""
    mover, other = fight.combatants[who], fight.combatants[whom]
    if whom == who:
        raise RefusedError(f"{fight.subject(whom):is} already there (B10)")
    start, end = as_point(mover.position), as_point(other.position)
    arena = other.arena if not may_share_arena(mover, other) else None
    if start is None or end is None:
        if melee.is_engaged(fight, who, whom):
            hint = f"Strike in the melee: combatcli attack {shell_word(who)} {shell_word(whom)}"
            raise RefusedError(f"{fight.subject(who):is} already fighting {whom} (B10)", hint)
        return Route([], None, arena, whom)
    reach = melee_reach_feet(mover)
    feet = max(0.0, straight_distance(start, end) - reach)
    return Route([grids.first_point_in_reach(start, end, reach)] if feet else [], feet, arena, whom)


def feet_allowed(who: Subject, mover: Combatant, kind: str) -> float:
    """Return the feet a combatant may still move; RefusedError if its deeds exclude it (B12–B14, B25)."""
    done, full = state.deeds(mover), combat_movement(mover.movement)
    moved = bool(done.moved or done.moved_after)
    earlier = "charged" if done.charged is not None else "run" if done.ran else "moved" if moved else ""
    if earlier and (earlier != "moved" or kind != "move"):
        hint = "Moving, running and charging exclude each other."
        raise RefusedError(f"{who:has} {earlier} this round (B12)", hint)
    if kind != "move" and (done.shot or state.has_cast(mover)):
        what, rule = "has shot" if done.shot else "is casting", KINDS[kind]
        raise RefusedError(f"{who:{what}} this round and cannot {kind} ({rule})")
    if moved and (done.moved_after or not done.shot):
        hint = "You may move once a round, or half before and half after a shot."
        raise RefusedError(f"{who:has} moved this round (B14)", hint)
    if not is_within(done.moved, full / 2):
        hint = f"Up to half of {in_feet(full)} before a shot, and half after it."
        before = f"{who:has} moved {in_feet(done.moved)} before the shot"
        raise RefusedError(f"{before} and cannot move after it (B14)", hint)
    return full / 2 if done.moved else 2 * full if kind == "run" else full


def check_run(fight: Fight, who: str, way: Route) -> None:
    """Refuse a run that is not straight, or goes through or into an enemy's melee range (B12)."""
    mover = fight.combatants[who]
    start = as_point(mover.position)
    if len(way.points) > 1:
        raise RefusedError("a run must be straight (B12)", "Give only its end.")
    if way.up_to is not None and are_enemies(mover, fight.combatants[way.up_to]):
        hint = "Charge instead: move WHO --charge FOE"
        raise RefusedError(f"a run does not end in {way.up_to}'s melee range (B12)", hint)
    if start is None or not way.points:
        return
    for name, enemy in fight.combatants.items():
        place = as_point(enemy.position)
        if place is None or state.is_dead(enemy) or not are_enemies(mover, enemy) or not may_share_arena(mover, enemy):
            continue
        if not grids.avoids_or_leaves_reach(start, way.points[0], place, melee_reach_feet(enemy)):
            hint = "You may only run straight out of it. Move or charge instead, or run another way."
            raise RefusedError(f"the run of {who} leads through or into the melee range of {name} (B12)", hint)


def leave_melee(context: Context, who: str, way: Route, mover: Combatant) -> tuple[list[str], list[str]]:
    """Disengage a combatant from the foes that it does not reach at the end of its way, nor they it (B11).

    Return these foes, and those who may strike: foes the ``mover``, as it was before, turns away from and has fought
    since the round began.
    """
    fight = context.fight
    done, strict = state.deeds(mover), fight.house.get("strict_engagement") is True
    foes = {foe: fight.combatants[foe] for foe in state.engaged_foes(fight, who) if foe != way.up_to}
    turned_from = [foe for foe, enemy in foes.items() if leaves_reach_of(mover, enemy, way)]
    fought_before = [foe for foe in turned_from if strict or foe not in done.met]
    strikers = [foe for foe in fought_before if not state.is_surprised(fight, foes[foe])]
    left_foes = [foe for foe, enemy in foes.items() if not melee.either_reaches(fight.combatants[who], enemy)]
    for one, other in [pair for foe in left_foes for pair in ((who, foe), (foe, who))]:
        engaged = context.fight.combatants[one].engaged
        context.update_combatant(one, engaged=[name for name in engaged if name != other])
    state.note_deed(context, who, opportunity=list(dict.fromkeys([*done.opportunity, *strikers])))
    return left_foes, strikers


def leaves_reach_of(mover: Combatant, enemy: Combatant, way: Route) -> bool:
    """Tell whether a mover leaves a foe's reach; its own reach does not count (B11)."""
    place, feet, reach = as_point(enemy.position), distance_apart(mover, enemy), melee_reach_feet(enemy)
    if place is None or feet is None or way.arena is not None:
        return True
    return is_within(feet, reach) and not all(is_within(straight_distance(point, place), reach) for point in way.points)


def engage_on_arrival(context: Context, way: Route, request: MoveRequest) -> tuple[list[str], list[str] | None]:
    """Engage a mover with the enemy it walked up to and all it meets (B11, B13).

    Return those it meets, and the foe that stops its charge, or None; a charge that is not stopped brings a First
    Strike.
    """
    who, charged, stopped_by = request.who, request.charge, None
    if charged is not None:
        enemy = context.fight.combatants[charged]
        stops = any(weapon.stops_charge for _, weapon in weapons_in_hand(enemy))
        stopped_by = [charged] if stops and not state.is_surprised(context.fight, enemy) else None
        state.note_deed(context, who, charged=charged, first_strike=stopped_by is None)
    if way.up_to is not None and are_enemies(context.fight.combatants[who], context.fight.combatants[way.up_to]):
        melee.engage(context, who, way.up_to)
    met = [foe for foe in melee.enemies_in_reach(context.fight, who) if not melee.is_engaged(context.fight, who, foe)]
    for foe in met:
        melee.engage(context, who, foe)
    return met, stopped_by


ACTIONS: dict[str, AnyAction] = {
    "move": action(
        MoveRequest,
        move,
        words="WAY is X,Y (also -2,0), an arena, or a combatant to approach",
        examples=("combatcli move ilvar --charge orc1 -f blade.toml",),
    )
}
