"""How a `beacon` fight is fought by itself: everybody strikes the weakest in reach, or goes to the nearest foe."""

from __future__ import annotations

from combatcli.rulesets.beacon import budget, state
from combatcli.rulesets.beacon.afflict import resistible
from combatcli.rulesets.beacon.conditions import has
from combatcli.rulesets.beacon.damage import BOX
from combatcli.rulesets.beacon.squares import SQUARE, standing_at
from combatcli.rulesets.beacon.turns import steps, without_stance
from combatcli.rulesets.beacon.words import ACTS, STANCES
from combatcli.rulesets.shared.grids import as_point, between
from combatcli.rulesets.shared.tactics import strike_at_once
from combatcli.rulesets.tactic_lines import TARGETS, aimed_at, choice_of, hit_on
from combatcli.rulesets.tactics import Answer, Even, Tactics, foes_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from combatcli.rulesets.beacon.schema import Combatant, Fight
    from combatcli.rulesets.beacon.squares import Point
    from combatcli.rulesets.tactics import ActionLines, Table

TRIES = 3
"""So many Acts somebody may have left for an attack; the rules know how many they are."""


def actions(table: Table[Fight]) -> Iterator[ActionLines]:
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
    for number in range(TRIES):
        before = table.fight
        yield who, _acts(table, who) if not number or budget.remaining(before.combatants[who], budget.ACTS) else ()
        if table.fight.pending:
            yield "", ["wound"]
        if table.fight is before:
            break
    combatant = table.fight.combatants[who]
    if resistible(combatant) and not combatant.resisted:
        yield "", [f"recover {who}"]


def _acts(table: Table[Fight], who: str) -> Iterator[str]:
    """Go through the Acts of somebody's turn, the best first: to stand, to strike, to load, to go to a foe (E13)."""
    fight, combatant = table.fight, table.fight.combatants[who]
    foes = foes_of(fight, who, TACTICS)
    if has(combatant, "downed"):
        yield f"declare {who} stand"
    reached = [foe for foe in foes if _reaches(fight, who, foe)]
    if not reached:
        yield from _ways(fight, who, foes)
        return
    yield from (" ".join(["attack", who, foe, hit_on(table, foe, TACTICS)]).strip() for foe in reached)
    weapon = combatant.weapons.get(state.in_hand(combatant))
    if weapon is not None and "reload" in weapon.properties and not weapon.loaded:
        yield f"declare {who} reload"


def _stances(table: Table[Fight]) -> Iterator[ActionLines]:
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


def _ways(fight: Fight, who: str, foes: Sequence[str]) -> Iterator[str]:
    """Go through the ways to a square from where a foe is in reach, or toward one (E20)."""
    mover = fight.combatants[who]
    here = as_point(mover.position)
    if here is None:
        return
    taken, places = standing_at(fight, who), [as_point(fight.combatants[foe].position) for foe in foes]
    ends = [
        ((place[0] + dx, place[1] + dy), place)
        for place in places
        if place is not None
        for dx in (-SQUARE, 0, SQUARE)
        for dy in (-SQUARE, 0, SQUARE)
    ]
    free = [each for each in ends if each[0] not in taken]
    tried: set[Point] = set()
    for end, place in sorted(free, key=lambda each: (_feet(here, each[0]), between(here, each[0]))):
        for stop in _stops(mover, here, end, place):
            if stop not in tried:
                tried.add(stop)
                yield f"move {who} {stop[0]:g},{stop[1]:g}"


def _stops(mover: Combatant, here: Point, end: Point, place: Point) -> list[Point]:
    """Return the points on the way to a square beside a foe: the first that has them in reach, or the farthest."""
    stops = [_toward(here, end, feet) for feet in range(int(mover.stride), 0, -SQUARE)]
    reach = _range(mover)
    if _feet(here, place) <= reach:
        return stops
    return [*[stop for stop in stops[::-1] if _feet(stop, place) <= reach], *stops]


def _feet(one: Point, other: Point) -> float:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def _resisting(fight: Fight, _: Sequence[str]) -> list[tuple[str, str]]:
    """Return who may resist the damage of a hit as a React (E42)."""
    return [(hit.target, hit.attacker) for hit in fight.pending if hit.damage and not hit.resisted]


def _resists(fight: Fight, who: str) -> bool:
    """Tell whether somebody can take stress, and so resist (E42)."""
    return fight.combatants[who].stress < state.max_stress(fight.combatants[who])


def _by_best(fight: Fight, who: str, _: str) -> str:
    best = max(state.ATTRIBUTES, key=lambda name: state.face(fight.combatants[who], name))
    return f"recover {who} --react --with {best}"


def _soaking(fight: Fight, _: Sequence[str]) -> list[tuple[str, str]]:
    """Return who may soak, where that takes off as much as it can, or keeps them on their feet (E33)."""
    return [
        (hit.target, hit.attacker)
        for hit in fight.pending
        if fight.combatants[hit.target].soak and hit.damage >= min(BOX, max(1, state.hp(fight.combatants[hit.target])))
    ]


def _soak(fight: Fight, who: str, _: str) -> str:
    """Return the line that spends the boxes of soak of which each takes off as much as it can, at least one (E33)."""
    damage = sum(hit.damage for hit in fight.pending if hit.target == who)
    return f"wound {who} --soak {min(fight.combatants[who].soak, max(1, damage // BOX))}"


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
    actions,
    _ways,
    _away,
    (*STANCES, *ACTS),
    numbers={"hp": state.hp, "max_hp": state.most},
    answers={
        "react": strike_at_once("react", lambda fight, who: fight.combatants[who].reactions),
        "resist": Answer(_resisting, _by_best, usual="answer resist if hurt", keeps=_resists),
        "soak": Answer(_soaking, _soak, keeps=lambda fight, who: fight.combatants[who].soak > 0),
    },
    told=("act", "draw", "stow", "pick", "reload"),
    choices=TARGETS,
)
