"""A fight's pairings with what was chosen in them: what is forced or open, who chooses, why a pair cannot be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from combatcli.errors import RefusedError
from combatcli.records import Record
from combatcli.rulesets.shared.pairings.counting import Count, count
from combatcli.rulesets.shared.pairings.graph import Graph, Pair
from combatcli.rulesets.shared.pairings.pairing import Pairing, Price

OTHERS_CROSS = "beside what is chosen others cross"


class Open(Record):
    """Somebody with two or more options, and who chooses."""

    who: int
    options: list[int]
    chooser: str


class Situation:
    """Who touches whom, with what was chosen, and a pairing that keeps that (P4–P8)."""

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
        """With whom everybody is paired in some legal pairing that holds what was chosen (P5)."""
        if self._options is None:
            self._options = self.pairing.options()
        return self._options

    def take(self, one: int, other: int) -> bool:
        """Note a pair as chosen; False if no legal pairing has it beside what was chosen before (P7)."""
        pair = self.graph.pair(one, other)
        if not self.graph.touch(one, other) or not self.pairing.take(pair):
            return False
        self._options = None
        if pair not in self.chosen:
            self.chosen.append(pair)
        return True

    def choose(self, one: int, other: int) -> None:
        """Note a pair as chosen; RefusedError with the first reason against it if it cannot be."""
        if not self.take(one, other):
            raise RefusedError(self.refusal(one, other), "`pairings` shows the open choices.")

    def share_out(self, share: Price) -> None:
        """Choose all that is open: as evenly as may be, or piled up (P6)."""
        self.pairing.share_out(share)
        self._options = None
        self.chosen = self.pairing.pairs()

    def forced(self) -> list[Pair]:
        """Return the pairs that every legal pairing has that holds what was chosen (P5)."""
        single = [member for member in self.pairing.may if len(self.options[member]) == 1]
        return sorted(self.graph.pair(member, self.options[member][0]) for member in single)

    def open(self) -> list[Open]:
        """Return who of those who choose has several options, in the file's order (P4).

        The extra choose; of those one to one the larger camp of the chain, and the GM's where none is larger.
        """
        camps, choose = self.graph.camps, set(self.roles.extra)
        for chain in self.graph.chains():
            in_camp_1 = sum(camps[one] == 1 for one in chain)
            larger = 1 if 2 * in_camp_1 > len(chain) else 2
            choose |= {one for one in chain if camps[one] == larger and one not in self.roles.outnumbered}
        several = sorted(one for one in choose if len(self.options[one]) > 1)
        return [Open(one, self.options[one], "players" if camps[one] == 1 else "gm") for one in several]

    def count(self) -> Count:
        """Return how many legal pairings hold what was chosen (P8)."""
        return count(self.pairing, self.options)

    def refusal(self, one: int, other: int) -> str:
        """Return that two cannot be a pair, beside what was chosen already, and the first reason that holds (P7)."""
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
        """Return whether a pair could be beside what was chosen if nobody were beneath contempt."""
        pairing = Pairing(Graph(self.graph.names, self.graph.camps, self.graph.touching, crossing))
        return all(pairing.take(each) for each in (*self.chosen, pair))

    def _left_alone(self, one: int, other: int) -> int | None:
        """Return somebody who would have nobody left, were one paired with this other alone; None if nobody would."""
        chosen = {who for pair in (*self.chosen, (one, other)) for who in pair}
        taken = chosen - self.roles.outnumbered | {one}
        near = (*sorted(self.graph.touching[one]), *sorted(self.graph.touching[other]))
        alone = [who for who in near if who not in taken and who != other and self.graph.touching[who] <= taken]
        return alone[0] if alone else None
