"""Arenas of beacon (E20): places whose terrain may be difficult or impassable."""

from __future__ import annotations

from combatcli.encounter.schema import Arena
from combatcli.rulesets.shared.arenas import arena_actions, plain_ground

GROUND = plain_ground(Arena)
ACTIONS = arena_actions(GROUND)
