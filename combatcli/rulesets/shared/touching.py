"""Who is in reach of whom: in one arena, or engaged with one another."""

from collections.abc import Callable

from combatcli.encounter.schema import Encounter, Member


def may_share_arena(one: Member, other: Member) -> bool:
    """Tell whether two are in one arena; a combatant without an arena is in any."""
    return one.arena is None or other.arena is None or one.arena == other.arena


def engaged_with(fight: Encounter, who: str, stands: Callable[[str], bool]) -> list[str]:
    """Return the standing combatants that one is engaged with: those they name first, then those who name them.

    A mention on one side is enough. The latter come by name, so that the file's order decides nothing.
    """
    naming = [name for name, each in fight.combatants.items() if who in each.engaged]
    named = [*fight.combatants[who].engaged, *sorted(naming)]
    return [name for name in dict.fromkeys(named) if name != who and stands(name)] if named else []
