"""`pairings` in arq (P1, Q30–Q33): who is engaged, on adjacent squares, or in one arena; contempt counts."""

from __future__ import annotations

from combatcli.rulesets.arq.state import ROSTER, is_beneath_contempt
from combatcli.rulesets.shared.pairings.command import pairings_action
from combatcli.rulesets.shared.pairings.touching import Touching

TOUCHING = Touching(ROSTER.can_fight, squares=True, beneath=is_beneath_contempt)
ACTION = pairings_action(TOUCHING)
