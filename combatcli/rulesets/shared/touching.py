"""Who is within whose reach: in one arena, engaged with one another."""

from __future__ import annotations

from collections.abc import Callable

from combatcli.encounter.schema import Encounter, Member


def in_one_arena(one: Member, other: Member) -> bool:
    """Tell whether two are in one arena; who is placed nowhere is wherever it is needed."""
    return one.arena is None or other.arena is None or one.arena == other.arena


def naming(fight: Encounter, who: str) -> list[str]:
    """Return who names somebody as engaged, in the file's order."""
    return [name for name, each in fight.combatants.items() if who in each.engaged]


def engaged_with(fight: Encounter, who: str, stands: Callable[[str], bool]) -> list[str]:
    """Return those that someone is engaged with and who stand: whom they name first, then those who name them.

    One side's mention is enough. The latter come by their names, so that the file's order decides nothing.
    """
    named = dict.fromkeys([*fight.combatants[who].engaged, *sorted(naming(fight, who))])
    return [name for name in named if name != who and stands(name)]
