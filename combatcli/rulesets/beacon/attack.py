"""`attack` (E3, E30–E32): an action roll against each target's defense, all in parts; hits wait in ``pending``."""

from collections.abc import Iterator, Sequence
from functools import partial
from math import inf
from typing import Annotated

from msgspec import UNSET, Struct
from msgspec.structs import asdict, replace

from combatcli.encounter.references import CombatantId, WeaponName
from combatcli.errors import RefusedError, UsageError
from combatcli.report.blocks import count_of
from combatcli.rulesets.actions import Action, OddsQuery
from combatcli.rulesets.asked import feet, flag, text
from combatcli.rulesets.beacon import budget, conditions, events, rolls, state
from combatcli.rulesets.beacon.conditions import DEFENSES, TYPES, is_about, nonzero_parts, sum_of
from combatcli.rulesets.beacon.events import Part
from combatcli.rulesets.beacon.rolls import MOST_STEPS, ActionThrow, AttackThrow, RolledAction
from combatcli.rulesets.beacon.round import begin_turn_if_due
from combatcli.rulesets.beacon.schema import Combatant, Condition, Context, Distance, Fight, Hit, Weapon
from combatcli.rulesets.beacon.wound import WOUNDS, apply_hits, attacked_defenses, damage_types, felling_damage
from combatcli.rulesets.metrics import Metric, chance_at_end, chance_of_attack, sum_of_events
from combatcli.rulesets.shared.pending import add_pending, apply_from
from combatcli.rulesets.shared.touching import engaged_with, may_share_arena
from combatcli.rulesets.tasks import do, roll

POWER = Weapon(effect="", reach=0)
MELEE = ("skirmish", "finesse")
"""The melee actions; of two equal ones the first is used (E30)."""


class AttackRequest(budget.ActionRequest, frozen=True):
    """An attack: targets, weapon, action, defenses, and whatever players may add."""

    attacker: CombatantId = ""
    targets: list[CombatantId] = []
    weapon: WeaponName | None = None
    apply: bool = False
    versus: Annotated[
        str | None, text("DEFENSE,…", "iron, ward or grit, or several [default: iron]", offers=DEFENSES)
    ] = None
    action: Annotated[budget.ActionWord | None, text("ACTION", "use this action [default: the weapon's]")] = None
    supernatural: Annotated[bool, flag("roll 1 + rating effect dice and no attribute die")] = False
    area: Annotated[bool, flag("make an area attack")] = False
    inflict: Annotated[
        list[str],
        text("WOUND[:N]", "also inflict this wound; exposed:ward names the defense", many=True, offers=WOUNDS),
    ] = []
    no_damage: Annotated[bool, flag("do no damage")] = False
    effect: Annotated[
        str | None, text("dN", "use a power with this effect die, not a weapon; needless without damage")
    ] = None
    type: Annotated[str | None, text("TYPE,…", "the types of energy, separated by commas", offers=TYPES)] = None
    concealed: Annotated[bool, flag("the target is partly out of sight")] = False
    sheltered: Annotated[bool, flag("the target is behind something that stops attacks")] = False
    react: budget.ReactOption = False
    distance: Annotated[Distance | None, feet("distance in feet, or 12m in meters")] = None

    @property
    def is_power(self) -> bool:
        """Whether it is a power: it has an effect die or a type, and no weapon (E32)."""
        return self.weapon is None and (self.effect is not None or self.type is not None)


class PlannedAttack(Struct, frozen=True, gc=False):
    """The keys of an attack's event that are known before its roll; the number needed is the least of any defense."""

    target: str
    weapon: str
    action: str
    types: list[str]
    pool: rolls.Pools
    tier: list[Part]
    needed: int
    needs: dict[str, list[Part]]
    dice: list[Part]


def attack(
    context: Context,
    request: AttackRequest,
    only: str | None = None,
    damage: bool = True,  # noqa: FBT001, FBT002  (a task takes all by place)
) -> None:
    """Roll an attack on each target, or ``only`` one; hits stay in ``pending`` unless they are applied.

    Without ``damage`` no damage dice are rolled.
    """
    budget.check_push(request.pushes, "tier", "effect", "act")
    _inflicted_wounds(request)
    damage_types(request.type)
    adds = request.supernatural or "effect" in request.pushes or (request.type and not request.is_power)
    sentence = "--supernatural, --push effect and --type with a weapon change damage, and --no-damage does none (E32)"
    budget.refuse_idle(request.no_damage and adds, sentence)
    if request.effect is not None and not state.is_die(request.effect.casefold()):
        raise UsageError(f"--effect {request.effect}: expected a die", "As in --effect d10")
    if request.is_power and request.effect is None and not request.no_damage:
        hint = "As in --effect d10. Use --no-damage for none, or --weapon W to give a weapon's damage another type."
        raise UsageError("a power that does damage needs an effect die (E32)", hint)
    who, subject = request.attacker, context.fight.subject
    if not (request.react or request.reroll) and begin_turn_if_due(context, who, (attack, request, only, damage)):
        return
    attacker = state.ROSTER.require_able(context.fight, who)
    name, weapon = _weapon_in_use(context, request, attacker)
    for target in request.targets:
        _check_target(context, request, target, weapon)
    attacks = {f"attack {target}": f"attack of {who} on {target}" for target in request.targets}
    request = budget.pay_for_roll(context, who, request, attacks, react=request.react)
    if "reload" in weapon.properties:
        context.update_combatant(who, weapons={**attacker.weapons, name: replace(weapon, loaded=False)})
    if any(conditions.hides_from(attacker, target) for target in request.targets):
        context.warn(f"{subject(who):stays} hidden until that is ended: recover {who} --end hidden (E31)")
    targets = request.targets if only is None else [only]
    plans = [_planned_attack(context.fight, request, target, name, weapon, damage=damage) for target in targets]
    fails = budget.fails_for_lost_sense(context, who, request)
    do(context, *[(strike, request, planned, None if fails else thrown) for planned, thrown in plans])
    if request.apply:
        do(context, (apply_from, apply_hits, len(context.fight.pending)))


def _weapon_in_use(context: Context, request: AttackRequest, attacker: Combatant) -> tuple[str, Weapon]:
    """Return the weapon of an attack; one not in hand is irregular, an unloaded one refused (E13, E31).

    A power is not a weapon, and has neither properties nor a reach (E32).
    """
    if request.is_power:
        return "", POWER
    name, weapon = state.weapon_named(context.fight, request.attacker, request.weapon)
    if not weapon.loaded and "reload" in weapon.properties and not request.reroll:
        hint = f"declare {request.attacker} reload {name}"
        raise RefusedError(f"{context.fight.subject(request.attacker):'s} {name} is not loaded (E31)", hint)
    if name not in ("unarmed", *attacker.held_items):
        context.warn_or_refuse(f"{context.fight.subject(request.attacker):does} not hold {name} (E13)")
    adds_dice = request.supernatural or "effect" in request.pushes
    budget.refuse_idle(adds_dice and not (request.effect or weapon.effect), f"{name} has no effect die to add to (E32)")
    return name, weapon


def _inflicted_wounds(request: AttackRequest) -> list[Condition]:
    """Return the wounds that an attack inflicts; UsageError for an unknown one (E32)."""
    wounds = []
    for word in request.inflict:
        wound = conditions.read(word)
        if conditions.row(wound.name)["kind"] == "boon":
            raise UsageError(f"--inflict {word}: {wound.name} is not a wound", f"Write: combatcli boon WHO {word}")
        conditions.check_subject(wound.name, str(wound.against), f"As in --inflict {wound.name}:{{}}.")
        wounds.append(wound)
    return wounds


def _check_target(context: Context, request: AttackRequest, target: str, weapon: Weapon) -> None:
    """Refuse an impossible target: oneself, the dead, the hidden, or one out of reach (E30, E31, E46).

    An ally is irregular, and so is whom a charmed or dominated attacker obeys (E41).
    """
    who, subject, attacker = request.attacker, context.fight.subject, context.fight.combatants[request.attacker]
    if request.targets.count(target) > 1:
        raise RefusedError(f"{subject(target):is} named twice, and an attack rolls once for each target (E30)")
    other = state.ROSTER.require_attackable(context.fight, who, target)
    state.ROSTER.warn_of_attack_on_ally(context, who, target)
    obeys = conditions.conditions_by_obeyed(attacker).get(target)
    if obeys is not None:
        sentence = f"{subject(who):is} {obeys} by {target} and {subject(who).verb('does')} not attack them (E41)"
        context.warn_or_refuse(sentence)
    if conditions.hides_from(other, who) and not request.area:
        raise RefusedError(f"{subject(target):is} hidden and cannot be targeted (E46)")
    if request.is_power or not context.formal or (request.react and request.reroll):
        return
    answers = request.react and who in other.reactions and weapon.range is None
    if answers:
        place = other.reactions.index(who)
        context.update_combatant(target, reactions=other.reactions[:place] + other.reactions[place + 1 :])
    elif request.react:
        context.warn_or_refuse(f"{target} made no Advance that {who} may still strike at with a melee weapon (E23)")
    if answers or weapon.range is not None:
        return
    away = feet_to(context.fight, request, target)
    if away is not None and away > weapon.reach:
        raise RefusedError(f"{subject(target):is} {away:g} feet away, and {subject(who):reaches} {weapon.reach:g} (E0)")
    if not may_share_arena(attacker, other):
        raise RefusedError(f"{subject(who):is} in {attacker.arena}, and {target} in {other.arena} (E30)")


def strike(
    context: Context, request: AttackRequest, planned: PlannedAttack, thrown: ActionThrow | AttackThrow | None
) -> None:
    """Roll an attack and its damage; a hit waits on the target, or on its protector (E14, E30, E32).

    Without dice it fails (E41).
    """
    attacker, target, needed = request.attacker, planned.target, planned.needed
    rolled, damage, faces = RolledAction(min(0, needed - 1)), 0, rolls.NO_FACES
    if thrown is not None:
        purpose = "" if context.silent else f"{context.fight.subject(attacker):'s} attack on {target}"
        outcome = roll(context, purpose, rolls.roll_throw, thrown)
        rolled, damage, faces = (outcome, 0, faces) if isinstance(outcome, RolledAction) else outcome
    hits, taker, inflicts = rolled.total >= needed, target, _inflicted_wounds(request)
    if thrown is not None and not hits and not request.reroll:
        budget.remember_failure(context, attacker, request, f"attack {target}")
    if hits and (damage or inflicts):
        protectors = [who for who, combatant in context.fight.combatants.items() if combatant.protects == target]
        taker = next((who for who in protectors if state.ROSTER.can_fight_in_melee(context.fight, who)), target)
        hit = Hit(
            attacker=attacker,
            target=taker,
            weapon=planned.weapon,
            damage=damage,
            types=planned.types,
            inflicts=inflicts,
            total=rolled.total,
            sheltered=request.sheltered and taker == target,
        )
        add_pending(context, hit)

    def event() -> events.Attack:
        steps = rolled.critical_steps(needed)
        dice = nonzero_parts([*planned.dice, Part("critical", steps)])
        return events.Attack(
            **asdict(planned) | {"dice": dice, "pool": list(map(str, planned.pool))},
            attacker=attacker,
            faces=list(rolled.shown.value),
            kept=list(rolled.kept.value),
            total=rolled.total,
            hit=hits,
            hits={defense: rolled.total >= sum_of(parts) for defense, parts in planned.needs.items()},
            steps=steps,
            botch=rolled.botched(needed),
            damage=damage if hits and not request.no_damage else None,
            damage_faces=list(faces.value),
            inflicts=request.inflict if hits else [],
            reroll=request.reroll,
            wounded=taker if taker != target else UNSET,
        )

    context.tell_attack(attacker, target, event)
    if taker != target:
        context.update_combatant(taker, protects=None)
        context.emit(events.Protects(who=taker, target=target, attacker=attacker))


def feet_to(fight: Fight, request: AttackRequest, target: str) -> float | None:
    """Return the feet to a target: as given, or by positions; None if unknown."""
    by_position = state.feet_between(fight.combatants[request.attacker], fight.combatants[target])
    return request.distance if request.distance is not None else by_position


def _unfit_penalty(weapon: Weapon, action: str) -> list[Part]:
    """Return the penalty of a weapon that is not made for an action (E31)."""
    unfit = {"skirmish": "agile", "finesse": "powerful"}.get(action, "")
    return [Part(unfit, -1)] if unfit in weapon.properties else []


def _attack_action(request: AttackRequest, combatant: Combatant, weapon: Weapon) -> str:
    """Return the action of an attack: as given, else hunt at range, else the better of skirmish and finesse (E30)."""
    if request.action is not None:
        return request.action
    if weapon.range is not None:
        return "hunt"
    fits = {action: combatant.actions.get(action, 0) + sum_of(_unfit_penalty(weapon, action)) for action in MELEE}
    return max(MELEE, key=fits.__getitem__)


def _is_shot(fight: Fight, request: AttackRequest, target: str, weapon: Weapon, away: float | None) -> bool:
    """Tell whether an attack is a shot, which melee hampers: no melee, no touch, no adjacent target (E31).

    A power is no shot if the distance is unknown; a bow's attack is one unless the target is adjacent.
    """
    ranged = weapon.range is not None
    if away is not None:
        return away > state.SQUARE and (ranged or request.is_power)
    return ranged and target not in engaged_with(fight, request.attacker, lambda _: True)


def _planned_attack(
    fight: Fight, request: AttackRequest, target: str, name: str, weapon: Weapon, *, damage: bool
) -> tuple[PlannedAttack, ActionThrow | AttackThrow]:
    """Return an attack before its roll, and all its dice; RefusedError for a shot beyond double the range (E31)."""
    attacker = fight.combatants[request.attacker]
    action = _attack_action(request, attacker, weapon)
    rating, sides = attacker.actions.get(action, 0), state.die_sides(attacker, state.attribute_of_action(action))
    known, furthest = feet_to(fight, request, target), inf if weapon.range is None else weapon.range
    away = known or 0
    if away > 2 * furthest:
        message = f"{fight.subject(target):is} {away:g} feet away, beyond double the range of {furthest:g} (E31)"
        raise RefusedError(message)
    shot = _is_shot(fight, request, target, weapon, known)
    types = damage_types(request.type) if request.type is not None else [str(weapon.type)]
    hampered = shot and state.in_melee(fight, request.attacker)
    more = [Part("in melee", -hampered), Part("far", -(away > furthest)), *_unfit_penalty(weapon, action)]
    more += budget.tier_bonuses(request)
    tier = budget.tier_in_parts(fight, request.attacker, *more, asked=request, target=target)
    tier = state.tier_with_flanking(fight, request.attacker, target, tier)
    attacked = attacked_defenses(request.versus)
    needs = {each: _needed_parts(fight, request, target, each, types, shot=shot) for each in attacked}
    needed, dice = [*map(sum_of, needs.values())], rolls.dice_pools(sum_of(tier), rating, sides)
    effect_dice = _effect_dice(request, attacker, rating)
    effect = request.effect.casefold() if request.effect is not None else weapon.effect
    effect_sides, attribute_sides = int(effect[1:] or 0), 0 if request.supernatural else sides
    thrown: ActionThrow | AttackThrow
    if damage and not request.no_damage and (effect_sides or attribute_sides):
        felling = felling_damage(fight.combatants[target], types, sheltered=request.sheltered)
        thrown = AttackThrow(dice, min(needed), sum_of(effect_dice), effect_sides, attribute_sides, felling)
    else:
        thrown = ActionThrow(dice, rolls.critical_totals(*needed))
    return PlannedAttack(target, name, action, types, dice, tier, min(needed), needs, effect_dice), thrown


def _effect_dice(request: AttackRequest, attacker: Combatant, rating: int) -> list[Part]:
    """Return the number of effect dice in parts (E5, E32)."""
    own = Part("supernatural", 1 + rating) if request.supernatural else Part("rating", (rating + 1) // 2)
    lasting = conditions.effective(attacker)
    more = [Part(each.name, row["dice"] * conditions.degree_of(each)) for each, row in lasting if "dice" in row]
    return [own, Part("pushed", int("effect" in request.pushes)), *more]


def _needed_parts(
    fight: Fight, request: AttackRequest, target: str, defense: str, types: Sequence[str], *, shot: bool
) -> list[Part]:
    """Return the parts of the number needed against a defense (E3, E30, E31, E41, E43, E47)."""
    other = fight.combatants[target]
    about = {"defense": [defense], "type": () if request.no_damage else types, "": [""]}
    own = conditions.effect_parts(other, "defense", lambda each, row: is_about(each, *about[row.get("about", "")]))
    parts = conditions.effect_parts(other, "helpless") or [*state.defense_in_parts(other, defense), *own]
    named = [word for word in ("concealed", "sheltered") if getattr(request, word)]
    covers = [Part(word, 5) for word in named if all(part.reason != word for part in parts)]
    melee = 5 if shot and not request.area and state.in_melee(fight, target) else 0
    position = rolls.position_or_risky(request.position)
    more = [*parts[1:], Part("in melee", melee), *covers, Part(position, rolls.AGAINST_DEFENSE[position])]
    return [*parts[:1], *nonzero_parts(more)]


def odds_queries(fight: Fight, request: AttackRequest) -> Iterator[OddsQuery[Fight]]:
    """Query each target by itself: the roll, then the damage (E2, E34)."""
    applied = replace(request, apply=True)
    for target in dict.fromkeys(request.targets):
        yield OddsQuery((attack, request, target, False), _roll_metrics(request, target))
        yield OddsQuery((attack, applied, target), _damage_metrics(fight, request, target))


def _roll_metrics(request: AttackRequest, target: str) -> list[Metric]:
    """Return the chances of a hit, against each of several defenses, of a botch, and of critical steps."""
    chance = partial(chance_of_attack, attacker=request.attacker, target=target, event=events.Attack)
    versus = attacked_defenses(request.versus)

    def chance_of_steps(least: int) -> Metric:
        of = f"{count_of(least, 'critical step')} or more"
        return chance(of, holds=lambda event: event.steps >= least).changed(possible=True)

    def chance_against(defense: str) -> Metric:
        return chance(f"hit against {defense}", holds=lambda event: event.hits[defense])

    return [
        chance("hit", holds=lambda event: event.hit),
        chance("botch", holds=lambda event: event.botch),
        *map(chance_of_steps, range(1, MOST_STEPS + 1)),
        *map(chance_against, versus if len(versus) > 1 else ()),
    ]


def _damage_metrics(before: Fight, request: AttackRequest, target: str) -> list[Metric]:
    """Return the distributions of damage rolled and taken, and the chance that the target falls."""
    about, stood = {"attacker": request.attacker, "target": target}, before.combatants[target]

    def damage_taken(event: events.Wound) -> int:
        return event.marked["hp"] if event.target == target else 0

    def is_felled(after: Fight) -> bool:
        now = after.combatants[target]
        return now.count < stood.count or state.hp_left(now) <= 0 < state.hp_left(stood)

    return [
        sum_of_events("damage", about, events.Attack, lambda event: event.damage or 0).changed(endless=True),
        sum_of_events("damage after resistance", about, events.Wound, damage_taken).changed(endless=True),
        chance_at_end("felled", about, is_felled),
    ]


ACTIONS = {"attack": Action(AttackRequest, attack, odds_queries)}
