"""The graph of who touches whom: two camps, their pairs and crossings (P1–P3), and each member's role (P4).

Without an encounter it is read from words, as `orc1:mira orc2:mira,tomas`, foes first (P2).
"""

from collections.abc import Iterable, Mapping, Sequence

from combatcli.errors import RefusedError, UsageError
from combatcli.records import Record
from combatcli.rulesets.shared.arenas import rings

Pair = tuple[int, int]
"""A member of camp 1 and one of camp 2, by their numbers in the file's order."""
Names = dict[str, dict[str, None]]
"""Each name with those it touches, in the order named."""
EXAMPLE = "As in --engaged 'orc1:mira orc2:mira,tomas'"


class TouchGraph:
    """Members by number, in the file's order: names, camps, and the members of the other camp they touch.

    ``crossing`` maps a pair to the pair that it would cross. ``beneath`` has the members beneath contempt.
    """

    def __init__(
        self,
        names: Sequence[str],
        camps: Sequence[int],
        touching: Iterable[Iterable[int]],
        crossing: Mapping[Pair, Pair] | None = None,
        beneath: Iterable[int] = (),
    ) -> None:
        self.names = tuple(names)
        self.numbers = {name: number for number, name in enumerate(self.names)}
        self.camps = tuple(camps)
        self.touching = tuple(map(frozenset, touching))
        self.crossing = crossing or {}
        self.beneath = frozenset(beneath)

    def pair(self, one: int, other: int) -> Pair:
        """Return two members as a pair: camp 1, camp 2."""
        return (one, other) if self.camps[one] == 1 else (other, one)

    def named(self, pair: Pair) -> list[str]:
        """Return a pair by names."""
        return [self.names[pair[0]], self.names[pair[1]]]

    def chains(self) -> list[list[int]]:
        """Return the connected components (Q30), each in the file's order; without members that touch nobody."""
        unseen = {member for member, touched in enumerate(self.touching) if touched}
        chains = []
        while unseen:
            chain = [unseen.pop()]
            for member in chain:  # grows as it is gone through
                reached = self.touching[member] & unseen
                unseen -= reached
                chain += reached
            chains.append(sorted(chain))
        return sorted(chains)


def maximum_matching(graph: TouchGraph) -> dict[int, int]:
    """Return a maximum matching, both ways, found by augmenting paths.

    Say mira touches both orcs and is matched with orc1, and tomas touches orc1 alone. A search from tomas comes to
    orc1, from him to his mate mira, and from her to orc2, who has no mate. That is an augmenting path: tomas is matched
    with orc1, and mira with orc2. The matching is maximum when no such path is left.
    """
    mate: dict[int, int] = {}
    hopeful = set(range(len(graph.camps)))
    for start in [member for member, camp in enumerate(graph.camps) if camp == 1]:
        came_from, unseen, queue = dict[int, int](), set(hopeful), [start]
        free: int | None = None
        for member in queue:  # grows as it is gone through
            reached = graph.touching[member] & unseen
            unseen -= reached
            came_from |= dict.fromkeys(reached, member)
            free = next((other for other in reached if other not in mate), None)
            if free is not None:
                break
            queue += [mate[other] for other in reached]
        else:
            hopeful -= came_from.keys()  # no later path leads through them
        while free is not None:
            member = came_from[free]
            mate[member], mate[free], free = free, member, mate.get(member)
    return mate


class Roles(Record):
    """Each member's role in every least pairing (P4): extra, outnumbered, or else one to one.

    ``mate`` is a maximum matching, both ways.
    """

    extra: frozenset[int]
    outnumbered: frozenset[int]
    mate: dict[int, int]


def roles_of(graph: TouchGraph) -> Roles:
    """Return the roles: the Gallai–Edmonds decomposition, by alternating paths.

    An unmatched member is extra. A member that an extra one touches is outnumbered, and its mate is extra too, since
    another maximum matching leaves the mate out instead. Say orc1 is matched with mira and orc2 with nobody, and both
    touch mira alone: mira is outnumbered, and both orcs are extra.
    """
    mate = maximum_matching(graph)
    outnumbered: set[int] = set()
    extra = [member for member, touched in enumerate(graph.touching) if touched and member not in mate]
    for member in extra:  # grows as it is gone through
        for other in graph.touching[member] - outnumbered:
            outnumbered.add(other)
            extra.append(mate[other])
    return Roles(frozenset(extra), frozenset(outnumbered), mate)


def graph_of_words(text: str) -> TouchGraph:
    """Return the graph; RefusedError if it does not fall into two camps (P2)."""
    touching = _neighbors_by_name(text)
    camp = _two_camps(touching)
    number = {who: at for at, who in enumerate(touching)}
    touched = [[number[other] for other in names_touched] for names_touched in touching.values()]
    return TouchGraph(list(touching), [camp[who] for who in touching], touched)


def _neighbors_by_name(text: str) -> Names:
    touching: Names = {}
    for word in text.split():
        foe, colon, rest = word.partition(":")
        partners = [name for name in rest.split(",") if name]
        if not (foe and colon and partners):
            raise UsageError(f"--engaged {word}: expected FOE:NAME,NAME…", EXAMPLE)
        for other in partners:
            touching.setdefault(foe, {})[other] = None
            touching.setdefault(other, {})[foe] = None
    if not touching:
        raise UsageError("--engaged names nobody", EXAMPLE)
    return touching


def _two_camps(touching: Names) -> dict[str, int]:
    """Return each name's camp; the first name left of a colon is a foe. RefusedError at an odd ring."""
    camp: dict[str, int] = {}
    for start in touching:
        if start not in camp:
            camp |= {who: 2 - away % 2 for away, ring in enumerate(rings(touching, [start])) for who in ring}
    for who, others in touching.items():
        for other in others:
            if camp[other] == camp[who]:
                message = f"{who} and {other} touch in a ring that cannot be split into two camps (P2)"
                raise RefusedError(message, "Put foes left of the colon and players right of it.")
    return camp
