"""Outcomes without a lowest one: those of dice that explode without end, taken away from something."""

from __future__ import annotations

from combatcli.dice.odds.distribution import Distribution, Endless, unending

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction


class Descending(Distribution[int]):
    """What an endless outcome comes to with its sign changed; thresholds, single outcomes and quantiles are exact.

    As a mapping it lists those outcomes that ``negated`` lists; ``tail`` counts the ways below them.
    """

    __slots__ = ("negated", "tail")

    descends = True

    def __init__(self, negated: Endless) -> None:
        self.negated = negated
        super().__init__({-outcome: count for outcome, count in reversed(list(negated.items()))}, negated.total)
        self.tail = negated.tail

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Descending) and self.negated == other.negated

    __hash__ = Distribution.__hash__

    def fraction(self, outcome: int) -> Fraction:
        """Return the chance of one outcome."""
        return self.negated.fraction(-outcome)

    def text(self, outcome: int) -> str:
        """Return the chance of one outcome as ``1/216``."""
        return self.negated.text(-outcome)

    def at_least(self, threshold: int) -> Fraction:
        """Return the chance of ``threshold`` or more."""
        return self.negated.at_most(-threshold)

    def quantile(self, share: Fraction) -> int:
        """Return the lowest outcome that so large a share of the ways is not above."""
        found = self.negated.quantile(1 - share)
        while self.negated.at_most(found) <= 1 - share:
            found += 1
        return -found

    def chance(self, predicate: Callable[[int], bool]) -> Fraction:  # noqa: ARG002 - whatever it is
        """Raise DiceError: that would take looking at outcomes without end."""
        raise unending("any set of outcomes")

    def clipped(self, ceiling: int) -> Distribution[int]:  # noqa: ARG002 - whatever it is
        """Raise DiceError: there would be no lowest one."""
        raise unending("a difference")

    def map(self, function: Callable[[int], object]) -> Distribution[object]:  # type: ignore[override]  # noqa: ARG002
        """Raise DiceError: that would take looking at outcomes without end."""
        raise unending("a function of the outcome")

    @property
    def mean(self) -> float:
        """The expected outcome."""
        return -self.negated.mean

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        return self.negated.deviation


def sign_changed(outcomes: Distribution[int]) -> Distribution[int]:
    """Return outcomes with their sign changed."""
    if isinstance(outcomes, Descending):
        return outcomes.negated
    return Descending(outcomes) if isinstance(outcomes, Endless) else outcomes.map(int.__neg__)
