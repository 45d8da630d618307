"""Exact distributions: immutable mappings from outcomes to natural numbers of ways."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from math import gcd, lcm

from combatcli.dice.exact.budget import BUDGET, TooLargeError, UnendingError, too_large, unending, writing_work

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, ItemsView, Iterable, Iterator, KeysView, ValuesView
    from fractions import Fraction
    from typing import TypeVar

    from combatcli.dice.exact.recurring import Recurrence

    T = TypeVar("T", bound=Hashable)
    U = TypeVar("U", bound=Hashable)
else:
    # Importing typing takes longer than most odds; but a base class needs its parameter at run time.
    T = object


class Distribution(Mapping[T, int]):
    """The ways of each outcome, out of ``denominator`` equally likely ways.

    Impossible outcomes are not keys. Two distributions of one class are equal if each outcome has the same chance. A
    dict given to the constructor is not copied and must not change any more.
    """

    __slots__ = ("_counts", "denominator")

    descends = False
    """Whether there is no lowest outcome; True for `Descending` alone."""
    tail = 0
    """The ways beyond the listed outcomes; not 0 for an endless distribution alone."""

    def __init__(self, counts: Mapping[T, int], denominator: int | None = None) -> None:
        if not isinstance(counts, dict) or 0 in counts.values():
            counts = {outcome: count for outcome, count in counts.items() if count}
        self._counts = counts
        self.denominator = sum(self._counts.values()) if denominator is None else denominator

    def __getitem__(self, outcome: T) -> int:
        return self._counts[outcome]

    def __iter__(self) -> Iterator[T]:
        return iter(self._counts)

    def __len__(self) -> int:
        return len(self._counts)

    # The defaults of Mapping use the three above and take several times as long.
    def keys(self) -> KeysView[T]:
        """Return the outcomes that can happen."""
        return self._counts.keys()

    def values(self) -> ValuesView[int]:
        """Return the ways of the outcomes, in the same order."""
        return self._counts.values()

    def items(self) -> ItemsView[T, int]:
        """Return the outcomes with their ways."""
        return self._counts.items()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Distribution) or type(other) is not type(self):
            return NotImplemented
        if self.keys() != other.keys():
            return False
        return all(count * other.denominator == other[key] * self.denominator for key, count in self.items())

    def __hash__(self) -> int:
        return hash(frozenset(self._counts))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._counts!r})"

    @property
    def ways(self) -> dict[T, int]:
        """The ways of each outcome: the dict itself, not to be changed."""
        return self._counts

    def fraction(self, outcome: T) -> Fraction:
        """Return the chance of one outcome."""
        return _fraction(self._counts.get(outcome, 0), self.denominator)

    def chance(self, predicate: Callable[[T], bool]) -> Fraction:
        """Return the chance of the outcomes that meet ``predicate``; raise DiceError if outcomes are endless."""
        if self.tail:
            raise unending("any set of outcomes")
        return _fraction(
            sum([count for outcome, count in self._counts.items() if predicate(outcome)]), self.denominator
        )

    def at_least(self: Distribution[int], threshold: int) -> Fraction:
        """Return the chance of ``threshold`` or more."""
        return self.chance(threshold.__le__)

    def at_most(self: Distribution[int], threshold: int) -> Fraction:
        """Return the chance of ``threshold`` or less."""
        return 1 - self.at_least(threshold + 1)

    def quantile(self: Distribution[int], share: Fraction) -> int:
        """Return the lowest outcome that a share (0 to 1) of all ways does not exceed."""
        outcomes: list[int] = sorted(self._counts)
        at_most = list(accumulate([self._counts[outcome] for outcome in outcomes]))
        from bisect import bisect_left

        return outcomes[bisect_left(at_most, share * self.denominator)]

    def clipped(self: Distribution[int], ceiling: int) -> Distribution[int]:
        """Return the distribution of ``min(outcome, ceiling)``."""
        return self.map(lambda outcome: min(outcome, ceiling))

    def map(self, function: Callable[[T], U]) -> Distribution[U]:
        """Return the distribution of ``function(outcome)``; raise DiceError if outcomes are endless."""
        if self.tail:
            raise unending("a function of the outcome")
        from combatcli.dice.exact.sums import mapped

        return Distribution(mapped(self._counts, function, self.denominator.bit_length() / 2), self.denominator)

    def ascending(self: Distribution[int]) -> Distribution[int]:
        """Return the same distribution with its outcomes in ascending order."""
        outcomes = sorted(self._counts)
        if outcomes == list(self._counts):
            return self
        return Distribution({outcome: self._counts[outcome] for outcome in outcomes}, self.denominator)

    def texts(self) -> dict[T, str]:
        """Return the chances of all listed outcomes as text: ``1/216``, in lowest terms, of any length."""
        texts: dict[T, str] = {}
        denominators: dict[int, str] = {1: ""}
        for outcome, count in self._counts.items():
            common = gcd(count, self.denominator)
            denominator = self.denominator // common
            if denominator not in denominators:
                denominators[denominator] = f"/{digits(denominator)}"
            texts[outcome] = digits(count // common) + denominators[denominator]
        return texts

    @property
    def mean(self: Distribution[int]) -> float:
        """The expected outcome."""
        return self._weighted()[0] / self.denominator

    @property
    def mean_fraction(self: Distribution[int]) -> Fraction:
        """The exact expected outcome."""
        return _fraction(self._weighted()[0], self.denominator)

    @property
    def variance_fraction(self: Distribution[int]) -> Fraction:
        """The exact variance."""
        first, second = self._weighted()
        return _fraction(second * self.denominator - first * first, self.denominator**2)

    @property
    def deviation(self: Distribution[int]) -> float:
        """The standard deviation."""
        first, second = self._weighted()
        # The division of two huge integers is correctly rounded as long as the quotient fits a float.
        return float(((second * self.denominator - first * first) / self.denominator**2) ** 0.5)

    def _weighted(self: Distribution[int]) -> tuple[int, int]:
        """Return the sums of the outcomes and of their squares, weighted by their ways."""
        counts = self._counts.items()
        return sum([outcome * ways for outcome, ways in counts]), sum([outcome**2 * ways for outcome, ways in counts])


_SHORTEST, _CLOSE = 8, 100
"""The shortest reach to try; a guess beyond the second number is taken to be close."""
_WORTH = 50
"""Between far-apart outcomes the search goes on while it has cost less than 1/_WORTH of the work left."""


class Unbounded(Distribution[int]):
    """Outcomes without a maximum: the total of dice that explode without end.

    Thresholds, single outcomes and `clipped` are exact at any distance. As a mapping it lists outcomes until less than
    one billionth is left, at most 10,000, fewer if they are too large; ``tail`` counts the ways beyond.
    ``mean_fraction`` and ``variance_fraction`` are exact for sums and raise DiceError where no closed form is known;
    ``mean`` and ``deviation`` then leave out less than one billionth. ``recurrence`` is the recurrence of the outcomes,
    if known.
    """

    __slots__ = ("_clip", "_exact", "_moments", "lowest", "recurrence", "tail")

    RARE = 10**9
    MOST = 10_000

    def __init__(
        self,
        clip: Callable[[int], Distribution[int]],
        lowest: int,
        moments: Callable[[], tuple[Fraction, Fraction]] | None = None,
        reach: int = 0,
        recurrence: Recurrence | None = None,
    ) -> None:
        self._clip = clip
        self.recurrence = recurrence
        self._moments = moments
        self._exact: tuple[Fraction, Fraction] | None = None
        self.lowest = lowest
        listed, ceiling = self._listed(Unbounded.RARE, Unbounded.MOST, reach)
        super().__init__({key: count for key, count in listed.items() if key < ceiling}, listed.denominator)
        self.tail = listed.get(ceiling, 0)

    def clipped(self, ceiling: int) -> Distribution[int]:
        """Return the distribution of ``min(outcome, ceiling)``, exactly."""
        if ceiling <= self.lowest:
            return Distribution({ceiling: 1})
        with BUDGET:
            try:
                return self._clip(ceiling)
            except TooLargeError:
                raise too_large(less="a lower threshold") from None

    def fraction(self, outcome: int) -> Fraction:
        """Return the chance of one outcome."""
        return super().fraction(outcome) if outcome in self else self.clipped(outcome + 1).fraction(outcome)

    def at_least(self, threshold: int) -> Fraction:
        """Return the chance of ``threshold`` or more."""
        return self.clipped(threshold).fraction(threshold)

    def quantile(self, share: Fraction) -> int:
        """Return the lowest outcome that a share (0 to 1) of all ways does not exceed."""
        if share * self.denominator <= self.denominator - self.tail:
            return super().quantile(share)
        span = 2 * len(self) + 16
        while True:
            outcome = self.clipped(self.lowest + span).quantile(share)
            if outcome < self.lowest + span:
                return outcome
            span *= 2

    def next_above(self, outcome: int) -> int:
        """Return the lowest possible outcome above another one."""
        span = 16
        while True:
            above = [each for each, ways in self.clipped(outcome + span).items() if outcome < each and ways]
            if min(above) < outcome + span:
                return min(above)
            span *= 2

    @property
    def mean(self) -> float:
        """The expected outcome."""
        try:
            return float(self.mean_fraction)
        except UnendingError:
            return self._nearly_all().mean

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        try:
            return float(float(self.variance_fraction) ** 0.5)
        except UnendingError:
            return self._nearly_all().deviation

    @property
    def mean_fraction(self) -> Fraction:
        """The exact expected outcome; raises DiceError where it is not known."""
        return self._exactly()[0]

    @property
    def variance_fraction(self) -> Fraction:
        """The exact variance; raises DiceError where it is not known."""
        return self._exactly()[1]

    def _exactly(self) -> tuple[Fraction, Fraction]:
        if self._moments is None:
            raise unending("the exact mean")
        if self._exact is None:
            self._exact = self._moments()
        return self._exact

    def _nearly_all(self) -> Distribution[int]:
        """Return all outcomes but less than one billionth of the ways; raise DiceError if they are too many."""
        if self.tail * Unbounded.RARE > self.denominator:
            raise TooLargeError(
                "the outcomes of this go on too far for a table", "Ask for one threshold: --at-least N, --at-most N"
            )
        return Distribution({**self.ways, max(self, default=self.lowest) + 1: self.tail}, self.denominator)

    def _listed(self, rare: int, most: int, reach: int = 0) -> tuple[Distribution[int], int]:
        """Return the outcomes up to a ceiling beyond which less than 1/``rare`` is left, and that ceiling.

        ``reach`` is a guess of the ceiling's distance from the lowest outcome.
        """
        guessed = reach > _CLOSE
        reach, before = min(reach + 16, most), BUDGET.left
        listed, ceiling = self._farthest(reach)
        while (
            ceiling - self.lowest == reach
            and len(listed) < most
            and listed.get(ceiling, 0) * rare >= listed.denominator
        ):
            if reach >= most and (before - BUDGET.left) * _WORTH > BUDGET.left:
                break
            farther = reach + max(reach // 4, 16) if guessed else 2 * reach
            reach, before = min(farther, most) if reach < most else farther, BUDGET.left
            listed, ceiling = max((listed, ceiling), self._farthest(reach), key=lambda each: each[1])
        left, outcomes = listed.get(ceiling, 0), sorted([outcome for outcome in listed if outcome < ceiling])
        while len(outcomes) > 1 and (left + listed.get(outcomes[-1], 0)) * rare < listed.denominator:
            left += listed.get(outcomes.pop(), 0)
        ceiling = outcomes[-1] + 1 if outcomes else ceiling
        below = {outcome: listed.get(outcome, 0) for outcome in outcomes}
        return Distribution({**below, ceiling: left}, listed.denominator), ceiling

    def _farthest(self, reach: int) -> tuple[Distribution[int], int]:
        """Return the outcomes up to ``reach`` above the lowest, or fewer if these are too many, and the ceiling."""
        room = BUDGET.room
        try:
            return self._clip(self.lowest + reach), self.lowest + reach
        except TooLargeError:
            if reach < _SHORTEST:
                raise too_large() from None
            return self._farthest(reach // 3)
        finally:
            BUDGET.room = room


def mixture(parts: Iterable[tuple[int, Distribution[T]]]) -> Distribution[T]:
    """Return the mixture of distributions with natural weights."""
    weighted = list(parts)
    common = 1
    for total in {part.denominator for _, part in weighted}:
        BUDGET.spend(writing_work(total.bit_length()))
        common = lcm(common, total)
    for _, part in weighted:
        BUDGET.pairs(20 + len(part), part.denominator.bit_length(), common.bit_length() - part.denominator.bit_length())
    BUDGET.outcomes(max([len(part) for _, part in weighted], default=0), common.bit_length())
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
