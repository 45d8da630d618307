"""Nodes without dice, compiled to functions of the known values: numbers by name, shown dice, answers to questions.

Where a value is used twice, the rest of the expression is evaluated for each of its outcomes, thousands of times. So a
node is compiled once: ``(a>b)+1`` becomes ``lambda known: plus(greater(known), one(known))``.
"""

from __future__ import annotations

import operator
from functools import lru_cache, partial, reduce

from combatcli.dice.rare_nodes import Comparison, Conditional, CountedAgainst, MatchNode, PooledSum, Variable
from combatcli.dice.rolling.matches import matching
from combatcli.dice.tree import COMPARE, Arithmetic, FunctionCall, Negative, Number, signed_terms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from typing import Any

    from combatcli.dice.tree import Modifiers, Node

    ShownDice = tuple[tuple[int, ...], int]
    """The values of a named pool's dice, ascending, and the sum of the constants added to them."""
    Known = dict[Any, Any]
    """Numbers and shown dice by name, and answers by the node that asks."""
    Closure = Callable[[Known], Any]

_REMEMBERED = 50_000
"""The most answers about shown dice that a node remembers."""
_SIGNS = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.floordiv,
    "//": operator.floordiv,
    "%": operator.mod,
}


def closure_of(node: Node, known: Collection[Any]) -> Closure | None:  # noqa: PLR0911  (one for each kind of node)
    """Compile a node to a function of the ``known`` values; None if it rolls dice or is not a whole number."""
    if node in known:
        return operator.itemgetter(node)
    if isinstance(node, Number):
        number = node.value
        return lambda _: number
    if isinstance(node, Variable):
        if node.name not in known:
            return None
        named = operator.itemgetter(node.name)
        return (lambda values: total_of(named(values))) if node.pool else named
    if isinstance(node, (PooledSum, MatchNode, CountedAgainst)):
        return _of_pool(node, known)
    parts = [closure_of(child, known) for child in node.children]
    if not parts or None in parts:
        return None
    return _made_of(node, [part for part in parts if part is not None])


def _made_of(node: Node, parts: list[Closure]) -> Closure | None:  # noqa: PLR0911  (one for each kind of node)
    """Compile a node from the functions of its parts."""
    first, last = parts[0], parts[-1]
    if isinstance(node, Arithmetic) and {*node.operators} <= _SIGNS.keys():
        return partial(_joined, first, list(zip(map(_SIGNS.__getitem__, node.operators), parts[1:], strict=True)))
    if isinstance(node, Negative):
        return lambda known: -first(known)
    if isinstance(node, Comparison):
        compare = COMPARE[node.operator]
        return lambda known: int(compare(first(known), last(known)))
    if isinstance(node, Conditional):
        then = parts[1]
        return lambda known: then(known) if first(known) else last(known)
    if isinstance(node, FunctionCall) and node.name == "abs":
        return lambda known: abs(first(known))
    if isinstance(node, FunctionCall) and node.name in ("max", "min"):
        best = max if node.name == "max" else min
        return lambda known: best([part(known) for part in parts])
    return None


def _joined(first: Closure, rest: list[tuple[Callable[[int, int], int], Closure]], known: Known) -> int:
    value: int = first(known)
    for sign, other in rest:
        value = sign(value, other(known))
    return value


def _of_pool(node: PooledSum | MatchNode | CountedAgainst, known: Collection[Any]) -> Closure | None:
    """Compile a node that keeps, counts or matches the dice of named pools."""
    pool = node if isinstance(node, PooledSum) else node.pool
    if not isinstance(pool, PooledSum):
        return None
    kept = kept_closure(pool, known)
    if kept is None:
        return None
    if isinstance(node, MatchNode):
        kind, least = node.kind, node.least
        return lambda values: matching(kind, least, kept(values)[0])[0]
    if isinstance(node, CountedAgainst):
        value, counting = closure_of(node.value, known), node.counting
        if value is None:
            return None
        counted = lru_cache(_REMEMBERED)(lambda shown, wanted: asked_of(shown, counting(wanted).modifiers))
        return lambda values: counted(kept(values), value(values))
    asked = lru_cache(_REMEMBERED)(lambda shown: asked_of(shown, pool.modifiers))
    return lambda values: asked(kept(values))


def kept_closure(node: PooledSum, known: Collection[Any]) -> Closure | None:
    """Compile a pool made of named pools to the dice that it keeps; None if one of them is not known."""
    terms = []
    for sign, term in signed_terms(node.member):
        of_pool = isinstance(term, Variable) and term.pool
        if isinstance(term, Variable) and of_pool:
            part: Closure | None = operator.itemgetter(term.name) if term.name in known else None
        else:
            part = closure_of(term, known)
        if part is None:
            return None
        terms.append((sign, of_pool, part))
    if len(terms) == 1 and terms[0][:2] == (1, True):
        named, keep = terms[0][2], lru_cache(_REMEMBERED)(partial(_kept_of_name, node.modifiers))
        return (lambda values: keep(named(values))) if node.modifiers.keeps else named
    return partial(_kept_dice, terms, node.modifiers)


def _kept_of_name(modifiers: Modifiers, shown: ShownDice) -> ShownDice:
    first, last = modifiers.kept_range(len(shown[0]))
    return shown[0][first:last], shown[1]


def _kept_dice(terms: list[Any], modifiers: Modifiers, known: Known) -> ShownDice:
    """Return the dice of several pools that modifiers keep, and the sum of the constants."""
    dice: list[int] = []
    more = 0
    for sign, of_pool, part in terms:
        value = part(known)
        if of_pool:
            dice += [sign * die for die in value[0]]
            value = value[1]
        more += sign * value
    dice.sort()
    first, last = modifiers.kept_range(len(dice))
    return tuple(dice[first:last]), more


def asked_of(shown: ShownDice, modifiers: Modifiers) -> int:
    """Return the total of shown dice, or how many of them the modifiers count."""
    dice, more = shown
    if modifiers.success is None:
        return sum(dice) + more
    return reduce(operator.add, [modifiers.counted(die + more) for die in dice], 0)


def total_of(dice: ShownDice | int) -> int:
    """Return the total of shown dice, or of a pool whose total alone is known."""
    return dice if isinstance(dice, int) else sum(dice[0]) + dice[1]
