"""`attack` (B20–B25, B30, B31): one attack, or the whole melee; hits go to pending, or are applied at once."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial

from msgspec.structs import replace

from combatcli.rulesets.actions import Action, OddsQuery
from combatcli.rulesets.blade import events, state, strike
from combatcli.rulesets.blade.melee import brawls, is_of_this_melee, melee
from combatcli.rulesets.blade.reach import begin_round, foes, stand_beside
from combatcli.rulesets.blade.schema import Fight
from combatcli.rulesets.blade.state import ROSTER
from combatcli.rulesets.blade.strike import Attack
from combatcli.rulesets.blade.timing import keep_order
from combatcli.rulesets.blade.wound import apply_hits
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.metrics import Metric, chance_at_end, chance_of_hit, sum_of_events
from combatcli.rulesets.shared.damage import is_endless
from combatcli.rulesets.shared.pending import take_pending
from combatcli.rulesets.steps import Step, chain


def attack(context: CombatContext[Fight], request: strike.AttackRequest) -> Step[Fight] | None:
    """Resolve an attack on each target, or the whole melee; hits go to pending, or are applied at once."""
    strike.check_request(request)
    if request.all:
        return melee(context, request)
    earlier = len(context.fight.pending)

    def at_last(context: CombatContext[Fight]) -> None:
        if request.apply:
            apply_hits(context, take_pending(context, earlier))

    return chain(context, request.targets, lambda context, target: _attack_one(context, request, target), at_last)


def _attack_one(context: CombatContext[Fight], request: strike.AttackRequest, target: str) -> Step[Fight]:
    stand_beside(context, request.attacker)
    attack = strike.prepare_attack(context.fight, request, request.attacker, target)
    ROSTER.warn_of_allies(context, *attack.pair)
    if attack.step == strike.SHOT:
        strike.shoot(context, attack)
    elif attack.step == strike.AT_ONCE:
        strike.take_opportunity(context, attack)
    else:
        state.use_melee_phase(context)
        keep_order(context, attack.attacker)
        strike.strike_once(context, attack)
    return strike.attack_step(attack)


def odds(fight: Fight, request: strike.AttackRequest) -> Iterator[OddsQuery[Fight]]:
    """Look at each attack: that it hits, what it does after Protection, and that it takes the target out.

    Of the whole melee: that each strike hits, one that never comes being a miss, and that each is taken out (B31).
    """
    strike.check_request(request)
    applied = replace(request, apply=True)
    if not request.all:
        targets = dict.fromkeys(request.targets)
        attacks = [strike.prepare_attack(fight, request, request.attacker, target) for target in targets]
        metrics = [
            metric for attack in attacks for metric in _single(fight, attack, request.targets.count(attack.target))
        ]
        yield OddsQuery(partial(attack, request=applied), metrics)
        return
    begun = CombatContext(fight)
    begin_round(begun)
    for brawl in brawls(begun.fight) or [[]]:
        pairs = [(who, foe) for who in brawl for foe in foes(begun.fight, who)]
        strikes = [chance_of_hit(events.Attack, *pair, 1, possible=True) for pair in pairs]
        falls = [metric for who in brawl for metric in _falls(begun.fight, who, {"who": who})]
        yield OddsQuery(partial(_alone, request=applied, brawl=brawl), [*strikes, *falls])


def _alone(context: CombatContext[Fight], request: strike.AttackRequest, brawl: Collection[str]) -> Step[Fight] | None:
    """Play one brawl without all who have no part in it, so that many are as quick as few."""
    if brawl:
        fight = context.fight
        pending = [hit for hit in fight.pending if hit.target in brawl or not is_of_this_melee(fight, hit)]
        combatants = {who: combatant for who, combatant in fight.combatants.items() if who in brawl}
        context.update_fight(combatants=combatants, pending=pending)
    return attack(context, request)


def _single(fight: Fight, attack: Attack, times: int) -> list[Metric]:
    who = {"attacker": attack.attacker, "target": attack.target}
    enough = attack.roll.enough
    endless = any(is_endless(tree) for tree in attack.weapons.damage)

    def damage(event: events.Attack) -> int:
        done = (event.damage or 0) if event.target == attack.target else 0
        return min(done, enough) if endless else done

    of = f"damage, where {enough} is {enough} or more" if endless else "damage"
    return [
        chance_of_hit(events.Attack, *attack.pair, times),
        sum_of_events(of, who, events.Attack, damage),
        *_falls(fight, attack.target, who),
    ]


def _falls(fight: Fight, who: str, about: dict[str, str]) -> list[Metric]:
    """Look at whether somebody is taken out (B42), and of a group whether it loses a member."""
    count = fight.combatants[who].count
    lost = [chance_at_end("member lost", about, lambda after: after.combatants[who].count < count)] if count > 1 else []
    return [chance_at_end("taken out", about, lambda after: state.is_dead(after.combatants[who])), *lost]


ACTION = Action(strike.AttackRequest, attack, odds)
