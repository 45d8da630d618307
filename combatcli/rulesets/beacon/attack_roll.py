"""What an attack rolls and needs (E3, E30–E32): Tier and defense in parts, with the reason of each."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING

from combatcli.errors import RefusedError, UsageError, nearest
from combatcli.records import Record
from combatcli.rulesets.beacon import conditions, state
from combatcli.rulesets.beacon.conditions import DEFENSES, Part, total
from combatcli.rulesets.beacon.rolls import (
    AGAINST_DEFENSE,
    ActionThrow,
    DamageThrow,
    pools,
    position_or_risky,
    thresholds,
)
from combatcli.rulesets.beacon.schema import Combatant, Fight, Weapon
from combatcli.rulesets.beacon.wound import felling_damage, types_of

if TYPE_CHECKING:
    from combatcli.rulesets.beacon.attack import AttackRequest

COVER = 5
IN_MELEE = 5
HELPLESS = 6
ADJACENT = 5
MELEE = ("skirmish", "finesse")
"""The actions of an attack at hand, of two equally good the first (E30)."""


class AttackRoll(Record):
    """An attack on one target before it is rolled, with what it rolls and needs in parts; a power has no weapon."""

    target: str
    weapon: str
    action: str
    tier: list[Part]
    needed: dict[str, list[Part]]
    """What each defense needs."""
    needs: dict[str, int]
    """The same in all."""
    best: int
    """The least of these: who reaches it hits."""
    effect_dice: list[Part]
    types: list[str]
    thrown: ActionThrow | DamageThrow
    """The dice, with those of its damage if it has any."""


def feet_to(fight: Fight, request: AttackRequest, target: str) -> float | None:
    """Return how far a target is: as told, or by where both are; None where that is not known."""
    if request.distance is not None:
        return request.distance
    return state.feet_between(fight.combatants[request.attacker], fight.combatants[target])


def _unfit(weapon: Weapon, action: str) -> list[Part]:
    """Return what a weapon that is not made for an action takes off its Tier (E31)."""
    unfit = {"skirmish": "agile", "finesse": "powerful"}.get(action, "")
    return [Part(unfit, -1)] if unfit in weapon.properties else []


def _action_of(request: AttackRequest, combatant: Combatant, weapon: Weapon) -> str:
    """Return the action of an attack: told, else hunt from afar, else the better of skirmish and finesse (E30)."""
    if request.action is not None:
        return request.action
    if weapon.range is not None:
        return "hunt"
    fits = {action: combatant.actions.get(action, 0) + total(_unfit(weapon, action)) for action in MELEE}
    return max(MELEE, key=fits.__getitem__)


def _is_shot(fight: Fight, request: AttackRequest, target: str, weapon: Weapon) -> bool:
    """Tell whether an attack is neither melee, nor touch, nor adjacent, which melee hampers (E31).

    A power is none where nobody knows how far its target is; a bow is one unless the target is adjacent.
    """
    one, other = fight.combatants[request.attacker], fight.combatants[target]
    away = feet_to(fight, request, target)
    if away is not None:
        return away > ADJACENT and (weapon.range is not None or request.is_power)
    return weapon.range is not None and target not in one.engaged and request.attacker not in other.engaged


def attack_roll(fight: Fight, request: AttackRequest, target: str, name: str, weapon: Weapon) -> AttackRoll:
    """Return what an attack on one target with a weapon of some name rolls and needs."""
    attacker = fight.combatants[request.attacker]
    action = _action_of(request, attacker, weapon)
    attribute = state.attribute_of(action)
    away, furthest = feet_to(fight, request, target) or 0, inf if weapon.range is None else weapon.range
    if away > 2 * furthest:
        raise RefusedError(f"{target} is {away:g} feet away, beyond double the range of {furthest:g} (E31)")
    ranged = _is_shot(fight, request, target, weapon)
    types = types_of(request.type) if request.type is not None else [str(weapon.type)]
    tier = [
        Part("tier", attacker.tier),
        *([Part("in melee", -1)] if ranged and state.in_melee(fight, request.attacker) else []),
        *([Part("far", -1)] if away > furthest else []),
        *_unfit(weapon, action),
        *([Part("aid", 1)] if request.aid is not None and not request.reroll else []),
        *([Part("pushed", 1)] if "tier" in request.pushes else []),
        *_by_conditions(fight, request, target),
    ]
    needed = {defense: _needed(fight, request, target, defense, types, ranged=ranged) for defense in defenses(request)}
    rating = attacker.actions.get(action, 0)
    effect_dice = [
        Part("supernatural", 1 + rating) if request.supernatural else Part("rating", (rating + 1) // 2),
        *([Part("pushed", 1)] if "effect" in request.pushes else []),
        *conditions.dice_parts(attacker),
    ]
    needs = {defense: total(parts) for defense, parts in needed.items()}
    best = min(needs.values())
    sides = state.face(attacker, attribute)
    dice = pools(total(tier), rating, sides)
    effect = request.effect.casefold() if request.effect is not None else weapon.effect
    effect_sides, attribute_sides = int(effect[1:] or 0), 0 if request.supernatural else sides
    thrown: ActionThrow | DamageThrow = ActionThrow(dice, thresholds(*needs.values()))
    if not request.no_damage and (effect_sides or attribute_sides):
        felling = felling_damage(fight.combatants[target], types, sheltered=request.sheltered)
        purpose = f"the damage of {request.attacker}'s attack on {target}"
        thrown = DamageThrow(dice, best, total(effect_dice), effect_sides, attribute_sides, felling, purpose)
    return AttackRoll(target, name, action, tier, needed, needs, best, effect_dice, types, thrown)


def defenses(request: AttackRequest) -> list[str]:
    """Return which defenses an attack is held against, by default iron (E30)."""
    named = [word for word in (request.versus or "iron").casefold().split(",") if word]
    for word in named:
        if word not in DEFENSES:
            raise UsageError(f'--versus {word}: there is no defense "{word}"', nearest(word, DEFENSES))
    return list(dict.fromkeys(named))


def _by_conditions(fight: Fight, request: AttackRequest, target: str) -> list[Part]:
    """Return what conditions of both do to an attack's Tier (E31, E44).

    Flanked and flanking are one thing. It is of those alone who threaten the target, where places tell.
    """
    attacker, other = fight.combatants[request.attacker], fight.combatants[target]
    present = state.present(fight, request.attacker)
    parts = [
        *conditions.tier_parts(
            attacker,
            attack_on=request.targets,
            target=target,
            sight=request.sight,
            hearing=request.hearing,
            present=present,
        ),
        *conditions.attackers_tier_parts(other, request.attacker),
    ]
    flanking = [part for part in parts if part.reason in ("flanked", "flanking")]
    others = [part for part in parts if part not in flanking]
    near = state.feet_between(attacker, other) is None or state.threatens(fight, request.attacker, target)
    if (flanking and near) or state.flanks(fight, request.attacker, target):
        others.append(Part("flanking", 1))
    return others


def _needed(
    fight: Fight, request: AttackRequest, target: str, defense: str, types: Sequence[str], *, ranged: bool
) -> list[Part]:
    """Return what a defense needs, in parts (E3, E30, E31, E41, E43, E47)."""
    other = fight.combatants[target]
    if conditions.is_any(other, "helpless"):
        parts = [Part("incapacitated", HELPLESS)]
    else:
        parts = [Part(defense, state.base_defense(other, defense))]
        if defense == "iron" and state.holds_defensive(other):
            parts.append(Part("defensive", 1))
        parts += conditions.defense_parts(other, defense, () if request.no_damage else types)
    covers = [
        Part(word, COVER)
        for word, given in (("concealed", request.concealed), ("sheltered", request.sheltered))
        if given and not any(part.reason == word for part in parts)
    ]
    melee = [Part("in melee", IN_MELEE)] if ranged and not request.area and state.in_melee(fight, target) else []
    position = position_or_risky(request.position)
    return [*parts, *melee, *covers, Part(position, AGAINST_DEFENSE[position])]
