"""How many legal pairings there are (P8): part by part, in closed form where all may be paired with all."""

from __future__ import annotations

from heapq import nlargest
from math import comb, factorial, perm

from combatcli.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from combatcli.rulesets.shared.pairings.cover import Cover
    from combatcli.rulesets.shared.pairings.options import Options

MOST_STATES = 200_000
"""How many states of a part are gone through before its count is given up, and only its least told."""
KEPT_STATES = 500
"""How many states are followed from there on, for what the count is at least."""


class Count(Record):
    """A number of pairings: exact, or at least so many."""

    ways: int
    exact: bool = True

    def times(self, other: Count) -> Count:
        """Return the count of two parts that have nothing to do with one another."""
        return Count(self.ways * other.ways, self.exact and other.exact)


def count(cover: Cover, options: Options) -> Count:
    """Return how many legal pairings of a chain hold what a cover has fixed."""
    open_ = {member: seats for member in cover.seated if len(seats := options.of(member)) > 1}
    found = Count(1)
    for part in _parts(cover, open_):
        found = found.times(_count_part(cover, {member: open_[member] for member in part}))
    return found


def _parts(cover: Cover, open_: dict[int, list[int]]) -> list[list[int]]:
    """Return the open members in parts that share no seat, and no pair of one of which crosses one of the other."""
    leader: dict[int, int] = {}

    def find(one: int) -> int:
        while leader.setdefault(one, one) != one:
            leader[one] = one = leader[leader[one]]
        return one

    lists: set[int] = set()
    for member, seats in open_.items():
        new = id(seats) not in lists
        lists.add(id(seats))
        for seat in seats if new else seats[:1]:
            leader[find(member)] = find(seat)
    for member, _, other, _ in _crossings(cover, open_):
        leader[find(member)] = find(other)
    parts: dict[int, list[int]] = {}
    for member in open_:
        parts.setdefault(find(member), []).append(member)
    return list(parts.values())


def _crossings(cover: Cover, open_: dict[int, list[int]]) -> list[tuple[int, int, int, int]]:
    """Return the pairs of open seatings that cross: member, seat, the other member, their seat."""
    found = []
    for pair, crossed in cover.graph.crossing.items():
        one, other = cover.as_seating(pair), cover.as_seating(crossed)
        if one is None or other is None or one > other:
            continue
        if one[1] in open_.get(one[0], ()) and other[1] in open_.get(other[0], ()):
            found.append((*one, *other))
    return found


def _count_part(cover: Cover, open_: dict[int, list[int]]) -> Count:
    first = next(iter(open_.values()))
    if all(seats is first or seats == first for seats in open_.values()) and not _crossings(cover, open_):
        return Count(_complete(cover, open_, first))
    return _Frontier(cover, open_).count()


def _taken(cover: Cover, seat: int, open_: dict[int, list[int]]) -> bool:
    """Tell whether somebody who is not open is at a seat, so that nobody else needs to be there."""
    return any(member not in open_ for member in cover.bears[seat])


def _complete(cover: Cover, open_: dict[int, list[int]], seats: Sequence[int]) -> int:
    """Count where each of some members may take each of some seats (P3): how often all seats are filled."""
    if seats[0] not in cover.roles.outnumbered:
        return factorial(len(open_))
    beneath = [seat for seat in seats if seat in cover.graph.beneath]
    others = [seat for seat in seats if seat not in cover.graph.beneath]
    if not others:
        beneath, others = others, beneath
    empty = sum(1 for seat in others if not _taken(cover, seat, open_))
    ways = perm(len(open_), len(beneath))
    left = len(open_) - len(beneath)
    filled: int = sum((-1) ** each * comb(empty, each) * (len(others) - each) ** left for each in range(empty + 1))
    return ways * filled


class _Frontier:
    """Counts by seating one member after the other, and knowing of those before no more than what still matters.

    A state is which seats are filled that others may fill too, and which pairs stand that others may cross.
    """

    def __init__(self, cover: Cover, open_: dict[int, list[int]]) -> None:
        self.cover = cover
        self.open = open_
        self.order = self._in_order()
        place = {member: number for number, member in enumerate(self.order)}
        self.last: dict[int, int] = {}
        for member in self.order:
            for seat in open_[member]:
                self.last[seat] = place[member]
        self.bit = {seat: 1 << number for number, seat in enumerate(self.last)}
        self.bars: dict[tuple[int, int], int] = {}
        self.sets: dict[tuple[int, int], int] = {}
        self.forget: dict[int, int] = {}
        self._cross(place)
        self.least_beneath = sum(1 for member in open_ if cover.seat[member] in cover.graph.beneath)

    def _cross(self, place: dict[int, int]) -> None:
        """Give each pair that a later one may cross a bit of its own, to be forgotten after that."""
        shift = len(self.bit)
        for member, seat, other, other_seat in _crossings(self.cover, self.open):
            early, late = (member, seat), (other, other_seat)
            if place[early[0]] > place[late[0]]:
                early, late = late, early
            flag = 1 << shift
            shift += 1
            self.sets[early] = flag
            self.bars[late] = flag
            self.forget[place[late[0]]] = self.forget.get(place[late[0]], 0) | flag

    def _in_order(self) -> list[int]:
        """Return the members so that each adds few seats to those that are under way."""
        at: dict[int, list[int]] = {}
        for member, seats in self.open.items():
            for seat in seats:
                at.setdefault(seat, []).append(member)
        order: list[int] = []
        left = dict.fromkeys(sorted(self.open, key=lambda each: len(self.open[each])))
        reached: dict[int, None] = {}
        under_way: set[int] = set()
        while left:
            near = [member for member in reached if member in left] or [next(iter(left))]
            best = min(near, key=lambda each: sum(seat not in under_way for seat in self.open[each]))
            order.append(best)
            del left[best]
            reached.pop(best, None)
            for seat in self.open[best]:
                if seat not in under_way:
                    under_way.add(seat)
                    reached.update(dict.fromkeys(each for each in at[seat] if each in left))
        return order

    def count(self) -> Count:
        """Return the count; past the cap, what it is at least."""
        states: dict[tuple[int, int], int] = {
            (sum(self.bit[seat] for seat in self.last if _taken(self.cover, seat, self.open)), 0): 1
        }
        exact, work = True, 0
        for number, member in enumerate(self.order):
            states = self._seat(states, number, member)
            work += len(states)
            if work > MOST_STATES and len(states) > KEPT_STATES:
                exact = False
                states = dict(nlargest(KEPT_STATES, states.items(), key=lambda each: each[1]))
        ways = sum(ways for (_, beneath), ways in states.items() if beneath == self.least_beneath)
        return Count(max(ways, 1 if exact else 2), exact)

    def _seat(self, states: dict[tuple[int, int], int], number: int, member: int) -> dict[tuple[int, int], int]:
        closing = [seat for seat in self.open[member] if self.last[seat] == number]
        needed = sum(self.bit[seat] for seat in closing)
        forget = needed | self.forget.get(number, 0)
        moves = []
        for seat in self.open[member]:
            sets = self.bit[seat] | self.sets.get((member, seat), 0)
            alone = 0 if seat in self.cover.roles.outnumbered else self.bit[seat]
            barred = self.bars.get((member, seat), 0) | alone
            moves.append((sets, barred, seat in self.cover.graph.beneath))
        found: dict[tuple[int, int], int] = {}
        for (mask, beneath), ways in states.items():
            for sets, barred, scorned in moves:
                after = mask | sets
                if mask & barred or after & needed != needed or beneath + scorned > self.least_beneath:
                    continue
                key = after & ~forget, beneath + scorned
                found[key] = found.get(key, 0) + ways
        return found
