"""`attack --all` (B30, B31): the melee at the round's end, in three steps, each of them at the same time for all."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from combatcli.errors import RefusedError
from combatcli.rulesets.blade import events, state
from combatcli.rulesets.blade.reach import begin_round, foes
from combatcli.rulesets.blade.schema import Fight, Hit
from combatcli.rulesets.blade.state import ROSTER
from combatcli.rulesets.blade.strike import Attack, AttackRequest, attack_step, prepare_attack, strike_once
from combatcli.rulesets.blade.timing import STEPS, foe_of, is_striker, step_of
from combatcli.rulesets.blade.wound import apply_hits
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.shared.pending import take_those, waiting
from combatcli.rulesets.steps import Step, chain

Intended = tuple[str, Attack | str]


def who_is_engaged(fight: Fight) -> list[str]:
    """Return who is in the melee when it begins: on their feet, or fallen in the step of their own strike (B31)."""
    return [who for who, combatant in fight.combatants.items() if is_striker(combatant) and foes(fight, who)]


def brawls(fight: Fight) -> list[list[str]]:
    """Return the engaged in groups that do not touch one another, in the file's order."""
    groups: list[list[str]] = []
    ungrouped = who_is_engaged(fight)
    while ungrouped:
        group = [ungrouped[0]]
        for who in group:  # grows as foes of foes are found
            group += [foe for foe in foes(fight, who) if foe not in group]
        groups.append([who for who in ungrouped if who in group])
        ungrouped = [who for who in ungrouped if who not in group]
    return groups


def melee(context: CombatContext[Fight], request: AttackRequest) -> Step[Fight] | None:
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

    def begin(context: CombatContext[Fight], step: str) -> Step[Fight] | None:
        fight, earlier = context.fight, STEPS[: STEPS.index(step)]
        in_step = [who for who in everybody if step_of(fight.combatants[who]) == step]
        if any(hit.step in earlier for hit in fight.pending) and any(
            isinstance(plan_strike(fight, request, who), Attack) for who in in_step
        ):
            wound_by_steps(context, earlier)
        strikes = [(who, plan_strike(context.fight, request, who)) for who in in_step]
        return chain(context, strikes, _strike, key=_key)

    def at_last(context: CombatContext[Fight]) -> None:
        if request.apply:
            wound_by_steps(context, STEPS)

    return chain(context, STEPS, begin, at_last)


def is_of_this_melee(fight: Fight, hit: Hit) -> bool:
    """Tell whether a pending hit was struck in the melee that is on, singly or by all."""
    attacker = fight.combatants.get(hit.attacker)
    return hit.step in STEPS and attacker is not None and state.deeds(attacker).struck


def wound_by_steps(context: CombatContext[Fight], steps: Sequence[str]) -> None:
    """Apply what was hit in these steps of the melee (B31)."""
    fight = context.fight
    apply_hits(context, take_those(context, lambda hit: hit.step in steps and is_of_this_melee(fight, hit)))


def _strike(context: CombatContext[Fight], intended: Intended) -> Step[Fight] | None:
    who, attack = intended
    if isinstance(attack, Attack):
        strike_once(context, attack)
        return attack_step(attack)
    context.emit(events.Idle(who=who, reason=attack))
    return None


def _key(intended: Intended) -> Hashable:
    who, attack = intended
    return who, (attack.target, attack.roll.key) if isinstance(attack, Attack) else attack


def plan_strike(fight: Fight, request: AttackRequest, who: str) -> Attack | str:
    """Return the attack that someone in the melee makes, or why they make none."""
    combatant = fight.combatants[who]
    target = foe_of(fight, who)
    if not is_striker(combatant):
        return "dead"
    if target is None:
        return "no foe is left"
    if state.deeds(combatant).struck:
        return "has struck already"
    try:
        return prepare_attack(fight, request, who, target)
    except RefusedError as error:
        return error.message
