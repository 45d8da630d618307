"""Difficulties (B20–B24, B27, B28); weapons in hand, damage and armor (B40, B41)."""

from typing import TYPE_CHECKING

from combatcli.errors import RefusedError, UsageError, nearest_of_few
from combatcli.rulesets.blade.schema import BARE_HANDS, Armor, Combatant, Fight, Weapon
from combatcli.rulesets.shared.damage import damage_tree
from combatcli.text import is_number

if TYPE_CHECKING:
    from combatcli.dice.tree import Node

EVASION = {(2, 8): 0, (9, 11): 1, (12, 12): 2}
"""The Difficulty of hitting a combatant, by the least and most Agility (B20)."""
MOUNTED = 1
FAR = 1
CLOSE = 1
EASIER = "Use --bonus to make it easier."
CONFINED = {"middle": 1, "long": 2}
PARTS = {"hand": 1, "hands": 1, "eye": 3, "eyes": 3}
UNARMED = "unarmed"
DAMAGE = {1: "1d6", 2: "1d6+1"}
"""The default damage by hands (B40)."""
HANDS = 2
Held = list[tuple[str, Weapon]]
"""The held weapons by name; the first of two decides all but the damage (B40)."""


def evasion_difficulty(agility: int) -> int:
    """Return the Difficulty of hitting someone by their Agility (B20)."""
    return next(difficulty for (_, most), difficulty in EVASION.items() if agility <= most)


def called_shot(text: str) -> tuple[str, int]:
    """Return the part and Difficulty of PART or PART:N; hands 1, eyes 3, others as the referee says (B24)."""
    part, colon, number = text.rpartition(":")
    if not colon:
        part, number = text, str(PARTS.get(text.lower(), ""))
    if not part or not is_number(number):
        hint = "Hands are 1 and eyes 3; for another part say how much harder it is, as in --called knee:2"
        raise UsageError(f"--called {text}: expected PART or PART:N", hint)
    return part, int(number)


def competing_difficulties(fight: Fight, attacker: Combatant, target: Combatant, weapon: Weapon) -> dict[str, int]:
    """Return the Difficulties by cause, of which only the highest counts: Evasion, horseback, a narrow place (B22)."""
    arena = fight.arenas.get(attacker.arena or "")
    confined = fight.confined or attacker.confined or (arena is not None and (arena.confined or arena.kind == "tight"))
    tight = confined and fight.house.get("confined_length", True) is not False
    return {
        "Evasion": evasion_difficulty(target.agility),
        "mounted": MOUNTED if attacker.mounted and not attacker.mount_trained else 0,
        "confined": CONFINED.get(weapon.length or "", 0) if tight else 0,
    }


def weapons_in_hand(combatant: Combatant) -> Held:
    """Return the held weapons: those wielded, else the first weapon, if any."""
    wielding = combatant.wielding
    if wielding is None:
        return list(combatant.weapons.items())[:1]
    names = [wielding] if isinstance(wielding, str) else wielding
    return [(name, combatant.weapons[name]) for name in names if name in combatant.weapons]


def holds_shooting_weapon(combatant: Combatant) -> bool:
    """Tell whether a combatant holds a shooting weapon; a melee weapon is not thrown."""
    return any(weapon.far or (weapon.ranged and weapon.hands != 1) for _, weapon in weapons_in_hand(combatant))


def weapons_of_attack(
    fight: Fight, who: str, named: str | None, *, melee: bool, rather_melee: bool
) -> tuple[Held, bool]:
    """Return the weapons of an attack: the named ones ("sword", or "sword,dagger"), else those in hand.

    Return also whether they are shot or thrown. A weapon that serves for melee too flies unless this is a ``melee``, or
    is ``rather_melee``. In melee, a weapon only for shots is replaced by another one unless it is named.
    """
    combatant = fight.combatants[who]
    held = weapons_in_hand(combatant)
    if named is not None:
        held = [_named_weapon(fight, who, name) for name in named.split(",")]
    first = held[0][1] if held else BARE_HANDS
    melee = melee or (rather_melee and first.melee)
    shot = not melee and first.ranged
    if named is None:
        held = [pair for pair in held if pair[1].ranged] if shot else melee_weapons(combatant)
    check_hands(who, held)
    if melee and not held[0][1].melee:
        subject = fight.subject(who)
        raise RefusedError(f"{subject:'s} {held[0][0]} can only be shot or thrown, but this is a melee (B30)")
    return held, shot


def melee_weapons(combatant: Combatant) -> Held:
    """Return the weapons for melee: those in hand if they serve, else the first that does, else bare hands (B30).

    A combatant with a two-handed weapon that can be shot or thrown draws a pure melee weapon, if it has one.
    """
    held = [pair for pair in weapons_in_hand(combatant) if pair[1].melee]
    if held and not (held[0][1].hands == HANDS and held[0][1].ranged):
        return held
    made_for_it = [pair for pair in combatant.weapons.items() if not pair[1].ranged][:1]
    serving = [pair for pair in combatant.weapons.items() if pair[1].melee][:1]
    return made_for_it or held or serving or [(UNARMED, BARE_HANDS)]


def _named_weapon(fight: Fight, who: str, text: str) -> tuple[str, Weapon]:
    name, weapons = text.strip(), fight.combatants[who].weapons
    weapon = BARE_HANDS if name == UNARMED else weapons.get(name)
    if weapon is None:
        subject = fight.subject(who)
        hint = nearest_of_few(name, weapons) or f"{subject:has} none: {UNARMED}."
        raise RefusedError(f'{subject:has} no weapon "{name}"', hint)
    return name, weapon


def check_hands(who: str, held: Held) -> None:
    """Refuse weapons that take more than two hands."""
    if len(held) > 1 and (len(held) > HANDS or any(weapon.hands == HANDS for _, weapon in held)):
        listed = " and ".join([name for name, _ in held])
        hint = "Hold two one-handed weapons, or one two-handed weapon."
        raise RefusedError(f"{who} cannot hold {listed} at once (B40)", hint)


def damage_dice(held: Held) -> "tuple[Node, ...]":
    """Return the damage dice of the held weapons; the higher of two counts (B40)."""
    return tuple([damage_tree(weapon.damage or DAMAGE[weapon.hands or 1]) for _, weapon in held])


def normalized_armor_category(text: str) -> str:
    """Return an armor category in lower case, without spaces and hyphens (B41)."""
    return "".join(text.casefold().replace("-", " ").split())


def protection_against(armor: Armor, weapon: Weapon) -> int:
    """Return the Protection that counts against a weapon, after its piercing (B41)."""
    if not weapon.piercing:
        return armor.protection
    worn = normalized_armor_category(armor.category)
    pierced = [each.value for each in weapon.piercing if worn and normalized_armor_category(each.category) == worn]
    return max(0, armor.protection - max(pierced, default=0))
