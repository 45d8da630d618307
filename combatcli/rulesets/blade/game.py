"""`blade` as the shared code sees it, and the checks of its encounters beyond the schema."""

from collections.abc import Hashable, Iterator

import msgspec

from combatcli.encounter.references import Problem
from combatcli.errors import RefusedError, nearest
from combatcli.rulesets.blade import state
from combatcli.rulesets.blade.schema import Fight
from combatcli.rulesets.blade.state import Context
from combatcli.rulesets.blade.weapons import DAMAGE, check_hands, normalized_armor_category, weapons_in_hand
from combatcli.rulesets.game import Game, changes_since
from combatcli.rulesets.parts import Parts
from combatcli.rulesets.shared.damage import damage_problems

MEAN = 7
"""The mean of 2d6, of which low is good."""


def problems(fight: Fight) -> Iterator[Problem]:
    """Yield the problems of an encounter, in the file's order."""
    for who, combatant in fight.combatants.items():
        path = f"combatants.{who}"
        try:
            check_hands(who, weapons_in_hand(combatant))
        except RefusedError as error:
            yield Problem(f"{path}.wielding", error.message, error.hint)
        for name, weapon in combatant.weapons.items():
            key = f"{path}.weapons.{name}"
            yield from damage_problems(f"{key}.damage", weapon.damage or DAMAGE[1])
            ranges = [*weapon.ranges.values()]
            if ranges != sorted(ranges):
                yield Problem(key, "its ranges must increase from close to medium to far")


def pierced_but_unworn(fight: Fight) -> Iterator[str]:
    """Yield the armor categories that a weapon pierces and nobody wears (B41)."""
    worn = {normalized_armor_category(each.armor.category): each.armor.category for each in fight.combatants.values()}
    worn.pop("", None)
    for who, combatant in fight.combatants.items():
        for name, weapon in combatant.weapons.items():
            for pierced in weapon.piercing:
                if normalized_armor_category(pierced.category) not in worn:
                    hint = nearest(pierced.category, worn.values()).rstrip(".")
                    sentence = f"{fight.subject(who):'s} {name} pierces {pierced.category}, which nobody wears (B41)"
                    yield f"{sentence}. {hint}" if hint else sentence


def apply_consequences(context: Context) -> None:
    """Disengage the dead, unless their strike is still to come (B31, B42)."""
    fight = context.fight
    if fight.combatants is context.before.combatants:
        return
    dead = {who for who, combatant in fight.combatants.items() if state.is_dead(combatant)}
    for who, combatant in fight.combatants.items() if dead else ():
        standing = [foe for foe in combatant.engaged if foe not in dead]
        if who in dead:
            standing = state.engaged_foes(fight, who) if state.fallen_still_strikes(combatant) else []
        if standing != combatant.engaged:
            context.update_combatant(who, engaged=standing)
        if combatant.target in dead:
            context.update_combatant(who, target=None)


def state_key(fight: Fight, before: Fight) -> Hashable:
    """Return what matters for the rest of the fight: of pending hits, only their effects (B42)."""
    waiting: dict[str, list[int]] = {}
    for hit in fight.pending:
        if hit.target in fight.combatants:
            waiting.setdefault(hit.target, []).append(hit.damage)
    for who, damage in waiting.items():
        target = fight.combatants[who]
        waiting[who] = sorted(damage) if target.count > 1 else [min(sum(damage), state.total_points_left(target))]
    effects = msgspec.msgpack.encode(sorted(waiting.items()))
    return changes_since(fight.changed(pending=before.pending), before), effects


GAME = Game(
    "blade",
    about="Two dice under an attribute; first and last strikes, charges, armor that stops damage.",
    parts=Parts(
        "combatcli.rulesets.blade",
        {
            "rounds": "next order declare",
            "show": "arena coming",
            "wound": "follow recover",
            "test": "dashtest",
            "state": "tables",
        },
    ),
    encounter=Fight,
    brought=("casts", "failed", "declared", "last_declared", "deeds"),
    phases=state.PHASES,
    house={"strict_engagement": bool, "confined_length": bool},
    gone={"health": ("0",)},
    conditions=lambda: ("dead", "surprised", "charging", "running", "shooting", "casting", "improvising"),
    own_problems=problems,
    remarks=pierced_but_unworn,
    consequences=apply_consequences,
    luck=lambda event: MEAN - float(sum(event.faces)),
    state_key=state_key,
)
