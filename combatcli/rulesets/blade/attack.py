"""`attack` (B20–B25, B30, B31): one attack, or the whole melee; hits go to pending, or are applied at once."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec.structs import replace

from combatcli.errors import RefusedError
from combatcli.rulesets.actions import Action, OddsQuery
from combatcli.rulesets.blade import events, state
from combatcli.rulesets.blade.melee import (
    STEPS,
    brawls,
    foe_of,
    is_of_this_melee,
    is_striker,
    step_of,
    who_is_engaged,
    wound_by_steps,
)
from combatcli.rulesets.blade.reach import begin_round, foes
from combatcli.rulesets.blade.schema import Fight
from combatcli.rulesets.blade.state import ROSTER
from combatcli.rulesets.blade.strike import (
    Attack,
    AttackRequest,
    allowed_attack,
    check_request,
    roll_attack,
    strike,
    strike_once,
)
from combatcli.rulesets.blade.wound import apply_hits
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.metrics import Metric, chance_at_end, chance_of_hit, sum_of_events
from combatcli.rulesets.shared.damage import is_endless
from combatcli.rulesets.shared.pending import take_pending, waiting
from combatcli.rulesets.tasks import do


def attack(context: CombatContext[Fight], request: AttackRequest) -> None:
    """Resolve an attack on each target, or the whole melee; hits go to pending, or are applied at once."""
    check_request(request)
    if request.all:
        melee(context, request)
        return
    do(context, *[(strike, request, target) for target in request.targets])
    if request.apply:
        do(context, (_apply_from, len(context.fight.pending)))


def _apply_from(context: CombatContext[Fight], first: int) -> None:
    apply_hits(context, take_pending(context, first))


def melee(context: CombatContext[Fight], request: AttackRequest) -> None:
    """Play the melee: first strikes, plain ones, last ones; the wounds of a step come before the next step.

    What the last step hits is left pending, unless all is to be applied.
    """
    begin_round(context)
    everybody = who_is_engaged(context.fight)
    if not everybody:
        raise RefusedError(
            "nobody is engaged in melee (B30)", "Engage by a charge or an attack: combatcli attack WHO FOE"
        )
    state.use_melee_phase(context)
    earlier = [hit for hit in context.fight.pending if not is_of_this_melee(context.fight, hit)]
    if earlier:
        context.warn_or_refuse(f"{waiting(earlier)} from before the melee (B30): combatcli wound")
    for who in ROSTER.able(context.fight):
        combatant = context.fight.combatants[who]
        missed = combatant.target is not None and combatant.target not in foes(context.fight, who)
        if missed and not state.deeds(combatant).struck:
            context.warn(f"{who} cannot strike {combatant.target} without being engaged with them (B30)")
    do(context, *[(_step, request, everybody, step) for step in STEPS])
    if request.apply:
        do(context, (wound_by_steps, STEPS))


def _step(context: CombatContext[Fight], request: AttackRequest, everybody: list[str], step: str) -> None:
    """Let all strike whose step it is; if any can, the wounds of the steps before come first (B31)."""
    fight, earlier = context.fight, STEPS[: STEPS.index(step)]
    striking = [who for who in everybody if step_of(fight.combatants[who]) == step]
    if any(hit.step in earlier for hit in fight.pending) and any(
        isinstance(_planned(fight, request, who), Attack) for who in striking
    ):
        wound_by_steps(context, earlier)
    do(context, *[(_strike, request, who) for who in striking])


def _strike(context: CombatContext[Fight], request: AttackRequest, who: str) -> None:
    planned = _planned(context.fight, request, who)
    if isinstance(planned, str):
        context.emit(events.Idle(who=who, reason=planned))
        return
    strike_once(context, planned)
    do(context, (roll_attack, planned))


def _planned(fight: Fight, request: AttackRequest, who: str) -> Attack | str:
    """Return the attack that someone in the melee makes, or why they make none."""
    combatant, target = fight.combatants[who], foe_of(fight, who)
    if not is_striker(combatant):
        return "dead"
    if target is None:
        return "no foe is left"
    if state.deeds(combatant).struck:
        return "has struck already"
    try:
        return allowed_attack(fight, request, who, target)
    except RefusedError as error:
        return error.message


def odds(fight: Fight, request: AttackRequest) -> Iterator[OddsQuery[Fight]]:
    """Look at each attack: that it hits, what it does after Protection, and that it takes the target out.

    Of the whole melee: that each strike hits, one that never comes being a miss, and that each is taken out (B31).
    """
    check_request(request)
    applied = replace(request, apply=True)
    if not request.all:
        metrics = [metric for target in dict.fromkeys(request.targets) for metric in _single(fight, request, target)]
        yield OddsQuery((attack, applied), metrics)
        return
    begun = CombatContext(fight)
    begin_round(begun)
    for brawl in brawls(begun.fight) or [[]]:
        pairs = [(who, foe) for who in brawl for foe in foes(begun.fight, who)]
        strikes = [chance_of_hit(events.Attack, *pair, 1, possible=True) for pair in pairs]
        falls = [metric for who in brawl for metric in _falls(begun.fight, who, {"who": who})]
        yield OddsQuery((_alone, applied, brawl), [*strikes, *falls])


def _alone(context: CombatContext[Fight], request: AttackRequest, brawl: Collection[str]) -> None:
    """Play one brawl without all who have no part in it, so that many are as quick as few."""
    if brawl:
        fight = context.fight
        pending = [hit for hit in fight.pending if hit.target in brawl or not is_of_this_melee(fight, hit)]
        combatants = {who: combatant for who, combatant in fight.combatants.items() if who in brawl}
        context.update_fight(combatants=combatants, pending=pending)
    melee(context, request)


def _single(fight: Fight, request: AttackRequest, target: str) -> list[Metric]:
    who = request.attacker
    endless = any(map(is_endless, allowed_attack(fight, request, who, target).damage))
    points = state.points_left(fight.combatants[target])

    def damage(event: events.Attack) -> int:
        done = (event.damage or 0) if event.target == target else 0
        return min(done, points) if endless else done

    of = f"damage, where {points} is {points} or more" if endless else "damage"
    about = {"attacker": who, "target": target}
    return [
        chance_of_hit(events.Attack, who, target, request.targets.count(target)),
        sum_of_events(of, about, events.Attack, damage),
        *_falls(fight, target, about),
    ]


def _falls(fight: Fight, who: str, about: dict[str, str]) -> list[Metric]:
    """Look at whether somebody is taken out (B42), and of a group whether it loses a member."""
    count = fight.combatants[who].count
    lost = [chance_at_end("member lost", about, lambda after: after.combatants[who].count < count)] if count > 1 else []
    return [chance_at_end("taken out", about, lambda after: state.is_dead(after.combatants[who])), *lost]


ACTION = Action(AttackRequest, attack, odds)
