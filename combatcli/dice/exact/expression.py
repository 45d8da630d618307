"""Exact odds: syntax tree to distribution.

The parts of an expression share no dice, so they are evaluated separately and combined as independent outcomes: the
terms of a sum all at once, as one product of polynomials, others pair by pair. Pools that keep dice are in `pools`.

An explosion without end is taken to go on for ever, where rolling stops with an error after 1,000 dice.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import log10
from operator import itemgetter

from combatcli.dice.exact.budget import BUDGET, TooLargeError, unending
from combatcli.dice.exact.distribution import Distribution, NotFarEnoughError
from combatcli.dice.exact.sums import Counts, Power, added_weights, negated, summed
from combatcli.dice.tree import (
    Arithmetic,
    Dice,
    Expression,
    FunctionCall,
    Group,
    Modifiers,
    Negative,
    Node,
    Number,
    known_faces,
    signed_terms,
)
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    from combatcli.dice.exact.names import ShownDice

    T = TypeVar("T", bound=Hashable)
    U = TypeVar("U")


_DIGITS = 15
"""Carried once more as far, endless dice leave a chance with so many more zeros."""


def odds(tree: Node | Expression) -> Distribution[int]:
    """Return the exact distribution of the total of an expression; outcomes ascend.

    It is endless where dice explode without end, and `NegatedEndless` where a sum subtracts such dice. Raises DiceError
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
            return _listed(_carried(lambda scope: scope.either_way(tree)))
    except DiceError as error:
        error.text = error.text or tree.text
        raise


def shown_dice_of(tree: Node) -> Distribution[ShownDice]:
    """Return the odds of the sorted dice of a pool; raise DiceError where these are too many."""
    from combatcli.dice.exact.names import asked_of_pool
    from combatcli.dice.rare_nodes import PooledSum

    pool = PooledSum(tree, Modifiers())
    with BUDGET:
        return _carried(lambda scope: asked_of_pool(pool, [], scope)).map(itemgetter(0))


def _carried(evaluate: Callable[[Scope], Distribution[T]], far: float = 1) -> Distribution[T]:
    """Return what is evaluated, with endless dice carried ``far``, or as much farther as it takes."""
    room = BUDGET.room
    try:
        outcomes = evaluate(Scope(far))
    except NotFarEnoughError as error:
        BUDGET.room = room
        return _carried(evaluate, far * error.times)
    if outcomes.tail:
        outcomes.with_lowest_outcome().anew = lambda times: _carried(evaluate, far * times).with_lowest_outcome()
    return outcomes


def _listed(outcomes: Distribution[int]) -> Distribution[int]:
    """Return outcomes carried to where hardly any way is left, if this takes no more than half of the work left."""
    endless, least, room = outcomes.with_lowest_outcome(), BUDGET.left // 2, BUDGET.room
    try:
        while endless.tail and len(endless) < Distribution.MOST // 2:
            rare = endless.tail / endless.denominator * Distribution.RARE
            if rare < 1 or BUDGET.left < least:
                break
            endless = endless.farther(1.1 + log10(rare) / _DIGITS)
    except TooLargeError:
        if not endless:
            raise
        BUDGET.room = room
    if not endless.tail:
        return endless.ascending()
    from combatcli.dice.exact.unbounded import NegatedEndless

    shortest = endless.with_shortest_listing()
    return NegatedEndless(shortest) if outcomes.descends else shortest


class Scope:
    """The odds of nodes where some values are known, and endless dice are carried ``far``.

    ``known`` are numbers and shown dice by name, and answers about pools by the node that asks; ``named`` are odds by
    name, and ``pools`` sums of dice by name.
    """

    def __init__(self, far: float = 1) -> None:
        self.far = far
        self.named: dict[str, Distribution[int]] = {}
        self.pools: dict[str, Node] = {}
        self.known: dict[Any, Any] = {}
        self._made: dict[Hashable, Any] = {}

    def value(self, node: Node) -> Distribution[int]:
        """Return the odds of a node; raise UnendingError if they have no lowest outcome."""
        outcomes = self.either_way(node)
        if outcomes.descends:
            raise unending("a difference")
        return outcomes

    def either_way(self, node: Node) -> Distribution[int]:
        """Return the odds of a node, `NegatedEndless` for a sum that subtracts endless dice."""
        if isinstance(node, Number):
            return Distribution({node.value: 1})
        if node in self.known:
            return Distribution({self.known[node]: 1})
        once = self.made_once if self.named or self.known else self.once
        return once(("odds", node), lambda: BUDGET.call_and_charge_result(_evaluated, node, self))

    def made_once(self, key: tuple[str, Node], make: Callable[[], U]) -> U:
        """Return what is made once for a kind of answer and a node; or each time if a name is in the node."""
        from combatcli.dice.rare_nodes import Variable

        _, node = key
        named = self.once(node, lambda: any(isinstance(each, Variable) for each in node.self_and_descendants()))
        return make() if named else self.once(key, make)

    def once(self, key: Hashable, make: Callable[[], U]) -> U:
        """Return what is made once for a key."""
        if key not in self._made:
            self._made[key] = make()
        made: U = self._made[key]
        return made


def _evaluated(node: Node, scope: Scope) -> Distribution[int]:
    """Return the odds of one node."""
    if isinstance(node, Dice):
        return _pool(node, scope)
    if isinstance(node, Negative) or (isinstance(node, Arithmetic) and node.operators[0] in "+-"):
        return _sum(node, scope)
    if isinstance(node, (Arithmetic, FunctionCall)):
        from combatcli.dice.exact.operations import made_of

        return made_of(node, scope)[0]
    return _rarer(node, scope)


def _rarer(node: Node, scope: Scope) -> Distribution[int]:  # noqa: PLR0911  (one for each kind of node)
    """Return the odds of one of the `rare_nodes`."""
    from combatcli.dice import rare_nodes
    from combatcli.dice.exact import names, operations, pools

    if isinstance(node, Group):
        return operations.group_odds(node, scope)
    if isinstance(node, rare_nodes.Comparison):
        return operations.compared(scope.either_way(node.left), node.operator, scope.either_way(node.right))
    if isinstance(node, rare_nodes.GivenCondition):
        return operations.odds_given(node, scope)
    if isinstance(node, rare_nodes.CountedAgainst):
        return operations.counted_against(node, scope)
    if isinstance(node, rare_nodes.Conditional):
        return operations.chosen_branch(node, scope)
    if isinstance(node, rare_nodes.Variable):
        shown = scope.known.get(node.name)
        return scope.named[node.name] if shown is None else Distribution({names.total_of(shown): 1})
    if isinstance(node, rare_nodes.Assignments):
        return names.assigned(node, scope)
    if isinstance(node, rare_nodes.MatchNode):
        return pools.matches(node, scope)
    assert isinstance(node, rare_nodes.PooledSum)
    return pools.pooled_sum_odds(node, scope)


def _pool(node: Dice, scope: Scope) -> Distribution[int]:
    """Return the odds of a pool: a mixture over its possible numbers of dice and sides."""
    power = _power_of(node)
    if power is not None:
        return Distribution(summed([power]))
    from combatcli.dice.exact.pools import kept_together, unrolled
    from combatcli.dice.exact.unbounded import choice_among

    modifiers = node.modifiers
    return choice_among(
        unrolled([(1, node)], scope),
        lambda pools: kept_together(pools, modifiers) if modifiers.keeps or modifiers.drawn else pools[0].total(),
    )


def _power_of(node: Node) -> Power | None:
    """Return a pool that is only added up as the counts of one die and the number of dice; None for any other node."""
    if not isinstance(node, Dice):
        return None
    modifiers, faces = node.modifiers, known_faces(node.sides)
    if faces is None or not isinstance(node.count, Number) or modifiers.keeps or modifiers.drawn or modifiers.explode:
        return None
    node.check_count(node.count.value)
    return added_weights(faces, modifiers), node.count.value


def _sum(node: Node, scope: Scope) -> Distribution[int]:
    return signed_sum([(sign, *(_power_of(term) or (scope.value(term), 1))) for sign, term in signed_terms(node)])


def signed_sum(parts: Sequence[tuple[int, Counts | Distribution[int], int]]) -> Distribution[int]:
    """Return the odds of a sum of signs, outcomes and times, which adds or subtracts endless outcomes, but not both."""
    signs = {sign for sign, part, _ in parts if getattr(part, "tail", 0)}
    if len(signs) > 1:
        raise unending("a difference")
    turn = min(signs, default=1)
    powers = [(part if sign == turn else negated(part), times) for sign, part, times in parts]
    if not signs:
        return Distribution(summed(powers))
    from combatcli.dice.exact.unbounded import NegatedEndless, added

    total = added(powers)
    return total if turn > 0 else NegatedEndless(total)
