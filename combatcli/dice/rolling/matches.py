"""Dice of several pools that are kept, counted or matched as if they were one."""

from __future__ import annotations

from combatcli.dice.rare_nodes import CommonPool
from combatcli.dice.rolling.modified import Die
from combatcli.dice.tree import Arithmetic, Dice, Group, Negative

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from combatcli.dice.rare_nodes import Sets
    from combatcli.dice.rolling.rolled import Rolled
    from combatcli.dice.tree import Modifiers

MARK = "*"


class CommonDice:
    """The dice of a rolled sum that count, each with the value that it adds to it; ``bonus`` is what else is added."""

    __slots__ = ("bonus", "dice")

    def __init__(self, rolled: Rolled) -> None:
        self.bonus = 0
        self.dice: list[tuple[Die, int]] = []
        self._gather(rolled, 1)

    def _gather(self, rolled: Rolled, sign: int) -> None:
        node = rolled.node
        if isinstance(node, Dice):
            self.dice += [(die, sign * die.value) for die in _counting(rolled)]
        elif isinstance(node, Negative):
            self._gather(rolled.parts[0], -sign)
        elif isinstance(node, Arithmetic) and node.operators[0] in "+-":
            for operator, part in zip(("+", *node.operators), rolled.parts, strict=True):
                self._gather(part, sign if operator == "+" else -sign)
        else:
            self.bonus += sign * rolled.total

    def total(self, modifiers: Modifiers) -> int:
        """Keep and count the dice, and mark them so; where they are counted, the bonus is added to each."""
        ranked = sorted(self.dice, key=lambda each: each[1])
        first, last = modifiers.kept(len(ranked))
        for die, _ in ranked[:first] + ranked[last:]:
            die.counts = False
        kept = ranked[first:last]
        if modifiers.success is None:
            return sum([value for _, value in kept]) + self.bonus
        total = 0
        for die, value in kept:
            counted = modifiers.counted(value + self.bonus)
            die.mark = {1: MARK, -1: "x"}.get(counted, "")
            total += counted
        return total


def _counting(rolled: Rolled) -> list[Die]:
    """Return the dice of a pool that count."""
    if rolled.dice is None:
        rolled.dice = [Die(face) for face in rolled.own]
    return [die for die in rolled.dice if die.counts]


def matched(node: Sets, rolled: Rolled) -> tuple[int, frozenset[int]]:
    """Return what the matches of a rolled pool or group come to, and the places of the dice or members in them."""
    pool = rolled.node
    if isinstance(pool, Group):
        places = [place for place in range(len(rolled.parts)) if place not in rolled.dropped]
        count, values = matching(node.kind, node.least, [rolled.parts[place].total for place in places])
        remaining = list(values)
        return count, frozenset([each for each in places if _is_shown(node.kind, remaining, rolled.parts[each].total)])
    common = CommonDice(rolled.parts[0] if isinstance(pool, CommonPool) else rolled)
    dice = [(die, value) for die, value in common.dice if die.counts]
    count, values = matching(node.kind, node.least, [value for _, value in dice])
    remaining = list(values)
    for die, value in dice:
        die.mark = MARK if _is_shown(node.kind, remaining, value) else ""
    return count, frozenset()


def _is_shown(kind: str, remaining: list[int], value: int) -> bool:
    """Return whether a value is in the matches; of a run only the first one of each value is."""
    if value not in remaining:
        return False
    if kind == "mr":
        remaining.remove(value)
    return True


def matching(kind: str, least: int, values: Iterable[int]) -> tuple[int, Collection[int]]:
    """Return what the matches among values come to, and the values that are in them.

    ``mt`` counts the values that ``least`` or more show, ``ms`` how many show the same one, ``mr`` how many follow one
    another. Of several largest sets, or longest runs, the one of the highest values is shown.
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
    """Return the longest run of ascending values that follow one another, the highest of them where several are."""
    begin, longest = 0, (0, 0)
    for index, value in enumerate(values):
        if index and values[index - 1] != value - 1:
            begin = index
        if index + 1 - begin >= longest[1] - longest[0]:
            longest = begin, index + 1
    return values[slice(*longest)]
