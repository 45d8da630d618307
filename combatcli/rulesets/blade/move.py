"""`move` (B10–B14): a move, a run or a charge; one of them a round, before or after a shot or half on either side."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from msgspec import UNSET
from msgspec.structs import replace

from combatcli.encounter.references import CombatantId, CombatantOrArena, combatant_named
from combatcli.errors import RefusedError, UsageError, nearest
from combatcli.events import Place
from combatcli.records import Record
from combatcli.rulesets.actions import Action, Request
from combatcli.rulesets.blade import events, state
from combatcli.rulesets.blade.reach import (
    adjacent,
    apart,
    disengage,
    engage,
    foes,
    melee_reach,
    point_within,
    stand_beside,
)
from combatcli.rulesets.blade.schema import Combatant, Fight
from combatcli.rulesets.blade.state import ROSTER
from combatcli.rulesets.blade.weapons import in_hand
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.shared.grids import (
    CLOSE_ENOUGH,
    Point,
    as_point,
    between,
    nearest_approach,
    read_point,
    rounded,
    within,
)
from combatcli.rulesets.shared.sides import are_enemies
from combatcli.rulesets.shared.touching import in_one_arena
from combatcli.text import in_feet

PART = 3
STEP = 5
METERS = 0.3
RULE_OF = {"move": "B10", "run": "B12", "charge": "B13"}
HINT = "Give X,Y, an arena, a combatant to approach, or --distance FEET."


class MoveRequest(Request, frozen=True):
    """Who moves and where to: points, an arena, or up to somebody; ``distance`` in feet where no positions are kept."""

    who: CombatantId
    way: list[CombatantOrArena] = []
    run: bool = False
    charge: CombatantId | None = None
    distance: float | None = None


class Way(Record):
    """A way that was understood: the points on it, the feet it takes (None if unsaid), and who is at its end."""

    points: list[Point]
    feet: float | None
    arena: str | None
    up_to: str | None


def combat_movement(exploration: int) -> int:
    """Return how many feet one moves in a round of combat: a third, up to the next 5 feet (B10)."""
    return ceil(exploration / PART / STEP) * STEP


def meters(feet: float) -> float:
    """Return feet in meters, as the game counts them (B10)."""
    return round(feet * METERS, 2)


def move(context: CombatContext[Fight], request: MoveRequest) -> None:
    """Move somebody, and name those who may strike at them for it."""
    ROSTER.require_able(context.fight, request.who)
    stand_beside(context, request.who)
    mover = context.fight.combatants[request.who]
    way = path_of_order(context.fight, request)
    kind = "charge" if request.charge is not None else "run" if request.run else "move"
    check_round(request.who, mover, kind)
    limit = allowance(request.who, mover, kind)
    feet = way.feet if way.feet is not None else limit
    if not within(feet, limit):
        rule = RULE_OF[kind]
        raise RefusedError(
            f"{request.who} cannot {kind} {in_feet(feet)} ({rule})",
            f"Left this round: {in_feet(limit)} ({meters(limit):g} m).",
        )
    if kind == "run":
        check_run(context.fight, request.who, way)
    state.use_side_phase(context, request.who, {"move": "moves", "run": "runs", "charge": "charges"}[kind])
    _go(context, request, way, kind, feet)


def path_of_order(fight: Fight, request: MoveRequest) -> Way:
    """Return the way that an order describes; RefusedError or UsageError where it leads nowhere."""
    mover = combatant_named(fight, request.who)
    if request.charge is not None:
        if request.run or request.way:
            raise UsageError(
                "a charge ends at its target and takes no other destination", "Write: move WHO --charge FOE"
            )
        return _charge_way(fight, request, mover)
    up_to = len(request.way) == 1 and request.way[0] in fight.combatants
    if request.distance is not None and (request.distance < 0 or not (request.distance or up_to)):
        raise UsageError("--distance must be more than 0 feet", "To move up to somebody, write: move WHO WHOM")
    if len(request.way) == 1 and request.way[0] in fight.arenas:
        check_other_arena(request.who, mover, request.way[0])
        return Way([], request.distance, request.way[0], None)
    if up_to:
        return _way_up_to(fight, request, mover, request.way[0])
    points = [_point(fight, word) for word in request.way]
    if not points:
        if request.distance is None:
            raise UsageError(f"move {request.who}: where to?", HINT)
        return _way_of_feet(request, mover)
    start = as_point(mover.position)
    if start is None:
        return Way(points, request.distance, None, None)
    feet = sum(between(one, other) for one, other in zip([start, *points], points, strict=False))
    if feet <= CLOSE_ENOUGH:
        raise RefusedError(f"{request.who} is already there (B10)")
    return Way(points, feet, None, None)


def _way_of_feet(request: MoveRequest, mover: Combatant) -> Way:
    if as_point(mover.position) is not None:
        raise RefusedError(
            f"{request.who} has a position, so a distance alone is not enough (B10)",
            "Give X,Y, an arena or a combatant to approach.",
        )
    return Way([], request.distance, None, None)


def check_other_arena(who: str, mover: Combatant, arena: str) -> None:
    """Refuse to go where one is."""
    if mover.arena == arena:
        raise RefusedError(f"{who} is already in {arena} (B10)", "Within it: combatcli move WHO --distance FEET")


def _point(fight: Fight, word: str) -> Point:
    point = read_point(word)
    if point is None:
        known = [*fight.arenas, *fight.combatants]
        hint = nearest(word, known) if "," not in word else HINT
        raise RefusedError(f'"{word}" is not a point X,Y, an arena or a combatant', hint)
    return point


def _charge_way(fight: Fight, request: MoveRequest, mover: Combatant) -> Way:
    foe = request.charge or ""
    enemy = ROSTER.require_target(fight, foe)
    if foe == request.who or not are_enemies(mover, enemy):
        raise RefusedError(f"{request.who} cannot charge {foe}, who is on the same side (B13)")
    if foe in foes(fight, request.who):
        raise RefusedError(
            f"{request.who} is already fighting {foe} (B13)", "Charge a foe that you are not fighting yet."
        )
    if not in_one_arena(mover, enemy) and as_point(mover.position) is None:
        hint = "A charge stays in one arena, unless positions are kept."
        raise RefusedError(f"{foe} is in {enemy.arena}, and {request.who} in {mover.arena} (B13)", hint)
    if request.distance is not None and request.distance < 0:
        raise UsageError("--distance does not fit a charge, which ends at its target")
    return _way_up_to(fight, request, mover, foe)


def _way_up_to(fight: Fight, request: MoveRequest, mover: Combatant, whom: str) -> Way:
    """Return the straight way that ends within one's own reach of somebody (B13)."""
    other = combatant_named(fight, whom)
    if whom == request.who:
        raise RefusedError(f"{whom} is already there (B10)")
    start, end = as_point(mover.position), as_point(other.position)
    arena = other.arena if not in_one_arena(mover, other) else None
    if start is None or end is None:
        return Way([], request.distance, arena, whom)
    away, reach = between(start, end), melee_reach(mover)
    feet, stop = max(0.0, away - reach), point_within(start, end, reach)
    return Way([stop] if feet else [], feet, arena, whom)


def check_round(who: str, mover: Combatant, kind: str) -> None:
    """Refuse what excludes the rest of someone's round (B12, B13, B14, B25)."""
    done = state.deeds(mover)
    earlier = "charged" if done.charged is not None else "run" if done.ran else ""
    if earlier:
        raise RefusedError(f"{who} has {earlier} this round (B12)", "Moving, running and charging exclude each other.")
    if kind != "move":
        if done.moved or done.moved_after:
            raise RefusedError(f"{who} has moved this round (B12)", "Moving, running and charging exclude each other.")
        if done.shot or state.declares(mover, "cast"):
            what, rule = "has shot" if done.shot else "is casting", RULE_OF[kind]
            raise RefusedError(f"{who} {what} this round and cannot {kind} ({rule})")
    elif done.moved_after or (done.moved and not done.shot):
        raise RefusedError(
            f"{who} has moved this round (B14)", "You may move once a round, or half before and half after a shot."
        )


def allowance(who: str, mover: Combatant, kind: str) -> float:
    """Return how many feet someone may go now (B10, B12, B14)."""
    done, full = state.deeds(mover), combat_movement(mover.movement)
    if kind == "run":
        return 2 * full
    if kind == "charge" or not done.moved:
        return full
    if not within(done.moved, full / 2):
        raise RefusedError(
            f"{who} has moved {in_feet(done.moved)} before the shot and cannot move after it (B14)",
            f"Up to half of {in_feet(full)} before a shot, and half after it.",
        )
    return full / 2


def check_run(fight: Fight, who: str, way: Way) -> None:
    """Refuse a run that is not straight, or leads through or into an enemy's melee range (B12)."""
    mover = fight.combatants[who]
    start = as_point(mover.position)
    if len(way.points) > 1:
        raise RefusedError("a run must be straight (B12)", "Give only its end.")
    if way.up_to is not None and are_enemies(mover, fight.combatants[way.up_to]):
        raise RefusedError(
            f"a run does not end in {way.up_to}'s melee range (B12)", "Charge instead: move WHO --charge FOE"
        )
    if start is None or not way.points:
        return
    for name, enemy in fight.combatants.items():
        there = as_point(enemy.position)
        if there is None or state.is_dead(enemy) or not are_enemies(mover, enemy) or not in_one_arena(mover, enemy):
            continue
        if not keeps_clear(start, way.points[0], there, melee_reach(enemy)):
            raise RefusedError(
                f"the run of {who} leads through or into the melee range of {name} (B12)",
                "You may only run straight out of it. Move or charge instead, or run another way.",
            )


def keeps_clear(start: Point, end: Point, foe: Point, reach: float) -> bool:
    """Tell whether a straight way keeps out of a foe's reach, or leads out of it and never nearer to the foe (B12)."""
    closest = nearest_approach(start, end, foe)
    return not within(closest, reach) or (within(between(start, foe), closest) and not within(between(end, foe), reach))


def _go(context: CombatContext[Fight], request: MoveRequest, way: Way, kind: str, feet: float) -> None:
    """Go a way: out of melee, to its end, and there into melee again."""
    who = request.who
    left_foes, strikers = leave_melee(context, who, way)
    start, end = place(context, who, way, kind, feet)
    met, stopped_by = arrive(context, who, way, request.charge)
    context.emit(
        events.Move(
            who=who,
            from_=start,
            to=end,
            stopped_by=stopped_by,
            kind=kind,
            feet=round(feet, 2),
            metres=meters(feet),
            up_to=way.up_to,
            left=left_foes,
            met=met,
            reactions=strikers,
            charged=request.charge or "",
            first_strike=stopped_by is None if request.charge is not None else UNSET,
        )
    )


def leave_melee(context: CombatContext[Fight], who: str, way: Way) -> tuple[list[str], list[str]]:
    """Disengage a mover, who has not moved yet, from the foes that a way leads away from (B11).

    Return these foes, and those who may strike at once, for the mover turns away from them.
    """
    fight, engaged = context.fight, foes(context.fight, who)
    mover = fight.combatants[who]
    strikers = [foe for foe in engaged if turns_away(fight, who, foe, way) and gives_opportunity(fight, mover, foe)]
    left_foes = left_behind(fight, who, engaged, way)
    for foe in left_foes:
        disengage(context, who, foe)
    state.note(context, who, opportunity=list(dict.fromkeys([*state.deeds(mover).opportunity, *strikers])))
    return left_foes, strikers


def place(
    context: CombatContext[Fight], who: str, way: Way, kind: str, feet: float
) -> tuple[Place | None, Place | None]:
    """Put a mover at the end of a way and count its feet (B12, B14); return where they were, and where they are."""
    before = context.fight.combatants[who]
    after = at_end(before, way)
    counted = "moved_after" if state.deeds(before).shot else "moved"
    context.update_combatant(who, position=after.position, arena=after.arena)
    state.note(context, who, **{counted: rounded(feet)}, ran=kind == "run")
    return (before.arena, after.arena) if way.arena is not None else (before.position, after.position)


def at_end(mover: Combatant, way: Way) -> Combatant:
    """Return a mover as they stand at the end of a way."""
    position = list(way.points[-1]) if way.points else mover.position
    return replace(mover, position=position, arena=mover.arena if way.arena is None else way.arena)


def arrive(
    context: CombatContext[Fight], who: str, way: Way, charged: str | None
) -> tuple[list[str], list[str] | None]:
    """Engage a mover, who has been placed, with the enemy whom they walked up to and all whom they meet (B11, B13).

    Return whom they meet, and who stops their charge, None if nobody; a charge that is not brings a First Strike.
    """
    stopped_by = None
    if charged is not None:
        stops = any(weapon.stops_charge for _, weapon in in_hand(context.fight.combatants[charged]))
        stopped_by = [charged] if stops else None
        state.note(context, who, charged=charged, first_strike=stopped_by is None)
    if way.up_to is not None and are_enemies(context.fight.combatants[who], context.fight.combatants[way.up_to]):
        engage(context, who, way.up_to)
    met = [foe for foe in adjacent(context.fight, who) if foe not in foes(context.fight, who)]
    for foe in met:
        engage(context, who, foe)
    return met, stopped_by


def turns_away(fight: Fight, who: str, foe: str, way: Way) -> bool:
    """Tell whether someone moves away from a foe: out of that foe's reach, whatever their own (B11)."""
    mover, enemy = fight.combatants[who], fight.combatants[foe]
    there, feet = as_point(enemy.position), apart(mover, enemy)
    if foe == way.up_to:
        return False
    if there is None or feet is None or way.arena is not None:
        return True
    reach = melee_reach(enemy)
    return within(feet, reach) and not all(within(between(point, there), reach) for point in way.points)


def left_behind(fight: Fight, who: str, engaged: Sequence[str], way: Way) -> list[str]:
    """Return the foes whom someone at the end of a way no longer fights: all, unless their positions say otherwise."""
    mover = at_end(fight.combatants[who], way)

    def near(foe: str) -> bool:
        other = fight.combatants[foe]
        if not in_one_arena(mover, other):
            return False
        feet = apart(mover, other)
        return feet is not None and within(feet, max(melee_reach(mover), melee_reach(other)))

    return [foe for foe in engaged if foe != way.up_to and not near(foe)]


def gives_opportunity(fight: Fight, mover: Combatant, foe: str) -> bool:
    """Tell whether a foe that is left may strike at once: engaged since the round began, and able to (B11)."""
    since_then = fight.house.get("strict_engagement") is True or foe not in state.deeds(mover).met
    return since_then and not state.is_surprised(fight, fight.combatants[foe])


ACTION = Action(MoveRequest, move)
