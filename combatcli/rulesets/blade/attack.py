"""`attack` (B20–B25, B30, B31): one attack, or the whole melee; hits wait or are applied at once."""

from collections.abc import Collection, Iterator, Sequence
from itertools import chain

from msgspec.structs import replace

from combatcli.errors import RefusedError
from combatcli.events import Table
from combatcli.rulesets.actions import Action, AnyAction, OddsQuery
from combatcli.rulesets.blade import events, state, strike
from combatcli.rulesets.blade.melee import engage_adjacent, melee_target, strike_is_due
from combatcli.rulesets.blade.schema import Fight
from combatcli.rulesets.blade.state import ROSTER, Context, engaged_foes
from combatcli.rulesets.blade.strike import AttackRequest
from combatcli.rulesets.blade.wound import apply_hits
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.metrics import Metric, chance_at_end, chance_of_hit, sum_of_events
from combatcli.rulesets.shared.arenas import rings
from combatcli.rulesets.shared.damage import is_endless
from combatcli.rulesets.shared.pending import apply_from, pop_pending
from combatcli.rulesets.tasks import do


def attack(context: Context, request: AttackRequest) -> None:
    """Attack each target, or play the whole melee; hits wait in ``pending`` or are applied at once."""
    strike.check_request(request)
    if request.all:
        play_melee(context, request)
        return
    do(context, *[(strike.strike_outside_melee, request, target) for target in request.targets])
    if request.apply:
        do(context, (apply_from, apply_hits, len(context.fight.pending)))


def play_melee(context: Context, request: AttackRequest) -> None:
    """Play the melee step by step; the hits of the last step stay pending unless all are applied (B31)."""
    engage_adjacent(context)
    everybody = who_is_engaged(context.fight)
    if not everybody:
        hint = "Engage by a charge or an attack: combatcli attack WHO FOE"
        raise RefusedError("nobody is engaged in melee (B30)", hint)
    state.warn_before_melee(context)
    for who in everybody if context.fight.pending else ():
        if who not in request.without and strike_is_due(context.fight, who):
            state.warn_or_refuse_pending_hits(context, who, state.STEPS)
    for who, combatant in context.fight.combatants.items():
        missed = combatant.target is not None and combatant.target not in engaged_foes(context.fight, who)
        if missed and not state.deeds(combatant).struck and ROSTER.is_able(context.fight, who):
            context.warn(f"{who} cannot strike {combatant.target} without being engaged with them (B30)")
    steps = {who: state.melee_step(context.fight.combatants[who]) for who in everybody}
    for step in state.STEPS:
        do(context, (_strike_in_step, request, step, [who for who in everybody if steps[who] == step]))
    if request.apply:
        do(context, (apply_hits_of_steps, state.STEPS))


def _strike_in_step(context: Context, request: AttackRequest, step: str, striking: Sequence[str]) -> None:
    """Let all strike in their step; the wounds of earlier steps come first (B31)."""
    fight, earlier = context.fight, state.STEPS[: state.STEPS.index(step)]
    wounds = any(hit.step in earlier for hit in fight.pending)
    if wounds and any(not isinstance(melee_attack_or_reason(fight, request, who), str) for who in striking):
        apply_hits_of_steps(context, earlier)
    do(context, *[(_strike, request, who) for who in striking])


def _strike(context: Context, request: AttackRequest, who: str) -> None:
    plan = melee_attack_or_reason(context.fight, request, who)
    if isinstance(plan, str):
        context.emit(events.Idle(who=who, reason=plan))
        return
    strike.spend_melee_attack_and_engage(context, plan[0])
    do(context, (strike.roll_attack, *plan))


def melee_attack_or_reason(fight: Fight, request: AttackRequest, who: str) -> tuple[Table, strike.Damage] | str:
    """Return a combatant's attack in the melee, or why there is none."""
    combatant = fight.combatants[who]
    if not state.stands_or_still_strikes(combatant):
        return "dead"
    target = melee_target(fight, who)
    if target is None:
        return "no foe is left"
    if state.deeds(combatant).struck:
        return "has struck already"
    if who in request.without:
        return "holds back"
    try:
        return strike.allowed_attack(fight, request, who, target)
    except RefusedError as error:
        return error.message


def who_is_engaged(fight: Fight) -> list[str]:
    """Return who is in the melee: those on their feet, and those who fell in their own step (B31)."""
    return [
        who
        for who, combatant in fight.combatants.items()
        if state.stands_or_still_strikes(combatant) and engaged_foes(fight, who)
    ]


def independent_brawls(fight: Fight) -> list[list[str]]:
    """Return the engaged and their foes in independent groups, in the file's order."""
    engaged = who_is_engaged(fight)
    links: dict[str, list[str]] = {who: [] for who in fight.combatants}
    for who, foe in [(one, other) for one in engaged for other in engaged_foes(fight, one)]:
        links[who].append(foe)
        links[foe].append(who)  # who is struck by somebody fallen is engaged with nobody for it (B31)
    groups = dict.fromkeys(frozenset(chain.from_iterable(rings(links, [who]))) for who in engaged)
    return [[who for who in fight.combatants if who in group] for group in groups]


def apply_hits_of_steps(context: Context, steps: Sequence[str]) -> None:
    """Apply the hits of some steps of the melee (B31)."""
    fight = context.fight
    hits = pop_pending(context, lambda _, hit: hit.step in steps and state.is_hit_of_this_melee(fight, hit))
    apply_hits(context, hits)


def odds_queries(fight: Fight, request: AttackRequest) -> Iterator[OddsQuery[Fight]]:
    """Query each attack: its hit, its damage after Protection, and whether the target is taken out.

    In the whole melee, a strike that is never made counts as a miss (B31).
    """
    strike.check_request(request)
    applied = replace(request, apply=True)
    if not request.all:
        of_each = [_attack_metrics(fight, request, target) for target in dict.fromkeys(request.targets)]
        yield OddsQuery((attack, applied), [*chain(*of_each)])
        return
    begun = CombatContext(fight)
    engage_adjacent(begun)
    for brawl in independent_brawls(begun.fight) or [[]]:
        pairs = [(who, foe) for who in brawl for foe in engaged_foes(begun.fight, who)]
        strikes = [chance_of_hit(events.Attack, *pair, 1).changed(possible=True) for pair in pairs]
        falls = [metric for who in brawl for metric in _fall_metrics(begun.fight, who, {"who": who})]
        yield OddsQuery((_play_brawl_alone, applied, brawl), [*strikes, *falls])


def _play_brawl_alone(context: Context, request: AttackRequest, brawl: Collection[str]) -> None:
    """Play one brawl without anybody outside it, so that large fights are as quick as small ones."""
    fight = context.fight
    pending = [hit for hit in fight.pending if hit.target in brawl or not state.is_hit_of_this_melee(fight, hit)]
    combatants = {who: combatant for who, combatant in fight.combatants.items() if who in brawl}
    context.update_fight(combatants=combatants, pending=pending)
    attack(context, request)


def _attack_metrics(fight: Fight, request: AttackRequest, target: str) -> list[Metric]:
    who = request.attacker
    _, (trees, *_) = strike.allowed_attack(fight, request, who, target)
    endless = any(map(is_endless, trees))
    points = state.total_points_left(fight.combatants[target])

    def damage_after_protection(event: events.Attack) -> int:
        done = (event.damage or 0) if event.target == target else 0
        return min(done, points) if endless else done

    of = f"damage, where {points} is {points} or more" if endless else "damage"
    about = {"attacker": who, "target": target}
    return [
        chance_of_hit(events.Attack, who, target, request.targets.count(target)),
        sum_of_events(of, about, events.Attack, damage_after_protection),
        *_fall_metrics(fight, target, about),
    ]


def _fall_metrics(fight: Fight, who: str, about: dict[str, str]) -> list[Metric]:
    """Query whether a combatant is taken out (B42); of a group, whether it loses a member."""
    count = fight.combatants[who].count
    lost = [chance_at_end("member lost", about, lambda after: after.combatants[who].count < count)] if count > 1 else []
    return [chance_at_end("taken out", about, lambda after: state.is_dead(after.combatants[who])), *lost]


ACTIONS: dict[str, AnyAction] = {
    "attack": Action(
        AttackRequest,
        attack,
        odds_queries,
        examples=("combatcli attack --ruleset blade --with strength=10 --against agility=9,protection=1 --odds",),
    )
}
