"""Arenas in arq: places, for tables that keep no squares; who is in one with a foe touches them (P1)."""

from __future__ import annotations

from combatcli.encounter.schema import Arena
from combatcli.rulesets.shared.arenas import arena_actions, plain_ground

GROUND = plain_ground(Arena)
ACTIONS = arena_actions(GROUND)
