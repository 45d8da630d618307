"""Chances and distributions as events: flat objects that reports and scripts read."""

from __future__ import annotations

from math import nextafter

from combatcli.dice.odds.distribution import digits, ratio_text
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from combatcli.dice.odds.distribution import Distribution


def odds_event(of: str, ways: int, total: int, **more: object) -> dict[str, Any]:
    """Return the chance of something, ``ways`` of a ``total``, as a fraction and as a percentage."""
    return {
        "event": "odds",
        "of": of,
        **more,
        "chance": ratio_text(ways, total),
        "percent": percent_of(ways, total),
    }


def percent_of(ways: int, total: int) -> float:
    """Return a chance as a percentage, which is 100 only where it is certain, and 0 only where it cannot be."""
    percent = 100 * ways / total
    if 0 < ways < total:
        return min(max(percent, nextafter(0.0, 1.0)), nextafter(100.0, 0.0))
    return percent


def distribution_event(outcomes: Distribution[int], **what: object) -> dict[str, Any]:
    """Return a distribution: each outcome's chance as a fraction, mean and standard deviation.

    ``rest`` is the chance of all that is not listed, where dice explode without end.
    """
    if outcomes.descends:
        raise DiceError(
            "such dice have no lowest total, so there is no table", "Ask for one threshold: --at-least N, --at-most N"
        )
    event: dict[str, Any] = {
        "event": "distribution",
        **what,
        "outcomes": {digits(outcome): text for outcome, text in sorted(outcomes.texts().items())},
        "mean": outcomes.mean,
        "deviation": outcomes.deviation,
    }
    if outcomes.tail:
        event["rest"] = ratio_text(outcomes.tail, outcomes.total)
    return event
