"""Who touches whom: two camps, and the pairs of them that touch or would cross (P1–P3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from combatcli.voice import Subject

Pair = tuple[int, int]
"""Somebody of camp 1 and somebody of camp 2, by their numbers in the file's order."""


class Graph:
    """Members by their numbers, in the file's order: their names, their camps, and whom of the other camp they touch.

    ``crossing`` leads from a pair to the one that it would cross. ``beneath`` has those beneath contempt, ``many`` the
    groups.
    """

    def __init__(
        self,
        names: Sequence[str],
        camps: Sequence[int],
        touching: Iterable[Iterable[int]],
        crossing: Mapping[Pair, Pair] | None = None,
        beneath: Iterable[int] = (),
        many: Iterable[int] = (),
    ) -> None:
        self.names = tuple(names)
        self.numbers = {name: number for number, name in enumerate(self.names)}
        self.camps = tuple(camps)
        self.touching = tuple(map(frozenset, touching))
        self.crossing = crossing or {}
        self.beneath = frozenset(beneath)
        self.many = frozenset(many)

    def pair(self, one: int, other: int) -> Pair:
        """Return two as a pair: camp 1, camp 2."""
        return (one, other) if self.camps[one] == 1 else (other, one)

    def subject(self, one: int) -> Subject:
        """Return somebody as a sentence names them."""
        return Subject(self.names[one], many=one in self.many)

    def named(self, pair: Pair) -> list[str]:
        """Return a pair by names."""
        return [self.names[pair[0]], self.names[pair[1]]]

    def touch(self, one: int, other: int) -> bool:
        """Return whether two touch."""
        return other in self.touching[one]

    def chains(self) -> list[list[int]]:
        """Return the connected components (Q30), each in the file's order; who touches nobody is in none."""
        unseen = {member for member, others in enumerate(self.touching) if others}
        chains = []
        while unseen:
            chain = [unseen.pop()]
            for member in chain:  # grows as it is gone through
                reached = self.touching[member] & unseen
                unseen -= reached
                chain += reached
            chains.append(sorted(chain))
        return sorted(chains)
