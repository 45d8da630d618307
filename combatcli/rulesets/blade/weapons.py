"""Weapons and armor (B27, B40, B41): what is in hand, the dice of its damage, and what Protection leaves of it."""

from __future__ import annotations

from collections.abc import Sequence

from combatcli.dice.rolling.roll import roll_total
from combatcli.dice.rolling.sources import Source
from combatcli.dice.tree import Node
from combatcli.errors import RefusedError, nearest_of_few
from combatcli.records import Record
from combatcli.rulesets.blade.schema import BARE_HANDS, Armor, Combatant, Weapon
from combatcli.rulesets.shared.damage import damage_of

UNARMED = "unarmed"
DAMAGE = {1: "1d6", 2: "1d6+1"}
"""What a weapon does by its hands, where it does not say itself (B40)."""
HANDS = 2


class Wielded(Record):
    """What an attack is made with: one weapon or two, the first of which decides all but the damage (B40)."""

    name: str
    weapon: Weapon
    damage: tuple[Node, ...]
    shot: bool

    @property
    def attribute(self) -> str:
        """The attribute it is used with: agility for a shot and strength in melee, unless it says another."""
        return self.weapon.attribute or ("agility" if self.shot else "strength")


def in_hand(combatant: Combatant) -> list[tuple[str, Weapon]]:
    """Return what someone holds: what they wield, else the first of their weapons; nothing if they have none."""
    wielding = combatant.wielding
    if wielding is None:
        return list(combatant.weapons.items())[:1]
    names = [wielding] if isinstance(wielding, str) else wielding
    return [(name, combatant.weapons[name]) for name in names if name in combatant.weapons]


def wielded_by(who: str, combatant: Combatant, named: str | None, *, melee: bool, rather_melee: bool) -> Wielded:
    """Return what someone attacks with: what is named ("sword", or two as "sword,dagger"), else what is in hand.

    For a melee a weapon that is only shot or thrown does not do: without a name, another one takes its place. What
    serves for both is shot or thrown, unless it is ``rather_melee``.
    """
    if named is not None:
        held = [(name.strip(), _weapon(who, combatant, name.strip())) for name in named.split(",")]
    else:
        held = in_hand(combatant)
    if rather_melee and held and held[0][1].melee:
        melee = True
    shot = not melee and bool(held) and held[0][1].ranged
    if named is None:
        held = for_melee(combatant) if not shot else [pair for pair in held if pair[1].ranged]
    held = held or [(UNARMED, BARE_HANDS)]
    check_pair(who, held)
    if melee and not held[0][1].melee:
        raise RefusedError(f"{who}'s {held[0][0]} can only be shot or thrown, but this is a melee (B30)")
    return Wielded(
        name=" and ".join([name for name, _ in held]),
        weapon=held[0][1],
        damage=tuple([damage_of(who, name, weapon.damage or DAMAGE[weapon.hands or 1]) for name, weapon in held]),
        shot=shot,
    )


def for_melee(combatant: Combatant) -> list[tuple[str, Weapon]]:
    """Return what someone fights with in melee: what is in hand and serves for it, else the first that does (B30).

    Who holds something two-handed that can be shot or thrown draws what is made for melee alone, if they have it.
    """
    held = [pair for pair in in_hand(combatant) if pair[1].melee]
    made_for_it = [pair for pair in combatant.weapons.items() if not pair[1].ranged][:1]
    unwieldy = bool(held) and held[0][1].ranged and held[0][1].hands == HANDS
    if held and not (unwieldy and made_for_it):
        return held
    return made_for_it or [pair for pair in combatant.weapons.items() if pair[1].melee][:1]


def _weapon(who: str, combatant: Combatant, name: str) -> Weapon:
    if name == UNARMED:
        return BARE_HANDS
    try:
        return combatant.weapons[name]
    except KeyError:
        hint = nearest_of_few(name, combatant.weapons) or f"{who} has none: {UNARMED}."
        raise RefusedError(f'{who} has no weapon "{name}"', hint) from None


def check_pair(who: str, held: list[tuple[str, Weapon]]) -> None:
    """Refuse to hold more than two hands can."""
    if len(held) > 1 and (len(held) > HANDS or any(weapon.hands == HANDS for _, weapon in held)):
        listed = " and ".join(name for name, _ in held)
        raise RefusedError(
            f"{who} cannot hold {listed} at once (B40)", "Hold two one-handed weapons, or one two-handed weapon."
        )


def roll_damage(source: Source, damage: Sequence[Node], ceiling: int | None = None) -> tuple[int, tuple[int, ...]]:
    """Roll the damage of one weapon, or the higher of two (B40); return it and the faces, never below 0."""
    rolled = [roll_total(tree, source, ceiling) for tree in damage]
    return max(0, *[roll.total for roll in rolled]), tuple([face for roll in rolled for face in roll.faces])


def protection(armor: Armor, weapon: Weapon) -> int:
    """Return the Protection that counts against a weapon: what its piercing leaves for this category (B41)."""
    category = armor.category.casefold()
    pierced = [piercing.value for piercing in weapon.piercing if category and piercing.category.casefold() == category]
    return max(0, armor.protection - max(pierced, default=0))
