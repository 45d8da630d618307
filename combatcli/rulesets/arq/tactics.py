"""How an `arq` fight is fought by itself: shooters shoot and stay, others go to the nearest foe, pairs fight."""

from __future__ import annotations

from itertools import chain

from combatcli.rulesets.arq import squares, state
from combatcli.rulesets.arq.state import ROSTER
from combatcli.rulesets.shared.places import beside, king
from combatcli.rulesets.shared.sides import are_enemies
from combatcli.rulesets.shared.tactics import strike_at_once
from combatcli.rulesets.tactic_lines import TARGETS, aimed_at, choice_of
from combatcli.rulesets.tactics import Tactics, foes_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from combatcli.rulesets.arq.schema import Combatant, Fight
    from combatcli.rulesets.tactics import ActionLines, Table

    Near = tuple[float, object, squares.Square]
    """How far a foe is, what orders those equally far, and where they stand."""

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
            yield who, _shots(table.fight, who) if shoots else _ways(table.fight, who)
    if table.fight.pending:
        yield "", ["wound"]


def _shots(fight: Fight, who: str) -> Iterator[str]:
    """Go through the shots of somebody who knows how to shoot, at the weakest first (Q34)."""
    if state.rank(fight.combatants[who], "missile") > 0:
        yield from (f"attack {who} {foe} --missile --apply" for foe in foes_of(fight, who, TACTICS))


def _ways(fight: Fight, who: str, foes: Sequence[str] | None = None) -> Iterator[str]:
    """Go through the ways to a square beside the nearest foe, or toward one, of somebody who touches none (Q20).

    It is the nearest of all, unless some are named. Who shoots better than they fight stays where they are: a shot
    goes everywhere (Q34).
    """
    mover = fight.combatants[who]
    if state.rank(mover, "missile") > state.rank(mover, "melee"):
        return
    if mover.position is None:
        places = [fight.combatants[foe].arena for foe in (foes_of(fight, who, TACTICS) if foes is None else foes)]
        yield from [f"move {who} {place}" for place in places if place != mover.arena and place]
        return
    here = (mover.position[0], mover.position[1])
    near = _all_near(fight, who, here) if foes is None else _near(fight, foes, here)
    nearest = next(near, None)
    if nearest is None or nearest[0] <= 1:
        return
    reach, seen = nearest[0] + 2 * min(ABOUT, mover.speed), [nearest]
    ends = beside(_noted(seen, near, reach), 1, lambda end: (king(here, end),))
    free = ((int(x), int(y)) for (x, y), _ in ends if squares.PLACES.at(fight, (x, y), who) is None)
    straight = (_toward(here, end, mover.speed) for end in free)
    tried = {here}
    for end in chain(straight, _round_about(fight, who, here, seen)):
        if end not in tried:
            tried.add(end)
            yield f"move {who} {squares.shown(end)}"


def _noted(seen: list[Near], others: Iterable[Near], reach: float) -> Iterator[Near]:
    """Go through foes that were seen, and others, who are noted as seen where they are no farther than a reach."""
    yield from [*seen]
    for each in others:
        if each[0] <= reach:
            seen.append(each)
        yield each


def _near(fight: Fight, foes: Sequence[str], here: squares.Square) -> Iterator[Near]:
    """Go through where some foes are, the nearest to a square first, else as they are named."""
    places = [(place[0], place[1]) for foe in foes if (place := fight.combatants[foe].position) is not None]
    yield from sorted([(away := squares.distance(here, place), (away, at), place) for at, place in enumerate(places)])


def _all_near(fight: Fight, who: str, here: squares.Square) -> Iterator[Near]:
    """Go through where all foes are, the nearest to a square first, then the weakest."""
    for away, rank, foe in squares.PLACES.nearest(fight, here):
        place = fight.combatants[foe].position
        if place is not None and are_enemies(fight.combatants[who], fight.combatants[foe]):
            yield away, (away, rank), (place[0], place[1])


def _round_about(fight: Fight, who: str, here: squares.Square, seen: Sequence[Near]) -> Iterator[squares.Square]:
    """Go through free squares close by that are no farther from a foe, for whom friends stand in the straight way.

    Of foes those are seen, the nearest first, to whom one of these squares may be nearest.
    """
    about = range(-min(ABOUT, fight.combatants[who].speed), min(ABOUT, fight.combatants[who].speed) + 1)
    ends = [(here[0] + dx, here[1] + dy) for dx in about for dy in about]
    free = [end for end in ends if squares.PLACES.at(fight, end, who) is None]
    far = {end: min(squares.distance(end, place) for _, _, place in seen) for end in free}
    yield from sorted([end for end in free if far[end] <= seen[0][0]], key=far.__getitem__)


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


TACTICS: Tactics[Fight, Combatant] = Tactics(
    lambda _, each: state.is_fallen(each),
    state.left,
    actions,
    _ways,
    _away,
    answers={"reaction": strike_at_once("reaction", lambda each: each.threats)},
    choices=TARGETS,
)
