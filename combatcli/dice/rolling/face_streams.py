"""Endless iterators of faces, made of the bytes of a stream many at a time."""

from __future__ import annotations

from itertools import chain, filterfalse

from combatcli.dice.rolling.extra_dice import faces_that_meet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from combatcli.dice.rolling.sources import Stream
    from combatcli.dice.tree import Compare, Faces

_FIRST, _MOST = 128, 8_192
"""So many bytes or faces are made at first, and at most, before they are asked for."""
_BYTE, _WORD, _WORDS = 256, 4, 256**4


def endless_faces(stream: Stream, faces: Faces, passed_over: list[Compare]) -> Iterator[int]:
    """Return the faces of a die, one after the other, without those that meet one of some comparisons."""
    numbers = chain.from_iterable(stream.many(size, len(faces)) for size in _sizes())
    shown = numbers if isinstance(faces, range) else map((0, *faces).__getitem__, numbers)
    return filterfalse(faces_that_meet(passed_over, faces).__contains__, shown) if passed_over else shown


def _sizes() -> Iterator[int]:
    size = _FIRST
    while True:
        yield size
        size = min(4 * size, _MOST)


class AnyDice:
    """Dice of one stream, other ones each time; no more bytes are made into faces than are asked for."""

    def __init__(self, stream: Stream) -> None:
        self._bytes = chain.from_iterable(stream.read(size) for size in _sizes())

    def faces(self, faces: Faces) -> Iterator[int]:
        """Return an endless iterator of a die with these faces, which goes on where any other one has stopped."""
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
