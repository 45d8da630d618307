"""The combatants who differ between two states of a fight."""

from __future__ import annotations

from collections.abc import Mapping


def changed(combatants: Mapping[str, object], before: Mapping[str, object]) -> list[str]:
    """Return the ids of changed and new combatants, in order."""
    if combatants is before:
        return []
    return [who for who, combatant in combatants.items() if before.get(who) is not combatant]
