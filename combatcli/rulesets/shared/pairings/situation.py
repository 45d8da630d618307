"""All chains of a fight with what was chosen in them: what is forced or open, who chooses, why a pair cannot be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from combatcli.errors import RefusedError
from combatcli.records import Record
from combatcli.rulesets.shared.pairings.assignment import Assignment
from combatcli.rulesets.shared.pairings.counting import Count, count
from combatcli.rulesets.shared.pairings.graph import Graph, Pair
from combatcli.rulesets.shared.pairings.options import Options

PLAYERS, GM = "players", "gm"


class Open(Record):
    """Somebody with two or more options, and who chooses."""

    who: int
    options: list[int]
    chooser: str


class Situation:
    """The chains of a graph, each with a legal pairing that keeps what was chosen (P4–P8)."""

    def __init__(self, graph: Graph, chosen: Iterable[Pair] = ()) -> None:
        self.graph = graph
        self.start_over(chosen)

    def start_over(self, chosen: Iterable[Pair]) -> None:
        """Compute the pairings anew, with what is chosen and nothing else; RefusedError as of `choose`."""
        self.assignments = [Assignment(self.graph, chain) for chain in self.graph.chains()]
        self.chosen: list[Pair] = []
        self._assignment_of = {member: assignment for assignment in self.assignments for member in assignment.members}
        self._options: dict[int, Options] = {}
        for pair in chosen:
            self.choose(*pair)

    def has_one_pair(self, member: int) -> bool:
        """Return whether somebody has one pair in every legal pairing."""
        assignment = self._assignment_of.get(member)
        return assignment is not None and assignment.roles.of(member) != "outnumbered"

    def choose_all(self) -> None:
        """Take all pairs as chosen, as they were shared out."""
        self.chosen = self.pairs()
        self._options = {}

    def options(self, assignment: Assignment) -> Options:
        """Return what is possible in a chain."""
        key = id(assignment)
        if key not in self._options:
            self._options[key] = Options(assignment)
        return self._options[key]

    def choose(self, one: int, other: int) -> None:
        """Fix a pair and note it as chosen (P7); RefusedError with the first reason against it if it cannot be."""
        pair = self.graph.pair(one, other)
        if not self.fix(pair):
            names, reason = self.graph.names, why_not(self.graph, self.chosen, one, other)
            raise RefusedError(
                f"{names[one]} cannot be paired with {names[other]}: {reason} (P7)",
                "`pairings` shows the open choices.",
            )
        if pair not in self.chosen:
            self.chosen.append(pair)

    def fix(self, pair: Pair) -> bool:
        """Fix a pair if some legal pairing has it beside what is fixed; return whether one has."""
        if not self.graph.touch(*pair):
            return False
        assignment = self._assignment_of[pair[0]]
        as_assigned = assignment.as_assignment(pair)
        if as_assigned is None or not assignment.fix(*as_assigned):
            return False
        assignment.remove_crossings()
        self._options.pop(id(assignment), None)
        return True

    def forced(self) -> list[Pair]:
        """Return the pairs that every legal pairing has that holds what was chosen (P5)."""
        return sorted(
            self.graph.pair(member, partners[0])
            for assignment in self.assignments
            for member in assignment.assigned
            if len(partners := self.options(assignment).of(member)) == 1
        )

    def open(self) -> list[Open]:
        """Return who of those who choose has several options, in the file's order (P4)."""
        open_ = [choice for assignment in self.assignments for choice in self._open_in(assignment)]
        return sorted(open_, key=lambda choice: choice.who)

    def _open_in(self, assignment: Assignment) -> Iterator[Open]:
        camps = [self.graph.camps[member] for member in assignment.members]
        chooses = 1 if camps.count(1) > camps.count(2) else 2
        for member in assignment.members:
            role, camp = assignment.roles.of(member), self.graph.camps[member]
            if role == "extra" or (role == "one to one" and camp == chooses):
                options = self.options(assignment).of(member)
                if len(options) > 1:
                    yield Open(member, options, PLAYERS if camp == 1 else GM)

    def count(self) -> Count:
        """Return how many legal pairings of all chains there are (P8)."""
        product = Count(1)
        for assignment in self.assignments:
            product = product.times(count(assignment, self.options(assignment)))
        return product

    def pairs(self) -> list[Pair]:
        """Return the pairs of a legal pairing of all chains."""
        return sorted(pair for assignment in self.assignments for pair in assignment.pairs())


def why_not(graph: Graph, chosen: Sequence[Pair], one: int, other: int) -> str:
    """Return the first reason that holds against a pair (P7), beside what was chosen already."""
    names, pair = graph.names, graph.pair(one, other)
    if not graph.touch(one, other):
        return f"{names[one]} and {names[other]} are not touching"
    if not Situation(_without_contempt(graph, crossing={}), chosen).fix(pair):
        unpaired = _left_alone(graph, chosen, one, other)
        return f"{names[unpaired]} would be unpaired" if unpaired is not None else "that makes more pairs than needed"
    situation = Situation(_without_contempt(graph, graph.crossing), chosen)
    if not situation.fix(pair):
        crossed = graph.crossing.get(pair)
        return (
            f"it crosses {names[crossed[0]]}–{names[crossed[1]]}" if crossed else "beside what is chosen others cross"
        )
    beneath, has = (other, one) if other in graph.beneath else (one, other)
    return f"{names[beneath]} is beneath contempt and {names[has]} has another option"


def _without_contempt(graph: Graph, crossing: Mapping[Pair, Pair]) -> Graph:
    """Return the same graph in which nobody is beneath contempt, and what would cross is as given."""
    pairs = [(one, other) for one, others in enumerate(graph.beside) if graph.camps[one] == 1 for other in others]
    return Graph(graph.names, graph.camps, pairs=pairs, blocks=graph.blocks, crossing=crossing)


def _left_alone(graph: Graph, chosen: Sequence[Pair], one: int, other: int) -> int | None:
    """Return somebody who would have nobody left, were one paired with this other alone; None if nobody would."""
    situation = Situation(graph)
    taken = {who for pair in (*chosen, (one, other)) for who in pair if situation.has_one_pair(who)} | {one}
    for member in (*graph.others(one), *graph.others(other)):
        if member not in (one, other) and member not in taken and all(who in taken for who in graph.others(member)):
            return member
    return None
