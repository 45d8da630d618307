"""`arena`: what every game has of it; a tight one hinders long weapons (B28)."""

from __future__ import annotations

from typing import get_args

from combatcli.rulesets.actions import Action
from combatcli.rulesets.blade.schema import Arena, Kind
from combatcli.rulesets.shared.arenas import RemoveRequest, arena_actions, plain_ground, remove_arena

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.blade.schema import Fight
    from combatcli.rulesets.context import CombatContext


GROUND = plain_ground(Arena, get_args(Kind))


def remove(context: CombatContext[Fight], request: RemoveRequest) -> None:
    """Remove an arena; who is taken elsewhere walks no feet, and leaves and meets nobody by it."""
    remove_arena(context, GROUND, request)
    for event in context.events:
        if event["event"] == "move":
            event.update(kind="taken", feet=0, metres=0, up_to=None, left=[], met=[])


ACTIONS = {**arena_actions(GROUND), "remove": Action(RemoveRequest, remove)}
