"""Combatants grouped by what they have in common, computed once per state of the combatants."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Generic, TypeVar

from combatcli.encounter.schema import Encounter, Member

Entry = tuple[int, int, str]
"""A combatant's rank, place in the file, and id."""
K = TypeVar("K", bound=Hashable)


class Index(Generic[K]):
    """The combatants by key, within one key by rank and then in the file's order.

    ``keys`` may read the fight's house rules and the combatant's own values, and nothing else.
    """

    def __init__(self, keys: Callable[..., Sequence[K]], rank: Callable[..., int] = lambda _: 0) -> None:
        self._keys = keys
        self._rank = rank
        self._house: Mapping[str, object] = {}
        self._combatants: Mapping[str, Member] = {}
        self._known: dict[str, tuple[Member, tuple[Sequence[K], int]]] = {}
        self._marks: list[tuple[str, tuple[Sequence[K], int]]] = []
        self._groups: dict[K, list[Entry]] = {}

    def groups(self, fight: Encounter) -> Mapping[K, Sequence[Entry]]:
        """Return the entries of each key that somebody has."""
        if fight.combatants is not self._combatants or fight.house != self._house:
            before = self._known if fight.house == self._house else {}
            self._known = {
                who: before[who]
                if who in before and before[who][0] is each
                else (each, (self._keys(fight, each), self._rank(each)))
                for who, each in fight.combatants.items()
            }
            marks = [(who, mark) for who, (_, mark) in self._known.items()]
            if marks != self._marks:
                self._marks, self._groups = marks, _entries_by_key(marks)
            self._house, self._combatants = fight.house, fight.combatants
        return self._groups

    def ids_of(self, fight: Encounter, key: K) -> list[str]:
        """Return the ids of the combatants with a key."""
        return [who for _, _, who in self.groups(fight).get(key, ())]


def _entries_by_key(marks: Sequence[tuple[str, tuple[Sequence[K], int]]]) -> dict[K, list[Entry]]:
    groups: dict[K, list[Entry]] = {}
    for number, (who, (keys, rank)) in enumerate(marks):
        for key in keys:
            groups.setdefault(key, []).append((rank, number, who))
    return {key: sorted(entries) for key, entries in groups.items()}
