"""Rolling: syntax tree and source to rolled tree.

Dice are rolled as at a table: first the dice of a pool's count and sides, then the whole pool; then all rerolls, in
order, until none is left; then one more die for each explosion, and so on with these. ``faces`` has that order, and
dice entered by hand are asked for in it. An ``if`` rolls its condition, and then only the chosen branch.
"""

from __future__ import annotations

from combatcli.dice.limits import MOST_DICE, MOST_VALUE, check_added
from combatcli.dice.rare_nodes import Assignments, Comparison, Conditional, GivenCondition, Variable
from combatcli.dice.ratios import call_function, operate, too_large_number
from combatcli.dice.rolling.rolled import Die, Rolled
from combatcli.dice.tree import COMPARE, Arithmetic, Dice, FunctionCall, Negative, Number, highest_of
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.dice.rolling.sources import Source
    from combatcli.dice.tree import Faces, Modifiers, Node


MOST_TRIES = 10_000
"""The most rolls of an expression until the condition of --given holds."""


def roll(tree: Node, source: Source) -> Rolled:
    """Roll a tree; raise DiceError if it divides by zero, rolls too many dice or does not come to rest."""
    source.check_enumerable(tree)
    try:
        rolled = _Roll(source).node(tree)
        if not -MOST_VALUE < rolled.total < MOST_VALUE:
            raise too_large_number(0)
    except DiceError as error:
        error.text = error.text or tree.text
        raise
    return rolled


def roll_total(tree: Node, source: Source, ceiling: int | None = None) -> Rolled:
    """Roll a tree of which only the total matters; no dice are rolled if the source knows the total.

    Where the tree explodes without end, only ``min(total, ceiling)`` may be used, and exact odds need a ceiling;
    elsewhere the ceiling has no effect.
    """
    total = source.known_total(tree, ceiling)
    return roll(tree, source) if total is None else Rolled(tree, (total, 1))


class _Roll:
    """One roll of a tree: its source, and its dice counted against the limits."""

    _count = _extras = 0

    def __init__(self, source: Source) -> None:
        self._source = source
        self._named: dict[str, Rolled] = {}

    def node(self, node: Node, *, exact: bool = False) -> Rolled:  # noqa: PLR0911  (one for each kind of node)
        """Roll a node; ``exact`` keeps fractions, within floor() and ceil()."""
        if isinstance(node, Dice):
            return self._pool(node)
        if isinstance(node, Number):
            return Rolled(node, (node.value, 1))
        if isinstance(node, Variable):
            rolled = Rolled(node, (self._named[node.name].total, 1))
            rolled.named = self._named[node.name] if node.pool else None
            return rolled
        if isinstance(node, Conditional):
            condition = self.node(node.condition)
            chosen = self.node(node.then if condition.total else node.otherwise)
            return Rolled(node, chosen.ratio, (condition, chosen))
        if isinstance(node, Assignments):
            return self._assignments(node)
        if isinstance(node, GivenCondition):
            return self._given(node)
        begins = isinstance(node, FunctionCall) and node.name in ("floor", "ceil")
        exact = isinstance(node, (Arithmetic, Negative, FunctionCall)) and (exact or begins)
        rolled = Rolled(node, (0, 1), tuple([self.node(child, exact=exact) for child in node.children]))
        rolled.ratio = _value(rolled, exact=exact)
        return rolled

    def _assignments(self, node: Assignments, first: int = 0) -> Rolled:
        """Roll the named values from the ``first`` unrolled one on, and then the body."""
        parts = []
        for name, value in zip(node.names[first:], node.values[first:], strict=True):
            parts.append(self.node(value))
            self._named[name] = parts[-1]
        parts.append(self.node(node.body))
        return Rolled(node, parts[-1].ratio, tuple(parts))

    def _given(self, node: GivenCondition) -> Rolled:
        """Roll until the condition holds."""
        for _ in range(MOST_TRIES):
            self._count = 0
            rolled = self._assignments(node.tree)
            if self._assignments(node.condition, len(node.tree.names)).total:
                return rolled
        raise DiceError(f"{node.said} held in none of {MOST_TRIES:,} rolls", "odds --given tells whether it ever does.")

    def _pool(self, node: Dice) -> Rolled:
        parts = []
        count, faces, modifiers = node.count, node.faces, node.modifiers
        if not isinstance(count, Number):
            parts.append(self.node(count))
        number = count.value if isinstance(count, Number) else parts[0].total
        self._count += number
        if number < 0 or self._count > MOST_DICE:
            node.check_count(number)
            raise DiceError(f"an expression rolls at most {MOST_DICE:,} dice", column=node.column)
        if faces is None:
            parts.append(self.node(node.sides))
            faces = node.computed_faces(parts[-1].total)
        rolled = Rolled(node, (0, 1), tuple(parts))
        try:
            rolled.pool_faces = first = self._source.first_dice(node, number, faces)
            more = modifiers.may_need_more_dice()
            rolled.ratio = (self._with_more_dice(rolled, modifiers, faces) if more else modifiers.total(first), 1)
        except DiceError as error:
            error.column = error.column or node.column
            raise
        return rolled

    def _with_more_dice(self, rolled: Rolled, modifiers: Modifiers, faces: Faces) -> int:
        """Reroll and explode the first dice, and return the total.

        After the whole pool come the rerolls together until none is left, then one die for each explosion, and so on
        with these. The pool ``2d6r1!``, for example, in the order in which faces are asked for:

            faces   1  6  |  6  |  3  1  |  4
            indexes   0  1  |  0  |  0  1  |  1
                    1r 6! |  6! |  3  1r |  4       (total 6 + 6 + 3 + 4)
        """
        first, highest = rolled.pool_faces, highest_of(faces)
        if not any(modifiers.fate(face, highest, spent=False, added=False) for face in {*first}):
            return modifiers.total(first)
        rolled.dice = dice = [Die(face, index) for index, face in enumerate(first)]
        wave = dice.copy()
        while wave:
            fates = [modifiers.fate(die.face, highest, spent=die.spent, added=die.root is not None) for die in wave]
            rerolled = [slot for slot, fate in enumerate(fates) if fate and fate != "!"]
            slots = rerolled or [slot for slot, fate in enumerate(fates) if fate]
            self._extras += len(slots)
            check_added(0, self._extras)
            shown = self._source.extra_dice([wave[slot].index for slot in slots], faces) if slots else ()
            more = [wave[slot].next_die(fates[slot], face) for slot, face in zip(slots, shown, strict=True)]
            dice += more
            for slot, die in zip(rerolled, more, strict=False):
                wave[slot] = die
            wave = wave if rerolled else more
        rolled.pool_faces = tuple([die.face for die in dice])
        return rolled.modified_total(modifiers)


def _value(rolled: Rolled, *, exact: bool) -> tuple[int, int]:
    """Return the value of a node whose parts are all rolled."""
    node, parts = rolled.node, rolled.parts
    if isinstance(node, Arithmetic):
        value = parts[0].ratio
        for operator, part in zip(node.operators, parts[1:], strict=True):
            value = operate(operator, value, part.ratio, exact=exact, column=part.node.column)
        return value
    if isinstance(node, Negative):
        return -parts[0].ratio[0], parts[0].ratio[1]
    if isinstance(node, FunctionCall):
        return call_function(node.name, [part.ratio for part in parts])
    if isinstance(node, Comparison):
        return int(COMPARE[node.operator](parts[0].total, parts[1].total)), 1
    return rolled.pool_value(), 1
