"""Odds of a pool with a name: its sorted throws, for each of which the rest of the expression is evaluated.

Of 2d6 these are 21, 1 1 in one way, 1 2 in two; of 12d6 they are 6,188 instead of 6**12. A throw is what is kept, in
ascending order, and what is added to it.
"""

from __future__ import annotations

from itertools import product
from math import comb, lcm, prod

from combatcli.dice.exact.budget import BUDGET, unending
from combatcli.dice.exact.distribution import Distribution, Unbounded
from combatcli.dice.exact.sums import mapped
from combatcli.dice.rare_nodes import MatchNode, PooledSum, Variable
from combatcli.dice.rolling.matches import matching
from combatcli.dice.tree import Modifiers, signed_terms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from combatcli.dice.exact.identical_dice import IdenticalDice, OrderedPool
    from combatcli.dice.exact.terms import Scope, Throw
    from combatcli.dice.rare_nodes import CountedAgainst
    from combatcli.dice.tree import Node

    SignedThrows = Sequence[tuple[int, Throw]]


def used_as_pools(node: Node) -> set[str]:
    """Return the names whose dice are kept, counted or matched anywhere in a node."""
    sums = [each.member for each in node.beneath() if isinstance(each, PooledSum)]
    terms = [term for member in sums for _, term in signed_terms(member)]
    return {term.name for term in terms if isinstance(term, Variable) and term.pool}


def throws(node: PooledSum, scope: Scope) -> Distribution[Throw]:
    """Return the odds of the sorted throws of a pool; raise UnendingError where it explodes without end."""
    from combatcli.dice.exact.pooled_sums import parts_of, unrolled_pools

    pools, rest = parts_of(node.member, scope)
    bonus = scope.value(rest)
    if isinstance(bonus, Unbounded):
        raise unending("what is added to dice")
    choices = [
        [(ways * more, each) for ways, pool in options for more, each in pool.ordered(Modifiers())]
        for options in unrolled_pools(pools, scope)
    ]
    weighted = []
    for chosen in product(*choices):
        counts: dict[tuple[int, ...], int] = {(): 1}
        for _, pool in chosen:
            counts = _merged(counts, _throws_of_pool(pool))
        weighted.append((prod([ways for ways, _ in chosen]), counts, sum(counts.values())))
    common = lcm(*[whole for _, _, whole in weighted])
    found: dict[Throw, int] = {}
    for weight, counts, whole in weighted:
        for dice, ways in counts.items():
            first, last = node.modifiers.kept_range(len(dice))
            for more, of_more in bonus.items():
                throw = dice[first:last], more
                found[throw] = found.get(throw, 0) + weight * ways * of_more * (common // whole)
    return Distribution(found)


def _merged(left: dict[tuple[int, ...], int], right: dict[tuple[int, ...], int]) -> dict[tuple[int, ...], int]:
    """Return the throws of two pools together."""
    BUDGET.pairs(len(left) * len(right) * (1 + len(next(iter(right), ())) / 2), 60, 60)
    merged: dict[tuple[int, ...], int] = {}
    for (one, ways), (other, others) in product(left.items(), right.items()):
        dice = tuple(sorted(one + other))
        merged[dice] = merged.get(dice, 0) + ways * others
    return merged


def _throws_of_pool(pool: OrderedPool) -> dict[tuple[int, ...], int]:
    """Return the ways of what an ordered pool keeps."""
    counts: dict[tuple[int, ...], int] = {(): 1}
    for kind in pool.dice:
        counts = _merged(counts, _throws_of(kind))
    return mapped(counts, lambda dice: dice[pool.first : pool.first + pool.size])


def _throws_of(kind: IdenticalDice) -> dict[tuple[int, ...], int]:
    """Return the ways of the sorted throws of identical dice, placed value by value."""
    BUDGET.outcomes(4 * comb(len(kind.weights) + kind.count, kind.count), 8 * kind.count)
    counts: dict[tuple[int, ...], int] = {(): 1}
    *values, highest = sorted(kind.weights)
    for value in values:
        counts = {
            dice + (value,) * here: ways * kind.ways(len(dice), here, kind.weights[value])
            for dice, ways in counts.items()
            for here in range(kind.count - len(dice) + 1)
        }
    return {
        dice + (highest,) * (kind.count - len(dice)): ways * kind.rest(len(dice), kind.weights[highest])
        for dice, ways in counts.items()
    }


def kept_throw(modifiers: Modifiers, thrown: SignedThrows, bonus: int = 0) -> Throw:
    """Return what modifiers keep of throws, each with its sign, and what is added to it."""
    dice = sorted([sign * value for sign, (values, _) in thrown for value in values])
    first, last = modifiers.kept_range(len(dice))
    return tuple(dice[first:last]), bonus + sum([sign * more for sign, (_, more) in thrown])


def pool_sum_builder(node: PooledSum | MatchNode) -> Callable[[SignedThrows, int], int]:
    """Return the function that makes of throws, each with its sign, and what is added what the node comes to."""
    pool = node.pool if isinstance(node, MatchNode) else node
    assert isinstance(pool, PooledSum)
    modifiers = pool.modifiers
    if isinstance(node, MatchNode):
        kind, least = node.kind, node.least
        return lambda thrown, _: matching(kind, least, kept_throw(modifiers, thrown)[0])[0]

    def value(thrown: SignedThrows, bonus: int) -> int:
        dice, more = kept_throw(modifiers, thrown, bonus)
        return sum(dice) + more if modifiers.success is None else sum([modifiers.counted(each + more) for each in dice])

    return value


def counted_against(node: CountedAgainst, thrown: SignedThrows, bonus: int, value: int) -> int:
    """Return how many dice of throws meet a comparison with a value."""
    counting = node.counting(value)
    assert isinstance(counting, PooledSum)
    return pool_sum_builder(counting)(thrown, bonus)


def total_of(throw: Throw) -> int:
    """Return the total of a throw."""
    return sum(throw[0]) + throw[1]
