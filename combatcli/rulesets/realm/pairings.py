"""`pairings` in realm (P1): who is engaged, or in one arena; nobody counts positions."""

from __future__ import annotations

from combatcli.rulesets.realm.state import ROSTER
from combatcli.rulesets.shared.pairings.command import pairings_action
from combatcli.rulesets.shared.pairings.touching import Touching

TOUCHING = Touching(ROSTER.can_fight)
ACTION = pairings_action(TOUCHING)
