"""Pools of dice: their possible sizes, the dice that explosions lead to, and questions about one or several pools.

``4d6!kh3`` is counted here: `unrolled` finds the pools, `UnrolledPool.dice` the identical dice and the endless
explosions, and `kept_together` walks over them. Other questions are `asked` about dice that explode to an end.
"""

from __future__ import annotations

from itertools import product
from math import prod
from typing import Any

from combatcli.dice.exact import unbounded
from combatcli.dice.exact.budget import BUDGET, NODE, unending
from combatcli.dice.exact.distribution import Distribution, Unbounded, carried, mixture
from combatcli.dice.exact.explosions import ExplodingDie, exploding_die
from combatcli.dice.exact.kinds import DrawnDice, EndlessExplosions, IdenticalDice, dice_of, merged_dice
from combatcli.dice.exact.polynomials import added, binomial
from combatcli.dice.exact.recurring import of_order_statistic
from combatcli.dice.exact.sums import counted_of, mapped, pairs, summed, values_of
from combatcli.dice.exact.terms import faces_of, numbers_of
from combatcli.dice.exact.walk import Shown, SumOf, answers, kept_sum
from combatcli.dice.limits import check_drawn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from combatcli.dice.exact.sums import Counts
    from combatcli.dice.exact.terms import Scope
    from combatcli.dice.tree import Dice, Modifiers

    SignedPool = tuple[int, Dice]
    """A pool, and -1 if its dice are subtracted, else 1."""
    Choices = Iterable[tuple[int, Sequence["UnrolledPool"]]]
    """The possible pools, each combination with its ways."""

MANY = 1_000_000_000
"""The number of dice of a pool that explodes without end: higher than any question asks for."""


class UnrolledPool:
    """``count`` dice with these faces, carried ``far``; ``sign`` is -1 if they are subtracted."""

    def __init__(
        self, count: int, faces: tuple[int, ...] | range, modifiers: Modifiers, far: float, sign: int = 1
    ) -> None:
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
        """Return the odds of the total of all dice."""
        if self.modifiers.drawn:
            drawn = DrawnDice(counted_of(values_of(self._faces, self.modifiers), self.modifiers), self.count)
            return Distribution(kept_sum([drawn], (0, self.count), self.count))
        if self._die is not None and self._kind == "!o":
            return Distribution(summed([(self._die.once(), self.count)]))
        changes = self.modifiers.low, self.modifiers.high, self.modifiers.success
        single = None if changes == (None, None, None) else self.compounding(self.modifiers)
        if self._die is not None and single is None:
            return self._die.endless(self.count, self.far)
        if isinstance(single, Unbounded):
            return unbounded.repeated_sum(single, self.count)
        values = values_of(self._faces, self.modifiers) if single is None else single.ways
        return Distribution(summed([(counted_of(values, self.modifiers), self.count)]))

    def compounding(self, modifiers: Modifiers) -> Distribution[int] | None:
        """Return the bounded odds of one compounding die; None if these dice do not compound.

        The odds are clipped at a value from which on all values count the same for ``modifiers``.
        """
        if self._die is None or self._kind != "!!":
            return None
        single = self._die.endless(1, self.far)
        ceilings = [] if self.modifiers.high is None else [self.modifiers.high]
        if modifiers.success is not None:
            ceilings.append(ceiling_of_counts(modifiers, self.sign))
        if ceilings:
            single = single.clipped(min(ceilings))
        if not isinstance(single, Unbounded):
            return Distribution(mapped(single.ways, self.modifiers.bounded))
        return single if self.modifiers.low is None else unbounded.raised_to(single, self.modifiers.low)

    def dice(self, single: Distribution[int] | None) -> list[tuple[int, list[IdenticalDice]]]:
        """Return the dice that rolls and explosions may lead to, before keeping and counting, with their ways.

        ``single`` is the distribution of one die if they are `compounding`.
        """
        if isinstance(single, Unbounded):
            raise unending("what is made of dice together")
        if single is not None:
            options = [(1, [IdenticalDice(single.ways, self.count)])]
        elif self._die is not None:
            options = _exploded(self._die, self.count, once=self._kind == "!o")
        else:
            kind = DrawnDice if self.modifiers.drawn else IdenticalDice
            options = [(1, [kind(values_of(self._faces, self.modifiers), self.count)])]
        return options if self.sign > 0 else [(ways, [each.negated() for each in dice]) for ways, dice in options]

    def finite(self) -> list[tuple[int, list[IdenticalDice]]]:
        """Return the dice that rolls and explosions may lead to; raise UnendingError if they are endless."""
        options = self.dice(self.compounding(self.modifiers))
        if any(isinstance(each, EndlessExplosions) for _, dice in options for each in dice):
            raise unending("what is made of dice together")
        return options

    def places(self, count: int) -> tuple[int, int]:
        """Return the half-open range of places that the pool keeps of ``count`` ascending dice."""
        first, last = self.modifiers.kept_range(count)
        return (first, last) if self.sign > 0 else (count - last, count - first)


def unrolled(pools: Sequence[SignedPool], scope: Scope) -> Choices:
    """Return the pools with each of their possible numbers of dice and sides."""
    choices = []
    for sign, dice in pools:
        counts = numbers_of(dice.count, scope)
        for count in counts:
            dice.check_count(count)
        face_choices = faces_of(dice, scope)
        BUDGET.spend(len(counts) * len(face_choices) * NODE)
        sizes = product(counts.items(), face_choices)
        choices.append(
            [
                (ways * weight, UnrolledPool(n, faces, dice.modifiers, scope.far, sign))
                for (n, ways), (weight, faces) in sizes
            ]
        )
    return ((prod([ways for ways, _ in each]), [pool for _, pool in each]) for each in product(*choices))


def asked(choices: Choices, questions: Callable[[int], Sequence[SumOf]]) -> Distribution[tuple[Any, ...]]:
    """Return the joint odds of the answers to questions about the kept dice; ``questions`` gets their number."""
    return mixture([(ways, _asked(_kept_dice_of(pools), questions)) for ways, pools in choices])


def asked_of_kept(
    choices: Choices, modifiers: Modifiers, question: Callable[[tuple[int, int]], SumOf]
) -> Distribution[int]:
    """Return the odds of the answer to a question about the dice that each pool, and then ``modifiers``, keep."""
    answers = asked(choices, lambda count: [question(modifiers.kept_range(count))])
    return Distribution({answer: ways for (answer,), ways in answers.items()}, answers.denominator)


def _asked(
    options: Iterable[tuple[int, Sequence[IdenticalDice]]], questions: Callable[[int], Sequence[SumOf]]
) -> Distribution[tuple[Any, ...]]:
    parts = []
    for ways, dice in options:
        count = sum([each.count for each in dice])
        parts.append((ways, Distribution(answers(dice, questions(count)))))
    return mixture(parts)


def _kept_dice_of(pools: Sequence[UnrolledPool]) -> list[tuple[int, list[IdenticalDice]]]:
    """Return the dice that pools keep; if a pool drops dice, the kept ones are dice of one face each."""
    shown: dict[tuple[int, ...], int] = {(): 1}
    for pool in pools:
        if pool.modifiers.keeps:
            kept = _asked(pool.finite(), lambda count, pool=pool: [Shown(pool.places(count))])  # type: ignore[misc]
            one = {dice: ways for (dice,), ways in kept.items()}
            shown = pairs(shown, one, lambda left, right: tuple(sorted(left + right)))
    fixed = [(ways, dice_of([({value: 1}, 1) for value in dice])) for dice, ways in shown.items()]
    choices = product(fixed, *[pool.finite() for pool in pools if not pool.modifiers.keeps])
    return [
        (prod([ways for ways, _ in each]), merged_dice([kind for _, some in each for kind in some])) for each in choices
    ]


def ceiling_of_counts(modifiers: Modifiers, sign: int = 1) -> int:
    """Return a number from which on all values, times ``sign``, count the same."""
    compares = [sign * compare.value for compare in (modifiers.success, modifiers.failure) if compare is not None]
    return max(compares) + 1


def _exploded(die: ExplodingDie, count: int, *, once: bool) -> list[tuple[int, list[IdenticalDice]]]:
    """Return the dice that explosions lead to, each with its ways.

    They depend on how many of the first dice explode: of 2d6!o none in 25 ways, two 1-5; one in 10, a 1-5, a 6 and any
    d6; two in 1, two 6 and any two d6. Endless extra dice like the first are one kind.
    """
    if not once and (die.first_stops, die.first_goes) == (die.stops, die.goes):
        return [(1, [IdenticalDice(die.stops, count), EndlessExplosions(die.goes, count, die.weight)])]
    options = []
    extra = added(die.stops, die.goes) if once else die.stops
    for exploded in range(count + 1):
        dice = [IdenticalDice(die.first_stops, count - exploded), IdenticalDice(die.first_goes, exploded)]
        ways = binomial(count, exploded) * dice[0].rest(0, dice[0].whole) * dice[1].rest(0, dice[1].whole)
        more = [] if once else [EndlessExplosions(die.goes, exploded, die.weight)]
        if ways:
            options.append((ways, [*dice, IdenticalDice(extra, exploded), *more]))
    return options


def kept_together(pools: Sequence[UnrolledPool], modifiers: Modifiers) -> Distribution[int]:
    """Return the odds of what modifiers keep or count of the dice of pools that keep all their dice.

    Raises UnendingError if no exact answer is known.
    """
    singles = [(each, each.compounding(modifiers)) for each in pools]
    if modifiers.success is None and any(isinstance(single, Unbounded) for _, single in singles):
        return _kept_compounding(singles, modifiers)
    choices = product(*[each.dice(single) for each, single in singles])
    options = [(prod([ways for ways, _ in each]), [kind for _, some in each for kind in some]) for each in choices]
    far = max([each.far for each in pools], default=1)
    return unbounded.choice_among(options, lambda dice: _kept_dice(merged_dice(dice), modifiers, far))


def _kept_dice(dice: Sequence[IdenticalDice], modifiers: Modifiers, far: float) -> Distribution[int]:
    """Return the odds of the sum of kept dice; raise UnendingError where no exact answer is known."""
    explosions = [each for each in dice if isinstance(each, EndlessExplosions) and each.count]
    finite = [each for each in dice if each.count and not isinstance(each, EndlessExplosions)]
    count = sum([each.count for each in finite])
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
    return unbounded.plus(Distribution(kept_sum(finite, (first, count), count, modifiers.counted)), total)


def _total_of(explosions: EndlessExplosions, modifiers: Modifiers, far: float) -> Distribution[int]:
    """Return the odds of the total of all dice that explosions add."""
    stop = min(explosions.weights) - 1
    faces = {stop: explosions.of - explosions.whole, **explosions.weights}

    def value(face: int) -> int:
        return 0 if face == stop else modifiers.counted(face)

    return ExplodingDie(faces, stop.__lt__, value, value).endless(explosions.count, far)


def _kept_compounding(
    singles: Sequence[tuple[UnrolledPool, Distribution[int] | None]], modifiers: Modifiers
) -> Distribution[int]:
    """Return the odds of the sum of kept dice some of which compound without end.

    ``singles`` are pools, each with the distribution of one die if it is `compounding`.
    """
    parts: list[Distribution[int]] = []
    for each, single in singles:
        die = single
        if not isinstance(die, Unbounded):
            ((_, dice), *more) = each.dice(single)
            if more or len(dice) > 1 or each.modifiers.drawn:
                raise unending("keeping among dice")
            die = Distribution(dice[0].weights)
        elif each.sign < 0:
            raise unending("a difference")
        parts += [die] * each.count
    places = modifiers.kept_range(len(parts))
    if len(singles) == 1 and places == (0, len(parts)):
        return unbounded.repeated_sum(parts[0], len(parts)) if parts else Distribution({0: 1})
    return keep_distribution(parts, places)


def keep_distribution(
    parts: Sequence[Distribution[int]], places: tuple[int, int], score: Callable[[int], int] = int
) -> Distribution[int]:
    """Return the odds of the sum of ``score`` over some places of sorted independent outcomes."""
    if places[0] >= places[1]:
        return Distribution({0: 1})

    def among(counts: Sequence[Counts], ceiling: int | None = None) -> Counts:
        return kept_sum(dice_of([(each, 1) for each in counts]), places, len(counts), score, ceiling)

    finite = sorted([max(part) for part in parts if not isinstance(part, Unbounded)])
    if len(finite) == len(parts):
        return Distribution(among([part.ways for part in parts]))
    if not places[0] and len(finite) >= places[1]:
        # The lowest outcomes are no higher than the finite ones.
        return Distribution(among([part.clipped(finite[places[1] - 1]).ways for part in parts]))
    kept, recurrence = places[1] - places[0], None
    if kept == 1:
        recurrences = [unbounded.recurrence_of(part) for part in parts]
        recurrence = of_order_statistic([each for each in recurrences if each]) if all(recurrences) else None
    nearest = min([part.top for part in parts if isinstance(part, Unbounded)])
    clipped = {id(part): part.clipped(nearest).ways for part in parts}
    top = nearest + sum(sorted([part.lowest for part in parts])[: kept - 1])
    return carried(among([clipped[id(part)] for part in parts], top), top, recurrence=recurrence)
