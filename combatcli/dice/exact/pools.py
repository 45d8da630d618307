"""Pools of dice: their possible sizes, the dice that explosions lead to, and questions about one or several pools.

``4d6!kh3`` is counted here: `unrolled` finds the pools, `UnrolledPool.dice` the identical dice and the endless
explosions, and `kept_together` walks over them. Other questions are `asked` about dice that explode to an end.
"""

from __future__ import annotations

from copy import copy
from functools import partial
from itertools import product
from math import prod
from operator import itemgetter
from typing import Any

from combatcli.dice.exact import unbounded
from combatcli.dice.exact.budget import BUDGET, NODE, unending
from combatcli.dice.exact.distribution import Distribution, mixture
from combatcli.dice.exact.explosions import ExplodingDie, exploding_die
from combatcli.dice.exact.kinds import DrawnDice, ExplodedFaces, IdenticalDice, dice_of, merged_dice
from combatcli.dice.exact.sums import added_weights, binomial, bounded_weights, polynomial_sum, summed
from combatcli.dice.exact.walk import MatchQuestion, SumQuestion, ValuesQuestion, answers, kept_sum
from combatcli.dice.limits import check_drawn
from combatcli.dice.rare_nodes import PooledSum, Variable
from combatcli.dice.tree import (
    Arithmetic,
    Compare,
    CustomFaces,
    Dice,
    Group,
    Modifiers,
    Number,
    Pool,
    known_faces,
    signed_terms,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from combatcli.dice.exact.expression import Scope
    from combatcli.dice.exact.sums import Counts
    from combatcli.dice.rare_nodes import MatchNode
    from combatcli.dice.tree import Node

    Faces = tuple[int, ...] | range
    SignedPool = tuple[int, Dice]
    """A pool, and -1 if its dice are subtracted, else 1."""
    Choices = Iterable[tuple[int, Sequence["UnrolledPool"]]]
    """The possible pools, each combination with its ways."""
    Options = list[tuple[int, list[IdenticalDice]]]
    """The dice that there may be, each combination with its ways."""
    Questions = Callable[[int], Sequence[SumQuestion]]
    """The questions about a number of kept dice."""

_TURNED = {">=": "<=", "<=": ">=", ">": "<", "<": ">", "=": "="}
MANY = 1_000_000_000
"""The number of dice of a pool that explodes without end: higher than any question asks for."""


class UnrolledPool:
    """``count`` dice with these faces, carried ``far``; ``sign`` is -1 if they are subtracted."""

    def __init__(self, count: int, faces: Faces, modifiers: Modifiers, far: float, sign: int = 1) -> None:
        self.far = far
        self.count = count
        self.modifiers = modifiers
        self.sign = sign
        self._faces = faces
        if modifiers.drawn:
            check_drawn(count, len(faces))
        self._die = exploding_die(faces, modifiers)
        self._kind = modifiers.explode.kind if modifiers.explode and self._die else ""

    def total(self) -> Distribution[int]:
        """Return the odds of the total of all dice, none of which is drawn."""
        modifiers = self.modifiers
        if self._die is None:
            return Distribution(summed([(added_weights(self._faces, modifiers), self.count)]))
        if self._kind == "!o":
            return Distribution(summed([(self._die.once(), self.count)]))
        unchanged = (modifiers.low, modifiers.high, modifiers.success) == (None, None, None)
        single = None if unchanged else self.compounding_die_odds(modifiers)
        if single is None:
            return self._die.endless(self.count, self.far)
        return unbounded.added([(single if single.tail else single.map(modifiers.counted), self.count)])

    def compounding_die_odds(self, modifiers: Modifiers) -> Distribution[int] | None:
        """Return the bounded odds of one of the compounding dice; None if they do not compound.

        The odds are clipped at a value from which on all values count the same for ``modifiers``.
        """
        if self._die is None or self._kind != "!!":
            return None
        single = self._die.endless(1, self.far)
        ceilings = [] if self.modifiers.high is None else [self.modifiers.high]
        if modifiers.success is not None:
            ceilings.append(value_above_comparisons(modifiers, self.sign))
        if ceilings:
            single = single.clipped(min(ceilings))
        low = self.modifiers.low
        if not single.tail:
            return single.map(self.modifiers.bounded)
        return single if low is None else unbounded.raised_to(single, low)

    def dice(self, modifiers: Modifiers) -> Options:
        """Return the dice that rolls and explosions may lead to, with their ways; ``modifiers`` are asked of them."""
        single = self.compounding_die_odds(modifiers)
        if single is not None:
            if single.tail and self.sign < 0:
                raise unending("a difference")
            dice = IdenticalDice(single, self.count)
            dice.endless = bool(single.tail)
            options = [(1, [dice])]
        elif self._die is not None:
            options = _exploded(self._die, self.count, once=self._kind == "!o")
        else:
            kind = DrawnDice if self.modifiers.drawn else IdenticalDice
            options = [(1, [kind(bounded_weights(self._faces, self.modifiers), self.count)])]
        if self.sign > 0:
            return options
        return [(ways, [each.mapped(int.__neg__) for each in dice]) for ways, dice in options]

    def kept_dice(self) -> Options:
        """Return the dice that the pool may keep; if it drops some, dice of one face each. They must not be endless."""
        options = self.dice(self.modifiers)
        if any(each.endless for _, dice in options for each in dice):
            raise unending("what is made of dice together")
        if not self.modifiers.keeps:
            return options

        def question(count: int) -> list[SumQuestion]:
            first, last = self.modifiers.kept_range(count)
            return [ValuesQuestion((first, last) if self.sign > 0 else (count - last, count - first))]

        shown = asked(options, question)
        BUDGET.spend(len(shown) * NODE)  # Each of these has a walk of its own.
        return [(ways, dice_of([({value: 1}, 1) for value in dice])) for ((dice, _),), ways in shown.items()]


def unrolled(pools: Sequence[SignedPool], scope: Scope) -> Choices:
    """Return the pools with each of their possible numbers of dice and sides."""

    def numbers(node: Node) -> Counts:
        return scope.value(node).finite("a number of dice or sides")

    choices = []
    for sign, dice in pools:
        counts, known = numbers(dice.count), known_faces(dice.sides)
        for count in counts:
            dice.check_count(count)
        faces = [(known, 1)] if known is not None else []
        if known is None:
            faces = [(dice.computed_faces(number), ways) for number, ways in numbers(dice.sides).items()]
        BUDGET.charge_outcomes(5 * len(faces))
        BUDGET.spend(len(counts) * len(faces) * NODE)
        sizes = product(counts.items(), faces)
        unrolls = partial(UnrolledPool, modifiers=dice.modifiers, far=scope.far, sign=sign)
        choices.append([(ways * weight, unrolls(n, some)) for (n, ways), (some, weight) in sizes])
    return ((prod([ways for ways, _ in each]), [pool for _, pool in each]) for each in product(*choices))


def asked_of_pools(choices: Choices, questions: Questions) -> Distribution[tuple[Any, ...]]:
    """Return the joint odds of the answers to questions about the dice that pools keep."""
    return mixture(
        [(ways, asked(_all_dice([pool.kept_dice() for pool in pools]), questions)) for ways, pools in choices]
    )


def asked(options: Options, questions: Questions) -> Distribution[tuple[Any, ...]]:
    """Return the joint odds of the answers to questions about one of several choices of dice."""
    counted = [(ways, dice, sum([each.count for each in dice])) for ways, dice in options]
    return mixture([(ways, Distribution(answers(dice, questions(count)))) for ways, dice, count in counted])


def _all_dice(pools: Sequence[Options]) -> Options:
    """Return all choices of dice of several pools together."""
    return [
        (prod([ways for ways, _ in each]), merged_dice([kind for _, dice in each for kind in dice]))
        for each in product(*pools)
    ]


def value_above_comparisons(modifiers: Modifiers, sign: int = 1) -> int:
    """Return a value from which on all higher ones, times ``sign``, count the same."""
    compares = [sign * compare.value for compare in (modifiers.success, modifiers.failure) if compare is not None]
    return max(compares) + 1


def _exploded(die: ExplodingDie, count: int, *, once: bool) -> Options:
    """Return the dice that explosions lead to, each with its ways.

    They depend on how many of the first dice explode: of 2d6!o none in 25 ways, two 1-5; one in 10, a 1-5, a 6 and any
    d6; two in 1, two 6 and any two d6. Endless extra dice like the first are one kind.
    """
    if not once and (die.first_stops, die.first_goes) == (die.stops, die.goes):
        return [(1, [IdenticalDice(die.stops, count), ExplodedFaces(die.goes, count, die.weight)])]
    options = []
    extra = polynomial_sum(die.stops, die.goes) if once else die.stops
    for exploded in range(count + 1):
        dice = [IdenticalDice(die.first_stops, count - exploded), IdenticalDice(die.first_goes, exploded)]
        ways = (
            binomial(count, exploded) * dice[0].ways_of_rest(0, dice[0].whole) * dice[1].ways_of_rest(0, dice[1].whole)
        )
        more = [] if once else [ExplodedFaces(die.goes, exploded, die.weight)]
        if ways:
            options.append((ways, [*dice, IdenticalDice(extra, exploded), *more]))
    return options


def kept_together(pools: Sequence[UnrolledPool], modifiers: Modifiers) -> Distribution[int]:
    """Return the odds of what modifiers keep or count of the dice of pools that keep all their dice.

    Raises UnendingError if no exact answer is known.
    """
    far = max([each.far for each in pools], default=1)
    options = _all_dice([each.dice(modifiers) for each in pools])
    return unbounded.choice_among(options, lambda dice: _kept_dice(dice, modifiers, far))


def _kept_dice(dice: Sequence[IdenticalDice], modifiers: Modifiers, far: float) -> Distribution[int]:
    """Return the odds of the sum of kept dice; raise UnendingError where no exact answer is known."""
    explosions = [each for each in dice if isinstance(each, ExplodedFaces) and each.count]
    finite = [each for each in dice if each.count and not isinstance(each, ExplodedFaces)]
    count = sum([each.count for each in finite])
    if any(each.endless for each in finite):
        if explosions or any(isinstance(each, DrawnDice) for each in finite):
            raise unending("keeping among dice")
        parts = [
            each.weights if isinstance(each.weights, Distribution) else Distribution(each.weights)
            for each in finite
            for _ in range(each.count)
        ]
        return unbounded.keep_distribution(parts, modifiers.kept_range(count))
    if not explosions:
        return Distribution(kept_sum(finite, modifiers.kept_range(count), count, modifiers.counted))
    first, last = modifiers.kept_range(MANY)
    if len(modifiers.keeps) > 1 and sum([number for _, number in modifiers.keeps]) > count:
        raise unending("keeping among dice")
    if last < MANY // 2 or first > MANY // 2:
        return Distribution(kept_sum([*finite, *explosions], (first, last), MANY, modifiers.counted))
    highest = max([max(each.weights) for each in finite])
    if last < MANY or first > count or len(explosions) > 1 or min(explosions[0].weights) < highest:
        raise unending("dropping among dice")
    # Dropped dice are among the finite dice, none of which is above an explosion.
    total = _total_of(explosions[0], modifiers, far)
    kept = Distribution(kept_sum(finite, (first, count), count, modifiers.counted))
    return unbounded.added([(kept, 1), (total, 1)])


def _total_of(explosions: ExplodedFaces, modifiers: Modifiers, far: float) -> Distribution[int]:
    """Return the odds of the total of all dice that explosions add."""
    stop = min(explosions.weights) - 1
    faces = {stop: explosions.of - explosions.whole, **explosions.weights}

    def value(face: int) -> int:
        return 0 if face == stop else modifiers.counted(face)

    return ExplodingDie(faces, stop.__lt__, value, value).endless(explosions.count, far)


def pooled_sum_odds(node: PooledSum, scope: Scope) -> Distribution[int]:
    """Return the odds of a group with one member, whose dice are kept or counted together.

    Constants are added to each die where the dice are counted.
    """
    pools, rest = parts_of(node.member, scope)
    if node.modifiers.success is None:
        return unbounded.added([(_together(pools, node.modifiers, scope), 1), (scope.value(rest), 1)])
    bonus = scope.value(rest).finite("what is added to each die")
    return unbounded.choice_among(
        [(ways, each) for each, ways in bonus.items()],
        lambda each: _together(pools, _counting(node.modifiers, 1, each), scope),
    )


def parts_of(member: Node, scope: Scope) -> tuple[list[SignedPool], Node]:
    """Return the pools of a sum, and the sum of its other terms; a named pool is the dice that it shows."""
    terms = _named_terms(signed_terms(member), scope)
    pools = [(sign, node) for sign, node in terms if isinstance(node, Dice)]
    return pools, _sum_of([(sign, node) for sign, node in terms if not isinstance(node, Dice)])


def _named_terms(terms: Sequence[tuple[int, Node]], scope: Scope) -> list[tuple[int, Node]]:
    """Replace the names of pools by their dice in signed terms."""
    replaced: list[tuple[int, Node]] = []
    for sign, term in terms:
        name = term.name if isinstance(term, Variable) else ""
        shown = scope.known.get(name)
        if isinstance(shown, tuple):
            dice = [Dice(Number(shown[0].count(face)), CustomFaces((face,)), Modifiers()) for face in {*shown[0]}]
            replaced += [(sign, each) for each in dice] + [(sign, Number(shown[1]))]
        elif name in scope.pools:
            replaced += _named_terms(signed_terms(scope.pools[name], sign), scope)
        else:
            replaced.append((sign, term))
    return replaced


def _sum_of(terms: Sequence[tuple[int, Node]]) -> Node:
    """Return the node of a sum of signed terms."""
    if not terms:
        return Number(0)
    return Arithmetic((Number(0), *[node for _, node in terms]), tuple(["+" if sign > 0 else "-" for sign, _ in terms]))


def _counting(modifiers: Modifiers, sign: int, bonus: int, own: Modifiers | None = None) -> Modifiers:
    """Return modifiers, based on a pool's ``own``, that count a die as ``modifiers`` count it with sign and bonus."""

    def compare(each: Compare | None) -> Compare | None:
        if each is None:
            return None
        operator = each.operator if sign > 0 else _TURNED[each.operator]
        return Compare(operator, sign * (each.value - bonus))

    turned = copy(own or modifiers)
    turned.success, turned.failure = compare(modifiers.success), compare(modifiers.failure)
    return turned


def _together(pools: Sequence[SignedPool], modifiers: Modifiers, scope: Scope) -> Distribution[int]:
    """Return the odds of the dice of pools, kept or counted together; all dice are a sum of pools."""
    if not modifiers.keeps:
        counted = [
            (1, Dice(dice.count, dice.sides, _counting(modifiers, sign, 0, dice.modifiers), dice.column))
            for sign, dice in pools
        ]
        return scope.value(_sum_of(pools if modifiers.success is None else counted))
    choices = unrolled(pools, scope)
    if any(dice.modifiers.keeps for _, dice in pools):
        sums = asked_of_pools(choices, lambda count: [SumQuestion(modifiers.kept_range(count), modifiers.counted)])
        return sums.map(itemgetter(0))
    return unbounded.choice_among(choices, lambda each: kept_together(each, modifiers))


def matches(node: MatchNode, scope: Scope) -> Distribution[int]:
    """Return the odds of matches among kept dice, or kept members of a group."""
    pool = node.pool
    assert isinstance(pool, Pool)
    modifiers = pool.modifiers

    def questions(count: int) -> list[SumQuestion]:
        return [MatchQuestion(modifiers.kept_range(count), node.kind, node.least)]

    if isinstance(pool, Group):
        parts = [(scope.value(member).finite("a match of values"), 1) for member in pool.members]
        return asked([(1, dice_of(parts))], questions).map(itemgetter(0))
    if isinstance(pool, PooledSum):
        pools = parts_of(pool.member, scope)[0]
    else:
        assert isinstance(pool, Dice)
        whole = copy(modifiers)
        whole.keeps = []
        pools = [(1, Dice(pool.count, pool.sides, whole, pool.column))]
    return asked_of_pools(unrolled(pools, scope), questions).map(itemgetter(0))
