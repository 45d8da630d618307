"""`pairings` in realm (P1): who is engaged, or in one arena; nobody counts positions."""

from __future__ import annotations

from combatcli.rulesets.realm import state
from combatcli.rulesets.shared.pairings.command import pairings_action
from combatcli.rulesets.shared.pairings.touching import Touching

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.realm.schema import Fight


def able(fight: Fight, who: str) -> bool:
    """Tell whether somebody is able to fight."""
    return who in fight.combatants and not state.fallen(fight.combatants[who])


TOUCHING = Touching(able)
ACTION = pairings_action(TOUCHING)
