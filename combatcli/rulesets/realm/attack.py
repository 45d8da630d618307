"""`attack` (R20–R23, R27, R28, R30–R34): what an attack rolls and needs, and what it leaves pending."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from combatcli.encounter.references import combatant_named
from combatcli.errors import RefusedError
from combatcli.rulesets.actions import Action, OddsQuery
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.metrics import Metric, chance_of_hit
from combatcli.rulesets.realm import state
from combatcli.rulesets.realm.attack_request import AttackRequest, declared_attacks, focused_on, singles_of
from combatcli.rulesets.realm.attack_roll import (
    AttackRoll,
    Damage,
    ToHit,
    arena_bonus,
    attack_dice,
    defense_bonus,
    roll_damage,
    roll_to_hit,
)
from combatcli.rulesets.realm.deeds import FOCUSED, begin, break_free_instead, focusers, use_action
from combatcli.rulesets.realm.events import Attack
from combatcli.rulesets.realm.holds import holders
from combatcli.rulesets.realm.parry import Parry, check_parries, parries_of, parry_bonuses, spend_parries
from combatcli.rulesets.realm.reach import check_reach, checked_helpers, taken_by, weapon_of_attack
from combatcli.rulesets.realm.schema import Fight, Hit, Weapon
from combatcli.rulesets.realm.state import ROSTER
from combatcli.rulesets.shared.damage import damage_of
from combatcli.rulesets.shared.pending import add_pending, take_pending
from combatcli.rulesets.steps import Step, chain


def attack(context: CombatContext[Fight], request: AttackRequest) -> Step[Fight] | None:
    """Resolve an attack on each target, or all that were declared; hits go to pending, or are applied at once."""
    singles = list(declared_attacks(context.fight, request) if request.all else singles_of(context.fight, request))
    if request.all and not singles:
        raise RefusedError(
            "nobody has a declared attack left in this phase (R27)", "Declare one: combatcli declare WHO attack TARGET"
        )
    if request.all and state.phase_number(context.fight.phase) == FOCUSED:
        _name_other_focuses(context)
    first = _attack_each(context, request, singles)
    if first is None:
        raise RefusedError(
            context.warnings[-1] if context.warnings else "no attack that was declared can be made (R27)"
        )
    return first


def _attack_each(
    context: CombatContext[Fight], request: AttackRequest, singles: Sequence[AttackRequest]
) -> Step[Fight] | None:
    """Make attacks one after the other; of all that were declared, those that are possible."""
    waiting = len(context.fight.pending)

    def at_last(context: CombatContext[Fight]) -> Step[Fight] | None:
        if not request.apply:
            return None
        from combatcli.rulesets.realm.wound import apply_hits

        return apply_hits(context, take_pending(context, waiting))

    begin = _attack_if_possible if request.all else _attack_one
    return chain(context, singles, begin, at_last)


def _attack_if_possible(context: CombatContext[Fight], single: AttackRequest) -> Step[Fight] | None:
    """Begin a declared attack; one that is not possible by now is passed over with a warning."""
    fork = context.fork()
    try:
        _check_declared(fork.fight, single)
        step = _attack_one(fork, replace(single, assist=able_helpers(fork, single)))
    except RefusedError as error:
        context.adopt_warnings(fork)
        _warn_of_open(context, single.attacker, error.message)
        return None
    context.adopt(fork)
    return step


def _name_other_focuses(context: CombatContext[Fight]) -> None:
    """Name those whose focus is something else than an attack, and how they act on it (R24)."""
    for who in focusers(context.fight):
        if focused_on(context.fight, who) == ("", ""):
            _warn_of_open(
                context, who, f"{who} focuses on no attack that --all makes (R24): attack, test or next --done {who}"
            )


def _warn_of_open(context: CombatContext[Fight], who: str, message: str) -> None:
    """Warn of a declared act that is not carried out, unless it is secret, and stays so (R4)."""
    declared = context.fight.combatants[who].declared
    if declared is None or not (declared.secret or declared.hidden):
        context.warn(message)


def _check_declared(fight: Fight, single: AttackRequest) -> None:
    """Refuse a declared attack of somebody fallen since, or on nobody (R27)."""
    ROSTER.require_able(fight, single.attacker)
    if not single.targets:
        raise RefusedError(
            f"{single.attacker} declared no target (R27)",
            f"Say whom: combatcli declare {single.attacker} attack TARGET",
        )


def able_helpers(context: CombatContext[Fight], single: AttackRequest) -> list[str]:
    """Return who of those who declared to assist can; who cannot is left out and named (R27, R28)."""
    able = []
    for helper in single.assist:
        try:
            able += checked_helpers(context.fight, single.attacker, single.target, [helper])
        except RefusedError as error:
            _warn_of_open(context, helper, error.message)
    return able


def _attack_one(context: CombatContext[Fight], request: AttackRequest) -> Step[Fight]:
    """Check one attack, spend what it costs, and return its roll."""
    named = request.target
    ROSTER.require_foe(context.fight, request.attacker, named)
    ROSTER.warn_of_allies(context, request.attacker, named)
    name, weapon = weapon_of_attack(context.fight, request.attacker, named, weapon=request.weapon, throw=request.throw)
    check_reach(context.fight, request.attacker, named, weapon, aim=request.aim)
    taker = taken_by(context.fight, request.attacker, named)
    parries = parries_of(context.fight, request.parry, request.attacker, taker)
    check_parries(context.fight, parries, request.attacker, weapon)
    spec = attack_roll(context.fight, request, taker, (name, weapon), parries)
    _use_the_action(context, request, melee=weapon.used_as != "ranged")
    whose = f"{request.attacker}'s attack on {named}"

    def apply(context: CombatContext[Fight], rolled: ToHit) -> Step[Fight] | None:
        spend_parries(context, parries, hit=rolled.hit)
        if rolled.hit:
            return Step(
                lambda source: roll_damage(source, spec, best_face=rolled.best_face),
                lambda context, damage: _end(context, request, (taker, name, weapon), spec, rolled, damage),
                key=lambda: ("damage", request.attacker, taker, spec.key, rolled.best_face),
                purpose=f"the damage of {whose}",
            )
        _end(context, request, (taker, name, weapon), spec, rolled, None)
        return None

    return Step(
        lambda source: roll_to_hit(source, spec),
        apply,
        key=lambda: ("attack", request.attacker, named, taker, spec.key),
        purpose=whose,
    )


def attack_roll(
    fight: Fight, request: AttackRequest, taker: str, used: tuple[str, Weapon], parries: Sequence[Parry]
) -> AttackRoll:
    """Return what an attack rolls and needs; defense is that of whoever takes it (R11, R20, R28–R34)."""
    attacker, target = fight.combatants[request.attacker], fight.combatants[taker]
    name, weapon = used
    kind, favored = arena_bonus(fight, attacker, target, weapon)
    helpers = checked_helpers(fight, request.attacker, request.target, request.assist)
    bonuses = {
        kind: favored,
        "weapon": weapon.bonus,
        "given": request.bonus,
        "defended": defense_bonus(target),
        **parry_bonuses(fight, parries),
    }
    return AttackRoll(
        dice=attack_dice(attacker, weapon, extra=request.extra_dice, helpers=len(helpers)),
        bonuses={reason: value for reason, value in bonuses.items() if value},
        needed=target.defense + request.defense,
        damage=damage_of(request.attacker, name, weapon.damage),
        armor=target.armor,
    )


def _use_the_action(context: CombatContext[Fight], request: AttackRequest, *, melee: bool) -> None:
    """Spend what an attack costs of the round: a counter, breaking free, or the declared action (R7, R22, R26)."""
    attacker, named = context.fight.combatants[request.attacker], request.target
    if request.counter:
        _use_the_counter(context, request.attacker, named, melee=melee)
        return
    for helper in dict.fromkeys(request.assist):
        ROSTER.warn_of_foes(context, helper, request.attacker, "R28")
        use_action(context, helper, "assist", on=[request.attacker])
    breaking_free = (
        named in holders(attacker) and melee and state.phase_number(context.fight.phase) == state.PHASE_OF["move"]
    )
    if breaking_free:
        break_free_instead(context, request.attacker)
    elif melee:
        use_action(context, request.attacker, "attack", on=[named])
    elif request.aim:
        use_action(context, request.attacker, "aim", on=[named])
    else:
        use_action(context, request.attacker, "shoot", "throw", on=[named])


def _use_the_counter(context: CombatContext[Fight], who: str, named: str, *, melee: bool) -> None:
    counters = list(context.fight.combatants[who].counters)
    if named not in counters:
        raise RefusedError(
            f"{who} has no counter-attack against {named} (R22)",
            "A defender or protector may answer each attacker that hits them in melee, in the same phase.",
        )
    if not melee:
        context.warn_or_refuse(f"{who} answers a blow in melee with a ranged weapon (R22)")
    begin(context)
    counters.remove(named)
    context.update_combatant(who, counters=counters)


def _end(
    context: CombatContext[Fight],
    request: AttackRequest,
    what: tuple[str, str, Weapon],
    spec: AttackRoll,
    rolled: ToHit,
    damage: Damage | None,
) -> None:
    """Emit an attack, and add its hit to the pending ones; who defends or protects may answer it (R22)."""
    taker, name, weapon = what
    context.tell_attack(request.attacker, taker, lambda: _event(request, (taker, name), spec, rolled, damage))
    arena = context.fight.arenas.get(context.fight.combatants[request.attacker].arena or "")
    if weapon.used_as in ("heavy", "very-heavy") and arena is not None and arena.kind == "dense":
        context.warn(f"collateral damage: {request.attacker} swings a {weapon.used_as} weapon in a dense arena (R11)")
    if damage is None:
        return
    lowest = "wound" in request.parry
    add_pending(
        context, Hit(attacker=request.attacker, target=taker, weapon=name, wounds=list(damage.wounds), lowest=lowest)
    )
    answering = context.fight.combatants[taker]
    if weapon.used_as != "ranged" and not request.counter and state.has_declared(answering, "defend", "protect"):
        context.update_combatant(taker, counters=[*answering.counters, request.attacker])


def _event(
    request: AttackRequest, whom: tuple[str, str], spec: AttackRoll, rolled: ToHit, damage: Damage | None
) -> Attack:
    taker, weapon = whom
    faces, kept, total = rolled.shown.value
    event = Attack(
        attacker=request.attacker,
        target=taker,
        weapon=weapon,
        faces=list(faces),
        kept=list(kept),
        bonuses=spec.bonuses,
        total=total,
        needed=spec.needed,
        hit=rolled.hit,
        damage=None,
        damage_faces=[],
        instead_of=request.target if taker != request.target else "",
        assisted_by=list(dict.fromkeys(request.assist)),
        counter=request.counter,
    )
    if damage is not None:
        damage_faces, event.damage_bonus, event.face_bonus = damage.shown.value
        event.damage, event.damage_faces = sum(damage.wounds), list(damage_faces)
        event.wounds, event.armor, event.lowest = list(damage.wounds), spec.armor, "wound" in request.parry
    return event


def odds(fight: Fight, request: AttackRequest) -> Iterator[OddsQuery[Fight]]:
    """Measure each attack's hit, and what its wounds bring to whoever takes them (R52).

    Attacks on different targets do not touch each other: wounds are applied after all have attacked.
    """
    applied = replace(request, apply=True)
    if not request.all:
        singles = list(singles_of(fight, applied))
        yield OddsQuery(partial(_attack_each, request=applied, singles=singles), _metrics(fight, singles))
        return
    together: dict[str, list[AttackRequest]] = {}
    yield OddsQuery(partial(_check_as_played, request=applied), [])
    for single in declared_attacks(fight, applied):
        if single.targets and not state.is_fallen(fight.combatants[single.attacker]):
            together.setdefault(_taker(fight, single), []).append(single)
    for singles in together.values():
        yield OddsQuery(partial(_attack_each, request=applied, singles=singles), _metrics(fight, singles))


def _check_as_played(context: CombatContext[Fight], request: AttackRequest) -> None:
    """Refuse what play refuses: a melee in which no declared attack can be made."""
    attack(context, request)


def _taker(fight: Fight, single: AttackRequest) -> str:
    combatant_named(fight, single.target)
    return taken_by(fight, single.attacker, single.target)


def _metrics(fight: Fight, singles: Sequence[AttackRequest]) -> list[Metric]:
    from combatcli.rulesets.realm.wound import wound_metrics

    attackers: dict[str, list[str]] = {}
    for single in singles:
        attackers.setdefault(_taker(fight, single), []).append(single.attacker)
    metrics: list[Metric] = []
    for target, by in attackers.items():
        metrics += [chance_of_hit(Attack, attacker, target, by.count(attacker)) for attacker in dict.fromkeys(by)]
        about = {"attacker": by[0], "target": target} if len(by) == 1 else {"target": target}
        metrics += wound_metrics(fight, target, about)
    return metrics


ACTION = Action(AttackRequest, attack, odds)
