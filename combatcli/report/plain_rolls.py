"""Rolls of dice that are only added up, written many at once."""

from __future__ import annotations

from os import urandom
from re import split

from combatcli.dice.rolling.roll import roll
from combatcli.dice.rolling.sources import Source
from combatcli.report.rolls import in_columns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from combatcli.dice.rolling.plain_sum import PlainSum
    from combatcli.dice.rolling.rolled import Rolled
    from combatcli.dice.tree import Node


class PlainRolls:
    """The texts of rolls of a plain sum, many at once: what is told of one is told of all, but for their numbers."""

    def __init__(self, plain: PlainSum, tree: Node, tell: Callable[[Rolled], str], between: str) -> None:
        """Take what tells a roll, and what stands ``between`` two."""
        marks = _Marks()
        rolled = roll(tree, marks)
        places = {str(mark): place for place, mark in enumerate([*marks.faces, rolled.total])}
        total = max(len(str(plain.least)), len(str(plain.most)))
        self._count = plain.count
        self._widths = [len(str(plain.sides))] * plain.count + [total]
        self._between = between
        self._row = b""
        self._slots: list[tuple[int, int]] = []
        """Where in a row a number begins, and which one it is: a die, or last the total."""
        for piece in split(r"(\d{40,})", tell(rolled) + between):
            place = places.get(piece)
            if place is None:
                self._row += piece.encode()
            else:
                self._slots.append((len(self._row), place))
                self._row += bytes(self._widths[place])

    def text(self, faces: Sequence[int], totals: Sequence[int]) -> str:
        """Return the text of rolls."""
        numbers = [faces[place :: self._count] for place in range(self._count)] + [totals]
        digits = [in_columns(column, width) for column, width in zip(numbers, self._widths, strict=True)]
        lines = bytearray(self._row * len(totals))
        for begin, place in self._slots:
            for at, column in enumerate(digits[place], begin):
                lines[at :: len(self._row)] = column
        return lines.translate(None, b"\0").decode().removesuffix(self._between)


class _Marks(Source):
    """Dice with faces that stand nowhere else."""

    faces: tuple[int, ...] = ()

    def dice(self, count: int, sides: int) -> tuple[int, ...]:
        """Return different faces of 40 digits."""
        first = 10**39 + int.from_bytes(urandom(16), "big")
        self.faces = tuple(range(first, first + count))
        return self.faces
