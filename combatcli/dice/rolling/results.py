"""What a source gives a rule that asks for more than single faces."""

from __future__ import annotations


class KeptDice:
    """Dice rolled together: ``faces`` in the order rolled, ``kept`` those that count, highest first."""

    __slots__ = ("faces", "kept")

    def __init__(self, faces: tuple[int, ...], kept: tuple[int, ...]) -> None:
        self.faces = faces
        self.kept = kept

    @property
    def total(self) -> int:
        """The sum of what is kept."""
        return sum(self.kept)
