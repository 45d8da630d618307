"""Throws: dice of which a source is asked as a whole, and what of them a rule may use.

The system, a seed or a table roll a throw die by die; an enumeration knows in how many ways each result comes.
"""

from __future__ import annotations

from combatcli.dice.rolling.results import Exploded, Heap
from combatcli.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from combatcli.dice.rolling.sources import Source


class Kept(Record):
    """A pool of which one die is kept, the highest or the lowest; that die explodes at its maximum."""

    count: int
    sides: int
    highest: bool = True


class Throw(Record):
    """What a source may be asked for as a whole."""

    def roll(self, source: Source) -> Any:  # noqa: ANN401  (each has results of its own)
        """Roll the dice, in order."""
        raise NotImplementedError


class Exploding(Throw):
    """Pools of which the kept dice are added up: all of them are rolled, then what explodes, in order.

    Of the total a rule may use only which of the ``marks`` it reaches, which ascend; where it reaches none, also
    whether all dice of the first pool show 1.
    """

    pools: tuple[Kept, ...]
    marks: tuple[int, ...] = ()

    def roll(self, source: Source) -> Exploded:
        """Roll the pools, then their explosions."""
        opened = [(source.highest if pool.highest else source.lowest)(pool.count, pool.sides, 1) for pool in self.pools]
        again = [pool.sides for pool, each in zip(self.pools, opened, strict=True) if each.total == pool.sides]
        more = tuple([face for sides in again for face in source.exploding(sides, 1).faces])
        faces = tuple([face for each in opened for face in each.faces])
        kept = tuple([each.total for each in opened])
        ones = bool(opened) and max(opened[0].faces) == 1
        return Exploded((*faces, *more), (*kept, *more), sum(kept) + sum(more), ones=ones)


class Opposed(Throw):
    """Some who roll, in order, against one who rolls after them, and once.

    Of the totals a rule may use only which of the ``marks``, which ascend, each is above the one.
    """

    several: tuple[tuple[Kept, ...], ...]
    one: tuple[Kept, ...]
    marks: tuple[int, ...]

    def roll(self, source: Source) -> tuple[list[Exploded], Exploded]:
        """Roll for each, and for the one."""
        return [Exploding(each).roll(source) for each in self.several], Exploding(self.one).roll(source)


class Piled(Throw):
    """Pools that explode, and where they reach a target further dice, more of them the farther they are above it.

    ``number`` dice of so many ``sides`` are one more for each whole ``every`` above the target, and not below 0; the
    dice ``also`` are rolled whenever it is reached. A rule may use whether it is, and of what the further dice add up
    to which of the ``marks`` it reaches, or what it is up to where hardly any way is left; beyond that it may be told
    how much it is on average, and that this is not all that it depends on, if it is not ``decided``.
    """

    pools: tuple[Kept, ...]
    target: int
    every: int
    number: int
    sides: int
    also: tuple[int, ...] = ()
    marks: tuple[int, ...] = ()
    decided: bool = True
    purpose: str = ""

    def roll(self, source: Source) -> tuple[Exploded, Heap]:
        """Roll the pools, then the further dice, those of so many sides first."""
        rolled = Exploding(self.pools).roll(source)
        if rolled.total < self.target:
            return rolled, Heap((), 0)
        source.purpose = self.purpose or source.purpose
        faces = source.dice(self.dice_at((rolled.total - self.target) // self.every), self.sides)
        faces += tuple([source.die(sides) for sides in self.also])
        return rolled, Heap(faces, sum(faces))

    def dice_at(self, steps: int) -> int:
        """Return how many dice there are so many steps above the target."""
        return max(0, self.number + steps) if self.sides else 0
