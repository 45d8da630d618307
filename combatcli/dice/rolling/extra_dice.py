"""Seeded dice that are rerolled or explode, each rolled to its end before the next."""

from __future__ import annotations

from itertools import chain

from combatcli.dice.limits import MOST_ADDED_BY_DIE, MOST_ADDED_DICE
from combatcli.dice.rolling.modified import too_many_extras, too_many_of_a_die
from combatcli.dice.tree import highest_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from combatcli.dice.rolling.sources import Stream
    from combatcli.dice.tree import Dice, Faces

_FIRST, _MOST = 128, 8_192
"""The first and the largest number of bytes drawn ahead."""
_BYTE, _WORD, _WORDS = 256, 4, 256**4


class ExtraDice:
    """The rerolls and explosions of a pool whose dice have these ``faces``.

    A die takes the next face of an endless iterator. If it is rerolled, it takes the next face instead; if it explodes,
    the next face is an added die, which is rerolled and explodes in the same way.

    Two dice of ``2d6r1ro2!!``, for example: r rerolls the 1, ro the first 2, and the 6 explodes:

        faces   1  2  2    6  3
        dice    1r 2r 2    6!+3
    """

    def __init__(self, pool: Dice, faces: Faces) -> None:
        self._modifiers = pool.modifiers
        self._highest = highest_of(faces)
        self._column = pool.column

    def chains(self, faces: Iterator[int], count: int) -> list[list[int]]:
        """Roll ``count`` dice, and return the faces of each in the order rolled.

        Raises DiceError where one die, or all of them, add too many.
        """
        chains: list[list[int]] = []
        added = 0
        for _ in range(count):
            chains.append(self._chain(faces))
            added += len(chains[-1]) - 1
            if added > MOST_ADDED_DICE:
                raise too_many_extras(self._column)
        return chains

    def _chain(self, faces: Iterator[int]) -> list[int]:
        """Roll a die to its end."""
        shown = list[int]()
        spent = added = False
        for face in faces:
            shown.append(face)
            fate = self._modifiers.fate(face, self._highest, spent=spent, added=added)
            if not fate:
                return shown
            spent, added = (False, True) if fate == "!" else (spent or fate == "ro", added)
            if len(shown) > MOST_ADDED_BY_DIE:
                break
        raise too_many_of_a_die(self._column)


def _sizes() -> Iterator[int]:
    size = _FIRST
    while True:
        yield size
        size = min(4 * size, _MOST)


class AnyDice:
    """Different dice of one stream; no more bytes are turned into faces than are asked for."""

    def __init__(self, stream: Stream) -> None:
        self._bytes = chain.from_iterable(stream.read(size) for size in _sizes())

    def faces(self, faces: Faces) -> Iterator[int]:
        """Return an endless iterator of a die with these faces; it goes on where another die's has stopped."""
        numbers = self._narrow(len(faces)) if len(faces) <= _BYTE else self._wide(len(faces))
        return numbers if isinstance(faces, range) else map((0, *faces).__getitem__, numbers)

    def _narrow(self, sides: int) -> Iterator[int]:
        limit = _BYTE - _BYTE % sides
        table = [byte % sides + 1 if byte < limit else 0 for byte in range(_BYTE)]
        return filter(None, map(table.__getitem__, self._bytes))

    def _wide(self, sides: int) -> Iterator[int]:
        limit = _WORDS - _WORDS % sides
        words = map(int.from_bytes, zip(*[self._bytes] * _WORD, strict=True))
        return (word % sides + 1 for word in words if word < limit)
