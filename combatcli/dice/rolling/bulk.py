"""The same expression rolled very often.

The expression becomes a tree of endless iterators: each value that the one at its root yields is the total of one more
roll, for which it takes what it needs from those below it. The dice of a pool come from a stream of their own, so that
their faces may be made many at a time. ``4d6kh3+1d8``, for example:

    map(sum, zip(<4d6kh3>, <1d8>))   a total is the sum of one of these and one of those;
    sum(values) - min(values)        the former is the sum of four less the lowest,
    zip(d6, d6, d6, d6)              of every four faces.
"""

from __future__ import annotations

import operator
from functools import lru_cache, partial
from itertools import islice, repeat

from combatcli.dice.limits import MOST_ADDED_DICE, MOST_DICE, MOST_VALUE
from combatcli.dice.rare_nodes import Assignments, Comparison, Conditional, MatchNode, PooledSum, Variable
from combatcli.dice.rolling.extra_dice import AnyDice, ExtraDice, endless_faces, seldom_adds_dice
from combatcli.dice.rolling.matches import matching
from combatcli.dice.rolling.modified import too_many_extras
from combatcli.dice.rolling.plain_sum import plain_sum
from combatcli.dice.rolling.roll import call, operate, roll, too_large, too_many_dice
from combatcli.dice.rolling.sources import EnteredSource
from combatcli.dice.tree import (
    COMPARE,
    Arithmetic,
    Dice,
    FunctionCall,
    Group,
    Negative,
    Number,
    known_faces,
    signed_terms,
)
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from combatcli.dice.rolling.sources import Source
    from combatcli.dice.tree import Expression, Faces, Modifiers, Node

    Ratio = tuple[int, int]
    Values = Iterator[Sequence[int]]

_AT_ONCE = 1_000
"""So many totals are yielded together."""
_BYTES = 1 << 16
"""So many dice at most are added up together."""
_REMEMBERED = 1_000
"""What so many values count is remembered."""
_KINDS = 100
"""Of dice with computed sides so many kinds are remembered."""


def totals(expression: Expression, roll_count: int, source: Source) -> Iterator[Sequence[int]]:
    """Yield the totals of ``roll_count`` rolls of an expression, each as often as its ``6x`` says, many at a time.

    They are those of as many single rolls from the same source. Raises DiceError as a single roll does.
    """
    roll_count *= expression.repeat
    if isinstance(source, EnteredSource):
        yield [roll(expression.tree, source).total for _ in range(roll_count)]
        return
    plain = plain_sum(expression.tree)
    if plain is not None and plain.small:
        for _, sums in plain.rolls(roll_count, source.stream_of(plain.pool), _BYTES):
            yield sums
        return
    rolls = _Rolls(expression.tree, source).totals()
    try:
        for begun in range(0, roll_count, _AT_ONCE):
            yield list(islice(rolls, min(_AT_ONCE, roll_count - begun)))
    except DiceError as error:
        error.text = error.text or expression.text
        raise


class _Rolls:
    """The iterators of one expression, whose pools take their dice from the streams of a source."""

    def __init__(self, tree: Node, source: Source) -> None:
        self._tree = tree
        self._source = source
        self._iterators: dict[Node, Iterator[int]] = {}
        self._named: dict[str, list[int]] = {}
        self._named_pools: dict[str, list[tuple[Sequence[int], int]]] = {}
        pools = [node for node in tree.beneath() if isinstance(node, Dice)]
        self._counts_dice = any(not isinstance(pool.count, Number) for pool in pools)
        self._counts_extras = any(pool.modifiers.extra() and not seldom_adds_dice(pool) for pool in pools)
        self._dice = self._extras = 0

    def totals(self) -> Iterator[int]:
        """Return the iterator of all totals."""
        rolls = self._values(self._tree)
        multiplies = any(isinstance(node, Arithmetic) and "*" in node.operators[0] for node in self._tree.beneath())
        return self._checked(rolls) if multiplies or self._counts_dice or self._counts_extras else rolls

    def _checked(self, rolls: Iterator[int]) -> Iterator[int]:
        """Yield totals that are not too large, and count the dice of each roll from 0 on."""
        for total in rolls:
            if not -MOST_VALUE < total < MOST_VALUE:
                raise too_large(0)
            self._dice = self._extras = 0
            yield total

    def _values(self, node: Node) -> Iterator[int]:
        """Return the iterator of what a node comes to; a member that a group has several times has one iterator."""
        if node not in self._iterators:
            self._iterators[node] = self._new_values(node)
        return self._iterators[node]

    def _new_values(self, node: Node) -> Iterator[int]:  # noqa: PLR0911  (one for each kind of node)
        if isinstance(node, Number):
            return repeat(node.value)
        if isinstance(node, Dice):
            return self._pool(node)
        if isinstance(node, Arithmetic):
            return self._arithmetic(node)
        if isinstance(node, Negative):
            return map(operator.neg, self._values(node.operand))
        if isinstance(node, FunctionCall):
            return self._function(node)
        if isinstance(node, Group):
            return _total(self._members(node), node.modifiers, len(node.members))
        return self._rare_node(node)

    def _rare_node(self, node: Node) -> Iterator[int]:
        """Return the iterator of a node that is rarer than arithmetic."""
        if isinstance(node, Comparison):
            return map(int, map(COMPARE[node.operator], self._values(node.left), self._values(node.right)))
        if isinstance(node, Conditional):
            chosen = self._values(node.otherwise), self._values(node.then)
            return (next(chosen[bool(condition)]) for condition in self._values(node.condition))
        if isinstance(node, Variable):
            return map(self._named[node.name].__getitem__, repeat(0))
        if isinstance(node, Assignments):
            return self._assignments(node)
        if isinstance(node, PooledSum):
            return self._pooled_sum(node)
        assert isinstance(node, MatchNode)
        return (matching(node.kind, node.least, values)[0] for values in self._matched(node.pool))

    def _assignments(self, node: Assignments) -> Iterator[int]:
        cells: list[tuple[list[int], Iterator[int]]] = []
        for name, value in zip(node.names, node.values, strict=True):
            if isinstance(value, PooledSum) and value.modifiers.success is None:
                cells.append(([0], self._named_pool(name, value)))
            else:
                cells.append(([0], self._values(value)))
            self._named[name] = cells[-1][0]
        body = self._values(node.body)

        def assigned() -> Iterator[int]:
            while True:
                for cell, values in cells:
                    cell[0] = next(values)
                yield next(body)

        return assigned()

    def _named_pool(self, name: str, node: PooledSum) -> Iterator[int]:
        """Return the iterator of the totals of a pool that has a name, which keeps the dice of each."""
        cell = self._named_pools[name] = [((), 0)]

        def totals() -> Iterator[int]:
            for dice, bonus in self._pooled_dice(node):
                first, last = node.modifiers.kept_range(len(dice))
                cell[0] = sorted(dice)[first:last], bonus
                yield sum(cell[0][0]) + bonus

        return totals()

    def _function(self, node: FunctionCall) -> Iterator[int]:
        if node.name in ("floor", "ceil"):
            return map(operator.itemgetter(0), self._ratios(node))
        values = [self._values(argument) for argument in node.arguments]
        if node.name == "abs":
            return map(abs, *values)
        return map(min if node.name == "min" else max, *values) if len(values) > 1 else values[0]

    def _arithmetic(self, node: Arithmetic) -> Iterator[int]:
        values = [self._values(operand) for operand in node.operands]
        if node.operators[0] in "+-":
            signed = zip(("+", *node.operators), values, strict=True)
            terms = [map(operator.neg, term) if sign == "-" else term for sign, term in signed]
            return map(sum, zip(*terms, strict=True))
        return map(
            operator.itemgetter(0), _evaluated(node, [zip(operand, repeat(1)) for operand in values], exact=False)
        )

    def _ratios(self, node: Node) -> Iterator[Ratio]:
        """Return the iterator of what a node within floor() or ceil() comes to, as numerators and denominators."""
        if isinstance(node, Negative):
            return ((-numerator, denominator) for numerator, denominator in self._ratios(node.operand))
        if isinstance(node, FunctionCall):
            parts = zip(*[self._ratios(argument) for argument in node.arguments], strict=True)
            return (call(node.name, [*arguments]) for arguments in parts)
        if isinstance(node, Arithmetic):
            return _evaluated(node, [self._ratios(operand) for operand in node.operands], exact=True)
        return zip(self._values(node), repeat(1))

    def _members(self, node: Group) -> Values:
        return zip(*[self._values(member) for member in node.members], strict=True)

    def _pool(self, node: Dice) -> Iterator[int]:
        """Return the iterator of a pool's totals."""
        modifiers = node.modifiers
        if modifiers.success is None or modifiers.keeps:
            return _total(self._bounded(node), modifiers, _fixed_size(node))
        return map(sum, self._dice_of(node, lambda value: modifiers.counted(modifiers.bounded(value))))

    def _bounded(self, node: Dice) -> Values:
        """Return the iterator of the dice of a pool, each as its ``min`` and ``max`` let it count."""
        modifiers = node.modifiers
        bounds = modifiers.low is not None or modifiers.high is not None
        return self._dice_of(node, modifiers.bounded if bounds else None)

    def _dice_of(self, node: Dice, value_of: Callable[[int], int] | None) -> Values:
        """Return the iterator of the dice of a pool once they are rerolled and have exploded: what each counts."""
        faces, modifiers, counts = known_faces(node.sides), node.modifiers, self._counts(node)
        known = None if value_of is None else lru_cache(_REMEMBERED)(value_of)
        if modifiers.drawn and faces is not None:
            dice: Values = (self._source.stream_of(node).first_dice(node, count, faces) for count in counts)
        elif faces is None:
            dice = map(self._roller_of_any(node), counts, self._values(node.sides))
        else:
            # Where no limit is ever reached, faces that are rerolled are passed over.
            passed_over = [] if self._counts_extras else modifiers.rerolls
            shown = endless_faces(self._source.stream_of(node), faces, passed_over)
            if modifiers.rerolls_once or modifiers.explode or len(passed_over) < len(modifiers.rerolls):
                dice = map(self._roller(node, faces, shown), counts)
            else:
                shown = shown if known is None else map(known, shown)
                if isinstance(node.count, Number) and node.count.value and not self._counts_dice:
                    return zip(*[shown] * node.count.value, strict=True)
                return map(_dealer(shown), counts)
        return dice if known is None else ([*map(known, values)] for values in dice)

    def _counts(self, node: Dice) -> Iterator[int]:
        """Return the iterator of the number of dice of a pool; where one is computed, those of a roll are counted."""
        counts = self._values(node.count)
        if not self._counts_dice:
            return counts

        def counted(count: int) -> int:
            self._dice += count
            if count < 0 or self._dice > MOST_DICE:
                raise too_many_dice(count, node)
            return count

        return map(counted, counts)

    def _roller(self, node: Dice, faces: Faces, shown: Iterator[int]) -> Callable[[int], Sequence[int]]:
        """Return a function that rolls so many dice of a pool to their end."""
        extra = ExtraDice(node, faces)
        if not self._counts_extras:
            explode = node.modifiers.explode
            at_once = explode is not None and explode.kind == "!" and not node.modifiers.rerolls_once
            roll_dice = extra.roll_at_once if at_once else extra.roll
            return lambda count: roll_dice(shown, count)

        def rolled(count: int) -> Sequence[int]:
            values = extra.roll(shown, count)
            self._extras += extra.added
            if self._extras > MOST_ADDED_DICE:
                raise too_many_extras(node.column)
            return values

        return rolled

    def _roller_of_any(self, node: Dice) -> Callable[[int, int], Sequence[int]]:
        """Return a function that rolls so many dice of a pool, whose sides are so many, to their end."""
        any_dice = AnyDice(self._source.stream_of(node))
        rollers: dict[int, Callable[[int], Sequence[int]]] = {}

        def rolled(count: int, sides: int) -> Sequence[int]:
            if sides not in rollers:
                if len(rollers) >= _KINDS:
                    rollers.clear()
                faces = node.computed_faces(sides)
                shown = any_dice.faces(faces)
                rollers[sides] = self._roller(node, faces, shown) if node.modifiers.extra() else _dealer(shown)
            return rollers[sides](count)

        return rolled

    def _pooled_dice(self, node: PooledSum) -> Iterator[tuple[list[int], int]]:
        """Return the iterator of the dice of a pooled sum, each with its sign, and of what else is added to them."""
        terms: list[tuple[int, Node]] = []
        parts: list[Iterator[Sequence[int]] | Iterator[int]] = []
        for sign, term in signed_terms(node.member):
            if isinstance(term, Variable) and term.pool:
                cell = self._named_pools[term.name]
                pairs = partial(map, cell.__getitem__, repeat(0))
                parts += [map(operator.itemgetter(0), pairs()), map(operator.itemgetter(1), pairs())]
                terms += [(sign, term)] * 2
            else:
                terms.append((sign, term))
                parts.append(self._kept_dice(term) if isinstance(term, Dice) else self._values(term))
        for row in zip(*parts, strict=True):
            dice: list[int] = []
            bonus = 0
            for (sign, _), part in zip(terms, row, strict=True):
                if isinstance(part, int):
                    bonus += sign * part
                else:
                    dice += part if sign > 0 else [-value for value in part]
            yield dice, bonus

    def _pooled_sum(self, node: PooledSum) -> Iterator[int]:
        modifiers = node.modifiers
        for dice, bonus in self._pooled_dice(node):
            first, last = modifiers.kept_range(len(dice))
            kept = sorted(dice)[first:last]
            if modifiers.success is None:
                yield sum(kept) + bonus
            else:
                yield sum([modifiers.counted(value + bonus) for value in kept])

    def _kept_dice(self, node: Dice) -> Values:
        return _kept_rows(self._bounded(node), node.modifiers, _fixed_size(node))

    def _matched(self, pool: Node) -> Values:
        """Return the iterator of what is kept of a pool or group, in which matches are looked for."""
        if isinstance(pool, Dice):
            return self._kept_dice(pool)
        if isinstance(pool, Group):
            return _kept_rows(self._members(pool), pool.modifiers, len(pool.members))
        assert isinstance(pool, PooledSum)
        return _kept_rows((dice for dice, _ in self._pooled_dice(pool)), pool.modifiers, None)


def _dealer(shown: Iterator[int]) -> Callable[[int], Sequence[int]]:
    """Return a function that returns the next faces, so many of them."""
    return lambda count: tuple(islice(shown, count))


def _fixed_size(node: Dice) -> int | None:
    """Return how many dice a pool has once all are rolled; None if that is another number each time."""
    adds_dice = node.modifiers.explode is not None and node.modifiers.explode.kind != "!!"
    return node.count.value if isinstance(node.count, Number) and not adds_dice else None


def _kept_rows(rows: Values, modifiers: Modifiers, size: int | None) -> Values:
    """Return the iterator of what is kept of each row of values; ``size`` is their number if all have the same."""
    if not modifiers.keeps:
        return rows
    if size is None:
        return (sorted(values)[slice(*modifiers.kept_range(len(values)))] for values in rows)
    first, last = modifiers.kept_range(size)
    return (sorted(values)[first:last] for values in rows)


def _total(rows: Values, modifiers: Modifiers, size: int | None) -> Iterator[int]:
    """Return the iterator of what rows of values come to: their sum, or the number of successes, of what is kept."""
    if modifiers.success is not None:
        counted = lru_cache(_REMEMBERED)(modifiers.counted)
        return (sum(map(counted, values)) for values in _kept_rows(rows, modifiers, size))
    kept_range = (0, size) if size is None else modifiers.kept_range(size)
    if size and kept_range == (size - 1, size):
        return map(max, rows)
    if size and kept_range == (0, 1):
        return map(min, rows)
    if size and kept_range == (1, size):
        return (sum(values) - min(values) for values in rows)
    return map(sum, _kept_rows(rows, modifiers, size))


def _evaluated(node: Arithmetic, parts: Sequence[Iterator[Ratio]], *, exact: bool) -> Iterator[Ratio]:
    """Return the iterator of what arithmetic comes to, with its mistakes noticed."""
    steps = [(sign, operand.column) for sign, operand in zip(node.operators, node.operands[1:], strict=True)]
    for first, *others in zip(*parts, strict=True):
        value = first
        for (sign, column), other in zip(steps, others, strict=True):
            value = operate(sign, value, other, exact=exact, column=column)
        yield value
