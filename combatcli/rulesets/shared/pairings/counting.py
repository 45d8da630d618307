"""How many legal pairings there are (P8): part by part, in closed form where all may be paired with all.

A closed form is a number of permutations or of surjections; any other part is counted by dynamic programming.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nlargest
from math import comb, factorial, perm

from combatcli.records import Record
from combatcli.rulesets.shared.pairings.assignment import Assignment
from combatcli.rulesets.shared.pairings.options import Options

MOST_STATES = 200_000
"""How many states of a part are visited before its exact count is given up for a lower bound."""
KEPT_STATES = 500
"""How many states are kept from there on, for the lower bound."""


class Count(Record):
    """A number of pairings: exact, or a lower bound."""

    ways: int
    exact: bool = True

    def times(self, other: Count) -> Count:
        """Return the count of two parts that have nothing to do with one another."""
        return Count(self.ways * other.ways, self.exact and other.exact)


def count(assignment: Assignment, options: Options) -> Count:
    """Return how many legal pairings of a chain keep what an assignment has fixed."""
    open_ = {member: partners for member in assignment.assigned if len(partners := options.of(member)) > 1}
    product = Count(1)
    for part in _parts(assignment, open_):
        product = product.times(_count_part(assignment, {member: open_[member] for member in part}))
    return product


def _parts(assignment: Assignment, open_: dict[int, list[int]]) -> list[list[int]]:
    """Return the open members in parts that share no partner and cross nowhere (by union-find)."""
    leader: dict[int, int] = {}

    def find(one: int) -> int:
        while leader.setdefault(one, one) != one:
            leader[one] = one = leader[leader[one]]
        return one

    lists: set[int] = set()
    for member, partners in open_.items():
        new = id(partners) not in lists
        lists.add(id(partners))
        for partner in partners if new else partners[:1]:
            leader[find(member)] = find(partner)
    for member, _, other, _ in _crossings(assignment, open_):
        leader[find(member)] = find(other)
    parts: dict[int, list[int]] = {}
    for member in open_:
        parts.setdefault(find(member), []).append(member)
    return list(parts.values())


def _crossings(assignment: Assignment, open_: dict[int, list[int]]) -> list[tuple[int, int, int, int]]:
    """Return the open pairs that cross, each as (member, partner, other member, other partner)."""
    crossings = []
    for pair in assignment.graph.crossing_of(assignment.members):
        crossed = assignment.graph.crossing[pair]
        one, other = assignment.as_assignment(pair), assignment.as_assignment(crossed)
        if one is None or other is None or one > other:
            continue
        if one[1] in open_.get(one[0], ()) and other[1] in open_.get(other[0], ()):
            crossings.append((*one, *other))
    return crossings


def _count_part(assignment: Assignment, open_: dict[int, list[int]]) -> Count:
    first = next(iter(open_.values()))
    if all(partners is first or partners == first for partners in open_.values()) and not _crossings(assignment, open_):
        return Count(_complete(assignment, open_, first))
    return _Frontier(assignment, open_).count()


def _taken(assignment: Assignment, partner: int, open_: dict[int, list[int]]) -> bool:
    """Return whether a partner has a member who is not open, so that nobody else needs to be assigned to them."""
    return any(member not in open_ for member in assignment.loads[partner])


def _complete(assignment: Assignment, open_: dict[int, list[int]], partners: Sequence[int]) -> int:
    """Return the count where each open member may take each of some partners (P3), so that none is left without.

    One to one it is n!. Of outnumbered partners, the ones beneath contempt get one each: P(n, b). The m that remain are
    assigned to the others so that the e without anybody have one each, by inclusion and exclusion:
    3 open members for 2 empty partners: 2**3 - 2 * 1**3 + 0 = 6.
    """
    if partners[0] not in assignment.roles.outnumbered:
        return factorial(len(open_))
    beneath = [partner for partner in partners if partner in assignment.graph.beneath]
    others = [partner for partner in partners if partner not in assignment.graph.beneath]
    if not others:
        beneath, others = others, beneath
    empty = sum(1 for partner in others if not _taken(assignment, partner, open_))
    ways = perm(len(open_), len(beneath))
    remaining = len(open_) - len(beneath)
    filled: int = sum(
        (-1) ** missed * comb(empty, missed) * (len(others) - missed) ** remaining for missed in range(empty + 1)
    )
    return ways * filled


class _Frontier:
    """Counts by dynamic programming over the members, keeping of those before no more than what still matters.

    A state is a bit mask and a number: a bit for each partner who has somebody and may still get others, a bit for each
    pair that a later one may cross, and how many pairs are on those beneath contempt. Bits are dropped after the last
    member they matter to, so the order of the members keeps the number of states small.
    """

    def __init__(self, assignment: Assignment, open_: dict[int, list[int]]) -> None:
        self.assignment = assignment
        self.open = open_
        self.order = self._in_order()
        position = {member: number for number, member in enumerate(self.order)}
        self.last: dict[int, int] = {}
        for member in self.order:
            for partner in open_[member]:
                self.last[partner] = position[member]
        self.bit = {partner: 1 << number for number, partner in enumerate(self.last)}
        self.excluded: dict[tuple[int, int], int] = {}
        self.sets: dict[tuple[int, int], int] = {}
        self.dropped: dict[int, int] = {}
        self._add_crossings(position)
        self.least_beneath = sum(1 for member in open_ if assignment.assigned_to[member] in assignment.graph.beneath)

    def _add_crossings(self, position: dict[int, int]) -> None:
        """Give each pair that a later one may cross a bit of its own, which is dropped after the later one."""
        shift = len(self.bit)
        for member, partner, other, other_partner in _crossings(self.assignment, self.open):
            early, late = (member, partner), (other, other_partner)
            if position[early[0]] > position[late[0]]:
                early, late = late, early
            flag = 1 << shift
            shift += 1
            self.sets[early] = flag
            self.excluded[late] = flag
            self.dropped[position[late[0]]] = self.dropped.get(position[late[0]], 0) | flag

    def _in_order(self) -> list[int]:
        """Return the members in an order in which each adds few partners to those already met."""
        at: dict[int, list[int]] = {}
        for member, partners in self.open.items():
            for partner in partners:
                at.setdefault(partner, []).append(member)
        order: list[int] = []
        remaining = dict.fromkeys(sorted(self.open, key=lambda member: len(self.open[member])))
        reached: dict[int, None] = {}
        met: set[int] = set()
        while remaining:
            near = [member for member in reached if member in remaining] or [next(iter(remaining))]
            best = min(near, key=lambda member: sum(partner not in met for partner in self.open[member]))
            order.append(best)
            del remaining[best]
            reached.pop(best, None)
            for partner in self.open[best]:
                if partner not in met:
                    met.add(partner)
                    reached.update(dict.fromkeys(member for member in at[partner] if member in remaining))
        return order

    def count(self) -> Count:
        """Return the count; past MOST_STATES a lower bound, by the states with the most ways."""
        states: dict[tuple[int, int], int] = {
            (sum(self.bit[partner] for partner in self.last if _taken(self.assignment, partner, self.open)), 0): 1
        }
        exact, work = True, 0
        for number, member in enumerate(self.order):
            states = self._step(states, number, member)
            work += len(states)
            if work > MOST_STATES and len(states) > KEPT_STATES:
                exact = False
                states = dict(nlargest(KEPT_STATES, states.items(), key=lambda state: state[1]))
        ways = sum(ways for (_, beneath), ways in states.items() if beneath == self.least_beneath)
        return Count(max(ways, 1 if exact else 2), exact)

    def _step(self, states: dict[tuple[int, int], int], number: int, member: int) -> dict[tuple[int, int], int]:
        """Return the states after a member, the ``number``-th, has taken each partner they may take."""
        closing = [partner for partner in self.open[member] if self.last[partner] == number]
        needed = sum(self.bit[partner] for partner in closing)
        dropped = needed | self.dropped.get(number, 0)
        moves = []
        for partner in self.open[member]:
            sets = self.bit[partner] | self.sets.get((member, partner), 0)
            alone = 0 if partner in self.assignment.roles.outnumbered else self.bit[partner]
            forbidden = self.excluded.get((member, partner), 0) | alone
            moves.append((sets, forbidden, partner in self.assignment.graph.beneath))
        following: dict[tuple[int, int], int] = {}
        for (mask, beneath), ways in states.items():
            for sets, forbidden, scorned in moves:
                after = mask | sets
                if mask & forbidden or after & needed != needed or beneath + scorned > self.least_beneath:
                    continue
                key = after & ~dropped, beneath + scorned
                following[key] = following.get(key, 0) + ways
        return following
