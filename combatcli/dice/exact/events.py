"""Distributions, and answers about them, as events: flat objects for reports and scripts."""

from __future__ import annotations

from itertools import pairwise
from math import nextafter

from combatcli import dice_events as events
from combatcli.dice.exact.budget import TooLargeError
from combatcli.dice.exact.distribution import digits, ratio_text
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction
    from typing import Any

    from combatcli.dice.exact.distribution import Distribution
    from combatcli.dice_events import Odds, Quantiles


def odds_event(of: str, ways: int, total: int, **about: str) -> events.Odds:
    """Return the event of a chance, ``ways`` of a ``total``, as a fraction and a percentage."""
    return events.Odds(of=of, chance=ratio_text(ways, total), percent=percent_of(ways, total), **about)


def percent_of(ways: int, total: int) -> float:
    """Return a chance as a percentage, which is 100 only if certain and 0 only if impossible."""
    percent = 100 * ways / total
    if 0 < ways < total:
        return min(max(percent, nextafter(0.0, 1.0)), nextafter(100.0, 0.0))
    return percent


def distribution_event(
    outcomes: Distribution[int], about: Mapping[str, Any], *, listed: bool = True
) -> events.Distribution:
    """Return the event of a distribution: each outcome's chance as a fraction if ``listed``, mean and deviation.

    ``rest`` is the chance of all outcomes that are not listed, where dice explode without end.
    """
    if outcomes.descends:
        raise DiceError(
            "such dice have no lowest total, so there is no table",
            "Ask for a threshold, --at-least N or --at-most N, for --bands, --quantiles or --against.",
            text=about.get("expression", ""),
        )
    try:
        mean, deviation = outcomes.mean, outcomes.deviation
    except OverflowError:
        most = max(outcomes, key=abs).bit_length() * 3 // 10
        hint = "Ask for one threshold: --at-least N" if "expression" in about else "Ask for smaller numbers."
        what = f"outcomes of {most:,} digits are too large for a table"
        raise DiceError(what, hint, text=about.get("expression", "")) from None
    return events.Distribution(
        outcomes={digits(outcome): text for outcome, text in sorted(outcomes.texts().items() if listed else ())},
        mean=mean,
        deviation=deviation,
        rest=ratio_text(outcomes.tail, outcomes.denominator) if outcomes.tail else "",
        **about,
    )


def between(outcomes: Distribution[int], least: int | None, most: int | None, **about: str) -> Odds:
    """Return the chance of a range of totals; None leaves an end open."""
    if least is None:
        return _chance_event(f"at most {most}", outcomes.at_most(most or 0), about)
    if most is None:
        return _chance_event(f"at least {least}", outcomes.at_least(least), about)
    of = f"{least} to {most}" if least < most else f"exactly {least}"
    return _chance_event(of, outcomes.at_most(most) - outcomes.at_most(least - 1), about)


def any_of(outcomes: Distribution[int], totals: Sequence[int], **about: str) -> Odds:
    """Return the chance that a total is one of ``totals``."""
    chance = sum([outcomes.fraction(total) for total in totals])
    return _chance_event(f"exactly {' or '.join(map(str, totals))}", chance, about)


def _chance_event(of: str, chance: Fraction | int, about: dict[str, str]) -> Odds:
    return odds_event(of, chance.numerator, chance.denominator, **about)


def bands(outcomes: Distribution[int], beginnings: Sequence[int], **about: str) -> list[Odds]:
    """Return the chance of each band: below the first number, between neighbors, and from the last one on."""
    edges = [None, *beginnings, None]
    return [between(outcomes, low, None if high is None else high - 1, **about) for low, high in pairwise(edges)]


def quantiles(outcomes: Distribution[int], percents: Sequence[str], **about: str) -> Quantiles:
    """Return for each percentage the lowest outcome that this share of rolls does not exceed."""
    from fractions import Fraction

    outcome_at = {}
    for percent in percents:
        try:
            outcome_at[percent] = outcomes.quantile(Fraction(percent) / 100)
        except TooLargeError:
            known = "".join([f" It is {total} at {each} %." for each, total in outcome_at.items()])
            hint = f"Ask for a lower one, or a threshold: --at-least N.{known}"
            raise DiceError(f"the quantile of {percent} % is too far out", hint) from None
    return events.Quantiles(quantiles=outcome_at, **about)


def against(own: Distribution[int], other: Distribution[int], **about: str) -> list[Odds]:
    """Return the chances to win, tie and lose against another roll."""
    from combatcli.dice.exact.operations import compared

    wins, ties = [compared(own, operator, other).fraction(1) for operator in (">", "=")]
    chances = (("win", wins), ("tie", ties), ("lose", 1 - wins - ties))
    return [_chance_event(of, chance, about) for of, chance in chances]


def cumulative(outcomes: Distribution[int], *, ascending: bool) -> dict[str, str]:
    """Return the cumulative chance of each outcome: of it or less if ascending, else of it or more."""
    chances = {}
    together = 0 if ascending else outcomes.tail
    for outcome, count in sorted(outcomes.items(), reverse=not ascending):
        together += count
        chances[str(outcome)] = ratio_text(together, outcomes.denominator)
    return chances if ascending else dict(reversed(chances.items()))
