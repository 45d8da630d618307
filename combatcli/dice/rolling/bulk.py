"""The same expression rolled very often, quickly; the faces are drawn in the order in which single rolls would."""

from __future__ import annotations

from combatcli.dice.rolling.compiled import supplied, taped
from combatcli.dice.rolling.roll import roll
from combatcli.dice.rolling.sources import Stream
from combatcli.dice.tree import Arithmetic, Dice, Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from combatcli.dice.rolling.sources import Source
    from combatcli.dice.tree import Expression, Node

_BYTE = 256
_FIRST, _MOST = 16, 8_192
_AT_ONCE = 1_024
_MANY = 2_000
"""From so many rolls on it is worth while to list what each die may come to."""
_BYTES = 1 << 16
"""About so many bytes are drawn for the rolls that are made at once."""


def totals(expression: Expression, times: int, source: Source) -> Iterator[Sequence[int]]:
    """Yield the totals of ``times`` rolls of an expression, each as often as its ``6x`` says, many at a time."""
    times *= expression.repeat
    if not isinstance(source, Stream):
        yield from _one_by_one(expression.tree, times, source)
        return
    sum_ = _small_sum(expression.tree)
    if sum_ is not None:
        yield from _small_totals(*sum_, times, source)
        return
    rolls = supplied(expression.tree, source) if times >= _MANY else None
    yield from _taped(expression.tree, times, source) if rolls is None else rolls(_portions(times))


def _portions(times: int) -> Iterator[int]:
    """Yield how often to roll at once."""
    while times:
        yield min(times, _AT_ONCE)
        times -= min(times, _AT_ONCE)


def _taped(tree: Node, times: int, source: Stream) -> Iterator[list[int]]:
    """Yield totals rolled from a tape, as single rolls would be."""
    bulk = taped(tree, source)
    if bulk is None:
        yield from _one_by_one(tree, times, source)
        return
    rolls, tape = bulk
    at_once, ended = _FIRST, True
    while times:
        tape.read_on(ended=ended)
        asked = min(times, at_once)
        rolled = rolls(tape, asked)
        ended = len(rolled) < asked
        times -= len(rolled)
        if rolled:
            at_once = max(1, min(_MOST, _BYTES // (tape.at // len(rolled) + 1)))
            yield rolled
    tape.give_back()


def _one_by_one(tree: Node, times: int, source: Source) -> Iterator[list[int]]:
    for _ in range(times):
        yield [roll(tree, source).total]


def _small_sum(tree: Node) -> tuple[int, int, int] | None:
    """Return count, sides and constant of a tree that is a sum of like dice, and whose totals fit in bytes."""
    pool, constant = tree, 0
    if isinstance(tree, Arithmetic) and len(tree.operands) == 2 and tree.operators[0] in "+-":
        pool, number = tree.operands
        if not isinstance(number, Number):
            return None
        constant = number.value if tree.operators[0] == "+" else -number.value
    if not (isinstance(pool, Dice) and isinstance(pool.count, Number) and isinstance(pool.sides, Number)):
        return None
    count, sides = pool.count.value, pool.sides.value
    small = count > 0 and count + constant >= 0 and count * sides + max(0, constant) < _BYTE
    return (count, sides, constant) if small and pool.modifiers.plain() else None


def _small_totals(count: int, sides: int, constant: int, times: int, source: Stream) -> Iterator[bytes]:
    while times:
        rolls = min(times, _BYTES // count)
        times -= rolls
        faces = bytes(source.many(rolls * count, sides))
        # The first dice of all rolls are one large number, as are the second ones: no digit of their sum overflows.
        columns = [int.from_bytes(faces[place::count], "little") for place in range(count)]
        added = int.from_bytes(bytes([abs(constant)]) * rolls, "little")
        yield (sum(columns) + (added if constant >= 0 else -added)).to_bytes(rolls, "little")
