"""Odds of expressions with named values and pools.

A name that is used twice stands for one value: the parts that use it are evaluated for each of its outcomes. All
questions about a pool are answered by one walk (`walk.answers`). Where a question is about two pools together, or
compares each die with a roll, the sorted dice are enumerated: 2d6 has 21, 1 1 in one way, 1 2 in two.

Where no dice are rolled any more, a node is compiled once to a function of the known values, as there may be thousands
of outcomes: ``(a>b)+1`` becomes ``lambda known: plus(greater(known), one(known))``.
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from functools import lru_cache, partial

from combatcli.dice.exact import unbounded
from combatcli.dice.exact.budget import BUDGET, too_large
from combatcli.dice.exact.distribution import Distribution, carried, mixture
from combatcli.dice.exact.pools import asked, parts_of, unrolled
from combatcli.dice.exact.walk import MatchQuestion, SumQuestion, ValuesQuestion
from combatcli.dice.rare_nodes import (
    Assignments,
    Comparison,
    Conditional,
    CountedAgainst,
    MatchNode,
    PooledSum,
    Variable,
)
from combatcli.dice.rolling.matches import matching
from combatcli.dice.tree import COMPARE, Arithmetic, FunctionCall, Modifiers, Negative, Node, Number, signed_terms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from combatcli.dice.exact.expression import Scope

    Known = dict[Any, Any]
    """Numbers and shown dice by name, and answers by the node that asks."""
    Closure = Callable[[Known], Any]

Keys = str | Sequence[Node]
"""A name, or the nodes that ask about a pool."""
ShownDice = tuple[tuple[int, ...], int]
"""The values of a named pool's dice, ascending, and the sum of the constants added to them."""

_STEP = 150
"""The work of evaluating a node for one outcome."""
_FIRST = 3
"""The outcomes after whose work it is told whether all of them take too much."""
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


def assigned(node: Assignments, scope: Scope) -> Distribution[int]:
    """Return the odds of the body of an expression with names.

    A value that is used once, or has one outcome, is a distribution like any other. Otherwise the rest is evaluated for
    each outcome of the value, or for a pool for each combination of answers about it. Of an endless value, all outcomes
    from its top on are one.
    """
    return _assigned(
        node, Counter([each.name for each in node.self_and_descendants() if isinstance(each, Variable)]), 0, scope
    )


def _assigned(node: Assignments, uses: Counter[str], first: int, scope: Scope) -> Distribution[int]:
    """Return the odds of the body where the names before the ``first`` one are known."""
    for place in range(first, len(node.names)):
        name, pool = node.names[place], node.values[place]
        if isinstance(pool, PooledSum) and name in _used_as_pools(node):
            if uses[name] < 2 and not pool.modifiers.keeps:
                scope.pools[name] = pool.member
                continue
            nodes = questions_about(name, (*node.values[place + 1 :], node.body))
            if nodes:
                return _for_each(node, uses, place, (asked_together(pool, nodes, scope), nodes), scope)
            return _for_each(node, uses, place, (shown_dice(pool, scope), name), scope)
        value = scope.value(pool)
        if uses[name] > 1:
            return _for_each(node, uses, place, (value, name), scope)
        scope.named[name] = value
    return scope.value(node.body)


def _for_each(
    node: Assignments, uses: Counter[str], place: int, asked: tuple[Distribution[Any], Keys], scope: Scope
) -> Distribution[int]:
    """Return the odds of the body, a mixture over the outcomes of the name at ``place``.

    ``asked`` are the distribution of its outcomes, and what they are of: the name, or the nodes that they all answer.
    """
    outcomes, keys = asked
    if outcomes.tail:
        below = Distribution(outcomes.ways)
        options = [(below.denominator, _for_each(node, uses, place, (below, keys), scope))] if below else []
        scope.known.pop(node.names[place], None)
        scope.named[node.names[place]] = carried({outcomes.top: 1}, outcomes.top)
        return unbounded.choice([*options, (outcomes.tail, _assigned(node, uses, place + 1, scope))])
    rest = _without_dice(node, place, (outcomes, keys), scope)
    if rest is not None:
        return rest

    spent: list[int] = []

    def with_outcome(outcome: Any) -> Distribution[int]:
        left = BUDGET.left
        scope.known.update(_bound(keys, outcome))
        result = _assigned(node, uses, place + 1, scope)
        spent.append(left - BUDGET.left)
        if len(spent) == _FIRST and min(spent) * len(outcomes) > 1.2 * left:
            raise too_large()
        return result

    return unbounded.choice_among([(ways, outcome) for outcome, ways in outcomes.items()], with_outcome)


def _without_dice(
    node: Assignments, place: int, asked: tuple[Distribution[Any], Keys], scope: Scope
) -> Distribution[int] | None:
    """Return the odds of the body if nothing is rolled after the name at ``place``; else None.

    None too for a division by zero: evaluation says where it is.
    """
    outcomes, keys = asked
    known = scope.known.copy()
    bound = frozenset([*known, *([keys] if isinstance(keys, str) else keys)])
    steps = scope.once((node, place, bound), lambda: _steps(node, place, {*bound}))
    if steps is None:
        return None
    size = sum([len(list(part.self_and_descendants())) for part in (*node.values[place + 1 :], node.body)])
    BUDGET.spend(len(outcomes) * (1 + size) * _STEP)
    counts: dict[int, int] = {}
    try:
        for outcome, ways in outcomes.items():
            known.update(_bound(keys, outcome))
            for name, step in steps:
                known[name] = step(known)
            made = known[""]
            counts[made] = counts.get(made, 0) + ways
    except ZeroDivisionError:
        return None
    return Distribution(counts, outcomes.denominator)


def _steps(node: Assignments, place: int, bound: set[Any]) -> list[tuple[str, Closure]] | None:
    """Compile all that follows the name at ``place`` to functions of what is ``bound``; None if dice are rolled."""
    steps: list[tuple[str, Closure]] = []
    used = _used_as_pools(node)
    for name, part in zip((*node.names[place + 1 :], ""), (*node.values[place + 1 :], node.body), strict=True):
        of_pool = name in used and isinstance(part, PooledSum)
        step = compile_kept_dice(part, bound) if isinstance(part, PooledSum) and of_pool else compile_node(part, bound)
        if step is None:
            return None
        steps.append((name, step))
        bound.add(name)
    return steps


def _bound(keys: Keys, outcome: Any) -> list[tuple[Any, Any]]:
    """Return the known value of a name, or of each node that asks."""
    return [(keys, outcome)] if isinstance(keys, str) else list(zip(keys, outcome, strict=True))


def _used_as_pools(node: Node) -> set[str]:
    """Return the names whose dice are kept, counted or matched in a node."""
    sums = [each.member for each in node.self_and_descendants() if isinstance(each, PooledSum)]
    terms = [term for member in sums for _, term in signed_terms(member)]
    return {term.name for term in terms if isinstance(term, Variable) and term.pool}


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


def asked_together(pool: PooledSum, nodes: Sequence[Node], scope: Scope) -> Distribution[tuple[int, ...]]:
    """Return the joint odds of the answers to all questions about a pool."""

    def together() -> Distribution[tuple[int, ...]]:
        pools, rest = parts_of(pool.member, scope)
        bonus = scope.value(rest).finite("what is added to dice")

        def answers(more: int) -> Distribution[tuple[int, ...]]:
            def questions(count: int) -> list[SumQuestion]:
                return [_question(node, pool.modifiers.kept_range(count), more) for node in nodes]

            return asked(unrolled(pools, scope), questions)

        return mixture([(ways, answers(more)) for more, ways in bonus.items()])

    return scope.made_once("together", pool, together)


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


def shown_dice(pool: PooledSum, scope: Scope) -> Distribution[ShownDice]:
    """Return the odds of a pool's sorted dice; raise UnendingError where it explodes without end."""

    def throws() -> Distribution[ShownDice]:
        pools, rest = parts_of(pool.member, scope)
        bonus = scope.value(rest).finite("what is added to dice")
        shown = asked(unrolled(pools, scope), lambda count: [ValuesQuestion(pool.modifiers.kept_range(count))])
        counts = {(dice, more): ways * of for (dice,), ways in shown.items() for more, of in bonus.items()}
        return Distribution(counts, shown.denominator * bonus.denominator)

    return scope.made_once("shown", pool, throws)


def compile_node(node: Node, known: Collection[Any]) -> Closure | None:  # noqa: PLR0911  (one for each kind of node)
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
    parts = [compile_node(child, known) for child in node.children]
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
    kept = compile_kept_dice(pool, known)
    if kept is None:
        return None
    if isinstance(node, MatchNode):
        kind, least = node.kind, node.least
        return lambda values: matching(kind, least, kept(values)[0])[0]
    if isinstance(node, CountedAgainst):
        value, counting = compile_node(node.value, known), node.counting
        if value is None:
            return None
        counted = lru_cache(_REMEMBERED)(lambda shown, wanted: total_or_count(shown, counting(wanted).modifiers))
        return lambda values: counted(kept(values), value(values))
    asked = lru_cache(_REMEMBERED)(lambda shown: total_or_count(shown, pool.modifiers))
    return lambda values: asked(kept(values))


def compile_kept_dice(node: PooledSum, known: Collection[Any]) -> Closure | None:
    """Compile a pool made of named pools to a function that returns the dice it keeps; None if a name is not known."""
    terms = []
    for sign, term in signed_terms(node.member):
        of_pool = isinstance(term, Variable) and term.pool
        if isinstance(term, Variable) and of_pool:
            part: Closure | None = operator.itemgetter(term.name) if term.name in known else None
        else:
            part = compile_node(term, known)
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


def total_or_count(shown: ShownDice, modifiers: Modifiers) -> int:
    """Return the total of shown dice, or how many of them the modifiers count."""
    dice, more = shown
    if modifiers.success is None:
        return sum(dice) + more
    return sum([modifiers.counted(die + more) for die in dice])


def total_of(dice: ShownDice | int) -> int:
    """Return the total of shown dice, or of a pool whose total alone is known."""
    return dice if isinstance(dice, int) else sum(dice[0]) + dice[1]
