"""Exact odds: syntax tree to distribution.

The parts of an expression share no dice, so they are evaluated separately and combined as independent outcomes: the
terms of a sum all at once (`terms`, `sums`), others pair by pair. Pools that keep dice are in `pools`.

An explosion without end is taken to go on for ever, where rolling stops with an error after 1,000 dice.
"""

from __future__ import annotations

from math import log10

from combatcli.dice.exact.budget import BUDGET, TooLargeError, UnendingError
from combatcli.dice.exact.distribution import Distribution, TooNearError
from combatcli.dice.exact.sums import summed
from combatcli.dice.exact.terms import Scope, is_sum, power_of, sum_of
from combatcli.dice.tree import Arithmetic, Dice, Expression, FunctionCall, Group, Modifiers
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from typing import TypeVar

    from combatcli.dice.exact.terms import ShownDice
    from combatcli.dice.tree import Node

    T = TypeVar("T", bound=Hashable)

_DIGITS = 15
"""Carried once more as far, endless dice leave a chance with so many more zeros."""


def odds(tree: Node | Expression) -> Distribution[int]:
    """Return the exact distribution of the total of an expression; outcomes ascend.

    It is endless where dice explode without end, and `Descending` where a sum subtracts such dice. Raises DiceError
    if the expression is repeated (``6x``) or too large, or no exact answer is known.
    """
    if isinstance(tree, Expression):
        if tree.repeat > 1:
            whole = tree.text.partition("#")[0].strip()
            raise DiceError(
                f"odds need a single roll, but this one is repeated {tree.repeat:,} times",
                f"Leave out the {tree.repeat}x; {{{whole}}} is the sum, {{{whole}}}kh1 the highest.",
                text=tree.text,
                column=1,
            )
        tree = tree.tree
    try:
        with BUDGET:
            return _listed(_carried(lambda scope: _either_way(tree, scope)))
    except DiceError as error:
        error.text = error.text or tree.text
        raise


def _carried(evaluate: Callable[[Scope], Distribution[T]], far: float = 1) -> Distribution[T]:
    """Return what is evaluated, with endless dice carried ``far``, or as much farther as it takes."""
    room = BUDGET.room
    try:
        outcomes = evaluate(Scope(_evaluated, far))
    except TooNearError as error:
        BUDGET.room = room
        return _carried(evaluate, far * error.times)
    if outcomes.tail:
        outcomes.upward().anew = lambda times: _carried(evaluate, far * times).upward()
    return outcomes


def _listed(outcomes: Distribution[int]) -> Distribution[int]:
    """Return outcomes carried to where hardly any way is left, if this takes no more than half of the work left."""
    endless, least, room = outcomes.upward(), BUDGET.left // 2, BUDGET.room
    try:
        while endless.tail and len(endless) < Distribution.MOST // 2:
            rare = endless.rest * Distribution.RARE
            if rare < 1 or BUDGET.left < least:
                break
            endless = endless.farther(1.1 + log10(rare) / _DIGITS)
    except TooLargeError:
        if not endless:
            raise
        BUDGET.room = room
    if not endless.tail:
        return endless
    listed = endless.listed()
    if not outcomes.descends:
        return listed
    from combatcli.dice.exact.unbounded import negated

    return negated(listed)


def shown_dice_of(tree: Node) -> Distribution[ShownDice]:
    """Return the odds of the sorted dice of a pool; raise DiceError where these are too many."""
    from combatcli.dice.exact.names import shown_dice
    from combatcli.dice.rare_nodes import PooledSum

    pool = PooledSum(tree, Modifiers())
    with BUDGET:
        return _carried(lambda scope: shown_dice(pool, scope))


def _either_way(tree: Node, scope: Scope) -> Distribution[int]:
    """Return the odds of a tree in ascending order; `Descending` for a sum with an endless subtrahend."""
    try:
        outcomes = scope.value(tree)
    except UnendingError as error:
        if not is_sum(tree):
            raise
        from combatcli.dice.exact.unbounded import negated

        try:
            return negated(sum_of(tree, scope, sign=-1))
        except UnendingError:
            raise error from None
    return outcomes if outcomes.tail else outcomes.ascending()


def _evaluated(node: Node, scope: Scope) -> Distribution[int]:
    """Return the odds of one node."""
    if isinstance(node, Dice):
        return _pool(node, scope)
    if is_sum(node):
        return sum_of(node, scope)
    if isinstance(node, (Arithmetic, FunctionCall, Group)):
        from combatcli.dice.exact.operations import made_of

        return made_of(node, scope)
    return _rarer(node, scope)


def _rarer(node: Node, scope: Scope) -> Distribution[int]:  # noqa: PLR0911  (one for each kind of node)
    """Return the odds of one of the `rare_nodes`."""
    from combatcli.dice import rare_nodes
    from combatcli.dice.exact import names, operations, pools
    from combatcli.dice.exact.closures import total_of

    if isinstance(node, rare_nodes.Comparison):
        return operations.compared(_either_way(node.left, scope), node.operator, _either_way(node.right, scope))
    if isinstance(node, rare_nodes.Given):
        return operations.odds_given(node, scope)
    if isinstance(node, rare_nodes.CountedAgainst):
        return operations.counted_against(node, scope)
    if isinstance(node, rare_nodes.Conditional):
        return operations.chosen_branch(node, scope)
    if isinstance(node, rare_nodes.Variable):
        shown = scope.known.get(node.name)
        return scope.named[node.name] if shown is None else Distribution({total_of(shown): 1})
    if isinstance(node, rare_nodes.Assignments):
        return names.assigned(node, scope)
    if isinstance(node, rare_nodes.MatchNode):
        return pools.matches(node, scope)
    assert isinstance(node, rare_nodes.PooledSum)
    return pools.common_pool(node, scope)


def _pool(node: Dice, scope: Scope) -> Distribution[int]:
    """Return the odds of a pool: a mixture over its possible numbers of dice and sides."""
    power = power_of(node)
    if power is not None:
        return Distribution(summed([power]))
    from combatcli.dice.exact.pools import kept_together, unrolled
    from combatcli.dice.exact.unbounded import choice_among

    modifiers = node.modifiers
    return choice_among(
        unrolled([(1, node)], scope),
        lambda pools: kept_together(pools, modifiers) if modifiers.keeps else pools[0].total(),
    )
