"""What is forced and what is open (P5): the strongly connected components of the changes of one legal pairing."""

from __future__ import annotations

from collections.abc import Hashable
from enum import Enum, auto

from combatcli.rulesets.shared.pairings.assignment import Assignment, Exchange, any_exchange, even_exchange, no_exchange

_Group = tuple[int, int, str]

Arcs = dict[int, list[int]]


class Options:
    """With whom each member of a chain is paired in some legal pairing that keeps what an assignment has fixed.

    An edge of a bipartite graph is in some perfect matching iff it is in the one at hand, or both its ends lie in one
    strongly connected component (Tarjan's algorithm) of the digraph of changes: a closed walk through both brings the
    pair in. An upright pair so found is in a legal pairing, as removing crossings takes no
    upright pair away. One that would cross another is searched for by itself, with the other one forbidden.

    ``exchange`` says who may gain a pair that another loses, as in Assignment.reroute.
    """

    def __init__(self, assignment: Assignment, exchange: Exchange = any_exchange) -> None:
        self.assignment = assignment
        self._exchange = exchange
        self._component = strongly_connected_components(_Changes(assignment, exchange).arcs)
        self._always_crossing = self._find_always_crossing()
        self._shared: dict[tuple[tuple[int, ...], int, int, str], list[int]] = {}

    def of(self, member: int) -> list[int]:
        """Return with whom a member is paired in some legal pairing, in the file's order."""
        assignment, graph = self.assignment, self.assignment.graph
        if member in assignment.fixed:
            return [assignment.assigned_to[member]]
        if graph.beside[member]:
            return sorted({other for other in graph.others(member) if self.may_be(member, other)})
        key = tuple(graph.blocks_of[member]), self._component[member], graph.camps[member], assignment.roles.of(member)
        if key not in self._shared:
            fitting = sorted({other for other in graph.others(member) if assignment.roles.fit(member, other)})
            self._shared[key] = [
                pair for pair in fitting if self._component[pair] == key[1] and pair not in assignment.fixed
            ]
        current = [assignment.assigned_to[member]] if member in assignment.assigned_to else assignment.loads[member]
        kept = [pair for pair in current if self._component[pair] != key[1] or pair in assignment.fixed]
        return sorted({*kept, *self._shared[key]}) if kept else self._shared[key]

    def may_be(self, one: int, other: int) -> bool:
        """Return whether some legal pairing pairs two who touch."""
        assignment = self.assignment
        pair = assignment.as_assignment((one, other))
        if pair is None or pair in self._always_crossing:
            return False
        member, partner = pair
        if assignment.assigned_to[member] == partner:
            return True
        if member in assignment.fixed or pair in assignment.forbidden:
            return False
        return self._component[member] == self._component[partner]

    def _find_always_crossing(self) -> set[tuple[int, int]]:
        """Return the (member, partner) that no legal pairing has, though one would if pairs might cross (P3 c)."""
        assignment = self.assignment
        assigned_before = dict(assignment.assigned_to)
        always = set()
        for diagonal in assignment.graph.crossing_of(assignment.members):
            pair = assignment.as_assignment(diagonal)
            if pair is None or pair in assignment.forbidden:
                continue
            member, partner = pair
            if member in assignment.fixed or assigned_before.get(member) == partner:
                continue
            if self._component[member] != self._component[partner]:
                continue
            forbidden = set(assignment.forbidden)
            if not assignment.include(member, partner, self._exchange):
                always.add(pair)
            assignment.forbidden = forbidden
        assignment.remove_crossings()
        return always


class _Kind(Enum):
    """What a helper node of the digraph of changes stands for."""

    EXCHANGE = auto()
    PREFIX = auto()
    SUFFIX = auto()


class _Changes:
    """The digraph of changes of an assignment: ``arcs`` has for each node the nodes that it leads to.

    The node of a member has the member's number. An assigned member leads to the partners they may take, and a partner
    to the members that they may lose. So a closed walk assigns everybody on it anew, and the pairing stays legal.
    Helper nodes, whose numbers come after, keep the arcs few; each is made when it is first asked for:

    - (EXCHANGE, contempt, load): a partner may gain a pair that another one loses. Whoever may gain leads to the node
      of their kind, and it leads to all who may lose: with ``even_exchange`` those with one pair more than ``load``,
      with ``any_exchange`` all of the same contempt (``load`` is 0). With ``no_exchange`` there are none.
    - (PREFIX, group, i) and (SUFFIX, group, i): a group is the list p0 … pn of partners in a block, for members of one
      camp and role. PREFIX i leads to p0 … pi by two arcs, to pi and to PREFIX i-1; SUFFIX i likewise to pi … pn. A
      member assigned to pi reaches all others by two arcs, to PREFIX i-1 and SUFFIX i+1: "all but one" in O(n) arcs
      for the whole group, as with the segments of a segment tree.

    Say orc1 and orc2 are assigned to mira and orc3 to tomas, and all touch both:
    orc1 -> SUFFIX 1 -> tomas -> orc3 -> PREFIX 0 -> mira -> orc1 is a closed walk: orc1 and orc3 may swap;
    orc1 -> SUFFIX 1 -> tomas -> EXCHANGE -> mira -> orc1 is one too: tomas may take orc1, as mira keeps orc2;
    all lie in one component, so each of the three may be paired with either of the two.
    """

    def __init__(self, assignment: Assignment, exchange: Exchange) -> None:
        self.assignment = assignment
        self.arcs: Arcs = {member: [] for member in assignment.members}
        self._numbers: dict[tuple[_Kind, Hashable, int], int] = {}
        self._groups: dict[_Group, dict[int, int]] = {}
        for partner, load in assignment.loads.items():
            self.arcs[partner] += [member for member in load if member not in assignment.fixed]
            if partner in assignment.roles.outnumbered and exchange is not no_exchange:
                self._add_exchange(partner, len(load), counts=exchange is even_exchange)
        for member, partner in assignment.assigned_to.items():
            if member not in assignment.fixed:
                self._add_partners(member, partner)

    def _node(self, kind: _Kind, key: Hashable, number: int) -> int:
        node = self._numbers.setdefault((kind, key, number), len(self.assignment.graph.names) + len(self._numbers))
        self.arcs.setdefault(node, [])
        return node

    def _add_exchange(self, partner: int, load: int, *, counts: bool) -> None:
        """Add the arcs by which a partner gains or loses a pair; ``counts`` is whether loads matter."""
        contempt = partner in self.assignment.graph.beneath
        self.arcs[partner].append(self._node(_Kind.EXCHANGE, contempt, load if counts else 0))
        if load > 1:
            self.arcs[self._node(_Kind.EXCHANGE, contempt, load - 1 if counts else 0)].append(partner)

    def _add_partners(self, member: int, partner: int) -> None:
        """Add the arcs from a member to all partners they may take but the one they have."""
        assignment, graph = self.assignment, self.assignment.graph
        self.arcs[member] += [
            other
            for other in graph.beside[member]
            if other != partner and assignment.roles.fit(member, other) and (member, other) not in assignment.forbidden
        ]
        for block in graph.blocks_of[member]:
            group = block, graph.camps[member], assignment.roles.of(member)
            positions = self._groups.get(group)
            if positions is None:
                positions = self._groups[group] = self._add_group(group, member)
            at = positions.get(partner, len(positions))
            if at > 0:
                self.arcs[member].append(self._node(_Kind.PREFIX, group, at - 1))
            if at + 1 < len(positions):
                self.arcs[member].append(self._node(_Kind.SUFFIX, group, at + 1))

    def _add_group(self, group: _Group, member: int) -> dict[int, int]:
        """Add the segments of a group, which a member of it touches; return each partner's position in the list."""
        graph, fit = self.assignment.graph, self.assignment.roles.fit
        others = graph.blocks[group[0]][3 - graph.camps[member]]
        partners = [other for other in others if fit(member, other)]
        for at, partner in enumerate(partners):
            before = [self._node(_Kind.PREFIX, group, at - 1)] if at else []
            self.arcs[self._node(_Kind.PREFIX, group, at)] += [partner, *before]
        for at, partner in reversed(list(enumerate(partners))):
            after = [self._node(_Kind.SUFFIX, group, at + 1)] if at + 1 < len(partners) else []
            self.arcs[self._node(_Kind.SUFFIX, group, at)] += [partner, *after]
        return {partner: at for at, partner in enumerate(partners)}


def strongly_connected_components(arcs: Arcs) -> dict[int, int]:
    """Return for each node the number of its strongly connected component (Tarjan's algorithm, without recursion)."""
    component: dict[int, int] = {}
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    components = 0
    for root in arcs:
        if root in order:
            continue
        work = [(root, 0)]
        while work:
            node, next_arc = work.pop()
            if node not in order:
                order[node] = low[node] = len(order)
                stack.append(node)
            successors = arcs[node]
            while next_arc < len(successors):
                successor = successors[next_arc]
                if successor not in order:
                    work.append((node, next_arc))
                    work.append((successor, 0))
                    break
                if successor not in component:
                    low[node] = min(low[node], low[successor])
                next_arc += 1
            else:
                if low[node] == order[node]:
                    while node not in component:
                        component[stack.pop()] = components
                    components += 1
    return component
