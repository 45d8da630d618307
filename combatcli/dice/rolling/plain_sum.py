"""Like dice that are added up, and a number to them: the expression that is rolled most often, many at a time."""

from __future__ import annotations

from combatcli.dice.limits import MOST_DICE, MOST_SIDES
from combatcli.dice.tree import Arithmetic, Dice, Number
from combatcli.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from combatcli.dice.rolling.sources import Stream
    from combatcli.dice.tree import Node

_BYTE = 256


class PlainSum(Record):
    """``count`` dice of a ``pool`` with so many ``sides``, and a ``constant``; ``small`` if all totals are bytes."""

    pool: Dice
    count: int
    sides: int
    constant: int

    @property
    def small(self) -> bool:
        """Whether all totals are bytes, and what they are added up from."""
        most = self.count * self.sides
        return self.count + self.constant >= 0 and max(most, most + self.constant) < _BYTE

    def rolls(self, roll_count: int, stream: Stream, most: int) -> Iterator[tuple[Sequence[int], Sequence[int]]]:
        """Yield the faces of some rolls, at ``most`` so many dice or those of one roll, and their totals."""
        while roll_count:
            rolls = min(roll_count, max(1, most // self.count))
            roll_count -= rolls
            faces = stream.many(rolls * self.count, self.sides)
            yield faces, self._totals(faces, rolls)

    def _totals(self, faces: Sequence[int], rolls: int) -> Sequence[int]:
        """Return the totals of so many rolls, as bytes if they all are.

        Of two rolls of 3d6+1, for example, each line is one number of two bytes, the first of which is the lowest:

            faces 5 2 3  6 1 4     columns 05 06, 02 01, 03 04
            their sum 0a 0b, and with 01 01 added 0b 0c: the totals 11 and 12
        """
        if not self.small:
            count = self.count
            return [sum(faces[at : at + count]) + self.constant for at in range(0, rolls * count, count)]
        # The first dice of all rolls are one large number, as are the second ones: no digit of their sum overflows.
        columns = [int.from_bytes(bytes(faces[index :: self.count]), "little") for index in range(self.count)]
        added = int.from_bytes(bytes([abs(self.constant)]) * rolls, "little")
        return (sum(columns) + (added if self.constant >= 0 else -added)).to_bytes(rolls, "little")


def plain_sum(tree: Node) -> PlainSum | None:
    """Return what a tree is that is a sum of like dice, shown in the order rolled, and a number; None of any other."""
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
    return PlainSum(pool, count, sides, constant) if rollable and as_rolled else None
