"""Who takes what is left open (P6): shared out as evenly as may be, or piled up; and every way there is, one by one."""

from __future__ import annotations

from collections import deque

from combatcli.rulesets.shared.pairings.cover import even_exchange, no_exchange
from combatcli.rulesets.shared.pairings.matching import Untried
from combatcli.rulesets.shared.pairings.options import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from combatcli.rulesets.shared.pairings.cover import Cover, Exchange
    from combatcli.rulesets.shared.pairings.graph import Pair


def spread(cover: Cover) -> None:
    """Turn a cover into the evenest one: the least sum of squares of how many pairs each has; ties by file order."""
    kinds = {seat in cover.graph.beneath for seat in cover.roles.outnumbered}
    while any(_even_out(cover, beneath=kind) for kind in kinds):
        pass
    _settle_ties(cover, even_exchange)


def _even_out(cover: Cover, *, beneath: bool) -> bool:
    """Bring one pair from who has many to who has two fewer or less, if there is a way."""
    graph, bears = cover.graph, cover.bears
    seats = [seat for seat in bears if seat in cover.roles.outnumbered and (seat in graph.beneath) == beneath]
    for most in sorted({len(bears[seat]) for seat in seats}, reverse=True):
        sources = [seat for seat in seats if len(bears[seat]) == most]
        poor = {seat for seat in seats if len(bears[seat]) <= most - 2}
        if poor and cover.pass_on_from(sources, poor):
            return True
    return False


def gang(cover: Cover) -> None:
    """Turn a cover so that each outnumbered one, in the file's order, has as many pairs as the rest allows."""
    done: set[int] = set()
    for seat in cover.members:
        if seat in cover.roles.outnumbered:
            while _draw_in(cover, seat, done):
                pass
            done.add(seat)
    _settle_ties(cover, no_exchange)


def _draw_in(cover: Cover, gains: int, done: set[int]) -> bool:
    """Bring a pair more to somebody, from who has more than one and is not done; False if there is no way."""
    beneath = cover.graph.beneath
    able = {
        seat
        for seat, borne in cover.bears.items()
        if len(borne) > 1
        and seat not in done
        and seat != gains
        and seat in cover.roles.outnumbered
        and (seat in beneath) == (gains in beneath)
    }
    if not able:
        return False
    untried = Untried(cover.graph, cover.roles, {(seat, member) for member, seat in cover.barred})
    came: dict[int, tuple[int, int]] = {gains: (gains, -1)}
    queue = deque([gains])
    while queue:
        seat = queue.popleft()
        for member in untried.reach(seat):
            loses = cover.seat[member]
            if loses in came or member in cover.fixed:
                continue
            came[loses] = seat, member
            if loses in able:
                while loses != gains:
                    loses, moves = came[loses]
                    cover.sit(moves, loses)
                return True
            queue.append(loses)
    return False


def _settle_ties(cover: Cover, exchange: Exchange) -> None:
    """Seat all for good, each in the file's order with the first that keeps what was brought about."""
    cover.uncross()
    options = Options(cover, exchange)
    open_ = {member: options.of(member) for member in cover.seated if member not in cover.fixed}
    full: set[int] = set()
    for member, seats in open_.items():
        for seat in seats:
            if seat in full:
                continue
            if cover.fix(member, seat, exchange):
                break
            if _is_full(cover, seat, exchange):
                full.add(seat)


def _is_full(cover: Cover, seat: int, exchange: Exchange) -> bool:
    """Tell whether nobody else will ever sit at a seat: all there are fixed, and nobody can give up a pair for it."""
    if not cover.fixed.issuperset(cover.bears[seat]):
        return False
    more = len(cover.bears[seat]) + 1
    return exchange is no_exchange or not any(
        len(borne) == more and not cover.fixed.issuperset(borne) for borne in cover.bears.values()
    )


def every_way(covers: Sequence[Cover], limit: int) -> Iterator[list[Pair]]:
    """Go through the legal pairings in the file's order, up to a limit; none is begun that leads nowhere."""
    seats: dict[int, list[int]] = {}
    for cover in covers:
        seats |= _open(cover)
    cover_of = {member: cover for cover in covers for member in cover.seated}
    ways = _descend([(member, cover_of[member]) for member in sorted(seats)], seats)
    for _ in range(limit):
        if not next(ways, False):
            return
        yield sorted(pair for cover in covers for pair in cover.pairs())


def _open(cover: Cover) -> dict[int, list[int]]:
    """Return which seats are open to whom."""
    options = Options(cover)
    found = {member: options.of(member) for member in cover.seated if member not in cover.fixed}
    return {member: seats for member, seats in found.items() if len(seats) > 1}


class _Choice:
    """One who is to be seated, with what was barred before and the seats that are left to try."""

    __slots__ = ("barred", "before", "cover", "left", "member", "seats")

    def __init__(self, member: int, cover: Cover, seats: dict[int, list[int]]) -> None:
        self.member = member
        self.cover = cover
        self.barred = set(cover.barred)
        self.before = self.seats = seats
        """Which seats are open, before this choice and after it: what is known no longer need not be tried."""
        self.left = list(reversed(seats.get(member, [cover.seat[member]])))

    def take(self) -> bool:
        """Take the next seat that leads to a legal pairing; False if none is left.

        Where one leads nowhere, what is open after it is found out anew, so that few more will.
        """
        self.cover.fixed.discard(self.member)
        self.cover.barred = set(self.barred)
        failed = False
        while self.left:
            if self.cover.fix(self.member, self.left.pop()):
                others = {each: seats for each, seats in self.before.items() if each not in self.cover.seat}
                self.seats = others | _open(self.cover) if failed else self.before
                return True
            failed = True
        return False


def _descend(open_: Sequence[tuple[int, Cover]], seats: dict[int, list[int]]) -> Iterator[bool]:
    """Seat one after the other, and the last ones anew for each way; between two ways the covers hold one."""
    path: list[_Choice] = []
    covers = list(dict.fromkeys(cover for _, cover in open_))
    while True:
        while len(path) < len(open_):
            path.append(_Choice(*open_[len(path)], path[-1].seats if path else seats))
            path[-1].take()
        for cover in covers:
            cover.uncross()
        yield True
        while path and not path[-1].take():
            path.pop()
        if not path:
            return
