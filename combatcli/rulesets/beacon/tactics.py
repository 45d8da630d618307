"""How a `beacon` fight is fought by itself: everybody strikes the weakest in reach, or goes to the nearest foe."""

from __future__ import annotations

from combatcli.rulesets.beacon import state
from combatcli.rulesets.beacon.conditions import has
from combatcli.rulesets.beacon.squares import SQUARE, standing_at
from combatcli.rulesets.beacon.turns import steps, without_stance
from combatcli.rulesets.beacon.words import ACTS, STANCES
from combatcli.rulesets.shared.grids import as_point
from combatcli.rulesets.tactic_lines import TARGETS, aimed_at, choice_of
from combatcli.rulesets.tactics import Answer, Even, Tactics, foes_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from combatcli.rulesets.beacon.schema import Combatant, Fight
    from combatcli.rulesets.beacon.squares import Point
    from combatcli.rulesets.tactics import Deed, Table

TRIES = 3
"""So many Acts somebody may have left for an attack; the rules know how many they are."""


def deeds(table: Table[Fight]) -> Iterator[Deed]:
    """Go through a turn: the one that is on, or the next of the step; before them come the stances (E11)."""
    if table.fight.phase == state.PHASES[0]:
        yield from _stances(table)
    if table.fight.turn is None:
        waiting = [
            who for who in steps(table.fight).get(table.fight.phase, []) if not table.fight.combatants[who].acted
        ]
        if not waiting:
            return
        yield "", _first_of(table, waiting)
    who = table.fight.turn
    if who is None:
        return
    if not any(_reaches(table.fight, who, foe) for foe in foes_of(table.fight, who, TACTICS)):
        yield who, _ways(table.fight, who, foes_of(table.fight, who, TACTICS))
    for _ in range(TRIES):
        yield who, [f"attack {who} {foe} --apply" for foe in foes_of(table.fight, who, TACTICS)]


def _stances(table: Table[Fight]) -> Iterator[Deed]:
    """Go through the stances: cautious, as by the rule is whoever takes none, where their own tactics name none."""
    for who in without_stance(table.fight):
        line = f"declare {who} cautious"
        yield who, [line]
        if table.fight.combatants[who].stance is None:
            yield "", [line]


def _first_of(table: Table[Fight], waiting: Sequence[str]) -> Sequence[str]:
    """Return who begins their turn: whom the first who chooses says; else it is drawn (E11)."""
    for who in waiting:
        line = choice_of(table, who, TACTICS)
        if line is not None:
            return [f"next {each}" for each in [*aimed_at(table, who, TACTICS, line, waiting), *waiting]]
    return Even(f"next {who}" for who in waiting)


def is_out(fight: Fight, combatant: Combatant) -> bool:
    """Tell whether somebody is out of the fight: dead, or incapacitated (E34)."""
    return state.is_dead(fight, combatant) or has(combatant, "incapacitated")


def _range(combatant: Combatant) -> float:
    """Return how far somebody strikes or shoots with what is in hand, in feet (E23, E30)."""
    weapon = combatant.weapons.get(state.in_hand(combatant))
    if weapon is None:
        return SQUARE
    return weapon.reach if weapon.range is None else weapon.range


def _reaches(fight: Fight, who: str, foe: str) -> bool:
    away = state.feet_between(fight.combatants[who], fight.combatants[foe])
    return away is None or away <= _range(fight.combatants[who])


def _ways(fight: Fight, who: str, foes: Sequence[str]) -> list[str]:
    """Return the ways to a square from where a foe is in reach, or toward one (E20)."""
    mover = fight.combatants[who]
    here = as_point(mover.position)
    if here is None:
        return []
    taken, places = standing_at(fight, who), [as_point(fight.combatants[foe].position) for foe in foes]
    ends = [
        (place[0] + dx, place[1] + dy)
        for place in places
        if place is not None
        for dx in (-SQUARE, 0, SQUARE)
        for dy in (-SQUARE, 0, SQUARE)
    ]
    near = sorted([end for end in ends if end not in taken], key=lambda end: _feet(here, end))
    stops = [_toward(here, end, feet) for end in near for feet in range(int(mover.stride), 0, -SQUARE)]
    return [f"move {who} {x:g},{y:g}" for x, y in dict.fromkeys(stops)]


def _feet(one: Point, other: Point) -> float:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def _reactions(fight: Fight, acted: Sequence[str]) -> list[tuple[str, str]]:
    """Return who may strike at an Advance (E23)."""
    return [(foe, who) for who in acted for foe in fight.combatants[who].reactions]


def _away(fight: Fight, who: str, other: str) -> float:
    """Return the feet to somebody; 0 where no positions are kept."""
    return state.feet_between(fight.combatants[who], fight.combatants[other]) or 0


def _toward(here: Point, end: Point, feet: float) -> Point:
    """Return a point, or the one so many feet toward it, squares and diagonals alike."""
    x, y = [at + max(-feet, min(feet, to - at)) for at, to in zip(here, end, strict=True)]
    return x, y


def left(combatant: Combatant) -> tuple[int, int]:
    """Return the hit points that are left, none below 0, and the most of them."""
    return max(0, state.hp(combatant)), state.most(combatant)


TACTICS: Tactics[Fight, Combatant] = Tactics(
    is_out,
    left,
    deeds,
    _ways,
    _away,
    (*STANCES, *ACTS),
    numbers={"hp": state.hp, "max_hp": state.most},
    answers={"react": Answer(_reactions, "attack {who} {whom} --react --apply")},
    choices=TARGETS,
)
