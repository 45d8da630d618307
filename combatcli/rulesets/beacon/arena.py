"""Arenas of beacon (E20): places whose terrain may be difficult or impassable."""

from __future__ import annotations

from combatcli.rulesets.beacon.schema import Arena
from combatcli.rulesets.shared.arenas import Ground, arena_actions, fixed_links

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from combatcli.rulesets.beacon.schema import Fight
    from combatcli.rulesets.shared.arenas import Links


def touching(fight: Fight) -> Links:
    """Return what each arena touches."""
    return fixed_links(fight.arenas)


def check_entry(fight: Fight, to: str, movers: Sequence[str]) -> None:
    """Let everybody go everywhere."""


GROUND = Ground(Arena, ("",), touching, check_entry)
ACTIONS = arena_actions(GROUND)
