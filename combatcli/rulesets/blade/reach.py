"""Where people stand (B11–B13, B23, B30): feet between them, who is engaged with whom, in whose melee range."""

from __future__ import annotations

from math import ceil, floor

from combatcli.rulesets.blade import state
from combatcli.rulesets.blade.schema import BARE_HANDS, Combatant, Fight
from combatcli.rulesets.blade.state import ROSTER
from combatcli.rulesets.blade.weapons import for_melee
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.shared.grids import CLOSE_ENOUGH, Point, as_point, between, rounded, within
from combatcli.rulesets.shared.index import Index
from combatcli.rulesets.shared.memory import found_once
from combatcli.rulesets.shared.places import Places
from combatcli.rulesets.shared.sides import are_enemies
from combatcli.rulesets.shared.touching import engaged_with, in_one_arena


def apart(one: Combatant, other: Combatant) -> float | None:
    """Return the feet between two combatants; None where that is not known."""
    here, there = as_point(one.position), as_point(other.position)
    return between(here, there) if here is not None and there is not None else None


@found_once
def melee_reach(combatant: Combatant) -> float:
    """Return how many feet someone's melee range is: the reach of what they strike with, or an arm's length (B30)."""
    held = for_melee(combatant)
    return held[0][1].reach if held else BARE_HANDS.reach


def point_within(start: Point, end: Point, reach: float) -> Point:
    """Return the first point on the straight way between two from which a reach gets to its end (B13)."""
    away = between(start, end)
    share = max(0.0, away - reach) / away if away else 0.0
    exact = (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
    return (_toward(exact[0], end[0]), _toward(exact[1], end[1]))


def _toward(coordinate: float, end: float) -> float:
    """Round a coordinate to two digits, to the side where a way ends, so that it does not end too early (B13)."""
    nearest_coordinate = rounded(coordinate)
    if abs(nearest_coordinate - coordinate) <= CLOSE_ENOUGH:
        return nearest_coordinate
    nearer = floor(coordinate * 100) / 100 if end < coordinate else ceil(coordinate * 100) / 100
    return rounded(min(nearer, end) if end > coordinate else max(nearer, end))


def foes(fight: Fight, who: str) -> list[str]:
    """Return the standing foes someone is engaged with: those they name first, then those who name them (B30)."""
    return engaged_with(fight, who, lambda name: name in fight.combatants and not state.is_dead(fight.combatants[name]))


PLACES = Places(lambda _, combatant: not state.is_dead(combatant), lambda combatant: state.left(combatant)[0])
"""Where those are who are not dead, the weakest first."""
_REACHES = Index(lambda _, combatant: () if state.is_dead(combatant) else (melee_reach(combatant),))
"""Who is not dead, by how far they reach."""


def _within_reach(fight: Fight, who: str) -> list[str]:
    """Return who is so near that they might reach somebody, or the other way round, in the file's order."""
    here = as_point(fight.combatants[who].position)
    if here is None:
        return []
    reach = max([melee_reach(fight.combatants[who]), *_REACHES.groups(fight)])
    return [name for name in PLACES.about(fight, here, reach + CLOSE_ENOUGH) if name != who]


def threats(fight: Fight, who: str) -> list[str]:
    """Return the enemies in whose melee range someone is, and who can use it (B25): near, or engaged and unplaced."""
    combatant = fight.combatants[who]
    engaged, near = foes(fight, who), _within_reach(fight, who)
    if not {*engaged} <= {*near}:
        near = [name for name in fight.combatants if name in (*near, *engaged)]
    return [
        name
        for name in near
        if ROSTER.is_able(fight, name)
        and (name in engaged or are_enemies(combatant, fight.combatants[name]))
        and (_near(fight, name, who) or (name in engaged and apart(combatant, fight.combatants[name]) is None))
    ]


def _near(fight: Fight, enemy: str, who: str) -> bool:
    one, other = fight.combatants[enemy], fight.combatants[who]
    feet = apart(one, other) if in_one_arena(one, other) else None
    return feet is not None and within(feet, melee_reach(fight.combatants[enemy]))


def adjacent(fight: Fight, who: str) -> list[str]:
    """Return the standing enemies whom someone reaches or who reach them, where positions are kept (B11)."""
    combatant = fight.combatants[who]
    return [
        name
        for name in _within_reach(fight, who)
        if are_enemies(combatant, fight.combatants[name]) and (_near(fight, name, who) or _near(fight, who, name))
    ]


def beside_since_the_round_began(fight: Fight, who: str) -> list[str]:
    """Return the enemies beside whom someone has stood since the round began, for neither has moved (B11)."""
    combatant = fight.combatants[who]
    if combatant.position is None or state.has_moved(combatant) or state.is_dead(combatant):
        return []
    return [name for name in adjacent(fight, who) if not state.has_moved(fight.combatants[name])]


def engage(context: CombatContext[Fight], one: str, other: str) -> None:
    """Engage two with each other, and record that they met in this round."""
    if other in foes(context.fight, one):
        return
    _engage_both(context, one, other)
    for who, foe in ((one, other), (other, one)):
        state.note(context, who, met=[*state.deeds(context.fight.combatants[who]).met, foe])


def _engage_both(context: CombatContext[Fight], one: str, other: str) -> None:
    for who, foe in ((one, other), (other, one)):
        context.update_combatant(who, engaged=[*context.fight.combatants[who].engaged, foe])


def begin_round(context: CombatContext[Fight]) -> None:
    """Engage who stands beside an enemy when a round begins (B11)."""
    for who, combatant in context.fight.combatants.items():
        if combatant.position is not None:
            stand_beside(context, who)


def stand_beside(context: CombatContext[Fight], who: str) -> None:
    """Engage someone with the enemies beside whom they have stood since the round began (B11).

    A file may begin in mid-round, so that nobody has seen this round's beginning.
    """
    for foe in beside_since_the_round_began(context.fight, who):
        if foe not in foes(context.fight, who):
            _engage_both(context, who, foe)


def disengage(context: CombatContext[Fight], one: str, other: str) -> None:
    """Disengage two from each other."""
    for who, foe in ((one, other), (other, one)):
        combatant = context.fight.combatants[who]
        if foe in combatant.engaged:
            context.update_combatant(who, engaged=[name for name in combatant.engaged if name != foe])
