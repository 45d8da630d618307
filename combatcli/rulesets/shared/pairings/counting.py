"""The number of legal pairings (P8), by dynamic programming over the members."""

from collections.abc import Iterator, Mapping, Sequence

from combatcli.records import Record
from combatcli.rulesets.shared.pairings.pairing import Pairing

MOST_STATES = 5_000
"""The number of states followed at a time; beyond it the count is a lower bound."""

State = tuple[tuple[int, ...], frozenset[tuple[int, int]]]
"""How many of each group have nobody yet, and which (member, partner) would cross the pairs made so far."""


class Count(Record):
    """A number of pairings: exact, or a lower bound."""

    ways: int
    exact: bool = True


def count_pairings(pairing: Pairing) -> Count:
    """Return the number of legal pairings that keep what is chosen."""
    options = pairing.possible_partners
    open_ = {member: frozenset(options[member]) for member in pairing.may if len(options[member]) > 1}
    return _Counter(pairing, open_).count()


class _Counter:
    """Gives one member after another a partner, chain by chain, and counts the ways to each state.

    Partners are a group if the same members may get them and nothing else tells them apart; then only the number of
    free ones matters. Say o1, o2 and o3 touch m and n, a group. At first 2 are free, in 1 way; after o1, 1 is free, in
    2 ways. Then o2 goes to the free one, leaving 0 in 2 ways, or to the other, leaving 1 in 2 ways. From 0, o3 has two
    to go to; from 1, one: 2 * 2 + 2 * 1 = 6 ways.
    """

    def __init__(self, pairing: Pairing, open_: Mapping[int, frozenset[int]]) -> None:
        self.pairing = pairing
        self.open = open_
        self.order = [member for chain in pairing.graph.chains() for member in chain if member in open_]
        self.position = {member: at for at, member in enumerate(self.order)}
        crossings = {pair: pairing.crossed_pair(*pair) for pair in map(pairing.member_first, pairing.graph.crossing)}
        self.crossing = {
            pair: crossed
            for pair, crossed in crossings.items()
            if crossed and all(partner in open_.get(member, ()) for member, partner in (pair, crossed))
        }
        self.groups = self._groups()

    def _groups(self) -> list[list[int]]:
        takers: dict[int, list[int]] = {}
        for member, partners in self.open.items():
            for partner in partners:
                takers.setdefault(partner, []).append(member)
        alike: dict[object, list[int]] = {}
        for partner, members in takers.items():
            crosses = any((member, partner) in self.crossing for member in members)
            own = partner if crosses else None, partner in self.pairing.graph.beneath
            alike.setdefault((own, tuple(members)), []).append(partner)
        return list(alike.values())

    def count(self) -> Count:
        """Return the exact count; past MOST_STATES a lower bound, the most options of one."""
        settled = {partner for member, partner in self.pairing.partner_of.items() if member not in self.open}
        alone = tuple(sum(partner not in settled for partner in group) for group in self.groups)
        states: dict[State, tuple[int, int]] = {(alone, frozenset()): (0, 1)}
        for member in self.order:
            states = self._states_after(member, states)
            if len(states) > MOST_STATES:
                return Count(max(map(len, self.open.values())), exact=False)
        least = sum(self.pairing.partner_of[member] in self.pairing.graph.beneath for member in self.order)
        return Count(sum(ways for beneath, ways in states.values() if beneath == least))

    def _states_after(self, member: int, states: dict[State, tuple[int, int]]) -> dict[State, tuple[int, int]]:
        """Return the states after a member gets a partner, each with its pairs beneath contempt and its ways.

        Only the ways with the fewest pairs beneath contempt can become legal.
        """
        groups = [at for at, group in enumerate(self.groups) if group[0] in self.open[member]]
        later = self.order[self.position[member] + 1 :]
        takers = {at: sum(self.groups[at][0] in self.open[other] for other in later) for at in groups}
        following: dict[State, tuple[int, int]] = {}
        for state, (beneath, ways) in states.items():
            for at, after, times in self._next_states(member, groups, state):
                if any(after[0][near] > takers[near] for near in groups):
                    continue
                now = beneath + (self.groups[at][0] in self.pairing.graph.beneath)
                least, before = following.get(after, (now, 0))
                if now <= least:
                    following[after] = now, ways * times + (before if now == least else 0)
        return following

    def _next_states(self, member: int, groups: Sequence[int], state: State) -> Iterator[tuple[int, State, int]]:
        """Yield each group with a partner for a member, the next state, and the number of ways."""
        alone, barred = state
        later = frozenset(pair for pair in barred if pair[0] != member)
        for at in groups:
            partner = self.groups[at][0]
            if (member, partner) in barred:
                continue
            crossed = self.crossing.get((member, partner))
            bars = later | {crossed} if crossed and self.position[crossed[0]] > self.position[member] else later
            if alone[at]:
                yield at, ((*alone[:at], alone[at] - 1, *alone[at + 1 :]), bars), alone[at]
            if partner in self.pairing.roles.outnumbered and alone[at] < len(self.groups[at]):
                yield at, (alone, bars), len(self.groups[at]) - alone[at]
