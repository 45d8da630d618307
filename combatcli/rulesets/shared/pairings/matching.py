"""A maximum matching, and what it says of everybody (P4): extra, outnumbered, or one to one."""

from __future__ import annotations

from collections import deque

from combatcli.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

    from combatcli.rulesets.shared.pairings.graph import Graph


class Roles(Record):
    """What everybody is in each least pairing (P4), by number.

    Who is ``extra`` has one pair, with somebody ``outnumbered``; all others stand one to one, as in ``mate``.
    """

    extra: frozenset[int]
    outnumbered: frozenset[int]
    mate: dict[int, int]

    def of(self, member: int) -> str:
        """Return a member's role in a word."""
        return "extra" if member in self.extra else "outnumbered" if member in self.outnumbered else "one to one"

    def fit(self, one: int, other: int) -> bool:
        """Tell whether some least pairing may pair two who touch: extra with outnumbered, or two one to one."""
        return MATES[self.of(one)] == self.of(other)


MATES = {"extra": "outnumbered", "outnumbered": "extra", "one to one": "one to one"}


class Untried:
    """Whom a search has not reached yet; a block gives up each of its members once, so that it costs no more than they.

    With ``roles`` only those are reached whom a least pairing may pair with who reaches them; ``barred`` pairs never.
    """

    def __init__(self, graph: Graph, roles_: Roles | None = None, barred: Container[tuple[int, int]] = ()) -> None:
        self.graph = graph
        self.roles = roles_
        self.barred = barred
        self.seen: set[int] = set()
        self._left: dict[tuple[int, int, str], deque[int]] = {}

    def reach(self, member: int, but: int = -1) -> Iterator[int]:
        """Go through those whom a member touches, but for one, and nobody has reached yet; now they are reached."""
        roles_, seen = self.roles, self.seen
        for other in self.graph.beside[member]:
            fits = roles_ is None or roles_.fit(member, other)
            if fits and other != but and other not in seen and (member, other) not in self.barred:
                seen.add(other)
                yield other
        for number in self.graph.blocks_of[member]:
            left, put_back = self._left_in(number, member), False
            while left:
                other = left.pop()
                if other == but:
                    if put_back:
                        left.append(other)
                        break
                    left.appendleft(other)
                    put_back = True
                elif other not in seen:
                    seen.add(other)
                    yield other

    def _left_in(self, block: int, member: int) -> deque[int]:
        """Return who of a block is not reached yet, the first of them last."""
        role = self.roles.of(member) if self.roles is not None else ""
        key = block, self.graph.camps[member], role
        if key not in self._left:
            others = self.graph.blocks[block].members[3 - self.graph.camps[member]]
            if self.roles is not None:
                others = tuple(other for other in others if self.roles.fit(member, other))
            self._left[key] = deque(reversed(others))
        return self._left[key]


def maximum_matching(graph: Graph, members: Sequence[int]) -> dict[int, int]:
    """Return who is matched with whom in a matching as large as there is, both ways."""
    mate: dict[int, int] = {}
    first = [member for member in members if graph.camps[member] == 1]
    for member in first:
        free = next((other for other in graph.others(member) if other not in mate), None)
        if free is not None:
            mate[member], mate[free] = free, member
    progress = True
    while progress:
        progress = False
        untried = Untried(graph)
        for member in first:
            if member not in mate and _augment(mate, untried, member):
                progress = True
    return mate


def _augment(mate: dict[int, int], untried: Untried, start: int) -> bool:
    """Match one more, if a way of changes leads to somebody free."""
    came: dict[int, int] = {}
    stack = [start]
    while stack:
        member = stack.pop()
        for other in untried.reach(member):
            came[other] = member
            if other not in mate:
                _exchange_along(mate, came, other)
                return True
            stack.append(mate[other])
    return False


def _exchange_along(mate: dict[int, int], came: dict[int, int], end: int) -> None:
    """Match each on a way with who reached them."""
    free: int | None = end
    while free is not None:
        member = came[free]
        before = mate.get(member)
        mate[member], mate[free] = free, member
        free = before


def roles(graph: Graph, members: Sequence[int]) -> Roles:
    """Return what everybody of a chain is: a maximum matching tells it of all of them (Gallai–Edmonds)."""
    mate = maximum_matching(graph, members)
    extra: set[int] = set()
    outnumbered: set[int] = set()
    for camp in (1, 2):
        left_out = [member for member in members if member not in mate and graph.camps[member] == camp]
        untried = Untried(graph)
        for member in left_out:  # grows by those for whom they could be exchanged
            for other in untried.reach(member):
                outnumbered.add(other)
                left_out.append(mate[other])
        extra.update(left_out)
    return Roles(frozenset(extra), frozenset(outnumbered), mate)
