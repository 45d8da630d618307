"""Sides: who fights for whom."""

from combatcli.encounter.schema import SIDES, Member


def side_of(combatant: Member) -> str:
    """Return the combatant's side; by default the players are one side and all others another."""
    return combatant.side or SIDES[not combatant.player]


def are_allies(one: Member, other: Member) -> bool:
    """Tell whether two fight for one side."""
    return side_of(one) == side_of(other)


def are_enemies(one: Member, other: Member) -> bool:
    """Tell whether two fight for different sides."""
    return side_of(one) != side_of(other)
