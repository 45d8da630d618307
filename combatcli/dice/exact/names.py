"""Odds of expressions with named values and pools.

A name that is used twice stands for one value: the parts that use it are evaluated for each of its outcomes. All
questions about a pool are answered by one walk (`walk.answers`). Where a question is about two pools together, or
compares each die with a roll, the sorted dice are enumerated: 2d6 has 21, 1 1 in one way, 1 2 in two.
"""

from __future__ import annotations

from collections import Counter

from combatcli.dice.exact import unbounded
from combatcli.dice.exact.budget import BUDGET, too_large
from combatcli.dice.exact.closures import closure_of, kept_closure
from combatcli.dice.exact.distribution import Distribution, carried, mixture
from combatcli.dice.exact.pools import asked, parts_of, unrolled
from combatcli.dice.exact.walk import Matching, Shown, SumOf
from combatcli.dice.rare_nodes import CountedAgainst, MatchNode, PooledSum, Variable
from combatcli.dice.tree import Number, signed_terms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from combatcli.dice.exact.closures import Closure, ShownDice
    from combatcli.dice.exact.terms import Scope
    from combatcli.dice.rare_nodes import Assignments
    from combatcli.dice.tree import Node

    Keys = str | Sequence[Node]
    """A name, or the nodes that ask about a pool."""

_STEP = 150
"""The work of evaluating a node for one outcome."""
_FIRST = 3
"""The outcomes after whose work it is told whether all of them take too much."""


def assigned(node: Assignments, scope: Scope) -> Distribution[int]:
    """Return the odds of the body of an expression with names.

    A value that is used once, or has one outcome, is a distribution like any other. Otherwise the rest is evaluated for
    each outcome of the value, or for a pool for each combination of answers about it. Of an endless value, all outcomes
    from its top on are one.
    """
    return _assigned(node, Counter([each.name for each in node.beneath() if isinstance(each, Variable)]), 0, scope)


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
    if (node, place, bound) not in scope.steps:
        scope.steps[node, place, bound] = _steps(node, place, {*bound})
    steps = scope.steps[node, place, bound]
    if steps is None:
        return None
    size = sum([len(list(part.beneath())) for part in (*node.values[place + 1 :], node.body)])
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
        step = kept_closure(part, bound) if isinstance(part, PooledSum) and of_pool else closure_of(part, bound)
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
    sums = [each.member for each in node.beneath() if isinstance(each, PooledSum)]
    terms = [term for member in sums for _, term in signed_terms(member)]
    return {term.name for term in terms if isinstance(term, Variable) and term.pool}


def questions_about(name: str, parts: Sequence[Node]) -> list[Node]:
    """Return the nodes that ask about a named pool alone; none if one asks about more than that pool."""
    questions: list[Node] = []
    waiting = list(parts)
    while waiting:
        node = waiting.pop()
        pool = node.pool if isinstance(node, (MatchNode, CountedAgainst)) else node
        if isinstance(pool, PooledSum) and _mentions(pool.member, name):
            if isinstance(node, CountedAgainst) or not _asks_alone(pool, name):
                return []
            questions.append(node)
        elif isinstance(node, Variable) and node.name == name:
            questions.append(node)
        else:
            waiting += node.children
    return questions


def _mentions(member: Node, name: str) -> bool:
    return any(isinstance(each, Variable) and each.name == name for each in member.beneath())


def _asks_alone(pool: PooledSum, name: str) -> bool:
    """Return whether a sum consists of the named pool and numbers."""
    terms = signed_terms(pool.member)
    named = [(sign, term.name) for sign, term in terms if isinstance(term, Variable)]
    return named == [(1, name)] and all(isinstance(term, (Number, Variable)) for _, term in terms)


def asked_together(pool: PooledSum, nodes: Sequence[Node], scope: Scope) -> Distribution[tuple[int, ...]]:
    """Return the joint odds of the answers to all questions about a pool."""
    if pool not in scope.together:
        pools, rest = parts_of(pool.member, scope)
        bonus = scope.value(rest).finite("what is added to dice")

        def answers(more: int) -> Distribution[tuple[int, ...]]:
            def questions(count: int) -> list[SumOf]:
                return [_question(node, pool.modifiers.kept_range(count), more) for node in nodes]

            return asked(unrolled(pools, scope), questions)

        together = mixture([(ways, answers(more)) for more, ways in bonus.items()])
        if scope.uses_names(pool):
            return together
        scope.together[pool] = together
    return scope.together[pool]


def _question(node: Node, kept: tuple[int, int], more: int) -> SumOf:
    """Return a node's question about the dice at the ``kept`` places; ``more`` is the constant added to the pool."""
    if isinstance(node, Variable):
        return SumOf(kept, start=more)
    pool = node.pool if isinstance(node, MatchNode) else node
    assert isinstance(pool, PooledSum)
    modifiers, (first, last) = pool.modifiers, pool.modifiers.kept_range(kept[1] - kept[0])
    places = kept[0] + first, kept[0] + last
    if isinstance(node, MatchNode):
        return Matching(places, node.kind, node.least)
    more += sum([sign * term.value for sign, term in signed_terms(pool.member) if isinstance(term, Number)])
    if modifiers.success is None:
        return SumOf(places, start=more)
    return SumOf(places, lambda value: modifiers.counted(value + more))


def shown_dice(node: PooledSum, scope: Scope) -> Distribution[ShownDice]:
    """Return the odds of a pool's sorted dice; raise UnendingError where it explodes without end."""
    if node not in scope.shown or scope.uses_names(node):
        scope.shown[node] = _shown_dice(node, scope)
    return scope.shown[node]


def _shown_dice(node: PooledSum, scope: Scope) -> Distribution[ShownDice]:
    pools, rest = parts_of(node.member, scope)
    bonus = scope.value(rest).finite("what is added to dice")
    shown = asked(unrolled(pools, scope), lambda count: [Shown(node.modifiers.kept_range(count))])
    counts = {(dice, more): ways * of for (dice,), ways in shown.items() for more, of in bonus.items()}
    return Distribution(counts, shown.denominator * bonus.denominator)
