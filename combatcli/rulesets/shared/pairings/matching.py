"""A maximum bipartite matching, by augmenting paths, and what it says of everybody (P4).

Everybody is extra, outnumbered, or one to one: the three parts of the Gallai–Edmonds decomposition.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Container, Iterator, Sequence

from combatcli.records import Record
from combatcli.rulesets.shared.pairings.graph import Graph


class Roles(Record):
    """What everybody is in each least pairing (P4), by number.

    Who is ``extra`` has one pair, with somebody ``outnumbered``; all others stand one to one. ``mate`` is a maximum
    matching, both ways.
    """

    extra: frozenset[int]
    outnumbered: frozenset[int]
    mate: dict[int, int]

    def of(self, member: int) -> str:
        """Return a member's role in a word."""
        return "extra" if member in self.extra else "outnumbered" if member in self.outnumbered else "one to one"

    def fit(self, one: int, other: int) -> bool:
        """Return whether some least pairing may pair two who touch: extra with outnumbered, or two one to one."""
        return MATES[self.of(one)] == self.of(other)


MATES = {"extra": "outnumbered", "outnumbered": "extra", "one to one": "one to one"}


class Unvisited:
    """Whom a search has not visited yet; ``seen`` are those it has. A block costs no more than it has members.

    Each member of a block is taken from its queue once, whoever visits. With ``roles_`` only those are visited whom a
    least pairing may pair with the visitor. ``forbidden`` has the (visitor, visited) that are left out; no two of one
    block may be in it.
    """

    def __init__(self, graph: Graph, roles_: Roles | None = None, forbidden: Container[tuple[int, int]] = ()) -> None:
        self.graph = graph
        self.roles = roles_
        self.forbidden = forbidden
        self.seen: set[int] = set()
        self._queues: dict[tuple[int, int, str], deque[int]] = {}

    def reach(self, member: int, but: int = -1) -> Iterator[int]:
        """Yield whom a member touches and nobody has visited yet, but for ``but``; they are visited from then on."""
        roles_, seen = self.roles, self.seen
        for other in self.graph.beside[member]:
            fits = roles_ is None or roles_.fit(member, other)
            if fits and other != but and other not in seen and (member, other) not in self.forbidden:
                seen.add(other)
                yield other
        for number in self.graph.blocks_of[member]:
            queue, put_back = self._queue(number, member), False
            while queue:
                other = queue.pop()
                if other == but:
                    if put_back:
                        queue.append(other)
                        break
                    queue.appendleft(other)
                    put_back = True
                elif other not in seen:
                    seen.add(other)
                    yield other

    def _queue(self, block: int, member: int) -> deque[int]:
        """Return whom of a block a member may still visit, the first of them last."""
        role = self.roles.of(member) if self.roles is not None else ""
        key = block, self.graph.camps[member], role
        if key not in self._queues:
            others = self.graph.blocks[block][3 - self.graph.camps[member]]
            if self.roles is not None:
                others = tuple(other for other in others if self.roles.fit(member, other))
            self._queues[key] = deque(reversed(others))
        return self._queues[key]


def maximum_matching(graph: Graph, members: Sequence[int]) -> dict[int, int]:
    """Return who is matched with whom, both ways, in a matching as large as there is.

    A greedy matching first, then augmenting paths, in rounds of searches that share what they have visited.
    """
    mate: dict[int, int] = {}
    camp_1 = [member for member in members if graph.camps[member] == 1]
    for member in camp_1:
        free = next((other for other in graph.others(member) if other not in mate), None)
        if free is not None:
            mate[member], mate[free] = free, member
    progress = True
    while progress:
        progress = False
        unvisited = Unvisited(graph)
        for member in camp_1:
            if member not in mate and _augment(mate, unvisited, member):
                progress = True
    return mate


def _augment(mate: dict[int, int], unvisited: Unvisited, start: int) -> bool:
    """Match one member more along an augmenting path, by a search in depth; False if there is none."""
    reached_from: dict[int, int] = {}
    stack = [start]
    while stack:
        member = stack.pop()
        for other in unvisited.reach(member):
            reached_from[other] = member
            if other not in mate:
                _flip(mate, reached_from, other)
                return True
            stack.append(mate[other])
    return False


def _flip(mate: dict[int, int], reached_from: dict[int, int], end: int) -> None:
    """Match each on an augmenting path with who reached them."""
    free: int | None = end
    while free is not None:
        member = reached_from[free]
        before = mate.get(member)
        mate[member], mate[free] = free, member
        free = before


def roles(graph: Graph, members: Sequence[int]) -> Roles:
    """Return what everybody of a chain is (Gallai–Edmonds).

    Extra are those whom some maximum matching leaves out: by one matching, those reached from its unmatched members by
    alternating paths of even length. Outnumbered are whom an extra member touches.
    """
    mate = maximum_matching(graph, members)
    extra: set[int] = set()
    outnumbered: set[int] = set()
    for camp in (1, 2):
        unmatched = [member for member in members if member not in mate and graph.camps[member] == camp]
        unvisited = Unvisited(graph)
        for member in unmatched:  # grows by those who could be unmatched instead
            for other in unvisited.reach(member):
                outnumbered.add(other)
                unmatched.append(mate[other])
        extra.update(unmatched)
    return Roles(frozenset(extra), frozenset(outnumbered), mate)
