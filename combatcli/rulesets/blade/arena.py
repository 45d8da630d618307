"""`arena`: what every game has of it; a tight one hinders long weapons (B28)."""

from __future__ import annotations

from typing import get_args

from combatcli.rulesets.blade.schema import Arena, Kind
from combatcli.rulesets.shared.arenas import Ground, arena_actions, fixed_links

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from combatcli.rulesets.blade.schema import Fight
    from combatcli.rulesets.shared.arenas import Links


def touching(fight: Fight) -> Links:
    """Return what each arena touches."""
    return fixed_links(fight.arenas)


def check_entry(fight: Fight, to: str, movers: Sequence[str]) -> None:
    """Let everybody go everywhere."""


GROUND = Ground(Arena, get_args(Kind), touching, check_entry)
ACTIONS = arena_actions(GROUND)
