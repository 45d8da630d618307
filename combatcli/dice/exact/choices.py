"""Odds of comparisons and of ``if(…)``, and conditional odds."""

from __future__ import annotations

from math import gcd

from combatcli.dice.exact import unbounded
from combatcli.dice.exact.budget import unending
from combatcli.dice.exact.distribution import Distribution, Unbounded, carried
from combatcli.dice.exact.recurring import chance_of_lead
from combatcli.dice.exact.sums import ways_equal, ways_less
from combatcli.dice.exact.unbounded import Descending
from combatcli.dice.rare_nodes import Assignments, Conditional
from combatcli.dice.tree import Arithmetic, Number
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.dice.exact.terms import Scope
    from combatcli.dice.rare_nodes import CountedAgainst, Given


def compared(left: Distribution[int], operator: str, right: Distribution[int]) -> Distribution[int]:
    """Return the distribution of a comparison of independent outcomes: 1 if it holds, else 0.

    One side may be endless, or both if their dice explode on one face each. A side without a lowest total is moved to
    the other side, where it is added.
    """
    nothing = Distribution({0: 1})
    if isinstance(left, Descending) and isinstance(right, Descending):
        return compared(right.negated, operator, left.negated)
    if isinstance(left, Descending):
        return compared(nothing, operator, unbounded.plus(left.negated, right))
    if isinstance(right, Descending):
        return compared(unbounded.plus(left, right.negated), operator, nothing)
    if isinstance(left, Unbounded):
        if isinstance(right, Unbounded):
            return _both_endless(left, operator, right)
        left = left.clipped(max(right) + 1)
    elif isinstance(right, Unbounded):
        right = right.clipped(max(left) + 1)
    ways = 0
    if operator[0] in "<>":
        ways += ways_less(right.ways, left.ways) if operator[0] == ">" else ways_less(left.ways, right.ways)
    if operator[-1] == "=":
        ways += ways_equal(left.ways, right.ways)
    total = left.denominator * right.denominator
    return Distribution({0: total - ways, 1: ways}, total)


def _both_endless(left: Unbounded, operator: str, right: Unbounded) -> Distribution[int]:
    """Return the comparison of two endless outcomes, from the chance that one leads the other."""
    if operator == "=":
        (ways, total), (above, whole) = chance_of_lead(left, right, 0), chance_of_lead(left, right, 1)
        return _chance(ways * whole - above * total, total * whole)
    if operator[0] == "<":
        left, right = right, left
    return _chance(*chance_of_lead(left, right, 0 if operator[1:] else 1))


def _chance(ways: int, total: int) -> Distribution[int]:
    """Return the distribution of 1 in ``ways`` of ``total``, else 0, in lowest terms."""
    common = gcd(ways, total)
    return Distribution({0: (total - ways) // common, 1: ways // common}, total // common)


def counted_against(node: CountedAgainst, scope: Scope) -> Distribution[int]:
    """Return the odds of the number of a pool's dice that meet a comparison with a rolled value."""
    value = scope.value(node.value)
    if isinstance(value, Unbounded):
        raise unending("what dice are compared with")
    return unbounded.choice_among(
        [(ways, outcome) for outcome, ways in value.items()], lambda each: scope.value(node.counting(each))
    )


def chosen_branch(node: Conditional, scope: Scope) -> Distribution[int]:
    """Return the odds of ``if(condition, then, otherwise)``; a branch that is never chosen is not evaluated."""
    condition = scope.value(node.condition)
    if isinstance(condition, Unbounded):
        condition = condition.clipped(1) if condition.lowest <= 0 else Distribution({1: 1})
    fails = condition.get(0, 0)
    ways = ((condition.denominator - fails, node.then), (fails, node.otherwise))
    return unbounded.choice([(count, scope.value(branch)) for count, branch in ways if count])


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

    if not isinstance(doubled, Unbounded):
        return left(doubled)
    doubled = doubled.reaching(2)
    return carried(left(Distribution(doubled.carried)).ways, doubled.top // 2)
