"""`arena`: what every game has of it; a tight one hinders long weapons (B28)."""

from __future__ import annotations

from functools import partial
from typing import get_args

from combatcli.rulesets.blade import events
from combatcli.rulesets.blade.schema import Arena, Kind
from combatcli.rulesets.shared.arenas import arena_actions, plain_ground

TAKEN = partial(events.Move, kind="taken", feet=0, metres=0, up_to=None, left=[], met=[])
"""Who is taken elsewhere, for an arena is removed, walks no feet, and leaves and meets nobody by it."""
GROUND = plain_ground(Arena, get_args(Kind), event=events.Arena, move=TAKEN)
ACTIONS = arena_actions(GROUND)
