"""Odds of the dice of several pools that are kept, counted or matched as if they were one."""

from __future__ import annotations

from copy import copy
from functools import partial
from math import prod

from combatcli.dice.compound import CommonPool
from combatcli.dice.odds import endless
from combatcli.dice.odds.budget import BUDGET
from combatcli.dice.odds.distribution import Distribution, Endless, unending
from combatcli.dice.odds.expression import faces_of, numbers_of, signed, value_of, values_of
from combatcli.dice.odds.keeps import kept
from combatcli.dice.odds.kinds import Kind, Lot, alike
from combatcli.dice.odds.operations import added
from combatcli.dice.odds.packing import Pattern
from combatcli.dice.odds.pools import COMBINATION, Pool, kept_of_kept, kept_together, mixed
from combatcli.dice.odds.sums import summed
from combatcli.dice.rolling.roll import check_count
from combatcli.dice.tree import Arithmetic, Compare, Dice, Group, Modifiers, Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from combatcli.dice.compound import Sets
    from combatcli.dice.odds.expression import Names
    from combatcli.dice.tree import Node

    Signed = tuple[int, Dice]
    """A pool, and -1 if its dice are taken away."""

_TURNED = {">=": "<=", "<=": ">=", ">": "<", "<": ">", "=": "="}


def common_pool(node: Node, names: Names) -> Distribution[int]:
    """Return the distribution of a group of one member, whose dice are kept or counted."""
    assert isinstance(node, CommonPool)  # noqa: S101 - for mypy: there is no other kind of node left
    pools, bonus = _parts(node.member)
    if node.modifiers.success is None:
        return added([_together(pools, node.modifiers, names), value_of(bonus, names)])
    more = value_of(bonus, names)
    if isinstance(more, Endless):
        raise unending("what is added to each die")
    return endless.choice(
        [(ways, _together(pools, _counting(node.modifiers, 1, each), names)) for each, ways in more.items()]
    )


def _parts(member: Node) -> tuple[list[Signed], Node]:
    """Return the pools of a sum, and all else of it."""
    terms = signed(member)
    pools = [(sign, node) for sign, node in terms if isinstance(node, Dice)]
    others = [(sign, node) for sign, node in terms if not isinstance(node, Dice)]
    operators = ["+" if sign > 0 else "-" for sign, _ in others]
    nodes = (Number(0), *[node for _, node in others])
    return pools, Arithmetic(nodes, tuple(operators)) if others else nodes[0]


def _counting(modifiers: Modifiers, sign: int, bonus: int, own: Modifiers | None = None) -> Modifiers:
    """Return modifiers, or a pool's own ones, that count its dice as they are counted with a sign and a bonus."""

    def compare(each: Compare | None) -> Compare | None:
        if each is None:
            return None
        operator = each.operator if sign > 0 else _TURNED[each.operator]
        return Compare(operator, sign * (each.value - bonus))

    found = copy(own or modifiers)
    found.success, found.failure = compare(modifiers.success), compare(modifiers.failure)
    return found


def _together(pools: Sequence[Signed], modifiers: Modifiers, names: Names) -> Distribution[int]:
    """Return what is kept, or counted, of the dice of pools."""
    if not modifiers.keeps:
        return _apart(pools, modifiers, names)

    def join(combined: Sequence[Pool]) -> Distribution[int]:
        own_keeps = any(each.modifiers.keeps for each in combined)
        return (kept_of_kept if own_keeps else kept_together)(combined, modifiers)

    return _over_numbers(pools, names, join)


def _apart(pools: Sequence[Signed], modifiers: Modifiers, names: Names) -> Distribution[int]:
    """Return the same where all are kept, each pool by itself."""
    counts = modifiers.success is not None
    parts: list[Node] = [
        Dice(
            dice.count,
            dice.sides,
            _counting(modifiers, sign, 0, dice.modifiers) if counts else dice.modifiers,
            dice.column,
        )
        for sign, dice in pools
    ]
    operators = ["+" if sign > 0 or counts else "-" for sign, _ in pools]
    return value_of(Arithmetic((Number(0), *parts), tuple(operators)), names)


def _over_numbers(
    pools: Sequence[Signed], names: Names, join: Callable[[Sequence[Pool]], Distribution[int]]
) -> Distribution[int]:
    """Return the choice among what pools come to for each number of dice and sides that they may have."""
    choices = []
    for sign, dice in pools:
        counts = summed(numbers_of(dice.count, names))
        for count in counts:
            check_count(count, dice)
        known = faces_of(dice, names)
        BUDGET.spend(len(counts) * len(known) * COMBINATION)
        choices.append(
            [
                (ways * weight, Pool(count, faces, dice.modifiers, sign))
                for count, ways in counts.items()
                for weight, faces in known
            ]
        )
    # Each combination is a choice again, of what kinds of dice these come to be.
    BUDGET.foresee(2 * COMBINATION * prod(map(len, choices)))
    return mixed(choices, join)


def sets(node: Sets, names: Names) -> Distribution[int]:
    """Return the distribution of what the matches among kept dice, or members of a group, come to."""
    pattern, pool = partial(Pattern, node.kind, node.least), node.pool
    if isinstance(pool, Group):
        parts = values_of(pool.members, names)
        if any(isinstance(part, Endless) for part in parts):
            raise unending("a match of values")
        everything = Lot(alike([Kind(part.ways, 1) for part in parts]), (0, len(parts)))
        return Distribution(kept([everything], pool.modifiers.kept(len(parts)), pattern=pattern))
    pools, modifiers = [], Modifiers()
    if isinstance(pool, CommonPool):
        pools, modifiers = _parts(pool.member)[0], pool.modifiers
    elif isinstance(pool, Dice):
        pools = [(1, pool)]
    return _over_numbers(pools, names, lambda combined: kept_of_kept(combined, modifiers, pattern))
