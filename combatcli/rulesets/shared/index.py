"""Who of a fight has what in common: found out once for each state of the combatants."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Generic, TypeVar

from combatcli.encounter.schema import Encounter, Member

Entry = tuple[int, int, str]
"""The rank of somebody, their place in the file, and their id."""
K = TypeVar("K", bound=Hashable)


class Index(Generic[K]):
    """The combatants by the keys that each has, those of one key by their rank and then as in the file.

    ``keys`` may ask a fight for its house rules and for the combatant's own values alone.
    """

    def __init__(self, keys: Callable[..., Sequence[K]], rank: Callable[..., int] = lambda _: 0) -> None:
        self._keys = keys
        self._rank = rank
        self._house: Mapping[str, object] = {}
        self._combatants: Mapping[str, Member] = {}
        self._known: dict[str, tuple[Member, Sequence[K], int]] = {}
        self._groups: dict[K, list[Entry]] = {}

    def groups(self, fight: Encounter) -> Mapping[K, Sequence[Entry]]:
        """Return the entries of those who have each key that anybody has."""
        if fight.combatants is not self._combatants or fight.house != self._house:
            groups: dict[K, list[Entry]] = {}
            before = self._known if fight.house == self._house else {}
            self._known = {}
            for number, (who, each) in enumerate(fight.combatants.items()):
                known = before.get(who)
                if known is None or known[0] is not each:
                    known = (each, self._keys(fight, each), self._rank(each))
                self._known[who] = known
                for key in known[1]:
                    groups.setdefault(key, []).append((known[2], number, who))
            self._groups = {key: sorted(entries) for key, entries in groups.items()}
            self._house, self._combatants = fight.house, fight.combatants
        return self._groups

    def of(self, fight: Encounter, key: K) -> list[str]:
        """Return who has a key."""
        return [who for _, _, who in self.groups(fight).get(key, ())]
