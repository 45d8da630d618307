"""Odds of operations on values: products, functions, groups that keep some members, comparisons, choices, conditions.

Within floor() and ceil() a value is a ratio: whole numbers over one denominator. ``floor(1d6/2+1d4/3)`` is the sum of
``3*1d6`` and ``2*1d4``, divided by 6.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import gcd, lcm
from operator import add, floordiv, mod, mul, neg, sub

from combatcli.dice.exact import unbounded
from combatcli.dice.exact.budget import BUDGET, unending
from combatcli.dice.exact.distribution import Distribution
from combatcli.dice.exact.pools import value_above_comparisons
from combatcli.dice.exact.recurring import chance_of_lead
from combatcli.dice.exact.sums import pairs
from combatcli.dice.rare_nodes import Assignments, Comparison, Conditional
from combatcli.dice.ratios import operate
from combatcli.dice.tree import COMPARE, Arithmetic, FunctionCall, Group, Negative, Number
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from combatcli.dice.exact.expression import Scope
    from combatcli.dice.rare_nodes import CountedAgainst, GivenCondition
    from combatcli.dice.tree import Node

    Odds = Distribution[int]
    Ratios = tuple[Odds, int]
    """Whole numbers, and the denominator of all of them."""

_OPERATIONS: dict[str, Callable[[int, int], int]] = {"+": add, "-": sub, "*": mul}
_QUOTIENTS: dict[str, Callable[[int, int], int]] = {"/": floordiv, "//": floordiv, "%": mod}
_FUNCTIONS: dict[str, Callable[..., int]] = {"abs": abs, "max": max, "min": min}
_MADE = {"*": "product", "/": "quotient", "//": "quotient", "%": "remainder"}


def made_of(node: Node, scope: Scope, *, exact: bool = False) -> Ratios:
    """Return the odds of an arithmetic node or a function call; quotients are rounded down unless ``exact``."""
    exact = exact or (isinstance(node, FunctionCall) and node.name in ("floor", "ceil"))

    def part_of(child: Node) -> Ratios:
        if exact and isinstance(child, (Arithmetic, Negative, FunctionCall)):
            return made_of(child, scope, exact=True)
        return scope.value(child), 1

    if isinstance(node, FunctionCall):
        return _function(node.name, [part_of(child) for child in node.children])
    value, whole = part_of(node.children[0])
    if isinstance(node, Negative):
        return value.finite("a difference").map(neg), whole
    assert isinstance(node, Arithmetic)
    for operator, operand in zip(node.operators, node.operands[1:], strict=True):
        value, whole = _operation(operator, (value, whole), part_of(operand), exact=exact, column=operand.column)
    return value, whole


def _function(name: str, parts: Sequence[Ratios]) -> Ratios:
    """Return the odds of a function of independent ratios."""
    whole = lcm(*[each for _, each in parts])
    values = [unbounded.scaled(value, whole // each) for value, each in parts]
    if name in ("max", "min"):
        return unbounded.keep_distribution(values, (len(parts) - 1, len(parts)) if name == "max" else (0, 1)), whole
    (value,) = values
    if name == "abs":
        return value if value.lowest >= 0 else value.finite("abs() of what may be negative").map(abs), whole
    if name == "ceil" and whole > 1:
        value = unbounded.added([(value, 1), (Distribution({whole - 1: 1}), 1)])
    return unbounded.scaled(value, Fraction(1, whole)), 1


def _operation(operator: str, left: Ratios, right: Ratios, *, exact: bool, column: int) -> Ratios:
    """Return the odds of an operation on independent ratios."""
    (one, whole), (other, by) = left, right
    if operator in "+-":
        common = lcm(whole, by)
        other = unbounded.scaled(other, common // by)
        other = other if operator == "+" else other.finite("a difference").map(neg)
        return unbounded.added([(unbounded.scaled(one, common // whole), 1), (other, 1)]), common
    if operator == "**":
        return _power(left, right, column)
    if not other.tail and 0 in other and operator != "*":
        operate(operator, (1, 1), (0, 1), exact=exact, column=column)  # raises the error of a division by zero
    if operator == "/" and exact and not other.tail:
        common = by * lcm(*other)
        operator, by, other = "*", common // by, other.map(lambda divisor: common // divisor)
    elif operator != "*":
        one, other = unbounded.scaled(one, by), unbounded.scaled(other, whole)
    if operator == "*" and other.tail:
        one, other = other, one
    over = whole * by if operator in ("*", "%") else 1
    if not one.tail and not other.tail:
        return Distribution(pairs(one, other, _join(operator, column)), one.denominator * other.denominator), over
    if other.tail or operator == "%" or other.lowest < (operator != "*"):
        raise unending(f"this {_MADE[operator]}")
    factors = [(ways, each if operator == "*" else Fraction(1, each)) for each, ways in other.items()]
    return unbounded.choice_among(factors, lambda factor: unbounded.scaled(one, factor)), over


def _power(left: Ratios, right: Ratios, column: int) -> Ratios:
    """Return the odds of a power of ratios, over the denominator of the highest power."""
    (one, whole), (other, by) = left, right
    one, other = one.finite("this power"), other.finite("this power")
    most = whole ** max(0, max(other) // by)

    def power(base: int, exponent: int) -> int:
        above, below = operate("**", (base, whole), (exponent, by), exact=True, column=column)
        BUDGET.charge_product(above.bit_length(), above.bit_length())
        return above * int(most // below)

    return Distribution(pairs(one, other, power), one.denominator * other.denominator), most


def group_odds(node: Group, scope: Scope) -> Odds:
    """Return the odds of a group: the sum of its members, or what is kept or counted of them."""
    parts = [scope.value(member) for member in node.members]
    modifiers = node.modifiers
    places = modifiers.kept_range(len(parts))
    if modifiers.success is not None:
        parts = [part.clipped(value_above_comparisons(modifiers)) for part in parts]
    return unbounded.keep_distribution(parts, places, int if modifiers.success is None else modifiers.counted)


def join_of(node: Node) -> Callable[..., int] | None:
    """Return a node's value as a function of those of its parts; None if more is needed."""
    if isinstance(node, Arithmetic):
        joins = [_join(each, operand.column) for each, operand in zip(node.operators, node.operands[1:], strict=True)]
        return joins[0] if len(joins) == 1 else partial(_joined, joins)
    if isinstance(node, Comparison):
        compare = COMPARE[node.operator]
        return lambda left, right: int(compare(left, right))
    if isinstance(node, Negative):
        return neg
    return _FUNCTIONS.get(node.name) if isinstance(node, FunctionCall) else None


def _joined(joins: Sequence[Callable[[int, int], int]], value: int, *others: int) -> int:
    for join, other in zip(joins, others, strict=True):
        value = join(value, other)
    return value


def _join(operator: str, column: int) -> Callable[[int, int], int]:
    """Return an operation on whole numbers; quotients are rounded down."""
    if operator in _OPERATIONS:
        return _OPERATIONS[operator]

    quotient = _QUOTIENTS.get(operator)

    def join(left: int, right: int) -> int:
        if quotient and right:
            return quotient(left, right)
        result: int = operate(operator, (left, 1), (right, 1), exact=False, column=column)[0]
        bits = result.bit_length()
        BUDGET.charge_product(bits, bits)
        return result

    return join


def compared(left: Odds, operator: str, right: Odds) -> Odds:
    """Return the distribution of a comparison of independent outcomes: 1 if it holds, else 0.

    One side may be endless, or both if their dice explode on one face each. A side without a lowest total is moved to
    the other side, where it is added.
    """
    if left.descends or right.descends:
        own = unbounded.added([(left, not left.descends), (right.with_lowest_outcome(), right.descends)])
        others = unbounded.added([(right, not right.descends), (left.with_lowest_outcome(), left.descends)])
        return compared(own, operator, others)
    if operator[0] == "<":
        return compared(right, f">{operator[1:]}", left)
    if left.tail and not right.tail:
        left = left.clipped(max(right) + 1)
    elif right.tail and not left.tail:
        right = right.clipped(max(left) + 1)
    ways, total = chance_of_lead(left, right, 1 if operator == ">" else 0)
    if operator == "=":
        above, whole = chance_of_lead(left, right, 1)
        ways, total = ways * whole - above * total, total * whole
    common = gcd(ways, total)
    return Distribution({0: (total - ways) // common, 1: ways // common}, total // common)


def counted_against(node: CountedAgainst, scope: Scope) -> Distribution[int]:
    """Return the odds of the number of a pool's dice that meet a comparison with a rolled value."""
    value = scope.value(node.value).finite("what dice are compared with")
    return unbounded.choice_among(
        [(ways, outcome) for outcome, ways in value.items()], lambda each: scope.value(node.counting(each))
    )


def chosen_branch(node: Conditional, scope: Scope) -> Distribution[int]:
    """Return the odds of ``if(condition, then, otherwise)``; a branch that is never chosen is not evaluated."""
    condition = scope.value(node.condition)
    if condition.tail:
        condition = condition.clipped(1)
    fails = condition.get(0, 0)
    ways = ((condition.denominator - fails, node.then), (fails, node.otherwise))
    return unbounded.choice([(count, scope.value(branch)) for count, branch in ways if count])


def odds_given(node: GivenCondition, scope: Scope) -> Distribution[int]:
    """Return the odds of a tree given that a condition is not 0; raise DiceError if it never holds.

    Rolls in which it holds are mapped to even numbers, all others to 1, which is then removed.
    """
    tree, holds = node.tree, node.condition
    body = Conditional(holds.body, Arithmetic((Number(2), tree.body), ("*",)), Number(1))
    doubled = scope.value(Assignments(holds.names, holds.values, body, tree.column))
    if doubled.fraction(1) == 1:
        raise DiceError(f"{node.said} never holds in it, so nothing is left")

    doubled = doubled.exact_below(2)
    given = {outcome // 2: ways for outcome, ways in doubled.items() if outcome != 1}
    return Distribution(given, doubled.denominator - doubled.get(1, 0), doubled.top // 2 if doubled.tail else None)
