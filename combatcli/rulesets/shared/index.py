"""Who of a fight has what in common: found out once, and from one state of the fight to the next what has changed."""

from __future__ import annotations

from bisect import bisect_left, insort
from typing import Generic, TypeVar

from combatcli.encounter.versions import changed_among_same

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence

    from combatcli.encounter.schema import Encounter, Member

    Entry = tuple[int, int, str]
    """The rank of somebody, their place in the file, and their id."""

K = TypeVar("K", bound="Hashable")

FEW = 16
"""Of so many at most all are looked at."""


class Index(Generic[K]):
    """The combatants by the keys that each has, those of one key by their rank and then as in the file.

    ``keys`` may ask a fight for its house rules and its combatants' own values alone. It holds for the fight that is
    asked about, whatever was asked before: what it returns is to be read before it is asked about another one.
    """

    def __init__(self, keys: Callable[..., Sequence[K]], rank: Callable[..., int] | None = None) -> None:
        self._keys = keys
        self._rank = rank
        self._house: Mapping[str, object] = {}
        self._combatants: Mapping[str, Member] = {}
        self._groups: dict[K, list[Entry]] = {}
        self._entries: dict[str, tuple[Sequence[K], Entry]] = {}

    def groups(self, fight: Encounter) -> Mapping[K, Sequence[Entry]]:
        """Return the entries of those who have each key that anybody has."""
        if fight.combatants is not self._combatants or fight.house != self._house:
            self._follow(fight)
        return self._groups

    def of(self, fight: Encounter, key: K) -> list[str]:
        """Return who has a key."""
        if self._rank is None and len(fight.combatants) <= FEW:
            return [who for who, each in fight.combatants.items() if key in self._keys(fight, each)]
        return [who for _, _, who in self.groups(fight).get(key, ())]

    def _follow(self, fight: Encounter) -> None:
        combatants = fight.combatants
        known = changed_among_same(combatants, self._combatants) if fight.house == self._house else None
        if known is None:
            self._groups.clear()
            self._entries = {who: ((), (0, number, who)) for number, who in enumerate(combatants)}
        # Before anything is asked of it, so that it is built anew should a rule refuse to answer.
        self._house, self._combatants = {}, {}
        for who in combatants if known is None else known:
            keys, entry = self._entries[who]
            now, rank = self._keys(fight, combatants[who]), self._rank(combatants[who]) if self._rank else 0
            if now == keys and rank == entry[0]:
                continue
            for key in keys:
                self._remove(key, entry)
            entry = rank, entry[1], who
            for key in now:
                insort(self._groups.setdefault(key, []), entry)
            self._entries[who] = now, entry
        self._house, self._combatants = fight.house, combatants

    def _remove(self, key: K, entry: Entry) -> None:
        group = self._groups[key]
        del group[bisect_left(group, entry)]
        if not group:
            del self._groups[key]


def those_who(test: Callable[..., object]) -> Callable[[Encounter], list[str]]:
    """Return what tells who passes a test of the fight's house rules and of their own values, in the file's order."""
    index = Index(lambda fight, each: (bool(test(fight, each)),))
    return lambda fight: (
        [who for who, each in fight.combatants.items() if test(fight, each)]
        if len(fight.combatants) <= FEW
        else [who for _, _, who in index.groups(fight).get(True, ())]
    )
