"""Where somebody is: on a square (Q20, Q21), or, at tables that keep no squares, in an arena (P1)."""

from __future__ import annotations

from combatcli.encounter.schema import Arena
from combatcli.rulesets.arq import state
from combatcli.rulesets.arq.schema import Fight
from combatcli.rulesets.shared.arenas import arena_actions, plain_ground
from combatcli.rulesets.shared.places import Places
from combatcli.rulesets.shared.sides import are_enemies
from combatcli.rulesets.shared.squares import Square

GROUND = plain_ground(Arena)
ACTIONS = arena_actions(GROUND)
PLACES = Places(lambda _, combatant: not state.is_fallen(combatant), lambda combatant: state.left(combatant)[0])
"""Who stands where, of those able to fight, the weakest first; the fallen block nobody (Q20)."""


def threatening(fight: Fight, who: str, square: Square) -> list[str]:
    """Return the foes able to fight who are adjacent to a square, in the file's order (Q21)."""
    mover = fight.combatants[who]
    return [name for name in PLACES.about(fight, square, 1) if are_enemies(mover, fight.combatants[name])]
