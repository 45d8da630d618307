"""The same expression rolled very often, quickly.

Pools of dice that are only bounded, kept and counted, with constants added or taken away, are rolled thousands at once;
any other expression is rolled one at a time. The faces are drawn in the order in which single rolls would draw them.
"""

from __future__ import annotations

from combatcli.dice.rolling.roll import roll
from combatcli.dice.tree import Arithmetic, Dice, Negative, Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from combatcli.dice.rolling.sources import Source
    from combatcli.dice.tree import Expression, Node

    Sum = Callable[[Sequence[int], int], list[int]]

_AT_ONCE = 1 << 16
"""About how many dice are drawn together."""
_ROLLS_AT_ONCE = 256


def roll_many(expression: Expression, times: int, source: Source) -> Iterator[int]:
    """Yield the totals of ``times`` rolls of an expression, each as often as its ``6x`` says."""
    for some in totals(expression, times, source):
        yield from some


def totals(expression: Expression, times: int, source: Source) -> Iterator[Sequence[int]]:
    """Yield the same, some thousands at a time."""
    times *= expression.repeat
    pool, constant = _pool_and_constant(expression.tree)
    if pool is None or not isinstance(pool.count, Number) or not isinstance(pool.sides, Number) or not pool.count.value:
        while times:
            rolls = min(_ROLLS_AT_ONCE, times)
            times -= rolls
            yield [roll(expression.tree, source).total for _ in range(rolls)]
        return
    count, sides = pool.count.value, pool.sides.value
    total = _summing(pool, constant)
    block = max(1, _AT_ONCE // count)
    while times:
        rolls = min(block, times)
        times -= rolls
        yield total(source.many(rolls * count, sides), count)


def _pool_and_constant(tree: Node) -> tuple[Dice | None, int]:
    """Take a tree apart that is a pool with constants added to it; None if it is something else."""
    pool: Dice | None = None
    constant = 0
    operands = tree.operands if isinstance(tree, Arithmetic) else (tree,)
    operators = ("+", *tree.operators) if isinstance(tree, Arithmetic) else ("+",)
    for operator, operand in zip(operators, operands, strict=True):
        number = _constant(operand)
        if number is not None and operator in "+-":
            constant += number if operator == "+" else -number
        elif isinstance(operand, Dice) and operator == "+" and pool is None and not operand.modifiers.extra():
            pool = operand
        else:
            return None, 0
    return pool, constant


def _constant(node: Node) -> int | None:
    if isinstance(node, Number):
        return node.value
    if isinstance(node, Negative) and isinstance(node.operand, Number):
        return -node.operand.value
    return None


def _summing(pool: Dice, constant: int) -> Sum:
    """Return what makes totals of the faces of many pools, one pool after the other."""
    modifiers = pool.modifiers
    if modifiers.plain():
        return lambda faces, count: _plain(faces, count, constant)
    assert isinstance(pool.count, Number)  # noqa: S101 - the caller has seen to it
    first, last = modifiers.kept(pool.count.value)

    def kept(faces: Sequence[int], count: int) -> list[int]:
        pools = [sorted(faces[start : start + count])[first:last] for start in range(0, len(faces), count)]
        if modifiers.additive():
            return [sum(pool) + constant for pool in pools]
        # Bounds keep the order of the faces, so it is the same whether they come before the keeping or after it.
        worth = {face: modifiers.counted(modifiers.bounded(face)) for face in set(faces)}
        return [sum([worth[face] for face in pool]) + constant for pool in pools]

    return kept


def _plain(faces: Sequence[int], count: int, constant: int) -> list[int]:
    totals: Sequence[int] = faces[::count]
    if count <= 8:
        for place in range(1, count):
            totals = list(map(int.__add__, totals, faces[place::count]))
    else:
        totals = [sum(faces[start : start + count]) for start in range(0, len(faces), count)]
    return [total + constant for total in totals] if constant else list(totals)
