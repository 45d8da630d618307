"""Odds of operations on values: products, functions, groups that keep some members, comparisons, choices, conditions.

Within floor() and ceil() outcomes are ratios: in ``floor(1d6/2+1d4/3)`` the sums of 1/2, 1, ... 3 and 1/3, 2/3, 1, 4/3.
"""

from __future__ import annotations

from math import ceil, floor, gcd
from operator import add, floordiv, mod, mul, neg, pos
from typing import Any

from combatcli.dice.exact import unbounded
from combatcli.dice.exact.budget import BUDGET, unending
from combatcli.dice.exact.distribution import Distribution, between, carried, fraction, mixture
from combatcli.dice.exact.polynomials import FREE
from combatcli.dice.exact.pools import ceiling_of_counts
from combatcli.dice.exact.sums import pairs
from combatcli.dice.exact.unbounded import Descending
from combatcli.dice.rare_nodes import Assignments, Conditional
from combatcli.dice.tree import Arithmetic, FunctionCall, Group, Negative, Number
from combatcli.dice.values import operate
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from combatcli.dice.exact.terms import Scope
    from combatcli.dice.rare_nodes import CountedAgainst, Given
    from combatcli.dice.tree import Node

    Odds = Distribution[int]

_OPERATIONS = {"*": mul, "/": floordiv, "//": floordiv, "%": mod}
_MADE = {"*": "product", "/": "quotient", "//": "quotient", "%": "remainder", "**": "power"}
_TOLD_APART = 200
"""The bits to which a chance is narrowed down: two dice that are nearly alike, as d16 and d15, have by then told a
difference that comes only after many rounds."""
_RATIO = 4_000
"""The work of computing one exact ratio."""


def made_of(node: Arithmetic | FunctionCall | Group, scope: Scope) -> Odds:
    """Return the distribution of an arithmetic node, a function call or a group."""
    if isinstance(node, Group):
        return _group(node, scope)
    if isinstance(node, FunctionCall):
        if node.name == "floor" and _divides_last(node.arguments[0]):
            return scope.value(node.arguments[0])
        if node.name in ("floor", "ceil"):
            return unbounded.grown(_ratios(node.arguments[0], scope), floor if node.name == "floor" else ceil)
        return _function(node.name, scope.values(node.arguments))
    return _arithmetic(node, scope.value)


def _arithmetic(node: Arithmetic, value: Callable[[Node], Odds], *, exact: bool = False) -> Odds:
    """Return the odds of arithmetic from those of its operands; quotients are rounded down unless ``exact``."""
    result = value(node.operands[0])
    for operator, operand in zip(node.operators, node.operands[1:], strict=True):
        result = _operation(operator, result, value(operand), exact=exact, column=operand.column)
    return result


def _operation(operator: str, left: Odds, right: Odds, *, exact: bool, column: int) -> Odds:
    def join(one: int, other: int) -> Any:
        ratios = [(each.numerator, each.denominator) for each in (one, other)]
        above, below = operate(operator, *ratios, exact=exact, column=column)
        if above.bit_length() > FREE:
            BUDGET.product(above.bit_length(), above.bit_length())
        return fraction(above, below) if exact else above

    if exact:
        BUDGET.spend(len(left) * len(right) * _RATIO)
    if not right.tail and 0 in right and operator in ("/", "//", "%"):
        join(1, 0)  # raises the error of a division by zero
    quick = join if exact else _OPERATIONS.get(operator, join)
    if not left.tail and not right.tail:
        return Distribution(pairs(left.ways, right.ways, quick), left.denominator * right.denominator)
    if operator in "+-":
        return unbounded.joined(left, right if operator == "+" else _negative(right), add)
    if operator == "*" and right.tail:
        left, right = right, left
    if right.tail or operator in ("%", "**") or right.lowest < 0 or (right.lowest < 1 and operator != "*"):
        raise unending(f"this {_MADE[operator]}")

    def by(factor: int) -> Odds:
        return unbounded.grown(left, lambda outcome: quick(outcome, factor)) if factor else Distribution({0: 1})

    return unbounded.choice_among([(ways, factor) for factor, ways in right.items()], by)


def _function(name: str, parts: Sequence[Odds]) -> Odds:
    """Return the odds of abs(), max() and min()."""
    if name != "abs":
        return unbounded.keep_distribution(parts, (len(parts) - 1, len(parts)) if name == "max" else (0, 1), pos)
    (part,) = parts
    if part.lowest >= 0:
        return part
    return part.finite("abs() of what may be negative").map(abs)


def _group(node: Group, scope: Scope) -> Odds:
    parts, modifiers = scope.values(node.members), node.modifiers
    if modifiers.success is not None:
        parts = [part.clipped(ceiling_of_counts(modifiers)) for part in parts]
    return unbounded.keep_distribution(parts, modifiers.kept_range(len(parts)), modifiers.counted)


def _ratios(node: Node, scope: Scope) -> Odds:
    """Return the odds of the exact ratios of a node."""
    if not _divides(node):
        return scope.value(node)
    if isinstance(node, FunctionCall):
        if node.name in ("floor", "ceil"):
            return scope.value(node)
        return _function(node.name, [_ratios(argument, scope) for argument in node.arguments])
    if isinstance(node, Negative):
        return _negative(_ratios(node.operand, scope))
    assert isinstance(node, Arithmetic)
    return _arithmetic(node, lambda operand: _ratios(operand, scope), exact=True)


def _negative(value: Odds) -> Odds:
    return value.finite("a difference").map(neg)


def _divides_last(node: Node) -> bool:
    """Return whether a node is whole numbers divided at the end, which is rounded down as it is."""
    if not isinstance(node, Arithmetic) or any(map(_divides, node.operands)):
        return False
    return "/" not in node.operators[:-1] and node.operators[-1] == "/"


def _divides(node: Node) -> bool:
    """Return whether a node's arithmetic, outside of its dice, has a division."""
    if isinstance(node, Arithmetic):
        return "/" in node.operators or any(_divides(operand) for operand in node.operands)
    if isinstance(node, Negative):
        return _divides(node.operand)
    return isinstance(node, FunctionCall) and any(_divides(argument) for argument in node.arguments)


def compared(left: Odds, operator: str, right: Odds) -> Odds:
    """Return the distribution of a comparison of independent outcomes: 1 if it holds, else 0.

    A side without a lowest total is moved to the other side, where it is added.
    """
    nothing = Distribution({0: 1})
    if isinstance(left, Descending) and isinstance(right, Descending):
        return compared(right.negated, operator, left.negated)
    if isinstance(left, Descending):
        return compared(nothing, operator, unbounded.added([left.negated, right]))
    if isinstance(right, Descending):
        return compared(unbounded.added([left, right.negated]), operator, nothing)
    if operator[0] == "<":
        return compared(right, f">{operator[1:]}", left)
    if left.tail and not right.tail:
        left = left.clipped(max(right) + 1)
    elif right.tail and not left.tail:
        right = right.clipped(max(left) + 1)
    lead = chance_of_lead if left.tail else _lead
    ways, total = lead(left, right, 1 if operator == ">" else 0)
    if operator == "=":
        above, whole = lead(left, right, 1)
        ways, total = ways * whole - above * total, total * whole
    common = gcd(ways, total)
    return Distribution({0: (total - ways) // common, 1: ways // common}, total // common)


def chance_of_lead(left: Odds, right: Odds, more: int) -> tuple[int, int]:
    """Return the chance that an endless outcome is at least another one plus ``more``, as ways of a total.

    It is not known only where both are at their top. They are carried to where so few ways are left that there is one
    fraction with few digits.
    """
    top = min(left.top, right.top + more)
    own, other = left.clipped(top), right.clipped(top - more)
    least, whole = _lead(own, Distribution({**other, top - more: 0}, other.denominator), more)
    unknown = own[top] * other[top - more]
    exact = between(least, least + unknown, whole, _TOLD_APART)
    if exact:
        return exact
    times = max(2, 1.6 * _TOLD_APART / (1 + whole.bit_length() - unknown.bit_length()))
    return chance_of_lead(left.farther(times), right.farther(times), more)


def _lead(left: Odds, right: Odds, more: int) -> tuple[int, int]:
    """Return the ways in which an outcome is at least another one plus ``more``, and the number of all ways."""
    BUDGET.product(left.denominator.bit_length(), right.denominator.bit_length(), 3 * (len(left) + len(right)))
    ascending = sorted(right)
    ways = below = place = 0
    for outcome in sorted(left):
        while place < len(ascending) and ascending[place] + more <= outcome:
            below += right[ascending[place]]
            place += 1
        ways += left[outcome] * below
    return ways, left.denominator * right.denominator


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
    return mixture([(count, scope.value(branch)) for count, branch in ways if count])


def odds_given(node: Given, scope: Scope) -> Distribution[int]:
    """Return the odds of a tree given that a condition is not 0; raise DiceError if it always is.

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
    doubled = doubled.reaching(2)
    return carried(left(Distribution(doubled.carried)).ways, doubled.top // 2)
