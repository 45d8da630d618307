"""Odds of the rarer nodes: two values compared, one of two chosen, and values that are used by their names.

A value that is used twice must be the same value: what uses it is gone through for each of its outcomes.
"""

from __future__ import annotations

from collections import Counter
from math import gcd

from combatcli.dice.compound import Assignments, Choice, Comparison, Name, Sets
from combatcli.dice.odds import endless
from combatcli.dice.odds.budget import BUDGET, hold, product_work, spend
from combatcli.dice.odds.columns import by_columns
from combatcli.dice.odds.distribution import Distribution, Endless, unending
from combatcli.dice.odds.endless import Descending
from combatcli.dice.odds.expression import either_way, has_names, remembered, signed, value_of
from combatcli.dice.odds.gathered import common_pool, sets
from combatcli.dice.odds.recurring import reaches
from combatcli.dice.tree import Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from combatcli.dice.odds.expression import Names
    from combatcli.dice.tree import Node

_NODE = 15_000
"""The work of evaluating a node anew, beside what its outcomes take."""


def compound(node: Node, names: Names) -> Distribution[int]:
    """Return the distribution of a node of one of these kinds."""
    if isinstance(node, Name):
        return names.known[node.name]
    if isinstance(node, Comparison):
        return compared(either_way(node.left, names), node.operator, either_way(node.right, names))
    if isinstance(node, Choice):
        return _choice(node, names)
    if isinstance(node, Assignments):
        uses = Counter([each.name for each in node.beneath() if isinstance(each, Name)])
        return _assigned(node, uses, 0, names)
    return sets(node, names) if isinstance(node, Sets) else common_pool(node, names)


def compared(left: Distribution[int], operator: str, right: Distribution[int]) -> Distribution[int]:
    """Return 1 as often as a comparison of independent outcomes holds, else 0.

    Both may be without end if their dice explode on one face each, else one of them. What has no lowest total goes to
    the other side, where it adds up.
    """
    nothing = Distribution({0: 1})
    if isinstance(left, Descending) and isinstance(right, Descending):
        return compared(right.negated, operator, left.negated)
    if isinstance(left, Descending):
        return compared(nothing, operator, endless.plus(left.negated, right))
    if isinstance(right, Descending):
        return compared(endless.plus(left, right.negated), operator, nothing)
    if isinstance(left, Endless):
        if isinstance(right, Endless):
            return _both_endless(left, operator, right)
        left = left.clipped(max(right) + 1)
    elif isinstance(right, Endless):
        right = right.clipped(max(left) + 1)
    total = left.total * right.total
    spend(4 * (len(left) + len(right)), total.bit_length())
    BUDGET.spend(len(left) * product_work(left.total.bit_length(), right.total.bit_length()))
    if operator == "=":
        ways = sum([count * right.get(outcome, 0) for outcome, count in left.items()])
    else:
        ways = _below(right, left) if operator[0] == ">" else _below(left, right)
        if operator[1:]:
            ways += sum([count * right.get(outcome, 0) for outcome, count in left.items()])
    return Distribution({0: total - ways, 1: ways}, total)


def _both_endless(left: Endless, operator: str, right: Endless) -> Distribution[int]:
    if operator == "=":
        (ways, total), (above, whole) = reaches(left, right, 0), reaches(left, right, 1)
        return _chance(ways * whole - above * total, total * whole)
    if operator[0] == "<":
        left, right = right, left
    return _chance(*reaches(left, right, 0 if operator[1:] else 1))


def _chance(ways: int, total: int) -> Distribution[int]:
    common = gcd(ways, total)
    return Distribution({0: (total - ways) // common, 1: ways // common}, total // common)


def _below(lower: Distribution[int], higher: Distribution[int]) -> int:
    """Return in how many ways the one outcome is below the other."""
    ascending, lower_ways, higher_ways = sorted(lower), lower.ways, higher.ways
    ways = below = place = 0
    for outcome in sorted(higher):
        while place < len(ascending) and ascending[place] < outcome:
            below += lower_ways[ascending[place]]
            place += 1
        ways += higher_ways[outcome] * below
    return ways


def _choice(node: Choice, names: Names) -> Distribution[int]:
    condition = remembered(node.condition, names)
    if isinstance(condition, Endless):
        condition = condition.clipped(1) if condition.lowest <= 0 else Distribution({1: 1})
    fails = condition.get(0, 0)
    ways = ((condition.total - fails, node.then), (fails, node.otherwise))
    return endless.choice([(count, remembered(branch, names)) for count, branch in ways if count])


def _assigned(node: Assignments, uses: Counter[str], first: int, names: Names) -> Distribution[int]:
    """Return what the body comes to, the names before ``first`` being known."""
    for place in range(first, len(node.names)):
        name, value = node.names[place], value_of(node.values[place], names)
        if isinstance(value, Endless) and uses[name] > 1:
            value = value.clipped(_ceiling((*node.values[place + 1 :], node.body), name, names))
        if uses[name] < 2 or len(value) == 1:
            names.known[name] = value
            continue
        held = BUDGET.room
        rest = by_columns(node, place, value, names)
        if rest is not None:
            return rest
        work = _NODE * sum([len(list(part.beneath())) for part in (*node.values[place + 1 :], node.body)])
        parts = []
        for outcome, ways in value.items():
            BUDGET.spend(work)
            names.known[name] = Distribution({outcome: 1})
            part = _assigned(node, uses, place + 1, names)
            BUDGET.room = held
            hold(len(part), part.total.bit_length())
            held = BUDGET.room
            parts.append((ways, part))
        return endless.choice(parts)
    return value_of(node.body, names)


def _ceiling(parts: Sequence[Node], name: str, names: Names) -> int:
    """Return a number from which on all values of a name come to the same; DiceError if none is known."""
    ceilings = [ceiling for part in parts for ceiling in _ceilings(part, name, names)]
    return max(ceilings)


def _ceilings(node: Node, name: str, names: Names) -> list[int]:
    if isinstance(node, Comparison):
        for side, other in ((node.left, node.right), (node.right, node.left)):
            more = _more_than(side, name)
            if more is not None and not has_names(other):
                found = remembered(other, names)
                if not isinstance(found, Endless):
                    return [max(found) + 1 - more]
    if isinstance(node, Name) and node.name == name:
        raise unending("what uses the same value twice")
    return [ceiling for child in node.children for ceiling in _ceilings(child, name, names)]


def _more_than(node: Node, name: str) -> int | None:
    """Return what a node adds to the value of a name; None if it is anything else."""
    terms = signed(node)
    numbers = [sign * term.value for sign, term in terms if isinstance(term, Number)]
    names = [(sign, term.name) for sign, term in terms if isinstance(term, Name)]
    return sum(numbers) if names == [(1, name)] and len(numbers) == len(terms) - 1 else None
