"""`move` (E20, E22, E23) and `push` (E21, E22): Advance, Maneuver and forced movement; `pairings` (P1).

Arenas, whose terrain may be difficult or impassable (E20), are as in all games.
"""

from collections.abc import Iterator
from functools import partial
from itertools import islice, pairwise
from math import hypot
from typing import Annotated

from msgspec.structs import replace

from combatcli.encounter.references import CombatantId, CombatantOrArena, combatant_named
from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.actions import AnyAction, Request, action
from combatcli.rulesets.asked import feet as in_feet
from combatcli.rulesets.asked import flag, text
from combatcli.rulesets.beacon import budget, events, state
from combatcli.rulesets.beacon.conditions import effect_parts, effective, has_effect, has_or_implies, hides_from
from combatcli.rulesets.beacon.rolls import dice_total
from combatcli.rulesets.beacon.round import begin_turn_if_due
from combatcli.rulesets.beacon.schema import Combatant, Context, Distance, Fight, Hit
from combatcli.rulesets.beacon.state import ROSTER, SQUARE
from combatcli.rulesets.metrics import Metric, sum_of_events
from combatcli.rulesets.shared.grids import Point, as_point, read_point, straight_distance
from combatcli.rulesets.shared.pairings.command import pairings_action
from combatcli.rulesets.shared.pairings.touching import TouchingRules
from combatcli.rulesets.shared.pending import add_pending
from combatcli.rulesets.shared.places import king_distance, point_of
from combatcli.rulesets.shared.squares import leg_points, neighbors
from combatcli.rulesets.tasks import do, roll

FARTHEST = 100_000
"""The longest way in feet, which is followed square by square."""
CLOCKWISE = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""The eight neighbors of a square, clockwise from where Y grows."""
KINDS = ("pull", "slide", "slam", "teleport")
MOST_FEET = 5_000
TOUCHING = TouchingRules(ROSTER.can_fight_in_melee, feet=SQUARE, measured=king_distance)


class MoveRequest(budget.PushesRequest, frozen=True):
    """A move over points, into an arena or up to somebody; ``difficult`` is in feet."""

    who: CombatantId
    way: list[CombatantOrArena] = []
    maneuver: Annotated[bool, flag("move five feet, safe from reactions")] = False
    difficult: Annotated[Distance | None, in_feet("the distance through difficult terrain")] = None
    distance: Annotated[float | None, in_feet("the distance, only without positions: 40, or 12m in meters")] = None


def move(context: Context, request: MoveRequest) -> None:
    """Move a combatant, and emit who may strike at it (E20, E23)."""
    if begin_turn_if_due(context, request.who, (move, request)):
        return
    who, fight = request.who, context.fight
    way = ROSTER.move_words(fight, who, request.way, "E20", partial(_square_beside, fight, who))
    request = replace(request, way=way)
    mover = ROSTER.require_able(fight, who)
    budget.check_push(request.pushes, "act", "closer")
    if has_effect(mover, "rooted"):
        raise RefusedError(f"{fight.subject(who):is} rooted and cannot move (E22)")
    if has_or_implies(mover, "downed") and not request.maneuver:
        context.warn_or_refuse(f"{fight.subject(who):is} downed and must stand before an Advance (E41)")
    arena = request.way[0] if len(request.way) == 1 and request.way[0] in fight.arenas else None
    if arena is not None and arena == mover.arena:
        raise RefusedError(f"{fight.subject(who):is} already in {arena} (E20)")
    if arena is not None and fight.arenas[arena].terrain == "impassable":
        raise RefusedError(f"{arena} is impassable (E20)")
    start = as_point(mover.position) if arena is None else None
    points = _points_of_way(fight, request, start) if arena is None else []
    legs = [*pairwise([start, *points])] if start is not None else []
    least = SQUARE if request.maneuver and arena is not None else 0
    length = request.distance or sum([king_distance(*leg) for leg in legs]) or least
    cost = _cost_in_feet(context, request, mover, length, arena)
    squares = [square for leg in legs for square in leg_points(*leg, SQUARE)] if legs else points
    _pay_to_approach(context, request, start, squares)
    budget.spend(context, who, push="act" in request.pushes)
    reactions = [] if request.maneuver or start is None else who_may_strike_at_move(context.fight, who, squares)
    changes: dict[str, object] = {"position": list(squares[-1])} if squares else {}
    context.update_combatant(who, arena=arena or mover.arena, reactions=[*mover.reactions, *reactions], **changes)
    now = context.fight.combatants[who]
    moved = events.Move(
        who=who,
        from_=mover.arena if arena is not None else mover.position,
        to=arena or now.position,
        stopped_by=None,
        reactions=reactions,
        feet=length,
        cost=cost,
        kind="maneuver" if request.maneuver else "advance",
    )
    context.emit(moved)


def _square_beside(fight: Fight, who: str, other: str) -> list[str]:
    """Return the nearest free square beside another; nothing without positions (E20)."""
    here, place = (as_point(fight.combatants[each].position) for each in (who, other))
    if here is None or place is None:
        return []
    if king_distance(here, place) <= SQUARE:
        raise RefusedError(f"{fight.subject(who):is} already beside {other} (E20)")
    square = free_square_beside(fight, who, here, place)
    if square is None:
        raise RefusedError(f"no square beside {other} is free (E20)")
    return [as_entered(square)]


def free_square_beside(fight: Fight, who: str, here: Point, place: Point) -> Point | None:
    """Return the square beside a place, nearest to ``here``, where nobody else stands; None if all are taken."""
    (x, y), taken = place, state.PLACES.groups(fight)
    squares = [(x + SQUARE * across, y + SQUARE * along) for across, along in neighbors((0, 0))]
    free = [each for each in squares if each not in taken or state.PLACES.who_is_at(fight, each, who) is None]
    return min(free, key=lambda square: (king_distance(here, square), straight_distance(here, square)), default=None)


def as_entered(point: Point) -> str:
    """Return a point as it is entered."""
    return f"{point[0]:g},{point[1]:g}"


def _points_of_way(fight: Fight, request: MoveRequest, start: Point | None) -> list[Point]:
    """Return the points of a way; where positions are kept, a distance is not enough (E20)."""
    who = request.who
    points = [point_of(fight, word, read_point, "point", "25,-5") for word in request.way]
    if request.distance is not None and start is not None:
        hint = f"Write: combatcli move {who} X,Y. For a detour, give several points."
        raise RefusedError(f"{fight.subject(who):has} a position, so a distance alone is not enough (E20)", hint)
    if request.distance is not None and request.distance <= 0:
        raise UsageError("--distance must be more than 0 feet")
    if not points and request.distance is None:
        raise UsageError(f"move {who}: where to?", "Give X,Y, an arena, or --distance FEET.")
    stays = {*points} == {start}
    there = who if stays else state.PLACES.who_is_at(fight, points[-1], who) if points else None
    if there is not None:
        raise RefusedError(f"{fight.subject(there):is} already there (E20)")
    return points


def _cost_in_feet(context: Context, request: MoveRequest, mover: Combatant, length: float, arena: str | None) -> float:
    """Return a way's cost in feet; RefusedError beyond a maneuver or the stride (E20).

    In a difficult arena the whole way is difficult; between arenas, the given feet, else the whole way.
    """
    terrain = {context.fight.arenas[name].terrain for name in (mover.arena, arena) if name is not None}
    all_of_it = "difficult" in terrain and (arena is None or request.difficult is None)
    if all_of_it and request.difficult is not None:
        context.warn(f"all of {mover.arena} is difficult, so --difficult changes nothing (E20)")
    feet = length if all_of_it else request.difficult or 0
    if feet > length:
        raise RefusedError(f"--difficult {feet:g}: the way is only {length:g} feet long (E20)")
    times = max([part.value for part in effect_parts(mover, "stride")], default=1)
    limit = SQUARE if request.maneuver else min(times * mover.stride, FARTHEST)
    if not length + feet <= limit:
        who, what = request.who, "a maneuver" if request.maneuver else "the stride"
        costs = f", which cost {length + feet:g} over difficult ground" if feet else ""
        raise RefusedError(f"{who} cannot go {length:g} feet{costs}: {what} of {who} is {limit:g} (E20)")
    return length + feet


def _pay_to_approach(context: Context, request: MoveRequest, start: Point | None, squares: list[Point]) -> None:
    """Charge stress for a square closer to what terrifies the mover; refuse it without a push (E41)."""
    who, fight, pushed = request.who, context.fight, "closer" in request.pushes
    feared = [each.source for each, effects in effective(fight.combatants[who]) if effects.get("closer_for_stress")]

    def comes_nearer(source: str) -> bool:
        terror = as_point(fight.combatants[source].position)
        if terror is None or start is None:
            return pushed
        far = [king_distance(square, terror) for square in (start, *squares)]
        return any(after < before for before, after in pairwise(far))

    approached = [source for source in feared if state.is_source_present(fight, who, source) and comes_nearer(source)]
    if approached and not pushed:
        pays = state.has_room_for_stress(fight.combatants[who])
        hint = "To go anyway, use --push closer for 1 stress." if pays else ""
        raise RefusedError(f"{fight.subject(who):is} terrified of {approached[0]} and cannot go closer (E41)", hint)
    if pushed and not approached:
        message = f"{fight.subject(who):goes} no closer to what terrifies them (E41)"
        raise RefusedError(message, "Leave out --push closer.")
    for source in approached:
        budget.pay_stress(context, who, f"going closer to {source}")


def who_may_strike_at_move(fight: Fight, who: str, squares: list[Point]) -> list[str]:
    """Return who may strike at an Advance: it leaves their threat, or enters it without threatening them (E23)."""
    foes: set[str] = set()
    last = {*state.threateners_of(fight, who)}
    for square in squares:
        moved = fight.with_combatant(who, position=list(square))
        threatening = {*state.threateners_of(moved, who)}
        foes |= last - threatening
        foes |= {foe for foe in threatening - last if not state.threatens(moved, who, foe)}
        last = threatening
    seeing = [foe for foe in fight.combatants if foe in foes and not hides_from(fight.combatants[who], foe)]
    return [foe for foe in seeing if fight.turn is None or budget.remaining(fight.combatants[foe], budget.REACTS)]


class PushRequest(Request, frozen=True):
    """A forced move of N feet; ``hits`` says that something stops it, ``to`` where it ends."""

    who: CombatantId
    targets: list[CombatantId]
    feet: Annotated[float, in_feet("the distance")] = 0
    pull: Annotated[bool, flag("pull the target nearer")] = False
    slide: Annotated[bool, flag("move the target in any direction")] = False
    slam: Annotated[bool, flag("push the target away, with damage if something stops it")] = False
    teleport: Annotated[bool, flag("move the target to any free place within the distance")] = False
    hits: Annotated[bool, flag("something stops the target")] = False
    to: Annotated[str | None, text("X,Y", "the destination")] = None

    @property
    def kind(self) -> str:
        """The kind of forced move, push by default."""
        return next((kind for kind in KINDS if getattr(self, kind)), "push")


def push(context: Context, request: PushRequest) -> None:
    """Move combatants against their will (E21)."""
    if sum(getattr(request, kind) for kind in KINDS) > 1:
        hint = "Without any of them it is a push."
        raise UsageError("--pull, --slide, --slam and --teleport exclude each other", hint)
    if not 0 < request.feet <= MOST_FEET:
        raise UsageError(f"push needs --feet N, more than 0 and at most {MOST_FEET:,}", "Write: push A B --feet 10")
    if request.to is not None and read_point(request.to) is None:
        raise UsageError(f'--to {request.to}: "{request.to}" is not a point', "As in 25,-5")
    budget.refuse_idle(request.hits and request.kind != "slam", "--hits does damage of a slam alone (E21)")
    ROSTER.require_not_gone(context.fight, request.who)
    do(context, *[(push_one, request, target) for target in request.targets])


def push_one(context: Context, request: PushRequest, target: str) -> None:
    """Move one combatant; a slam that is stopped does damage (E21, E22)."""
    moved, kind, subject = combatant_named(context.fight, target), request.kind, context.fight.subject(target)
    if kind != "teleport":
        ROSTER.refuse_oneself(request.who, target, kind, "E21")
    if hides_from(moved, request.who):
        raise RefusedError(f"{subject:is} hidden and cannot be targeted (E46)")
    if has_effect(moved, "rooted") and kind != "teleport":
        raise RefusedError(f"{subject:is} rooted and can only be teleported (E22)")
    start = as_point(moved.position)
    gone, stopped = _forced_way(context.fight, request, target, start) if start is not None else ([], "")
    if gone:
        context.update_combatant(target, position=list(gone[-1]))
    length = request.feet if start is None else 0 if kind == "teleport" else len(gone) * SQUARE
    pushed = events.Move(
        who=target,
        from_=moved.position if start is not None else None,
        to=list(gone[-1]) if gone else moved.position if start is not None else None,
        stopped_by=[stopped] if stopped else None,
        reactions=[],
        feet=length,
        kind=kind,
        pushed=True,
    )
    context.emit(pushed)
    dice = int(length // 10) if kind == "slam" and (request.hits or stopped) else 0
    if dice:
        do(context, (roll_slam_damage, request.who, target, dice, stopped))


def roll_slam_damage(context: Context, who: str, target: str, dice: int, stopped: str) -> None:
    """Roll the damage of a slam that an obstacle stopped; the hit stays pending (E21)."""
    damage, faces = roll(context, f"the slam of {target}", dice_total, dice, 10)
    add_pending(context, Hit(attacker=who, target=target, damage=damage))
    context.emit(events.Slammed(who=target, by=who, faces=list(faces.value), damage=damage, against=stopped))


def _forced_way(fight: Fight, request: PushRequest, target: str, start: Point) -> tuple[list[Point], str]:
    """Return the squares of a forced move, and who stops it (E21)."""
    end, origin, kind = read_point(request.to or ""), as_point(fight.combatants[request.who].position), request.kind
    if kind == "teleport":
        if end is None or king_distance(start, end) > request.feet:
            raise RefusedError(f"a teleport needs --to X,Y within {request.feet:g} feet (E21)")
        other = state.PLACES.who_is_at(fight, end, target)
        if other is not None:
            raise RefusedError(f"{fight.subject(other):is} already there (E21)")
        return [end], ""
    if end is None and (origin is None or kind == "slide"):
        hint = "As in --to 25,-5" if kind == "slide" else "Or give both combatants a position."
        raise UsageError(f"a {kind} needs --to X,Y", hint)
    sign, gone = -1 if kind == "pull" else 1, [start]
    if end is not None and king_distance(start, end) > FARTHEST:
        raise RefusedError(f"{king_distance(start, end):,.0f} feet are farther than anybody goes (E20)")
    away = _squares_straight_away(start, origin or start, sign)
    squares = leg_points(start, end, SQUARE) if end is not None else away
    for square in islice(squares, int(request.feet // SQUARE)):
        led = sign * (king_distance(square, origin) - king_distance(gone[-1], origin)) if origin is not None else 1
        if led <= 0 and kind != "slide":
            raise RefusedError(f"a {kind} must lead {'nearer' if sign < 0 else 'farther'} with each square (E21)")
        other = state.PLACES.who_is_at(fight, square, target)
        if other is not None:
            return gone[1:], other
        gone.append(square)
    return gone[1:], ""


def _squares_straight_away(here: Point, origin: Point, sign: int) -> Iterator[Point]:
    """Yield the squares straight away from the origin; with a ``sign`` below 0, up to beside it.

    Each is the neighbor that changes the distance most; of ties the straightest (E21).
    """

    def rank(step: tuple[int, int]) -> tuple[float, float]:
        neighbor = (here[0] + step[0] * SQUARE, here[1] + step[1] * SQUARE)
        distance = sign * king_distance(neighbor, origin)
        straight = sign * (step[0] * (here[0] - origin[0]) + step[1] * (here[1] - origin[1]))
        return round(distance, 6), round(straight / ((straight_distance(here, origin) or 1.0) * hypot(*step)), 6)

    while sign > 0 or king_distance(here, origin) > SQUARE:
        across, along = max(CLOCKWISE, key=rank)
        here = (here[0] + across * SQUARE, here[1] + along * SQUARE)
        yield here


def push_metrics(_: Fight, request: PushRequest) -> list[Metric]:
    """Query the damage that each target takes from the slam of the push."""
    return [sum_of_events("damage", {"who": who}, events.Slammed, lambda slam: slam.damage) for who in request.targets]


ACTIONS: dict[str, AnyAction] = {
    "move": action(MoveRequest, move, words="WAY is X,Y (also -2,0), an arena, or a combatant to go up to"),
    "push": action(PushRequest, push, push_metrics),
    "pairings": pairings_action(TOUCHING),
}
