"""`pairings` (P1): who may be paired in the melee."""

from combatcli.rulesets.beacon.state import ROSTER, SQUARE
from combatcli.rulesets.shared.pairings.command import pairings_action
from combatcli.rulesets.shared.pairings.touching import TouchingRules
from combatcli.rulesets.shared.places import king_distance

TOUCHING = TouchingRules(ROSTER.can_fight_in_melee, feet=SQUARE, measured=king_distance)
ACTIONS = {"pairings": pairings_action(TOUCHING)}
