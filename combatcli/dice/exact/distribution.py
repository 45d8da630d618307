"""Exact distributions: immutable mappings from outcomes to natural numbers of ways.

Dice that explode without end are carried so far that hardly any way is left; ``tail`` tells these ways.
"""

from __future__ import annotations

from itertools import accumulate
from math import gcd, lcm

from combatcli.dice.exact.budget import BUDGET, TooLargeError, fraction_work, too_large, unending
from combatcli.dice.exact.sums import mapped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping
    from fractions import Fraction
    from typing import Any, TypeVar

    from combatcli.dice.exact.recurring import GeometricTail

    T = TypeVar("T", bound=Hashable)
    U = TypeVar("U", bound=Hashable)
    Moments = tuple[Fraction, Fraction]
    """The mean and the variance."""
else:
    # Importing typing takes longer than most odds; but a base class needs its parameter at run time.
    T = object


class NotFarEnoughError(Exception):
    """Endless dice were not carried far enough for a question; ``times`` as far may do."""

    def __init__(self, times: float) -> None:
        super().__init__(times)
        self.times = times


class Distribution(dict[T, int]):
    """The ways of each outcome, out of ``denominator`` equally likely ways; it must not be changed.

    Impossible outcomes are not keys.

    Endless outcomes are exact below ``top``, and ``tail`` is the ways of ``top`` or more `ways_with_tail`. Thresholds,
    single outcomes and `clipped` are exact at any distance: ``anew`` computes the same outcomes some times as far.
    Within an expression it is None, and NotFarEnoughError evaluates all of it anew. ``moments`` are exact for
    sums; where no closed form is known, they are None, ``mean_fraction`` raises DiceError, and ``mean`` and
    ``deviation`` leave out less than 1/``RARE``. ``recurrence`` is the recurrence of endless outcomes, if known.
    With a ``top``, only lower ``counts`` are taken, and all other ways are the tail.
    """

    RARE = 10**9
    """Endless outcomes are listed until less than one way in this number is left."""
    MOST = 10_000
    """The most endless outcomes that are listed."""

    descends = False
    """Whether there is no lowest outcome; True for `NegatedEndless` alone."""
    tail = 0
    top = 0
    anew: Callable[[float], Distribution[T]] | None = None
    recurrence: GeometricTail | None = None
    endless_moments: Moments | None = None
    unlisted: Distribution[int] | None = None

    def __init__(self, counts: Mapping[T, int], denominator: int | None = None, top: Any = None) -> None:
        if 0 in counts.values():
            counts = {outcome: count for outcome, count in counts.items() if count}
        super().__init__(counts if top is None else {outcome: counts[outcome] for outcome in counts if outcome < top})
        self.denominator = sum(self.values()) if denominator is None else denominator
        if top is not None:
            self.tail, self.top = self.denominator - sum(self.values()), top

    def __repr__(self) -> str:
        return f"{type(self).__name__}({super().__repr__()})"

    @property
    def ways_with_tail(self: Distribution[int]) -> dict[int, int]:
        """The ways of each outcome, with those of the tail at the ``top``."""
        return {**self, self.top: self.tail} if self.tail else self

    @property
    def lowest(self: Distribution[int]) -> int:
        """The lowest outcome."""
        return min(self, default=self.top)

    def fraction(self, outcome: T) -> Fraction:
        """Return the chance of one outcome."""
        if self.tail and outcome not in self:
            numbers: Distribution[Any] = self
            number: Any = outcome
            return numbers.at_least(number) - numbers.at_least(number + 1)
        return _fraction(self.get(outcome, 0), self.denominator)

    def at_least(self: Distribution[int], threshold: int) -> Fraction:
        """Return the chance of ``threshold`` or more."""
        clipped = self.clipped(threshold)
        return _fraction(clipped.get(threshold, 0), clipped.denominator)

    def at_most(self: Distribution[int], threshold: int) -> Fraction:
        """Return the chance of ``threshold`` or less."""
        return 1 - self.at_least(threshold + 1)

    def quantile(self: Distribution[int], share: Fraction) -> int:
        """Return the lowest outcome that a share (0 to 1) of all ways does not exceed."""
        from bisect import bisect_left

        carried = self.with_tail_at_most(1 - share)
        outcomes: list[int] = sorted(carried)
        at_most = list(accumulate([carried[outcome] for outcome in outcomes]))
        return outcomes[bisect_left(at_most, share * carried.denominator)]

    def clipped(self: Distribution[int], ceiling: int) -> Distribution[int]:
        """Return the distribution of ``min(outcome, ceiling)``."""
        with BUDGET:
            try:
                reaching = self.exact_below(ceiling)
            except TooLargeError:
                raise too_large(less="a lower threshold") from None
            BUDGET.charge_outcomes(len(reaching), reaching.denominator.bit_length() / 2)
            below = {outcome: count for outcome, count in reaching.items() if outcome < ceiling}
            return Distribution({**below, ceiling: reaching.denominator - sum(below.values())}, reaching.denominator)

    def finite(self, what: str) -> Distribution[T]:
        """Return the outcomes; raise DiceError, which says that ``what`` is not known, if they are endless."""
        if self.tail:
            raise unending(what)
        return self

    def farther(self, times: float) -> Distribution[T]:
        """Return the same endless outcomes, carried about a number of times as far."""
        if self.anew is None:
            raise NotFarEnoughError(times)
        return self.anew(times)

    def exact_below(self: Distribution[int], top: int) -> Distribution[int]:
        """Return the same outcomes, computed far enough to be exact below ``top``."""
        outcomes = self
        while outcomes.tail and top > outcomes.top:
            low = outcomes.lowest
            outcomes = outcomes.farther(max(1.1, (top - low) / max(1, outcomes.top - low)))
        return outcomes

    def with_tail_at_most(self: Distribution[int], share: Fraction) -> Distribution[int]:
        """Return the same outcomes with at most this share of all ways in the tail."""
        outcomes = self
        while outcomes.tail > share * outcomes.denominator:
            outcomes = outcomes.farther(2)
        return outcomes

    def with_shortest_listing(self: Distribution[int]) -> Distribution[int]:
        """Return the same endless outcomes with as few of them listed as needed."""
        left, outcomes = self.tail, sorted(self)
        while outcomes and (left + self[outcomes[-1]]) * self.RARE < self.denominator:
            left += self[outcomes.pop()]
        top = outcomes[: self.MOST][-1] + 1 if outcomes else self.top
        shorter = Distribution({outcome: self[outcome] for outcome in outcomes}, self.denominator, top)
        shorter.anew, shorter.unlisted = (lambda _: self), self
        shorter.recurrence, shorter.endless_moments = self.recurrence, self.endless_moments
        return shorter

    def map(self, function: Callable[[T], U]) -> Distribution[U]:
        """Return the distribution of ``function(outcome)``; raise DiceError if outcomes are endless."""
        counts = self.finite("a function of the outcome")
        return Distribution(mapped(counts, function, self.denominator.bit_length() / 2), self.denominator)

    def ascending(self: Distribution[int]) -> Distribution[int]:
        """Return the same distribution with its outcomes in ascending order, as endless ones are."""
        if self.tail:
            return self
        return Distribution({outcome: self[outcome] for outcome in sorted(self)}, self.denominator)

    def texts(self) -> dict[T, str]:
        """Return the chances of all listed outcomes as text: ``1/216``, in lowest terms, of any length."""
        texts: dict[T, str] = {}
        denominators: dict[int, str] = {1: ""}
        for outcome, count in self.items():
            common = gcd(count, self.denominator)
            denominator = self.denominator // common
            if denominator not in denominators:
                denominators[denominator] = f"/{digits(denominator)}"
            texts[outcome] = digits(count // common) + denominators[denominator]
        return texts

    @property
    def mean(self: Distribution[int]) -> float:
        """The expected outcome."""
        return self.float_moments()[0]

    @property
    def deviation(self: Distribution[int]) -> float:
        """The standard deviation."""
        return float(self.float_moments()[1] ** 0.5)

    @property
    def mean_fraction(self: Distribution[int]) -> Fraction:
        """The exact expected outcome; raises DiceError where it is not known."""
        if self.moments is None:
            raise unending("the exact mean")
        return self.moments[0]

    def with_lowest_outcome(self) -> Distribution[T]:
        """Return outcomes that have a lowest one: themselves, or the negated ones if they have none."""
        return self

    @property
    def moments(self: Distribution[int]) -> Moments | None:
        """The exact mean and variance, if known."""
        if self.tail:
            return self.endless_moments
        first, second, whole = self._weighted()
        return _fraction(first, whole), _fraction(second * whole - first * first, whole**2)

    def float_moments(self: Distribution[int]) -> tuple[float, float]:
        """Return mean and variance, of all ways but negligibly few; raise DiceError if the outcomes go on too far."""
        if self.tail and self.moments:
            return float(self.moments[0]), float(self.moments[1])
        if self.unlisted is not None:
            return self.unlisted.float_moments()
        if self.tail * self.RARE > self.denominator:
            raise TooLargeError(
                "the outcomes of this go on too far for a table", "Ask for one threshold: --at-least N, --at-most N"
            )
        # The division of two huge integers is correctly rounded as long as the quotient fits a float.
        first, second, whole = self._weighted()
        return first / whole, (second * whole - first * first) / whole**2

    def _weighted(self: Distribution[int]) -> tuple[int, int, int]:
        """Return the sums of outcomes and of their squares, weighted by their ways, and the number of all ways."""
        counts = self.ways_with_tail.items()
        first, second = [sum([outcome**power * ways for outcome, ways in counts]) for power in (1, 2)]
        return first, second, self.denominator


def mixture(parts: Iterable[tuple[int, Distribution[T]]]) -> Distribution[T]:
    """Return the mixture of distributions with natural weights."""
    weighted = list(parts)
    common = 1
    for total in {part.denominator for _, part in weighted}:
        BUDGET.spend(fraction_work(total.bit_length()))
        common = lcm(common, total)
    for _, part in weighted:
        BUDGET.charge_pairs(
            20 + len(part), part.denominator.bit_length(), common.bit_length() - part.denominator.bit_length()
        )
    BUDGET.charge_outcomes(max([len(part) for _, part in weighted], default=0), common.bit_length())
    mixed: dict[T, int] = {}
    for weight, part in weighted:
        factor = weight * (common // part.denominator)
        for outcome, count in part.items():
            mixed[outcome] = mixed.get(outcome, 0) + factor * count
    return Distribution(mixed, common * sum([weight for weight, _ in weighted]))


_SHORT = 12_000


def digits(number: int) -> str:
    """Write an integer in decimal, with any number of digits (`str` has a limit)."""
    if number < 0:
        return f"-{digits(-number)}"
    if number.bit_length() < _SHORT:
        return str(number)
    half = number.bit_length() * 30103 // 200_000  # half of its digits
    high, low = divmod(number, 10**half)
    return digits(high) + digits(low).rjust(half, "0")


def ratio_text(numerator: int, denominator: int) -> str:
    """Return a ratio in lowest terms, ``79/100``; a whole number without its denominator."""
    common = gcd(numerator, denominator)
    if denominator == common:
        return digits(numerator // common)
    return f"{digits(numerator // common)}/{digits(denominator // common)}"


def _fraction(numerator: int, denominator: int) -> Fraction:
    from fractions import Fraction

    return Fraction(numerator, denominator)
