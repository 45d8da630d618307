"""Sharing out what is open (P6): as evenly as may be, or piled up; and every legal pairing, one by one."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from combatcli.rulesets.shared.pairings.assignment import Assignment, Exchange, even_exchange, no_exchange
from combatcli.rulesets.shared.pairings.graph import Pair
from combatcli.rulesets.shared.pairings.matching import Unvisited
from combatcli.rulesets.shared.pairings.options import Options


def spread(assignment: Assignment) -> None:
    """Make an assignment the evenest: the least sum of squares of the loads, and the first of these in file order."""
    kinds = {partner in assignment.graph.beneath for partner in assignment.roles.outnumbered}
    while any(_even_out_once(assignment, beneath=kind) for kind in kinds):
        pass
    _settle_ties(assignment, even_exchange)


def _even_out_once(assignment: Assignment, *, beneath: bool) -> bool:
    """Shift one pair from a partner to one who has at least two fewer; False if there is no path."""
    graph, loads = assignment.graph, assignment.loads
    partners = [
        partner
        for partner in loads
        if partner in assignment.roles.outnumbered and (partner in graph.beneath) == beneath
    ]
    for most in sorted({len(loads[partner]) for partner in partners}, reverse=True):
        sources = [partner for partner in partners if len(loads[partner]) == most]
        ends = {partner for partner in partners if len(loads[partner]) <= most - 2}
        if ends and assignment.shift_load(sources, ends):
            return True
    return False


def gang(assignment: Assignment) -> None:
    """Give each outnumbered partner, one by one in the file's order, as many pairs as the ones before allow."""
    done: set[int] = set()
    for partner in assignment.members:
        if partner in assignment.roles.outnumbered:
            while _shift_one_to(assignment, partner, done):
                pass
            done.add(partner)
    _settle_ties(assignment, no_exchange)


def _shift_one_to(assignment: Assignment, gains: int, done: set[int]) -> bool:
    """Shift a pair to a partner, from one who has more than one and is not done; False if there is no path."""
    beneath = assignment.graph.beneath
    sources = {
        partner
        for partner, load in assignment.loads.items()
        if len(load) > 1
        and partner not in done
        and partner != gains
        and partner in assignment.roles.outnumbered
        and (partner in beneath) == (gains in beneath)
    }
    if not sources:
        return False
    unvisited = Unvisited(
        assignment.graph, assignment.roles, {(partner, member) for member, partner in assignment.forbidden}
    )
    reached_from: dict[int, tuple[int, int]] = {gains: (gains, -1)}
    queue = deque([gains])
    while queue:
        partner = queue.popleft()
        for member in unvisited.reach(partner):
            loses = assignment.assigned_to[member]
            if loses in reached_from or member in assignment.fixed:
                continue
            reached_from[loses] = partner, member
            if loses in sources:
                while loses != gains:
                    loses, moved = reached_from[loses]
                    assignment.assign(moved, loses)
                return True
            queue.append(loses)
    return False


def _settle_ties(assignment: Assignment, exchange: Exchange) -> None:
    """Fix all, each in the file's order with the first partner that keeps the loads as ``exchange`` has it."""
    assignment.remove_crossings()
    options = Options(assignment, exchange)
    open_ = {member: options.of(member) for member in assignment.assigned if member not in assignment.fixed}
    full: set[int] = set()
    for member, partners in open_.items():
        for partner in partners:
            if partner in full:
                continue
            if assignment.fix(member, partner, exchange):
                break
            if _is_full(assignment, partner, exchange):
                full.add(partner)


def _is_full(assignment: Assignment, partner: int, exchange: Exchange) -> bool:
    """Return whether nobody else can come to a partner: all there are fixed, and nobody may lose a pair for it."""
    if not assignment.fixed.issuperset(assignment.loads[partner]):
        return False
    one_more = len(assignment.loads[partner]) + 1
    return exchange is no_exchange or not any(
        len(load) == one_more and not assignment.fixed.issuperset(load) for load in assignment.loads.values()
    )


def every_way(assignments: Sequence[Assignment], limit: int) -> Iterator[list[Pair]]:
    """Yield the legal pairings in the file's order, up to a limit (by backtracking, pruned of what leads nowhere)."""
    partners: dict[int, list[int]] = {}
    for assignment in assignments:
        partners |= _open(assignment)
    assignment_of = {member: assignment for assignment in assignments for member in assignment.assigned}
    ways = _descend([(member, assignment_of[member]) for member in sorted(partners)], partners)
    for _ in range(limit):
        if not next(ways, False):
            return
        yield sorted(pair for assignment in assignments for pair in assignment.pairs())


def _open(assignment: Assignment) -> dict[int, list[int]]:
    """Return the partners of each member who has two or more to choose from."""
    options = Options(assignment)
    not_fixed = [member for member in assignment.assigned if member not in assignment.fixed]
    return {member: partners for member in not_fixed if len(partners := options.of(member)) > 1}


class _Choice:
    """A member whose partner is chosen, what was forbidden before, and the partners that remain to be tried."""

    __slots__ = ("assignment", "before", "forbidden", "member", "partners", "remaining")

    def __init__(self, member: int, assignment: Assignment, partners: dict[int, list[int]]) -> None:
        self.member = member
        self.assignment = assignment
        self.forbidden = set(assignment.forbidden)
        self.before = self.partners = partners
        """Which partners are open to whom, before this choice and after it: no others need be tried."""
        self.remaining = list(reversed(partners.get(member, [assignment.assigned_to[member]])))

    def take(self) -> bool:
        """Take the next partner that leads to a legal pairing; False if none remains.

        Where one leads nowhere, what is open after the next is computed anew, so that few more will.
        """
        self.assignment.fixed.discard(self.member)
        self.assignment.forbidden = set(self.forbidden)
        failed = False
        while self.remaining:
            if self.assignment.fix(self.member, self.remaining.pop()):
                here = self.assignment.assigned_to
                elsewhere = {member: partners for member, partners in self.before.items() if member not in here}
                self.partners = elsewhere | _open(self.assignment) if failed else self.before
                return True
            failed = True
        return False


def _descend(open_: Sequence[tuple[int, Assignment]], partners: dict[int, list[int]]) -> Iterator[bool]:
    """Choose for each member in turn, then for the last ones anew; at each yield the assignments hold a pairing."""
    path: list[_Choice] = []
    assignments = list(dict.fromkeys(assignment for _, assignment in open_))
    while True:
        while len(path) < len(open_):
            path.append(_Choice(*open_[len(path)], path[-1].partners if path else partners))
            path[-1].take()
        for assignment in assignments:
            assignment.remove_crossings()
        yield True
        while path and not path[-1].take():
            path.pop()
        if not path:
            return
