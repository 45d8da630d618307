"""Odds of what is made of values: products and quotients, functions, and groups, of which some are kept.

Within floor() and ceil() values are ratios; a quotient without end is brought to one division.
"""

from __future__ import annotations

from math import gcd
from operator import floordiv, itemgetter, mod, mul

from combatcli.dice.odds import endless
from combatcli.dice.odds.budget import BUDGET, TooLargeError, product_work, spend, too_large
from combatcli.dice.odds.distribution import Distribution, Endless, unending
from combatcli.dice.odds.expression import POOL, signed, value_of, values_of
from combatcli.dice.odds.pools import beyond, kept_among
from combatcli.dice.odds.sums import images, pairs
from combatcli.dice.rolling.roll import call, operate
from combatcli.dice.tree import Arithmetic, Dice, FunctionCall, Group, Negative, Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from combatcli.dice.odds.expression import Names
    from combatcli.dice.tree import Node

    Ratio = tuple[int, int]

_OPERATIONS = {"*": mul, "/": floordiv, "//": floordiv, "%": mod}
_MADE = {"*": "product", "/": "quotient", "//": "quotient", "%": "remainder", "**": "power"}
_PART = 100_000
"""The work of a part of a choice among values without end."""


def made_of(node: Arithmetic | FunctionCall | Group, names: Names) -> Distribution[int]:
    """Return the distribution of such a node."""
    if isinstance(node, FunctionCall):
        return _function_call(node, names)
    if isinstance(node, Group):
        return _group(node, names)
    value = value_of(node.operands[0], names)
    for operator, operand in zip(node.operators, node.operands[1:], strict=True):
        value = _operation(operator, value, value_of(operand, names), operand.column)
    return value


def _operation(operator: str, left: Distribution[int], right: Distribution[int], column: int) -> Distribution[int]:
    _refuse_zero(operator, right, column)
    if isinstance(left, Endless) or isinstance(right, Endless):
        return _of_endless(operator, left, right)
    join = _power(column) if operator == "**" else _OPERATIONS[operator]
    return Distribution(pairs(left.ways, right.ways, join), left.total * right.total)


def _refuse_zero(operator: str, right: Distribution[int], column: int) -> None:
    """Raise DiceError if a division may be one by zero."""
    if not isinstance(right, Endless) and 0 in right and operator not in ("*", "**"):
        operate(operator, (1, 1), (0, 1), exact=False, column=column)


def _power(column: int) -> Callable[[int, int], int]:
    def power(base: int, exponent: int) -> int:
        found = operate("**", (base, 1), (exponent, 1), exact=False, column=column)[0]
        BUDGET.spend(product_work(found.bit_length(), found.bit_length()))
        return found

    return power


def _of_endless(operator: str, left: Distribution[int], right: Distribution[int]) -> Distribution[int]:
    """Return a product or quotient of values one of which is without end; DiceError where none is known."""
    if operator == "*" and not isinstance(left, Endless):
        left, right = right, left
    known = () if isinstance(right, Endless) else right
    if not known or min(known) < (operator != "*") or not isinstance(left, Endless) or operator in ("%", "**"):
        raise unending(f"this {_MADE[operator]}")
    by = endless.scaled if operator == "*" else endless.divided
    BUDGET.spend(len(right) * POOL * 5)
    try:
        return endless.choice([(ways, by(left, factor)) for factor, ways in right.items()])
    except TooLargeError:
        raise too_large(less="a smaller factor" if operator == "*" else "a smaller divisor") from None


def _function_call(node: FunctionCall, names: Names) -> Distribution[int]:
    if node.name in ("floor", "ceil"):
        return _rounded(node, names)
    parts = values_of(node.arguments, names)
    if node.name == "abs":
        return parts[0] if endless.lowest(parts[0]) >= 0 else parts[0].map(abs)
    return kept_among(parts, (len(parts) - 1, len(parts)) if node.name == "max" else (0, 1))


def _group(node: Group, names: Names) -> Distribution[int]:
    parts = values_of(node.members, names)
    modifiers = node.modifiers
    places = modifiers.kept(len(parts))
    if modifiers.success is not None:
        parts = [part.clipped(beyond(modifiers)) for part in parts]
    if places == (0, len(parts)):
        return added([part if modifiers.success is None else part.map(modifiers.counted) for part in parts])
    return kept_among(parts, places, modifiers.counted)


def added(parts: Sequence[Distribution[int]]) -> Distribution[int]:
    """Return the distribution of the sum of independent outcomes."""
    finite = [(part.ways, 1) for part in parts if not isinstance(part, Endless)]
    return endless.total(finite, [part for part in parts if isinstance(part, Endless)])


def _rounded(node: FunctionCall, names: Names) -> Distribution[int]:
    """Return what floor() and ceil() come to."""
    (argument,) = node.arguments
    if not _divides(argument):
        return value_of(argument, names)
    if _explodes(argument):
        quotient = _rounded_quotient(argument, names, up=node.name == "ceil")
        if quotient is not None:
            return quotient
    return Distribution(images(_exactly(node, names), itemgetter(0)))


def _explodes(node: Node) -> bool:
    return any(isinstance(each, Dice) and each.modifiers.explode for each in node.beneath())


def _rounded_quotient(node: Node, names: Names, *, up: bool) -> Distribution[int] | None:
    """Return a quotient without end and what is added to it, rounded: all is brought to one denominator first.

    None for all else.
    """
    terms = signed(node)
    found = _quotient([each for each in terms if _explodes(each[1])])
    if found is None:
        return None
    dividend, by = found
    value, divisor = value_of(dividend, names), value_of(by, names)
    if not isinstance(value, Endless):
        return None
    _refuse_zero("/", divisor, by.column)
    if isinstance(divisor, Endless) or min(divisor) < 1:
        raise unending("this quotient")
    more = {(0, 1): 1}
    for sign, other in terms:
        if not _explodes(other):
            more = pairs(more, _exactly(other, names), _operating("+" if sign > 0 else "-", other.column))
    BUDGET.spend(len(divisor) * len(more) * _PART)
    parts = []
    for each, ways in divisor.items():
        for (numerator, denominator), weight in more.items():
            whole = each * denominator
            added = numerator * each + (whole - 1 if up else 0)
            raised = endless.plus(endless.scaled(value, denominator), Distribution({added: 1}))
            parts.append((ways * weight, _of_endless("/", raised, Distribution({whole: 1}))))
    return endless.choice(parts)


def _quotient(terms: Sequence[tuple[int, Node]]) -> tuple[Node, Node] | None:
    """Return dividend and divisor of a sum that is one quotient, or that divides nothing; None of any other."""
    if not any(_divides(term) for _, term in terms):
        return Arithmetic(
            (Number(0), *[term for _, term in terms]), tuple("+-"[sign < 0] for sign, _ in terms)
        ), Number(1)
    ((sign, term), *others) = terms
    if others or sign < 0 or not isinstance(term, Arithmetic) or not {*term.operators} <= {"*", "/"}:
        return None
    factors = list(zip(("*", *term.operators), term.operands, strict=True))
    if any(_divides(factor) for _, factor in factors):
        return None
    dividend, divisor = [[factor for operator, factor in factors if operator == each] for each in "*/"]
    return _product(dividend), _product(divisor)


def _product(factors: Sequence[Node]) -> Node:
    return factors[0] if len(factors) == 1 else Arithmetic(tuple(factors), ("*",) * (len(factors) - 1))


def _divides(node: Node) -> bool:
    """Return whether the arithmetic beneath a node, though not that beneath its dice, has a division."""
    if isinstance(node, Arithmetic):
        return "/" in node.operators or any(_divides(operand) for operand in node.operands)
    if isinstance(node, Negative):
        return _divides(node.operand)
    return isinstance(node, FunctionCall) and any(_divides(argument) for argument in node.arguments)


def _exactly(node: Node, names: Names) -> dict[Ratio, int]:
    """Return the counts of a node's ratios, in lowest terms, within floor() and ceil()."""
    if isinstance(node, Arithmetic):
        value = _exactly(node.operands[0], names)
        for operator, operand in zip(node.operators, node.operands[1:], strict=True):
            value = pairs(value, _exactly(operand, names), _operating(operator, operand.column))
        return value
    if isinstance(node, Negative):
        return {(-a, b): count for (a, b), count in _exactly(node.operand, names).items()}
    if isinstance(node, FunctionCall):
        parts = [_exactly(argument, names) for argument in node.arguments]
        if len(parts) == 1:
            return images(parts[0], lambda ratio: _lowest(call(node.name, [ratio])))
        value = parts[0]
        for part in parts[1:]:
            value = pairs(value, part, lambda one, two: call(node.name, [one, two]))
        return value
    found = value_of(node, names)
    if isinstance(found, Endless):
        raise unending("a function of the outcome")
    return {(outcome, 1): count for outcome, count in found.items()}


def _operating(operator: str, column: int) -> Callable[[Ratio, Ratio], Ratio]:
    return lambda left, right: _lowest(operate(operator, left, right, exact=True, column=column))


def _lowest(ratio: Ratio) -> Ratio:
    """Return a ratio in lowest terms."""
    spend(10)
    common = gcd(*ratio)
    return ratio[0] // common, ratio[1] // common
