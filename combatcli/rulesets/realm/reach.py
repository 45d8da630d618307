"""Who can be struck with what (R11, R21, R23, R25, R27, R28): weapons in hand and in the air, reach, helpers."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from combatcli.encounter.references import combatant_named
from combatcli.errors import RefusedError
from combatcli.rulesets.realm import state
from combatcli.rulesets.realm.attack_roll import weapon_of
from combatcli.rulesets.realm.holds import holders, may_turn_on
from combatcli.rulesets.realm.schema import Combatant, Fight, Weapon
from combatcli.rulesets.realm.state import ROSTER

FURTHEST_AIM = {"sling": 4, "short-bow": 4, "long-bow": 8, "crossbow": 6}
WHOEVER_SHOOTS = ("crossbow",)
"""What carries equally far for everybody."""
AIM_OF_BRAWN = 2
"""How many arenas each point of brawn carries, of all else."""


def taken_by(fight: Fight, attacker: str, named: str) -> str:
    """Return who takes an attack on someone: their protector, the first in the file's order, or they (R21)."""
    return next((who for who in state.protectors(fight, named) if who != attacker), named)


def weapon_of_attack(fight: Fight, attacker: str, named: str, *, weapon: str | None, throw: bool) -> tuple[str, Weapon]:
    """Return the weapon of an attack; one that can be thrown is ranged when it flies (R11, R23).

    It flies when that was ordered, and when the target is in another arena.
    """
    fighter, _ = combatant_named(fight, attacker), combatant_named(fight, named)
    name, held = weapon_of(attacker, fighter, weapon)
    throwable = held.range == "thrown"
    if throw and not throwable:
        raise RefusedError(f"{attacker} cannot throw the {name} (R11)", 'Its range is not "thrown".')
    if throwable and (throw or not state.together(fight, attacker, named)):
        return name, replace(held, class_="ranged")
    return name, held


def check_reach(fight: Fight, who: str, named: str, weapon: Weapon, *, aim: bool) -> None:
    """Refuse an attack that does not reach, or that an impediment forbids (R23, R25, R27)."""
    attacker, target = combatant_named(fight, who), combatant_named(fight, named)
    if not may_turn_on(attacker, [named]):
        impeders = " and ".join(holders(attacker, "impeded"))
        raise RefusedError(f"{who} is impeded by {impeders} and may attack nobody else (R25)")
    shot = 1 if weapon.used_as == "ranged" else 0
    reach = aimed_reach(who, attacker, weapon) if aim else shot
    if attacker.arena is None or target.arena is None or state.together(fight, who, named):
        return
    from combatcli.rulesets.realm.ground import touching
    from combatcli.rulesets.shared.arenas import distance

    away = distance(touching(fight), attacker.arena, target.arena)
    if away is not None and away <= reach:
        return
    far = "out of all reach" if away is None else f"{away} arena{'s' if away != 1 else ''} away"
    what = f"reaches {reach} arena{'s' if reach != 1 else ''}" if reach else "needs to be in one arena with it"
    rule = "R23" if shot or aim else "R27"
    raise RefusedError(
        f"{named} is {far} in {target.arena}; {who} in {attacker.arena} {what} ({rule})",
        "" if away is None else _way_closer(fight, who, named, weapon, away),
    )


def _way_closer(fight: Fight, who: str, named: str, weapon: Weapon, away: int) -> str:
    """Say how somebody out of reach is reached: by an aim where that carries so far, else from a nearer arena."""
    if can_be_aimed(weapon) and away <= aimed_reach(who, fight.combatants[who], weapon):
        return f"Aim, or move closer: combatcli declare {who} aim {named}"
    return f"Move closer first: combatcli move {who} {fight.combatants[named].arena if away == 1 else 'ARENA'}"


def aimed_reach(who: str, attacker: Combatant, weapon: Weapon) -> int:
    """Return how many arenas an aimed shot reaches: twice Brawn, as far as the weapon carries (R23)."""
    furthest = FURTHEST_AIM.get(weapon.range or "", 0)
    if not can_be_aimed(weapon):
        fit = next((name for name, other in attacker.weapons.items() if can_be_aimed(other)), "")
        hint = f"Take another in hand: --weapon {fit}" if fit else f"You can aim these: {', '.join(FURTHEST_AIM)}."
        raise RefusedError(f"{who} cannot aim with this weapon (R23)", hint)
    if weapon.range in WHOEVER_SHOOTS:
        return furthest
    return max(1, min(AIM_OF_BRAWN * attacker.brawn, furthest))


def can_be_aimed(weapon: Weapon) -> bool:
    """Return whether a weapon is for aimed shots: a bow, a sling or a crossbow, not what is thrown (R23)."""
    return weapon.used_as == "ranged" and (weapon.range or "") in FURTHEST_AIM


def checked_helpers(fight: Fight, attacker: str, named: str, helpers: Sequence[str]) -> list[str]:
    """Return who assists an attack, each once; RefusedError if one of them cannot (R28)."""
    for helper in helpers:
        if helper in (attacker, named):
            what = "themselves" if helper == attacker else "an attack on themselves"
            raise RefusedError(f"{helper} cannot assist {what} (R28)")
        ROSTER.require_able(fight, helper)
        if not state.together(fight, helper, attacker):
            raise RefusedError(f"{helper} is not in the same arena as {attacker} and cannot assist (R28)")
        if not may_turn_on(fight.combatants[helper], [named]):
            impeders = " and ".join(holders(fight.combatants[helper], "impeded"))
            raise RefusedError(f"{helper} is impeded by {impeders} and may assist against nobody else (R25)")
    return list(dict.fromkeys(helpers))
