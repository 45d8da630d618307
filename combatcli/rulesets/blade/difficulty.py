"""Two dice, not above an attribute (B20, B21), and what makes an attack harder or easier (B20, B22–B24, B27, B28)."""

from __future__ import annotations

from combatcli.dice.rolling.roll import roll_total
from combatcli.dice.rolling.sources import Source
from combatcli.dice.tree import plain_dice
from combatcli.errors import UsageError
from combatcli.rulesets.blade.schema import Combatant, Fight, Weapon
from combatcli.rulesets.shared.grids import within
from combatcli.rulesets.tasks import DisplayOnly
from combatcli.text import is_number

TWO_DICE = plain_dice(2, 6)
ALWAYS = 2
NEVER = 12
EVASION = {9: 1, 12: 2}
"""The Difficulty of hitting someone, from which Agility on (B20)."""
MOUNTED = 1
FAR = 1
CLOSE = 1
CONFINED = {"middle": 1, "long": 2}
PARTS = {"hand": 1, "hands": 1, "eye": 3, "eyes": 3}
BEYOND = "beyond"


def roll_under(source: Source, needed: int) -> tuple[bool, bool, DisplayOnly[tuple[int, ...]]]:
    """Roll two dice under a number (B20): a 2 always succeeds, and a 12 never (B21).

    Return whether they succeed, whether they show the 12 that no number helps, and the faces.
    """
    rolled = roll_total(TWO_DICE, source)
    never = rolled.total == NEVER
    success = rolled.total == ALWAYS or (rolled.total <= needed and not never)
    return success, never, DisplayOnly(rolled.faces)


def evasion(agility: int) -> int:
    """Return the Difficulty of hitting someone by their Agility (B20)."""
    return max([value for least, value in EVASION.items() if agility >= least], default=0)


def called_shot(text: str) -> tuple[str, int]:
    """Read PART or PART:N, and how much harder it is: hands 1, eyes 3, others as the referee says (B24)."""
    part, colon, number = text.rpartition(":")
    if not colon:
        part, number = text, str(PARTS.get(text.lower(), ""))
    if not part or not is_number(number):
        hint = "Hands are 1 and eyes 3; for another part say how much harder it is, as in --called knee:2"
        raise UsageError(f"--called {text}: expected PART or PART:N", hint)
    return part, int(number)


def range_band(weapon: Weapon, feet: float | None) -> str:
    """Return how far a shot is for a weapon: close, medium, far, or beyond; medium if nobody measured it (B23)."""
    if feet is None:
        return "medium"
    for band in ("close", "medium", "far"):
        limit = getattr(weapon, band)
        if limit is not None and within(feet, limit):
            return band
    return BEYOND


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
