"""Arithmetic of endless outcomes, which have no maximum: sums, multiples, extremes, mixtures, negation.

Each operation defines how its result is clipped at a ceiling, by clipping its operands.
"""

from __future__ import annotations

from math import gcd

from combatcli.dice.exact.budget import BUDGET, CLIP, TooLargeError, too_large, unending
from combatcli.dice.exact.distribution import Distribution, Unbounded, mixture
from combatcli.dice.exact.polynomials import truncated_power
from combatcli.dice.exact.recurring import Recurrence, either, of_order_statistic
from combatcli.dice.exact.sums import summed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from fractions import Fraction
    from typing import TypeVar

    from combatcli.dice.exact.sums import Counts, Power

    T = TypeVar("T")

_MOST_ENDLESS = 20
"""The most endless outcomes that are added up."""


def total(powers: Sequence[Power], endless: Sequence[Unbounded]) -> Distribution[int]:
    """Return the sum of finite powers and endless outcomes, as a balanced tree of additions."""
    if len(endless) > _MOST_ENDLESS:
        raise too_large()
    parts: list[Distribution[int]] = [*endless, Distribution(summed(powers))]
    while len(parts) > 1:
        odd = parts[-1:] if len(parts) % 2 else []
        parts = [plus(*both) for both in zip(parts[::2], parts[1::2], strict=False)] + odd
    return parts[0]


def added(parts: Sequence[Distribution[int]]) -> Distribution[int]:
    """Return the sum of independent outcomes, some of which may be endless."""
    finite = [(part.ways, 1) for part in parts if not isinstance(part, Unbounded)]
    return total(finite, [part for part in parts if isinstance(part, Unbounded)])


def plus(left: Distribution[int], right: Distribution[int]) -> Distribution[int]:
    """Return the sum of two independent outcomes."""
    if not isinstance(left, Unbounded) and not isinstance(right, Unbounded):
        return Distribution(summed([(left.ways, 1), (right.ways, 1)]))
    low_left, low_right = lowest(left), lowest(right)

    def clip(ceiling: int) -> Distribution[int]:
        first, second = left.clipped(ceiling - low_right), right.clipped(ceiling - low_left)
        return Distribution(summed([(first.ways, 1), (second.ways, 1)])).clipped(ceiling)

    def moments() -> tuple[Fraction, Fraction]:
        return (left.mean_fraction + right.mean_fraction, left.variance_fraction + right.variance_fraction)

    one, other = recurrence_of(left), recurrence_of(right)
    both = one.added(other) if one and other else None
    return Unbounded(clip, low_left + low_right, moments, listed_span(left) + listed_span(right), both)


def repeated_sum(part: Distribution[int], count: int) -> Distribution[int]:
    """Return the sum of ``count`` independent outcomes."""
    if count == 0:
        return Distribution({0: 1})
    if count == 1:
        return part
    if not isinstance(part, Unbounded):
        return Distribution(summed([(part.ways, count)]))
    low = part.lowest
    total = low * count

    def clip(ceiling: int) -> Distribution[int]:
        single = part.clipped(low + ceiling - total)
        below = {outcome: ways for outcome, ways in single.items() if outcome < low + ceiling - total}
        step = gcd(*[outcome - low for outcome in below]) or 1
        length = -((total - ceiling) // step)
        coefficients = truncated_power([below.get(low + n * step, 0) for n in range(length)], count, length)
        counts = {total + n * step: c for n, c in enumerate(coefficients) if c}
        whole = single.denominator**count
        counts[ceiling] = whole - sum(coefficients)
        return Distribution(counts, whole)

    def moments() -> tuple[Fraction, Fraction]:
        return part.mean_fraction * count, part.variance_fraction * count

    listed = Distribution(part.ways, part.denominator)
    guess = guessed((listed.mean * count, listed.deviation**2 * count), total)
    recurrence = part.recurrence.repeated(count) if part.recurrence else None
    return Unbounded(clip, total, moments, guess, recurrence)


def guessed(moments: tuple[Fraction | float, Fraction | float], low: int) -> int:
    """Guess from mean and variance how far above the lowest outcome hardly any way is left."""
    # A variance computed as a difference of large floats may be negative.
    return int(float(moments[0]) - low + 10 * max(0.0, float(moments[1])) ** 0.5)


def scaled(part: Unbounded, factor: int) -> Distribution[int]:
    """Return an endless outcome times a factor of 0 or more."""
    if factor < 2:
        return part if factor else Distribution({0: 1})

    def moments() -> tuple[Fraction, Fraction]:
        return part.mean_fraction * factor, part.variance_fraction * factor * factor

    recurrence = part.recurrence.scaled(factor) if part.recurrence else None
    return _grown(part, lambda outcome: outcome * factor, lambda ceiling: -(-ceiling // factor), moments, recurrence)


def divided(part: Unbounded, divisor: int) -> Unbounded:
    """Return an endless outcome divided by a positive number, rounded down."""
    if divisor == 1:
        return part
    recurrence = part.recurrence.divided(divisor) if part.recurrence else None
    return _grown(part, lambda outcome: outcome // divisor, lambda ceiling: ceiling * divisor, None, recurrence)


def raised_to(part: Unbounded, low: int) -> Unbounded:
    """Return the maximum of an endless outcome and ``low``."""
    if low <= part.lowest:
        return part

    def moments() -> tuple[Fraction, Fraction]:
        clipped = part.clipped(low)
        below = [(value, clipped.fraction(value)) for value in clipped if value < low]
        first = part.mean_fraction
        mean = first + sum([chance * (low - value) for value, chance in below])
        square = part.variance_fraction + first * first
        square += sum([chance * (low * low - value * value) for value, chance in below])
        return mean, square - mean * mean

    recurrence = part.recurrence and Recurrence(max(part.recurrence.start, low + 1), part.recurrence.series)
    return _grown(part, lambda outcome: max(outcome, low), int, moments, recurrence)


def _grown(
    part: Unbounded,
    function: Callable[[int], int],
    inverse: Callable[[int], int],
    moments: Callable[[], tuple[Fraction, Fraction]] | None = None,
    recurrence: Recurrence | None = None,
) -> Unbounded:
    """Return an increasing function of an outcome; ``inverse`` returns the first outcome that reaches a ceiling."""

    def clip(ceiling: int) -> Distribution[int]:
        BUDGET.spend(CLIP)
        return part.clipped(inverse(ceiling)).map(lambda outcome: min(function(outcome), ceiling))

    low = function(part.lowest)
    return Unbounded(clip, low, moments, function(part.lowest + listed_span(part)) - low + 1, recurrence)


def joined(
    parts: Sequence[Distribution[int]],
    low: int,
    join: Callable[[Sequence[Counts], int], Counts],
    *,
    kept: int,
) -> Distribution[int]:
    """Return ``join`` of independent outcomes, at least one of them endless.

    ``join`` takes the counts of each part and a ceiling, and returns the counts of the result, which increases with
    each part, is the sum of ``kept`` parts and has the lowest outcome ``low``. To clip the result, the parts are
    clipped at the ceiling minus all negative lowest outcomes: one part there lifts the result to the ceiling.
    """
    spare = -sum([min(0, lowest(part)) for part in parts])

    def clip(ceiling: int) -> Distribution[int]:
        distinct = {id(part): part for part in parts}
        ways = {each: part.clipped(ceiling + spare).ways for each, part in distinct.items()}
        return Distribution(join([ways[id(part)] for part in parts], ceiling)).clipped(ceiling)

    recurrences = [recurrence_of(part) if kept == 1 else None for part in parts]
    recurrence = of_order_statistic([each for each in recurrences if each]) if all(recurrences) else None
    widest = max(parts, key=listed_span)
    reach = listed_span(widest)
    if kept > 1:
        listed = Distribution(widest.ways)
        reach += int(kept * listed.mean + 3 * listed.deviation * kept**0.5) - low
    return Unbounded(clip, low, None, reach, recurrence)


def choice(parts: list[tuple[int, Distribution[int]]]) -> Distribution[int]:
    """Return the mixture of distributions with natural weights."""
    if len(parts) == 1:
        return parts[0][1]
    if not any(isinstance(part, Unbounded) for _, part in parts):
        return mixture(parts)
    whole = sum([weight for weight, _ in parts])

    def clip(ceiling: int) -> Distribution[int]:
        return mixture([(weight, part.clipped(ceiling)) for weight, part in parts])

    def moments() -> tuple[Fraction, Fraction]:
        from fractions import Fraction

        means = [(weight, part.mean_fraction, part.variance_fraction) for weight, part in parts]
        mean = sum([first * weight for weight, first, _ in means], start=Fraction(0)) / whole
        square = sum([(spread + first * first) * weight for weight, first, spread in means], start=Fraction(0)) / whole
        return mean, square - mean * mean

    low = min([lowest(part) for _, part in parts])
    recurrences = [recurrence_of(part) for _, part in parts]
    recurrence = either([each for each in recurrences if each]) if all(recurrences) else None
    return Unbounded(clip, low, moments, max([listed_span(part) for _, part in parts]), recurrence)


def choice_among(options: Iterable[tuple[int, T]], make: Callable[[T], Distribution[int]]) -> Distribution[int]:
    """Return the mixture of ``make(option)`` over options with natural weights."""
    return choice([(weight, BUDGET.result(make, option)) for weight, option in options])


def lowest(part: Distribution[int]) -> int:
    """Return the lowest outcome."""
    return part.lowest if isinstance(part, Unbounded) else min(part)


def listed_span(part: Distribution[int]) -> int:
    """Return the distance from the lowest to the highest listed outcome."""
    return max(part, default=lowest(part)) - lowest(part)


def recurrence_of(part: Distribution[int]) -> Recurrence | None:
    """Return the recurrence of outcomes, which for finite ones has no series; None if it is not known."""
    return part.recurrence if isinstance(part, Unbounded) else Recurrence(max(part) + 1, {})


class Descending(Distribution[int]):
    """The negative of an endless outcome; thresholds, single outcomes and quantiles are exact.

    As a mapping it lists the negatives of the listed outcomes; ``tail`` counts the ways below them.
    """

    __slots__ = ("negated", "tail")

    descends = True

    def __init__(self, negated: Unbounded) -> None:
        self.negated = negated
        super().__init__({-outcome: count for outcome, count in reversed(list(negated.items()))}, negated.denominator)
        self.tail = negated.tail

    def fraction(self, outcome: int) -> Fraction:
        """Return the chance of one outcome."""
        return self.at_least(outcome) - self.at_least(outcome + 1)

    def at_least(self, threshold: int) -> Fraction:
        """Return the chance of ``threshold`` or more."""
        try:
            return self.negated.at_most(-threshold)
        except TooLargeError:
            raise too_large(less="a higher threshold") from None

    def quantile(self, share: Fraction) -> int:
        """Return the lowest outcome that a share (0 to 1) of all ways does not exceed."""
        outcome = self.negated.quantile(1 - share)
        return -(outcome if self.negated.at_most(outcome) > 1 - share else self.negated.next_above(outcome))

    def clipped(self, ceiling: int) -> Distribution[int]:
        """Raise DiceError: the result would have no lowest outcome."""
        raise unending("a difference")

    @property
    def mean(self) -> float:
        """The expected outcome."""
        return -self.negated.mean

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        return self.negated.deviation


def negated(outcomes: Distribution[int]) -> Distribution[int]:
    """Return the negative of an outcome."""
    if isinstance(outcomes, Descending):
        return outcomes.negated
    return Descending(outcomes) if isinstance(outcomes, Unbounded) else outcomes.map(int.__neg__)
