"""A legal pairing, and how augmenting paths turn it into others, as in bipartite matching (P3–P7).

In a least pairing, an extra has one pair, with somebody outnumbered; two who stand one to one have each other. So a
pairing maps each *member* to their *partner*: members are the extras and camp 1 of those one to one; partners are the
outnumbered, who have one member or more, and camp 2 of those one to one, who have exactly one. Every change made here
keeps the number of pairs, and of those with somebody beneath contempt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from combatcli.rulesets.shared.pairings.graph import Graph, Pair, roles_of

Paths = dict[int, tuple[int, int | None]]
"""The partners on the way to a goal: each with the next partner and the member who goes there, None for an exchange."""

Open = tuple[int, list[int], str]
"""A member with two or more options, these, and who chooses."""
OTHERS_CROSS = "beside what is chosen others cross"

Price = Callable[[int, int], int]
"""The cost of one more member for an outnumbered partner with N of them; the cheapest pairings are wanted."""


def spreading_cost(partner: int, load: int) -> int:
    """Return a cost that grows with the load: the least sum is the most even pairing (P6)."""
    return load


def ganging_cost(partner: int, load: int) -> int:
    """Return a cost that grows with the place in the file, whatever the load (P6)."""
    return partner


class Pairing:
    """A legal pairing of all who touch: ``partner_of`` maps members to partners, ``load`` counts a partner's members.

    ``may`` has the partners that each member may still get beside the ``chosen`` pairs.
    """

    def __init__(self, graph: Graph, chosen: Iterable[Pair] = ()) -> None:
        self.graph = graph
        self.chosen: list[Pair] = []
        self._options: dict[int, list[int]] | None = None
        self.roles = roles_of(graph)
        self.share: Price = lambda *_: 0
        self.may: dict[int, frozenset[int]] = {}
        self.load: dict[int, int] = {}
        self.partner_of: dict[int, int] = {}
        for one, touched in enumerate(graph.touching):
            if one in self.roles.extra:
                self.may[one] = touched
            elif one in self.roles.outnumbered or (touched and graph.camps[one] == 2):
                self.load[one] = 0
            elif touched:
                self.may[one] = touched - self.roles.outnumbered
        for member in self.may.keys() & self.roles.mate:
            self._assign(member, self.roles.mate[member])
        for member in self.may.keys() - self.roles.mate:
            self._assign(
                member, min(self.may[member], key=lambda partner: self._cost_of_one_more(partner, self.load[partner]))
            )
        self._make_cheapest()
        self._uncross(self.partner_of.items())
        for pair in chosen:
            self.choose(*pair)

    def pairs(self) -> list[Pair]:
        """Return the pairs, in the file's order."""
        return sorted(self.graph.pair(*pair) for pair in self.partner_of.items())

    def _assign(self, member: int, partner: int) -> None:
        if member in self.partner_of:
            self.load[self.partner_of[member]] -= 1
        self.partner_of[member] = partner
        self.load[partner] += 1

    def _cost_of_one_more(self, partner: int, load: int) -> tuple[bool, int]:
        """Return the cost of one more member for a partner with ``load`` of them; contempt comes first (P3 d)."""
        return partner in self.graph.beneath, self.share(partner, load)

    def _paths_to(self, goal: int) -> Paths:
        """Search from a goal for the partners who may take a member more if the goal loses one.

        A partner who takes one more passes another on to the next partner. Or they keep both, and the next one loses a
        member: an exchange of two outnumbered partners at the same price. Say orc1 and orc2 are mira's, orc3 is
        tomas's, and all touch both. If tomas takes orc1, he may pass orc3 on to mira; or he keeps both, as she keeps
        orc2.
        """
        paths: Paths = {}
        unseen = {member for member, partners in self.may.items() if len(partners) > 1}
        prices = set()
        queue = [goal]
        for partner in queue:  # grows as it is gone through
            givers: list[tuple[int, int | None]] = []
            for member in self.graph.touching[partner] & unseen:
                if partner in self.may[member]:
                    unseen.discard(member)
                    givers.append((self.partner_of[member], member))
            price = self._cost_of_one_more(partner, self.load[partner] - 1)
            if self.load[partner] > 1 and price not in prices:
                prices.add(price)
                outnumbered = self.roles.outnumbered
                givers += [
                    (other, None) for other in outnumbered if self._cost_of_one_more(other, self.load[other]) == price
                ]
            for other, passed in givers:
                if other != goal and other not in paths:
                    paths[other] = partner, passed
                    queue.append(other)
        return paths

    def _pass_on(self, partner: int, goal: int, paths: Paths) -> None:
        """Pass members on along a path to the goal."""
        while partner != goal:
            following, member = paths[partner]
            if member is not None:
                self._assign(member, following)
            partner = following

    def _make_cheapest(self) -> None:
        """Move members from dear to cheap partners, as long as there is a path."""
        drawn = True
        while drawn:
            drawn = False
            for partner in sorted(self.roles.outnumbered):
                while self._draw_member_to(partner):
                    drawn = True

    def _draw_member_to(self, goal: int) -> bool:
        """Pass a member on to a partner from the dearest other one; False if none is dearer."""
        price = self._cost_of_one_more(goal, self.load[goal])
        several = [one for one in self.roles.outnumbered if self.load[one] > 1]
        dearer = {one: cost for one in several if (cost := self._cost_of_one_more(one, self.load[one] - 1)) > price}
        paths = self._paths_to(goal) if dearer else {}
        source = max(dearer.keys() & paths.keys(), key=lambda one: dearer[one], default=goal)
        self._pass_on(source, goal, paths)
        return source != goal

    def _restrict(self, member: int, may: frozenset[int]) -> bool:
        """Restrict a member's possible partners; False, and no change, if no pairing is left."""
        own = self.partner_of[member]
        if own not in may:
            paths = self._paths_to(own)
            partner = min(may & paths.keys(), default=None)
            if partner is None:
                return False
            self._pass_on(partner, own, paths)
            self._assign(member, partner)
        self.may[member] = may
        return True

    def _member_first(self, pair: Pair) -> tuple[int, int]:
        return pair if pair[0] in self.may else (pair[1], pair[0])

    def pair_it_crosses(self, member: int, partner: int) -> tuple[int, int] | None:
        """Return the (member, partner) that a pair would cross, if such a pair is possible."""
        pair = self.graph.crossing.get(self.graph.pair(member, partner))
        other, its_partner = self._member_first(pair) if pair is not None else (-1, -1)
        return (other, its_partner) if its_partner in self.may.get(other, ()) else None

    def choose(self, one: int, other: int) -> bool:
        """Choose a pair; False if no legal pairing has it beside those chosen before (P7)."""
        pair = self.graph.pair(one, other)
        if not self.graph.touch(one, other) or not self._fix_pair(pair):
            return False
        self._options = None
        self.chosen.append(pair)
        return True

    def _fix_pair(self, pair: Pair) -> bool:
        """Fix a pair and exclude the pair it would cross; False if no legal pairing has it."""
        member, partner = self._member_first(pair)
        if partner not in self.may.get(member, ()):
            return False
        pairs, before, self.may = set(self.partner_of.items()), self.may, dict(self.may)
        crossed = self.pair_it_crosses(member, partner)
        excluded = crossed is None or self._restrict(crossed[0], self.may[crossed[0]] - {crossed[1]})
        taken = excluded and self._restrict(member, frozenset({partner}))
        if not taken:
            self.may = before
        self._uncross(self.partner_of.items() - pairs)
        return taken

    def try_each_partner(self, member: int) -> Iterator[bool]:
        """Take each possible partner of a member, in the file's order, and undo it before the next."""
        before = self.may
        for partner in self._partners_within_reach(member):
            if self._fix_pair(self.graph.pair(member, partner)):
                yield True
            self.may = before

    def _uncross(self, changed: Iterable[tuple[int, int]]) -> None:
        """Replace each crossing by the two pairs beside it; everybody's number of pairs stays (P3 c)."""
        for member, partner in list(changed):
            crossed = self.pair_it_crosses(member, partner)
            if crossed is not None and self.partner_of[member] == partner and self.partner_of[crossed[0]] == crossed[1]:
                self._assign(member, crossed[1])
                self._assign(crossed[0], partner)

    def _partners_within_reach(self, member: int) -> list[int]:
        """Return the partners that a member might have if crossings were allowed, in the file's order."""
        own, may = self.partner_of[member], self.may[member]
        return sorted(may & {own, *self._paths_to(own)}) if len(may) > 1 else [own]

    def _who_can_pass_on(self) -> dict[int, set[int]]:
        """Return, for each partner, those who can pass members on to them; who can do so in turn share one set.

        One search serves all partners of a ring, a strongly connected component of who can pass on to whom: whoever a
        member of a partner may go to, and who can pass on to that partner, is in the ring.
        """
        members: dict[int, list[int]] = {partner: [] for partner in self.load}
        for member, partner in self.partner_of.items():
            members[partner].append(member)
        together: dict[int, set[int]] = {}
        for start in self.load:
            if start in together:
                continue
            before = {start, *self._paths_to(start)}
            together[start], ring = before, [start]
            for partner in ring:  # grows as it is gone through
                for other in {one for member in members[partner] for one in self.may[member]} & before:
                    if other not in together:
                        together[other] = before
                        ring.append(other)
        return together

    @property
    def possible_partners(self) -> dict[int, list[int]]:
        """Everybody's possible partners in the legal pairings that keep the choices, by the file (P5)."""
        if self._options is None:
            self._options = self._find_possible_partners()
        return self._options

    def _find_possible_partners(self) -> dict[int, list[int]]:
        """Find everybody's possible partners.

        A partner within reach is possible unless the pair would cross another one; such pairs are tried, since
        replacing two crossing pairs may not leave either of them.
        """
        together = self._who_can_pass_on()
        possible = {
            (member, partner) for member, own in self.partner_of.items() for partner in self.may[member] & together[own]
        }
        before = self.may
        for member, partner in possible - set(self.partner_of.items()):
            if self.pair_it_crosses(member, partner) and not self._fix_pair(self.graph.pair(member, partner)):
                possible.remove((member, partner))
            self.may = before
        options: dict[int, list[int]] = {one: [] for one in (*self.may, *self.load)}
        for member, partner in sorted(possible):
            options[member].append(partner)
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

    def open_choosers(self) -> list[Open]:
        """Return the choosers with several options, in the file's order (P4).

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
        if not self.graph.touch(one, other):
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
        graph = Graph(self.graph.names, self.graph.camps, self.graph.touching, crossing)
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
