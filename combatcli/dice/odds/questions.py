"""What is asked of a distribution, as events: a range, bands, quantiles, one against another."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from combatcli.dice.odds.budget import TooLargeError
from combatcli.dice.odds.compound import compared
from combatcli.dice.odds.distribution import ratio_text
from combatcli.dice.odds.events import odds_event
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from combatcli.dice.odds.distribution import Distribution

    Event = dict[str, Any]


def between(outcomes: Distribution[int], least: int | None, most: int | None, **what: object) -> Event:
    """Return the chance of a range of totals, one end of which may be open."""
    if least is None:
        return _told(f"at most {most}", outcomes.at_most(most or 0), what)
    if most is None:
        return _told(f"at least {least}", outcomes.at_least(least), what)
    of = f"{least} to {most}" if least < most else f"exactly {least}"
    return _told(of, outcomes.at_most(most) - outcomes.at_most(least - 1), what)


def _told(of: str, chance: Fraction, what: dict[str, object]) -> Event:
    return odds_event(of, chance.numerator, chance.denominator, **what)


def bands(outcomes: Distribution[int], beginnings: Sequence[int], **what: object) -> list[Event]:
    """Return the chance of each band: below the first number, from each one up to the next, from the last on."""
    edges = [None, *beginnings, None]
    return [between(outcomes, low, None if high is None else high - 1, **what) for low, high in pairwise(edges)]


def quantiles(outcomes: Distribution[int], percents: Sequence[str], **what: object) -> Event:
    """Return for each percentage the lowest outcome that so many percent are not above."""
    found = {percent: _quantile(outcomes, percent) for percent in percents}
    return {"event": "quantiles", **what, "quantiles": found}


def _quantile(outcomes: Distribution[int], percent: str) -> int:
    try:
        return outcomes.quantile(Fraction(percent) / 100)
    except TooLargeError:
        raise DiceError(f"the quantile of {percent} % lies too far out", "Ask for a lower one.") from None


def against(own: Distribution[int], other: Distribution[int], **what: object) -> list[Event]:
    """Return the chances to win, tie and lose against what another rolls."""
    wins, ties = [compared(own, operator, other).fraction(1) for operator in (">", "=")]
    return [_told(of, chance, what) for of, chance in (("win", wins), ("tie", ties), ("lose", 1 - wins - ties))]


def cumulated(outcomes: Distribution[int], *, ascending: bool) -> dict[str, str]:
    """Return for each outcome the chance of it or less, if ascending, else of it or more."""
    found = {}
    together = 0 if ascending else outcomes.tail
    for outcome, count in sorted(outcomes.items(), reverse=not ascending):
        together += count
        found[str(outcome)] = ratio_text(together, outcomes.total)
    return found if ascending else dict(reversed(found.items()))
