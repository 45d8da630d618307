"""Rolled against exact, by Pearson's chi-square test."""

from __future__ import annotations

from collections import Counter

from combatcli.dice.exact.expression import odds
from combatcli.dice.notation import parse

LEAST_EXPECTED = 8
"""Outcomes are brought together until so many rolls of them are expected."""
MOST_DEVIATIONS = 3.5
"""Luck alone leads beyond so many standard deviations for one expression in 4,000."""


def expected(text: str, rolls: int) -> dict[int, float]:
    """Return how often each outcome is expected; of those without end the highest ones are one."""
    found = odds(parse(text))
    if found.tail:
        found = found.clipped(found.lowest + 60)
    return {outcome: rolls * ways / found.denominator for outcome, ways in found.items()}


def deviations(expectation: dict[int, float], rolled: Counter[int]) -> float:
    """Return how far chi-square lies above what is likely, as a normal deviate (Wilson and Hilferty).

    Neighbors are brought together.
    """
    highest = max(expectation)
    above = sum([count for total, count in rolled.items() if total > highest])
    bins: list[list[float]] = [[0.0, 0.0]]
    for outcome in sorted(expectation):
        if bins[-1][0] >= LEAST_EXPECTED:
            bins.append([0.0, 0.0])
        bins[-1][0] += expectation[outcome]
        bins[-1][1] += rolled[outcome] + (above if outcome == highest else 0)
    if len(bins) > 1 and bins[-1][0] < LEAST_EXPECTED:
        last = bins.pop()
        bins[-1] = [bins[-1][0] + last[0], bins[-1][1] + last[1]]
    freedom = len(bins) - 1
    square = sum([(seen - mean) ** 2 / mean for mean, seen in bins])
    if not freedom:
        return square
    spread = 2 / (9 * freedom)
    return float(((square / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5)
