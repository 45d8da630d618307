"""Simulated is exact: of random fights the exact chances are those that simulated fights come up with."""

from __future__ import annotations

import os
from math import sqrt
from typing import TYPE_CHECKING

import pytest
from forecast_fights import random_fight

from combatcli.cli import understood
from combatcli.encounter import document
from combatcli.errors import RefusedError
from combatcli.pipeline.forecasting import Fighter, Plan
from combatcli.rulesets import NAMES

if TYPE_CHECKING:
    from combatcli.forecast.tally import Tally

FIGHTS = 200 if os.environ.get("HYPOTHESIS_PROFILE") == "explore" else 50
"""So many random fights of each game."""
TIMES = 120
DEVIATIONS, FEW = 4.5, 2
"""So far off a share may be, and so many fights more, for what is rare."""
WORK = 12_000
"""Fights that take more are left out."""
PARTS = 10


def shares(tally: Tally, fighter: Fighter) -> dict[str, float]:
    """Return the chance of each side, and that of each to be out, and to be out first."""
    found = {f"{side} wins": tally.chance(side) for side in (*fighter.sides, "")}
    for who in fighter.encounter.combatants:
        found[f"{who} out"] = float(tally.out.get(who, 0) / tally.fights)
        found[f"{who} first"] = float(tally.first.get(who, 0) / tally.fights)
    return found


@pytest.mark.untraced
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", NAMES)
def test_simulated_is_exact(game: str, part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("combatcli.forecast.exact.MOST_WORK", WORK)
    for number in range(part, FIGHTS, PARTS):
        text = random_fight(game, number)
        fighter = Fighter(Plan(understood, game, document.parse(text, "a test"), f"law {number}", 2))
        try:
            exact = shares(fighter.exact(0.01), fighter)
        except RefusedError:
            continue
        tally = simulated(fighter)
        for what, share in shares(tally, fighter).items():
            spread = sqrt(exact[what] * (1 - exact[what]) / TIMES)
            far = abs(share - exact[what])
            assert far <= DEVIATIONS * spread + FEW / TIMES * (0 < exact[what] < 1) + 1e-9, (
                f"{what}: {exact[what]} exactly, {share} simulated, in\n{text}"
            )


def simulated(fighter: Fighter) -> Tally:
    """Return what some fights come to."""
    from combatcli.forecast.simulate import count

    return count(fighter.outcome, 1, TIMES)
