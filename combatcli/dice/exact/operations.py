"""Odds of operations on values: products, quotients, functions, and groups that keep some members.

Within floor() and ceil() values are ratios. An endless value that is multiplied, divided and shifted there is reduced
to one division: ``floor((1d6!*3+1)/2)`` is ``(3 * 1d6! + 1) // 2``.
"""

from __future__ import annotations

from math import gcd
from operator import floordiv, itemgetter, mod, mul

from combatcli.dice.exact import unbounded
from combatcli.dice.exact.budget import BUDGET, TooLargeError, too_large, unending
from combatcli.dice.exact.distribution import Distribution, Unbounded
from combatcli.dice.exact.polynomials import FREE
from combatcli.dice.exact.pools import ceiling_of_counts, keep_distribution
from combatcli.dice.exact.sums import mapped, pairs
from combatcli.dice.tree import Arithmetic, Dice, FunctionCall, Group, Negative, Number, signed_terms
from combatcli.dice.values import call, operate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from combatcli.dice.exact.terms import Scope
    from combatcli.dice.tree import Node

    Ratio = tuple[int, int]
    Affine = tuple[Ratio, Ratio]
    """The factor and the summand of a linear function."""

_OPERATIONS = {"*": mul, "/": floordiv, "//": floordiv, "%": mod}
_MADE = {"*": "product", "/": "quotient", "//": "quotient", "%": "remainder", "**": "power"}


def made_of(node: Arithmetic | FunctionCall | Group, scope: Scope) -> Distribution[int]:
    """Return the distribution of an arithmetic node, a function call or a group."""
    if isinstance(node, FunctionCall):
        return _function_call(node, scope)
    if isinstance(node, Group):
        return _group(node, scope)
    value = scope.value(node.operands[0])
    for operator, operand in zip(node.operators, node.operands[1:], strict=True):
        value = _operation(operator, value, scope.value(operand), operand.column)
    return value


def _operation(operator: str, left: Distribution[int], right: Distribution[int], column: int) -> Distribution[int]:
    if not isinstance(right, Unbounded) and 0 in right and operator not in ("*", "**"):
        operate(operator, (1, 1), (0, 1), exact=False, column=column)  # raises the error of a division by zero
    if isinstance(left, Unbounded) or isinstance(right, Unbounded):
        return _of_endless(operator, left, right)
    join = _power(column) if operator == "**" else _OPERATIONS[operator]
    return Distribution(pairs(left.ways, right.ways, join), left.denominator * right.denominator)


def _power(column: int) -> Callable[[int, int], int]:
    def power(base: int, exponent: int) -> int:
        result = operate("**", (base, 1), (exponent, 1), exact=False, column=column)[0]
        bits = result.bit_length()
        if bits > FREE:
            BUDGET.product(bits, bits)
        return result

    return power


def _of_endless(operator: str, left: Distribution[int], right: Distribution[int]) -> Distribution[int]:
    """Return a product or quotient with an endless operand; raise UnendingError where no exact one is known."""
    if operator == "*" and not isinstance(left, Unbounded):
        left, right = right, left
    factors = () if isinstance(right, Unbounded) else right
    if not factors or min(factors) < (operator != "*") or not isinstance(left, Unbounded) or operator in ("%", "**"):
        raise unending(f"this {_MADE[operator]}")
    by = unbounded.scaled if operator == "*" else unbounded.divided
    try:
        return unbounded.choice_among([(ways, factor) for factor, ways in right.items()], lambda each: by(left, each))
    except TooLargeError:
        raise too_large(less="a smaller factor" if operator == "*" else "a smaller divisor") from None


def _function_call(node: FunctionCall, scope: Scope) -> Distribution[int]:
    if node.name in ("floor", "ceil"):
        return _rounded(node, scope)
    parts = scope.values(node.arguments)
    if node.name == "abs":
        if unbounded.lowest(parts[0]) >= 0:
            return parts[0]
        if parts[0].tail:
            raise unending("abs() of what may be negative")
        return parts[0].map(abs)
    return keep_distribution(parts, (len(parts) - 1, len(parts)) if node.name == "max" else (0, 1))


def _group(node: Group, scope: Scope) -> Distribution[int]:
    parts = scope.values(node.members)
    modifiers = node.modifiers
    places = modifiers.kept_range(len(parts))
    if modifiers.success is not None:
        parts = [part.clipped(ceiling_of_counts(modifiers)) for part in parts]
    if places == (0, len(parts)):
        return unbounded.added([part if modifiers.success is None else part.map(modifiers.counted) for part in parts])
    return keep_distribution(parts, places, modifiers.counted)


def _rounded(node: FunctionCall, scope: Scope) -> Distribution[int]:
    """Return the odds of floor() and ceil(), with ratios where something is divided."""
    (argument,) = node.arguments
    if not _divides(argument):
        return scope.value(argument)
    if _explodes(argument):
        rounded = _rounded_line(argument, scope, up=node.name == "ceil")
        if rounded is not None:
            return rounded
    return Distribution(mapped(_exactly(node, scope), itemgetter(0)))


def _explodes(node: Node) -> bool:
    return any(isinstance(each, Dice) and each.modifiers.explode for each in node.beneath())


def _rounded_line(node: Node, scope: Scope, *, up: bool) -> Distribution[int] | None:
    """Return the rounded odds of a linear function of one endless value; None for anything else.

    The function is brought to one denominator first.
    """
    linear = _line(node, scope)
    if linear is None:
        return None
    value, lines = linear

    def divided(line: Affine) -> Distribution[int]:
        (above, below), (more, of) = line
        whole = below * of
        summand = more * below + (whole - 1 if up else 0)
        if not above:
            return Distribution({summand // whole: 1})
        raised = unbounded.plus(unbounded.scaled(value, above * of), Distribution({summand: 1}))
        return _of_endless("/", raised, Distribution({whole: 1}))

    return unbounded.choice_among([(ways, line) for line, ways in lines.items()], divided)


def _line(node: Node, scope: Scope) -> tuple[Unbounded, dict[Affine, int]] | None:
    """Return the endless value in a node and the ways of its linear functions; None if there is not just one."""
    if not _divides(node) or (isinstance(node, FunctionCall) and node.name in ("floor", "ceil")):
        value = scope.value(node)
        return (value, {((1, 1), (0, 1)): 1}) if isinstance(value, Unbounded) else None
    factors = _factors(node)
    exploding = [each for each in factors if _explodes(each[1])]
    if exploding and not any(_divides(each) for _, each in exploding) and exploding[0][0] in "+-":
        whole: Node = Arithmetic((Number(0), *[each for _, each in exploding]), tuple([sign for sign, _ in exploding]))
    elif len(exploding) == 1 and exploding[0][0] in "*+":
        whole = exploding[0][1]
    else:
        return None
    line = _line(whole, scope)
    if line is None:
        return None
    value, lines = line
    for operator, other in factors:
        if not _explodes(other):
            by = {(each, each): ways for each, ways in _exactly(other, scope).items()}
            lines = pairs(lines, by, _joining(operator, other.column))
    return value, lines


def _factors(node: Node) -> list[tuple[str, Node]]:
    """Return the terms of a sum or the factors of a product, each with its operator; empty for other nodes."""
    if isinstance(node, Arithmetic) and {*node.operators} <= {"*", "/"}:
        return list(zip(("*", *node.operators), node.operands, strict=True))
    terms = signed_terms(node)
    return [] if terms == [(1, node)] else [("+" if sign > 0 else "-", term) for sign, term in terms]


def _joining(operator: str, column: int) -> Callable[[Affine, Affine], Affine]:
    """Return the function that applies an operation to a line; it raises UnendingError for a negative factor."""
    work = _operating(operator, column)

    def joined(line: Affine, other: Affine) -> Affine:
        factor, more = line
        if operator in "+-":
            return factor, work(more, other[1])
        line_after = work(factor, other[0]), work(more, other[1])
        if line_after[0][0] < 0:
            raise unending(f"this {_MADE[operator]}")
        return line_after

    return joined


def _divides(node: Node) -> bool:
    """Return whether a node's arithmetic, outside of its dice, has a division."""
    if isinstance(node, Arithmetic):
        return "/" in node.operators or any(_divides(operand) for operand in node.operands)
    if isinstance(node, Negative):
        return _divides(node.operand)
    return isinstance(node, FunctionCall) and any(_divides(argument) for argument in node.arguments)


def _exactly(node: Node, scope: Scope) -> dict[Ratio, int]:
    """Return the counts of a node's exact ratios, in lowest terms."""
    divides = _divides(node)
    if divides and isinstance(node, Arithmetic):
        value = _exactly(node.operands[0], scope)
        for operator, operand in zip(node.operators, node.operands[1:], strict=True):
            value = pairs(value, _exactly(operand, scope), _operating(operator, operand.column))
        return value
    if divides and isinstance(node, Negative):
        return {(-a, b): count for (a, b), count in _exactly(node.operand, scope).items()}
    if divides and isinstance(node, FunctionCall):
        parts = [_exactly(argument, scope) for argument in node.arguments]
        if len(parts) == 1:
            return mapped(parts[0], lambda ratio: _lowest(call(node.name, [ratio])))
        value = parts[0]
        for part in parts[1:]:
            value = pairs(value, part, lambda one, two: call(node.name, [one, two]))
        return value
    odds = scope.value(node)
    if isinstance(odds, Unbounded):
        raise unending("this fraction within floor(), ceil() or round()")
    return {(outcome, 1): count for outcome, count in odds.items()}


def _operating(operator: str, column: int) -> Callable[[Ratio, Ratio], Ratio]:
    return lambda left, right: _lowest(operate(operator, left, right, exact=True, column=column))


def _lowest(ratio: Ratio) -> Ratio:
    """Return a ratio in lowest terms."""
    common = gcd(*ratio)
    return ratio[0] // common, ratio[1] // common
