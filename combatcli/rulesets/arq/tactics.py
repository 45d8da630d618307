"""How an `arq` fight is fought by itself: shooters shoot and stay, others go to the nearest foe, pairs fight."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import chain, islice, takewhile

from combatcli.rulesets.arq import squares, state
from combatcli.rulesets.arq.melee import open_choices
from combatcli.rulesets.arq.state import ROSTER
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.shared.sides import are_enemies
from combatcli.rulesets.shared.tactics import strike_at_once
from combatcli.rulesets.tactic_lines import TARGETS, aimed_at, choice_of
from combatcli.rulesets.tactics import Even, Tactics, foes_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from combatcli.rulesets.arq.schema import Combatant, Fight
    from combatcli.rulesets.tactics import ActionLines, Table


MOST = 2_000
"""Among so many squares somebody looks for a way."""


def actions(table: Table[Fight]) -> Iterator[ActionLines]:
    """Go through the actions of a phase (Q10); of what is open in a melee, the first choice is drawn (P4)."""
    if table.fight.phase == "melee":
        for who in ROSTER.able(table.fight):
            line = choice_of(table, who, TACTICS)
            if line is not None:
                yield "", [f"pairings --choose {who}={foe}" for foe in aimed_at(table, who, TACTICS, line)]
        for who, options, _ in islice(open_choices(CombatContext(table.fight)), 1):
            yield "", Even(f"pairings --choose {who}={other} --spread" for other in options)
        yield "", ["attack --all --apply"]
    for who in list(table.fight.combatants) if table.fight.phase != "melee" else ():
        if ROSTER.is_able(table.fight, who) and not table.fight.combatants[who].acted:
            yield who, _shots(table.fight, who) if table.fight.phase == "action" else _approaches(table.fight, who)
    if table.fight.pending:
        yield "", ["wound"]


def _shots(fight: Fight, who: str) -> list[str]:
    """Return the shots of somebody who knows how to shoot, at the weakest first (Q34)."""
    knows = state.rank(fight.combatants[who], "missile") > 0
    return [f"attack {who} {foe} --missile --apply" for foe in foes_of(fight, who, TACTICS)] if knows else []


def _approaches(fight: Fight, who: str) -> Iterator[str]:
    """Go through the ways to the nearest foe; who shoots better than they fight stays: a shot goes everywhere (Q34)."""
    traits = fight.combatants[who]
    if state.rank(traits, "missile") <= state.rank(traits, "melee"):
        foes = foes_of(fight, who, TACTICS)
        yield from _ways(fight, who, sorted(foes, key=lambda foe: _away(fight, who, foe)))


def _ways(fight: Fight, who: str, others: Sequence[str]) -> Iterator[str]:
    """Go through the ways to the first of some others, or toward them, up to one who is touched already (Q20).

    Those beside whom no square is free come last.
    """
    mover = fight.combatants[who]
    if mover.position is None:
        places = dict.fromkeys(place for other in others if (place := fight.combatants[other].arena))
        yield from [f"move {who} {place}" for place in takewhile(lambda place: place != mover.arena, places)]
        return
    here = squares.square_of(mover.position)
    points = [squares.square_of(at) for other in others if (at := fight.combatants[other].position) is not None]
    points = list(takewhile(lambda point: squares.distance(here, point) > 1, points))
    taken = squares.standing_at(fight, who)
    reachable = (point for point in points if any(near not in taken for near in squares.around(point)))
    surrounded = (point for point in points if all(near in taken for near in squares.around(point)))
    for point in chain(reachable, surrounded):
        gone = _way(fight, who, here, point, taken)
        if gone:
            yield " ".join(["move", who, *map(squares.shown, _corners(here, gone))])


def _way(
    fight: Fight, who: str, here: squares.Square, goal: squares.Square, taken: Mapping[squares.Square, str]
) -> list[squares.Square]:
    """Return the way, as far as one move goes, that leads somebody soonest beside a square.

    It leads past friends, not through foes, and ends where it comes beside another (Q20, Q21).
    """
    mover = fight.combatants[who]

    def threats(square: squares.Square) -> set[str]:
        near = (taken[point] for point in squares.around(square) if point in taken)
        return {other for other in near if are_enemies(mover, fight.combatants[other])}

    came, best = {here: here}, here
    waiting = [(squares.distance(here, goal), 0, 0, here)]
    while waiting and len(came) < MOST:
        *_, steps, square = heappop(waiting)
        if square not in taken and squares.distance(square, goal) < squares.distance(best, goal):
            best = square
            if steps >= mover.speed or squares.distance(square, goal) <= 1:
                break
        if steps >= mover.speed:
            continue
        for step in squares.around(square):
            if step in came or (step in taken and are_enemies(mover, fight.combatants[taken[step]])):
                continue
            came[step] = square
            ends = threats(step) - threats(square)
            long = steps + 1 + squares.distance(step, goal)
            off = (step[0] - goal[0]) ** 2 + (step[1] - goal[1]) ** 2
            heappush(waiting, (long, off, mover.speed if ends else steps + 1, step))
    gone = []
    while best != here:
        gone.append(best)
        best = came[best]
    return gone[::-1]


def _corners(here: squares.Square, gone: Sequence[squares.Square]) -> list[squares.Square]:
    """Return the ends of as few straight legs as a way has."""
    corners: list[squares.Square] = []
    start = 0
    for end, square in enumerate(gone):
        if [*squares.leg(corners[-1] if corners else here, square)] != gone[start : end + 1]:
            corners.append(gone[end - 1])
            start = end
    return [*corners, gone[-1]]


def _away(fight: Fight, who: str, other: str) -> float:
    """Return the squares to somebody; where none are kept, whether they are in another arena."""
    one, two = fight.combatants[who], fight.combatants[other]
    if one.position is None or two.position is None:
        return one.arena != two.arena
    return squares.distance(squares.square_of(one.position), squares.square_of(two.position))


def left(combatant: Combatant) -> tuple[int, int]:
    """Return the wounds that somebody can still take, and all of them (Q36)."""
    boxes = combatant.wounds * combatant.count
    return boxes - combatant.wounds_taken, boxes


TACTICS: Tactics[Fight, Combatant] = Tactics(
    lambda _, each: state.is_fallen(each),
    left,
    actions,
    _ways,
    _away,
    answers={"reaction": strike_at_once("reaction", lambda fight, who: fight.combatants[who].threats)},
    choices=TARGETS,
)
