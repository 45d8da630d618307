"""Odds of operations on values: products, functions, groups that keep some members, comparisons, choices, conditions.

Within floor() and ceil() quotients are fractions: of ``floor(1d6/2+1d4/3)`` these are 1/2 to 3 and 1/3 to 4/3.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import ceil, floor, lcm
from operator import add, floordiv, mod, mul, neg, sub

from combatcli.dice.exact import unbounded
from combatcli.dice.exact.budget import BUDGET, unending
from combatcli.dice.exact.distribution import Distribution, added, mixture
from combatcli.dice.exact.pools import value_above_comparisons
from combatcli.dice.exact.sums import pairs
from combatcli.dice.rare_nodes import Assignments, Comparison, Conditional
from combatcli.dice.ratios import operate
from combatcli.dice.tree import COMPARE, Arithmetic, FunctionCall, Group, Negative, Number
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from combatcli.dice.exact.expression import Scope
    from combatcli.dice.rare_nodes import CountedAgainst, GivenCondition
    from combatcli.dice.tree import Node

    Odds = Distribution[Any]
    """Of whole numbers, or of fractions within floor() and ceil()."""

_OPERATIONS: dict[str, Callable[[int, int], int]] = {"+": add, "-": sub, "*": mul}
_QUOTIENTS: dict[str, Callable[[int, int], int]] = {"/": floordiv, "//": floordiv, "%": mod}
_FUNCTIONS: dict[str, Callable[..., int]] = {"abs": abs, "max": max, "min": min}
_MADE = {"*": "product", "/": "quotient", "//": "quotient", "%": "remainder", "**": "power"}
_ROUND: dict[str, Callable[[Any], int]] = {"floor": floor, "ceil": ceil}
_RATIO = 3000
"""The work of an operation on fractions."""


def made_of(node: Node, scope: Scope, *, exact: bool = False) -> Odds:
    """Return the odds of an arithmetic node or a function call; quotients are rounded down unless ``exact``."""
    exact = exact or (isinstance(node, FunctionCall) and node.name in _ROUND)
    parts = [
        made_of(child, scope, exact=True)
        if exact and isinstance(child, (Arithmetic, Negative, FunctionCall))
        else scope.value(child)
        for child in node.children
    ]
    if isinstance(node, FunctionCall):
        return _function(node.name, parts)
    value, *others = parts
    if isinstance(node, Negative):
        return value.finite("a difference").map(neg)
    assert isinstance(node, Arithmetic)
    for operator, operand, other in zip(node.operators, node.operands[1:], others, strict=True):
        if exact:
            BUDGET.spend(len(value) * len(other) * _RATIO)
        value = _operation(operator, value, other, _join(operator, operand.column, exact=exact))
    return value


def _function(name: str, parts: Sequence[Odds]) -> Odds:
    """Return the odds of a function of independent values."""
    value = parts[0]
    if name in _ROUND:
        return value.map(_ROUND[name])
    if name == "abs":
        return value if min(value, default=0) >= 0 else value.finite("abs() of what may be negative").map(abs)
    place = (len(parts) - 1, len(parts)) if name == "max" else (0, 1)
    whole = lcm(*[outcome.denominator for part in parts for outcome in part])
    if whole == 1:
        return unbounded.keep_distribution([(part, 1) for part in parts], place)
    numerators = [(part.map(lambda outcome: int(outcome * whole)), 1) for part in parts]
    return unbounded.keep_distribution(numerators, place).map(lambda numerator: Fraction(numerator, whole))


def _operation(operator: str, one: Odds, other: Odds, join: Callable[[Any, Any], Any]) -> Odds:
    """Return the odds of an operation on independent values."""
    if operator in "+*" and other.tail:
        one, other = other, one
    made = pairs(one, other, join)
    refused = other.tail and operator != "+"
    if one.tail and operator in _MADE:
        refused = refused or operator in ("%", "**") or min(other) < (operator != "*")
        if operator == "*" and 0 in other:
            made[0] = one.denominator * other[0]
    if refused:
        raise unending(f"this {_MADE[operator]}" if operator in _MADE else "a difference")
    return Distribution(made, one.denominator * other.denominator)


def group_odds(node: Group, scope: Scope) -> Odds:
    """Return the odds of a group: the sum of its members, or what is kept or counted of them."""
    parts = [scope.value(member) for member in node.members]
    modifiers = node.modifiers
    places = modifiers.kept_range(len(parts))
    if modifiers.success is not None:
        parts = [part.clipped(value_above_comparisons(modifiers)) for part in parts]
    if places == (0, len(parts)):
        return added([(part if modifiers.success is None else part.map(modifiers.counted), 1) for part in parts])
    return unbounded.keep_distribution([(part, 1) for part in parts], places, modifiers.counted)


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


def _join(operator: str, column: int, *, exact: bool = False) -> Callable[[int, int], Any]:
    """Return an operation on numbers; quotients are rounded down unless it is ``exact``."""
    if operator in _OPERATIONS:
        return _OPERATIONS[operator]

    def fraction(left: Any, right: Any) -> Fraction:
        pair = left.as_integer_ratio(), right.as_integer_ratio()
        return Fraction(*operate(operator, *pair, exact=True, column=column))

    if exact:
        return fraction
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

    A side without a lowest total is moved to the other side, where it is added.
    """
    if left.descends or right.descends:
        own, others = [[(part.negated(), 1)] if part.descends else [] for part in (right, left)]
        own, others = own + [(left, 1)] * (not left.descends), others + [(right, 1)] * (not right.descends)
        return compared(added(own), operator, added(others))
    if operator[0] == "<":
        return compared(right, f">{operator[1:]}", left)
    chance = unbounded.chance_of_lead(left, right, 1 if operator == ">" else 0)
    if operator == "=":
        chance -= unbounded.chance_of_lead(left, right, 1)
    return Distribution({0: chance.denominator - chance.numerator, 1: chance.numerator}, chance.denominator)


def counted_against(node: CountedAgainst, scope: Scope) -> Distribution[int]:
    """Return the odds of the number of a pool's dice that meet a comparison with a rolled value."""
    value = scope.value(node.value).finite("what dice are compared with")
    return unbounded.choice_among(
        [(ways, outcome) for outcome, ways in value.items()], lambda each: scope.value(node.counting(each))
    )


def chosen_branch(node: Conditional, scope: Scope) -> Distribution[int]:
    """Return the odds of ``if(condition, then, otherwise)``; a branch that is never chosen is not evaluated."""
    condition = scope.value(node.condition)
    fails = condition.get(0, 0)
    ways = ((condition.denominator - fails, node.then), (fails, node.otherwise))
    return mixture([(count, scope.value(branch)) for count, branch in ways if count])


def odds_given(node: GivenCondition, scope: Scope) -> Distribution[int]:
    """Return the odds of a tree given that a condition is not 0; raise DiceError if it never holds.

    Rolls in which it holds are mapped to even numbers, all others to 1, which is then removed.
    """
    tree, holds = node.tree, node.condition
    body = Conditional(holds.body, Arithmetic((Number(2), tree.body), ("*",)), Number(1))
    doubled = scope.value(Assignments(holds.names, holds.values, body, tree.column))
    if doubled.fraction(1) == 1:
        raise DiceError(f"{node.said} never holds in it, so nothing is left")

    given = {outcome // 2: ways for outcome, ways in doubled.items() if outcome != 1}
    return Distribution(given, doubled.denominator - doubled.get(1, 0))
