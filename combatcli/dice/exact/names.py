"""Odds of expressions with named values and pools.

A name that is used twice stands for one value: the parts that use it are evaluated for each of its outcomes. All
questions about a pool are answered by one walk (`walk.answers`). Where a question is about two pools together, or
compares each die with a roll, the sorted dice are enumerated: 2d6 has 21, 1 1 in one way, 1 2 in two.

What follows without dice is made once into a function of the known values, as there may be thousands of outcomes:
``(a>b)+1`` becomes ``lambda known: plus(greater(known), one(known))``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache, partial
from operator import itemgetter

from combatcli.dice.exact import unbounded
from combatcli.dice.exact.budget import BUDGET, too_large
from combatcli.dice.exact.distribution import Distribution, mixture
from combatcli.dice.exact.operations import join_of
from combatcli.dice.exact.pools import asked_of_pools, parts_of, unrolled
from combatcli.dice.exact.sums import mapped
from combatcli.dice.exact.walk import MatchQuestion, SumQuestion, ValuesQuestion
from combatcli.dice.rare_nodes import Assignments, Conditional, CountedAgainst, MatchNode, PooledSum, Variable
from combatcli.dice.rolling.rolled import matching
from combatcli.dice.tree import Modifiers, Node, Number, signed_terms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from combatcli.dice.exact.expression import Scope

    Known = dict[Any, Any]
    """Numbers and shown dice by name, and answers by the node that asks."""
    Closure = Callable[[Known], Any]

Keys = Sequence[object]
"""What an outcome tells: the name of a value, or the nodes that ask about a pool."""
ShownDice = tuple[tuple[int, ...], int]
"""The values of a named pool's dice, ascending, and the sum of the constants added to them."""

_STEP = 80
"""The work of evaluating a node for one outcome."""
_FIRST = 3
"""The outcomes after whose work it is told whether all of them take too much."""
_REMEMBERED = 50_000
"""The most answers about shown dice that a node remembers."""


def assigned(node: Assignments, scope: Scope, first: int = 0) -> Distribution[int]:
    """Return the odds of the body of an expression with names, of which those before the ``first`` one are known.

    A value that is used once, or has one outcome, is a distribution like any other. Otherwise the rest is evaluated for
    each outcome of the value, or for a pool for each combination of answers about it. Of an endless value, all outcomes
    from its top on are one.
    """
    uses, pools = scope.once(("uses", node), lambda: _uses(node))
    for place in range(first, len(node.names)):
        name, value = node.names[place], node.values[place]
        if isinstance(value, PooledSum) and name in pools:
            if uses[name] < 2 and not value.modifiers.keeps:
                scope.pools[name] = value.member
                continue
            nodes = questions_about(name, (*node.values[place + 1 :], node.body))
            return _for_each(node, place, asked_of_pool(value, nodes, scope), nodes or [name], scope)
        odds = scope.value(value)
        if uses[name] > 1:
            return _for_each(node, place, odds, [name], scope)
        scope.named[name] = odds
    return scope.value(node.body)


def _uses(node: Node) -> tuple[Counter[str], set[str]]:
    """Return how often each name is used in a node, and the names whose dice are kept, counted or matched."""
    nodes = list(node.self_and_descendants())
    terms = [term for each in nodes if isinstance(each, PooledSum) for _, term in signed_terms(each.member)]
    pools = {term.name for term in terms if isinstance(term, Variable) and term.pool}
    return Counter([each.name for each in nodes if isinstance(each, Variable)]), pools


def _for_each(
    node: Assignments, place: int, outcomes: Distribution[Any], keys: Keys, scope: Scope
) -> Distribution[int]:
    """Return the odds of the body, mixed over the outcomes of the name at ``place``, those of ``keys``."""
    if outcomes.tail:
        below = Distribution(outcomes)
        parts = [(below.denominator, _for_each(node, place, below, keys, scope))] if below else []
        scope.known.pop(node.names[place], None)
        scope.named[node.names[place]] = Distribution({}, 1, outcomes.top)
        return unbounded.choice([*parts, (outcomes.tail, assigned(node, scope, place + 1))])
    known = scope.known.copy()
    bound = frozenset([*known, *keys])
    rest = scope.once((node, place, bound), lambda: _rest_as_function(node, place, {*bound}))
    if rest is not None:

        def total(outcome: Any) -> int:
            known.update(_told(keys, outcome))
            value: int = rest(known)
            return value

        BUDGET.spend(len(outcomes) * len(list(node.self_and_descendants())) * _STEP)
        return Distribution(mapped(outcomes, total), outcomes.denominator)

    left = BUDGET.left

    def with_outcome(option: tuple[int, Any]) -> Distribution[int]:
        number, outcome = option
        scope.known.update(_told(keys, outcome))
        if number == _FIRST and (left - BUDGET.left) / _FIRST * len(outcomes) > 1.2 * left:
            raise too_large()
        return assigned(node, scope, place + 1)

    options = [(ways, (number, outcome)) for number, (outcome, ways) in enumerate(outcomes.items())]
    return unbounded.choice_among(options, with_outcome)


def _told(keys: Keys, outcome: Any) -> Iterable[tuple[Any, Any]]:
    """Return the known value of a name, or of each node that asks."""
    return zip(keys, outcome, strict=True) if isinstance(outcome, tuple) else [(keys[0], outcome)]


def _rest_as_function(node: Assignments, place: int, bound: set[Any]) -> Closure | None:
    """Return all that follows the name at ``place`` as a function of what is ``bound``; None if dice are rolled."""
    steps: list[tuple[str, Closure]] = []
    _, pools = _uses(node)
    for name, part in zip((*node.names[place + 1 :], ""), (*node.values[place + 1 :], node.body), strict=True):
        make = shown_dice_as_function if name in pools and isinstance(part, PooledSum) else as_function
        try:
            steps.append((name, make(part, bound)))
        except _RollsError:
            return None
        bound.add(name)

    def body(known: Known) -> int:
        for name, step in steps:
            known[name] = step(known)
        total: int = known[""]
        return total

    return body


def questions_about(name: str, parts: Sequence[Node]) -> list[Node]:
    """Return the nodes that ask about a named pool alone; none if one asks about others too."""
    questions: list[Node] = []
    waiting = list(parts)
    while waiting:
        node = waiting.pop()
        pool = node.pool if isinstance(node, (MatchNode, CountedAgainst)) else node
        if isinstance(pool, PooledSum) and any(_is_name(each, name) for each in pool.member.self_and_descendants()):
            if isinstance(node, CountedAgainst) or not _asks_alone(pool, name):
                return []
            questions.append(node)
        elif _is_name(node, name):
            questions.append(node)
        else:
            waiting += node.children
    return questions


def _is_name(node: Node, name: str) -> bool:
    return isinstance(node, Variable) and node.name == name


def _asks_alone(pool: PooledSum, name: str) -> bool:
    """Return whether a sum consists of the named pool and numbers."""
    others = [(sign, term) for sign, term in signed_terms(pool.member) if not isinstance(term, Number)]
    return len(others) == 1 and others[0][0] == 1 and _is_name(others[0][1], name)


def asked_of_pool(pool: PooledSum, nodes: Sequence[Node], scope: Scope) -> Distribution[tuple[Any, ...]]:
    """Return the joint odds of the answers to all nodes' questions about a pool; without any, of its `ShownDice`."""

    def together() -> Distribution[tuple[Any, ...]]:
        pools, rest = parts_of(pool.member, scope)
        bonus = scope.value(rest).finite("what is added to dice")

        def questions(count: int, more: int) -> list[SumQuestion]:
            kept = pool.modifiers.kept_range(count)
            return [_question(node, kept, more) for node in nodes] or [ValuesQuestion(kept, more)]

        options = [(ways, partial(questions, more=more)) for more, ways in bonus.items()]
        return mixture([(ways, asked_of_pools(unrolled(pools, scope), each)) for ways, each in options])

    return scope.made_once(("asked", pool), together)


def _question(node: Node, kept: tuple[int, int], more: int) -> SumQuestion:
    """Return a node's question about the dice at the ``kept`` places; ``more`` is the constant added to the pool."""
    if isinstance(node, Variable):
        return SumQuestion(kept, start=more)
    pool = node.pool if isinstance(node, MatchNode) else node
    assert isinstance(pool, PooledSum)
    modifiers, (first, last) = pool.modifiers, pool.modifiers.kept_range(kept[1] - kept[0])
    places = kept[0] + first, kept[0] + last
    if isinstance(node, MatchNode):
        return MatchQuestion(places, node.kind, node.least)
    more += sum([sign * term.value for sign, term in signed_terms(pool.member) if isinstance(term, Number)])
    if modifiers.success is None:
        return SumQuestion(places, start=more)
    return SumQuestion(places, lambda value: modifiers.counted(value + more))


class _RollsError(Exception):
    """A node rolls dice, or is not a whole number."""


def as_function(node: Node, known: Collection[Any]) -> Closure:
    """Return a node as a function of the ``known`` values."""
    if node in known:
        return itemgetter(node)
    if isinstance(node, Variable) and node.name in known:
        named = itemgetter(node.name)
        return (lambda values: total_of(named(values))) if node.pool else named
    if isinstance(node, (PooledSum, MatchNode, CountedAgainst)):
        return _pool_as_function(node, known)
    if isinstance(node, Number):
        number = node.value
        return lambda _: number
    join = join_of(node)
    if join is None and not isinstance(node, Conditional):
        raise _RollsError
    parts = [as_function(child, known) for child in node.children]
    if join:
        return _of_parts(join, parts)
    holds, then, otherwise = parts
    return lambda values: then(values) if holds(values) else otherwise(values)


def _of_parts(function: Callable[..., Any], parts: Sequence[Closure]) -> Closure:
    """Return a function's value for its parts, which are functions of known values, as one of these itself."""
    if len(parts) == 2:  # by far the most, and a third faster
        one, other = parts
        return lambda values: function(one(values), other(values))
    return lambda values: function(*[part(values) for part in parts])


def _pool_as_function(node: PooledSum | MatchNode | CountedAgainst, known: Collection[Any]) -> Closure:
    """Return a node that keeps, counts or matches the dice of named pools as a function of the ``known`` values."""
    pool = node if isinstance(node, PooledSum) else node.pool
    parts = [shown_dice_as_function(pool, known)]
    if isinstance(node, CountedAgainst):
        parts.append(as_function(node.value, known))

    @lru_cache(_REMEMBERED)
    def answer(shown: ShownDice, value: int = 0) -> int:
        if isinstance(node, MatchNode):
            return matching(node.kind, node.least, shown[0])[0]
        modifiers = (node.counting(value) if isinstance(node, CountedAgainst) else node).modifiers
        dice, more = shown
        return total_of(shown) if modifiers.success is None else sum([modifiers.counted(die + more) for die in dice])

    return _of_parts(answer, parts)


def shown_dice_as_function(pool: Node, known: Collection[Any]) -> Closure:
    """Return the dice that a pool made of named pools keeps as a function of the ``known`` values."""
    if not isinstance(pool, PooledSum):
        raise _RollsError
    signs, terms = zip(*signed_terms(pool.member), strict=True)
    pools = [term.name if isinstance(term, Variable) and term.pool and term.name in known else "" for term in terms]
    parts = [itemgetter(name) if name else as_function(term, known) for name, term in zip(pools, terms, strict=True)]
    if pools[0] and signs == (1,) and not pool.modifiers.keeps:
        return parts[0]
    return _of_parts(lru_cache(_REMEMBERED)(partial(_kept_dice, signs, pool.modifiers)), parts)


def _kept_dice(signs: Sequence[int], modifiers: Modifiers, *values: ShownDice | int) -> ShownDice:
    """Return the dice of signed pools that modifiers keep, and the sum of the constants."""
    terms = [(sign, ((), each) if isinstance(each, int) else each) for sign, each in zip(signs, values, strict=True)]
    shown = sorted([sign * die for sign, (dice, _) in terms for die in dice])
    first, last = modifiers.kept_range(len(shown))
    return tuple(shown[first:last]), sum([sign * more for sign, (_, more) in terms])


def total_of(dice: ShownDice | int) -> int:
    """Return the total of shown dice, or of a pool whose total alone is known."""
    return dice if isinstance(dice, int) else sum(dice[0]) + dice[1]
