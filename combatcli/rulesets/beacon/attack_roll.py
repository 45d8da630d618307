"""The dice and the target number of an attack (E3, E30–E32): Tier and defense in parts, with reasons."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING

from combatcli.errors import RefusedError, require_known
from combatcli.events import Table
from combatcli.rulesets.beacon import conditions, rolls, state
from combatcli.rulesets.beacon.budget import raised, tier_of
from combatcli.rulesets.beacon.conditions import DEFENSES, from_base, total
from combatcli.rulesets.beacon.events import Part
from combatcli.rulesets.beacon.schema import Combatant, Fight, Weapon
from combatcli.rulesets.beacon.wound import felling_damage, types_of

if TYPE_CHECKING:
    from combatcli.rulesets.beacon.attack import AttackRequest

COVER = 5
IN_MELEE = 5
ADJACENT = 5
MELEE = ("skirmish", "finesse")
"""The melee actions; of two equal ones the first is used (E30)."""


def feet_to(fight: Fight, request: AttackRequest, target: str) -> float | None:
    """Return the feet to a target: as given, or by positions; None if unknown."""
    if request.distance is not None:
        return request.distance
    return state.feet_between(fight.combatants[request.attacker], fight.combatants[target])


def _unfit(weapon: Weapon, action: str) -> list[Part]:
    """Return the penalty of a weapon that is not made for an action (E31)."""
    unfit = {"skirmish": "agile", "finesse": "powerful"}.get(action, "")
    return [Part(unfit, -1)] if unfit in weapon.properties else []


def _action_of(request: AttackRequest, combatant: Combatant, weapon: Weapon) -> str:
    """Return the action of an attack: as given, else hunt at range, else the better of skirmish and finesse (E30)."""
    if request.action is not None:
        return request.action
    if weapon.range is not None:
        return "hunt"
    fits = {action: combatant.actions.get(action, 0) + total(_unfit(weapon, action)) for action in MELEE}
    return max(MELEE, key=fits.__getitem__)


def _is_shot(fight: Fight, request: AttackRequest, target: str, weapon: Weapon) -> bool:
    """Tell whether an attack is a shot, which melee hampers: not melee, touch or adjacent (E31).

    A power is no shot if the distance is unknown; a bow's attack is one unless the target is adjacent.
    """
    one, other = fight.combatants[request.attacker], fight.combatants[target]
    away = feet_to(fight, request, target)
    if away is not None:
        return away > ADJACENT and (weapon.range is not None or request.is_power)
    return weapon.range is not None and target not in one.engaged and request.attacker not in other.engaged


def attack_roll(
    fight: Fight, request: AttackRequest, target: str, name: str, weapon: Weapon, *, damage: bool
) -> tuple[Table, rolls.ActionThrow | rolls.DamageThrow]:
    """Return the keys of an attack's event that are known before its roll, and its dice, with those of any damage.

    The number needed is the least of any defense.
    """
    attacker = fight.combatants[request.attacker]
    action = _action_of(request, attacker, weapon)
    rating, sides = attacker.actions.get(action, 0), state.face(attacker, state.attribute_of(action))
    away, furthest = feet_to(fight, request, target) or 0, inf if weapon.range is None else weapon.range
    if away > 2 * furthest:
        message = f"{fight.subject(target):is} {away:g} feet away, beyond double the range of {furthest:g} (E31)"
        raise RefusedError(message)
    shot = _is_shot(fight, request, target, weapon)
    types = types_of(request.type) if request.type is not None else [str(weapon.type)]
    hampered = -int(shot and state.in_melee(fight, request.attacker))
    more = [Part("in melee", hampered), Part("far", -int(away > furthest)), *_unfit(weapon, action), *raised(request)]
    tier = tier_of(fight, request.attacker, *more, asked=request, target=target)
    tier = _with_flanking(fight, request.attacker, target, tier)
    needs = {defense: _needed(fight, request, target, defense, types, shot=shot) for defense in defenses(request)}
    effect_dice = [
        Part("supernatural", 1 + rating) if request.supernatural else Part("rating", (rating + 1) // 2),
        Part("pushed", int("effect" in request.pushes)),
        *[
            Part(each.name, effects["dice"] * conditions.degree_of(each))
            for each, effects in conditions.effective(attacker)
            if "dice" in effects
        ],
    ]
    needed = [total(parts) for parts in needs.values()]
    dice = rolls.pools(total(tier), rating, sides)
    effect = request.effect.casefold() if request.effect is not None else weapon.effect
    effect_sides, attribute_sides = int(effect[1:] or 0), 0 if request.supernatural else sides
    thrown: rolls.ActionThrow | rolls.DamageThrow = rolls.ActionThrow(dice, rolls.thresholds(*needed))
    if damage and not request.no_damage and (effect_sides or attribute_sides):
        felling = felling_damage(fight.combatants[target], types, sheltered=request.sheltered)
        purpose = f"the damage of {fight.subject(request.attacker):'s} attack on {target}"
        number = total(effect_dice)
        thrown = rolls.DamageThrow(dice, min(needed), number, effect_sides, attribute_sides, felling, purpose)
    planned = {
        "attacker": request.attacker,
        "target": target,
        "weapon": name,
        "action": action,
        "pool": [str(pool) for pool in dice],
        "tier": from_base(tier),
        "needed": min(needed),
        "needs": {defense: from_base(parts) for defense, parts in needs.items()},
        "dice": effect_dice,
        "types": types,
        "reroll": request.reroll,
    }
    return planned, thrown


def defenses(request: AttackRequest) -> list[str]:
    """Return the attacked defenses, by default iron (E30)."""
    named = [word for word in (request.versus or "iron").casefold().split(",") if word]
    for word in named:
        require_known(word, DEFENSES, f'--versus {word}: there is no defense "{word}"')
    return list(dict.fromkeys(named))


def _with_flanking(fight: Fight, who: str, target: str, tier: Sequence[Part]) -> list[Part]:
    """Return a Tier with what the target's conditions add to it (E31, E44).

    Flanked and flanking count once, and only for attackers that threaten the target, if positions are known.
    """
    attacker, other = fight.combatants[who], fight.combatants[target]
    parts = [*tier, *conditions.parts_of(other, "attackers_tier", lambda each, _: each.source in ("", who))]
    unflanked = [part for part in parts if part.reason not in ("flanked", "flanking")]
    near = state.feet_between(attacker, other) is None or state.threatens(fight, who, target)
    flanks = (near and unflanked != parts) or state.flanks(fight, who, target)
    return [*unflanked, Part("flanking", int(flanks))]


def _needed(
    fight: Fight, request: AttackRequest, target: str, defense: str, types: Sequence[str], *, shot: bool
) -> list[Part]:
    """Return the parts of the number needed against a defense (E3, E30, E31, E41, E43, E47)."""
    other = fight.combatants[target]
    own = conditions.defense_parts(other, defense, () if request.no_damage else types)
    parts = conditions.parts_of(other, "helpless") or [*state.defense_in_parts(other, defense), *own]
    cover = {"concealed": request.concealed, "sheltered": request.sheltered}
    covers = [Part(word, COVER) for word, on in cover.items() if on and all(part.reason != word for part in parts)]
    melee = IN_MELEE if shot and not request.area and state.in_melee(fight, target) else 0
    position = rolls.position_or_risky(request.position)
    return [*parts, Part("in melee", melee), *covers, Part(position, rolls.AGAINST_DEFENSE[position])]
