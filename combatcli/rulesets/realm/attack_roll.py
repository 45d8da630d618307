"""How an attack is rolled (R30–R34): the dice of a weapon's class, what adds to them, and what a hit does."""

from __future__ import annotations

from combatcli.dice.limits import MOST_DICE
from combatcli.errors import RefusedError, nearest_of_few
from combatcli.records import Record
from combatcli.rulesets.realm import state
from combatcli.rulesets.realm.schema import UNARMED, Combatant, Fight, Weapon
from combatcli.rulesets.tasks import DisplayOnly

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.dice.rolling.sources import Source
    from combatcli.dice.tree import Node

DICE = {
    "light": 2,
    "hand": 3,
    "medium": 3,
    "heavy": 2,
    "very-heavy": 2,
    "reach": 2,
    "ranged": 2,
    "unarmed": 1,
}
KEPT = 2
FACE_DIE = 10
FACE_BONUS_DIE = 3
PARRY_BONUS = 2
PARRYING = ("light", "medium")
BESIDE = ("light", "hand", "medium", "heavy")
FAVORED = {
    "neutral": (),
    "tight": ("light",),
    "hazardous": ("reach",),
    "open": ("ranged",),
    "dense": ("heavy", "very-heavy"),
}
"""The classes of weapon that an arena of each kind favors (R11)."""
ARENA_BONUS = 2
DEFENDING = {"": -2, "shield": -4}
"""What attacks on a defender are at, by what they hold before them (R20)."""


class AttackRoll(Record):
    """All that an attack roll depends on: the dice, what is added to the two best, and what must be reached."""

    dice: int
    bonuses: dict[str, int]
    needed: int
    damage: Node
    armor: int

    @property
    def key(self) -> tuple[object, ...]:
        """What tells it from another one: all of it, bonuses by their sum."""
        return tuple({**self.values(), "bonuses": sum(self.bonuses.values())}.values())


class ToHit(Record):
    """An attack as it was rolled; ``best_face`` where the face die showed its highest, which counts on a hit (R31)."""

    hit: bool
    best_face: bool
    shown: DisplayOnly[tuple[tuple[int, ...], tuple[int, ...], int]]
    """The faces, those that were kept, the total with its bonuses."""


class Damage(Record):
    """What a hit does: ``wounds`` has a number for each wound to mark."""

    wounds: tuple[int, ...]
    shown: DisplayOnly[tuple[tuple[int, ...], int, int]]
    """The faces, and what the face die added."""


def weapon_of(who: str, combatant: Combatant, name: str | None = None) -> tuple[str, Weapon]:
    """Return the name and the weapon that someone attacks with: the one named, else the one wielded, else none."""
    weapon = name if name is not None else state.wielded(combatant)
    if weapon in ("", "unarmed"):
        return "unarmed", UNARMED
    try:
        return weapon, combatant.weapons[weapon]
    except KeyError:
        hint = nearest_of_few(weapon, combatant.weapons) or "Without --weapon the attack is unarmed."
        raise RefusedError(f'{who} has no weapon "{weapon}"', hint) from None


def parrying_fits(combatant: Combatant, main: Weapon) -> bool:
    """Return whether what is held to parry is fit for it, and fits beside the main weapon (R33)."""
    if combatant.parrying is None or main.used_as not in BESIDE:
        return False
    if combatant.parrying == "shield":
        return True
    other = combatant.weapons.get(combatant.parrying)
    return other is not None and other is not main and other.used_as in PARRYING


def attack_dice(combatant: Combatant, weapon: Weapon, *, extra: int, helpers: int) -> int:
    """Return how many d10 an attack rolls, at least one (R28, R30, R32, R33)."""
    cost = 1 if parrying_fits(combatant, weapon) else 0
    dice = max(1, DICE[weapon.used_as] + extra + helpers + (combatant.count - 1) - cost)
    if dice > MOST_DICE:
        raise RefusedError(f"{dice:,} attack dice are too many; the limit is {MOST_DICE:,}")
    return dice


def arena_bonus(fight: Fight, attacker: Combatant, target: Combatant, weapon: Weapon) -> tuple[str, int]:
    """Return the kind of the arena that counts, and its bonus: the target's for a shot, else the attacker's (R11)."""
    name = target.arena if weapon.used_as == "ranged" else attacker.arena
    arena = fight.arenas.get(name) if name is not None else None
    kind = arena.kind if arena is not None else "neutral"
    return kind, ARENA_BONUS if weapon.used_as in FAVORED[kind] else 0


def defense_bonus(target: Combatant) -> int:
    """Return what attacks on someone are at while they defend, by their shield (R20)."""
    if not state.has_declared(target, "defend") or state.is_fallen(target):
        return 0
    return DEFENDING["shield" if target.shield or target.parrying == "shield" else ""]


def roll_to_hit(source: Source, spec: AttackRoll) -> ToHit:
    """Roll an attack (R30): the face die first, the two best kept."""
    face = source.die(FACE_DIE)
    rest = source.highest(spec.dice - 1, FACE_DIE, min(KEPT, spec.dice - 1)) if spec.dice > 1 else None
    faces = (face, *rest.faces) if rest is not None else (face,)
    kept = tuple(sorted((face, *(rest.kept if rest is not None else ())), reverse=True)[:KEPT])
    total = sum(kept) + sum(spec.bonuses.values())
    hit = total >= spec.needed
    return ToHit(hit, hit and face == FACE_DIE, DisplayOnly((faces, kept, total)))


def roll_damage(source: Source, spec: AttackRoll, *, best_face: bool) -> Damage:
    """Roll what a hit does (R31, R40): a wound for each die of damage, the first one higher by the face die."""
    from combatcli.dice.rolling.roll import roll

    rolled = roll(spec.damage, source)
    face_bonus = source.die(FACE_BONUS_DIE) if best_face else 0
    numbers = list(rolled.kept) or [0]
    damage_bonus = rolled.total - sum(numbers)
    numbers[0] += damage_bonus + face_bonus
    wounds = tuple(max(1, number - spec.armor) for number in numbers)
    return Damage(wounds, DisplayOnly((rolled.faces, damage_bonus, face_bonus)))
