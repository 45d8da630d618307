"""A tree that was rolled."""

from __future__ import annotations

from combatcli.dice.tree import Dice, Group

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.dice.rolling.modifying import Die
    from combatcli.dice.tree import Node


class Rolled:
    """A rolled tree: a node, its rolled parts and its own dice; `breakdown` writes it."""

    __slots__ = ("_dice", "chosen", "named", "node", "parts", "pool_faces", "ratio")

    def __init__(self, node: Node, ratio: tuple[int, int], parts: tuple[Rolled, ...] = ()) -> None:
        self.node = node
        self.ratio = ratio
        """The value as numerator and positive denominator, which is 1 outside of floor() and ceil()."""
        self.parts = parts
        self.pool_faces: tuple[int, ...] = ()
        """The faces of a pool, in the order rolled."""
        self._dice: list[Die] | None = None
        self.chosen: Rolled | None = None
        """The chosen branch of an if."""
        self.named: Rolled | None = None
        """The pool that a name stands for."""

    @property
    def dice(self) -> list[Die] | None:
        """The dice of a pool with modifiers, made on first use, or the members of a group as dice; else None."""
        if self._dice is None and isinstance(self.node, Dice) and not self.node.modifiers.plain():
            from combatcli.dice.rolling.modifying import apply_modifiers

            self._dice, _ = apply_modifiers(self.pool_faces, self.node.modifiers)
        return self._dice

    @dice.setter
    def dice(self, dice: list[Die]) -> None:
        self._dice = dice

    @property
    def total(self) -> int:
        """The total; the number of successes where these are counted."""
        return self.ratio[0] // self.ratio[1]

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces of all dice in the order rolled, with dropped, rerolled and exploded ones."""
        if isinstance(self.node, Dice) and not self.parts:
            return self.pool_faces
        return tuple([face for part in self.parts for face in part.faces]) + self.pool_faces

    @property
    def kept(self) -> tuple[int, ...]:
        """The values of the kept dice in the order rolled; those of conditions and of numbers of dice are left out."""
        if isinstance(self.node, Dice):
            if self.dice is None:
                return self.pool_faces
            return tuple([die.value for die in self.dice if die.counts])
        if self.chosen is not None:
            return self.chosen.kept
        counting = [die.counts for die in self._dice] if isinstance(self.node, Group) and self._dice else ()
        parts = [part for part, counts in zip(self.parts, counting, strict=True) if counts] if counting else self.parts
        return tuple([value for part in parts for value in part.kept])
