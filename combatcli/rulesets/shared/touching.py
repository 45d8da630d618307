"""Who is within whose reach: in one arena, engaged with one another."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from combatcli.encounter.schema import Encounter, Member


def in_one_arena(one: Member, other: Member) -> bool:
    """Tell whether two are in one arena; who is placed nowhere is wherever it is needed."""
    return one.arena is None or other.arena is None or one.arena == other.arena


_latest: list[tuple[Mapping[str, Member], Mapping[str, Sequence[str]]]] = []
"""Who names whom among the combatants that were asked about last: one look through them serves all of a screen."""


def _engaging(combatants: Mapping[str, Member]) -> Mapping[str, Sequence[str]]:
    """Return by each who is named as engaged those who name them."""
    if _latest and _latest[0][0] is combatants:
        return _latest[0][1]
    found: dict[str, list[str]] = {}
    for name, each in combatants.items():
        for other in dict.fromkeys(each.engaged):
            found.setdefault(other, []).append(name)
    _latest[:] = [(combatants, found)]
    return found


def engaged_with(fight: Encounter, who: str, stands: Callable[[str], bool]) -> list[str]:
    """Return those that someone is engaged with and who stand: whom they name first, then those who name them.

    One side's mention is enough. The latter come by their names, so that the file's order decides nothing.
    """
    own = fight.combatants[who].engaged
    others = sorted(name for name in _engaging(fight.combatants).get(who, ()) if name not in own)
    return [name for name in dict.fromkeys([*own, *others]) if name != who and stands(name)]
