"""What is forced and what is open (P5), all at once: by the ways in which a legal pairing can be changed."""

from __future__ import annotations

from combatcli.rulesets.shared.pairings.cover import any_exchange, even_exchange, no_exchange

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from combatcli.rulesets.shared.pairings.cover import Cover, Exchange

Arcs = list[list[int]]


class Options:
    """With whom each member of a chain is paired in some legal pairing that holds what a cover has fixed.

    Two may be paired where a round of changes leads from the one to the other: where both lie in one strongly connected
    part of the digraph of changes. An upright pair that may be is in a legal pairing, as undoing crossings takes none
    away; one that would cross another is looked for by itself, with the other one kept out.
    """

    def __init__(self, cover: Cover, exchange: Exchange = any_exchange) -> None:
        self.cover = cover
        self._exchange = exchange
        self._part = strong_parts(_changes(cover, exchange))
        self._crossing_out = self._that_always_cross()
        self._shared: dict[tuple[tuple[int, ...], int, int, str], list[int]] = {}

    def of(self, member: int) -> list[int]:
        """Return with whom a member is paired in some legal pairing, in the file's order."""
        cover, graph = self.cover, self.cover.graph
        if member in cover.fixed:
            return [cover.seat[member]]
        if graph.beside[member]:
            return sorted({other for other in graph.others(member) if self.may_be(member, other)})
        key = tuple(graph.blocks_of[member]), self._part[member], graph.camps[member], cover.roles.of(member)
        if key not in self._shared:
            fitting = sorted({other for other in graph.others(member) if cover.roles.fit(member, other)})
            self._shared[key] = [each for each in fitting if self._part[each] == key[1] and each not in cover.fixed]
        now = [cover.seat[member]] if member in cover.seat else cover.bears[member]
        apart = [each for each in now if self._part[each] != key[1] or each in cover.fixed]
        return sorted({*apart, *self._shared[key]}) if apart else self._shared[key]

    def may_be(self, one: int, other: int) -> bool:
        """Tell whether some legal pairing pairs two who touch."""
        seating = self.cover.as_seating((one, other))
        if seating is None:
            return False
        member, seat = seating
        if self.cover.seat[member] == seat and seating not in self._crossing_out:
            return True
        if member in self.cover.fixed or seating in self.cover.barred or seating in self._crossing_out:
            return False
        return self._part[member] == self._part[seat]

    def _that_always_cross(self) -> set[tuple[int, int]]:
        """Return the seatings that no legal pairing has, though one would if pairs might cross (P3 c)."""
        cover = self.cover
        found = set()
        legal = dict(cover.seat)
        for pair in cover.graph.crossing:
            seating = cover.as_seating(pair)
            if seating is None or legal.get(seating[0]) == seating[1] or seating in cover.barred:
                continue
            member, seat = seating
            if member in cover.fixed or self._part[member] != self._part[seat]:
                continue
            before = set(cover.barred)
            if not cover.admit(member, seat, self._exchange):
                found.add(seating)
            cover.barred = before
        cover.uncross()
        return found


def _changes(cover: Cover, exchange: Exchange) -> Arcs:
    """Return the digraph of changes: seated members to the seats they might take, seats to those they might lose.

    Nodes are the members by number, then those for a pair that one gains and another of the same kind loses, then those
    by which a member reaches all seats of a block but their own.
    """
    graph = cover.graph
    arcs: Arcs = [[] for _ in graph.names]
    nodes: dict[tuple[bool, int], int] = {}

    def exchanged(seat: int, borne: int) -> int:
        kind = seat in graph.beneath, borne if exchange is even_exchange else 0
        if kind not in nodes:
            nodes[kind] = len(arcs)
            arcs.append([])
        return nodes[kind]

    for seat, borne in cover.bears.items():
        arcs[seat] += [member for member in borne if member not in cover.fixed]
        if seat in cover.roles.outnumbered and exchange is not no_exchange:
            arcs[seat].append(exchanged(seat, len(borne)))
            if len(borne) > 1:
                arcs[exchanged(seat, len(borne) - 1)].append(seat)
    reached: dict[tuple[int, int, bool], _Reach] = {}
    for member, own in cover.seat.items():
        if member in cover.fixed:
            continue
        arcs[member] += [
            other
            for other in graph.beside[member]
            if other != own and cover.roles.fit(member, other) and (member, other) not in cover.barred
        ]
        for number in graph.blocks_of[member]:
            key = number, graph.camps[member], cover.roles.of(member) == "extra"
            if key not in reached:
                others = graph.blocks[number].members[3 - graph.camps[member]]
                reached[key] = _Reach(arcs, [other for other in others if cover.roles.fit(member, other)])
            arcs[member] += reached[key].all_but(own)
    return arcs


class _Reach:
    """Nodes from which all of some seats are reached, or all but one, with arcs no more than three for each."""

    def __init__(self, arcs: Arcs, seats: Sequence[int]) -> None:
        self.places = {seat: place for place, seat in enumerate(seats)}
        first = len(arcs)
        self.up_to = [first + place for place in range(len(seats))]
        self.from_on = [first + len(seats) + place for place in range(len(seats))]
        arcs += [[seat, *([first + place - 1] if place else [])] for place, seat in enumerate(seats)]
        last = len(seats) - 1
        arcs += [
            [seat, *([first + len(seats) + place + 1] if place < last else [])] for place, seat in enumerate(seats)
        ]

    def all_but(self, seat: int) -> list[int]:
        """Return the nodes that lead to all seats but one."""
        place = self.places.get(seat)
        if place is None:
            return self.up_to[-1:]
        return [*self.up_to[max(0, place - 1) : place], *self.from_on[place + 1 : place + 2]]


def strong_parts(arcs: Arcs) -> list[int]:
    """Return the number of each node's strongly connected part (Tarjan's way, without recursion)."""
    count = len(arcs)
    part, order, low = [-1] * count, [-1] * count, [0] * count
    stack: list[int] = []
    clock = parts = 0
    for root in range(count):
        if order[root] >= 0:
            continue
        work = [(root, 0)]
        while work:
            node, place = work.pop()
            if order[node] < 0:
                order[node] = low[node] = clock
                clock += 1
                stack.append(node)
            nodes = arcs[node]
            while place < len(nodes):
                following = nodes[place]
                if order[following] < 0:
                    work.append((node, place))
                    work.append((following, 0))
                    break
                if part[following] < 0:
                    low[node] = min(low[node], low[following])
                place += 1
            else:
                if low[node] == order[node]:
                    while part[node] < 0:
                        part[stack.pop()] = parts
                    parts += 1
    return part
