"""`arena` and `pairings` in blade: a tight arena hinders long weapons (B28); who touches whom (P1)."""

from __future__ import annotations

from functools import partial
from typing import get_args

from combatcli.rulesets.actions import AnyAction
from combatcli.rulesets.blade import events
from combatcli.rulesets.blade.schema import Arena, Kind
from combatcli.rulesets.blade.state import ROSTER
from combatcli.rulesets.shared.arenas import Ground, arena_actions
from combatcli.rulesets.shared.pairings.command import pairings_action
from combatcli.rulesets.shared.pairings.touching import Touching

TAKEN = partial(events.Move, kind="taken", feet=0, metres=0, up_to=None, left=[], met=[])
"""Who is taken elsewhere, for an arena is removed, walks no feet, and leaves and meets nobody by it."""
GROUND = Ground(Arena, get_args(Kind), event=events.Arena, move=TAKEN)
TOUCHING = Touching(ROSTER.can_fight, feet=5)
ACTIONS: dict[str, AnyAction] = {**arena_actions(GROUND), "pairings": pairings_action(TOUCHING)}
