"""`pairings` in blade (P1): who is engaged, within five feet, or in one arena."""

from __future__ import annotations

from combatcli.rulesets.blade.state import ROSTER
from combatcli.rulesets.shared.pairings.command import pairings_action
from combatcli.rulesets.shared.pairings.touching import Touching

TOUCHING = Touching(ROSTER.can_fight, feet=5)
ACTION = pairings_action(TOUCHING)
