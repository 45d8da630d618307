"""Who touches whom: two camps, the pairs of them that touch or would cross (P1–P3), and what each is by that (P4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from combatcli.records import Record
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


def maximum_matching(graph: Graph) -> dict[int, int]:
    """Return who is matched with whom, both ways, in a matching as large as there is, by augmenting paths.

    Say mira touches both orcs and is matched with orc1, and tomas touches orc1 alone. A search from tomas comes to
    orc1, from him to his mate mira, and from her to orc2, who has no mate. That is an augmenting path: tomas is matched
    with orc1, and mira with orc2. Where no path is left, the matching is as large as there is.
    """
    mate: dict[int, int] = {}
    for member, camp in enumerate(graph.camps):
        if camp == 1:
            _augment(graph, mate, member)
    return mate


def _augment(graph: Graph, mate: dict[int, int], start: int) -> None:
    """Match one member more, and others anew, along a shortest augmenting path; change nothing if there is none."""
    came_from: dict[int, int] = {}
    unseen = set(range(len(graph.camps)))
    queue = [start]
    for member in queue:  # grows as it is gone through
        for other in graph.touching[member] & unseen:
            unseen.discard(other)
            came_from[other] = member
            if other not in mate:
                _match_along(came_from, mate, other)
                return
            queue.append(mate[other])


def _match_along(came_from: dict[int, int], mate: dict[int, int], end: int) -> None:
    """Match each on an augmenting path with the one they were reached from."""
    free: int | None = end
    while free is not None:
        member = came_from[free]
        before = mate.get(member)
        mate[member], mate[free] = free, member
        free = before


class Roles(Record):
    """What everybody is in each least pairing (P4): extra, outnumbered, or else one to one.

    ``mate`` is a maximum matching, both ways.
    """

    extra: frozenset[int]
    outnumbered: frozenset[int]
    mate: dict[int, int]


def roles_of(graph: Graph) -> Roles:
    """Return what everybody is: the Gallai–Edmonds decomposition, by alternating paths.

    Whoever is unmatched is extra. Whom an extra member touches is outnumbered, and the mate of that one is extra too,
    as another maximum matching leaves the mate out instead. Say orc1 is matched with mira and orc2 with nobody, and
    both touch mira alone: mira is outnumbered, and both orcs are extra.
    """
    mate = maximum_matching(graph)
    outnumbered: set[int] = set()
    extra = [member for member, others in enumerate(graph.touching) if others and member not in mate]
    for member in extra:  # grows as it is gone through
        for other in graph.touching[member] - outnumbered:
            outnumbered.add(other)
            extra.append(mate[other])
    return Roles(frozenset(extra), frozenset(outnumbered), mate)
