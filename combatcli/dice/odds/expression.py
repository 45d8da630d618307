"""Exact odds: syntax tree to distribution.

The parts of an expression share no dice, so each is computed by itself and they are brought together as independent
outcomes: those that are added up all at once (`sums`), others pair by pair. A pool is one of `pools`.

An explosion without end is taken to go on for ever, where rolling stops with an error after 1,000 dice.
"""

from __future__ import annotations

from itertools import accumulate
from math import lcm

from combatcli.dice.odds.budget import BUDGET, hold, spend
from combatcli.dice.odds.distribution import Distribution, Endless, UnendingError, unending
from combatcli.dice.odds.faces import addends
from combatcli.dice.odds.sums import composed, summed
from combatcli.dice.rolling.roll import check_count, computed_faces
from combatcli.dice.tree import (
    Arithmetic,
    CustomFaces,
    Dice,
    Expression,
    FunctionCall,
    Group,
    Negative,
    Node,
    Number,
)
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from combatcli.dice.odds.sums import Power

    Ratio = tuple[int, int]
    Faces = tuple[int, ...] | range

POOL = 20_000
"""The work of a pool beside that of its dice."""


class Names:
    """What names stand for while the outcomes of others are gone through; ``known`` is empty where there are none.

    ``once`` has what the nodes without names came to, which is the same for each of these outcomes.
    """

    __slots__ = ("known", "once")

    def __init__(self) -> None:
        self.known: dict[str, Distribution[int]] = {}
        self.once: dict[Node, Distribution[int]] = {}


def odds(tree: Node | Expression) -> Distribution[int]:
    """Return the exact distribution of what an expression comes to; outcomes ascend.

    It is `Endless` where dice explode without end, and `Descending` where a sum takes these away. Raises DiceError when
    it is repeated (``6x``), too large, or no exact answer is known.
    """
    if isinstance(tree, Expression):
        if tree.repeat > 1:
            raise DiceError(
                f"odds are of one roll, and this one is repeated {tree.repeat:,} times",
                f"Leave out the {tree.repeat}x.",
                text=tree.text,
                column=1,
            )
        tree = tree.tree
    try:
        with BUDGET:
            return either_way(tree, Names())
    except DiceError as error:
        error.text = error.text or tree.text
        raise


def either_way(tree: Node, names: Names) -> Distribution[int]:
    """Return the odds of a tree, or of a sum those with its sign changed, if these alone are known."""
    try:
        found = remembered(tree, names)
    except UnendingError as error:
        if not _is_sum(tree):
            raise
        from combatcli.dice.odds.endless import sign_changed

        try:
            negated = total(*_terms(tree, names, sign=-1))
        except UnendingError:
            raise error from None
        return sign_changed(negated)
    return found if isinstance(found, Endless) else _ascending(found)


def _ascending(found: Distribution[int]) -> Distribution[int]:
    spend(len(found))
    ways = found.ways
    outcomes = sorted(ways)
    if outcomes == list(ways):
        return found
    hold(len(ways))
    return Distribution({outcome: ways[outcome] for outcome in outcomes}, found.total)


def value_of(node: Node, names: Names) -> Distribution[int]:
    """Return the distribution of what a part of an expression comes to."""
    if isinstance(node, Number):
        return Distribution({node.value: 1})
    room = BUDGET.room
    found = _value(node, names)
    # What led to it is no longer there.
    BUDGET.room = room
    hold(len(found), found.total.bit_length())
    return found


def remembered(node: Node, names: Names) -> Distribution[int]:
    """Return what a node comes to; without names that is known once it was gone through."""
    if not names.known or has_names(node):
        return value_of(node, names)
    if node not in names.once:
        names.once[node] = value_of(node, names)
    return names.once[node]


def has_names(node: Node) -> bool:
    """Tell whether a name stands anywhere in a node."""
    from combatcli.dice.compound import Name

    nodes = list(node.beneath())
    spend(2 * len(nodes))
    return any(isinstance(each, Name) for each in nodes)


def values_of(nodes: Sequence[Node], names: Names) -> list[Distribution[int]]:
    """Return the distributions of several parts; the same part comes to the same."""
    known = {node: value_of(node, names) for node in dict.fromkeys(nodes)}
    return [known[node] for node in nodes]


def _value(node: Node, names: Names) -> Distribution[int]:
    if isinstance(node, Dice):
        return _dice(node, names)
    if _is_sum(node):
        return total(*_terms(node, names))
    if isinstance(node, (Arithmetic, FunctionCall, Group)):
        from combatcli.dice.odds.operations import made_of

        return made_of(node, names)
    from combatcli.dice.odds.compound import compound

    return compound(node, names)


def total(powers: Sequence[Power], unending: Sequence[Endless]) -> Distribution[int]:
    """Return the distribution of the sum of independent outcomes, some of them without end."""
    if not unending:
        return Distribution(summed(powers))
    from combatcli.dice.odds import endless

    return endless.total(powers, unending)


def _is_sum(node: Node) -> bool:
    return isinstance(node, Negative) or (isinstance(node, Arithmetic) and node.operators[0] in "+-")


def signed(node: Node, sign: int = 1) -> list[tuple[int, Node]]:
    """Return what is added up, those parts with -1 that are taken away."""
    if isinstance(node, Negative):
        return signed(node.operand, -sign)
    if not (isinstance(node, Arithmetic) and _is_sum(node)):
        return [(sign, node)]
    terms = zip(("+", *node.operators), node.operands, strict=True)
    return [each for operator, operand in terms for each in signed(operand, sign if operator == "+" else -sign)]


def _terms(node: Node, names: Names, *, sign: int = 1) -> tuple[list[Power], list[Endless]]:
    """Return what a node is the sum of: finite outcomes, each with how often it is added, and those without end."""
    powers: list[Power] = []
    parts = []
    for each, term in signed(node, sign):
        found = None
        if isinstance(term, Dice) and not names.known:
            found = _powers(term, faces_of(term, names), names)
        if found is None:
            part = remembered(term, names)
            if isinstance(part, Endless):
                if each < 0:
                    raise unending("a difference")
                parts.append(part)
                continue
            found = [(part.ways, 1)]
        if each < 0:
            hold(sum([len(counts) for counts, _ in found]))
            found = [({-outcome: ways for outcome, ways in counts.items()}, times) for counts, times in found]
        powers += found
    return powers, parts


def _powers(node: Dice, known: list[tuple[int, Faces]], names: Names) -> list[Power] | None:
    """Return what a pool of dice that are simply added up is the sum of; None for any other."""
    if len(known) > 1:
        return None
    counts = addends(known[0][1], node.modifiers)
    if counts is None:
        return None
    if isinstance(node.count, Number):
        check_count(node.count.value, node)
        return [(counts, node.count.value)]
    numbers = numbers_of(node.count, names)
    check_count(sum([min(number) * times for number, times in numbers]), node)
    check_count(sum([max(number) * times for number, times in numbers]), node)
    if any(min(number) < 0 for number, _ in numbers):
        numbers = [(summed(numbers), 1)]
    return [(composed(number, counts), times) for number, times in numbers]


def numbers_of(node: Node, names: Names) -> list[Power]:
    """Return what a number of dice or sides is the sum of."""
    if isinstance(node, Number):
        return [({node.value: 1}, 1)]
    powers, parts = _terms(node, names)
    if parts:
        raise unending("a number of dice or sides")
    return powers


def faces_of(node: Dice, names: Names) -> list[tuple[int, Faces]]:
    """Return what faces the dice of a pool may have, with the ways to these."""
    if isinstance(node.sides, CustomFaces):
        return [(1, node.sides.values)]
    if isinstance(node.sides, Number):
        return [(1, range(1, node.sides.value + 1))]
    numbers = summed(numbers_of(node.sides, names))
    hold(2 * len(numbers))
    spend(20 * len(numbers))
    return [(ways, computed_faces(number, node)) for number, ways in numbers.items()]


def _dice(node: Dice, names: Names) -> Distribution[int]:
    known = faces_of(node, names)
    powers = _powers(node, known, names)
    if powers is not None:
        return Distribution(summed(powers))
    counts = summed(numbers_of(node.count, names))
    for count in counts:
        check_count(count, node)
    if list(counts) == [1] and node.modifiers.plain():
        return _one_of(known)
    from combatcli.dice.odds.endless import choice
    from combatcli.dice.odds.pools import pool

    BUDGET.spend(len(counts) * len(known) * POOL)
    parts = []
    for count, ways in counts.items():
        for weight, faces in known:
            room = BUDGET.room
            part = pool(count, faces, node.modifiers)
            BUDGET.room = room
            hold(len(part) + 1, part.total.bit_length())
            parts.append((ways * weight, part))
    return choice(parts)


def _one_of(known: list[tuple[int, Faces]]) -> Distribution[int]:
    """Return the distribution of one die whose number of sides is random."""
    spend(len(known), 100 * len(known))
    most = max([len(faces) for _, faces in known])
    common = lcm(*[len(faces) for _, faces in known])
    spend(4 * most, common.bit_length())
    hold(2 * most, common.bit_length())
    more = [0] * most
    for weight, faces in known:
        more[len(faces) - 1] += weight * common // len(faces)
    return Distribution(dict(zip(range(most, 0, -1), accumulate(reversed(more)), strict=True)))
