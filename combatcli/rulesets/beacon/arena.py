"""Arenas of beacon (E20): places whose terrain may be difficult or impassable."""

from __future__ import annotations

from combatcli import events
from combatcli.encounter.schema import Arena
from combatcli.rulesets.beacon.events import Move
from combatcli.rulesets.shared.arenas import arena_actions, plain_ground

GROUND = plain_ground(Arena, event=events.Arena, move=Move)
ACTIONS = arena_actions(GROUND)
