"""How a `realm` fight is fought by itself: shooters shoot or aim, others strike whom they touch, or go to a foe."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING

from combatcli.errors import RefusedError
from combatcli.rulesets.realm import state, weapons
from combatcli.rulesets.realm.attack import AttackRequest, declared_attacks, ranks_of
from combatcli.rulesets.realm.contests import ImpedeRequest, PushRequest
from combatcli.rulesets.realm.declare import ACTIONS_TO_DECLARE, DeclareRequest
from combatcli.rulesets.realm.deeds import FOCUSED, IN_PLACE
from combatcli.rulesets.realm.effects import may_turn_on
from combatcli.rulesets.realm.ground import MoveRequest, touching
from combatcli.rulesets.realm.rounds import OrderRequest
from combatcli.rulesets.realm.schema import Combatant, Fight
from combatcli.rulesets.realm.state import ROSTER, holders
from combatcli.rulesets.realm.wound import WoundRequest
from combatcli.rulesets.shared.arenas import distance, rings
from combatcli.rulesets.shared.sides import are_allies
from combatcli.rulesets.tactic_lines import answers
from combatcli.rulesets.tactics import Answer, Tactics, foes_of

if TYPE_CHECKING:
    from combatcli.rulesets.tactics import ActionDeeds, LiveFight

DECLARED = AttackRequest(all=True)
WOUND = ("wound", WoundRequest())
SHOTS = ("shoot", "throw")
AIMLESS = ("defend", "focus", "pass")
"""What is done to nobody."""
BEFORE_MOVES = (*SHOTS, "impede")
"""What is done to others before anybody moves (R2)."""


def actions(live: LiveFight[Fight]) -> Iterator[ActionDeeds]:
    """Go through the actions of a phase (R2): what is declared in the first, made precise where it is not, and done."""
    number = state.phase_number(live.fight.phase)
    plans = {who: each.declared for who, each in live.fight.combatants.items() if each.declared is not None}
    planned = {who: plan for who, plan in plans.items() if plan.phase == number and not plan.done}
    vague = [who for who, plan in planned.items() if not plan.targets and plan.action not in AIMLESS]
    if number == state.PHASE_OF["defend"] or any(live.fight.combatants[who].player for who in vague):
        yield from _declarations(live, decides=number == state.PHASE_OF["defend"])
    for who in vague:
        yield (
            who,
            [
                ("declare", plan)
                for plan in _plans(live.fight, who, foes_of(live.fight, who, TACTICS))
                if number in _phases_of(plan)
            ],
        )
    if number in (state.PHASE_OF["shoot"], state.PHASE_OF["attack"], FOCUSED):
        yield from _blows(live)
    elif number == state.PHASE_OF["move"]:
        yield from _struggles(live)
    yield from _deeds(live, planned)
    if live.fight.pending:
        yield "", [WOUND]


def _declarations(live: LiveFight[Fight], *, decides: bool) -> Iterator[ActionDeeds]:
    """Go through those who have declared nothing, NPCs first; an NPC who does nothing says so (R3)."""
    begun = live.fight
    for who in sorted(begun.combatants, key=lambda who: live.fight.combatants[who].player):
        if live.fight.combatants[who].declared is not None or not ROSTER.is_able(live.fight, who):
            continue
        if decides:
            yield who, (("declare", plan) for plan in _plans(live.fight, who, foes_of(begun, who, TACTICS)))
        declarer = live.fight.combatants[who]
        if declarer.declared is None and not declarer.player:
            yield "", [("declare", DeclareRequest(who=who, action="pass"))]


def _deeds(live: LiveFight[Fight], planned: Iterable[str]) -> Iterator[ActionDeeds]:
    """Go through what some have declared and do by a command of its name; of the fallen none is impeded."""
    for who in planned:
        plan = live.fight.combatants[who].intent
        targets = plan.targets
        if plan.done:
            continue
        if plan.action == "move" and targets:
            yield "", [("move", MoveRequest(who=who, way=targets))]
        elif plan.action == "push" and _stands(live.fight, targets):
            beside = sorted(touching(live.fight).get(live.fight.combatants[who].arena or "", []))
            yield "", [("push", PushRequest(who=who, targets=targets, to=arena)) for arena in (None, *beside)]
        elif plan.action == "impede" and _stands(live.fight, targets):
            yield "", [("impede", ImpedeRequest(who=who, target=targets[0]))]


def _phases_of(plan: DeclareRequest) -> tuple[int, ...]:
    """Return the phases for which a declaration fits: an aim is declared in one and struck in another (R3)."""
    action = plan.action or ""
    return (state.PHASE_OF[action], *([state.PHASE_OF["shoot"]] if action == "aim" else []))


def _struggles(live: LiveFight[Fight]) -> Iterator[ActionDeeds]:
    """Go through the attacks on those who hold somebody from what they declared, and through what they bring (R26)."""
    for who in [who for who, each in live.fight.combatants.items() if each.by]:
        combatant = live.fight.combatants[who]
        plan = combatant.intent
        if plan.done or plan.action not in ("move", "push", *IN_PLACE):
            continue
        moves = plan.action == "move"
        if moves or not may_turn_on(combatant, plan.targets):
            held_by = holders(combatant) if moves else holders(combatant, "impeded")
            yield "", [("attack", AttackRequest(attacker=who, targets=[holder])) for holder in held_by]
            if live.fight.pending:
                yield "", [WOUND]


def _stands(fight: Fight, targets: Sequence[str]) -> bool:
    """Tell whether one of some has not fallen."""
    return not all(state.is_fallen(fight.combatants[target]) for target in targets)


def _parries(live: LiveFight[Fight], attack: AttackRequest) -> bool:
    """Tell whether somebody uses a parrying weapon for their attack (R33)."""
    attacker = live.fight.combatants[attack.attacker]
    if attacker.parrying is None or attacker.parried == live.fight.round:
        return False
    fits = weapons.parrying_fits(attacker, weapons.weapon_of(live.fight, attack.attacker)[1])
    return fits and answers(live, attack.attacker, TACTICS, "parry")


def _blows(live: LiveFight[Fight]) -> Iterator[ActionDeeds]:
    """Go through the attacks of a phase, rank by rank of the order that is rolled for them (R5, R27).

    Those that are not made by now are left out, such as on who fell to an earlier rank. Wounds wait for the rank where
    somebody defends or protects, who may answer before they fall (R22).
    """
    declared = list(declared_attacks(live.fight, DECLARED))
    made = [each for each in declared if _is_made(live.fight, each)]
    if not made:
        yield "", []
        return
    if live.fight.order is None and len({each.attacker for each in made}) > 1:
        yield "", [("order", OrderRequest())]
    answering = any(each.intent.action in ("defend", "protect") for each in live.fight.combatants.values())
    parrying = [each.attacker for each in made if _parries(live, each)]
    ranks = ranks_of(live.fight, made)
    if len(ranks) == 1 and not (live.fight.pending or answering or parrying) and len(made) == len(declared):
        yield "", [("attack", AttackRequest(all=True, apply=True))]
        return
    for rank in ranks:
        if live.fight.pending:
            yield "", [WOUND]
        for each in [each for each in rank if _is_made(live.fight, each)]:
            helpers = [helper for helper in each.assist if ROSTER.is_able(live.fight, helper)]
            alone = AttackRequest(
                attacker=each.attacker,
                targets=each.targets,
                assist=helpers,
                parry=["attack"] if each.attacker in parrying else [],
                apply=len(rank) == 1 and not answering,
            )
            yield "", [("attack", alone)]


def _is_made(fight: Fight, each: AttackRequest) -> bool:
    """Tell whether an attack is made as declared: on a foe who has not fallen, and shot where shots are (R2, R27)."""
    if not _stands(fight, each.targets) or are_allies(fight.combatants[each.attacker], fight.combatants[each.target]):
        return False
    number = state.phase_number(fight.phase)
    try:
        _, weapon = weapons.weapon_of_attack(fight, each.attacker, each.target, weapon=None, throw=each.throw)
    except RefusedError:
        return True
    shoots = each.aim or number == state.PHASE_OF["shoot"]
    return number == FOCUSED or (weapon.used_as == "ranged") == shoots


def _plans(fight: Fight, who: str, foes: Sequence[str]) -> Iterator[DeclareRequest]:
    """Go through what somebody may declare, the best first: to shoot, to aim, to strike, to go to a foe.

    What one fights with is thrown at nobody whom it may strike.
    """
    for action, steps in _arms_reach(fight, who):
        for foe in _near(fight, who, steps, foes):
            if not why_not(fight, who, action, foe) and not (action == "throw" and state.together(fight, who, foe)):
                yield DeclareRequest(who=who, action=action, targets=[foe])
    yield from _moves(fight, who, foes)


def _arms_reach(fight: Fight, who: str) -> Iterator[tuple[str, int]]:
    """Go through what may be done with what is in hand, and how many arenas away at most."""
    fighter = fight.combatants[who]
    try:
        _, weapon = weapons.weapon_of(fight, who)
    except RefusedError:
        return
    flies = weapon.used_as == "ranged" or weapon.range == "thrown"
    if flies:
        yield ("shoot" if weapon.used_as == "ranged" else "throw"), 1
    if weapons.can_be_aimed(weapon):
        yield "aim", weapons.aimed_reach(who, fighter, weapon)
    yield "attack", int(flies or bool(state.carried(fight.arenas)))


def _near(fight: Fight, who: str, steps: int, foes: Sequence[str]) -> Sequence[str]:
    """Return those of some foes who are so many arenas away, or will be when blows fall; all where nobody knows."""
    here = fight.combatants[who].arena
    if here is None:
        return foes
    places = {None, *chain(*islice(rings(touching(fight), [here]), steps + 1))}
    combatants = [(foe, fight.combatants[foe]) for foe in foes]
    return [foe for foe, each in combatants if each.arena in places or _bound_for(each) in places]


def why_not(fight: Fight, who: str, action: str, other: str) -> str:
    """Say why somebody cannot do to another what they would declare, with what they hold; empty where they can.

    Who has declared a move is where it leads, but for what comes first. Nobody is pushed from where none is beside
    (R23, R25, R27, R29).
    """
    place = fight.combatants[other].arena
    if action == "push" and place is not None and not touching(fight)[place]:
        return f"{place} has 0 adjacent arenas (R29)"
    arena = place if action in BEFORE_MOVES else _bound_for(fight.combatants[other])
    after = fight if arena == place else fight.with_combatant(other, arena=arena)
    if action not in (*SHOTS, "aim", "attack"):
        there = state.together(after, who, other)
        return "" if there else f"{fight.subject(other):is} not in the same arena as {who}"
    try:
        name, weapon = weapons.weapon_of_attack(after, who, other, weapon=None, throw=action == "throw")
        if (weapon.used_as == "ranged") == (action == "attack"):
            rule = "R27" if action == "attack" else "R23"
            with_it = (
                f"nothing in hand to {action} with"
                if name == "unarmed"
                else f"{name} in hand and cannot {action} with it"
            )
            return f"{fight.subject(who):has} {with_it} ({rule})"
        weapons.check_reach(after, who, other, weapon, aim=action == "aim")
    except RefusedError as error:
        return error.message
    return ""


def _bound_for(combatant: Combatant) -> str | None:
    """Return where somebody will be, by what the board shows, when blows fall (R2, R4)."""
    plan = combatant.intent
    moves = plan.action == "move" and plan.targets and not (plan.done or plan.secret)
    return plan.targets[-1] if moves else combatant.arena


def _arenas_to(fight: Fight, who: str, foe: str) -> float:
    """Return how many arenas lie between two, endless where no way leads from one to the other."""
    here, there = fight.combatants[who].arena, fight.combatants[foe].arena
    away = 0 if here is None or there is None else distance(touching(fight), here, there)
    return float("inf") if away is None else away


def _moves(fight: Fight, who: str, foes: Sequence[str]) -> list[DeclareRequest]:
    """Return the moves to arenas beside somebody that bring them nearer to a foe, the nearest to one first."""
    mover = fight.combatants[who]
    bound = {_bound_for(fight.combatants[foe]) for foe in foes}
    places = [place for place in bound if place is not None]
    if mover.arena is None or not places:
        return []
    links = touching(fight)
    steps = {arena: away for away, ring in enumerate(rings(links, places)) for arena in ring}
    now = steps.get(mover.arena, 0)
    nearer = [arena for arena in links[mover.arena] if steps.get(arena, now) < now]
    return [DeclareRequest(who=who, action="move", targets=[arena]) for arena in nearer]


def _is_cornered(fight: Fight, combatant: Combatant) -> bool:
    """Tell whether somebody is cornered in this round, and not from the next one on (R25)."""
    until = combatant.until.get("cornered", fight.round)
    first = min(until, default=fight.round) if isinstance(until, list) else until
    return "cornered" in combatant.status and first <= fight.round


def left(combatant: Combatant) -> tuple[int, int]:
    """Return the boxes that are not marked, and all of them; of a group those of all members."""
    boxes = combatant.wounds * combatant.count
    return boxes - len(set(combatant.marked)), boxes


def _engaged(fight: Fight, who: str) -> list[str]:
    """Return the foes in one arena with somebody, whom they may attack (R27, P1)."""
    return [foe for foe in foes_of(fight, who, TACTICS) if state.together(fight, who, foe)]


TACTICS: Tactics[Fight, Combatant] = Tactics(
    lambda _, each: state.is_fallen(each),
    left,
    actions,
    lambda fight, who, foes: [("declare", move) for move in _moves(fight, who, foes)],
    _arenas_to,
    ACTIONS_TO_DECLARE,
    cornered=_is_cornered,
    answers={
        "counter": Answer(
            lambda fight, _: [(who, foe) for who, each in fight.combatants.items() for foe in each.counters],
            lambda _, who, whom: ("attack", AttackRequest(attacker=who, targets=[whom], counter=True)),
        ),
        "parry": Answer(lambda *_: [], lambda *_: ("attack",)),
    },
    told=("focus",),
    why_not=why_not,
    engaged=_engaged,
    unused=lambda each, _: "Awesomes" if each.awesome else "",
)
