"""An expression as a Python function that rolls it very often.

The function is written as text, one statement after the other. It draws its faces from a `Tape` in the order in which
single rolls would, and what it does not know it leaves to a single roll, from the same faces. Where nobody can tell
which faces were drawn, each die comes from a supply of results instead.
"""

from __future__ import annotations

from combatcli.dice.compound import Assignments, Choice, CommonPool, Comparison, Name, Sets
from combatcli.dice.rolling.bounds import never_fails
from combatcli.dice.rolling.die_laws import UnlistedError
from combatcli.dice.rolling.gathered import size_of_sets
from combatcli.dice.rolling.roll import call, operate
from combatcli.dice.rolling.supplied_pools import MOST_SIDES, SuppliedPools
from combatcli.dice.rolling.tape import ByteTape, ValueTape
from combatcli.dice.rolling.taped_pools import TapedPools
from combatcli.dice.rolling.writing import Standing, Writer, worth_of
from combatcli.dice.tree import Arithmetic, Dice, FunctionCall, Group, Negative, Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from combatcli.dice.rolling.sources import Stream
    from combatcli.dice.rolling.tape import Tape
    from combatcli.dice.tree import Node

    SuppliedRolls = Callable[[Iterable[int]], Iterator[list[int]]]
    TapedRolls = Callable[[Tape, int], list[int]]

_FEW_PRODUCTS = 200
_TERMS = 50
"""So many terms of a sum stand in one statement, for Python reads no statement that is too long."""
_ALIKE = 20
"""So many members of a group that are alike are rolled in a loop."""
_DEEPEST = 60


def supplied(tree: Node, source: Stream) -> SuppliedRolls | None:
    """Return the function that rolls a tree from supplies of results; None where single rolls are to be followed.

    It takes how often to roll at once, again and again, and yields the totals.
    """
    if source.replayable or may_grow(tree) or not never_fails(tree, MOST_SIDES):
        return None
    writer = _SuppliedWriter(source)
    try:
        writer.write_tree(tree)
    except UnlistedError:
        return None
    return None if writer.deepest > _DEEPEST else writer.function()  # type: ignore[return-value]


def taped(tree: Node, source: Stream) -> tuple[TapedRolls, Tape] | None:
    """Return the function that rolls a tree, and the tape to do it from; None if it is nested too deep for Python.

    The function takes how often, and returns the totals: fewer, if the tape ends before.
    """
    writer = _TapedWriter(tree)
    writer.write_tree(tree)
    if writer.deepest > _DEEPEST:
        return None
    sole = writer.sole
    tape = ByteTape(tree, source) if sole is None else ValueTape(tree, source, sole, writer.resting)
    return writer.function(), tape  # type: ignore[return-value]


class _ExpressionWriter(Writer):
    """Writes the statements that roll a tree once; how its pools are rolled is left open."""

    def write_tree(self, tree: Node) -> None:
        """Write all statements, the last of which adds to the totals."""
        self._unbounded = may_grow(tree)
        self._named: dict[str, str] = {}
        self.write(f"totals.append({self.value(tree)})")

    def value(self, node: Node) -> str:
        """Write what a node needs, and return the expression of its value: a name or a number."""
        if isinstance(node, Number):
            return str(node.value)
        if isinstance(node, Name):
            return self._named[node.name]
        if isinstance(node, Choice):
            return self._choice(node)
        return self.assigned(self._text(node))

    def _text(self, node: Node) -> str:  # noqa: PLR0911  (one for each kind of node)
        """Write what a node needs, and return an expression of its value that is used once."""
        if isinstance(node, Dice):
            return self._pool(node)
        if isinstance(node, Group):
            return self._group(node)
        if isinstance(node, Negative):
            return f"-{self.value(node.operand)}"
        if isinstance(node, Arithmetic):
            return self._arithmetic(node)
        if not isinstance(node, FunctionCall):
            return self._beyond(node)
        if node.name in ("floor", "ceil"):
            return f"{self._exact(node)}[0]"
        values = [self.value(argument) for argument in node.arguments]
        return f"{node.name}({', '.join(values)})" if node.name == "abs" or len(values) > 1 else values[0]

    def _arithmetic(self, node: Arithmetic) -> str:
        """Write a sum or product as it stands: Python's ranks are those of the notation."""
        text = self.value(node.operands[0])
        for place, (operator, operand) in enumerate(zip(node.operators, node.operands[1:], strict=True), 1):
            value = self.value(operand)
            if operator == "**" or (operator == "*" and self._unbounded):
                text = f"{self.name(_watched)}({operator!r}, {self.assigned(text)}, {value})"
            else:
                text = f"{text} {'//' if operator == '/' else operator} {value}"
            if place % _TERMS == 0:
                text = self.assigned(text)
        return text

    def _beyond(self, node: Node) -> str:
        """Write what is rarer than arithmetic."""
        if isinstance(node, Comparison):
            left, right = self.value(node.left), self.value(node.right)
            return f"1 if {left} {'==' if node.operator == '=' else node.operator} {right} else 0"
        if isinstance(node, Assignments):
            for name, value in zip(node.names, node.values, strict=True):
                self._named[name] = self.value(value)
            return self.value(node.body)
        if isinstance(node, CommonPool):
            return self._common(node)
        assert isinstance(node, Sets)  # noqa: S101 - for mypy: there is no other kind of node
        return f"{self.name(size_of_sets(node.kind, node.least))}({self._matched(node.pool)})"

    def _choice(self, node: Choice) -> str:
        chosen = self.name()
        self.write(f"if {self.value(node.condition)}:")
        for branch in (node.then, node.otherwise):
            with self.indented():
                self.write(f"{chosen} = {self.value(branch)}")
            if branch is node.then:
                self.write("else:")
        return chosen

    def _members(self, node: Group) -> list[str]:
        """Write the rolling of a group's members, and return their values, or the one name of a list of them."""
        members = node.members
        if len(members) < _ALIKE or any(member is not members[0] for member in members):
            return [self.value(member) for member in members]
        values = self.assigned("[]")
        self.write(f"for _ in range({len(members)}):")
        with self.indented():
            self.write(f"{values}.append({self.value(members[0])})")
        return [f"*{values}"]

    def _group(self, node: Group) -> str:
        values, modifiers = self._members(node), node.modifiers
        size = len(node.members)
        first, last = modifiers.kept(size)
        if modifiers.success is None:
            if last - first == size:
                return " + ".join(values) if len(values) == size <= _TERMS else f"sum([{', '.join(values)}])"
            if last - first == 1 and last in (1, size):
                return f"{'min' if last == 1 else 'max'}([{', '.join(values)}])"
        worth = "" if modifiers.success is None else worth_of(modifiers)
        text = f"sorted([{', '.join(values)}])[{first}:{last}]"
        return Standing(text, str(last - first), worth=worth).total

    def _common(self, node: CommonPool) -> str:
        bonus: list[str] = []
        dice = self.assigned(f"[{', '.join([f'*{text}' for text in self._gathered(node.member, '', bonus)])}]")
        kept = self.kept(Standing(dice, f"len({dice})"), node.modifiers, None)
        added = self.assigned(" + ".join(bonus)) if bonus else "0"
        if node.modifiers.success is None:
            return f"{kept.total} + {added}"
        return f"sum([{worth_of(node.modifiers, '' if added == '0' else added)} for each in {kept.text}])"

    def _gathered(self, node: Node, sign: str, bonus: list[str]) -> list[str]:
        """Write the pools of a sum; return their dice, and add what else is added to ``bonus``."""
        if isinstance(node, Dice):
            known = _standing_count(node)
            values = self.kept(self.rolled(node), node.modifiers, known).values
            return [self.assigned(f"[-each for each in {values}]" if sign else values)]
        other = "" if sign else "-"
        if isinstance(node, Negative):
            return self._gathered(node.operand, other, bonus)
        if isinstance(node, Arithmetic) and node.operators[0] in "+-":
            gathered = []
            for operator, operand in zip(("+", *node.operators), node.operands, strict=True):
                gathered += self._gathered(operand, sign if operator == "+" else other, bonus)
            return gathered
        bonus.append(f"{sign}{self.value(node)}")
        return []

    def _matched(self, pool: Node) -> str:
        """Write the rolling of a pool or group whose matches count, and return what is kept of it."""
        if isinstance(pool, CommonPool):
            dice = [f"*{text}" for text in self._gathered(pool.member, "", [])]
            every = self.assigned(f"[{', '.join(dice)}]")
            return self.kept(Standing(every, f"len({every})"), pool.modifiers, None).text
        if isinstance(pool, Group):
            values = self._members(pool)
            first, last = pool.modifiers.kept(len(pool.members))
            return f"sorted([{', '.join(values)}])[{first}:{last}]"
        return self._gathered(pool, "", [])[0]

    def _exact(self, node: Node) -> str:
        """Write what a node within floor() needs, and return the expression of its ratio."""
        if isinstance(node, Negative):
            ratio = self.assigned(self._exact(node.operand))
            return f"(-{ratio}[0], {ratio}[1])"
        if isinstance(node, FunctionCall):
            name = self.name(call)
            return self.assigned(
                f"{name}({node.name!r}, [{', '.join([self._exact(each) for each in node.arguments])}])"
            )
        if not isinstance(node, Arithmetic):
            return f"({self.value(node)}, 1)"
        work = self.name(_exactly)
        ratio = self._exact(node.operands[0])
        for operator, operand in zip(node.operators, node.operands[1:], strict=True):
            ratio = self.assigned(f"{work}({operator!r}, {ratio}, {self._exact(operand)})")
        return ratio

    def _pool(self, node: Dice) -> str:
        """Return the expression of a pool's total."""
        modifiers, count = node.modifiers, _standing_count(node)
        dice = self.rolled(node, summed=True)
        if count is not None and not dice.worth and modifiers.additive():
            if count == 1 and not modifiers.keeps:
                return f"{dice.text}[0] + {dice.shift}" if dice.shift else f"{dice.text}[0]"
            if count > 1 and modifiers.kept(count) in ((1, count), (0, count - 1)):
                least = "min" if modifiers.kept(count)[0] else "max"
                return f"{dice.total} - {least}({dice.text}) - {dice.shift}"
        return self.kept(dice, modifiers, count).total


class _TapedWriter(_ExpressionWriter, TapedPools):
    """Writes a function that rolls from a tape."""


class _SuppliedWriter(_ExpressionWriter, SuppliedPools):
    """Writes a function that rolls from supplies."""


def _standing_count(node: Dice) -> int | None:
    """Return how many dice of a pool stand once it has come to rest, if that is known."""
    explode = node.modifiers.explode
    return node.count.value if isinstance(node.count, Number) and explode is None else None


def _watched(operator: str, left: int, right: int) -> int:
    """Work out what may become too large."""
    return operate(operator, (left, 1), (right, 1), exact=False)[0]


def _exactly(operator: str, left: tuple[int, int], right: tuple[int, int]) -> tuple[int, int]:
    return operate(operator, left, right, exact=True)


def may_grow(tree: Node) -> bool:
    """Return whether so much is multiplied that the largest number there may be has to be watched."""
    nodes = [tree]
    products = 0
    for node in nodes:
        nodes += node.children
        if isinstance(node, Arithmetic):
            if "**" in node.operators:
                return True
            products += node.operators.count("*")
    return products > _FEW_PRODUCTS
