"""Exact odds: syntax tree to distribution.

The parts of an expression share no dice, so each is computed by itself and they are brought together as independent
outcomes: those that are added up all at once (`sums`), others pair by pair. A pool is one of `pools`.

An explosion without end is taken to go on for ever, where rolling stops with an error after 1,000 dice.
"""

from __future__ import annotations

from itertools import accumulate
from math import lcm
from operator import floordiv, mod, mul

from combatcli.dice.odds import endless
from combatcli.dice.odds.budget import BUDGET, hold, product_work, spend
from combatcli.dice.odds.distribution import Distribution, Endless, UnendingError, unending
from combatcli.dice.odds.pools import addends, beyond, kept_among, pool
from combatcli.dice.odds.sums import composed, pairs, summed
from combatcli.dice.rolling.roll import check_count, computed_faces, operate
from combatcli.dice.tree import (
    Arithmetic,
    CustomFaces,
    Dice,
    Expression,
    FunctionCall,
    Group,
    Modifiers,
    Negative,
    Node,
    Number,
)
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from combatcli.dice.odds.sums import Power

    Ratio = tuple[int, int]
    Faces = tuple[int, ...] | range

_POOL = 5_000
"""The work of a pool beside that of its dice."""
_OPERATIONS = {"*": mul, "/": floordiv, "//": floordiv, "%": mod}


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
            return _either_way(tree)
    except DiceError as error:
        error.text = error.text or tree.text
        raise


def _either_way(tree: Node) -> Distribution[int]:
    """Return the odds of a tree, or of a sum those with its sign changed, if these alone are known."""
    try:
        found = value_of(tree, Names())
    except UnendingError as error:
        if not isinstance(tree, Negative) and not (isinstance(tree, Arithmetic) and tree.operators[0] in "+-"):
            raise
        from combatcli.dice.odds.descending import sign_changed

        try:
            negated = endless.total(*_terms(tree, Names(), negative=True))
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


def values_of(nodes: Sequence[Node], names: Names) -> list[Distribution[int]]:
    """Return the distributions of several parts; the same part comes to the same."""
    known = {node: value_of(node, names) for node in dict.fromkeys(nodes)}
    return [known[node] for node in nodes]


def _value(node: Node, names: Names) -> Distribution[int]:
    if isinstance(node, FunctionCall):
        return _function_call(node, names)
    if isinstance(node, Arithmetic) and node.operators[0] not in "+-":
        value = value_of(node.operands[0], names)
        for operator, operand in zip(node.operators, node.operands[1:], strict=True):
            value = _operation(operator, value, value_of(operand, names), operand.column)
        return value
    if isinstance(node, Dice):
        return _dice(node, names)
    if isinstance(node, Group):
        return _group(node, names)
    return endless.total(*_terms(node, names)) if isinstance(node, (Arithmetic, Negative)) else _rarer(node, names)


def _rarer(node: Node, names: Names) -> Distribution[int]:
    from combatcli.dice.odds.compound import compound

    return compound(node, names)


def _terms(node: Node, names: Names, *, negative: bool = False) -> tuple[list[Power], list[Endless]]:
    """Return what a node is the sum of: finite outcomes, each with how often it is added, and those without end."""
    if isinstance(node, Negative):
        return _terms(node.operand, names, negative=not negative)
    if isinstance(node, Arithmetic) and node.operators[0] in "+-":
        powers, parts = [], []
        for operator, operand in zip(("+", *node.operators), node.operands, strict=True):
            more = _terms(operand, names, negative=negative != (operator == "-"))
            powers += more[0]
            parts += more[1]
        return powers, parts
    found = _powers(node, faces_of(node, names), names) if isinstance(node, Dice) else None
    if found is None:
        part = value_of(node, names)
        if isinstance(part, Endless):
            if negative:
                raise unending("a difference")
            return [], [part]
        found = [(part.ways, 1)]
    if negative:
        hold(sum([len(counts) for counts, _ in found]))
        found = [({-outcome: ways for outcome, ways in counts.items()}, times) for counts, times in found]
    return found, []


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
    spend(20 * len(numbers) + (5 * sum(numbers) if _looks_at_faces(node.modifiers) else 0))
    return [(ways, computed_faces(number, node)) for number, ways in numbers.items()]


def _looks_at_faces(modifiers: Modifiers) -> bool:
    """Return whether it takes looking at many faces to know that not all of them are rolled again."""
    return bool(modifiers.rerolls) or bool(modifiers.explode and modifiers.explode.on)


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
    BUDGET.spend(len(counts) * len(known) * _POOL)
    parts = []
    for count, ways in counts.items():
        for weight, faces in known:
            room = BUDGET.room
            part = pool(count, faces, node.modifiers)
            BUDGET.room = room
            hold(len(part), part.total.bit_length())
            parts.append((ways * weight, part))
    return endless.choice(parts)


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
    BUDGET.spend(len(right) * _POOL * 20)
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
