"""Who is another in one state of a fight than in another."""

from __future__ import annotations

from collections.abc import Mapping


def changed(combatants: Mapping[str, object], before: Mapping[str, object]) -> list[str]:
    """Return who is another than before, or is new, in the order of the combatants."""
    if combatants is before:
        return []
    return [who for who, combatant in combatants.items() if before.get(who) is not combatant]
