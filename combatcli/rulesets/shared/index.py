"""Combatants grouped by what they have in common, computed once per state of the combatants."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Generic, TypeVar

from combatcli.encounter.schema import Encounter

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
        self._fight = Encounter(ruleset="")
        self._marks: dict[str, tuple[Sequence[K], int]] = {}
        self._groups: dict[K, list[Entry]] = {}

    def groups(self, fight: Encounter) -> Mapping[K, Sequence[Entry]]:
        """Return the entries of each key that somebody has."""
        before = self._fight
        if fight.combatants is before.combatants and fight.house == before.house:
            return self._groups
        same = fight.house == before.house and [*fight.combatants] == [*before.combatants]
        marks = {}
        for who in fight.ids_changed_since(before) if same else fight.combatants:
            combatant = fight.combatants[who]
            marks[who] = self._keys(fight, combatant), self._rank(combatant)
        if not (same and marks.items() <= self._marks.items()):
            self._marks = {**self._marks, **marks} if same else marks
            groups: dict[K, list[Entry]] = {}
            for number, (who, (own, rank)) in enumerate(self._marks.items()):
                for key in own:
                    groups.setdefault(key, []).append((rank, number, who))
            self._groups = {key: sorted(entries) for key, entries in groups.items()}
        self._fight = fight
        return self._groups

    def ids_of(self, fight: Encounter, key: K) -> list[str]:
        """Return the ids of the combatants with a key."""
        return [who for _, _, who in self.groups(fight).get(key, ())]
