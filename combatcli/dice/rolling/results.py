"""What a source gives a rule that asks for more than single faces."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable


class Pool:
    """Dice rolled together: ``faces`` in the order rolled, ``kept`` those that count, best first.

    "Best" is highest for `Source.highest` and lowest for `Source.lowest`; an exploding die keeps all its faces, in
    the order rolled.
    """

    __slots__ = ("faces", "kept")

    def __init__(self, faces: tuple[int, ...], kept: tuple[int, ...]) -> None:
        self.faces = faces
        self.kept = kept

    @property
    def total(self) -> int:
        """The sum of what is kept."""
        return sum(self.kept)


class Ranking:
    """Dice that several rolled, each with a bonus: the places of the ``first``, and all ``faces`` in order."""

    __slots__ = ("faces", "first")

    def __init__(self, first: tuple[int, ...], faces: tuple[int, ...]) -> None:
        self.first = first
        self.faces = faces


class Hand:
    """Cards that were drawn together: all in the order drawn, and the one that counts."""

    __slots__ = ("best", "cards")

    def __init__(self, cards: tuple[int, ...], best: int) -> None:
        self.cards = cards
        self.best = best


class Opening:
    """Dice before any of them explodes: ``faces`` in the order rolled, ``kept`` those that count.

    ``again`` are the sides of those that explode; ``note`` is what else a rule needs to know of them.
    """

    __slots__ = ("again", "faces", "kept", "note")

    def __init__(
        self, faces: tuple[int, ...], kept: tuple[int, ...], again: tuple[int, ...] = (), note: Hashable = None
    ) -> None:
        self.faces = faces
        self.kept = kept
        self.again = again
        self.note = note


class Exploded:
    """Dice and their explosions: how they opened, the faces of the explosions in order, the total of what counts."""

    __slots__ = ("more", "opening", "total")

    def __init__(self, opening: Opening, more: tuple[int, ...], total: int) -> None:
        self.opening = opening
        self.more = more
        self.total = total
