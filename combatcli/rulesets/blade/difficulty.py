"""What an attack must not roll above (B20–B24, B27, B28), and what it does on a hit (B40, B41)."""

from __future__ import annotations

from combatcli.dice.rolling.sources import Source
from combatcli.errors import RefusedError, UsageError
from combatcli.records import Record
from combatcli.rulesets.blade import state
from combatcli.rulesets.blade.reach import apart, foes
from combatcli.rulesets.blade.schema import Combatant, Fight, Weapon
from combatcli.rulesets.blade.two_dice import difficulty, evasion, roll_check
from combatcli.rulesets.blade.weapons import Wielded, after_protection, protection, roll_damage
from combatcli.rulesets.shared.grids import within
from combatcli.rulesets.tasks import DisplayOnly
from combatcli.text import in_feet, is_number

MOUNTED = 1
FAR = 1
CLOSE = 1
MOUNTED_CHARGE = 1
CONFINED = {"middle": 1, "long": 2}
PARTS = {"hand": 1, "hands": 1, "eye": 3, "eyes": 3}
BEYOND = "beyond"


class CalledShot(Record):
    """A part that is aimed at, and how much harder that is (B24)."""

    part: str
    harder: int


class AttackRoll(Record):
    """All that an attack roll depends on, each number with its reason."""

    weapons: Wielded
    value: int
    difficulties: dict[str, int]
    increases: dict[str, int]
    bonuses: dict[str, int]
    extra: int
    protection: int
    enough: int
    """The damage after Protection from which on more is no different: all the points that the target has."""

    @property
    def difficulty(self) -> int:
        """The Difficulty that counts."""
        return difficulty(self.difficulties, self.increases)

    @property
    def needed(self) -> int:
        """What the two dice must not exceed (B20)."""
        return self.value - self.difficulty + sum(self.bonuses.values())

    @property
    def key(self) -> tuple[object, ...]:
        """What tells it from another one: all of it, what makes up the number needed by that number."""
        told_by_others = {"value", "difficulties", "increases", "bonuses", "weapons"}
        others = tuple(value for name, value in self.values().items() if name not in told_by_others)
        return self.needed, self.weapons.damage, self.weapons.has_own_damage, *others

    @property
    def reasons(self) -> list[str]:
        """What makes up the Difficulty that counts: the highest of those that compete, and what is added to it."""
        highest = max(self.difficulties, key=lambda reason: self.difficulties[reason], default="")
        return [reason for reason in (highest, *self.increases) if reason]


class AttackResult(Record):
    """An attack as it was rolled; ``damage`` is what Protection leaves of it, 0 for a miss."""

    hit: bool
    damage: int
    shown: DisplayOnly[tuple[tuple[int, ...], tuple[int, ...], int]]
    """The faces of the attack, those of the damage, and the damage as it was rolled."""


def called_shot(text: str) -> CalledShot:
    """Read PART or PART:N: hands are 1 harder, eyes 3, and whatever else the referee says (B24)."""
    part, colon, number = text.rpartition(":")
    if not colon:
        part, number = text, str(PARTS.get(text.lower(), ""))
    if not part or not is_number(number):
        hint = "Hands are 1 and eyes 3; for another part say how much harder it is, as in --called knee:2"
        raise UsageError(f"--called {text}: expected PART or PART:N", hint)
    return CalledShot(part, int(number))


def range_band(weapon: Weapon, feet: float) -> str:
    """Return how far a shot is for a weapon: close, medium, far, or beyond (B23)."""
    for band in ("close", "medium", "far"):
        limit = getattr(weapon, band)
        if limit is not None and within(feet, limit):
            return band
    return BEYOND


def shot_distance(fight: Fight, who: str, target: str, distance: float | None) -> float | None:
    """Return the feet of a shot: as said, else from the positions, else those of a melee; None if nothing tells."""
    if distance is not None:
        return distance
    feet = apart(fight.combatants[who], fight.combatants[target])
    if feet is None and target in foes(fight, who):
        return 0
    return feet


def band_of(who: str, target: str, weapons: Wielded, feet: float | None) -> str:
    """Return the band of a shot; what nobody measured is medium; RefusedError beyond all range (B23)."""
    if feet is None:
        return "medium"
    band = range_band(weapons.weapon, feet)
    if band == BEYOND:
        limits = (weapons.weapon.close, weapons.weapon.medium, weapons.weapon.far)
        furthest = max(limit for limit in limits if limit is not None)
        raise RefusedError(
            f"{target} is {in_feet(feet)} away, and {who} ({weapons.name}) reaches {furthest:g} (B23)",
            f"Move closer first: combatcli move {who} …",
        )
    return band


def competing_difficulties(fight: Fight, attacker: Combatant, target: Combatant, weapon: Weapon) -> dict[str, int]:
    """Return the Difficulties of which only the highest counts: Evasion, a horse's back, a narrow place (B22)."""
    arena = fight.arenas.get(attacker.arena or "")
    confined = fight.confined or attacker.confined or (arena is not None and (arena.confined or arena.kind == "tight"))
    tight = confined and fight.house.get("confined_length", True) is not False
    difficulties = {
        "Evasion": evasion(target.agility),
        "mounted": MOUNTED if attacker.mounted and not attacker.mount_trained else 0,
        "confined": CONFINED.get(weapon.length or "", 0) if tight else 0,
    }
    return {reason: value for reason, value in difficulties.items() if value}


def attack_roll(
    fight: Fight,
    pair: tuple[str, str],
    weapons: Wielded,
    *,
    given: tuple[int, int] = (0, 0),
    called: CalledShot | None = None,
    feet: float | None = None,
    charging: bool = False,
) -> AttackRoll:
    """Return what an attack of a pair needs and does (B27); ``given`` are the referee's own Difficulty and bonus."""
    attacker, target = fight.combatants[pair[0]], fight.combatants[pair[1]]
    band = band_of(*pair, weapons, feet) if weapons.shot else ""
    difficulties = competing_difficulties(fight, attacker, target, weapons.weapon)
    if given[0]:
        difficulties["given"] = given[0]
    increases = {"far": FAR} if band == "far" else {}
    if called is not None and called.harder:
        increases[f"called shot, {called.part}"] = called.harder
    bonuses = {"close": CLOSE if band == "close" else 0, "given": given[1]}
    mounted_charge = charging and attacker.mounted and state.deeds(attacker).charged == pair[1]
    return AttackRoll(
        weapons=weapons,
        value=getattr(attacker, weapons.attribute),
        difficulties=difficulties,
        increases=increases,
        bonuses={reason: value for reason, value in bonuses.items() if value},
        extra=MOUNTED_CHARGE if mounted_charge else 0,
        protection=protection(target.armor, weapons.weapon),
        enough=state.stamina(target) + state.health(target),
    )


def roll_attack(source: Source, attack: AttackRoll) -> AttackResult:
    """Roll an attack, and on a hit its damage (B20, B40, B41)."""
    rolled = roll_check(source, attack.needed)
    if not rolled.success:
        return AttackResult(hit=False, damage=0, shown=DisplayOnly((tuple(rolled.faces), (), 0)))
    source.purpose = f"the damage of {source.purpose}"
    damage, faces = roll_damage(source, attack.weapons, attack.enough + attack.protection)
    reduced = after_protection(damage + attack.extra, attack.protection)
    return AttackResult(hit=True, damage=reduced, shown=DisplayOnly((tuple(rolled.faces), faces, damage)))
