"""Odds of comparisons, of ``if(…)``, and of values that are used by their names.

A value that is used twice must be the same value: what uses it is evaluated for each of its outcomes.
"""

from __future__ import annotations

from collections import Counter
from math import gcd

from combatcli.dice.odds import unbounded
from combatcli.dice.odds.budget import unending
from combatcli.dice.odds.distribution import Distribution, Unbounded
from combatcli.dice.odds.named_values import odds_given_names
from combatcli.dice.odds.recurring import chance_of_lead
from combatcli.dice.odds.sums import ways_below, ways_equal
from combatcli.dice.odds.unbounded import Descending
from combatcli.dice.rare_nodes import Comparison, Variable
from combatcli.dice.tree import Number, signed_terms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from combatcli.dice.odds.terms import Scope
    from combatcli.dice.rare_nodes import Assignments, Choice
    from combatcli.dice.tree import Node


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
        ways += ways_below(right.ways, left.ways) if operator[0] == ">" else ways_below(left.ways, right.ways)
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


def chosen_branch(node: Choice, scope: Scope) -> Distribution[int]:
    """Return the odds of ``if(condition, then, otherwise)``; a branch that is never chosen is not evaluated."""
    condition = scope.value(node.condition)
    if isinstance(condition, Unbounded):
        condition = condition.clipped(1) if condition.lowest <= 0 else Distribution({1: 1})
    fails = condition.get(0, 0)
    ways = ((condition.denominator - fails, node.then), (fails, node.otherwise))
    return unbounded.choice([(count, scope.value(branch)) for count, branch in ways if count])


def assigned(node: Assignments, scope: Scope) -> Distribution[int]:
    """Return the odds of the body of an expression with names.

    A value that is used once, or has one outcome, is a distribution like any other; else the rest is evaluated for
    each of its outcomes.
    """
    return _assigned(node, Counter([each.name for each in node.beneath() if isinstance(each, Variable)]), 0, scope)


def _assigned(node: Assignments, uses: Counter[str], first: int, scope: Scope) -> Distribution[int]:
    """Return the odds of the body, the names before the ``first`` one being known."""
    for place in range(first, len(node.names)):
        name, value = node.names[place], scope.value(node.values[place])
        if isinstance(value, Unbounded) and uses[name] > 1:
            value = value.clipped(max(_ceilings((*node.values[place + 1 :], node.body), name, scope)))
        if uses[name] < 2 or len(value) == 1:
            scope.named[name] = value
            continue
        rest = odds_given_names(node, place, value, scope.named)
        if rest is not None:
            return rest

        def with_outcome(outcome: int, name: str = name, place: int = place) -> Distribution[int]:
            scope.named[name] = Distribution({outcome: 1})
            return _assigned(node, uses, place + 1, scope)

        return unbounded.choice_among([(ways, outcome) for outcome, ways in value.items()], with_outcome)
    return scope.value(node.body)


def _ceilings(parts: Sequence[Node], name: str, scope: Scope) -> list[int]:
    """Return numbers from the highest of which on all values of a name have the same effect on parts that use it.

    Raises UnendingError if the name is used in anything but comparisons with what has a highest outcome.
    """
    found: list[int] = []
    for node in parts:
        ceiling = _ceiling(node, name, scope) if isinstance(node, Comparison) else None
        if isinstance(node, Variable) and node.name == name:
            raise unending("what uses the same value twice")
        found += [ceiling] if ceiling is not None else _ceilings(node.children, name, scope)
    return found


def _ceiling(node: Comparison, name: str, scope: Scope) -> int | None:
    """Return from which number on a comparison of a name, plus a number, has one result; None for any other."""
    for side, other in ((node.left, node.right), (node.right, node.left)):
        more = _added_to(side, name)
        if more is not None and not scope.uses_names(other):
            found = scope.value(other)
            if not isinstance(found, Unbounded):
                return max(found) + 1 - more
    return None


def _added_to(node: Node, name: str) -> int | None:
    """Return the number that a node adds to the value of a name; None if it does anything else."""
    terms = signed_terms(node)
    numbers = [sign * term.value for sign, term in terms if isinstance(term, Number)]
    names = [(sign, term.name) for sign, term in terms if isinstance(term, Variable)]
    return sum(numbers) if names == [(1, name)] and len(numbers) == len(terms) - 1 else None
