"""Pooled dice: several pools kept, counted or matched as one; and the matches of dice."""

from __future__ import annotations

from combatcli.dice.rare_nodes import PooledSum, Variable
from combatcli.dice.rolling.rolled import Die, Rolled
from combatcli.dice.tree import Dice, Group

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from combatcli.dice.rare_nodes import MatchNode


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
        run = _longest_run(sorted(set(values)))
        return len(run), run
    sizes: dict[int, int] = {}
    for value in values:
        sizes[value] = sizes.get(value, 0) + 1
    if kind == "mt":
        several = [value for value, size in sizes.items() if size >= least]
        return len(several), several
    largest = max(sizes.values(), default=0)
    return largest, [max([value for value, size in sizes.items() if size == largest], default=0)]


def _longest_run(values: list[int]) -> list[int]:
    """Return the longest run of consecutive values, which ascend; the highest of equally long ones."""
    begin, longest = 0, (0, 0)
    for index, value in enumerate(values):
        if index and values[index - 1] != value - 1:
            begin = index
        if index + 1 - begin >= longest[1] - longest[0]:
            longest = begin, index + 1
    return values[slice(*longest)]
