"""Arenas of `realm` (R10–R15): their kinds, and those that somebody carries on back or head (R14)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

from combatcli.errors import RefusedError
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.realm import events, state
from combatcli.rulesets.realm.schema import Arena, Combatant, Fight, Kind, Weapon
from combatcli.rulesets.shared.arenas import Ground, fixed_links

FAVORED = {
    "neutral": (),
    "tight": ("light",),
    "hazardous": ("reach",),
    "open": ("ranged",),
    "dense": ("heavy", "very-heavy"),
}
"""The classes of weapon that an arena of each kind favors (R11)."""
ARENA_BONUS = 2


def touching(fight: Fight) -> dict[str, list[str]]:
    """Return what each arena touches; a carried one goes where its bearer is (R10, R14)."""
    fixed = fixed_links(fight.arenas)
    carried = state.carried(fight.arenas)
    if not carried:
        return fixed
    links = {name: list(links) for name, links in fixed.items()}
    for name, on in carried:
        bearer = fight.combatants.get(on)
        if bearer is None or bearer.arena not in fixed:
            continue
        for other in (bearer.arena, *fixed[bearer.arena]):
            if other != name and other not in links[name]:
                links[name].append(other)
                links[other].append(name)
    return links


def check_not_carried(fight: Fight, to: str, movers: Iterable[str]) -> None:
    """Refuse to put a bearer into the arena that they carry (R14)."""
    bearer = fight.arenas[to].on
    if bearer is not None and bearer in movers:
        raise RefusedError(f"{bearer} carries {to} and cannot be in it (R14)")


def carried_along(context: CombatContext[Fight], bearer: str) -> None:
    """Emit which arenas move with their bearer, and what they touch now (R14)."""
    for name in [name for name, on in state.carried(context.fight.arenas) if on == bearer]:
        context.emit(events.Carried(arena=name, bearer=bearer, links=touching(context.fight)[name]))


def arena_bonus(fight: Fight, attacker: Combatant, target: Combatant, weapon: Weapon) -> dict[str, int]:
    """Return the bonus of the arena that counts, by its kind: the target's for a shot, else the attacker's (R11)."""
    name = target.arena if weapon.used_as == "ranged" else attacker.arena
    arena = fight.arenas.get(name) if name is not None else None
    kind = arena.kind if arena is not None else "neutral"
    return {kind: ARENA_BONUS if weapon.used_as in FAVORED[kind] else 0}


def favors(arena: Arena) -> dict[str, object]:
    """Return which classes of weapon an arena favors, and by how much (R11)."""
    return {"favours": list(FAVORED[arena.kind]), "bonus": ARENA_BONUS}


GROUND = Ground(Arena, get_args(Kind), touching, check_not_carried, favors, "R10", events.Arena)
