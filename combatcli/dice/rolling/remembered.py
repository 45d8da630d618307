"""What was made of the same faces before."""

from __future__ import annotations

from combatcli.dice.rolling.sources import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_ROOM = 1 << 22
"""So many bytes at most, about, are remembered."""
_STEP, _FACE = 600, 16
"""What dice that are rolled together take, and each of their faces."""
_TRIED, _WORTHWHILE = 500, 5
"""Once so many were new, so many must have come again, or nothing more is remembered."""


class _Step:
    """So many dice are rolled together, and what follows each of the faces that they showed."""

    __slots__ = ("count", "sides", "then")

    def __init__(self, count: int, sides: int) -> None:
        self.count = count
        self.sides = sides
        self.then: dict[tuple[int, ...], _Step | str] = {}


class _Noted(Source):
    """A source that notes what it is asked for; the first faces are those that it is given."""

    def __init__(self, source: Source, given: Sequence[tuple[int, ...]]) -> None:
        super().__init__()
        self._source = source
        self._given = given
        self.noted: list[tuple[int, int, tuple[int, ...]]] = []

    def die(self, sides: int) -> int:
        """Return one face, 1 to ``sides``."""
        return self.dice(1, sides)[0]

    def dice(self, count: int, sides: int) -> tuple[int, ...]:
        """Return ``count`` faces in the order rolled."""
        at = len(self.noted)
        faces = self._given[at] if at < len(self._given) else self._source.dice(count, sides)
        self.noted.append((count, sides, faces))
        return faces


class Remembered:
    """Texts made of faces of a source, which depend on nothing else: made once for the same faces, while there is room.

    Which faces are drawn is not changed by it.
    """

    def __init__(self, made: Callable[[Source], str], source: Source) -> None:
        self._made = made
        self._source = source
        self._first: _Step | str | None = None
        self._room = _ROOM
        self._again = self._new = 0

    def next(self) -> str:
        """Return the text of the next faces."""
        if self._room <= 0 and self._first is None:
            return self._made(self._source)
        step, shown = self._first, []
        while isinstance(step, _Step):
            shown.append(self._source.dice(step.count, step.sides))
            step = step.then.get(shown[-1])
        if step is not None:
            self._again += 1
            return step
        source = _Noted(self._source, shown)
        text = self._made(source)
        self._new += 1
        if self._new == _TRIED and self._again < _WORTHWHILE:
            self._first, self._room = None, 0
        if self._room > 0:
            self._remember(source.noted, text)
        return text

    def _remember(self, noted: Sequence[tuple[int, int, tuple[int, ...]]], text: str) -> None:
        self._room -= len(text) + sum([_STEP + _FACE * len(faces) for _, _, faces in noted])
        following: _Step | str = text
        for count, sides, faces in reversed(noted):
            step = _Step(count, sides)
            step.then[faces] = following
            following = step
        if self._first is None:
            self._first = following
            return
        known = self._first
        while isinstance(known, _Step) and isinstance(following, _Step):
            ((faces, further),) = following.then.items()
            if faces not in known.then:
                known.then[faces] = further
                return
            known, following = known.then[faces], further
