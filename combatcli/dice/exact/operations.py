"""Odds of operations on values: products, functions, groups that keep some members, comparisons, choices, conditions.

Within floor() and ceil() a value is a ratio: whole numbers over one denominator. ``floor(1d6/2+1d4/3)`` is the sum of
``3*1d6`` and ``2*1d4``, divided by 6.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import gcd, lcm
from operator import add, floordiv, mod, mul, neg, sub

from combatcli.dice.exact import unbounded
from combatcli.dice.exact.budget import BUDGET, unending
from combatcli.dice.exact.distribution import Distribution, carried
from combatcli.dice.exact.pools import value_above_comparisons
from combatcli.dice.exact.recurring import chance_of_lead
from combatcli.dice.exact.sums import pairs
from combatcli.dice.exact.unbounded import NegatedEndless
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
_MADE = {"*": "product", "/": "quotient", "//": "quotient", "%": "remainder", "**": "power"}


def made_of(node: Arithmetic | FunctionCall | Group, scope: Scope) -> Odds:
    """Return the distribution of an arithmetic node, a function call or a group."""
    if isinstance(node, Group):
        return _group(node, scope)
    if isinstance(node, FunctionCall):
        if node.name in ("floor", "ceil"):
            return _rounded(node, scope)
        return _function(node.name, scope.values(node.arguments))
    value = scope.value(node.operands[0])
    for operator, operand in zip(node.operators, node.operands[1:], strict=True):
        value = _operation(operator, value, scope.value(operand), operand.column)
    return value


def _operation(operator: str, left: Odds, right: Odds, column: int = 0) -> Odds:
    """Return the odds of an operation on whole numbers; quotients are rounded down."""
    if not right.tail and 0 in right and operator not in ("*", "**"):
        operate(operator, (1, 1), (0, 1), exact=False, column=column)  # raises the error of a division by zero
    if not left.tail and not right.tail:
        return Distribution(pairs(left, right, _join(operator, column)), left.denominator * right.denominator)
    if operator == "*" and right.tail:
        left, right = right, left
    if right.tail or operator in ("%", "**") or right.lowest < (operator != "*"):
        raise unending(f"this {_MADE[operator]}")
    by = unbounded.scaled if operator == "*" else unbounded.divided
    return unbounded.choice_among([(ways, factor) for factor, ways in right.items()], lambda each: by(left, each))


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


def _function(name: str, parts: Sequence[Odds]) -> Odds:
    """Return the odds of abs(), max() and min()."""
    if name != "abs":
        return unbounded.keep_distribution(parts, (len(parts) - 1, len(parts)) if name == "max" else (0, 1))
    (part,) = parts
    if part.lowest >= 0:
        return part
    return part.finite("abs() of what may be negative").map(abs)


def _group(node: Group, scope: Scope) -> Odds:
    parts = scope.values(node.members)
    modifiers = node.modifiers
    places = modifiers.kept_range(len(parts))
    if modifiers.success is not None:
        parts = [part.clipped(value_above_comparisons(modifiers)) for part in parts]
    if places == (0, len(parts)):
        return unbounded.added([part if modifiers.success is None else part.map(modifiers.counted) for part in parts])
    return unbounded.keep_distribution(parts, places, modifiers.counted)


def _rounded(node: FunctionCall, scope: Scope) -> Odds:
    """Return the odds of floor() and ceil()."""
    value, whole = _ratios(node.arguments[0], scope)
    if whole == 1:
        return value
    more = whole - 1 if node.name == "ceil" else 0
    return unbounded.divided(unbounded.added([value, Distribution({more: 1})]), whole)


def _ratios(node: Node, scope: Scope) -> Ratios:
    """Return the odds of a node's exact ratios."""
    if not _divides(node):
        return scope.value(node), 1
    if isinstance(node, FunctionCall):
        if node.name in ("floor", "ceil"):
            return _rounded(node, scope), 1
        ratios = [_ratios(argument, scope) for argument in node.arguments]
        whole = lcm(*[each for _, each in ratios])
        return _function(node.name, [unbounded.scaled(value, whole // each) for value, each in ratios]), whole
    value, whole = _ratios(node.children[0], scope)
    if isinstance(node, Negative):
        return _negative(value), whole
    assert isinstance(node, Arithmetic)
    for operator, operand in zip(node.operators, node.operands[1:], strict=True):
        value, whole = _ratio(operator, (value, whole), _ratios(operand, scope), operand.column)
    return value, whole


def _negative(value: Odds) -> Odds:
    return value.finite("a difference").map(int.__neg__)


def _ratio(operator: str, left: Ratios, right: Ratios, column: int) -> Ratios:
    """Return the odds of an operation on ratios."""
    (one, whole), (other, by) = left, right
    if operator in "+-":
        common = lcm(whole, by)
        other = unbounded.scaled(other, common // by)
        one, other = unbounded.scaled(one, common // whole), other if operator == "+" else _negative(other)
        return unbounded.added([one, other]), common
    if operator == "*":
        return _operation("*", one, other), whole * by
    if operator == "**":
        return _ratio_power(left, right, column)
    if operator == "/" and not other.tail:
        if 0 in other:
            operate("/", (1, 1), (0, 1), exact=True, column=column)  # raises the error of a division by zero
        common = lcm(*other)
        return _operation("*", one, other.map(lambda divisor: by * (common // divisor))), whole * common
    value = _operation(operator, unbounded.scaled(one, by), unbounded.scaled(other, whole), column)
    return value, whole * by if operator == "%" else 1


def _ratio_power(left: Ratios, right: Ratios, column: int) -> Ratios:
    """Return the odds of a power of ratios, over the denominator of the highest power."""
    (one, whole), (other, by) = left, right
    one, other = one.finite("this power"), other.finite("this power")
    most = whole ** (max(other) // by)

    def power(base: int, exponent: int) -> int:
        above, below = operate("**", (base, whole), (exponent, by), exact=True, column=column)
        return above * int(most // below)

    return Distribution(pairs(one, other, power)), most


def _divides(node: Node) -> bool:
    """Return whether a node's arithmetic, outside of its dice, has a division."""
    if isinstance(node, Arithmetic):
        return "/" in node.operators or any(_divides(operand) for operand in node.operands)
    if isinstance(node, Negative):
        return _divides(node.operand)
    return isinstance(node, FunctionCall) and any(_divides(argument) for argument in node.arguments)


def compared(left: Odds, operator: str, right: Odds) -> Odds:
    """Return the distribution of a comparison of independent outcomes: 1 if it holds, else 0.

    One side may be endless, or both if their dice explode on one face each. A side without a lowest total is moved to
    the other side, where it is added.
    """
    nothing = Distribution({0: 1})
    if isinstance(left, NegatedEndless) and isinstance(right, NegatedEndless):
        return compared(right.negated, operator, left.negated)
    if isinstance(left, NegatedEndless):
        return compared(nothing, operator, unbounded.added([left.negated, right]))
    if isinstance(right, NegatedEndless):
        return compared(unbounded.added([left, right.negated]), operator, nothing)
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
        condition = condition.clipped(1) if condition.lowest <= 0 else Distribution({1: 1})
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

    def left(outcomes: Distribution[int]) -> Distribution[int]:
        return Distribution({outcome // 2: ways for outcome, ways in outcomes.items() if outcome != 1})

    if not doubled.tail:
        return left(doubled)
    doubled = doubled.exact_below(2)
    return carried(left(Distribution(doubled.ways_with_tail)), doubled.top // 2)
