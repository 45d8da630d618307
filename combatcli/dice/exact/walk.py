"""One walk for all questions about a pool: through its values in order, with the dice that show each.

Of ``n`` dice of a kind ``h`` show a value of weight ``w`` in C(n - placed, h) w**h ways. The walk carries on the number
of dice placed of each kind, and for each question a small state: a sum so far, a largest set, a run. Values that no
question distinguishes form one class. ``p = {2d6}; (p>=5) + (p=6)`` has three: 1 to 4, 5, and 6:

    after 1..4   0, 1, 2 dice placed in 1, 8, 16 ways, nothing counted
    after 5      2 placed with (1, 0) counted in 8, with (2, 0) in 1 way, ...
    after 6      2 placed: (0, 0) in 16 ways, (1, 0) in 8, (1, 1) in 8, (2, 0) in 1, (2, 1) in 2, (2, 2) in 1 way

Once all places of the questions are filled, the other dice show the current value or any beyond. A sum of kept dice
begins at the nearer end: 2d3kh1, from 3 down, has on 3 one or two dice in 9 - 4 = 5 ways; on 2 in 4 - 1 = 3
ways; on 1 in one way.
"""

from __future__ import annotations

from math import gcd, prod

from combatcli.dice.exact.budget import BUDGET, ENTRY, STATE
from combatcli.dice.exact.kinds import IdenticalDice
from combatcli.dice.exact.sums import unpack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence
    from typing import Any, TypeVar

    T = TypeVar("T", bound=Hashable)
    Counts = dict[int, int]
    Places = tuple[int, int]
    """The half-open range of places, from the lowest die, of the kept dice."""
    Placed = tuple[int, ...]
    """The number of dice placed of each kind."""
    States = dict[tuple[Any, ...], int]
    """The ways of the states of all questions."""

_MANY, _SPARSE = 200_000, 50
"""Above this many bits of values, or with sums this far apart, a mapping takes less work than packed sums."""
_ENTRY = 1_000
"""The bits that a state counts for, on top of those of its ways."""


class SumQuestion:
    """A question: the sum of ``start`` and the scores of the dice at some places."""

    start: Any

    def __init__(self, places: Places, score: Callable[[int], int] = int, start: Any = 0) -> None:
        self.places = places
        self.score = score
        self.start = start

    def kept(self, before: int, here: int) -> int:
        """Return how many of ``here`` dice at a value are at the places, after ``before`` ones."""
        first, last = self.places
        return max(0, min(before + here, last) - max(before, first))

    def step(self, state: Any, value: int, kept: int) -> Any:
        """Return the next state after ``kept`` dice at the places show a value."""
        return state + self.score(value) * kept if kept else state

    def answer(self, state: Any) -> Any:
        """Return the answer, given the state after the last die: here the sum itself."""
        return state


class ValuesQuestion(SumQuestion):
    """A question: the values of the dice at some places, ascending, and a number that is added to each."""

    def __init__(self, places: Places, more: int = 0) -> None:
        super().__init__(places, start=((), more))

    def step(self, state: Any, value: int, kept: int) -> Any:
        """Return the values with ``kept`` more of one."""
        values, more = state
        return values + (value,) * kept, more


class MatchQuestion(SumQuestion):
    """A question: the matches among the dice at some places; see `rare_nodes.MatchNode`."""

    def __init__(self, places: Places, kind: str, least: int) -> None:
        super().__init__(places, start=(0, 0, None))
        self._kind = kind
        self._least = least

    def step(self, state: Any, value: int, kept: int) -> Any:
        """Return the best match so far, the current run and its last value."""
        best, run, last = state
        if not kept:
            return best, 0, None
        if self._kind == "ms":
            return max(best, kept), 0, None
        if self._kind == "mt":
            return best + (kept >= self._least), 0, None
        run = run + 1 if last is not None and value == last + 1 else 1
        return max(best, run), run, value

    def answer(self, state: Any) -> Any:
        """Return the best match."""
        return state[0]


def answers(kinds: Sequence[IdenticalDice], questions: Sequence[SumQuestion]) -> dict[tuple[Any, ...], int]:
    """Return the ways of the joint answers to all questions, tuples in their order."""
    kinds = [kind for kind in kinds if kind.count]
    count = sum([kind.count for kind in kinds])
    if [type(each) for each in questions] == [SumQuestion]:
        (question,) = questions
        sums = kept_sum(kinds, question.places, count, question.score)
        return {(total + question.start,): ways for total, ways in sums.items()}
    if all(type(each) is SumQuestion and each.places == (0, count) for each in questions):
        class_of: dict[tuple[int, ...], int] = {}
        kinds = [
            kind.mapped(lambda value: class_of.setdefault(tuple([each.score(value) for each in questions]), value))
            for kind in kinds
        ]
    counts: dict[tuple[Any, ...], int] = {}
    for state, ways in _Walk(kinds, questions).run().items():
        answer = tuple([each.answer(part) for each, part in zip(questions, state, strict=True)])
        counts[answer] = counts.get(answer, 0) + ways
    return counts


def kept_sum(
    kinds: Sequence[IdenticalDice],
    places: Places,
    count: int,
    score: Callable[[int], int] = int,
    ceiling: int | None = None,
) -> Counts:
    """Return the counts of the sum of ``score`` over some places of ``count`` dice; up to a factor for endless ones.

    Sums above ``ceiling`` may be left out.
    """
    first, last = places
    kinds = [kind for kind in kinds if kind.count]
    if first >= last or not kinds:
        return {0: 1}
    # On the way up, too high sums can be dropped at once.
    downward = count - first < last and (ceiling is None or last - first < max(2, count / 2))
    question = SumQuestion((count - last, count - first) if downward else places, score)
    packed = _PackedWalk(kinds, [question], downward=downward)
    if last - first > 1 and packed.dense:
        return packed.sums(ceiling)
    return {total: ways for (total,), ways in _Walk(kinds, [question], downward=downward).run().items()}


class _Walk:
    """The walk through the values of dice, with the ways of the questions' states for each number of dice placed."""

    def __init__(
        self, kinds: Sequence[IdenticalDice], questions: Sequence[SumQuestion], *, downward: bool = False
    ) -> None:
        self._kinds = kinds
        self._questions = questions
        self._until = max([each.places[1] for each in questions])
        self._values = sorted({value for kind in kinds for value in kind.weights}, reverse=downward)
        self._bits = prod([kind.prepare_walk(self._values, self._until) for kind in kinds]).bit_length()
        self._matching = any(isinstance(each, MatchQuestion) for each in questions)
        self._beyond = [kind.whole for kind in kinds]
        self._closed: States = {}

    def run(self) -> States:
        """Return the ways of all final states."""
        BUDGET.spend(3 * STATE * len(self._values))
        states: dict[Placed, States] = {(0,) * len(self._kinds): {tuple([each.start for each in self._questions]): 1}}
        for value in self._values:
            placing = {(placed, 0): held for placed, held in states.items()}
            for number, kind in enumerate(self._kinds):
                if value in kind.weights:
                    placing = self._placed(placing, number, kind, value)
            states, taken = {}, 0.0
            for (placed, here), held in placing.items():
                stepped = self._stepped(held, value, sum(placed) - here, here)
                taken += 0 if placed in states else self._bytes(stepped)
                BUDGET.check_memory(taken)
                _add(states.setdefault(placed, {}), stepped)
        for placed, held in states.items():
            _add(self._closed, held, self._rest(placed))
        return self._closed

    def _placed(
        self, placing: dict[tuple[Placed, int], States], number: int, kind: IdenticalDice, value: int
    ) -> dict[tuple[Placed, int], States]:
        """Return the states after placing dice of a kind on a value."""
        weight = kind.weights[value]
        self._beyond[number] -= weight
        until, beyond = self._until, self._beyond[number]
        after: dict[tuple[Placed, int], States] = {}
        ways_from: dict[tuple[int, int], tuple[list[tuple[int, int]], int]] = {}
        for (placed, here), held in placing.items():
            before, total = placed[number], sum(placed)
            if (before, total) not in ways_from:
                ways_from[before, total] = kind.placings(before, until - total, weight, beyond)
            steps, enough = ways_from[before, total]
            after_each, size = len(steps) + 1, (len(steps) + 1) * self._work(held)
            BUDGET.charge_product(self._bits / 2, self._bits / 2, after_each)
            BUDGET.spend((after_each + 2 * len(placed) - 1) * STATE + size)
            BUDGET.check_memory(size / 8)
            for more, ways in steps:
                key = (*placed[:number], before + more, *placed[number + 1 :]), here + more
                _add(after.setdefault(key, {}), held, ways)
            if enough and (ways := enough * self._rest(placed, number)):
                _add(self._closed, self._stepped(held, value, total - here, until - total + here), ways)
        return after

    def _rest(self, placed: Placed, but: int = -1) -> int:
        """Return the ways of the unplaced dice, of all kinds but one, to show values beyond."""
        ways = 1
        for number, kind in enumerate(self._kinds):
            if number != but and ways:
                ways *= kind.ways_of_rest(placed[number], self._beyond[number])
        return ways

    def _stepped(self, held: States, value: int, before: int, here: int) -> States:
        """Return the states after ``here`` dice on a value, with ``before`` placed."""
        if not here and not self._matching:
            return held
        BUDGET.spend(len(held) * STATE * (1 + len(self._questions)))
        kept = [(each.step, each.kept(before, here)) for each in self._questions]
        after: States = {}
        for state, ways in held.items():
            stepped = tuple([step(part, value, number) for (step, number), part in zip(kept, state, strict=True)])
            after[stepped] = after.get(stepped, 0) + ways
        return after

    def _bytes(self, held: States) -> float:
        """Return the bytes that states take, if their work does not bound them: here it does."""
        return 0

    def _work(self, held: States) -> float:
        """Return the work of going through states."""
        return len(held) * len(self._questions) * (_ENTRY + self._bits) * (5 + self._bits / 400) / 30


class _PackedWalk(_Walk):
    """The walk of a single sum: a state is the number of dice kept, its ways are those of all sums in one integer.

    They are digits of a fixed width. For two d3, one byte a digit, it is 0x0102030201 above 2: sums of 2 to 6 in 1, 2,
    3, 2, 1 ways. One more die that shows 3 shifts it by two digits, so one shift moves all sums at once.
    """

    def __init__(self, kinds: Sequence[IdenticalDice], questions: Sequence[SumQuestion], *, downward: bool) -> None:
        super().__init__(kinds, questions, downward=downward)
        self._question = questions[0]
        self._scores = {value: questions[0].score(value) for value in self._values}
        self._lowest = min(self._scores.values())
        self._step = gcd(*[score - self._lowest for score in self._scores.values()]) or 1
        self._size = self._bits // 8 + 1
        self._mask = -1

    @property
    def dense(self) -> bool:
        """Whether sums are so near each other, and so small, that they take less work packed."""
        values = len(self._values)
        span = (max(self._scores.values()) - self._lowest) // self._step
        return span <= _SPARSE * values and values * self._bits <= _MANY

    def sums(self, ceiling: int | None) -> Counts:
        """Return the counts of the sum, perhaps without those above ``ceiling``."""
        if ceiling is not None:
            first, last = self._question.places
            digits = max(0, ceiling - self._lowest * (last - first)) // self._step + 1
            self._mask = (1 << 8 * self._size * digits) - 1
        counts: Counts = {}
        for (number,), packed in self.run().items():
            lowest, ways = self._lowest * number, unpack(packed, self._size)
            _add(counts, {lowest + digit * self._step: count for digit, count in enumerate(ways) if count})
        return counts

    def _stepped(self, held: States, value: int, before: int, here: int) -> States:
        kept = self._question.kept(before, here)
        shift = (self._scores[value] - self._lowest) // self._step * kept * self._size * 8
        return {(number + kept,): (ways << shift) & self._mask for (number,), ways in held.items()}

    def _bytes(self, held: States) -> float:
        return sum([ENTRY + ways.bit_length() / 8 for ways in held.values()])

    def _work(self, held: States) -> float:
        return sum([ways.bit_length() for ways in held.values()]) * (5 + self._bits / 60) / 30


def _add(onto: dict[T, int], held: dict[T, int], times: int = 1) -> None:
    """Add the ways of states, times a factor, to others."""
    for state, ways in held.items() if times else ():
        onto[state] = onto.get(state, 0) + ways * times
