"""One legal pairing, and how it is turned into others without losing anybody (P3).

In a least pairing each extra member has one pair, and so has each who stands one to one. Of two one to one, the one of
camp 1 and each extra are the *assigned* members; whom they are assigned to are their *partners*. An outnumbered partner
has a load of one or more, any other of one. Whatever is changed, as many pairs remain, and as few on those beneath
contempt. The changes are augmenting paths, as in bipartite matching: one member takes another partner, who passes on
a member to the next, until the first one's old partner has somebody again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Sequence

from combatcli.rulesets.shared.pairings.graph import Graph, Pair
from combatcli.rulesets.shared.pairings.matching import Unvisited, roles

Exchange = Callable[["Assignment", int, int], bool]


def any_exchange(assignment: Assignment, gains: int, loses: int) -> bool:
    """Return True: whoever has more than one pair may lose one."""
    return True


def even_exchange(assignment: Assignment, gains: int, loses: int) -> bool:
    """Return whether the pairing stays as even as it was if one partner gains a pair and the other loses one (P6)."""
    return len(assignment.loads[gains]) + 1 == len(assignment.loads[loses])


def no_exchange(assignment: Assignment, gains: int, loses: int) -> bool:
    """Return False: everybody keeps as many pairs as they have."""
    return False


class Assignment:
    """A legal pairing of a chain: ``assigned_to`` has the partner of each assigned member, all by their numbers.

    ``loads`` has the members assigned to each partner. ``fixed`` are the members whose partner may not change,
    ``forbidden`` the (member, partner) that may not come in. Pairs may cross between two changes (P3 c); call
    ``remove_crossings`` before reading them.
    """

    def __init__(self, graph: Graph, members: Sequence[int]) -> None:
        self.graph = graph
        self.members = list(members)
        self.roles = roles(graph, members)
        self.fixed: set[int] = set()
        self.forbidden: set[tuple[int, int]] = set()
        self.assigned = [member for member in members if self.is_assigned(member)]
        self.loads: dict[int, list[int]] = {member: [] for member in members if not self.is_assigned(member)}
        self.assigned_to: dict[int, int] = {}
        for member in sorted(self.assigned, key=lambda member: member not in self.roles.mate):
            self.assign(member, self.roles.mate.get(member, self._least_loaded(member)))
        self._spare_those_beneath_contempt()
        self.remove_crossings()

    def is_assigned(self, member: int) -> bool:
        """Return whether a member is one who is assigned: extra, or of camp 1 in a pair one to one."""
        role = self.roles.of(member)
        return role == "extra" or (role == "one to one" and self.graph.camps[member] == 1)

    def partners_of(self, member: int) -> list[int]:
        """Return with whom some least pairing might pair a member, in the file's order."""
        return sorted({other for other in self.graph.others(member) if self.roles.fit(member, other)})

    def as_assignment(self, pair: Pair) -> tuple[int, int] | None:
        """Return a pair as (member, partner); None if no least pairing has it."""
        if not self.roles.fit(*pair):
            return None
        return pair if self.is_assigned(pair[0]) else (pair[1], pair[0])

    def crossed_by(self, member: int, partner: int) -> tuple[int, int] | None:
        """Return the (member, partner) that would cross a pair, if there is one."""
        pair = self.graph.crossing.get(self.graph.pair(member, partner))
        return self.as_assignment(pair) if pair is not None else None

    def pairs(self) -> list[Pair]:
        """Return the pairs, in the file's order of camp 1, then of camp 2."""
        return sorted(self.graph.pair(*pair) for pair in self.assigned_to.items())

    def _least_loaded(self, member: int) -> int:
        if member in self.roles.mate:
            return -1
        beneath = self.graph.beneath
        partners = self.partners_of(member)
        return min(partners, key=lambda partner: (partner in beneath, len(self.loads[partner]), partner))

    def assign(self, member: int, partner: int) -> None:
        """Assign a member to a partner, and change nobody else."""
        if member in self.assigned_to:
            self.loads[self.assigned_to[member]].remove(member)
        self.assigned_to[member] = partner
        self.loads[partner].append(member)

    def _may_lose(self, partner: int) -> bool:
        return len(self.loads[partner]) > 1

    def _spare_those_beneath_contempt(self) -> None:
        """Shift pairs from those beneath contempt to others, as long as there is a path (P3 d)."""
        outnumbered = [partner for partner in self.loads if partner in self.roles.outnumbered]
        beneath = [partner for partner in outnumbered if partner in self.graph.beneath]
        others = {partner for partner in outnumbered if partner not in self.graph.beneath}
        while self.shift_load([partner for partner in beneath if self._may_lose(partner)], others):
            pass

    def shift_load(self, sources: Sequence[int], ends: Container[int]) -> bool:
        """Shift a pair from one of ``sources`` to one of ``ends``, along a shortest path; False if there is none."""
        unvisited = Unvisited(self.graph, self.roles, self.forbidden)
        unvisited.seen.update(sources)
        reached_from: dict[int, tuple[int, int | None]] = {}
        queue = deque(sources)
        while queue:
            end = self._visit_next(queue, unvisited, reached_from, until=lambda partner: partner in ends)
            if end is not None:
                self._shift_along(reached_from, end)
                return True
        return False

    def _visit_next(
        self,
        queue: deque[int],
        unvisited: Unvisited,
        reached_from: dict[int, tuple[int, int | None]],
        until: Callable[[int], bool],
        but: int = -1,
    ) -> int | None:
        """Visit the partners that the members of the next one in the queue might take instead.

        Return the first of which ``until`` is true; None if there is none. Member ``but`` takes no other.
        """
        partner = queue.popleft()
        for member in self.loads[partner]:
            if member == but or member in self.fixed:
                continue
            for other in unvisited.reach(member, partner):
                reached_from[other] = partner, member
                if until(other):
                    return other
                queue.append(other)
        return None

    def _shift_along(self, reached_from: dict[int, tuple[int, int | None]], end: int) -> None:
        """Assign each member on a path to the partner they reached."""
        while end in reached_from:
            partner, member = reached_from[end]
            if member is not None:
                self.assign(member, end)
            end = partner

    def reroute(self, member: int, partner: int, exchange: Exchange) -> bool:
        """Assign a member to a partner, and others so that all but crossings is legal; False if that cannot be.

        ``exchange`` says who may gain a pair that somebody else loses. Nothing changes where the answer is False.

        Say orc1 and orc2 are assigned to mira, orc3 to tomas, and orc1 is to go to tomas. The search goes from tomas:
        as mira has two, tomas may gain the pair that she loses, and orc1 alone moves. Were orc1 her only one, the
        search would go on to whom orc3 may take instead of tomas, until it came to mira.
        """
        old = self.assigned_to[member]
        if partner == old:
            return True
        if member in self.fixed or (member, partner) in self.forbidden:
            return False
        unvisited = Unvisited(self.graph, self.roles, self.forbidden)
        unvisited.seen.add(partner)
        reached_from: dict[int, tuple[int, int | None]] = {}
        queue = deque([partner])
        kinds_done: set[tuple[bool, int]] = set()
        while queue:
            gains = queue[0]
            if self._may_exchange(gains, old, exchange):
                reached_from[old] = gains, None
                break
            kind = gains in self.graph.beneath, len(self.loads[gains])
            if gains in self.roles.outnumbered and kind not in kinds_done:
                kinds_done.add(kind)
                for loses in self._who_may_lose(gains, exchange, unvisited.seen):
                    reached_from[loses] = gains, None
                    queue.append(loses)
            if (
                self._visit_next(queue, unvisited, reached_from, until=lambda other: other == old, but=member)
                is not None
            ):
                break
        if old not in reached_from:
            return False
        self._shift_along(reached_from, old)
        self.assign(member, partner)
        return True

    def _may_exchange(self, gains: int, loses: int, exchange: Exchange) -> bool:
        outnumbered, beneath = self.roles.outnumbered, self.graph.beneath
        return (
            gains in outnumbered
            and loses in outnumbered
            and gains != loses
            and self._may_lose(loses)
            and (gains in beneath) == (loses in beneath)
            and exchange(self, gains, loses)
        )

    def _who_may_lose(self, gains: int, exchange: Exchange, seen: set[int]) -> list[int]:
        """Return the partners not in ``seen`` who may lose the pair that ``gains`` gains, and add them to ``seen``."""
        unseen = [partner for partner in self.loads if partner not in seen]
        losers = [partner for partner in unseen if self._may_exchange(gains, partner, exchange)]
        seen.update(losers)
        return losers

    def include(self, member: int, partner: int, exchange: Exchange) -> bool:
        """Assign a member to a partner, and forbid the pair that this would cross; False if no legal pairing has it."""
        crossed = self.crossed_by(member, partner)
        if crossed is None or crossed in self.forbidden:
            return self.reroute(member, partner, exchange)
        self.forbidden.add(crossed)
        one, its_partner = crossed
        others = [other for other in self.partners_of(one) if other != its_partner]
        moved = self.assigned_to[one] != its_partner or any(self.reroute(one, other, exchange) for other in others)
        if moved and self.reroute(member, partner, exchange):
            return True
        self.forbidden.discard(crossed)
        return False

    def fix(self, member: int, partner: int, exchange: Exchange = any_exchange) -> bool:
        """Assign a member to a partner for good; False if no legal pairing has it beside what is fixed."""
        if not self.include(member, partner, exchange):
            return False
        self.fixed.add(member)
        return True

    def remove_crossings(self) -> None:
        """Replace each two pairs that cross by two that do not: everybody has as many as before (P3 c)."""
        for member, partner in list(self.assigned_to.items()):
            other = self.crossed_by(member, partner)
            if self.assigned_to[member] == partner and other is not None and self.assigned_to[other[0]] == other[1]:
                self.assign(member, other[1])
                self.assign(other[0], partner)
