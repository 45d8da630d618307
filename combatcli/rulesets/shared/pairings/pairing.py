"""A legal pairing, and how augmenting paths turn it into others, as in bipartite matching (P3–P7).

In a least pairing, an extra has one pair, with somebody outnumbered; two who stand one to one have each other. So a
pairing maps each *member* to their *partner*: members are the extras and camp 1 of those one to one; partners are the
outnumbered, who have one member or more, and camp 2 of those one to one, who have exactly one. Every change made here
keeps the number of pairs, and of those with somebody beneath contempt.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from combatcli.records import Record
from combatcli.rulesets.shared.pairings.graph import Pair, TouchGraph, roles_of

Paths = dict[int, tuple[int, int | None]]
"""Partners, each with the one before on the way there, and the member who goes from that one, None for an exchange."""

Cost = tuple[bool, int]
"""Whether a partner is beneath contempt, which comes first (P3 d), and the price."""

OTHERS_CROSS = "beside what is chosen others cross"

Price = Callable[[int, int], int]
"""The cost of one more member for an outnumbered partner with N of them; the cheapest pairings are wanted."""


def spreading_cost(partner: int, load: int) -> int:
    """Return a cost that grows with the load: the least sum is the most even pairing (P6)."""
    return load


def file_order_cost(partner: int, load: int) -> int:
    """Return a cost that grows with the partner's place in the file, whatever the load (P6)."""
    return partner


class PassingWay(Record):
    """The way on which members are passed on from one partner to another."""

    start: int
    goal: int
    paths: Paths


class Pairing:
    """A legal pairing of all who touch: ``partner_of`` maps members to partners, ``members`` partners to members.

    ``may`` has the partners that each member may still get beside the ``chosen`` pairs.
    """

    def __init__(self, graph: TouchGraph, chosen: Iterable[Pair] = ()) -> None:
        self.graph = graph
        self.chosen: list[Pair] = []
        self._options: dict[int, list[int]] | None = None
        self.roles = roles_of(graph)
        self.share: Price = lambda *_: 0
        self.may: dict[int, frozenset[int]] = {}
        self.members: dict[int, set[int]] = {}
        self.partner_of: dict[int, int] = {}
        for one, touched in enumerate(graph.touching):
            if one in self.roles.extra:
                self.may[one] = touched
            elif one in self.roles.outnumbered or (touched and graph.camps[one] == 2):
                self.members[one] = set()
            elif touched:
                self.may[one] = touched - self.roles.outnumbered
        everybody = set(self.members)
        self.rings = dict.fromkeys(everybody, everybody)
        for member in self.may.keys() & self.roles.mate:
            self._assign(member, self.roles.mate[member])
        for member in self.may.keys() - self.roles.mate:
            self._assign(member, min(self.may[member], key=self._cost_of_one_more))
        self._make_cheapest()
        self._uncross(self.partner_of.items())
        for pair in chosen:
            self.choose(*pair)

    def pairs(self) -> list[Pair]:
        """Return the pairs, in the file's order."""
        return sorted(self.graph.pair(*pair) for pair in self.partner_of.items())

    def _assign(self, member: int, partner: int) -> None:
        if member in self.partner_of:
            self.members[self.partner_of[member]].remove(member)
        self.partner_of[member] = partner
        self.members[partner].add(member)

    def _cost_of_one_more(self, partner: int) -> Cost:
        """Return the cost of one more member for a partner."""
        return partner in self.graph.beneath, self.share(partner, len(self.members[partner]))

    def _partners_by_saving(self, among: set[int]) -> dict[Cost, list[int]]:
        """Return the partners among some who have several members, by what it saves if they lose one."""
        savings: dict[Cost, list[int]] = {}
        for partner in self.roles.outnumbered & among:
            load = len(self.members[partner])
            if load > 1:
                saving = partner in self.graph.beneath, self.share(partner, load - 1)
                savings.setdefault(saving, []).append(partner)
        return savings

    def _next_partners(self, partner: int, unseen: set[int], savings: dict[Cost, list[int]]) -> Paths:
        """Return the unseen partners who may lose a member if one takes one more, and see them.

        A partner who takes one more passes another on to the next partner. Or they keep both, and the next one loses a
        member: an exchange of two outnumbered partners at the same price. Say orc1 and orc2 are mira's, orc3 is
        tomas's, and all touch both. If tomas takes orc1, he may pass orc3 on to mira; or he keeps both, as she keeps
        orc2.
        """
        paths: Paths = {}
        for member in self.members[partner]:
            if reached := unseen & self.may[member]:
                unseen -= reached
                paths |= dict.fromkeys(reached, (partner, member))
        if savings and partner in self.roles.outnumbered:
            reached = unseen.intersection(savings.pop(self._cost_of_one_more(partner), ()))
            unseen -= reached
            paths |= dict.fromkeys(reached, (partner, None))
        return paths

    def _find_way(self, starts: Iterable[int], goals: set[int], unseen: set[int]) -> PassingWay | None:
        """Return the way from the first partner who may take a member more if a goal loses one; None if none may."""
        savings, paths = self._partners_by_saving(unseen), Paths()
        for start in starts:
            if start in goals:
                return PassingWay(start, start, paths)
            queue = [start] if start in unseen else []
            unseen.discard(start)
            for partner in queue:  # grows as it is gone through
                step = self._next_partners(partner, unseen, savings)
                paths |= step
                if reached := step.keys() & goals:
                    return PassingWay(start, min(reached, key=self._cost_of_one_more), paths)
                queue += step
        return None

    def _pass_on(self, way: PassingWay) -> None:
        """Pass members on along a way."""
        partner = way.goal
        while partner != way.start:
            before, member = way.paths[partner]
            if member is not None:
                self._assign(member, partner)
            partner = before

    def _make_cheapest(self) -> None:
        """Pass members on from dear to cheap partners, the dearest first, as long as there is a path.

        Those seen in vain lead to nobody cheap enough for the later ones either, who save no more.
        """
        live = set(self.members)
        while savings := self._partners_by_saving(live):
            most, unseen = max(savings), set(live)
            cheaper = {one for one in self.roles.outnumbered if self._cost_of_one_more(one) < most}
            way = self._find_way(savings[most], cheaper, unseen)
            if way:
                self._pass_on(way)
            else:
                live = unseen

    def _restrict(self, member: int, may: frozenset[int], way: PassingWay | None = None) -> bool:
        """Restrict a member's possible partners; False, and no change, if no pairing is left."""
        own = self.partner_of[member]
        if not way:
            way = PassingWay(own, own, {}) if own in may else self._find_way(sorted(may), {own}, set(self.rings[own]))
        if way is None:
            return False
        self._pass_on(way)
        self._assign(member, way.start)
        self.may[member] = may
        return True

    def member_first(self, pair: Pair) -> tuple[int, int]:
        """Return a pair as (member, partner)."""
        return pair if pair[0] in self.may else (pair[1], pair[0])

    def crossed_pair(self, member: int, partner: int) -> tuple[int, int] | None:
        """Return the (member, partner) that a pair would cross, if such a pair is possible."""
        pair = self.graph.crossing.get(self.graph.pair(member, partner))
        other, its_partner = self.member_first(pair) if pair is not None else (-1, -1)
        return (other, its_partner) if its_partner in self.may.get(other, ()) else None

    def choose(self, one: int, other: int) -> bool:
        """Choose a pair; False if no legal pairing has it beside those chosen before (P7)."""
        pair = self.graph.pair(one, other)
        if other not in self.graph.touching[one] or not self._fix_pair(pair):
            return False
        self._options = None
        self.chosen.append(pair)
        return True

    def _fix_pair(self, pair: Pair, way: PassingWay | None = None) -> bool:
        """Fix a pair, by a way already found, and exclude the pair it would cross; False if no legal pairing has it."""
        member, partner = self.member_first(pair)
        if partner not in self.may.get(member, ()):
            return False
        pairs, before, self.may = set(self.partner_of.items()), self.may, dict(self.may)
        crossed = self.crossed_pair(member, partner)
        excluded = crossed is None or self._restrict(crossed[0], self.may[crossed[0]] - {crossed[1]})
        taken = excluded and self._restrict(member, frozenset({partner}), way if crossed is None else None)
        if not taken:
            self.may = before
        self._uncross(self.partner_of.items() - pairs)
        return taken

    def try_each_partner(self, member: int) -> Iterator[bool]:
        """Take each possible partner of a member, in the file's order, and undo it before the next."""
        before, left = self.may, sorted(self.may[member])
        while way := self._find_way(left, {own := self.partner_of[member]}, set(self.rings[own])):
            left = left[left.index(way.start) + 1 :]
            if self._fix_pair(self.graph.pair(member, way.start), way):
                yield True
            self.may = before

    def _uncross(self, changed: Iterable[tuple[int, int]]) -> None:
        """Replace each crossing by the two pairs beside it; everybody's number of pairs stays (P3 c)."""
        for member, partner in list(changed):
            crossed = self.crossed_pair(member, partner)
            if crossed is not None and self.partner_of[member] == partner and self.partner_of[crossed[0]] == crossed[1]:
                self._assign(member, crossed[1])
                self._assign(crossed[0], partner)

    def _find_rings(self) -> dict[int, set[int]]:
        """Return each partner's ring: those who can pass members on to one another.

        These are the strongly connected components of who can pass on to whom, found along a path: where it comes back
        to an earlier ring, the last two are one.
        """
        savings, rings = self._partners_by_saving(set(self.members)), dict[int, set[int]]()
        path, seen = [(set[int](), set(self.members))], set[int]()
        while path:
            ring, onward = path[-1]
            onward -= ring
            onward -= rings.keys()
            if not onward:
                rings |= dict.fromkeys(ring, ring)
                path.pop()
            elif (partner := min(onward)) in seen:
                path.pop()
                path[-1][0].update(ring)
                path[-1][1].update(onward)
            else:
                seen.add(partner)
                path.append(({partner}, {*self._next_partners(partner, set(self.members), savings.copy())}))
        return rings

    @property
    def possible_partners(self) -> dict[int, list[int]]:
        """Everybody's possible partners in the legal pairings that keep the choices, by the file (P5)."""
        if self._options is None:
            self._options = self._find_possible_partners()
        return self._options

    def _find_possible_partners(self) -> dict[int, list[int]]:
        """Find everybody's possible partners.

        A partner in the ring of the present one is possible unless the pair would cross another one; such pairs are
        tried, since replacing two crossing pairs may not leave either of them.
        """
        self.rings, before = self._find_rings(), self.may
        possible = {member: sorted(before[member] & self.rings[own]) for member, own in self.partner_of.items()}
        for pair in self.graph.crossing:
            member, partner = self.member_first(pair)
            tried = partner in possible.get(member, ()) and partner != self.partner_of[member]
            if tried and self.crossed_pair(member, partner) and not self._fix_pair(pair):
                possible[member].remove(partner)
            self.may = before
        options: dict[int, list[int]] = {one: [] for one in (*self.may, *self.members)}
        for member in self.may:
            options[member] += possible[member]
            for partner in possible[member]:
                options[partner].append(member)
        return options

    def fix_cheapest_pairs(self, share: Price) -> None:
        """Fix all open pairs at the least price; among equals, the first in the file's order (P6)."""
        self.share = share
        self._make_cheapest()
        for member in self.may:
            next(self.try_each_partner(member))
        self._options = None
        self.chosen = self.pairs()

    def forced_pairs(self) -> list[Pair]:
        """Return the pairs of every legal pairing that keeps the choices (P5)."""
        single = [member for member in self.may if len(self.possible_partners[member]) == 1]
        return sorted(self.graph.pair(member, self.possible_partners[member][0]) for member in single)

    def open_choosers(self) -> list[tuple[int, list[int], str]]:
        """Return the members with several options, these, and who chooses, in the file's order (P4).

        Extras choose; among those one to one, the chain's larger camp, or the GM's camp if none is larger.
        """
        camps, choose = self.graph.camps, set(self.roles.extra)
        for chain in self.graph.chains():
            in_camp_1 = sum(camps[one] == 1 for one in chain)
            larger = 1 if 2 * in_camp_1 > len(chain) else 2
            choose |= {one for one in chain if camps[one] == larger and one not in self.roles.outnumbered}
        several = sorted(one for one in choose if len(self.possible_partners[one]) > 1)
        return [(one, self.possible_partners[one], "players" if camps[one] == 1 else "gm") for one in several]

    def refusal_sentence(self, one: int, other: int) -> str:
        """Return the sentence that two cannot be a pair, with the first reason for it (P7)."""
        names = self.graph.names
        return f"{names[one]} cannot be paired with {names[other]}: {self._reason_against(one, other)} (P7)"

    def _reason_against(self, one: int, other: int) -> str:
        names, pair = self.graph.names, self.graph.pair(one, other)
        if other not in self.graph.touching[one]:
            return f"{names[one]} and {names[other]} are not touching"
        if not self._is_possible_without_contempt(pair):
            alone = self._left_without_partner(one, other)
            return "that makes more pairs than needed" if alone is None else f"{names[alone]} would be unpaired"
        if not self._is_possible_without_contempt(pair, crossing=self.graph.crossing):
            crossed = self.graph.crossing.get(pair)
            return f"it crosses {'–'.join(self.graph.named(crossed))}" if crossed else OTHERS_CROSS
        beneath, has = (other, one) if other in self.graph.beneath else (one, other)
        return f"{names[beneath]}, beneath contempt, may get nobody who has another option, such as {names[has]}"

    def _is_possible_without_contempt(self, pair: Pair, crossing: Mapping[Pair, Pair] | None = None) -> bool:
        """Tell whether a pair would be possible beside the choices if nobody were beneath contempt."""
        graph = TouchGraph(self.graph.names, self.graph.camps, self.graph.touching, crossing)
        return len(Pairing(graph, [*self.chosen, pair]).chosen) > len(self.chosen)

    def _left_without_partner(self, one: int, other: int) -> int | None:
        """Return a member that would have nobody left if two were paired with each other alone; None if none would."""
        chosen = {who for pair in (*self.chosen, (one, other)) for who in pair}
        taken = chosen - self.roles.outnumbered | {one}
        near = (*sorted(self.graph.touching[one]), *sorted(self.graph.touching[other]))
        alone = [who for who in near if who not in taken and who != other and self.graph.touching[who] <= taken]
        return alone[0] if alone else None


def all_pairings(pairing: Pairing) -> Iterator[list[Pair]]:
    """Yield each legal pairing that keeps the fixed pairs, in the file's order, by backtracking; nothing is undone.

    Each open member takes each partner in turn that leaves a legal pairing. So the search goes down to the last member,
    where a pairing is complete, and back up to the last one with another partner; it meets no dead end.
    """
    options = pairing.possible_partners
    members = [member for member in pairing.may if len(options[member]) > 1]
    levels: list[Iterator[bool]] = []
    while True:
        if len(levels) == len(members):
            yield pairing.pairs()
        else:
            levels.append(pairing.try_each_partner(members[len(levels)]))
        while levels and not next(levels[-1], False):
            levels.pop()
        if not levels:
            return
