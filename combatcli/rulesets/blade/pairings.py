"""`pairings` in blade (P1): who is engaged, within five feet, or in one arena."""

from __future__ import annotations

from combatcli.rulesets.blade import state
from combatcli.rulesets.shared.pairings.command import pairings_action
from combatcli.rulesets.shared.pairings.touching import Touching

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.blade.schema import Fight


def able(fight: Fight, who: str) -> bool:
    """Tell whether somebody is able to fight."""
    return who in fight.combatants and not state.is_dead(fight.combatants[who])


TOUCHING = Touching(able, feet=5)
ACTION = pairings_action(TOUCHING)
