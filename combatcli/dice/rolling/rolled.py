"""A tree that was rolled, and the modifiers and matches of its pools, with the history of each die."""

from __future__ import annotations

from combatcli.dice.limits import check_added
from combatcli.dice.rare_nodes import PooledSum, Variable
from combatcli.dice.tree import Dice, Group, highest_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from combatcli.dice.rare_nodes import MatchNode
    from combatcli.dice.tree import Faces, Modifiers, Node


class Die:
    """A rolled die: ``face`` is what it shows, ``value`` what it counts, ``index`` its place in the pool.

    A die added by a reroll or an explosion has the index of its original die. ``counts`` is False if the die is
    dropped, was ``rerolled``, or is ``added`` to the die that it compounds. ``mark`` is ``*`` for a success or a match,
    ``x`` for a failure. ``root`` is the die of the pool whose explosions led to this one, ``extra`` the number of
    rerolls and explosions since then, ``spent`` whether ``ro`` has rerolled it.
    """

    counts = True
    mark = ""
    added = exploded = rerolled = spent = False
    root: Die | None = None
    extra = 0

    def __init__(self, face: int, index: int = 0) -> None:
        self.face = face
        self.value = face
        self.index = index


class Rolled:
    """A rolled tree: a node, its rolled parts and its own dice; `breakdown` writes it."""

    __slots__ = ("chosen", "dice", "named", "node", "parts", "pool_faces", "ratio")

    def __init__(self, node: Node, ratio: tuple[int, int], parts: tuple[Rolled, ...] = ()) -> None:
        self.node = node
        self.ratio = ratio
        """The value as numerator and positive denominator, which is 1 outside of floor() and ceil()."""
        self.parts = parts
        self.pool_faces: tuple[int, ...] = ()
        """The faces of a pool, in the order rolled."""
        self.dice: list[Die] | None = None
        """The dice or members, if they were made; see `shown_dice`."""
        self.chosen: Rolled | None = None
        """The chosen branch of an if."""
        self.named: Rolled | None = None
        """The pool that a name stands for."""

    def shown_dice(self) -> list[Die] | None:
        """Return the dice of a pool with modifiers, made on first use, or the members of a group; else None."""
        if self.dice is None and isinstance(self.node, Dice) and not self.node.modifiers.plain():
            self.dice, _ = apply_modifiers(self.pool_faces, self.node.modifiers)
        return self.dice

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
            dice = self.shown_dice()
            return self.pool_faces if dice is None else tuple([die.value for die in dice if die.counts])
        if self.chosen is not None:
            return self.chosen.kept
        counting = [die.counts for die in self.dice] if isinstance(self.node, Group) and self.dice else ()
        parts = [part for part, counts in zip(self.parts, counting, strict=True) if counts] if counting else self.parts
        return tuple([value for part in parts for value in part.kept])


def keep_and_count(dice: Sequence[tuple[Die, int]], modifiers: Modifiers, bonus: int = 0) -> int:
    """Return the sum of the kept dice, or the count of successes; mark dropped dice, successes and failures.

    The bonus is added to each die where successes are counted, else once to the sum of the kept dice.
    """
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


def apply_modifiers(
    first: Sequence[int],
    modifiers: Modifiers,
    faces: Faces = (),
    roll_one_more: Callable[[list[int]], Sequence[int]] = tuple,
) -> tuple[list[Die], int]:
    """Apply the modifiers of a pool to its ``first`` faces, and return all its dice, and their total.

    Where there are rerolls or explosions, they need all ``faces`` of the die, and ``roll_one_more``, which rolls one
    more die for each of some indexes and returns their faces. Raises DiceError where a die adds too many dice.
    """
    dice = [Die(face, index) for index, face in enumerate(first)]
    if faces and modifiers.may_need_more_dice():
        _roll_extra(dice, modifiers, highest_of(faces), roll_one_more)
    counting = [die for die in dice if die.counts]
    if modifiers.low is not None or modifiers.high is not None:
        for die in counting:
            die.value = modifiers.bounded(die.value)
    return dice, keep_and_count([(die, die.value) for die in counting], modifiers)


def _roll_extra(
    dice: list[Die], modifiers: Modifiers, highest: int, roll_one_more: Callable[[list[int]], Sequence[int]]
) -> None:
    """Add rerolls and explosions to the dice of a pool.

    After the whole pool come the rerolls together until none is left, then one die for each explosion, and so on with
    these. The pool ``2d6r1!``, for example, in the order in which faces are asked for:

        faces   1  6  |  6  |  3  1  |  4
        indexes   0  1  |  0  |  0  1  |  1
                1r 6! |  6! |  3  1r |  4       (total 6 + 6 + 3 + 4)
    """
    wave = dice.copy()
    while wave:
        fates = [modifiers.fate(die.face, highest, spent=die.spent, added=die.root is not None) for die in wave]
        rerolled = [slot for slot, fate in enumerate(fates) if fate and fate != "!"]
        slots = rerolled or [slot for slot, fate in enumerate(fates) if fate]
        faces = roll_one_more([wave[slot].index for slot in slots]) if slots else ()
        more = [_after(wave[slot], fates[slot], face) for slot, face in zip(slots, faces, strict=True)]
        dice += more
        for slot, die in zip(rerolled, more, strict=False):
            wave[slot] = die
        wave = wave if rerolled else more
    kind = modifiers.explode.kind if modifiers.explode else ""
    for die in dice if kind in ("!p", "!!") else ():
        if die.root is not None and die.counts:
            if kind == "!p":
                die.value -= 1
            else:
                die.root.value += die.value
                die.added = True
                die.counts = False


def _after(before: Die, fate: str, face: int) -> Die:
    """Return the die that shows a face after another one is rerolled or explodes, as its fate says."""
    die = Die(face, before.index)
    before.exploded = fate == "!"
    before.rerolled = not before.exploded
    before.counts = before.exploded
    die.root = before.root or (before if before.exploded else None)
    die.spent = before.rerolled and (before.spent or fate == "ro")
    die.extra = before.extra + 1
    check_added(die.extra, 0)
    return die


def pooled_dice(rolled: Rolled, sign: int = 1) -> tuple[list[tuple[Die, int]], int]:
    """Return the counting dice of a rolled sum, each with the value that it adds, and the sum of the constants.

    ``sign`` is -1 for a subtracted sum, else 1. A rolled 3d6-1d4+2, for example:

        [6, 1, 3] - [4] + 2
        [(6, 6), (1, 1), (3, 3), (4, -4)], 2     each die is written as its face here
    """
    node = rolled.node
    if isinstance(node, Dice):
        shown = rolled.shown_dice()
        if shown is None:
            rolled.dice = shown = [Die(face) for face in rolled.pool_faces]
        return [(die, sign * die.value) for die in shown if die.counts], 0
    if isinstance(node, Variable) and rolled.named is not None:
        # Keeping and marking must not change the dice as they were rolled.
        named, bonus = pooled_dice(rolled.named.parts[0])
        shown = rolled.dice
        if shown is None:
            # The value itself may be a word, which its negative is not.
            rolled.dice = shown = [Die(die.value if die.value == value else value) for die, value in named]
        return [(die, sign * die.value) for die in shown if die.counts], sign * bonus
    if node.signs:
        terms = [pooled_dice(part, sign * each) for part, each in zip(rolled.parts, node.signs, strict=True)]
        return [die for dice, _ in terms for die in dice], sum([bonus for _, bonus in terms])
    return [], sign * rolled.total


def countable_dice(rolled: Rolled) -> tuple[list[tuple[Die, int]], int]:
    """Return a roll's counting dice or members, each with its value, and its constants; see `pooled_dice`."""
    if isinstance(rolled.node, Group):
        return [(member, member.value) for member in rolled.dice or () if member.counts], 0
    return pooled_dice(rolled.parts[0] if isinstance(rolled.node, PooledSum) else rolled)


def mark_matches(node: MatchNode, rolled: Rolled) -> int:
    """Return the result of matching a rolled pool or group, and mark what matches; in a run the first of each value."""
    pooled, _ = countable_dice(rolled)
    count, in_matches = matching(node.kind, node.least, [value for _, value in pooled])
    marked: set[int] = set()
    for die, value in pooled:
        if value in in_matches and not (node.kind == "mr" and value in marked):
            die.mark = "*"
            marked.add(value)
    return count


def matching(kind: str, least: int, values: Iterable[int]) -> tuple[int, Collection[int]]:
    """Return the result of matching values, and the matching values.

    ``mt`` counts the values that ``least`` or more dice show, ``ms`` is the size of the largest set, ``mr`` the length
    of the longest run. Among equally large sets or runs the one of the highest values is returned.
    """
    if kind == "mr":
        runs: dict[int, int] = {}
        for value in sorted({*values}):
            runs[value] = runs.get(value - 1, 0) + 1
        longest = max(runs.values(), default=0)
        last = max([value for value, length in runs.items() if length == longest], default=0)
        return longest, range(last - longest + 1, last + 1)
    sizes: dict[int, int] = {}
    for value in values:
        sizes[value] = sizes.get(value, 0) + 1
    if kind == "mt":
        several = [value for value, size in sizes.items() if size >= least]
        return len(several), several
    largest = max(sizes.values(), default=0)
    return largest, [max([value for value, size in sizes.items() if size == largest], default=0)]
