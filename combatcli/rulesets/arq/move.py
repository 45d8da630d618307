"""`move` (Q20–Q24): over squares up to the speed; to meet somebody midway; back along the last way."""

from collections.abc import Sequence
from functools import partial
from itertools import accumulate, pairwise
from typing import Annotated, Any

from combatcli.encounter.references import CombatantId, CombatantOrArena, combatant_named
from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.actions import Request, action
from combatcli.rulesets.arq import state
from combatcli.rulesets.arq.events import Move
from combatcli.rulesets.arq.schema import Fight
from combatcli.rulesets.arq.state import PLACES, ROSTER, Context, threatening_foes
from combatcli.rulesets.asked import flag, number, text
from combatcli.rulesets.shared.places import king_distance, point_of
from combatcli.rulesets.shared.sides import are_enemies
from combatcli.rulesets.shared.squares import (
    Square,
    as_entered,
    leg_ends,
    leg_points,
    read_square,
    square_of,
    way_beside,
)

Way = Sequence[Square]
"""Squares, the starting one first."""
Foes = list[str]

MOST_STEPS = 10_000
"""The length up to which a way is followed square by square."""


class MoveRequest(Request, frozen=True):
    """A move: ``way`` over squares, into an arena or up to somebody; to ``meet`` WHO; or ``back`` N squares."""

    who: CombatantId
    way: list[CombatantOrArena] = []
    blunder: Annotated[bool, flag("ignore threats, so that foes may answer")] = False
    meet: Annotated[CombatantId | None, text("WHO", "WHO advances too, and both take turns step by step")] = None
    back: Annotated[int | None, number("pull back N squares along the last move")] = None


def move(context: Context, request: MoveRequest) -> None:
    """Move a figure by squares or into an arena, to meet another, or back (Q20–Q24)."""
    who, fight = request.who, context.fight
    if request.back is None:
        ROSTER.require_able(fight, who)
    destinations = [bool(request.way), request.meet is not None, request.back is not None]
    if sum(destinations) != 1:
        message = f"move {who}: " + ("only one way at a time" if any(destinations) else "where to?")
        raise UsageError(message, "Give squares X,Y …, an arena, --meet WHO or --back N.")
    if request.back is not None:
        if request.blunder:
            raise UsageError("--blunder does not go with --back", "Whoever is pulled back ignores no threat (Q24).")
        pull_back(context, who, request.back)
    elif request.meet is not None:
        move_to_meet(context, who, request.meet, blunder=request.blunder)
    else:
        way = ROSTER.move_words(fight, who, request.way, "Q20", partial(_way_up_to, fight, who))
        if len(way) == 1 and way[0] in fight.arenas:
            _spend_move(context, who)
            if request.blunder:
                context.warn("--blunder changes nothing between arenas: threats are those of squares (Q21, Q22)")
            here = fight.combatants[who].arena
            if here == way[0]:
                raise RefusedError(f"{fight.subject(who):is} already in {here} (Q20)")
            context.update_combatant(who, arena=way[0], way=[], threats=[], stopped=[])
            context.emit(Move(who=who, from_=here, to=way[0], stopped_by=None, reactions=[], steps=0))
        else:
            squares = [point_of(fight, word, read_square, "square", "3,-2") for word in way]
            move_until_threat(context, who, squares, blunder=request.blunder)


def _way_up_to(fight: Fight, who: str, other: str) -> list[str]:
    """Return the way up to another, as far as one move goes (Q20)."""
    here, goal = require_square(fight, who), require_square(fight, other)
    if king_distance(here, goal) <= 1:
        raise RefusedError(f"{fight.subject(who):is} already beside {other} (Q20)")
    way = way_toward(fight, who, goal)
    if not way:
        raise RefusedError(f"no way leads {who} nearer to {other} (Q20)")
    return way


def way_toward(fight: Fight, who: str, goal: Square) -> list[str]:
    """Return the way toward a square, past friends, not through foes, to a square beside another (Q20, Q21)."""
    mover, here = fight.combatants[who], require_square(fight, who)
    near = PLACES.who_is_within(fight, here, mover.speed + 1)
    places = {name: square_of(fight.combatants[name].position or here) for name in near}
    foes = {place for name, place in places.items() if are_enemies(mover, fight.combatants[name])}
    path = way_beside(here, goal, mover.speed, {*places.values()}, foes)
    return [*map(as_entered, leg_ends(here, path))] if path else []


def _spend_move(context: Context, who: str, steps: int = 0) -> None:
    """Use up the move; a second one, another phase or an open reaction makes it irregular (Q10, Q11, Q20, Q22)."""
    state.warn_or_refuse_outside_phase(context, "movement", "moving")
    if context.fight.phase != "movement":
        return
    mover = context.fight.combatants[who]
    if mover.acted:
        total = mover.steps + steps
        fast = f", and takes {total:,} steps with a speed of {mover.speed}" if total > mover.speed else ""
        done = f"{context.fight.subject(who):has} already moved or passed in this phase"
        context.warn_or_refuse(f"{done}{fast} (Q11, Q20)")
    for foe in mover.threats:
        if ROSTER.can_fight_in_melee(context.fight, foe):
            message = f"{foe} may still answer the last move of {who} (Q22): combatcli attack {foe} {who} --reaction"
            context.warn_or_refuse(message)
    context.update_combatant(who, acted=True, activated=True)


def move_until_threat(context: Context, who: str, points: Sequence[Square], *, blunder: bool) -> None:
    """Move over the points, at most the speed, until a threat stops the figure (Q20–Q22).

    A stopped figure may blunder on in the same phase: that is the same move, with the same speed and threats (Q22).
    """
    fight, speed = context.fight, context.fight.combatants[who].speed
    start, before = require_square(fight, who), _interrupted_way(fight, who) if blunder else []
    totals = [*accumulate(int(king_distance(one, other)) for one, other in pairwise([start, *points]))]
    if not totals[-1]:
        raise RefusedError(f"{fight.subject(who):is} already at {as_entered(start)} (Q20)")
    if len(before) + totals[-1] > min(speed, MOST_STEPS):
        so_far = f", {len(before)} of which are gone" if before else ""
        takes = f"{len(before) + totals[-1]:,} steps{so_far}"
        raise RefusedError(f"{fight.subject(who):has} a speed of {speed}, but the way takes {takes} (Q20)")
    if not before:
        _spend_move(context, who, totals[-1])
    way = [start]
    for point in points:
        way += leg_points(way[-1], point, 1)
    left = _foes_left(fight, who, [*before, *way])
    if left and not blunder:
        message = f"{fight.subject(who):starts} beside {', '.join(left)} and may not leave (Q22)"
        raise RefusedError(message, "Use --blunder to go anyway; the foes may answer.")
    threats = [] if blunder else [_threats_entered(fight, who, *step) for step in pairwise(way[:-1])]
    gone, stopped = next(((gone, foes) for gone, foes in enumerate(threats, 2) if foes), (len(way), None))
    way, ahead = way[:gone], [point for point, total in zip(points, totals, strict=True) if total >= gone]
    _check_way(fight, who, way, "Move farther, or stop earlier.")
    ignored = [*left, *_threats_passed(fight, who, [*before, *way])] if blunder else []
    if blunder and not ignored:
        context.warn("--blunder changed nothing: no threat was ignored (Q22)")
    _put_at_end_of_way(context, who, way, stopped, ignored, before=before, ahead=ahead)


def _interrupted_way(fight: Fight, who: str) -> list[Square]:
    """Return the way on which the figure was stopped in this phase (Q22); empty if it was not."""
    mover = fight.combatants[who]
    way = list(map(square_of, mover.way))
    is_beside = mover.position is not None and bool(way) and king_distance(square_of(mover.position), way[-1]) == 1
    return way if is_beside and fight.phase == "movement" and mover.stopped else []


def require_square(fight: Fight, who: str) -> Square:
    """Return the figure's square; RefusedError if it has none."""
    position = combatant_named(fight, who).position
    if position is None:
        hint = f"Give it: combatcli set {who} position=[0,0]"
        raise RefusedError(f"{fight.subject(who):has} no position (Q20)", hint)
    return square_of(position)


def _foes_left(fight: Fight, who: str, way: Way) -> list[str]:
    """Return the foes that the figure starts beside and leaves, if ``strict_threat`` is set (Q22)."""
    if fight.house.get("strict_threat") is not True:
        return []
    foes = [threatening_foes(fight, who, square) for square in way]
    return [foe for foe in foes[0] if not all(foe in beside for beside in foes)]


def _threats_entered(fight: Fight, who: str, here: Square, step: Square, but: str = "") -> list[str]:
    """Return the foes whose threat a step enters, except ``but`` (Q21)."""
    foes = threatening_foes(fight, who, step)
    near = threatening_foes(fight, who, here) if foes else []
    return [foe for foe in foes if foe not in (*near, but)]


def _threats_passed(fight: Fight, who: str, way: Way, but: str = "") -> list[str]:
    """Return the foes whose threat a way enters and passes, except ``but`` (Q22)."""
    return [foe for here, step in pairwise(way[:-1]) for foe in _threats_entered(fight, who, here, step, but)]


def _check_way(fight: Fight, who: str, way: Way, hint: str, but: str = "") -> None:
    """Refuse a way through a foe, or one that ends on another's square, except ``but`` (Q20)."""
    for square in way[1:]:
        other = PLACES.who_is_at(fight, square, who)
        if other is None or other == but:
            continue
        if are_enemies(fight.combatants[who], fight.combatants[other]):
            message = f"the way of {who} leads through {other} at {as_entered(square)} (Q20)"
            raise RefusedError(message, "You can pass friends, but not foes.")
        if square == way[-1]:
            raise RefusedError(f"{who} would end on {other}, at {as_entered(square)} (Q20)", hint)


def _put_at_end_of_way(
    context: Context, who: str, way: Way, stopped: Foes | None, ignored: Foes, before: Way = (), ahead: Way = ()
) -> None:
    """Put a figure at the end of a way, with the squares gone ``before`` it and those ``ahead`` of a stop."""
    mover, moving = context.fight.combatants[who], context.fight.phase == "movement"
    start, *gone = [[*square] for square in way]
    context.update_combatant(
        who,
        position=gone[-1],
        way=[*map(list, before), start, *gone[:-1]],
        threats=list(dict.fromkeys([*mover.threats, *ignored])),
        steps=mover.steps + len(gone) if moving else 0,
        stopped=(stopped or []) if moving else [],
    )
    reactions: list[str] = list(dict.fromkeys(ignored))
    keys: dict[str, Any] = {"from_": start, "to": gone[-1], "stopped_by": stopped, "reactions": reactions, "way": gone}
    context.emit(Move(who=who, steps=len(gone), ahead=[[*point] for point in ahead if stopped], **keys))


def move_to_meet(context: Context, one: str, other: str, *, blunder: bool) -> None:
    """Move two figures toward each other, step by step in turn, until they touch or one is out of speed (Q21, Q23)."""
    fight = context.fight
    ROSTER.refuse_oneself(one, other, "meet", "Q23")
    ROSTER.require_able(fight, other)
    ways = {who: [require_square(fight, who)] for who in (one, other)}
    stopped: dict[str, list[str]] = {one: [], other: []}
    turn, waits, movers = one, other, fight.combatants
    while king_distance(ways[one][-1], ways[other][-1]) > 1 and len(ways[turn]) <= min(movers[turn].speed, MOST_STEPS):
        here = ways[turn][-1]
        ways[turn].append(next(leg_points(here, ways[waits][-1], 1)))
        stopped[turn] = [] if blunder else _threats_entered(fight, turn, here, ways[turn][-1], waits)
        if not stopped[waits]:
            turn, waits = waits, turn
        elif stopped[turn]:
            break
    if king_distance(ways[one][0], ways[other][0]) <= 1:
        raise RefusedError(f"{one} and {other} already stand beside each other (Q23)")
    if len(ways[one]) == len(ways[other]) == 1:
        raise RefusedError(f"neither {one} nor {other} has any step left to meet the other (Q23)")
    both = ((one, other), (other, one))
    passed = {who: _threats_passed(fight, who, ways[who], met) for who, met in both}
    if blunder and not any(passed.values()):
        context.warn("--blunder changed nothing: no threat was ignored (Q22)")
    for who, met in both:
        _check_way(fight, who, ways[who], "Move them one by one.", met)
        ignored = passed[who] if blunder else []
        if len(ways[who]) > 1:
            _spend_move(context, who, len(ways[who]) - 1)
            _put_at_end_of_way(context, who, ways[who], stopped[who] or None, ignored)


def pull_back(context: Context, who: str, squares: int) -> None:
    """Pull a figure back along its last move, even a fallen one; reactions that were played stay (Q24).

    Foes lose their reaction if only the undone part of the way ignored their threat (Q22).
    """
    fight, mover = context.fight, combatant_named(context.fight, who)
    if squares < 1:
        raise RefusedError(f"--back {squares}: somebody is pulled back by a square or more (Q24)")
    way = list(map(square_of, mover.way))
    if not way:
        raise RefusedError(f"{fight.subject(who):has} no way to be pulled back along (Q24)", "A move leaves one.")
    if squares > len(way):
        raise RefusedError(f"the last way of {who} goes back by {len(way)} at most, not by {squares} (Q24)")
    start, end = require_square(fight, who), way[-squares]
    if king_distance(start, way[-1]) > 1:
        place = f"{fight.subject(who):is} at {as_entered(start)}"
        raise RefusedError(f"{place}, no longer on the way of the last move (Q24)")
    other = PLACES.who_is_at(fight, end, who)
    if other is not None:
        raise RefusedError(f"{fight.subject(other):is} now at {as_entered(end)} (Q20)")
    path = way[: len(way) - squares + 1]
    then, now = ({*_foes_left(fight, who, each), *_threats_passed(fight, who, each)} for each in ([*way, start], path))
    threats = [foe for foe in mover.threats if foe in now or foe not in then]
    steps = max(0, mover.steps - squares)
    context.update_combatant(who, position=[*end], way=mover.way[:-squares], threats=threats, steps=steps, stopped=[])
    context.emit(Move(who=who, from_=[*start], to=[*end], stopped_by=None, reactions=[], steps=squares, back=squares))


WAY = "WAY is squares X,Y … (also -2,0), an arena, or a combatant to go up to"
ACTIONS = {"move": action(MoveRequest, move, words=WAY)}
