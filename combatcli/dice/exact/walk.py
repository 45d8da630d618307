"""One walk for whatever is asked of a pool: through its values in order, with the dice that show each.

Of ``n`` dice of a kind ``h`` show a value of weight ``w`` in C(n - placed, h) w**h ways. What is carried on is how many
dice of each kind are placed, and for each question asked of the pool its small state: a sum so far, a largest set, a
run. Values that no question tells apart are one class. ``p = {2d6}; (p>=5) + (p=6)`` has three, 1 to 4, 5, and 6:

    after 1..4   0, 1, 2 dice placed in 1, 8, 16 ways, nothing counted
    after 5      2 placed with (1, 0) counted in 8, with (2, 0) in 1 way, ...
    after 6      2 placed: (0, 0) in 16 ways, (1, 0) in 8, (1, 1) in 8, (2, 0) in 1, (2, 1) in 2, (2, 2) in 1 way

For one sum of kept dice (`kept_sum`) the walk begins at the nearer end, holds all sums in one integer (`packing`), and
stops once all places are filled: the other dice then show the value at hand or any beyond. 2d3kh1, from 3 down: on 3
one or two dice in 9 - 4 = 5 ways; on 2 in 4 - 1 = 3 ways; on 1 in one way.
"""

from __future__ import annotations

from functools import partial
from itertools import accumulate, repeat
from math import prod
from operator import mul, sub

from combatcli.dice.exact.budget import BUDGET, STATE
from combatcli.dice.exact.kinds import EndlessExplosions, IdenticalDice
from combatcli.dice.exact.packing import MappedSums, PackedSums
from combatcli.dice.exact.polynomials import counted_product

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    Counts = dict[int, int]
    Places = tuple[int, int]
    """The first and the last-plus-one place, from the lowest, of the dice that are kept."""

_SHORT = 2_000
"""Up to so many bits a product is as quick as shifting."""
_MANY, _SPARSE = 200_000, 50
"""With more bits of values, or sums so far apart, a mapping takes less work than packed sums, as wide as the last."""


def kept_sum(
    kinds: Sequence[IdenticalDice],
    places: Places,
    count: int,
    score: Callable[[int], int] = int,
    ceiling: int | None = None,
) -> Counts:
    """Return the counts of the sum of ``score`` over some places of ``count`` dice; of endless ones up to a factor.

    Sums of a ``ceiling`` and more may be told as that.
    """
    first, last = places
    kinds = [kind for kind in kinds if kind.count]
    if first >= last or not kinds:
        return {0: 1}
    # Upward, what is too high can be left out as it comes.
    clips = ceiling is not None and 1 < last - first >= count / 2
    downward = count - first < last and not clips
    skip = count - last if downward else first
    values = sorted({value for kind in kinds for value in kind.weights}, reverse=downward)
    until = skip + last - first
    bits = prod([kind.prepared(values, until) for kind in kinds]).bit_length()
    alike = len(kinds) == 1 and type(kinds[0]) is IdenticalDice
    if until == skip + 1 and (alike or not skip):
        return _one_place(kinds, skip, values, score)
    scores = [score(value) for value in values]
    packed = PackedSums(scores, bits)
    if packed.span > _SPARSE * len(scores) or len(scores) * bits > _MANY:
        return _KeptWalk(kinds, (skip, until), MappedSums(bits), bits).run(values, scores)
    if ceiling is not None and clips:
        packed.cut(ceiling - min(scores) * (last - first))
        below = _KeptWalk(kinds, (skip, until), packed, bits).run(values, scores)
        whole = prod([kind.rest(0, kind.whole) for kind in kinds])
        below = {total: ways for total, ways in below.items() if total < ceiling}
        return {**below, ceiling: whole - sum(below.values())}
    if alike and not skip and (len(values) <= until or packed.span * bits < _SHORT):
        return _by_last(kinds[0], until, packed, dict(zip(values, scores, strict=True)))
    return _KeptWalk(kinds, (skip, until), packed, bits).run(values, scores)


def _one_place(kinds: Sequence[IdenticalDice], skip: int, values: Sequence[int], score: Callable[[int], int]) -> Counts:
    """Return the counts of the score of one die, the first, or among dice of one kind another one, in this order.

    In how many ways no more than ``skip`` dice are at a value or before it, the others beyond, tells it from the next.
    """
    fewer: Iterable[int] = repeat(1)
    for kind in kinds:
        beyond = accumulate([kind.weights.get(value, 0) for value in values], sub, initial=kind.whole)
        fewer = map(mul, fewer, map(_few(kind, skip) if skip else partial(kind.rest, 0), beyond))
    counts: Counts = {}
    ways = iter(fewer)
    before = next(ways)
    BUDGET.pairs(len(values) * (len(kinds) + skip), before.bit_length() / 2, before.bit_length() / 2)
    for value, after in zip(values, ways, strict=True):
        if before > after:
            scored = score(value)
            counts[scored] = counts.get(scored, 0) + before - after
        before = after
    return counts


def _few(kind: IdenticalDice, most: int) -> Callable[[int], int]:
    """Return in how many ways no more than so many dice are not beyond, by the weight of what is beyond."""
    choices = [kind.ways(0, number, 1) for number in range(most + 1)]

    def ways(beyond: int) -> int:
        placed = kind.whole - beyond
        return sum([ways * placed**number * kind.rest(number, beyond) for number, ways in enumerate(choices)])

    return ways


def _by_last(kind: IdenticalDice, keep: int, sums: PackedSums, scores: Counts) -> Counts:
    """Return the counts of the sum of the first ``keep`` of identical dice, by the value of the last one kept.

    With ``b`` for the sums of one die before that value and ``c[n]`` for the ways of the others with ``n`` dice before
    it, a last value of score ``s`` gives ``sum of C(count, n) b**n c[n] x**(s (keep - n))``, by Horner's rule over
    ``n``. 3d2kh2: on 2, ``b = 0`` and ``c[0] = 4`` (two 2s or three), so ``4 x**4``; on 1, ``b = x**2`` and ``c = [1,
    1]``, so ``x**2 + 3 x**2 x``. Together 4, 3 and 2 in 4, 3 and 1 ways.
    """
    ways_to = [kind.ways(0, number, 1) for number in range(keep)]
    beyond, packed, before = kind.whole, 0, 0
    items: list[tuple[int, int]] = []
    for value, score in scores.items():
        weight, shift = kind.weights[value], sums.shift(score)
        beyond -= weight
        closings = _closings(kind.count, keep, weight, beyond)
        horner = 0
        for number in range(keep - 1, -1, -1) if before else [0]:
            closed = closings[number] * ways_to[number] << shift * (keep - number)
            horner = _one_die_more(horner, before, items) + closed
        packed += horner
        before += weight << shift
        items.append((shift, weight))
    return sums.counts(packed, keep)


def _one_die_more(sums: int, before: int, items: Sequence[tuple[int, int]]) -> int:
    """Return packed sums with one die more, which has one of these shifts; ``before`` is the same packed."""
    if before.bit_length() < _SHORT or len(items) == 1:
        return counted_product(sums, before)
    BUDGET.product(sums.bit_length(), 0, 3 * len(items))
    return sum([sums * weight << shift for shift, weight in items])


def _closings(count: int, keep: int, weight: int, beyond: int) -> list[int]:
    """Return, for ``n < keep``, in how many ways ``count - n`` dice show a value or beyond, enough of them the value.

    Enough are ``keep - n``, so that ``most = count - keep`` at most are beyond; in ``F(m)`` ways no more of ``m`` dice
    are: ``F(most) = (weight + beyond)**most``, and as one die more may be one too many, ``F(m + 1) = (weight + beyond)
    F(m) - C(m, most) beyond**(most + 1) weight**(m - most)``.
    """
    most, whole = count - keep, weight + beyond
    ways, too_many = whole**most, beyond ** (most + 1)
    BUDGET.product(count * whole.bit_length(), weight.bit_length(), 2 * keep)
    closings = []
    for number in range(most, count):
        ways = whole * ways - too_many
        too_many = too_many * (number + 1) // (number + 1 - most) * weight
        closings.append(ways)
    return closings[::-1]


class _KeptWalk:
    """The walk that sums up the dice at some places; a state is how many dice of each kind are placed."""

    def __init__(
        self, kinds: Sequence[IdenticalDice], places: Places, sums: PackedSums | MappedSums, bits: int
    ) -> None:
        self._kinds = kinds
        self._skip, self._until = places
        self._sums: Any = sums
        self._bits = bits
        self._beyond = [kind.whole for kind in kinds]
        self._states: dict[tuple[int, ...], Any] = {(0,) * len(kinds): sums.one}
        self._closed: Any = None

    def run(self, values: Sequence[int], scores: Sequence[int]) -> Counts:
        """Return the counts after the walk through all values, each of which has a score."""
        for value, score in zip(values, scores, strict=True):
            shift = self._sums.shift(score)
            for number, kind in enumerate(self._kinds):
                if value in kind.weights and self._states:
                    self._put(number, kind, kind.weights[value], shift)
        counts = {} if self._closed is None else self._sums.counts(self._closed, self._until - self._skip)
        for state, held in self._states.items():
            ways = self._rest(state)
            more = self._sums.counts(held, max(0, sum(state) - self._skip)) if ways else {}
            for total, each in more.items():
                counts[total] = counts.get(total, 0) + each * ways
        return counts

    def _put(self, number: int, kind: IdenticalDice, weight: int, shift: Any) -> None:
        """Place dice of a kind on a value, in each state."""
        self._beyond[number] -= weight
        beyond, until, add = self._beyond[number], self._until, self._sums.added
        final = not beyond and not isinstance(kind, EndlessExplosions)
        states = self._states
        after = {state: held for state, held in states.items() if not final or state[number] == kind.count}
        looks = 1 + 2 * (len(self._kinds) - 1)
        known: dict[tuple[int, int], tuple[list[int], int]] = {}
        # States of more dice first: what is added to one has then been gone through already.
        for state in sorted(states, key=sum, reverse=True):
            held, before, placed = states[state], state[number], sum(state)
            available, missing = kind.available(before), until - placed
            if (before, missing) not in known:
                known[before, missing] = self._ways(kind, before, missing, (weight, beyond))
            steps, enough = known[before, missing]
            transitions = 1 if final else len(steps)
            BUDGET.states(transitions, self._bits, looks, transitions * self._sums.size((held,)))
            for here in range(1, min(available + 1, missing)):
                if final and before + here < kind.count:
                    continue
                onto = (*state[:number], before + here, *state[number + 1 :])
                kept = self._kept(placed + here) - self._kept(placed)
                after[onto] = add(after.get(onto), held, steps[here], shift, kept)
            if enough and (ways := enough * self._rest(state, number)):
                self._closed = add(self._closed, held, ways, shift, self._kept(until) - self._kept(placed))
        self._states = after

    def _ways(self, kind: IdenticalDice, before: int, missing: int, weights: tuple[int, int]) -> tuple[list[int], int]:
        """Return the ways to place no, one, two, ... fewer than ``missing`` dice on a value, and to place enough.

        ``weights`` are that of the value and of all beyond it. Of 3d2, on 2 with none before and two missing enough
        are 2**3, less 1 way with none on it and 3 with one: 4.
        """
        weight, beyond = weights
        available = kind.available(before)
        steps = [kind.ways(before, here, weight) for here in range(min(available + 1, missing))]
        if available < missing:
            return steps, 0
        fewer = [ways * kind.rest(before + here, beyond) for here, ways in enumerate(steps)]
        return steps, kind.rest(before, beyond + weight) - sum(fewer)

    def _kept(self, placed: int) -> int:
        """Return how many of so many dice are at the places."""
        return max(0, placed - self._skip)

    def _rest(self, state: tuple[int, ...], but: int = -1) -> int:
        """Return in how many ways the dice not yet placed, of all kinds but one, show values beyond."""
        ways = 1
        for number, kind in enumerate(self._kinds):
            if number != but and ways:
                ways *= kind.rest(state[number], self._beyond[number])
        return ways


class SumOf:
    """How much the dice at some places score."""

    start: Any = 0

    def __init__(self, places: Places, score: Callable[[int], int] = int) -> None:
        self.places = places
        self.score = score

    def step(self, state: Any, value: int, kept: int) -> Any:
        """Return what follows on a state if so many dice at the places show a value."""
        return state + self.score(value) * kept

    def passed(self, state: Any) -> Any:
        """Return what follows on a state if no dice at the places show a value."""
        return state

    def answer(self, state: Any) -> Any:
        """Return what a state comes to when all dice are placed."""
        return state


class Shown(SumOf):
    """What the dice at some places show, in ascending order."""

    start = ()

    def step(self, state: Any, value: int, kept: int) -> Any:
        """Return what is shown with so many more."""
        return state + (value,) * kept


class Matching(SumOf):
    """What is alike among the dice at some places; see `rare_nodes.MatchNode`."""

    start = (0, 0, None)

    def __init__(self, places: Places, kind: str, least: int) -> None:
        super().__init__(places)
        self._kind = kind
        self._least = least

    def step(self, state: Any, value: int, kept: int) -> Any:
        """Return the best match so far, the run at hand and its last value."""
        best, run, last = state
        if self._kind == "ms":
            return max(best, kept), 0, None
        if self._kind == "mt":
            return best + (kept >= self._least), 0, None
        run = run + 1 if last is not None and value == last + 1 else 1
        return max(best, run), run, value

    def passed(self, state: Any) -> Any:
        """Return the best match so far; a run has ended."""
        return state[0], 0, None

    def answer(self, state: Any) -> Any:
        """Return the best match."""
        return state[0]


def answers(kinds: Sequence[IdenticalDice], questions: Sequence[SumOf]) -> dict[tuple[Any, ...], int]:
    """Return the ways of the answers to all questions together, each a tuple in their order."""
    kinds = [kind for kind in kinds if kind.count]
    count = sum([kind.count for kind in kinds])
    if all(type(each) is SumOf and each.places == (0, count) for each in questions):
        kinds = _classes(kinds, questions)
    values = sorted({value for kind in kinds for value in kind.weights})
    lasts = [max(kind.weights) for kind in kinds]
    matching = any(isinstance(each, Matching) for each in questions)
    states: dict[tuple[tuple[int, ...], tuple[Any, ...]], int]
    states = {((0,) * len(kinds), tuple([each.start for each in questions])): 1}
    for value in values:
        placing = {(*state, 0): ways for state, ways in states.items()}
        for number, kind in enumerate(kinds):
            if value in kind.weights:
                placing = _placed(placing, number, kind, (kind.weights[value], value == lasts[number]))
        states = {}
        for (placed, before, here), ways in placing.items():
            held = _stepped(questions, before, value, (sum(placed) - here, here)) if here or matching else before
            states[placed, held] = states.get((placed, held), 0) + ways
        BUDGET.spend(len(placing) * STATE * (1 + len(questions)))
    found: dict[tuple[Any, ...], int] = {}
    for (_, held), ways in states.items():
        answer = tuple([each.answer(state) for each, state in zip(questions, held, strict=True)])
        found[answer] = found.get(answer, 0) + ways
    return found


def _placed(
    placing: dict[tuple[tuple[int, ...], tuple[Any, ...], int], int],
    number: int,
    kind: IdenticalDice,
    on: tuple[int, bool],
) -> dict[tuple[tuple[int, ...], tuple[Any, ...], int], int]:
    """Return states with dice of a kind placed on a value of some weight, all that are left if it is their last."""
    weight, is_last = on
    after: dict[tuple[tuple[int, ...], tuple[Any, ...], int], int] = {}
    BUDGET.spend(len(placing) * STATE * (1 + (0 if is_last else kind.count)))
    for (placed, held, here), ways in placing.items():
        before = placed[number]
        for more in range(kind.available(before) if is_last else 0, kind.available(before) + 1):
            key = (*placed[:number], before + more, *placed[number + 1 :]), held, here + more
            after[key] = after.get(key, 0) + ways * kind.ways(before, more, weight)
    return after


def _stepped(questions: Sequence[SumOf], held: tuple[Any, ...], value: int, placed: tuple[int, int]) -> tuple[Any, ...]:
    """Return the states of questions with so many dice on a value; ``placed`` are those before it, and these."""
    before, here = placed
    after = []
    for question, state in zip(questions, held, strict=True):
        first, last = question.places
        kept = min(before + here, last) - max(before, first)
        after.append(question.step(state, value, kept) if kept > 0 else question.passed(state))
    return tuple(after)


def _classes(kinds: Sequence[IdenticalDice], questions: Sequence[SumOf]) -> list[IdenticalDice]:
    """Return dice of which values that all questions score alike are one: the first of them."""
    first: dict[tuple[int, ...], int] = {}
    merged = []
    for kind in kinds:
        weights: Counts = {}
        for value, weight in kind.weights.items():
            scored = first.setdefault(tuple([each.score(value) for each in questions]), value)
            weights[scored] = weights.get(scored, 0) + weight
        merged.append(type(kind)(weights, kind.count))
    return merged
