"""Faces of a stream read ahead, for an expression that is rolled very often: what compiled rolls call.

A place on the tape is handed in and out, and every helper that moves it returns the data too, for it may have grown.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import compress, count

from combatcli.dice.limits import MOST_EXTRAS
from combatcli.dice.rolling.modified import ModifiedPool
from combatcli.dice.rolling.roll import roll
from combatcli.dice.rolling.tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from combatcli.dice.rolling.sources import Stream
    from combatcli.dice.rolling.tables import Faces
    from combatcli.dice.tree import Modifiers, Node

_READ = 1 << 12
_FIRST, _BLOCK = 1 << 9, 1 << 16
"""So many bytes are read at first, and at most, for the rolls that are made at once."""


class RollAgainError(Exception):
    """This one roll goes beyond what compiled rolls know: it is rolled anew, from the same bytes, as a single one."""


class TapeEndsError(Exception):
    """This one roll needs more than lies on the tape: it is rolled anew, once more lies there."""


class Tape:
    """What is read of a stream, and the place of what is to be used next: ``data``, ``at``."""

    data: Sequence[int]

    def __init__(self, tree: Node, source: Stream) -> None:
        self._tree = tree
        self._source = source
        self._size = _FIRST
        self.at = 0
        self.ends: Sequence[int] = ()
        """The places after all values on which dice come to rest, where that is asked for."""
        self.extras = 0
        """How many dice the rerolls and explosions of this one roll have added, where they are counted."""

    def read_on(self, *, ended: bool) -> None:
        """Forget what is used, and read more if it is needed: it is where the last roll ended for want of it."""
        raise NotImplementedError

    def give_back(self) -> None:
        """Return what was read and not used."""
        raise NotImplementedError

    def deal(self, count: int, at: int, table: Table) -> tuple[Sequence[int], int, Sequence[int]]:
        """Return so many values of a die."""
        raise NotImplementedError

    def single(self, at: int) -> int:
        """Roll from this place on without haste, and return the total; raises what that raises."""
        self.at = at
        self.give_back()
        return roll(self._tree, self._source).total


class ByteTape(Tape):
    """Bytes of a stream, for an expression of several kinds of dice."""

    data: bytes

    def __init__(self, tree: Node, source: Stream) -> None:
        super().__init__(tree, source)
        self.data = b""
        self._tables: dict[Faces, Table] = {}

    def read_on(self, *, ended: bool) -> None:  # noqa: ARG002 - it is read on whenever it is short
        """Forget what is used, and read more."""
        self.data = self.data[self.at :]
        self.at = 0
        if len(self.data) < self._size:
            self.data += self._source.ahead(self._size - len(self.data))
        self._size = min(4 * self._size, _BLOCK)

    def give_back(self) -> None:
        """Return what was read and not used."""
        self._source.give_back(self.data[self.at :])
        self.data, self.at = b"", 0

    def more(self, have: bytes, count: int, at: int, table: Table) -> tuple[bytes, int, bytes]:
        """Complete ``have``, of which the bytes refused or beyond the end are missing, to so many values."""
        at = min(at, len(self.data))
        while missing := count - len(have):
            self._reach(at + missing)
            have += self.data[at : at + missing].translate(table.values, table.refused)
            at += missing
        return have, at, self.data

    def deal(self, count: int, at: int, table: Table) -> tuple[Sequence[int], int, bytes]:
        """Return so many values of a die."""
        if table.values:
            return self.more(b"", count, at, table)
        width = table.width
        at = min(at, len(self.data))
        values: Sequence[int] = []
        while missing := count - len(values):
            end = at + width * missing
            self._reach(end)
            turned = table.turned(self.data[at:end])
            values = [*values, *turned] if values else turned
            at = end
        return values, at, self.data

    def modified(
        self, shown: Sequence[int], at: int, faces: Faces, modifiers: Modifiers
    ) -> tuple[list[int], int, bytes]:
        """Reroll and explode dice as a single roll does, and return the values of all that stand."""
        table = self._tables.get(faces) or self._tables.setdefault(faces, Table(faces, None))

        def deal(count: int, faces: Faces) -> tuple[int, ...]:  # noqa: ARG001 - they are those of the table
            nonlocal at
            self.extras += count
            if self.extras > MOST_EXTRAS:
                raise RollAgainError
            dealt, at, _ = self.deal(count, at, table)
            return tuple(dealt)

        pool = ModifiedPool(tuple(shown), faces, modifiers, deal)
        values = [die.value for die in pool.come_to_rest()]
        return values, at, self.data

    def _reach(self, end: int) -> None:
        if end > len(self.data):
            self.data += self._source.ahead(max(_READ, end - len(self.data)))


class ValueTape(Tape):
    """Values of the dice of an expression that has but one kind of them; the bytes are kept to give some back."""

    def __init__(self, tree: Node, source: Stream, table: Table, resting: bytes = b"") -> None:
        super().__init__(tree, source)
        self._table = table
        self._resting = resting
        self._bytes = b""
        self.data = table.turned(b"")

    def read_on(self, *, ended: bool) -> None:
        """Forget what is used, and read more, if the tape has ended."""
        if not ended:
            return
        self._bytes = self._unused()
        read = self._source.ahead(self._size)
        self._bytes += read
        left = self.data[self.at :]
        self.data = left + self._table.turned(read)  # type: ignore[operator]  # both are bytes, or lists
        self.at = 0
        if self._resting and isinstance(self.data, bytes):
            self.ends = [*compress(count(1), self.data.translate(self._resting))]
        self._size = min(4 * self._size, _BLOCK)

    def give_back(self) -> None:
        """Return what was read and not used."""
        self._source.give_back(self._unused())
        self._bytes, self.data, self.at, self.ends = b"", self._table.turned(b""), 0, ()

    def deal(self, count: int, at: int, table: Table) -> tuple[Sequence[int], int, Sequence[int]]:  # noqa: ARG002 - there is one
        """Return so many values of the die."""
        end = at + count
        if end > len(self.data):
            raise TapeEndsError
        return self.data[at:end], end, self.data

    def _unused(self) -> bytes:
        """Return the bytes after those of the last value used: refused ones, then those of the values left."""
        width, end, left = self._table.width, len(self._bytes), len(self.data) - self.at
        most = end // width

        def values(words: int) -> int:
            return len(self._table.turned(self._bytes[end - width * words :]))

        many = left
        while many < most and values(many) <= left:
            many = min(most, 2 * many + 1)
        return self._bytes[end - width * (bisect_right(range(many + 1), left, lo=left, key=values) - 1) :]
