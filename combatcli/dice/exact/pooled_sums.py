"""Odds of pooled dice: several pools that are kept, counted or matched as one."""

from __future__ import annotations

from copy import copy
from functools import partial

from combatcli.dice.exact import unbounded
from combatcli.dice.exact.budget import unending
from combatcli.dice.exact.distribution import Distribution, Unbounded
from combatcli.dice.exact.kinds import dice_of
from combatcli.dice.exact.pools import asked_of_kept, kept_together, unrolled
from combatcli.dice.exact.walk import Matching, SumOf, answers
from combatcli.dice.rare_nodes import PooledSum, Variable
from combatcli.dice.tree import Arithmetic, Compare, CustomFaces, Dice, Group, Modifiers, Number, signed_terms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from combatcli.dice.exact.pools import SignedPool
    from combatcli.dice.exact.terms import Scope
    from combatcli.dice.rare_nodes import MatchNode
    from combatcli.dice.tree import Node

_TURNED = {">=": "<=", "<=": ">=", ">": "<", "<": ">", "=": "="}


def common_pool(node: PooledSum, scope: Scope) -> Distribution[int]:
    """Return the odds of a group with one member, whose dice are kept or counted together.

    Constants are added to each die where the dice are counted.
    """
    pools, rest = parts_of(node.member, scope)
    if node.modifiers.success is None:
        return unbounded.added([_together(pools, node.modifiers, scope), scope.value(rest)])
    bonus = scope.value(rest)
    if isinstance(bonus, Unbounded):
        raise unending("what is added to each die")
    return unbounded.choice_among(
        [(ways, each) for each, ways in bonus.items()],
        lambda each: _together(pools, _counting(node.modifiers, 1, each), scope),
    )


def parts_of(member: Node, scope: Scope) -> tuple[list[SignedPool], Node]:
    """Return the pools of a sum, and the sum of its other terms; a named pool is the dice that it shows."""
    terms = _named_terms(signed_terms(member), scope)
    pools = [(sign, node) for sign, node in terms if isinstance(node, Dice)]
    return pools, _sum_of([(sign, node) for sign, node in terms if not isinstance(node, Dice)])


def _named_terms(terms: Sequence[tuple[int, Node]], scope: Scope) -> list[tuple[int, Node]]:
    """Replace the names of pools by their dice in signed terms."""
    replaced: list[tuple[int, Node]] = []
    for sign, term in terms:
        pool = scope.pools.get(term.name) if isinstance(term, Variable) else None
        if pool is None:
            replaced.append((sign, term))
        elif isinstance(pool, tuple):
            shown = [Dice(Number(pool[0].count(face)), CustomFaces((face,)), Modifiers()) for face in {*pool[0]}]
            replaced += [(sign, dice) for dice in shown] + [(sign, Number(pool[1]))]
        else:
            replaced += _named_terms(signed_terms(pool, sign), scope)
    return replaced


def _sum_of(terms: Sequence[tuple[int, Node]]) -> Node:
    """Return the node of a sum of signed terms."""
    if not terms:
        return Number(0)
    return Arithmetic((Number(0), *[node for _, node in terms]), tuple(["+" if sign > 0 else "-" for sign, _ in terms]))


def _counting(modifiers: Modifiers, sign: int, bonus: int, own: Modifiers | None = None) -> Modifiers:
    """Return modifiers, based on a pool's ``own``, that count a die as ``modifiers`` count it with sign and bonus."""

    def compare(each: Compare | None) -> Compare | None:
        if each is None:
            return None
        operator = each.operator if sign > 0 else _TURNED[each.operator]
        return Compare(operator, sign * (each.value - bonus))

    turned = copy(own or modifiers)
    turned.success, turned.failure = compare(modifiers.success), compare(modifiers.failure)
    return turned


def _together(pools: Sequence[SignedPool], modifiers: Modifiers, scope: Scope) -> Distribution[int]:
    """Return the odds of the dice of pools, kept or counted together."""
    if not modifiers.keeps:
        return _all_kept(pools, modifiers, scope)
    choices = unrolled(pools, scope)
    if any(dice.modifiers.keeps for _, dice in pools):
        return asked_of_kept(choices, modifiers, partial(SumOf, score=modifiers.counted))
    return unbounded.choice_among(choices, lambda each: kept_together(each, modifiers))


def _all_kept(pools: Sequence[SignedPool], modifiers: Modifiers, scope: Scope) -> Distribution[int]:
    """Return the odds where all dice are kept: a sum of pools, each added up or counted separately."""
    if modifiers.success is None:
        return scope.value(_sum_of(pools))
    counted = [
        Dice(dice.count, dice.sides, _counting(modifiers, sign, 0, dice.modifiers), dice.column) for sign, dice in pools
    ]
    return scope.value(_sum_of([(1, dice) for dice in counted]))


def matches(node: MatchNode, scope: Scope) -> Distribution[int]:
    """Return the odds of matches among kept dice, or kept members of a group."""
    pool = node.pool

    def matching(places: tuple[int, int]) -> Matching:
        return Matching(places, node.kind, node.least)

    if isinstance(pool, Group):
        parts = scope.values(pool.members)
        if any(isinstance(part, Unbounded) for part in parts):
            raise unending("a match of values")
        members = dice_of([(part.ways, 1) for part in parts])
        counts = answers(members, [matching(pool.modifiers.kept_range(len(parts)))])
        return Distribution({answer: ways for (answer,), ways in counts.items()})
    if isinstance(pool, PooledSum):
        return asked_of_kept(unrolled(parts_of(pool.member, scope)[0], scope), pool.modifiers, matching)
    assert isinstance(pool, Dice)
    whole = copy(pool.modifiers)
    whole.keeps = []
    choices = unrolled([(1, Dice(pool.count, pool.sides, whole, pool.column))], scope)
    return asked_of_kept(choices, pool.modifiers, matching)
