"""Where people stand (B11–B13, B23, B30): feet between them, who is engaged with whom, in whose melee range."""

from __future__ import annotations

from math import hypot

from combatcli.rulesets.blade import state
from combatcli.rulesets.blade.arms import in_hand

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.base import Play
    from combatcli.rulesets.blade.schema import Combatant, Fight

Point = tuple[float, float]
CLOSE_ENOUGH = 1e-9
"""Feet that a rounded position may be off."""


def point(combatant: Combatant) -> Point | None:
    """Return where someone stands, in feet; None where no positions are kept."""
    return (combatant.position[0], combatant.position[1]) if combatant.position is not None else None


def between(one: Point, other: Point) -> float:
    """Return the feet between two points."""
    return hypot(one[0] - other[0], one[1] - other[1])


def apart(one: Combatant, other: Combatant) -> float | None:
    """Return the feet between two combatants; None where that is not known."""
    here, there = point(one), point(other)
    return between(here, there) if here is not None and there is not None else None


def elsewhere(one: Combatant, other: Combatant) -> bool:
    """Tell whether two are in different arenas; who is placed nowhere is wherever it is needed."""
    return None not in (one.arena, other.arena) and one.arena != other.arena


def melee_reach(combatant: Combatant) -> float:
    """Return how many feet someone's melee range is: the reach of what is in hand, or an arm's length."""
    return max([weapon.reach for _, weapon in in_hand(combatant) if not weapon.ranged], default=5)


def within(feet: float, limit: float) -> bool:
    """Tell whether a distance is not beyond a limit."""
    return feet <= limit + CLOSE_ENOUGH


def foes(fight: Fight, who: str) -> list[str]:
    """Return the standing foes someone is engaged with: those they name first, then those who name them.

    One side's mention is enough. The latter come by their names, so that the file's order decides nothing (B30).
    """
    own = fight.combatants[who].engaged
    others = sorted(name for name, each in fight.combatants.items() if who in each.engaged and name not in own)
    return [
        name
        for name in dict.fromkeys([*own, *others])
        if name != who and name in fight.combatants and not state.dead(fight.combatants[name])
    ]


def threats(fight: Fight, who: str) -> list[str]:
    """Return the enemies in whose melee range someone is, and who can use it (B25): engaged, or near enough."""
    combatant = fight.combatants[who]
    engaged = foes(fight, who)
    return [
        name
        for name in state.able(fight)
        if name in engaged
        or (name != who and state.enemies(combatant, fight.combatants[name]) and _near(fight, name, who))
    ]


def _near(fight: Fight, enemy: str, who: str) -> bool:
    feet = apart(fight.combatants[enemy], fight.combatants[who])
    return feet is not None and within(feet, melee_reach(fight.combatants[enemy]))


def engage(play: Play[Fight], one: str, other: str) -> None:
    """Let two fight each other from now on, and remember that this round has brought them together."""
    if other in foes(play.fight, one):
        return
    for who, foe in ((one, other), (other, one)):
        combatant = play.fight.combatants[who]
        play.change(who, engaged=[*combatant.engaged, foe])
        state.note(play, who, met=[*state.deeds(combatant).met, foe])


def disengage(play: Play[Fight], one: str, other: str) -> None:
    """Let two fight each other no longer."""
    for who, foe in ((one, other), (other, one)):
        combatant = play.fight.combatants[who]
        if foe in combatant.engaged:
            play.change(who, engaged=[each for each in combatant.engaged if each != foe])


def nearest_approach(start: Point, end: Point, to: Point) -> float:
    """Return how near a straight way from start to end comes to a point."""
    length = between(start, end)
    if not length:
        return between(start, to)
    along = ((to[0] - start[0]) * (end[0] - start[0]) + (to[1] - start[1]) * (end[1] - start[1])) / length**2
    share = min(max(along, 0.0), 1.0)
    passing = (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
    return between(passing, to)
