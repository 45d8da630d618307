"""Two dice, not above an attribute (B20–B22): Difficulties of which one counts, and the two that no number changes."""

from __future__ import annotations

from typing import NamedTuple

from combatcli.dice.notation import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from combatcli.dice.rolling.sources import Source

TWO_DICE = parse("2d6").tree
ALWAYS = 2
NEVER = 12


class Check(NamedTuple):
    """Two dice that were rolled under a number."""

    faces: tuple[int, ...]
    total: int
    success: bool


def evasion(agility: int) -> int:
    """Return the Difficulty of hitting someone: 0 up to Agility 8, 1 from 9, 2 at 12 (B20)."""
    return 0 if agility <= 8 else 1 if agility <= 11 else 2


def difficulty(competing: Mapping[str, int], increases: Mapping[str, int]) -> int:
    """Return the Difficulty that counts: the highest of several, and on top of it what increases it (B22)."""
    return max(competing.values(), default=0) + sum(increases.values())


def under(total: int, needed: int) -> bool:
    """Tell whether a roll succeeds: not above what is needed; a 2 always does, and a 12 never (B21)."""
    return total == ALWAYS or (total <= needed and total != NEVER)


def check(source: Source, needed: int) -> Check:
    """Roll two dice under a number (B20)."""
    rolled = source.total(TWO_DICE)
    return Check(rolled.faces, rolled.total, under(rolled.total, needed))
