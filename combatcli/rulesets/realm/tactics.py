"""How a `realm` fight is fought by itself: shooters shoot or aim, others strike whom they touch, or go to a foe."""

from __future__ import annotations

from combatcli.errors import RefusedError
from combatcli.rulesets.realm import state
from combatcli.rulesets.realm.attack_request import AttackRequest, declared_attacks
from combatcli.rulesets.realm.attack_roll import parrying_fits, weapon_of
from combatcli.rulesets.realm.declare import ACTIONS_TO_DECLARE
from combatcli.rulesets.realm.deeds import FOCUSED, IN_PLACE
from combatcli.rulesets.realm.ground import touching
from combatcli.rulesets.realm.holds import holders, may_turn_on
from combatcli.rulesets.realm.reach import check_reach, weapon_in_use
from combatcli.rulesets.realm.state import ROSTER
from combatcli.rulesets.shared.arenas import distance
from combatcli.rulesets.shared.sides import are_allies
from combatcli.rulesets.tactic_lines import answers
from combatcli.rulesets.tactics import Answer, Tactics, foes_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from combatcli.rulesets.realm.schema import Combatant, Fight
    from combatcli.rulesets.tactics import ActionLines, Table

ALL = "attack --all"
APPLY = "--apply"
SHOTS = ("shoot", "throw")
DONE_ALONE = ("impede", "move", "push")
"""What is done by a command of its name."""


def actions(table: Table[Fight]) -> Iterator[ActionLines]:
    """Go through the actions of a phase (R2): what is declared in the first, made precise where it is not, and done."""
    number = state.phase_number(table.fight.phase)
    for who, each in table.fight.combatants.items():
        if _is_vague(each, number):
            yield who, [line for line in _plans(table.fight, who) if number in _phases_of(line)]
    if number == state.PHASE_OF["defend"]:
        everybody = sorted(table.fight.combatants, key=lambda who: table.fight.combatants[who].player)
        for who in everybody:
            if table.fight.combatants[who].declared is None and ROSTER.is_able(table.fight, who):
                yield who, _plans(table.fight, who)
    elif number in (state.PHASE_OF["shoot"], state.PHASE_OF["attack"], FOCUSED):
        yield from _parries(table)
        yield from _blows(table.fight)
    elif number == state.PHASE_OF["move"]:
        yield from _struggles(table)
    yield from _deeds(table, number)
    if table.fight.pending:
        yield "", ["wound"]


def _deeds(table: Table[Fight], number: int) -> Iterator[ActionLines]:
    """Go through what is declared for a phase and done by a command of its name; of the fallen none is impeded."""
    for who in list(table.fight.combatants):
        declared = table.fight.combatants[who].declared
        if declared is None or declared.phase != number or declared.action not in DONE_ALONE or declared.done:
            continue
        if declared.action == "move" or _stands(table.fight, declared.targets):
            line = " ".join([declared.action, who, *declared.targets])
            arenas = _beside(table.fight, who) if declared.action == "push" else []
            yield "", [line, *[f"{line} --to {arena}" for arena in arenas]]


def _is_vague(combatant: Combatant, phase: int) -> bool:
    """Tell whether somebody has declared a phase, and nothing yet that they do in it (R3)."""
    declared = combatant.declared
    if declared is None or declared.done or declared.phase != phase:
        return False
    return not declared.targets and declared.action not in ("defend", "focus")


def _phases_of(line: str) -> tuple[int, ...]:
    """Return the phases for which a line of `declare` fits: an aim is declared in one and struck in another (R3)."""
    action = line.split()[2]
    return (state.PHASE_OF[action], *([state.PHASE_OF["shoot"]] if action == "aim" else []))


def _struggles(table: Table[Fight]) -> Iterator[ActionLines]:
    """Go through the attacks on those who hold somebody from what they declared, and through what they bring (R26)."""
    for who in list(table.fight.combatants):
        combatant = table.fight.combatants[who]
        declared = combatant.declared
        if declared is None or declared.done or declared.action not in ("move", "push", *IN_PLACE):
            continue
        moves = declared.action == "move"
        if moves or not may_turn_on(combatant, declared.targets):
            held_by = holders(combatant) if moves else holders(combatant, "impeded")
            yield "", [f"attack {who} {holder}" for holder in held_by]
            if table.fight.pending:
                yield "", ["wound"]


def _stands(fight: Fight, targets: Sequence[str]) -> bool:
    """Tell whether one of some has not fallen."""
    return not all(state.is_fallen(fight.combatants[target]) for target in targets)


def _beside(fight: Fight, who: str) -> list[str]:
    """Return the arenas that touch the one somebody is in."""
    here = fight.combatants[who].arena
    return sorted(touching(fight)[here]) if here is not None else []


def _parries(table: Table[Fight]) -> Iterator[ActionLines]:
    """Go through the attacks of those who use a parrying weapon for them (R33)."""
    for each in list(declared_attacks(table.fight, AttackRequest(all=True))):
        attacker = table.fight.combatants[each.attacker]
        fits = attacker.parrying is not None and parrying_fits(attacker, weapon_of(each.attacker, attacker)[1])
        if fits and _stands(table.fight, each.targets) and answers(table, each.attacker, TACTICS, "parry"):
            yield "", [f"{_attack(each)} --parry attack"]


def _attack(request: AttackRequest) -> str:
    """Return the line of one of the declared attacks."""
    helpers = [word for helper in request.assist for word in ("--assist", helper)]
    return " ".join(["attack", request.attacker, *request.targets, *helpers])


def _blows(fight: Fight) -> Iterator[ActionLines]:
    """Go through the attacks of a phase; those that are not made by now are left out (R27).

    Wounds wait where somebody defends or protects, who may answer before they fall (R22), and where a hit waits.
    """
    declared = list(declared_attacks(fight, AttackRequest(all=True)))
    made = [each for each in declared if _is_made(fight, each)]
    if len(made) < len(declared):
        for each in made:
            yield "", [_attack(each)]
    elif fight.pending or any(state.has_declared(each, "defend", "protect") for each in fight.combatants.values()):
        yield "", [ALL]
    else:
        yield "", [f"{ALL} {APPLY}"]


def _is_made(fight: Fight, each: AttackRequest) -> bool:
    """Tell whether an attack is made as declared: on a foe who has not fallen, and shot where shots are (R2, R27)."""
    if not _stands(fight, each.targets) or are_allies(fight.combatants[each.attacker], fight.combatants[each.target]):
        return False
    number = state.phase_number(fight.phase)
    try:
        _, weapon = weapon_in_use(fight, each.attacker, each.target, weapon=None, throw=each.throw)
    except RefusedError:
        return True
    shoots = each.aim or number == state.PHASE_OF["shoot"]
    return number == FOCUSED or (weapon.used_as == "ranged") == shoots


def _counters(fight: Fight, _: Sequence[str]) -> list[tuple[str, str]]:
    """Return who may answer which attacker (R22)."""
    return [(who, foe) for who, each in fight.combatants.items() for foe in each.counters]


def _plans(fight: Fight, who: str) -> Iterator[str]:
    """Go through what somebody may declare, the best first: to shoot, to aim, to strike, to go to a foe."""
    foes = foes_of(fight, who, TACTICS)
    for action in ("shoot", "aim", "attack"):
        yield from (f"declare {who} {action} {foe}" for foe in foes if reaches(fight, who, action, foe))
    yield from _ways(fight, who, foes)


def reaches(fight: Fight, who: str, action: str, other: str) -> bool:
    """Tell whether somebody can do to another what they would declare, with what they hold (R23, R25, R27).

    Who has declared a move is where it leads, but for shots, which come first.
    """
    place = fight.combatants[other].arena
    arena = place if action in SHOTS else _bound_for(fight.combatants[other])
    after = fight if arena == place else fight.with_combatant(other, arena=arena)
    if action not in (*SHOTS, "aim", "attack"):
        return state.together(after, who, other)
    try:
        _, weapon = weapon_in_use(after, who, other, weapon=None, throw=action == "throw")
        check_reach(after, who, other, weapon, aim=action == "aim")
    except RefusedError:
        return False
    return (weapon.used_as == "ranged") == (action != "attack")


def _bound_for(combatant: Combatant) -> str | None:
    """Return where somebody will be, by what the board shows, when blows fall (R2, R4)."""
    declared = combatant.declared
    if declared is None or declared.done or declared.action != "move" or declared.secret or not declared.targets:
        return combatant.arena
    return declared.targets[-1]


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
    places = {place for foe in foes if (place := _bound_for(fight.combatants[foe])) is not None}
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
    actions,
    _ways,
    _arenas_to,
    ACTIONS_TO_DECLARE,
    cornered=_is_cornered,
    answers={
        "counter": Answer(_counters, lambda _, who, whom: f"attack {who} {whom} --counter"),
        "parry": Answer(lambda *_: [], lambda *_: ""),
    },
    told=("focus",),
    reaches=reaches,
)
