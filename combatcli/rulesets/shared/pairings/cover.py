"""One legal pairing, and how it is turned into others without losing anybody (P3).

A least pairing gives each extra member one pair, and each who stands one to one; these are its *seated* members, and
those they are paired with are its *seats*, of whom the outnumbered bear one or more. Whatever is changed, as many pairs
remain, and as few on those beneath contempt.
"""

from __future__ import annotations

from collections import deque

from combatcli.rulesets.shared.pairings.matching import Untried, roles

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Sequence

    from combatcli.rulesets.shared.pairings.graph import Graph, Pair

    Exchange = Callable[["Cover", int, int], bool]


def any_exchange(cover: Cover, gains: int, loses: int) -> bool:  # noqa: ARG001  (all of its kind take the same)
    """Let whoever has more than one pair lose one."""
    return True


def even_exchange(cover: Cover, gains: int, loses: int) -> bool:
    """Let a pair change hands where that leaves the pairing as even as it was (P6)."""
    return len(cover.bears[gains]) + 1 == len(cover.bears[loses])


def no_exchange(cover: Cover, gains: int, loses: int) -> bool:  # noqa: ARG001  (as above)
    """Let everybody keep as many pairs as they have."""
    return False


class Cover:
    """A legal pairing of a chain: ``seat`` leads from each seated member to whom they are paired with.

    ``bears`` has those who are seated at each; ``fixed`` are the seated that stay where they are, ``barred`` the pairs,
    as (seated, seat), that may not come in.
    """

    def __init__(self, graph: Graph, members: Sequence[int]) -> None:
        self.graph = graph
        self.members = list(members)
        self.roles = roles(graph, members)
        self.fixed: set[int] = set()
        self.barred: set[tuple[int, int]] = set()
        self.seated = [member for member in members if self.is_seated(member)]
        self.bears: dict[int, list[int]] = {member: [] for member in members if not self.is_seated(member)}
        self.seat: dict[int, int] = {}
        for member in sorted(self.seated, key=lambda each: each not in self.roles.mate):
            self.sit(member, self.roles.mate.get(member, self._least_loaded(member)))
        self._spare_those_beneath_contempt()
        self.uncross()

    def is_seated(self, member: int) -> bool:
        """Tell whether a member has one pair in every legal pairing; of two one to one it is he of camp 1."""
        role = self.roles.of(member)
        return role == "extra" or (role == "one to one" and self.graph.camps[member] == 1)

    def seats_of(self, member: int) -> list[int]:
        """Return with whom some least pairing might pair a seated member, in the file's order."""
        return sorted({other for other in self.graph.others(member) if self.roles.fit(member, other)})

    def as_seating(self, pair: Pair) -> tuple[int, int] | None:
        """Return a pair as (seated, seat); None if no least pairing has it."""
        if not self.roles.fit(*pair):
            return None
        return pair if self.is_seated(pair[0]) else (pair[1], pair[0])

    def crossed_by(self, member: int, seat: int) -> tuple[int, int] | None:
        """Return the seating that would cross a pair, if there is one."""
        pair = self.graph.crossing.get(self.graph.pair(member, seat))
        return self.as_seating(pair) if pair is not None else None

    def pairs(self) -> list[Pair]:
        """Return the pairs, in the file's order of camp 1, then of camp 2."""
        return sorted(self.graph.pair(*each) for each in self.seat.items())

    def _least_loaded(self, member: int) -> int:
        if member in self.roles.mate:
            return -1
        beneath = self.graph.beneath
        return min(self.seats_of(member), key=lambda seat: (seat in beneath, len(self.bears[seat]), seat))

    def sit(self, member: int, seat: int) -> None:
        """Seat a member elsewhere, and nobody else."""
        if member in self.seat:
            self.bears[self.seat[member]].remove(member)
        self.seat[member] = seat
        self.bears[seat].append(member)

    def _may_lose(self, seat: int) -> bool:
        return len(self.bears[seat]) > 1

    def _spare_those_beneath_contempt(self) -> None:
        """Bring pairs from those beneath contempt to others, as long as there is a way (P3 d)."""
        beneath = [seat for seat in self.bears if seat in self.graph.beneath and seat in self.roles.outnumbered]
        others = {seat for seat in self.bears if seat in self.roles.outnumbered and seat not in self.graph.beneath}
        while self.pass_on_from([seat for seat in beneath if self._may_lose(seat)], others):
            pass

    def pass_on_from(self, sources: Sequence[int], ends: Container[int]) -> bool:
        """Bring one pair from one of some seats to one of others, along the shortest way; False if there is none."""
        untried = Untried(self.graph, self.roles, self.barred)
        untried.seen.update(sources)
        came: dict[int, tuple[int, int | None]] = {}
        queue = deque(sources)
        while queue:
            end = self._spread_out(queue, untried, came, until=lambda seat: seat in ends)
            if end is not None:
                self._pass_on(came, end)
                return True
        return False

    def _spread_out(
        self,
        queue: deque[int],
        untried: Untried,
        came: dict[int, tuple[int, int | None]],
        until: Callable[[int], bool],
        but: int = -1,
    ) -> int | None:
        """Go on from one seat to those that its members might take instead; return the first that is looked for."""
        seat = queue.popleft()
        for member in self.bears[seat]:
            if member == but or member in self.fixed:
                continue
            for other in untried.reach(member, seat):
                came[other] = seat, member
                if until(other):
                    return other
                queue.append(other)
        return None

    def _pass_on(self, came: dict[int, tuple[int, int | None]], end: int) -> None:
        """Let everybody on a way move on by one seat."""
        while end in came:
            seat, member = came[end]
            if member is not None:
                self.sit(member, end)
            end = seat

    def reroute(self, member: int, seat: int, exchange: Exchange = any_exchange) -> bool:
        """Seat a member elsewhere, and others so that all is legal again but for crossings; False if there is no way.

        ``exchange`` says who may gain a pair that somebody else loses. Nothing changes where there is no way.
        """
        old = self.seat[member]
        if old == seat:
            return True
        if member in self.fixed or (member, seat) in self.barred:
            return False
        untried = Untried(self.graph, self.roles, self.barred)
        untried.seen.add(seat)
        came: dict[int, tuple[int, int | None]] = {}
        queue = deque([seat])
        gone_through: set[tuple[bool, int]] = set()
        while queue:
            gains = queue[0]
            if self._may_exchange(gains, old, exchange):
                came[old] = gains, None
                break
            kind = gains in self.graph.beneath, len(self.bears[gains])
            if gains in self.roles.outnumbered and kind not in gone_through:
                gone_through.add(kind)
                for loses in self._losers(gains, exchange, untried.seen):
                    came[loses] = gains, None
                    queue.append(loses)
            if self._spread_out(queue, untried, came, until=lambda each: each == old, but=member) is not None:
                break
        if old not in came:
            return False
        self._pass_on(came, old)
        self.sit(member, seat)
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

    def _losers(self, gains: int, exchange: Exchange, seen: set[int]) -> list[int]:
        """Return who may lose a pair that somebody gains, and is not reached yet; now they are."""
        found = [seat for seat in self.bears if seat not in seen and self._may_exchange(gains, seat, exchange)]
        seen.update(found)
        return found

    def admit(self, member: int, seat: int, exchange: Exchange = any_exchange) -> bool:
        """Bring a pair in, and keep out the one that it would cross; False if no legal pairing has it.

        What it would cross is barred from then on.
        """
        crossed = self.crossed_by(member, seat)
        if crossed is None or crossed in self.barred:
            return self.reroute(member, seat, exchange)
        self.barred.add(crossed)
        if self._leave(*crossed, exchange) and self.reroute(member, seat, exchange):
            return True
        self.barred.discard(crossed)
        return False

    def _leave(self, member: int, seat: int, exchange: Exchange) -> bool:
        """Let a member sit elsewhere, if they sit there."""
        if self.seat[member] != seat:
            return True
        return any(self.reroute(member, other, exchange) for other in self.seats_of(member) if other != seat)

    def fix(self, member: int, seat: int, exchange: Exchange = any_exchange) -> bool:
        """Bring a pair in for good; False if no legal pairing has it beside what is fixed."""
        if not self.admit(member, seat, exchange):
            return False
        self.fixed.add(member)
        return True

    def uncross(self) -> None:
        """Put two upright pairs in place of two that cross: everybody has as many as before (P3 c)."""
        for member, seat in list(self.seat.items()):
            other = self.crossed_by(member, seat)
            if self.seat[member] == seat and other is not None and self.seat[other[0]] == other[1]:
                self.sit(member, other[1])
                self.sit(other[0], seat)
