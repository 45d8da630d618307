"""Odds of comparisons, of ``if(…)``, and among the rolls in which something holds."""

from __future__ import annotations

from math import gcd

from combatcli.dice.exact import unbounded
from combatcli.dice.exact.budget import unending
from combatcli.dice.exact.distribution import Distribution, Unbounded
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
    """Return 1 as often as a comparison of independent outcomes holds, else 0.

    Both may be endless if their dice explode on one face each, else one of them. What has no lowest total goes to the
    other side, where it is added.
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
    """Return the comparison of two endless outcomes, by how often one is so much above the other."""
    if operator == "=":
        (ways, total), (above, whole) = chance_of_lead(left, right, 0), chance_of_lead(left, right, 1)
        return _chance(ways * whole - above * total, total * whole)
    if operator[0] == "<":
        left, right = right, left
    return _chance(*chance_of_lead(left, right, 0 if operator[1:] else 1))


def _chance(ways: int, total: int) -> Distribution[int]:
    """Return 1 in so many ways of a total, else 0, in lowest terms."""
    common = gcd(ways, total)
    return Distribution({0: (total - ways) // common, 1: ways // common}, total // common)


def counted_against(node: CountedAgainst, scope: Scope) -> Distribution[int]:
    """Return how many dice of a pool meet a comparison with a value, for each of its outcomes."""
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
    """Return the odds of a tree among the rolls in which a condition is not 0; DiceError if it never is.

    These rolls come out even, all others 1, which is then left out.
    """
    tree, holds = node.tree, node.condition
    body = Conditional(holds.body, Arithmetic((Number(2), tree.body), ("*",)), Number(1))
    found = scope.value(Assignments(holds.names, holds.values, body, tree.column))
    if found.fraction(1) == 1:
        raise DiceError(f"{node.said} never holds in it, so nothing is left")

    def left(outcomes: Distribution[int]) -> Distribution[int]:
        return Distribution({outcome // 2: ways for outcome, ways in outcomes.items() if outcome != 1})

    if not isinstance(found, Unbounded):
        return left(found)
    return Unbounded(lambda top: left(found.clipped(2 * max(top, 1))).clipped(top), (found.lowest + 1) // 2)
