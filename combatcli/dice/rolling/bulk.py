"""The same expression rolled very often, quickly; the faces are drawn in the order in which single rolls would."""

from __future__ import annotations

from combatcli.dice.limits import MOST_DICE, MOST_SIDES
from combatcli.dice.rolling.compiled import supplied, taped
from combatcli.dice.rolling.roll import roll
from combatcli.dice.rolling.sources import Stream
from combatcli.dice.tree import Arithmetic, Dice, Number
from combatcli.records import Record

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
    plain = plain_sum(expression.tree)
    if plain is not None and plain.small:
        for _, sums in plain.rolls(times, source, _BYTES):
            yield sums
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


class PlainSum(Record):
    """So many like dice that are added up, and a number to them; ``small`` if all totals are bytes."""

    count: int
    sides: int
    constant: int

    @property
    def least(self) -> int:
        """The lowest total."""
        return self.count + self.constant

    @property
    def most(self) -> int:
        """The highest total."""
        return self.count * self.sides + self.constant

    @property
    def small(self) -> bool:
        """Whether all totals are bytes, and what they are added up from."""
        return self.least >= 0 and self.most < _BYTE and self.count * self.sides < _BYTE

    def rolls(self, times: int, source: Stream, most: int) -> Iterator[tuple[Sequence[int], Sequence[int]]]:
        """Yield the faces of some rolls, at ``most`` so many dice or those of one roll, and their totals."""
        while times:
            rolls = min(times, max(1, most // self.count))
            times -= rolls
            faces = source.many(rolls * self.count, self.sides)
            yield faces, self._totals(faces, rolls)

    def _totals(self, faces: Sequence[int], rolls: int) -> Sequence[int]:
        if not self.small:
            count = self.count
            return [sum(faces[at : at + count]) + self.constant for at in range(0, rolls * count, count)]
        # The first dice of all rolls are one large number, as are the second ones: no digit of their sum overflows.
        columns = [int.from_bytes(bytes(faces[place :: self.count]), "little") for place in range(self.count)]
        added = int.from_bytes(bytes([abs(self.constant)]) * rolls, "little")
        return (sum(columns) + (added if self.constant >= 0 else -added)).to_bytes(rolls, "little")


def plain_sum(tree: Node) -> PlainSum | None:
    """Return what a tree is that is a sum of like dice, told in the order rolled, and a number."""
    pool, constant = tree, 0
    if isinstance(tree, Arithmetic) and len(tree.operands) == 2 and tree.operators[0] in "+-":
        pool, number = tree.operands
        if not isinstance(number, Number):
            return None
        constant = number.value if tree.operators[0] == "+" else -number.value
    if not (isinstance(pool, Dice) and isinstance(pool.count, Number) and isinstance(pool.sides, Number)):
        return None
    count, sides = pool.count.value, pool.sides.value
    rollable = 1 <= count <= MOST_DICE and 1 <= sides <= MOST_SIDES
    as_rolled = pool.modifiers.plain() and not pool.modifiers.sort
    return PlainSum(count, sides, constant) if rollable and as_rolled else None
