"""`pairings` in beacon (P1): who is engaged, within five feet, or in one arena."""

from __future__ import annotations

from combatcli.rulesets.beacon import squares
from combatcli.rulesets.beacon.state import ROSTER
from combatcli.rulesets.shared.pairings.command import pairings_action
from combatcli.rulesets.shared.pairings.touching import Touching

TOUCHING = Touching(ROSTER.can_fight, feet=squares.SQUARE, measured=squares.feet)
ACTION = pairings_action(TOUCHING)
