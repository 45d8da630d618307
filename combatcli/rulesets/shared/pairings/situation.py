"""A fight's pairings and the choices made: forced pairs, open choices, who chooses, why a pair cannot be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from combatcli.errors import RefusedError
from combatcli.rulesets.shared.pairings.counting import Count, count
from combatcli.rulesets.shared.pairings.graph import Graph, Pair
from combatcli.rulesets.shared.pairings.pairing import Pairing, Price

OTHERS_CROSS = "beside what is chosen others cross"
Open = tuple[int, list[int], str]
"""A member with two or more options, these, and who chooses."""


class Situation:
    """The graph with the choices made in it, and a pairing that keeps them (P4–P8)."""

    def __init__(self, graph: Graph, chosen: Iterable[Pair] = ()) -> None:
        self.graph = graph
        self.pairing = Pairing(graph)
        self.roles = self.pairing.roles
        self.chosen: list[Pair] = []
        self._options: dict[int, list[int]] | None = None
        for pair in chosen:
            self.choose(*pair)

    @property
    def options(self) -> dict[int, list[int]]:
        """Each one's possible partners in the legal pairings that keep the choices (P5)."""
        if self._options is None:
            self._options = self.pairing.options()
        return self._options

    def take(self, one: int, other: int) -> bool:
        """Note a choice; False if no legal pairing has it beside the earlier ones (P7)."""
        pair = self.graph.pair(one, other)
        if not self.graph.touch(one, other) or not self.pairing.take(pair):
            return False
        self._options = None
        if pair not in self.chosen:
            self.chosen.append(pair)
        return True

    def choose(self, one: int, other: int) -> None:
        """Note a choice; RefusedError with the first reason against it if it cannot be (P7)."""
        if not self.take(one, other):
            raise RefusedError(self.refusal(one, other), "`pairings` shows the open choices.")

    def share_out(self, share: Price) -> None:
        """Choose all open pairs at a price: evenly, or piled up (P6)."""
        self.pairing.share_out(share)
        self._options = None
        self.chosen = self.pairing.pairs()

    def forced(self) -> list[Pair]:
        """Return the pairs of every legal pairing that keeps the choices (P5)."""
        single = [member for member in self.pairing.may if len(self.options[member]) == 1]
        return sorted(self.graph.pair(member, self.options[member][0]) for member in single)

    def open(self) -> list[Open]:
        """Return the choosers with several options, in the file's order (P4).

        Extras choose; among those one to one, the chain's larger camp, or the GM's camp if none is larger.
        """
        camps, choose = self.graph.camps, set(self.roles.extra)
        for chain in self.graph.chains():
            in_camp_1 = sum(camps[one] == 1 for one in chain)
            larger = 1 if 2 * in_camp_1 > len(chain) else 2
            choose |= {one for one in chain if camps[one] == larger and one not in self.roles.outnumbered}
        several = sorted(one for one in choose if len(self.options[one]) > 1)
        return [(one, self.options[one], "players" if camps[one] == 1 else "gm") for one in several]

    def count(self) -> Count:
        """Return the number of legal pairings that keep the choices (P8)."""
        return count(self.pairing, self.options)

    def refusal(self, one: int, other: int) -> str:
        """Return the sentence that two cannot be a pair, with the first reason for it (P7)."""
        names = self.graph.names
        return f"{names[one]} cannot be paired with {names[other]}: {self._why_not(one, other)} (P7)"

    def _why_not(self, one: int, other: int) -> str:
        names, pair = self.graph.names, self.graph.pair(one, other)
        if not self.graph.touch(one, other):
            return f"{names[one]} and {names[other]} are not touching"
        if not self._would_take(pair):
            alone = self._left_alone(one, other)
            return "that makes more pairs than needed" if alone is None else f"{names[alone]} would be unpaired"
        if not self._would_take(pair, crossing=self.graph.crossing):
            crossed = self.graph.crossing.get(pair)
            return f"it crosses {'–'.join(self.graph.named(crossed))}" if crossed else OTHERS_CROSS
        beneath, has = (other, one) if other in self.graph.beneath else (one, other)
        return f"{self.graph.subject(beneath):is} beneath contempt and {self.graph.subject(has):has} another option"

    def _would_take(self, pair: Pair, crossing: Mapping[Pair, Pair] | None = None) -> bool:
        """Tell whether a pair would be possible beside the choices if nobody were beneath contempt."""
        pairing = Pairing(Graph(self.graph.names, self.graph.camps, self.graph.touching, crossing))
        return all(pairing.take(each) for each in (*self.chosen, pair))

    def _left_alone(self, one: int, other: int) -> int | None:
        """Return a member that would have nobody left if two were paired with each other alone; None if none would."""
        chosen = {who for pair in (*self.chosen, (one, other)) for who in pair}
        taken = chosen - self.roles.outnumbered | {one}
        near = (*sorted(self.graph.touching[one]), *sorted(self.graph.touching[other]))
        alone = [who for who in near if who not in taken and who != other and self.graph.touching[who] <= taken]
        return alone[0] if alone else None
