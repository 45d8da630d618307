"""How an `arq` fight is fought by itself: shooters shoot and stay, others go to the nearest foe, pairs fight."""

from __future__ import annotations

from itertools import chain

from combatcli.rulesets.arq import squares, state
from combatcli.rulesets.arq.state import ROSTER
from combatcli.rulesets.shared.tactics import strike_at_once
from combatcli.rulesets.tactic_lines import TARGETS, aimed_at, choice_of
from combatcli.rulesets.tactics import Tactics, foes_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

    from combatcli.rulesets.arq.schema import Combatant, Fight
    from combatcli.rulesets.tactics import ActionLines, Table


ABOUT = 2
"""So many squares somebody goes to get round a friend who stands in the way."""


def actions(table: Table[Fight]) -> Iterator[ActionLines]:
    """Go through the actions of a phase (Q10)."""
    if table.fight.phase == "melee":
        for who in ROSTER.able(table.fight):
            line = choice_of(table, who, TACTICS)
            if line is not None:
                yield "", [f"pairings --choose {who}={foe}" for foe in aimed_at(table, who, TACTICS, line)]
        yield "", ["pairings --spread"]
        yield "", ["attack --all --apply"]
    for who in list(table.fight.combatants) if table.fight.phase != "melee" else ():
        if ROSTER.is_able(table.fight, who) and not table.fight.combatants[who].acted:
            shoots = table.fight.phase == "action"
            foes = [] if shoots else foes_of(table.fight, who, TACTICS)
            yield who, _shots(table.fight, who) if shoots else _ways(table.fight, who, foes)
    if table.fight.pending:
        yield "", ["wound"]


def _shots(fight: Fight, who: str) -> list[str]:
    """Return the shots of somebody who knows how to shoot, at the weakest first (Q34)."""
    knows = state.rank(fight.combatants[who], "missile") > 0
    return [f"attack {who} {foe} --missile --apply" for foe in foes_of(fight, who, TACTICS)] if knows else []


def _ways(fight: Fight, who: str, foes: Sequence[str]) -> Iterator[str]:
    """Go through the ways to a square beside the nearest foe, or toward one, of somebody who touches none (Q20).

    Who shoots better than they fight stays where they are: a shot goes everywhere (Q34).
    """
    mover = fight.combatants[who]
    if state.rank(mover, "missile") > state.rank(mover, "melee"):
        return
    if mover.position is None:
        places = [fight.combatants[foe].arena for foe in foes]
        yield from [f"move {who} {place}" for place in places if place != mover.arena and place]
        return
    here = (mover.position[0], mover.position[1])
    points = [(at[0], at[1]) for foe in foes if (at := fight.combatants[foe].position) is not None]
    if any(squares.distance(here, point) <= 1 for point in points):
        return
    taken = squares.standing_at(fight, who)
    ends = {
        (x + dx, y + dy): None
        for x, y in sorted(points, key=lambda point: squares.distance(here, point))
        for dx in (-1, 0, 1)
        for dy in (-1, 0, 1)
        if (x + dx, y + dy) not in taken
    }
    near = sorted(ends, key=lambda end: squares.distance(here, end))
    straight = (_toward(here, end, mover.speed) for end in near)
    round_about = _round_about(here, points, min(ABOUT, mover.speed), taken)
    tried = {here}
    for end in chain(straight, round_about):
        if end not in tried:
            tried.add(end)
            yield f"move {who} {squares.shown(end)}"


def _round_about(
    here: squares.Square, places: Sequence[squares.Square], speed: int, taken: Container[squares.Square]
) -> Iterator[squares.Square]:
    """Go through free squares close by that are no farther from a foe, for whom friends stand in the straight way."""

    def far(end: squares.Square) -> int:
        return min(squares.distance(end, place) for place in places)

    if not places:
        return
    about, now = range(-speed, speed + 1), far(here)
    ends = [(here[0] + dx, here[1] + dy) for dx in about for dy in about]
    yield from sorted([end for end in ends if end not in taken and far(end) <= now], key=far)


def _away(fight: Fight, who: str, other: str) -> float:
    """Return the squares to somebody; 0 where no squares are kept."""
    here, there = fight.combatants[who].position, fight.combatants[other].position
    if here is None or there is None:
        return 0
    return squares.distance((here[0], here[1]), (there[0], there[1]))


def _toward(here: squares.Square, end: squares.Square, speed: int) -> squares.Square:
    """Return the square where the straight way to another one is as long as somebody's speed."""
    x, y = (at + max(-speed, min(speed, to - at)) for at, to in zip(here, end, strict=True))
    return x, y


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
