"""The types of energy (E0), as the table says them."""

from __future__ import annotations

from typing import get_args

from combatcli.errors import UsageError, nearest
from combatcli.rulesets.beacon.schema import Energy

TYPES: tuple[str, ...] = get_args(Energy)


def types_of(words: str | None) -> list[str]:
    """Return types of damage; UsageError names the nearest (E0, E33)."""
    types = (words or "kinetic").casefold().split(",")
    for word in types:
        if word not in TYPES:
            raise UsageError(f"--type {word}: there is no such energy", nearest(word, TYPES))
    return types
