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

from combatcli.dice.exact.budget import BUDGET, STATE
from combatcli.dice.exact.kinds import EndlessExplosions, IdenticalDice
from combatcli.dice.exact.sums import unpack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    Counts = dict[int, int]
    Places = tuple[int, int]
    """The half-open range of places, from the lowest die, of the kept dice."""
    Placed = tuple[int, ...]
    """The number of dice placed of each kind."""

_MANY, _SPARSE = 200_000, 50
"""Above this many bits of values, or with sums this far apart, a mapping takes less work than packed sums."""
_ENTRY = 1_000
"""The bits that an entry of a mapping counts for, on top of those of its ways."""


class SumOf:
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
        """Return the answer of the final state."""
        return state


class Shown(SumOf):
    """A question: the values shown by the dice at some places, ascending."""

    def __init__(self, places: Places) -> None:
        super().__init__(places, start=())

    def step(self, state: Any, value: int, kept: int) -> Any:
        """Return the values with ``kept`` more of one."""
        return state + (value,) * kept


class Matching(SumOf):
    """A question: the matches among the dice at some places; see `rare_nodes.MatchNode`."""

    def __init__(self, places: Places, kind: str, least: int) -> None:
        super().__init__(places, start=(0, 0, None))
        self._kind = kind
        self._least = least

    def step(self, state: Any, value: int, kept: int) -> Any:
        """Return the best match, the current run and its last value after ``kept`` dice of a value."""
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


def answers(kinds: Sequence[IdenticalDice], questions: Sequence[SumOf]) -> dict[tuple[Any, ...], int]:
    """Return the ways of the joint answers to all questions, tuples in their order."""
    kinds = [kind for kind in kinds if kind.count]
    count = sum([kind.count for kind in kinds])
    if [type(each) for each in questions] == [SumOf]:
        (question,) = questions
        sums = kept_sum(kinds, question.places, count, question.score)
        return {(total + question.start,): ways for total, ways in sums.items()}
    if all(type(each) is SumOf and each.places == (0, count) for each in questions):
        class_of = _class_of(questions)
        kinds = [kind.mapped(class_of) for kind in kinds]
    until = max([each.places[1] for each in questions])
    values = sorted({value for kind in kinds for value in kind.weights})
    bits = prod([kind.prepared(values, until) for kind in kinds]).bit_length()
    counts: dict[tuple[Any, ...], int] = {}
    walk = _Walk(kinds, (0, until), _States(questions, bits), bits)
    for state, ways in walk.run(values).items():
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

    Sums above ``ceiling`` may be returned as ``ceiling``.
    """
    first, last = places
    kinds = [kind for kind in kinds if kind.count]
    if first >= last or not kinds:
        return {0: 1}
    # On the way up, too high sums can be dropped at once.
    clips = ceiling is not None and 1 < last - first >= count / 2
    downward = count - first < last and not clips
    skip = count - last if downward else first
    until = skip + last - first
    values = sorted({value for kind in kinds for value in kind.weights}, reverse=downward)
    bits = prod([kind.prepared(values, until) for kind in kinds]).bit_length()
    if until == 1:
        return _first(kinds, values, score)
    question = SumOf((skip, until), score)
    packed = _PackedSums(question, values, bits)
    if last - first == 1 or packed.span > _SPARSE * len(values) or len(values) * bits > _MANY:
        walk = _Walk(kinds, (skip, until), _States([question], bits), bits)
        return {total: ways for (total,), ways in walk.run(values).items()}
    walk = _Walk(kinds, (skip, until), packed, bits)
    if ceiling is None or not clips:
        return walk.run(values)
    packed.cut(ceiling)
    below = {total: ways for total, ways in walk.run(values).items() if total < ceiling}
    whole = prod([kind.rest(0, kind.whole) for kind in kinds])
    return {**below, ceiling: whole - sum(below.values())}


def _first(kinds: Sequence[IdenticalDice], values: Sequence[int], score: Callable[[int], int]) -> Counts:
    """Return the counts of the score of the first die.

    It is at a value in as many ways as all dice may be there or beyond, less those in which all are beyond.
    """
    beyond = [kind.whole for kind in kinds]
    here = prod([kind.rest(0, each) for kind, each in zip(kinds, beyond, strict=True)])
    BUDGET.pairs(len(values) * len(kinds), here.bit_length() / 2, here.bit_length() / 2)
    counts: Counts = {}
    for value in values:
        beyond = [whole - kind.weights.get(value, 0) for kind, whole in zip(kinds, beyond, strict=True)]
        after = prod([kind.rest(0, each) for kind, each in zip(kinds, beyond, strict=True)])
        if here > after:
            counts[score(value)] = counts.get(score(value), 0) + here - after
        here = after
    return counts


class _Walk:
    """The walk through the values of dice; ``held`` defines what it holds for each number of dice placed.

    ``places`` are the half-open range of places that matter, in the order of the walk.
    """

    def __init__(self, kinds: Sequence[IdenticalDice], places: Places, held: _States | _PackedSums, bits: int) -> None:
        self._kinds = kinds
        self._skip, self._until = places
        self._held: Any = held
        self._bits = bits
        self._beyond = [kind.whole for kind in kinds]
        self._closed: Any = None

    def run(self, values: Sequence[int]) -> dict[Any, int]:
        """Return the ways of all results of the dice."""
        held, states = self._held, {(0,) * len(self._kinds): self._held.start}
        for value in values:
            placing = {(placed, 0): each for placed, each in states.items()}
            for number, kind in enumerate(self._kinds):
                if value in kind.weights:
                    placing = self._placed(placing, number, kind, value)
            states = {}
            for (placed, here), each in placing.items():
                stepped = held.stepped(each, value, sum(placed) - here, here)
                states[placed] = held.added(states.get(placed), stepped, 1)
        counts = {} if self._closed is None else held.results(self._closed, self._until - self._skip)
        for placed, each in states.items():
            ways = self._rest(placed)
            for outcome, more in held.results(each, max(0, sum(placed) - self._skip)).items() if ways else ():
                counts[outcome] = counts.get(outcome, 0) + more * ways
        return counts

    def _placed(
        self, placing: dict[tuple[Placed, int], Any], number: int, kind: IdenticalDice, value: int
    ) -> dict[tuple[Placed, int], Any]:
        """Return what is held after placing dice of a kind on a value."""
        self._beyond[number] -= kind.weights[value]
        held, until = self._held, self._until
        after: dict[tuple[Placed, int], Any] = {}
        ways_from: dict[tuple[int, int], tuple[list[tuple[int, int]], int]] = {}
        for (placed, here), each in placing.items():
            before, total = placed[number], sum(placed)
            if (before, total) not in ways_from:
                weights = kind.weights[value], self._beyond[number]
                ways_from[before, total] = self._ways(kind, before, until - total, weights)
            steps, enough = ways_from[before, total]
            BUDGET.states(len(steps) + 1, self._bits, 2 * len(placed) - 1, (len(steps) + 1) * held.size(each))
            for more, ways in steps:
                key = (*placed[:number], before + more, *placed[number + 1 :]), here + more
                after[key] = held.added(after.get(key), each, ways)
            if enough and (ways := enough * self._rest(placed, number)):
                stepped = held.stepped(each, value, total - here, until - total + here)
                self._closed = held.added(self._closed, stepped, ways)
        return after

    def _ways(
        self, kind: IdenticalDice, before: int, missing: int, weights: tuple[int, int]
    ) -> tuple[list[tuple[int, int]], int]:
        """Return the ways to place fewer than ``missing`` dice on a value, by number, and the ways to place enough.

        ``weights`` are those of the value and of all values beyond it. For 3d2 at 2, with none before and two missing,
        the ways to place enough are 2**3, minus 1 with none on it and 3 with one: 4.
        """
        weight, beyond = weights
        left = kind.available(before)
        fewer = range(min(left + 1, missing))
        if not beyond and not isinstance(kind, EndlessExplosions):
            fewer = fewer[left:]
        steps = [(here, kind.ways(before, here, weight)) for here in fewer]
        if left < missing:
            return steps, 0
        too_few = [ways * kind.rest(before + here, beyond) for here, ways in steps]
        return steps, kind.rest(before, beyond + weight) - sum(too_few)

    def _rest(self, placed: Placed, but: int = -1) -> int:
        """Return the ways of the unplaced dice, of all kinds but one, to show values beyond."""
        ways = 1
        for number, kind in enumerate(self._kinds):
            if number != but and ways:
                ways *= kind.rest(placed[number], self._beyond[number])
        return ways


class _States:
    """The states of questions, each with its ways."""

    def __init__(self, questions: Sequence[SumOf], bits: int) -> None:
        self.start = {tuple([each.start for each in questions]): 1}
        self._questions = questions
        self._matching = any(isinstance(each, Matching) for each in questions)
        self._entry = len(questions) * (_ENTRY + bits) * (5 + bits / 400) / 30

    def added(self, onto: dict[Any, int] | None, held: dict[Any, int], ways: int) -> dict[Any, int]:
        """Add the held states, times ``ways``, to ``onto``."""
        if onto is None:
            return {state: count * ways for state, count in held.items()}
        for state, count in held.items():
            onto[state] = onto.get(state, 0) + count * ways
        return onto

    def stepped(self, held: dict[Any, int], value: int, before: int, here: int) -> dict[Any, int]:
        """Return the states after ``here`` dice on a value, with ``before`` placed."""
        if not here and not self._matching:
            return held
        BUDGET.spend(len(held) * STATE * (1 + len(self._questions)))
        kept = [(each.step, each.kept(before, here)) for each in self._questions]
        after: dict[Any, int] = {}
        for state, ways in held.items():
            stepped = tuple([step(part, value, number) for (step, number), part in zip(kept, state, strict=True)])
            after[stepped] = after.get(stepped, 0) + ways
        return after

    def size(self, held: dict[Any, int]) -> float:
        """Return the work of going through the states."""
        return len(held) * self._entry

    def results(self, held: dict[Any, int], number: int) -> dict[Any, int]:
        """Return the ways of each result, by those of the states."""
        return held


class _PackedSums:
    """Sums of scores as digits of one integer, of fixed width, from the lowest up or the highest down.

    For two d3, one byte a digit, it is 0x0102030201: sums of 2 to 6 in 1, 2, 3, 2, 1 ways. One more die that shows 3
    shifts it by two digits: ``0x0102030201 << 16``; so one shift and one addition move all sums at once.
    """

    start = 1

    def __init__(self, question: SumOf, values: Sequence[int], bits: int) -> None:
        self._question = question
        scores = [question.score(value) for value in values]
        lowest, highest = min(scores), max(scores)
        self._first, self._sign = (highest, -1) if scores[0] == highest else (lowest, 1)
        self._step = gcd(*[score - lowest for score in scores]) or 1
        self._size = bits // 8 + 1
        self._effort = (5 + bits / 60) / 30
        self.span = (highest - lowest) // self._step
        self._mask = 0

    def cut(self, ceiling: int) -> None:
        """Drop all sums above ``ceiling``."""
        span = ceiling - self._first * self._question.kept(0, self._question.places[1])
        self._mask = (1 << 8 * self._size * max(1, span // self._step + 1)) - 1

    def added(self, onto: int | None, held: int, ways: int) -> int:
        """Add the held sums, times ``ways``, to ``onto``."""
        return held * ways + onto if onto else held * ways

    def stepped(self, held: int, value: int, before: int, here: int) -> int:
        """Return the sums after ``here`` dice on a value, with ``before`` placed."""
        shift = (self._question.score(value) - self._first) * self._sign // self._step * self._size * 8
        moved = held << shift * self._question.kept(before, here)
        return moved & self._mask if self._mask else moved

    def size(self, held: int) -> float:
        """Return the work of moving and multiplying the sums once."""
        return held.bit_length() * self._effort

    def results(self, held: int, number: int) -> Counts:
        """Return the counts of the sums of ``number`` dice."""
        start, step = self._first * number, self._step * self._sign
        return {start + digit * step: c for digit, c in enumerate(unpack(held, self._size)) if c}


def _class_of(questions: Sequence[SumOf]) -> Callable[[int], int]:
    """Return a function from a value to the first one that all questions score alike."""
    first: dict[tuple[int, ...], int] = {}
    return lambda value: first.setdefault(tuple([each.score(value) for each in questions]), value)
