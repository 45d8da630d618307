"""How a `realm` fight is fought by itself: shooters shoot or aim, others strike whom they touch, or go to a foe."""

from __future__ import annotations

from combatcli.errors import RefusedError
from combatcli.rulesets.realm import state
from combatcli.rulesets.realm.attack_request import AttackRequest, declared_attacks
from combatcli.rulesets.realm.declare import ACTIONS_TO_DECLARE
from combatcli.rulesets.realm.ground import touching
from combatcli.rulesets.realm.reach import aimed_reach
from combatcli.rulesets.realm.state import ROSTER
from combatcli.rulesets.shared.arenas import distance
from combatcli.rulesets.tactics import Answer, Tactics, foes_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from combatcli.rulesets.realm.schema import Combatant, Fight, Weapon
    from combatcli.rulesets.tactics import Deed, Table

ALL = "attack --all"
APPLY = "--apply"


def deeds(table: Table[Fight]) -> Iterator[Deed]:
    """Go through the deeds of a phase (R2): what is declared in the first, and then done."""
    number = state.phase_number(table.fight.phase)
    if number == state.PHASE_OF["defend"]:
        everybody = sorted(table.fight.combatants, key=lambda who: table.fight.combatants[who].player)
        for who in everybody:
            if table.fight.combatants[who].declared is None and ROSTER.is_able(table.fight, who):
                yield who, _plans(table.fight, who)
    elif number in (state.PHASE_OF["shoot"], state.PHASE_OF["attack"]):
        yield from _blows(table.fight)
    elif number == state.PHASE_OF["move"]:
        for who in list(table.fight.combatants):
            declared = table.fight.combatants[who].declared
            if declared is not None and declared.action == "move" and not declared.done:
                yield "", [f"move {who} {place}" for place in declared.targets]
    if table.fight.pending:
        yield "", ["wound"]


def _blows(fight: Fight) -> Iterator[Deed]:
    """Go through the attacks of a phase; those on somebody who fell in an earlier one are not made (R27).

    Wounds wait where somebody defends or protects, who may answer before they fall (R22).
    """
    has_fallen = any(state.is_fallen(each) for each in fight.combatants.values())
    made = list(declared_attacks(fight, AttackRequest(all=True))) if has_fallen else []
    standing = [each for each in made if not all(state.is_fallen(fight.combatants[foe]) for foe in each.targets)]
    if len(standing) < len(made):
        for each in standing:
            helpers = [word for helper in each.assist for word in ("--assist", helper)]
            yield "", [" ".join(["attack", each.attacker, *each.targets, *helpers])]
    elif any(state.has_declared(each, "defend", "protect") for each in fight.combatants.values()):
        yield "", [ALL]
    else:
        yield "", [f"{ALL} {APPLY}"]


def _counters(fight: Fight, _: Sequence[str]) -> list[tuple[str, str]]:
    """Return who may answer which attacker (R22)."""
    return [(who, foe) for who, each in fight.combatants.items() for foe in each.counters]


def _plans(fight: Fight, who: str) -> list[str]:
    """Return what somebody may declare, the best first: to shoot, to aim, to strike, to go to a foe."""
    combatant = fight.combatants[who]
    held = combatant.wielding
    weapon = combatant.weapons.get(held) if isinstance(held, str) else None
    foes = foes_of(fight, who, TACTICS)
    away = {foe: _arenas_to(fight, who, foe) for foe in foes}
    shots: list[str] = []
    if weapon is not None and weapon.used_as == "ranged":
        shots = [f"declare {who} shoot {foe}" for foe in foes if away[foe] <= 1]
        shots += [f"declare {who} aim {foe}" for foe in foes if away[foe] <= _aimed(who, combatant, weapon)]
    blows = [f"declare {who} attack {foe}" for foe in foes if away[foe] == 0]
    return [*shots, *blows, *_ways(fight, who, foes)]


def _aimed(who: str, combatant: Combatant, weapon: Weapon) -> int:
    """Return how many arenas somebody aims; none with what cannot be aimed (R23)."""
    try:
        return aimed_reach(who, combatant, weapon)
    except RefusedError:
        return -1


def _arenas_to(fight: Fight, who: str, foe: str) -> float:
    here, there = fight.combatants[who].arena, fight.combatants[foe].arena
    return 0 if here is None or there is None else _apart(fight, here, there)


def _apart(fight: Fight, here: str, there: str) -> float:
    """Return how many arenas lie between two, endless where no way leads from one to the other."""
    if here == there:
        return 0
    away = distance(touching(fight), here, there)
    return float("inf") if away is None else away


def _ways(fight: Fight, who: str, foes: Sequence[str]) -> list[str]:
    """Return the moves to arenas beside somebody that bring them nearer to a foe, the nearest to one first."""
    here = fight.combatants[who].arena
    places = {place for foe in foes if (place := fight.combatants[foe].arena) is not None}
    if here is None or not places:
        return []

    def far(arena: str) -> float:
        return min(_apart(fight, arena, place) for place in places)

    now = far(here)
    away = {arena: far(arena) for arena in touching(fight)[here]} if now else {}
    nearer = [arena for arena in sorted(away, key=away.__getitem__) if away[arena] < now]
    return [f"declare {who} move {arena}" for arena in nearer]


def _is_cornered(fight: Fight, combatant: Combatant) -> bool:
    """Tell whether somebody is cornered in this round, and not from the next one on (R25)."""
    until = combatant.until.get("cornered", fight.round)
    first = min(until, default=fight.round) if isinstance(until, list) else until
    return "cornered" in combatant.status and first <= fight.round


def left(combatant: Combatant) -> tuple[int, int]:
    """Return the boxes that are not marked, and all of them; of a group those of all members."""
    boxes = combatant.wounds * combatant.count
    return boxes - len(set(combatant.marked)), boxes


TACTICS: Tactics[Fight, Combatant] = Tactics(
    lambda _, each: state.is_fallen(each),
    left,
    deeds,
    _ways,
    _arenas_to,
    ACTIONS_TO_DECLARE,
    cornered=_is_cornered,
    answers={"counter": Answer(_counters, "attack {who} {whom} --counter")},
)
