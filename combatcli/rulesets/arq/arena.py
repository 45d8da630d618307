"""Arenas in arq: places, for tables that keep no squares; who is in one with a foe touches them (P1)."""

from __future__ import annotations

from combatcli.encounter.schema import Arena
from combatcli.rulesets.shared.arenas import Ground, arena_actions, fixed_links

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from combatcli.rulesets.arq.schema import Fight
    from combatcli.rulesets.shared.arenas import Links


def touching(fight: Fight) -> Links:
    """Return what each arena touches."""
    return fixed_links(fight.arenas)


def check_entry(fight: Fight, to: str, movers: Sequence[str]) -> None:
    """Let everybody go everywhere."""


GROUND = Ground(Arena, ("",), touching, check_entry)
ACTIONS = arena_actions(GROUND)
