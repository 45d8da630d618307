"""A legal pairing, and how it is turned into others: augmenting paths, as in bipartite matching (P3, P5, P6).

In a least pairing, whoever is extra has one pair, with somebody outnumbered; two who stand one to one have each other.
So a pairing says of each *member* who is their *partner*: members are the extra, and of those one to one camp 1;
partners are the outnumbered, who have one member or more, and of those one to one camp 2, who have one.
Whatever is made of a pairing here is as small, and has as few pairs on those beneath contempt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from combatcli.rulesets.shared.pairings.graph import Graph, Pair, roles_of

Paths = dict[int, tuple[int, int | None]]
"""Partners on the way to a goal: each with the next partner and the member who goes there, None for an exchange."""

Price = Callable[[int, int], int]
"""What one member more costs at an outnumbered partner who has so many; the cheapest pairings are wanted."""


def spread(partner: int, load: int) -> int:
    """Return more for who has more: the sum of all is least where the sum of squares is (P6)."""
    return load


def gang(partner: int, load: int) -> int:
    """Return less for who comes first in the file, whatever they have (P6)."""
    return partner


class Pairing:
    """A legal pairing of all who touch: ``partner_of`` has the partner of each member, ``load`` how many a partner has.

    ``may`` has the partners whom a member may still get.
    """

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.roles = roles_of(graph)
        self.share: Price = lambda *_: 0
        self.may: dict[int, frozenset[int]] = {}
        self.load: dict[int, int] = {}
        self.partner_of: dict[int, int] = {}
        for one, others in enumerate(graph.touching):
            if one in self.roles.extra:
                self.may[one] = others
            elif one in self.roles.outnumbered or (others and graph.camps[one] == 2):
                self.load[one] = 0
            elif others:
                self.may[one] = others - self.roles.outnumbered
        for member in self.may.keys() & self.roles.mate:
            self._assign(member, self.roles.mate[member])
        for member in self.may.keys() - self.roles.mate:
            self._assign(member, min(self.may[member], key=lambda partner: self._price(partner, self.load[partner])))
        self._make_cheapest()
        self._uncross(self.partner_of.items())

    def pairs(self) -> list[Pair]:
        """Return the pairs, in the file's order."""
        return sorted(self.graph.pair(*pair) for pair in self.partner_of.items())

    def _assign(self, member: int, partner: int) -> None:
        if member in self.partner_of:
            self.load[self.partner_of[member]] -= 1
        self.partner_of[member] = partner
        self.load[partner] += 1

    def _price(self, partner: int, load: int) -> tuple[bool, int]:
        """Return what one member more costs at a partner who has so many: contempt comes first (P3 d)."""
        return partner in self.graph.beneath, self.share(partner, load)

    def _paths_to(self, goal: int) -> Paths:
        """Return the partners who may take a member more if `goal` loses one for it, by a search from there.

        A partner who takes one more passes another on to the next partner. Or they keep both, and the next one loses
        a member: that is an exchange, of two who are outnumbered, at the same price. Say orc1 and orc2 are mira's, orc3
        is tomas's, and all touch both. If tomas takes orc1, he may pass orc3 on to mira; or he keeps both, as she keeps
        orc2.
        """
        paths: Paths = {}
        unseen = {member for member, partners in self.may.items() if len(partners) > 1}
        prices = set()
        queue = [goal]
        for partner in queue:  # grows as it is gone through
            found: list[tuple[int, int | None]] = []
            for member in self.graph.touching[partner] & unseen:
                if partner in self.may[member]:
                    unseen.discard(member)
                    found.append((self.partner_of[member], member))
            price = self._price(partner, self.load[partner] - 1)
            if self.load[partner] > 1 and price not in prices:
                prices.add(price)
                outnumbered = self.roles.outnumbered
                found += [(other, None) for other in outnumbered if self._price(other, self.load[other]) == price]
            for other, passed in found:
                if other != goal and other not in paths:
                    paths[other] = partner, passed
                    queue.append(other)
        return paths

    def _pass_on(self, partner: int, goal: int, paths: Paths) -> None:
        """Pass members on along a path."""
        while partner != goal:
            following, member = paths[partner]
            if member is not None:
                self._assign(member, following)
            partner = following

    def _make_cheapest(self) -> None:
        """Pass members on from where they cost more to where they cost less, as long as there is a path."""
        drawn = True
        while drawn:
            drawn = False
            for partner in sorted(self.roles.outnumbered):
                while self._draw_to(partner):
                    drawn = True

    def _draw_to(self, goal: int) -> bool:
        """Pass a member on to a partner from where one costs the most; False if none costs more than there."""
        price = self._price(goal, self.load[goal])
        several = [one for one in self.roles.outnumbered if self.load[one] > 1]
        dearer = {one: cost for one in several if (cost := self._price(one, self.load[one] - 1)) > price}
        paths = self._paths_to(goal) if dearer else {}
        source = max(dearer.keys() & paths.keys(), key=lambda one: dearer[one], default=goal)
        self._pass_on(source, goal, paths)
        return source != goal

    def _restrict(self, member: int, may: frozenset[int]) -> bool:
        """Restrict the partners whom a member may get; False if no pairing is left, and then nothing changes."""
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

    def crossed(self, member: int, partner: int) -> tuple[int, int] | None:
        """Return the (member, partner) that a pair would cross, if there may be one."""
        pair = self.graph.crossing.get(self.graph.pair(member, partner))
        other, its_partner = self._member_first(pair) if pair is not None else (-1, -1)
        return (other, its_partner) if its_partner in self.may.get(other, ()) else None

    def take(self, pair: Pair) -> bool:
        """Pair two for good, and exclude what they would cross; False if no legal pairing has them."""
        member, partner = self._member_first(pair)
        if partner not in self.may.get(member, ()):
            return False
        pairs, before, self.may = set(self.partner_of.items()), self.may, dict(self.may)
        crossed = self.crossed(member, partner)
        excluded = crossed is None or self._restrict(crossed[0], self.may[crossed[0]] - {crossed[1]})
        taken = excluded and self._restrict(member, frozenset({partner}))
        if not taken:
            self.may = before
        self._uncross(self.partner_of.items() - pairs)
        return taken

    def take_each(self, member: int) -> Iterator[bool]:
        """Take each partner that a member may get, in the file's order, and undo it before the next one."""
        before = self.may
        for partner in self._within_reach(member):
            if self.take(self.graph.pair(member, partner)):
                yield True
            self.may = before

    def _uncross(self, changed: Iterable[tuple[int, int]]) -> None:
        """Replace what crosses by the two pairs beside it, so that everybody has as many as before (P3 c)."""
        for member, partner in list(changed):
            crossed = self.crossed(member, partner)
            if crossed is not None and self.partner_of[member] == partner and self.partner_of[crossed[0]] == crossed[1]:
                self._assign(member, crossed[1])
                self._assign(crossed[0], partner)

    def _within_reach(self, member: int) -> list[int]:
        """Return the partners whom a member might have if pairs might cross, in the file's order."""
        own, may = self.partner_of[member], self.may[member]
        return sorted(may & {own, *self._paths_to(own)}) if len(may) > 1 else [own]

    def options(self) -> dict[int, list[int]]:
        """Return with whom each is paired in some legal pairing that keeps what was taken, in the file's order (P5).

        Whoever is within reach is an option, unless the pair would cross another: of two pairs that cross, none may
        remain when they are replaced. Those are tried.
        """
        found = {(member, partner) for member in self.may for partner in self._within_reach(member)}
        before = self.may
        for member, partner in found - set(self.partner_of.items()):
            if self.crossed(member, partner) and not self.take(self.graph.pair(member, partner)):
                found.remove((member, partner))
            self.may = before
        options: dict[int, list[int]] = {one: [] for one in (*self.may, *self.load)}
        for member, partner in sorted(found):
            options[member].append(partner)
            options[partner].append(member)
        return options

    def share_out(self, share: Price) -> None:
        """Settle all that is open at the least price; of several ways, the first in the file's order (P6)."""
        self.share = share
        self._make_cheapest()
        for member in self.may:
            next(self.take_each(member))


def every_way(pairing: Pairing) -> Iterator[list[Pair]]:
    """Yield each legal pairing that keeps what was taken, in the file's order, by backtracking; nothing is undone.

    Each open member takes one partner after another, and only such as leave a legal pairing. So the search goes down to
    the last member, where a pairing stands, and up to the last one who has another partner; it comes to no dead end.
    """
    options = pairing.options()
    members = [member for member in pairing.may if len(options[member]) > 1]
    levels: list[Iterator[bool]] = []
    while True:
        if len(levels) == len(members):
            yield pairing.pairs()
        else:
            levels.append(pairing.take_each(members[len(levels)]))
        while levels and not next(levels[-1], False):
            levels.pop()
        if not levels:
            return
