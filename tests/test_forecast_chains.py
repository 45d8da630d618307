"""Chances of small fights in every game, exact and simulated, held against absorbing Markov chains."""

from __future__ import annotations

from itertools import product
from math import comb, sqrt
from typing import TYPE_CHECKING

import pytest
from forecast_chains import blows, cards, duel, turns
from forecasts import asked

from combatcli.cli import understood
from combatcli.encounter import document
from combatcli.forecast_events import wilson
from combatcli.pipeline.forecasting import Fighter, Plan

if TYPE_CHECKING:
    from fractions import Fraction
    from pathlib import Path

ROUNDS = 4
SEEDS, FIGHTS = 100, 10
DEVIATIONS = 4
"""A right program is further off once in 16,000 times; these seeds are the first ones, whatever they come to."""
ENDLESS = 50
KNOWN = {
    "both at once": [(*duel(*pair), ENDLESS) for pair in ((7, 5), (8, 8), (9, 4), (6, 7), (10, 11))],
    "cards": [(*cards(*pair), ENDLESS) for pair in ((3, 3), (2, 3), (3, 2), (1, 2), (4, 3))],
    "blows": [
        (*blows(*row, ROUNDS)[:2], ROUNDS) for row in ((1, 12, 15), (2, 12, 15), (1, 16, 12), (2, 14, 14), (2, 18, 11))
    ],
    "turns": [(*turns(*pair, ROUNDS)[:2], ROUNDS) for pair in ((8, 12), (12, 8), (15, 15), (18, 10), (11, 17))],
}
"""Fights of each game, the chance that ours win, and their rounds."""

CHAINS = [
    *[(*duel(*pair), ENDLESS) for pair in product((4, 6, 8, 10), (5, 7, 9))],
    *[(*cards(*pair), ENDLESS) for pair in product((1, 2, 3), (1, 2, 3, 4))],
    *[(*blows(*row, 2)[:2], 2) for row in product((1, 2), (10, 13, 16), (11, 15))],
    *[(*turns(*pair, 3)[:2], 3) for pair in product((7, 8, 11, 14, 17, 18, 19), (9, 15))],
]
"""Fifty fights, the chance that ours win, and their rounds."""


def exact(path: Path, text: str, rounds: int) -> dict[str, float]:
    path.write_text(text, encoding="utf-8")
    found = asked("--exact", "--rounds", str(rounds), path=path)
    told = {each["side"]: each["wins"] for each in found["side"]}
    return {**told, "": found["undecided"][0]["chance"]}


@pytest.mark.rule("R27")
@pytest.mark.rule("R41")
@pytest.mark.rule("R43")
@pytest.mark.parametrize("boxes", [1, 2])
@pytest.mark.parametrize("rounds", [1, 2, 4])
def test_exact_chances_of_blows_that_fall_together_are_those_of_a_markov_chain(
    tmp_path: Path, boxes: int, rounds: int
) -> None:
    text, ours, theirs = blows(boxes, 12, 15, rounds)
    told = exact(tmp_path / "fight.toml", text, rounds)
    assert told == {side: pytest.approx(float(x)) for side, x in told_by(ours, theirs).items()}


@pytest.mark.rule("E11")
@pytest.mark.rule("E12")
@pytest.mark.rule("E34")
@pytest.mark.parametrize("rounds", [1, 2, 4])
def test_exact_chances_of_turns_are_those_of_a_markov_chain(tmp_path: Path, rounds: int) -> None:
    text, ours, theirs = turns(8, 12, rounds)
    told = exact(tmp_path / "fight.toml", text, rounds)
    assert told == {side: pytest.approx(float(x)) for side, x in told_by(ours, theirs).items()}


@pytest.mark.parametrize("number", range(len(CHAINS)))
def test_exact_chances_are_those_of_fifty_markov_chains(tmp_path: Path, number: int) -> None:
    text, ours, rounds = CHAINS[number]
    assert exact(tmp_path / "fight.toml", text, rounds)["ours"] == pytest.approx(float(ours)), text


def told_by(ours: Fraction, theirs: Fraction) -> dict[str, Fraction]:
    return {"ours": ours, "theirs": theirs, "": 1 - ours - theirs}


def covering(chance: float) -> float:
    """Return how often the interval of so many fights covers a chance: not just 95 %, for wins are whole numbers."""
    covered = 0.0
    for won in range(FIGHTS + 1):
        low, high = wilson(won, FIGHTS)
        covered += comb(FIGHTS, won) * chance**won * (1 - chance) ** (FIGHTS - won) * (low <= chance <= high)
    return covered


@pytest.mark.untraced
@pytest.mark.parametrize("kind", KNOWN)
def test_intervals_of_simulated_fights_cover_the_exact_chance_as_often_as_they_must(kind: str) -> None:
    counts: list[tuple[int, float]] = []
    for text, exactly, rounds in KNOWN[kind]:
        tables, chance = document.parse(text, "a test"), float(exactly)
        covered = wins = 0
        for seed in range(1, SEEDS + 1):
            fighter = Fighter(Plan(understood, tables["ruleset"], tables, str(seed), rounds))
            won = sum(fighter.outcome(number).winner == "ours" for number in range(1, FIGHTS + 1))
            low, high = wilson(won, FIGHTS)
            covered += low <= chance <= high
            wins += won
        # All fights of all seeds together know the chance best: a wrong one shows here first.
        assert abs(wins - SEEDS * FIGHTS * chance) <= most_off(SEEDS * FIGHTS, [chance]), (text, wins)
        counts.append((covered, covering(chance)))
        assert abs(covered - SEEDS * counts[-1][1]) <= most_off(SEEDS, [counts[-1][1]]), (text, covered)
    # Independent counts: their sum varies as the sum of their variances.
    off = sum(covered - SEEDS * share for covered, share in counts)
    assert abs(off) <= most_off(SEEDS, [share for _, share in counts])


def most_off(times: int, chances: list[float]) -> float:
    """Return how far a count of what comes up so often may be off, in so many times of each chance."""
    return DEVIATIONS * sqrt(sum(times * chance * (1 - chance) for chance in chances))
