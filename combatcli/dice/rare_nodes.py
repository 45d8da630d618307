"""The rarer nodes of the syntax tree: comparisons, choices, matches, names; imported only if needed."""

from __future__ import annotations

from copy import copy

from combatcli.dice.tree import Arithmetic, Compare, Dice, FunctionCall, Group, Node, Number, Pool, signed_terms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.dice.tree import Modifiers


class RoundCall(FunctionCall):
    """``round(argument)``, which is ``floor(argument + 1/2)``: halves go up."""

    def __init__(self, argument: Node, column: int = 0) -> None:
        half = Arithmetic((Number(1), Number(2)), ("/",))
        super().__init__("floor", (Arithmetic((argument, half), ("+",)),), column)


class Conditional(Node):
    """``if(condition, then, otherwise)``; only the chosen branch is rolled."""

    def __init__(self, condition: Node, then: Node, otherwise: Node, column: int = 0) -> None:
        super().__init__(column, (condition, then, otherwise))
        self.dice = condition.dice + max(then.dice, otherwise.dice)
        self.condition = condition
        self.then = then
        self.otherwise = otherwise


class Comparison(Node):
    """Two values compared: 1 if ``left operator right`` holds, else 0."""

    def __init__(self, left: Node, operator: str, right: Node, column: int = 0) -> None:
        super().__init__(column, (left, right))
        self.left = left
        self.operator = operator
        self.right = right


class CountedAgainst(Node):
    """The number of dice of a ``pool``, or members of a group, that meet a comparison with a rolled ``value``."""

    def __init__(self, pool: Pool, operator: str, value: Node, column: int = 0) -> None:
        super().__init__(column, (pool, value))
        self.pool = pool
        self.operator = operator
        self.value = value

    def counting(self, value: int) -> Pool:
        """Return the pool that counts the dice that meet the comparison with a number."""
        counting = copy(self.pool)
        counting.modifiers = copy(self.pool.modifiers)
        counting.modifiers.success = Compare(self.operator, value)
        return counting


class PooledSum(Pool):
    """``{4d6+3d8+2}kh4``: a sum whose dice are kept or counted together.

    Constants are added to each die if the dice are counted, else once to the sum of those kept.
    """

    def __init__(self, member: Node, modifiers: Modifiers, column: int = 0) -> None:
        super().__init__((member,), modifiers, column)
        self.member = member


class MatchNode(Node):
    """Matches among the kept dice of a ``pool``, or the kept members of a group.

    ``kind`` is ``mt``, the number of values shown by ``least`` or more dice; ``ms``, the size of the largest set of
    equal dice; or ``mr``, the length of the longest run of consecutive values.
    """

    def __init__(self, kind: str, least: int, pool: Node, column: int = 0) -> None:
        super().__init__(column, (pool,))
        self.kind = kind
        self.least = least
        self.pool = pool


class Variable(Node):
    """A named value, or a named ``pool`` whose dice may be kept, counted and matched."""

    def __init__(self, name: str, column: int = 0, *, pool: bool = False) -> None:
        super().__init__(column)
        self.name = name
        self.pool = pool


class Assignments(Node):
    """``a = 1d20; …; body``: each value is rolled once, in order, for use by its name in all that follows."""

    def __init__(self, names: tuple[str, ...], values: tuple[Node, ...], body: Node, column: int = 0) -> None:
        super().__init__(column, (*values, body))
        self.names = names
        self.values = values
        self.body = body


class GivenCondition(Node):
    """The rolls of a ``tree``, limited to those in which ``condition`` is not 0.

    ``said`` is the text of the condition.
    """

    def __init__(self, tree: Assignments, condition: Assignments, said: str) -> None:
        super().__init__(tree.column, (tree,))
        self.tree = tree
        self.condition = condition
        self.said = said


def _is_pool(term: Node) -> bool:
    """Return whether a term is a pool of dice that are not counted."""
    return term.pool if isinstance(term, Variable) else isinstance(term, Dice) and term.modifiers.success is None


def nameable_pool(value: Node) -> PooledSum | None:
    """Return the pool that a named group of one member stands for: ``{6d6}``, ``{4d6+2}kh3``; None for a value."""
    if isinstance(value, PooledSum):
        return value if value.modifiers.success is None else None
    if not isinstance(value, Group) or len(value.members) > 1 or not value.modifiers.plain():
        return None
    (member,) = value.members
    pools, others = pools_and_others(member)
    if not pools or others:
        return None
    return PooledSum(member, value.modifiers, value.column)


def pools_and_others(member: Node) -> tuple[list[Node], list[Node]]:
    """Return the pools of a sum that are not counted, and its other terms that roll dice."""
    terms = [term for _, term in signed_terms(member)]
    others = [term for term in terms if not _is_pool(term)]
    rolled = [term for term in others if any(isinstance(each, Dice) for each in term.self_and_descendants())]
    return [*filter(_is_pool, terms)], rolled
