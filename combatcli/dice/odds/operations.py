"""Odds of what is made of values: products and quotients, functions, and groups, of which some are kept."""

from __future__ import annotations

from operator import floordiv, mod, mul

from combatcli.dice.odds import endless
from combatcli.dice.odds.budget import BUDGET, product_work
from combatcli.dice.odds.distribution import Distribution, Endless, unending
from combatcli.dice.odds.expression import POOL, value_of, values_of
from combatcli.dice.odds.pools import beyond, kept_among
from combatcli.dice.odds.sums import pairs
from combatcli.dice.rolling.roll import operate
from combatcli.dice.tree import Arithmetic, FunctionCall, Group

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from combatcli.dice.odds.expression import Names

_OPERATIONS = {"*": mul, "/": floordiv, "//": floordiv, "%": mod}


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
    if isinstance(left, Endless) or isinstance(right, Endless):
        return endless_operation(operator, left, right)
    if 0 in right and operator not in ("*", "**"):
        operate(operator, (1, 1), (0, 1), exact=False, column=column)
    join = _power(column) if operator == "**" else _OPERATIONS[operator]
    return Distribution(pairs(left.ways, right.ways, join), left.total * right.total)


def _power(column: int) -> Callable[[int, int], int]:
    def power(base: int, exponent: int) -> int:
        found = operate("**", (base, 1), (exponent, 1), exact=False, column=column)[0]
        BUDGET.spend(product_work(found.bit_length(), found.bit_length()))
        return found

    return power


def endless_operation(operator: str, left: Distribution[int], right: Distribution[int]) -> Distribution[int]:
    """Return a product or quotient of values one of which is without end; DiceError where none is known."""
    if operator == "*" and not isinstance(left, Endless):
        left, right = right, left
    known = () if isinstance(right, Endless) else right
    if not known or min(known) < (operator != "*") or not isinstance(left, Endless) or operator in ("%", "**"):
        raise unending("this product, quotient or remainder")
    by = endless.scaled if operator == "*" else endless.divided
    BUDGET.spend(len(right) * POOL * 20)
    return endless.choice([(ways, by(left, factor)) for factor, ways in right.items()])


def _function_call(node: FunctionCall, names: Names) -> Distribution[int]:
    if node.name in ("floor", "ceil"):
        from combatcli.dice.odds.rounding import rounded_of

        return rounded_of(node, names)
    parts = values_of(node.arguments, names)
    if node.name == "abs":
        return parts[0] if endless.lowest(parts[0]) >= 0 else parts[0].map(abs)
    return _extreme(parts, highest=node.name == "max")


def _extreme(parts: list[Distribution[int]], *, highest: bool) -> Distribution[int]:
    finite = [max(part) for part in parts if not isinstance(part, Endless)]
    if finite and not highest:
        parts = [part.clipped(min(finite)) for part in parts]
    place = (len(parts) - 1, len(parts)) if highest else (0, 1)
    return kept_among(parts, place, int)


def _group(node: Group, names: Names) -> Distribution[int]:
    parts = values_of(node.members, names)
    modifiers = node.modifiers
    places = modifiers.kept(len(parts))
    if modifiers.success is not None:
        parts = [part.clipped(beyond(modifiers)) for part in parts]
    if places[0] >= places[1]:
        return Distribution({0: 1})
    if places == (0, len(parts)):
        return added([part if modifiers.success is None else part.map(modifiers.counted) for part in parts])
    finite = [max(part) for part in parts if not isinstance(part, Endless)]
    if places[0] == 0 and len(finite) >= places[1]:
        # The lowest ones can be no higher than the finite ones.
        parts = [part.clipped(max(finite)) for part in parts]
    return kept_among(parts, places, modifiers.counted)


def added(parts: Sequence[Distribution[int]]) -> Distribution[int]:
    """Return the distribution of the sum of independent outcomes."""
    finite = [(part.ways, 1) for part in parts if not isinstance(part, Endless)]
    return endless.total(finite, [part for part in parts if isinstance(part, Endless)])
