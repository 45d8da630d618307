"""`pairings` in beacon (P1): who is engaged, within five feet, or in one arena."""

from __future__ import annotations

from combatcli.rulesets.beacon import state
from combatcli.rulesets.shared.pairings.command import pairings_action
from combatcli.rulesets.shared.pairings.touching import Touching

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.beacon.schema import Fight


def able(fight: Fight, who: str) -> bool:
    """Tell whether somebody is able to fight."""
    return who in fight.combatants and state.is_able(fight, fight.combatants[who])


TOUCHING = Touching(able, feet=5)
ACTION = pairings_action(TOUCHING)
