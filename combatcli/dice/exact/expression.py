"""Exact odds: syntax tree to distribution.

The parts of an expression share no dice, so each is evaluated by itself and they are combined as independent outcomes:
the terms of a sum all at once (`terms`, `sums`), others pair by pair. Pools of which dice are kept are in `pools`.

An explosion without end is taken to go on for ever, where rolling stops with an error after 1,000 dice.
"""

from __future__ import annotations

from itertools import accumulate
from math import lcm

from combatcli.dice.exact.budget import BUDGET, UnendingError
from combatcli.dice.exact.distribution import Distribution, Unbounded
from combatcli.dice.exact.sums import summed
from combatcli.dice.exact.terms import Scope, addends_of, faces_of, is_sum, numbers_of, sum_of
from combatcli.dice.tree import Arithmetic, Dice, Expression, FunctionCall, Group, Modifiers
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.dice.exact.terms import Faces, Throw
    from combatcli.dice.tree import Node


def odds(tree: Node | Expression) -> Distribution[int]:
    """Return the exact distribution of the total of an expression; outcomes ascend.

    It is `Unbounded` where dice explode without end, and `Descending` where a sum subtracts these. Raises DiceError
    when it is repeated (``6x``), too large, or no exact answer is known.
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
            return _either_way(tree, Scope(_evaluated))
    except DiceError as error:
        error.text = error.text or tree.text
        raise


def throws_of(tree: Node) -> Distribution[Throw]:
    """Return the odds of what the dice of a pool show, in order; DiceError where that is too much."""
    from combatcli.dice.exact.names import throws
    from combatcli.dice.rare_nodes import PooledSum

    with BUDGET:
        return throws(PooledSum(tree, Modifiers()), Scope(_evaluated))


def _either_way(tree: Node, scope: Scope) -> Distribution[int]:
    """Return the odds of a tree in ascending order; `Descending` for a sum of which only the negative is known."""
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
    return outcomes if isinstance(outcomes, Unbounded) else outcomes.ascending()


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
    """Return the odds of a node that only `combatcli.dice.rare_nodes` has."""
    from combatcli.dice import rare_nodes
    from combatcli.dice.exact import choices

    if isinstance(node, rare_nodes.Comparison):
        return choices.compared(_either_way(node.left, scope), node.operator, _either_way(node.right, scope))
    if isinstance(node, rare_nodes.Given):
        return choices.odds_given(node, scope)
    if isinstance(node, rare_nodes.CountedAgainst):
        return choices.counted_against(node, scope)
    if isinstance(node, rare_nodes.Conditional):
        return choices.chosen_branch(node, scope)
    if isinstance(node, rare_nodes.Variable):
        return scope.named[node.name]
    if isinstance(node, rare_nodes.Assignments):
        from combatcli.dice.exact.names import assigned

        return assigned(node, scope)
    from combatcli.dice.exact import pooled_sums

    if isinstance(node, rare_nodes.MatchNode):
        return pooled_sums.matches(node, scope)
    assert isinstance(node, rare_nodes.PooledSum)
    return pooled_sums.common_pool(node, scope)


def _pool(node: Dice, scope: Scope) -> Distribution[int]:
    """Return the odds of a pool, a choice among each number of dice and sides that it may have."""
    faces = faces_of(node, scope)
    powers = addends_of(node, faces, scope)
    if powers is not None:
        return Distribution(summed(powers))
    counts = summed(numbers_of(node.count, scope))
    for count in counts:
        node.check_count(count)
    if list(counts) == [1] and node.modifiers.plain():
        return _one_die(faces)
    from combatcli.dice.exact.pools import UnrolledPool, kept_together
    from combatcli.dice.exact.unbounded import choice_among

    def pool(size: tuple[int, Faces]) -> Distribution[int]:
        dice = UnrolledPool(*size, node.modifiers)
        return kept_together([dice], node.modifiers) if node.modifiers.keeps else dice.total()

    return choice_among([(ways * weight, (n, each)) for n, ways in counts.items() for weight, each in faces], pool)


def _one_die(faces: list[tuple[int, Faces]]) -> Distribution[int]:
    """Return the odds of one plain die, given the faces that it may have with the ways of each.

    A face is shown by all dice that have as many sides or more: ``d(d3)``, in 18ths, shows 3 in 2 ways, 2 in 2 + 3 and
    1 in 2 + 3 + 6.
    """
    common = lcm(*[len(each) for _, each in faces])
    ways_of_highest = [0] * max([len(each) for _, each in faces])
    BUDGET.outcomes(len(ways_of_highest), common.bit_length())
    for weight, each in faces:
        ways_of_highest[len(each) - 1] += weight * common // len(each)
    shown = accumulate(reversed(ways_of_highest))
    return Distribution(dict(zip(range(len(ways_of_highest), 0, -1), shown, strict=True)))
