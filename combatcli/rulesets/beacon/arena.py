"""Arenas of beacon (E20): places whose terrain may be difficult or impassable; and `pairings` (P1)."""

from __future__ import annotations

from combatcli import events
from combatcli.encounter.schema import Arena
from combatcli.rulesets.actions import AnyAction
from combatcli.rulesets.beacon.events import Move
from combatcli.rulesets.beacon.state import ROSTER, SQUARE
from combatcli.rulesets.shared.arenas import Ground, arena_actions
from combatcli.rulesets.shared.pairings.command import pairings_action
from combatcli.rulesets.shared.pairings.touching import Touching
from combatcli.rulesets.shared.places import king

GROUND = Ground(Arena, event=events.Arena, move=Move)
TOUCHING = Touching(ROSTER.can_fight, feet=SQUARE, measured=king)
ACTIONS: dict[str, AnyAction] = {
    **arena_actions(GROUND),
    "pairings": pairings_action(TOUCHING),
}
