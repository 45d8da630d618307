"""What a source gives a rule that asks for more than single faces."""

from __future__ import annotations


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


class Exploded:
    """Pools of which one die each is kept and explodes: all faces in the order rolled, those that count, their sum.

    ``ones`` tells whether all dice of the first pool show 1.
    """

    __slots__ = ("faces", "kept", "ones", "total")

    def __init__(self, faces: tuple[int, ...], kept: tuple[int, ...], total: int, *, ones: bool = False) -> None:
        self.faces = faces
        self.kept = kept
        self.total = total
        self.ones = ones


class Heap:
    """Dice that are added up; or, for the odds, all ways to ``total`` or ``beyond`` it, where that is told."""

    __slots__ = ("beyond", "faces", "total")

    def __init__(self, faces: tuple[int, ...], total: int, beyond: Beyond | None = None) -> None:
        self.faces = faces
        self.total = total
        self.beyond = beyond


class Beyond:
    """What all totals from one on come to: how many times as much on average, and how many times its square.

    Unless it is ``decided`` what depends on the total may be otherwise for some of them.
    """

    __slots__ = ("decided", "mean", "square")

    def __init__(self, mean: float, square: float, *, decided: bool = True) -> None:
        self.mean = mean
        self.square = square
        self.decided = decided
