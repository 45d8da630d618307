"""Odds of the dice of several pools that are kept, counted or matched as if they were one."""

from __future__ import annotations

from copy import copy
from functools import partial
from itertools import product
from math import prod

from combatcli.dice.compound import CommonPool
from combatcli.dice.odds import endless
from combatcli.dice.odds.budget import BUDGET
from combatcli.dice.odds.distribution import Distribution, Endless, unending
from combatcli.dice.odds.expression import faces_of, numbers_of, value_of, values_of
from combatcli.dice.odds.keeps import kept_of_lots
from combatcli.dice.odds.kinds import Chains, Kind, alike, kinds_of
from combatcli.dice.odds.operations import added
from combatcli.dice.odds.patterns import LargestSet, LongestRun, NumberOfSets
from combatcli.dice.odds.pools import beyond, compounding, kept_among, kept_kinds, lying
from combatcli.dice.odds.sums import summed
from combatcli.dice.odds.walk import Lot
from combatcli.dice.rolling.roll import check_count
from combatcli.dice.tree import Arithmetic, Compare, Dice, Group, Modifiers, Negative, Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeVar

    from combatcli.dice.compound import Sets
    from combatcli.dice.odds.expression import Names
    from combatcli.dice.odds.patterns import Pattern
    from combatcli.dice.tree import Node

    T = TypeVar("T")

    Faces = tuple[int, ...] | range
    Signed = tuple[int, Dice]
    """A pool, and -1 if its dice are taken away."""

_COMBINATION = 100_000
_TURNED = {">=": "<=", "<=": ">=", ">": "<", "<": ">", "=": "="}


class _Lying:
    """The dice of one pool, their number and faces known; ``sign`` is -1 where they are taken away."""

    def __init__(self, sign: int, count: int, faces: Faces, modifiers: Modifiers) -> None:
        self.sign = sign
        self.count = count
        self.faces = faces
        self.modifiers = modifiers

    def kinds(self, ceiling: int | None = None) -> list[tuple[int, list[Kind]]]:
        """Return what kinds of dice they may come to be, each with its ways."""
        found = lying(self.count, self.faces, self.modifiers, ceiling)
        return found if self.sign > 0 else [(ways, [_turned(kind) for kind in kinds]) for ways, kinds in found]

    def lots(self, ceiling: int | None = None) -> list[tuple[int, Lot]]:
        """Return the same as pools that keep what their own modifiers say."""
        found = []
        for ways, kinds in self.kinds(ceiling):
            if any(isinstance(kind, Chains) for kind in kinds):
                raise unending("what is made of dice together")
            count = sum([kind.count for kind in kinds])
            first, last = self.modifiers.kept(count)
            places = (first, last) if self.sign > 0 else (count - last, count - first)
            found.append((ways, Lot(kinds, places)))
        return found


def _turned(kind: Kind) -> Kind:
    weights = {-value: weight for value, weight in kind.weights.items()}
    return Chains(weights, kind.count, kind.of) if isinstance(kind, Chains) else Kind(weights, kind.count)


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
    pools: list[Signed] = []
    others: list[Node] = [Number(0)]
    operators: list[str] = []

    def take(node: Node, sign: int) -> None:
        if isinstance(node, Dice):
            pools.append((sign, node))
        elif isinstance(node, Negative):
            take(node.operand, -sign)
        elif isinstance(node, Arithmetic) and node.operators[0] in "+-":
            for operator, operand in zip(("+", *node.operators), node.operands, strict=True):
                take(operand, sign if operator == "+" else -sign)
        else:
            others.append(node)
            operators.append("+" if sign > 0 else "-")

    take(member, 1)
    return pools, Arithmetic(tuple(others), tuple(operators)) if operators else others[0]


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
    sign, first = pools[0]
    if len(pools) == 1 and sign > 0 and not first.modifiers.keeps:
        own = _counting(modifiers, 1, 0, first.modifiers)
        own.keeps = modifiers.keeps
        return value_of(Dice(first.count, first.sides, own, first.column), names)
    return _over_numbers(pools, names, lambda combined: _kept(combined, modifiers))


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
    pools: Sequence[Signed], names: Names, join: Callable[[list[_Lying]], Distribution[int]]
) -> Distribution[int]:
    """Return the choice among what pools come to for each number of dice and sides that they may have."""
    choices = []
    for sign, dice in pools:
        counts = summed(numbers_of(dice.count, names))
        for count in counts:
            check_count(count, dice)
        known = faces_of(dice, names)
        BUDGET.spend(len(counts) * len(known) * _COMBINATION)
        choices.append(
            [
                (ways * weight, _Lying(sign, count, faces, dice.modifiers))
                for count, ways in counts.items()
                for weight, faces in known
            ]
        )
    # Each combination is a choice again, of what kinds of dice these come to be.
    BUDGET.foresee(2 * _COMBINATION * prod(map(len, choices)))
    return _mixed(choices, join)


def _mixed(
    choices: Sequence[Sequence[tuple[int, T]]], join: Callable[[list[T]], Distribution[int]]
) -> Distribution[int]:
    """Return what ``join`` makes of one of each of several choices, each with its ways."""
    BUDGET.spend(_COMBINATION * prod(map(len, choices)))
    parts = []
    for combination in product(*choices):
        weight = 1
        for ways, _ in combination:
            weight *= ways
        parts.append((weight, join([each for _, each in combination])))
    return endless.choice(parts)


def _kept(combined: list[_Lying], modifiers: Modifiers) -> Distribution[int]:
    """Return what is kept, or counted, of dice whose numbers and faces are known."""
    ceilings = [_ceiling(each, modifiers) for each in combined]
    if any(each.modifiers.keeps for each in combined):
        lots = [each.lots(ceiling) for each, ceiling in zip(combined, ceilings, strict=True)]
        return _mixed(
            lots, lambda chosen: Distribution(kept_of_lots(chosen, _places(chosen, modifiers), modifiers.counted))
        )
    if modifiers.success is None and any(compounding(each.faces, each.modifiers) for each in combined):
        return _compounded(combined, modifiers)
    kinds = [each.kinds(ceiling) for each, ceiling in zip(combined, ceilings, strict=True)]
    return _mixed(kinds, lambda chosen: kept_kinds(alike([kind for each in chosen for kind in each]), modifiers))


def _ceiling(lying_dice: _Lying, modifiers: Modifiers) -> int | None:
    """Return from where on the values of dice count the same."""
    return None if modifiers.success is None else beyond(_counting(modifiers, lying_dice.sign, 0))


def _compounded(combined: list[_Lying], modifiers: Modifiers) -> Distribution[int]:
    """Return what is kept of dice some of which add their explosions to themselves, without end."""
    parts: list[Distribution[int]] = []
    for each in combined:
        die: Distribution[int] | None = compounding(each.faces, each.modifiers)
        if die is None:
            ((_, kinds), *others) = each.kinds()
            if others or len(kinds) > 1:
                raise unending("keeping among dice")
            die = Distribution(kinds[0].weights)
        elif each.sign < 0:
            raise unending("a difference")
        parts += [die] * each.count
    places = modifiers.kept(len(parts))
    return kept_among(parts, places, int) if places[0] < places[1] else Distribution({0: 1})


def _places(lots: Sequence[Lot], modifiers: Modifiers) -> tuple[int, int]:
    return modifiers.kept(sum([lot.size for lot in lots]))


def sets(node: Sets, names: Names) -> Distribution[int]:
    """Return the distribution of what the matches among kept dice, or members of a group, come to."""
    patterns: dict[str, Callable[[int], Pattern]]
    patterns = {"mt": partial(NumberOfSets, node.least), "ms": LargestSet, "mr": LongestRun}
    pattern = patterns[node.kind]
    pool, pools, modifiers = node.pool, [], Modifiers()
    if isinstance(pool, Group):
        parts = values_of(pool.members, names)
        if any(isinstance(part, Endless) for part in parts):
            raise unending("a match of values")
        lots = [Lot(kinds_of([(part.ways, 1) for part in parts]), (0, len(parts)))]
        return Distribution(kept_of_lots(lots, _places(lots, pool.modifiers), pattern=pattern))
    if isinstance(pool, CommonPool):
        pools, modifiers = _parts(pool.member)[0], pool.modifiers
    elif isinstance(pool, Dice):
        pools = [(1, pool)]

    def matched(lots: Sequence[Lot]) -> Distribution[int]:
        return Distribution(kept_of_lots(lots, _places(lots, modifiers), pattern=pattern))

    return _over_numbers(pools, names, lambda combined: _mixed([each.lots() for each in combined], matched))
