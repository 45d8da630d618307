"""`pairings` (P1, B30): who may be paired in the melee."""

from combatcli.rulesets.blade.state import ROSTER
from combatcli.rulesets.shared.pairings.command import pairings_action
from combatcli.rulesets.shared.pairings.touching import TouchingRules

TOUCHING = TouchingRules(ROSTER.can_fight_in_melee, feet=5)
ACTIONS = {"pairings": pairings_action(TOUCHING)}
