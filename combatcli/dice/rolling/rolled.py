"""A tree that was rolled, and the modifiers and matches of its pools, with the history of each die."""

from __future__ import annotations

from combatcli.dice.limits import check_added
from combatcli.dice.rare_nodes import Conditional, CountedAgainst, MatchNode, PooledSum, Variable
from combatcli.dice.tree import Compare, Dice, Group, Modifiers, Pool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from combatcli.dice.tree import Node


class Die:
    """A rolled die: ``face`` is what it shows, ``value`` what it counts, ``index`` its place in the pool.

    A die added by a reroll or an explosion has the index of its original die. ``counts`` is False if the die is
    dropped, was ``rerolled``, or belongs to the die that it compounds, which has it in ``compounded``. ``bounded`` says
    whether min or max changed the value. ``mark`` is ``*`` for a success or a match, ``x`` for a failure. ``root`` is
    the die of the pool whose explosions led to this one, ``extra`` the number of rerolls and explosions since then,
    ``spent`` whether ``ro`` has rerolled it.
    """

    counts = True
    mark = ""
    bounded = exploded = rerolled = spent = False
    root: Die | None = None
    compounded: tuple[Die, ...] = ()
    extra = 0

    def __init__(self, face: int, index: int = 0) -> None:
        self.face = face
        self.value = face
        self.index = index

    def next_die(self, fate: str, face: int) -> Die:
        """Return the die that shows a face after this one is rerolled or explodes, as its fate says."""
        die = Die(face, self.index)
        self.counts = self.exploded = fate == "!"
        self.rerolled = not self.exploded
        die.root = self.root or (self if self.exploded else None)
        die.spent = self.rerolled and (self.spent or fate == "ro")
        die.extra = self.extra + 1
        check_added(die.extra, 0)
        return die


class Rolled:
    """A rolled tree: a node, its rolled parts and its own dice; `breakdown` writes it."""

    pool_faces: tuple[int, ...] = ()
    """The faces of a pool, in the order rolled."""
    dice: list[Die] | None = None
    """The dice or members, if they were made; see `shown_dice`."""
    named: Rolled | None = None
    """The pool that a name stands for."""

    def __init__(self, node: Node, ratio: tuple[int, int], parts: tuple[Rolled, ...] = ()) -> None:
        self.node = node
        self.ratio = ratio
        """The value as numerator and positive denominator, which is 1 outside of floor() and ceil()."""
        self.parts = parts

    def shown_dice(self) -> list[Die] | None:
        """Return the dice of a pool with modifiers, made on first use, or the members of a group; else None."""
        if self.dice is None and isinstance(self.node, Dice) and not self.node.modifiers.plain():
            self.dice = [Die(face) for face in self.pool_faces]
            self.modified_total(self.node.modifiers)
        return self.dice

    @property
    def total(self) -> int:
        """The total; the number of successes where these are counted."""
        return self.ratio[0] // self.ratio[1]

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces of all dice in the order rolled, with dropped, rerolled and exploded ones."""
        return tuple([face for part in self.parts for face in part.faces]) + self.pool_faces

    @property
    def kept(self) -> tuple[int, ...]:
        """The values of the kept dice in the order rolled; those of conditions and of numbers of dice are left out."""
        if isinstance(self.node, Dice):
            dice = self.shown_dice()
            return self.pool_faces if dice is None else tuple([die.value for die in dice if die.counts])
        parts = self.parts[-1:] if isinstance(self.node, Conditional) else self.parts
        if isinstance(self.node, Group) and self.dice:
            parts = tuple([part for part, member in zip(parts, self.dice, strict=True) if member.counts])
        return tuple([value for part in parts for value in part.kept])

    def pool_value(self) -> int:
        """Return what the rolled members of a group, the dice of a sum, a count or a match come to."""
        node, parts = self.node, self.parts
        if isinstance(node, CountedAgainst):
            return parts[0].keep_and_count(Modifiers(Compare(node.operator, parts[1].total)))
        if isinstance(node, MatchNode):
            return parts[0].match(node.kind, node.least)
        if isinstance(node, Group):
            self.dice = [Die(part.total) for part in parts]
        assert isinstance(node, Pool)
        return self.keep_and_count(node.modifiers)

    def modified_total(self, modifiers: Modifiers) -> int:
        """Return the total of a pool after its rerolls and explosions: penetrate, compound, bound, keep and count."""
        kind = modifiers.explode.kind if modifiers.explode else ""
        dice = self.dice if self.dice and kind in ("!p", "!!") else ()
        for die, root in [(die, die.root) for die in dice if die.root is not None]:
            if kind == "!!":
                root.value += 0 if die.rerolled else die.face
                root.compounded += (die,)
                die.counts = False
            elif die.counts:
                die.value -= 1
        if modifiers.low is not None or modifiers.high is not None:
            for die in [die for die in self.dice or () if die.counts]:
                value = modifiers.bounded(die.value)
                if value != die.value:
                    die.bounded, die.value = True, value
        return self.keep_and_count(modifiers)

    def keep_and_count(self, modifiers: Modifiers) -> int:
        """Return the sum of the kept dice, or the count of successes; mark dropped dice, successes and failures.

        Constants are added to each die where successes are counted, else once to the sum of the kept dice.
        """
        dice, bonus = self.countable_dice()
        # The sort is stable: among equal dice the earlier one is dropped as a lowest, the later one as a highest.
        ranked = sorted(dice, key=lambda die_and_value: die_and_value[1])
        first, last = modifiers.kept_range(len(ranked))
        for die, _ in ranked[:first] + ranked[last:]:
            die.counts = False
        kept = ranked[first:last]
        if modifiers.success is None:
            return sum([value for _, value in kept]) + bonus
        count = 0
        for die, value in kept:
            counted = modifiers.counted(value + bonus)
            die.mark = ("", "*", "x")[counted]
            count += counted
        return count

    def match(self, kind: str, least: int) -> int:
        """Return the result of matching a pool or group, and mark what matches; in a run the first of each value."""
        dice, _ = self.countable_dice()
        count, in_matches = matching(kind, least, [value for _, value in dice])
        marked: set[int] = set()
        for die, value in dice:
            if value in in_matches and not (kind == "mr" and value in marked):
                die.mark = "*"
                marked.add(value)
        return count

    def countable_dice(self) -> tuple[list[tuple[Die, int]], int]:
        """Return the counting dice or members, each with its value, and the constants; see `pooled_dice`."""
        if isinstance(self.node, Group):
            return [(member, member.value) for member in self.dice or () if member.counts], 0
        return (self.parts[0] if isinstance(self.node, PooledSum) else self).pooled_dice()

    def pooled_dice(self, sign: int = 1) -> tuple[list[tuple[Die, int]], int]:
        """Return the counting dice of a sum, each with the value that it adds, and the sum of the constants.

        ``sign`` is -1 for a subtracted sum, else 1. A rolled 3d6-1d4+2, for example:

            [6, 1, 3] - [4] + 2
            [(6, 6), (1, 1), (3, 3), (4, -4)], 2     each die is written as its face here
        """
        node, bonus = self.node, 0
        if node.signs:
            terms = [part.pooled_dice(sign * each) for part, each in zip(self.parts, node.signs, strict=True)]
            return [die for dice, _ in terms for die in dice], sum([bonus for _, bonus in terms])
        if isinstance(node, Dice):
            self.dice = self.shown_dice() or [Die(face) for face in self.pool_faces]
        elif isinstance(node, Variable) and self.named is not None:
            # Keeping and marking must not change the dice as they were rolled.
            named, bonus = self.named.countable_dice()
            self.dice = self.dice or [Die(value) for _, value in named]
        else:
            return [], sign * self.total
        # The value itself may be a word, which its negative is not.
        return [(die, die.value if sign > 0 else -die.value) for die in self.dice if die.counts], sign * bonus


def matching(kind: str, least: int, values: Iterable[int]) -> tuple[int, Collection[int]]:
    """Return the result of matching values, and the matching values.

    ``mt`` counts the values that ``least`` or more dice show, ``ms`` is the size of the largest set, ``mr`` the length
    of the longest run. Among equally large sets or runs the one of the highest values is returned.
    """
    if kind == "mr":
        runs: dict[int, int] = {}
        for value in sorted({*values}):
            runs[value] = runs.get(value - 1, 0) + 1
        longest, last = max([(length, value) for value, length in runs.items()], default=(0, 0))
        return longest, range(last - longest + 1, last + 1)
    sizes: dict[int, int] = {}
    for value in values:
        sizes[value] = sizes.get(value, 0) + 1
    if kind == "mt":
        several = [value for value, size in sizes.items() if size >= least]
        return len(several), several
    largest, shown = max([(size, value) for value, size in sizes.items()], default=(0, 0))
    return largest, [shown]
