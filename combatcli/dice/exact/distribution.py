"""Exact distributions: immutable mappings from outcomes to natural numbers of ways.

Dice that explode without end are carried so far that hardly any way is left; ``tail`` tells these ways.
"""

from __future__ import annotations

from itertools import accumulate
from math import gcd, isqrt, lcm, prod

from combatcli.dice.exact.budget import BUDGET, fraction_work, too_large, unending

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
    from fractions import Fraction
    from typing import TypeVar

    T = TypeVar("T", bound=Hashable)
    U = TypeVar("U", bound=Hashable)
    Powers = Sequence[tuple["Distribution[int]", int]]
    """Outcomes, each with the number of times that it is added up."""
else:
    # Importing typing takes longer than most odds; but a base class needs its parameter at run time.
    T = object


class Distribution(dict[T, int]):
    """The ways of each outcome, out of ``denominator`` equally likely ways; it must not be changed.

    Impossible outcomes are not keys. Two distributions of one class are equal if each outcome has the same chance.

    Endless outcomes have a ``tail``: the ways of higher ones than those listed, or of lower ones if they ``descend``,
    so few that no chance shows a digit of them. A threshold is told where it has `SURE` times as many ways.
    """

    SURE = 1000
    RARE = 10**9
    """A table lists endless outcomes until less than one in so many ways is left."""
    MOST = 10_000
    """The most endless outcomes that a table lists."""

    descends = False
    """Whether endless outcomes have no lowest one."""

    def __init__(self, counts: Mapping[T, int], denominator: int | None = None) -> None:
        if 0 in counts.values():
            counts = {outcome: count for outcome, count in counts.items() if count}
        super().__init__(counts)
        known = sum(self.values())
        self.denominator = known if denominator is None else denominator
        self.tail = self.denominator - known

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Distribution) or type(other) is not type(self):
            return False
        if self.keys() != other.keys():
            return False
        return all(count * other.denominator == other[key] * self.denominator for key, count in self.items())

    __ne__ = object.__ne__

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({super().__repr__()})"

    def fraction(self, outcome: T) -> Fraction:
        """Return the chance of one outcome."""
        return _fraction(self.get(outcome, 0), self.denominator)

    def at_least(self: Distribution[int], threshold: int) -> Fraction:
        """Return the chance of ``threshold`` or more; raise TooLargeError where endless outcomes hardly reach it."""
        ways = sum([count for outcome, count in self.items() if outcome >= threshold])
        if self.tail * self.SURE > (self.denominator - ways - self.tail if self.descends else ways):
            raise too_large(less=f"a {'higher' if self.descends else 'lower'} threshold")
        return _fraction(ways if self.descends else ways + self.tail, self.denominator)

    def at_most(self: Distribution[int], threshold: int) -> Fraction:
        """Return the chance of ``threshold`` or less."""
        return 1 - self.at_least(threshold + 1)

    def quantile(self: Distribution[int], share: Fraction) -> int:
        """Return the lowest outcome that a share (0 to 1) of all ways does not exceed."""
        from bisect import bisect_left

        outcomes = sorted(self)
        lower = self.tail if self.descends else 0
        at_most = [*accumulate([self[outcome] for outcome in outcomes], initial=lower)][1:]
        place = bisect_left(at_most, share * self.denominator)
        if self.tail * self.SURE > min(share, 1 - share) * self.denominator:
            raise too_large()
        return outcomes[place]

    def clipped(self: Distribution[int], ceiling: int) -> Distribution[int]:
        """Return the distribution of ``min(outcome, ceiling)``."""
        BUDGET.charge_outcomes(len(self), self.denominator.bit_length() / 2)
        below = {outcome: count for outcome, count in self.items() if outcome < ceiling}
        return Distribution({**below, ceiling: self.denominator - sum(below.values())}, self.denominator)

    def finite(self, what: str) -> Distribution[T]:
        """Return the outcomes; raise DiceError, which says that ``what`` is not known, if they are endless."""
        if self.tail:
            raise unending(what)
        return self

    def negated(self: Distribution[int]) -> Distribution[int]:
        """Return the negative of the outcomes."""
        negative = Distribution({-outcome: count for outcome, count in [*self.items()][::-1]}, self.denominator)
        negative.descends = bool(self.tail) and not self.descends
        return negative

    def listed(self: Distribution[int]) -> Distribution[int]:
        """Return endless outcomes with as few of them listed as needed, all others in the tail."""
        left, outcomes = self.tail, sorted(self)
        if not left or self.descends:
            return self
        while (left + self[outcomes[-1]]) * self.RARE < self.denominator:
            left += self[outcomes.pop()]
        return Distribution({outcome: self[outcome] for outcome in outcomes[: self.MOST]}, self.denominator)

    def map(self, function: Callable[[T], U]) -> Distribution[U]:
        """Return the distribution of ``function(outcome)``, which does not decrease where outcomes are endless."""
        from combatcli.dice.exact.sums import mapped

        return Distribution(mapped(self, function, self.denominator.bit_length() / 2), self.denominator)

    def ascending(self: Distribution[int]) -> Distribution[int]:
        """Return the same distribution with its outcomes in ascending order."""
        if self.descends:
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
        """The exact expected outcome; of endless ones the simplest fraction that all carried digits allow."""
        first, _ = self.weighted_sums()
        return simplest(first, self.denominator, self.tail * max(map(abs, self), default=0))

    def float_moments(self: Distribution[int]) -> tuple[float, float]:
        """Return mean and variance."""
        # The division of two huge integers is correctly rounded as long as the quotient fits a float.
        first, second = self.weighted_sums()
        return first / self.denominator, (second * self.denominator - first * first) / self.denominator**2

    def weighted_sums(self: Distribution[int]) -> tuple[int, int]:
        """Return the sums of outcomes and of their squares, weighted by their ways; the tail counts as the last."""
        counts = {**self}
        if self.tail and self:
            counts[min(self) if self.descends else max(self)] += self.tail
        first, second = [sum([outcome**power * ways for outcome, ways in counts.items()]) for power in (1, 2)]
        return first, second


def simplest(ways: int, denominator: int, unknown: int) -> Fraction:
    """Return a chance of as many ways, and perhaps more that are unknown: the simplest fraction that is as near."""
    if not unknown:
        return _fraction(ways, denominator)
    return _fraction(2 * ways + unknown, 2 * denominator).limit_denominator(1 + isqrt(denominator // unknown))


def added(powers: Powers) -> Distribution[int]:
    """Return the sum of independent outcomes."""
    from combatcli.dice.exact.sums import summed

    whole = prod([part.denominator**number for part, number in powers])
    if not all(part for part, _ in powers):
        return Distribution({}, whole)
    if not any(part.tail for part, _ in powers):
        return Distribution(summed(powers), whole)
    most = reach(powers, sum([number for _, number in powers]))
    lowest = sum([number * min(part) for part, number in powers])
    return Distribution({total: ways for total, ways in summed(powers, most - lowest).items() if total <= most}, whole)


def reach(powers: Powers, kept: int) -> int:
    """Return a total that the sum of ``kept`` of several outcomes hardly ever exceeds.

    It is many deviations above the mean, and one of the outcomes may be the highest that is listed.
    """
    listed = [(part, number) for part, number in powers if part]
    low, high = [pick([pick(part) for part, _ in listed], default=0) for pick in (min, max)]
    mean = variance = 0
    for part, number in listed:
        first, second = part.weighted_sums()
        mean += number * (first // part.denominator + 1 - low)
        variance += number * (second * part.denominator - first * first) // part.denominator**2
    return min(kept * high, kept * low + mean + 9 * isqrt(variance) + high - low)


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


def ratio_text(numerator: int, denominator: int) -> str:
    """Return a ratio in lowest terms, ``79/100``; a whole number without its denominator."""
    common = gcd(numerator, denominator)
    if denominator == common:
        return digits(numerator // common)
    return f"{digits(numerator // common)}/{digits(denominator // common)}"


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


def _fraction(numerator: int, denominator: int) -> Fraction:
    from fractions import Fraction

    return Fraction(numerator, denominator)
