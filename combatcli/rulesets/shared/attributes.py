"""Attributes by their names, for games in which each is a key of its own."""

from __future__ import annotations

from collections.abc import Callable, Collection

from combatcli.encounter.schema import Member
from combatcli.errors import UsageError, nearest


def attribute_reader(game: str, names: Collection[str]) -> Callable[[Member, str], int]:
    """Return what reads an attribute off a combatant; it raises UsageError if the game has none of a name."""

    def attribute(combatant: Member, name: str) -> int:
        if name not in names:
            raise UsageError(f'{game} has no attribute "{name}"', nearest(name, names))
        value: int = getattr(combatant, name)
        return value

    return attribute
