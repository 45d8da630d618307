"""What floor() and ceil() come to: values within them are ratios; a quotient without end is brought to one division."""

from __future__ import annotations

from math import gcd
from operator import itemgetter

from combatcli.dice.odds import endless
from combatcli.dice.odds.budget import BUDGET, spend
from combatcli.dice.odds.distribution import Distribution, Endless, unending
from combatcli.dice.odds.expression import value_of
from combatcli.dice.odds.operations import endless_operation
from combatcli.dice.odds.sums import images, pairs
from combatcli.dice.rolling.roll import call, operate
from combatcli.dice.tree import Arithmetic, Dice, FunctionCall, Negative

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from combatcli.dice.odds.expression import Names
    from combatcli.dice.tree import Node

    Ratio = tuple[int, int]

_PART = 100_000
"""The work of a part of a choice among values without end."""


def rounded_of(node: FunctionCall, names: Names) -> Distribution[int]:
    """Return what floor() and ceil() come to."""
    (argument,) = node.arguments
    if not _divides(argument):
        return value_of(argument, names)
    quotient = _endless_quotient(argument, names)
    if quotient is not None:
        return _rounded_quotient(*quotient, up=node.name == "ceil")
    return Distribution(images(_exactly(node, names), itemgetter(0)))


def _endless_quotient(node: Node, names: Names) -> tuple[Endless, Distribution[int], Distribution[Ratio]] | None:
    """Return value, divisor and what is added to their quotient, where the value is without end; None for all else."""
    more: dict[Ratio, int] = {(0, 1): 1}
    if isinstance(node, Arithmetic) and node.operators[0] in "+-" and not any(map(_is_endless, node.operands[1:])):
        first, *others = node.operands
        for operator, other in zip(node.operators, others, strict=True):
            more = pairs(more, _exactly(other, names), _operating(operator, other.column))
        node = first
    if not isinstance(node, Arithmetic) or node.operators != ("/",) or _divides(node.operands[0]):
        return None
    value, divisor = [value_of(operand, names) for operand in node.operands]
    return (value, divisor, Distribution(more)) if isinstance(value, Endless) else None


def _rounded_quotient(
    value: Endless, divisor: Distribution[int], more: Distribution[Ratio], *, up: bool
) -> Distribution[int]:
    """Return a quotient and what is added to it, rounded: the whole of it is brought to one denominator first."""
    if isinstance(divisor, Endless) or min(divisor) < 1:
        raise unending("this product, quotient or remainder")
    BUDGET.spend(len(divisor) * len(more) * _PART)
    parts = []
    for by, ways in divisor.items():
        for (numerator, denominator), weight in more.items():
            whole = by * denominator
            added = numerator * by + (whole - 1 if up else 0)
            raised = endless.plus(endless.scaled(value, denominator), Distribution({added: 1}))
            parts.append((ways * weight, endless_operation("/", raised, Distribution({whole: 1}))))
    return endless.choice(parts)


def _is_endless(node: Node) -> bool:
    """Return whether dice that may explode without end stand anywhere in a node."""
    return any(isinstance(each, Dice) and each.modifiers.explode for each in node.beneath())


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
