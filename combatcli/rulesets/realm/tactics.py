"""How a `realm` fight plays itself: shooters shoot or aim, others strike foes they touch, or go to one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from combatcli.errors import RefusedError
from combatcli.rulesets.realm import state, weapons
from combatcli.rulesets.realm.attack import AttackRequest, attacks_by_rank, declared_attacks_due
from combatcli.rulesets.realm.contests import ImpedeRequest, PushRequest
from combatcli.rulesets.realm.declare import ACTIONS_TO_DECLARE, DeclareRequest
from combatcli.rulesets.realm.deeds import FOCUSED, IN_PLACE
from combatcli.rulesets.realm.effects import may_act_against, statuses_barring_move
from combatcli.rulesets.realm.ground import MoveRequest, neighbors
from combatcli.rulesets.realm.rounds import OrderRequest
from combatcli.rulesets.realm.schema import NOTHING, Combatant, Fight
from combatcli.rulesets.realm.state import ROSTER, holders
from combatcli.rulesets.realm.wound import WoundRequest
from combatcli.rulesets.shared.arenas import rings, steps_from
from combatcli.rulesets.shared.places import distance_to
from combatcli.rulesets.shared.sides import are_allies
from combatcli.rulesets.tactic_lines import will_answer
from combatcli.rulesets.tactics import Tactics, WayToAnswer, foes_of

if TYPE_CHECKING:
    from combatcli.rulesets.tactics import ActionDeeds, Deed, LiveFight

WOUND = ("wound", WoundRequest())
SHOTS = ("shoot", "throw")


def actions(live: LiveFight[Fight]) -> Iterator[ActionDeeds]:
    """Yield the actions of a phase (R2): declarations first, made precise where open, then the deeds."""
    number = state.phase_number(live.fight.phase)
    planned = {who: plan for who, plan in state.open_plans(live.fight).items() if plan.phase == number}
    vague = [who for who, plan in planned.items() if not plan.targets and plan.action not in state.AIMLESS]
    if number == state.PHASE_OF["defend"] or any(live.fight.combatants[who].player for who in vague):
        yield from _declare_actions(live, decides=number == state.PHASE_OF["defend"])
    for who in vague:
        acts = {*state.DONE_IN[state.PHASES[number - 1]], *(["aim"] if number == state.PHASE_OF["shoot"] else [])}
        yield who, _declarations(live.fight, who, foes_of(live.fight, who, TACTICS), acts)
    if number in (state.PHASE_OF["shoot"], state.PHASE_OF["attack"], FOCUSED):
        yield from _attacks_by_rank(live)
    elif number == state.PHASE_OF["move"]:
        yield from _attacks_to_break_free(live)
    yield from _declared_deeds(live, planned)
    if live.fight.pending:
        yield "", [WOUND]


def idle_phases(fight: Fight) -> int:
    """Return the number of phases right after the present one in which nobody is to act (R2)."""
    held = [each for each in fight.combatants.values() if each.by]
    if held or fight.pending:
        return 0
    busy = [FOCUSED if plan.action == "focus" else plan.phase for plan in state.open_plans(fight).values()]
    now = state.phase_number(fight.phase)
    return min([number for number in busy if number > now], default=FOCUSED + 1) - now - 1


def _declare_actions(live: LiveFight[Fight], *, decides: bool) -> Iterator[ActionDeeds]:
    """Yield those who have declared nothing, NPCs first; an idle NPC declares to pass (R3)."""
    begun = live.fight
    for who in sorted(begun.combatants, key=lambda who: live.fight.combatants[who].player):
        if live.fight.combatants[who].declared is not None or not ROSTER.is_able(live.fight, who):
            continue
        if decides:
            yield who, _declarations(live.fight, who, foes_of(begun, who, TACTICS), ACTIONS_TO_DECLARE)
        declarer = live.fight.combatants[who]
        if declarer.declared is None and not declarer.player:
            yield "", [("declare", DeclareRequest(who=who, action="pass"))]


def _declared_deeds(live: LiveFight[Fight], planned: Iterable[str]) -> Iterator[ActionDeeds]:
    """Yield the declared deeds with a command of the same name; the fallen are not impeded."""
    for who in planned:
        plan = live.fight.combatants[who].intent
        targets = plan.targets
        if plan.done:
            continue
        if plan.action == "move" and targets:
            yield "", [("move", MoveRequest(who=who, way=targets))]
        elif plan.action == "push" and _any_stands(live.fight, targets):
            beside = sorted(neighbors(live.fight).get(live.fight.combatants[who].arena or "", []))
            yield "", [("push", PushRequest(who=who, targets=targets, to=arena)) for arena in (None, *beside)]
        elif plan.action == "impede" and _any_stands(live.fight, targets):
            yield "", [("impede", ImpedeRequest(who=who, target=targets[0]))]


def _attacks_to_break_free(live: LiveFight[Fight]) -> Iterator[ActionDeeds]:
    """Yield the attacks to break free of holders, with their consequences (R26)."""
    for who in [who for who, each in live.fight.combatants.items() if each.by]:
        combatant = live.fight.combatants[who]
        plan = combatant.intent
        if plan.done or plan.action not in ("move", "push", *IN_PLACE):
            continue
        moves = plan.action == "move"
        if moves or not may_act_against(combatant, plan.targets):
            held_by = holders(combatant) if moves else holders(combatant, "impeded")
            yield "", [("attack", AttackRequest(attacker=who, targets=[holder])) for holder in held_by]
            if live.fight.pending:
                yield "", [WOUND]


def _any_stands(fight: Fight, targets: Sequence[str]) -> bool:
    """Tell whether any target has not fallen."""
    return bool([target for target in targets if not state.is_fallen(fight.combatants[target])])


def _parries(live: LiveFight[Fight], attack: AttackRequest) -> bool:
    """Tell whether a combatant uses a parrying weapon for its attack (R33)."""
    attacker = live.fight.combatants[attack.attacker]
    ready = attacker.parrying is not None and attacker.parried != live.fight.round
    fits = ready and weapons.parrying_weapon_fits(attacker, weapons.named_weapon(live.fight, attack.attacker)[1])
    return fits and will_answer(live, attack.attacker, TACTICS, "parry")


def _attacks_by_rank(live: LiveFight[Fight]) -> Iterator[ActionDeeds]:
    """Yield the attacks that can still be made, by rank (R5, R27); wounds wait for a rank if some may answer (R22)."""
    declared = list(declared_attacks_due(live.fight, AttackRequest(all=True)))
    possible = [each for each in declared if _is_made_as_declared(live.fight, each)]
    if not possible:
        yield "", []
        return
    if live.fight.order is None and len(possible) > 1:
        yield "", [("order", OrderRequest())]
    combatants = live.fight.combatants.values()
    answering = [each for each in combatants if (each.declared or NOTHING).action in state.PROTECTING]
    parrying = [each.attacker for each in possible if _parries(live, each)]
    ranks = attacks_by_rank(live.fight, possible)
    if len(ranks) == 1 and not (live.fight.pending or answering or parrying) and len(possible) == len(declared):
        yield "", [("attack", AttackRequest(all=True, apply=True))]
        return
    for rank in ranks:
        if live.fight.pending:
            yield "", [WOUND]
        for each in rank:
            if not _any_stands(live.fight, each.targets):
                continue
            helpers = [helper for helper in each.assist if ROSTER.is_able(live.fight, helper)]
            alone = AttackRequest(
                attacker=each.attacker,
                targets=each.targets,
                assist=helpers,
                parry=["attack"] if each.attacker in parrying else [],
                apply=len(rank) == 1 and not answering,
            )
            yield "", [("attack", alone)]


def _is_made_as_declared(fight: Fight, each: AttackRequest) -> bool:
    """Tell whether an attack is made as declared: on a standing foe, and shots with other shots (R2, R27)."""
    combatants, who, targets, number = fight.combatants, each.attacker, each.targets, state.phase_now(fight)
    if not _any_stands(fight, targets) or are_allies(combatants[who], combatants[targets[0]]):
        return False
    try:
        _, weapon = weapons.weapon_of_attack(fight, who, targets[0], weapon=None, throw=each.throw)
    except RefusedError:
        return True
    shoots = each.aim or number == state.PHASE_OF["shoot"]
    return number == FOCUSED or (weapon.weapon_class == "ranged") == shoots


def _declarations(fight: Fight, who: str, foes: Sequence[str], acts: Collection[str]) -> Iterator[Deed]:
    """Yield possible declarations of some acts, the best first: shoot, throw elsewhere, aim, strike, go to a foe."""
    for action, steps in _acts_with_reach(fight, who):
        for foe in _foes_within(fight, who, steps, foes) if action in acts else ():
            strikes = action == "throw" and state.share_arena(fight, who, foe)
            if not (strikes or why_act_is_impossible(fight, who, action, foe)):
                yield "declare", DeclareRequest(who=who, action=action, targets=[foe])
    if "move" in acts:
        yield from _moves_nearer_to_foe(fight, who, foes)


def _acts_with_reach(fight: Fight, who: str) -> Iterator[tuple[str, int]]:
    """Yield the acts possible with the weapon in hand, each with its reach in arenas."""
    fighter, (_, weapon) = fight.combatants[who], weapons.named_weapon(fight, who)
    ranged = weapon.weapon_class == "ranged"
    flies = ranged or weapon.range == "thrown"
    if flies:
        yield ("shoot" if ranged else "throw"), 1
    if weapons.can_be_aimed(weapon):
        yield "aim", weapons.aimed_reach(who, fighter, weapon)
    yield "attack", int(flies or bool(state.carried_arenas(fight.arenas)))


def _foes_within(fight: Fight, who: str, steps: int, foes: Sequence[str]) -> Sequence[str]:
    """Return the foes within N arenas, now or when blows fall; all if distances are unknown."""
    here = fight.combatants[who].arena
    if here is None:
        return foes
    away, combatants = steps_from(neighbors(fight))(here), fight.combatants
    places = {None, *[arena for arena in away if away[arena] <= steps]}
    return [foe for foe in foes if combatants[foe].arena in places or _destination_of_move(combatants[foe]) in places]


def why_act_is_impossible(fight: Fight, who: str, action: str, other: str) -> str:
    """Return why a declared act on another, where they move to by then, is impossible (R23–R29); empty if possible."""
    place = fight.combatants[other].arena
    if action == "push" and place is not None and not neighbors(fight)[place]:
        return f"{place} has 0 adjacent arenas (R29)"
    arena = place if action in (*SHOTS, "impede") else _destination_of_move(fight.combatants[other])
    after = fight if arena == place else fight.with_combatant(other, arena=arena)
    if action not in (*SHOTS, "aim", "attack"):
        is_together = state.share_arena(after, who, other)
        return "" if is_together else f"{fight.subject(other):is} not in the same arena as {who}"
    try:
        name, weapon = weapons.weapon_of_attack(after, who, other, weapon=None, throw=action == "throw")
        if (weapon.weapon_class == "ranged") == (action == "attack"):
            rule = "R27" if action == "attack" else "R23"
            held = f"{name} in hand and cannot {action} with it" if name != "unarmed" else ""
            return f"{fight.subject(who):has} {held or f'nothing in hand to {action} with'} ({rule})"
        weapons.check_reach_and_impediments(after, who, other, weapon, aim=action == "aim")
    except RefusedError as error:
        return error.message
    return ""


def _destination_of_move(combatant: Combatant) -> str | None:
    """Return where a combatant will be when blows fall, by its open declaration (R2, R4)."""
    plan = combatant.intent
    moves = plan.action == "move" and plan.targets and not (plan.done or plan.secret)
    return plan.targets[-1] if moves else combatant.arena


def _moves_nearer_to_foe(fight: Fight, who: str, foes: Iterable[str]) -> list[Deed]:
    """Return the declared moves to adjacent arenas that are nearer to a foe, the nearest first."""
    mover = fight.combatants[who]
    places = [place for foe in foes if (place := _destination_of_move(fight.combatants[foe])) is not None]
    if mover.arena is None or not places:
        return []
    links = neighbors(fight)
    steps = {arena: away for away, ring in enumerate(rings(links, places)) for arena in ring}
    now = steps.get(mover.arena, 0)
    nearer = [arena for arena in links[mover.arena] if steps.get(arena, now) < now]
    return [("declare", DeclareRequest(who=who, action="move", targets=[arena])) for arena in nearer]


def boxes_left_and_maximum(combatant: Combatant) -> tuple[int, int]:
    """Return the free wound boxes, and all of them; for a group, those of all members."""
    boxes = combatant.wounds * combatant.count
    return boxes - len(set(combatant.marked)), boxes


TACTICS: Tactics[Fight, Combatant] = Tactics(
    lambda _, each: state.is_fallen(each),
    boxes_left_and_maximum,
    actions,
    _moves_nearer_to_foe,
    lambda fight, who, foe: distance_to(fight, who, foe, neighbors(fight)),
    ACTIONS_TO_DECLARE,
    cornered=lambda fight, each: "cornered" in statuses_barring_move(each, fight.round),
    answers={
        "counter": WayToAnswer(
            lambda fight, _: [
                (who, foe) for who, each in fight.combatants.items() if each.counters for foe in each.counters
            ],
            lambda _, who, whom: ("attack", AttackRequest(attacker=who, targets=[whom], counter=True)),
        ),
        "parry": WayToAnswer(lambda *_: [], lambda *_: ("attack",)),
    },
    by_word=("recover",),
    free_text=("focus",),
    why_not=why_act_is_impossible,
    engaged=lambda fight, who: [foe for foe in foes_of(fight, who, TACTICS) if state.share_arena(fight, who, foe)],
    unused=lambda each, _: "Awesomes" if each.awesome else "",
    idle_phases=idle_phases,
    without_rounds=lambda fight: fight.changed(
        begun=0,
        combatants={who: replace(each, acted=0, parried=0, struggled=0) for who, each in fight.combatants.items()},
    ),
)
