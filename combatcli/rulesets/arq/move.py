"""`move` (Q20–Q24): over squares, up to one's speed; to meet somebody midway; back along one's way."""

from __future__ import annotations

from itertools import pairwise

from combatcli.encounter.references import ArenaName, CombatantId, arena_named, combatant_named
from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.actions import Action, Request
from combatcli.rulesets.arq import state
from combatcli.rulesets.arq.events import Move
from combatcli.rulesets.arq.schema import Combatant, Fight
from combatcli.rulesets.arq.squares import (
    MOST_STEPS,
    PLACES,
    Square,
    Walk,
    distance,
    leg,
    path_length,
    shown,
    threatening,
    walk,
    way,
)
from combatcli.rulesets.arq.state import ROSTER
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.shared.grids import read_point
from combatcli.rulesets.shared.sides import are_enemies


class MoveRequest(Request, frozen=True):
    """Who moves over which squares, or into which arena; to ``meet`` somebody, or ``back`` by so many squares."""

    who: CombatantId
    way: list[ArenaName] = []
    blunder: bool = False
    meet: CombatantId | None = None
    back: int | None = None


def move(context: CombatContext[Fight], request: MoveRequest) -> None:
    """Move somebody."""
    mover = ROSTER.require_able(context.fight, request.who)
    destinations = [bool(request.way), request.meet is not None, request.back is not None]
    if sum(destinations) != 1:
        message = f"move {request.who}: " + ("only one way at a time" if any(destinations) else "where to?")
        raise UsageError(message, "Give squares X,Y …, an arena, --meet WHO or --back N.")
    if request.back is not None:
        pull_back(context, request.who, mover, request.back)
        return
    if request.meet is not None:
        meet(context, request.who, request.meet, blunder=request.blunder)
        return
    _use_the_phase(context, request.who)
    if len(request.way) == 1 and request.way[0] in context.fight.arenas:
        change_arena(context, request.who, mover, request.way[0])
        return
    points = [_point(context.fight, word) for word in request.way]
    go(context, request.who, mover, points, blunder=request.blunder)


def _use_the_phase(context: CombatContext[Fight], who: str) -> None:
    ROSTER.require_able(context.fight, who)
    state.use_phase(context, "movement", "moving")
    state.act(context, who, "movement")


def _point(fight: Fight, word: str) -> Square:
    point = read_point(word)
    if point is None or not all(float(number).is_integer() for number in point):
        if point is None and fight.arenas and "," not in word:
            arena_named(fight, word)
        raise UsageError(f'"{word}" is not a square', "As in 3,-2")
    return int(point[0]), int(point[1])


def place_of(who: str, combatant: Combatant) -> Square:
    """Return where somebody stands; RefusedError where that is not kept."""
    if combatant.position is None:
        raise RefusedError(f"{who} has no position (Q20)", f"Give it: combatcli set {who} position=[0,0]")
    return combatant.position[0], combatant.position[1]


def change_arena(context: CombatContext[Fight], who: str, mover: Combatant, arena: str) -> None:
    """Go into another arena."""
    if mover.arena == arena:
        raise RefusedError(f"{who} is already in {arena} (Q20)")
    context.update_combatant(who, arena=arena, way=[], threats=[])
    context.emit(Move(who=who, from_=mover.arena, to=arena, stopped_by=None, reactions=[], steps=0))


def go(context: CombatContext[Fight], who: str, mover: Combatant, points: list[Square], *, blunder: bool) -> None:
    """Go a way of squares, no longer than one's speed (Q20)."""
    start = place_of(who, mover)
    steps = path_length(start, points)
    if not steps:
        raise RefusedError(f"{who} is already at {shown(start)} (Q20)")
    if steps > min(mover.speed, MOST_STEPS):
        raise RefusedError(f"{who} has a speed of {mover.speed}, but the way takes {steps:,} steps (Q20)")
    squares = way(start, points)
    foes_left = _leaves(context.fight, who, start, squares)
    if foes_left and not blunder:
        raise RefusedError(
            f"{who} starts beside {', '.join(foes_left)} and may not leave (Q22)",
            "Use --blunder to go anyway; the foes may answer.",
        )
    gone = walk(context.fight, who, start, squares, blunder=blunder)
    _place(context, who, start, gone.changed(ignored=list(dict.fromkeys([*foes_left, *gone.ignored]))))


def _ignored(fight: Fight, who: str, start: Square, squares: list[Square]) -> set[str]:
    """Return the foes whose threat is ignored on what is left of a way, however they stand now (Q22, Q24)."""
    if not squares:
        return set()
    near = [threatening(fight, who, square) for square in (start, *squares[:-1])]
    return {*_leaves(fight, who, start, squares)}.union(*(now - last for last, now in pairwise(near)))


def _leaves(fight: Fight, who: str, start: Square, squares: list[Square]) -> list[str]:
    """Return the foes beside whom somebody starts and does not stay, where leaving them is not free (Q22)."""
    if fight.house.get("strict_threat") is not True:
        return []
    stays = set.intersection(*(threatening(fight, who, square) for square in squares))
    return sorted(threatening(fight, who, start) - stays, key=list(fight.combatants).index)


def _place(context: CombatContext[Fight], who: str, start: Square, gone: Walk) -> None:
    end = gone.squares[-1] if gone.squares else start
    behind = [start, *gone.squares[:-1]] if gone.squares else []
    context.update_combatant(who, position=list(end), way=[list(square) for square in behind], threats=gone.ignored)
    context.emit(
        Move(
            who=who,
            from_=[*start],
            to=[*end],
            stopped_by=gone.stopped_by,
            reactions=gone.ignored,
            steps=len(gone.squares),
            way=[list(square) for square in gone.squares],
        )
    )


def meet(context: CombatContext[Fight], one: str, other: str, *, blunder: bool) -> None:
    """Move two toward each other, in turn a step each, until they are adjacent or one is out of speed (Q23).

    The threat of the one whom one goes to meet stops nobody (Q21).
    """
    for who in (one, other):
        ROSTER.require_able(context.fight, who)
    if one == other:
        raise RefusedError(f"{one} cannot meet themselves (Q23)")
    starts = {who: place_of(who, context.fight.combatants[who]) for who in (one, other)}
    now, gone = dict(starts), {one: [], other: []}  # type: dict[str, Square], dict[str, list[Square]]
    stopped: dict[str, list[str] | None] = {one: None, other: None}
    ignored: dict[str, list[tuple[int, str]]] = {one: [], other: []}
    turn, waits = one, other
    speed = {who: min(context.fight.combatants[who].speed, MOST_STEPS) for who in (one, other)}
    while distance(now[one], now[other]) > 1 and len(gone[turn]) < speed[turn]:
        step = next(iter(leg(now[turn], now[waits])))
        entered = threatening(context.fight, turn, step) - threatening(context.fight, turn, now[turn]) - {waits}
        threats = sorted(entered, key=list(context.fight.combatants).index)
        gone[turn].append(step)
        now[turn] = step
        if threats and not blunder:
            stopped[turn] = threats
        else:
            ignored[turn] += [(len(gone[turn]), foe) for foe in threats]
        if stopped[waits] is None:
            turn, waits = waits, turn
        elif stopped[turn] is not None:
            break
    _check_ways(context.fight, gone)
    if not gone[one] and not gone[other]:
        raise RefusedError(f"neither {one} nor {other} has any step left to meet the other (Q23)")
    for who in (one, other):
        if not gone[who]:
            continue
        _use_the_phase(context, who)
        answering = dict.fromkeys(foe for step, foe in ignored[who] if step < len(gone[who]))
        _place(context, who, starts[who], Walk(gone[who], stopped[who], list(answering)))


def _check_ways(fight: Fight, gone: dict[str, list[Square]]) -> None:
    """Refuse the ways of two who meet where one ends on another, or leads through a foe (Q20)."""
    for who, met in zip(gone, reversed(list(gone)), strict=True):
        blocking = [None if name == met else name for name in (PLACES.at(fight, square, who) for square in gone[who])]
        if blocking and blocking[-1] is not None:
            raise RefusedError(f"{who} would end on {blocking[-1]} (Q20)", "Move them one by one.")
        foes = [name for name in blocking if name and are_enemies(fight.combatants[who], fight.combatants[name])]
        if foes:
            raise RefusedError(f"the way of {who} leads through {foes[0]} (Q20)", "Move them one by one.")


def pull_back(context: CombatContext[Fight], who: str, mover: Combatant, squares: int) -> None:
    """Pull somebody back along the way of the last move; answers that were played stand (Q24).

    Whose threat only the rest of the way ignored has nothing more to answer (Q22).
    """
    combatant_named(context.fight, who)
    if squares < 1:
        raise RefusedError(f"--back {squares}: somebody is pulled back by a square or more (Q24)")
    if squares > len(mover.way):
        raise RefusedError(f"the last way of {who} goes back by {len(mover.way)} at most, not by {squares} (Q24)")
    start, end = place_of(who, mover), (mover.way[-squares][0], mover.way[-squares][1])
    if distance(start, (mover.way[-1][0], mover.way[-1][1])) > 1:
        raise RefusedError(f"{who} is at {shown(start)}, no longer on the way of the last move (Q24)")
    other = PLACES.at(context.fight, end, who)
    if other is not None:
        raise RefusedError(f"{other} is now at {shown(end)} (Q20)")
    start_of_way, *kept = [(x, y) for x, y in mover.way[: len(mover.way) - squares + 1]]
    ignored = _ignored(context.fight, who, start_of_way, kept)
    threats = [foe for foe in mover.threats if foe in ignored]
    context.update_combatant(who, position=list(end), way=mover.way[:-squares], threats=threats)
    context.emit(Move(who=who, from_=[*start], to=[*end], stopped_by=None, reactions=[], steps=squares, back=squares))


ACTION = Action(MoveRequest, move)
