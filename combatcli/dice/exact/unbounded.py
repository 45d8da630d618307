"""Arithmetic of outcomes that may be endless: sums, multiples, extremes, mixtures, negation.

An endless outcome is exact below its top (see `Distribution`). Each operation is that of finite outcomes, with all
others at the top; its own top is what one part at its top and the others at their lowest come to. 1d6! carried to 20,
plus 2d4, is exact below 22.
"""

from __future__ import annotations

from combatcli.dice.exact.budget import BUDGET, CLIP, TooLargeError, too_large, unending
from combatcli.dice.exact.distribution import Distribution, carried, mixture
from combatcli.dice.exact.kinds import dice_of
from combatcli.dice.exact.sums import mapped, pairs, summed
from combatcli.dice.exact.walk import kept_sum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from fractions import Fraction
    from typing import TypeVar

    from combatcli.dice.exact.sums import Counts

    T = TypeVar("T")


def added(parts: Sequence[Distribution[int]]) -> Distribution[int]:
    """Return the sum of independent outcomes."""
    counts = summed([(part.carried, 1) for part in parts])
    endless = [part for part in parts if part.tail]
    if not endless:
        return Distribution(counts)
    top = sum([part.lowest for part in parts]) + min([part.top - part.lowest for part in endless])
    total = carried(counts, top)
    if total.tail and all(part.anew for part in endless):
        finite = [part for part in parts if not part.tail]
        total.anew = lambda times: added([*finite, *[part.farther(times) for part in endless]])
    return total


def joined(left: Distribution[int], right: Distribution[int], join: Callable[[int, int], int]) -> Distribution[int]:
    """Return a function of two independent outcomes that increases in both, pair by pair."""
    tops = [join(one.top, other.lowest) for one, other in ((left, right), (right, left)) if one.tail]
    return carried(pairs(left.carried, right.carried, join), min(tops, default=None))


def grown(part: Distribution[int], function: Callable[[int], int]) -> Distribution[int]:
    """Return an increasing function of an outcome."""
    BUDGET.spend(CLIP)
    top = function(part.top) if part.tail else None
    return carried(mapped(part.carried, function, part.denominator.bit_length() / 2), top)


def keep_distribution(
    parts: Sequence[Distribution[int]], places: tuple[int, int], score: Callable[[int], int] = int
) -> Distribution[int]:
    """Return the odds of the sum of ``score`` over some places of sorted independent outcomes."""
    if places[0] >= places[1]:
        return Distribution({0: 1})
    if places == (0, len(parts)):
        return added([part if part.tail else part.map(score) for part in parts])

    def among(counts: Sequence[Counts], ceiling: int | None = None) -> Counts:
        return kept_sum(dice_of([(each, 1) for each in counts]), places, len(counts), score, ceiling)

    finite = sorted([max(part) for part in parts if not part.tail])
    if len(finite) == len(parts):
        return Distribution(among([part.ways for part in parts]))
    if not places[0] and len(finite) >= places[1]:
        # The lowest outcomes are no higher than the finite ones.
        return Distribution(among([part.clipped(finite[places[1] - 1]).ways for part in parts]))
    nearest = min([part.top for part in parts if part.tail])
    clipped = {id(part): part.clipped(nearest).ways for part in parts}
    top = nearest + sum(sorted([part.lowest for part in parts])[: places[1] - places[0] - 1])
    return carried(among([clipped[id(part)] for part in parts], top), top)


def choice_among(options: Iterable[tuple[int, T]], make: Callable[[T], Distribution[int]]) -> Distribution[int]:
    """Return the mixture of ``make(option)`` over options with natural weights."""
    return mixture([(weight, BUDGET.result(make, option)) for weight, option in options])


class Descending(Distribution[int]):
    """The negative of an endless outcome; thresholds, single outcomes and quantiles are exact.

    As a mapping it lists the negatives of the listed outcomes; ``tail`` counts the ways below them.
    """

    descends = True

    def __init__(self, negated: Distribution[int]) -> None:
        self.negated = negated
        super().__init__({-outcome: count for outcome, count in [*negated.items()][::-1]}, negated.denominator)
        self.tail = negated.tail

    def upward(self) -> Distribution[int]:
        """Return the negative, which has a lowest outcome."""
        return self.negated

    def fraction(self, outcome: int) -> Fraction:
        """Return the chance of one outcome."""
        return self.negated.fraction(-outcome)

    def at_least(self, threshold: int) -> Fraction:
        """Return the chance of ``threshold`` or more."""
        try:
            return self.negated.at_most(-threshold)
        except TooLargeError:
            raise too_large(less="a higher threshold") from None

    def quantile(self, share: Fraction) -> int:
        """Return the lowest outcome that a share (0 to 1) of all ways does not exceed."""
        outcomes = self.negated.leaving(share / 2)
        left = outcomes.tail
        for outcome in sorted(outcomes, reverse=True):
            left += outcomes[outcome]
            if left >= share * outcomes.denominator:
                return -outcome
        raise AssertionError(share)

    def clipped(self, ceiling: int) -> Distribution[int]:
        """Raise DiceError: the result would have no lowest outcome."""
        raise unending("a difference")

    def weighted(self) -> tuple[float, float, float]:
        """Return the weighted sums, of all ways but negligibly few; raise DiceError if the outcomes go on too far."""
        first, second, whole = self.negated.weighted()
        return -first, second, whole

    @property
    def mean_fraction(self) -> Fraction:
        """The exact expected outcome; raises DiceError where it takes endless outcomes too far."""
        return -self.negated.mean_fraction


def negated(outcomes: Distribution[int]) -> Distribution[int]:
    """Return the negative of an outcome."""
    if isinstance(outcomes, Descending):
        return outcomes.negated
    return Descending(outcomes) if outcomes.tail else outcomes.map(int.__neg__)
