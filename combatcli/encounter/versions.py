"""Who is another in one state of a fight than in another; between the last ones without a look at everybody."""

from __future__ import annotations

from itertools import compress
from operator import is_not

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    Combatants = Mapping[str, object]

FEW = 50
"""Of so many combatants at most it is sooner seen than remembered who is another."""
MOST = 100
"""So many changes are remembered at most; the oldest goes with each new one, so that memory stays flat."""
_latest: dict[int, tuple[Combatants, Combatants, str]] = {}
"""By the identity of combatants themselves, those that they were made of, and who of them is another."""


def note_change(after: Combatants, before: Combatants, who: str) -> None:
    """Remember that combatants are those before, but for one of them."""
    if len(after) <= FEW:
        return
    if len(_latest) >= MOST:
        del _latest[next(iter(_latest))]
    # What is remembered stays alive, so that nothing else gets its identity.
    _latest[id(after)] = after, before, who


def changed(combatants: Combatants, before: Combatants) -> list[str]:
    """Return who is another than before, or is new, in the order of the combatants."""
    names = changed_among_same(combatants, before)
    if names is None:
        return [who for who, combatant in combatants.items() if before.get(who) is not combatant]
    return [who for who in combatants if who in names] if len(names) > 1 else [*names]


def changed_among_same(combatants: Combatants, before: Combatants) -> set[str] | None:
    """Return who is another than before; None where others are in the fight, or in another order."""
    if combatants is before:
        return set()
    names = _remembered(combatants, before) if len(combatants) > FEW else None
    if names is not None:
        return {who for who in names if combatants[who] is not before[who]}
    if [*combatants] != [*before]:
        return None
    # Both go through the same names, and what did not change is the same object: nothing is compared by value.
    return {*compress(combatants, map(is_not, combatants.values(), before.values()))}


def _remembered(combatants: Combatants, before: Combatants) -> set[str] | None:
    """Return who was changed on the way from one to the other, by what both were made of; None if that is unknown."""
    here, there = combatants, before
    names: list[str] = []
    more: list[str] = []
    passed = {id(here): 0}
    while here is not before and id(here) in _latest:
        _, here, who = _latest[id(here)]
        names.append(who)
        passed[id(here)] = len(names)
    while id(there) not in passed and id(there) in _latest:
        _, there, who = _latest[id(there)]
        more.append(who)
    return {*names[: passed[id(there)]], *more} if id(there) in passed else None
