"""Simulated is exact: of random fights the exact chances are those that simulated fights come up with."""

from __future__ import annotations

import json
import os
import re
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING

import pytest
from forecast_fights import random_fight, rounds_of
from forecasts import run

from combatcli.cli import understood
from combatcli.encounter import document
from combatcli.errors import RefusedError
from combatcli.pipeline.forecasting import Fighter, Plan
from combatcli.rulesets import NAMES

if TYPE_CHECKING:
    from combatcli.forecast.tally import Tally
    from support import FightFile

EXPLORED = os.environ.get("HYPOTHESIS_PROFILE") == "explore"
FIGHTS = 200 if EXPLORED else 12
"""So many random fights of each game."""
TIMES = 120
DEVIATIONS, FEW = 4.5, 2
"""So far off a share may be, and so many fights more, for what is rare."""
WORK = 12_000
"""Fights that take more are left out."""
COUNTED = 0.4
"""So many of the fights count at least."""


def shares(tally: Tally, fighter: Fighter) -> dict[str, float]:
    """Return the chance of each side, and that of each to be out, and to be out first."""
    found = {f"{side} wins": tally.chance(side) for side in (*fighter.sides, "")}
    for who in fighter.encounter.combatants:
        found[f"{who} out"] = float(tally.out.get(who, 0) / tally.fights)
        found[f"{who} first"] = float(tally.first.get(who, 0) / tally.fights)
    return found


@pytest.mark.untraced
@pytest.mark.timeout(1800 if EXPLORED else 180)
@pytest.mark.parametrize("game", NAMES)
def test_simulated_is_exact(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("combatcli.forecast.exact.MOST_WORK", WORK)
    counted = 0
    for number in range(FIGHTS):
        text = random_fight(game, number)
        fighter = fighter_of(text, game, f"law {number}", rounds_of(text))
        try:
            exact = shares(fighter.exact(0.01), fighter)
        except RefusedError:
            continue
        counted += 1
        tally = simulated(fighter)
        for what, share in shares(tally, fighter).items():
            spread = sqrt(exact[what] * (1 - exact[what]) / TIMES)
            far = abs(share - exact[what])
            assert far <= DEVIATIONS * spread + FEW / TIMES * (0 < exact[what] < 1) + 1e-9, (
                f"{what}: {exact[what]} exactly, {share} simulated, in fight {number}:\n{text}"
            )
    assert counted >= COUNTED * FIGHTS, counted


def fighter_of(text: str, game: str, seed: str, rounds: int) -> Fighter:
    return Fighter(Plan(understood, game, document.parse(text, "a test"), seed, rounds))


@pytest.mark.untraced
def test_one_phase_is_the_odds_of_all_its_attacks(fight_file: FightFile) -> None:
    for number in range(FIGHTS):
        text = re.sub("(tactics|count) = .*\\n", "", random_fight("blade", number))
        exact = shares(fighter_of(text, "blade", "", 1).exact(0.01), fighter_of(text, "blade", "", 1))
        told = json.loads(run("attack", "--all", "--odds", "--json", path=fight_file(text)).stdout)["events"]
        fallen = [each for each in told if each.get("of") == "taken out"]
        assert fallen
        for each in fallen:
            assert exact[f"{each['who']} out"] == pytest.approx(float(Fraction(each["chance"]))), (each, text)


def simulated(fighter: Fighter) -> Tally:
    """Return what some fights come to."""
    from combatcli.forecast.simulate import count

    return count(fighter.outcome, 1, TIMES)
