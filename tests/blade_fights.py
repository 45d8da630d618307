"""Fights of blade for its tests: a melee, a duel before initiative, one move or strike."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

import support
from combatcli.rulesets.blade import state
from support import fight, happened, play

trio = partial(support.duel, ork={})
start = partial(support.duel, phase="initiative", initiative=[])
CHARGER = {"deeds": {"charged": "orc", "first_strike": True}}
BOW = {"weapons": {"bow": {"close": 30, "medium": 100, "far": 200}}, "wielding": "bow", "agility": 8}
Frame = tuple[tuple[float, float], tuple[float, float]]

FRAMES: list[Frame] = [((20, 30), (1, 0)), ((-15, -40), (0, -1)), ((12, 7), (0.6, 0.8)), ((60, -45), (-0.8, 0.6))]
"""Where Darna stands, and the direction in which she looks."""


def melee(combatants: dict[str, Any], **keys: Any) -> Any:
    return fight("blade", **{"phase": "melee", **keys}, combatants=combatants)


def pair(darna: dict[str, Any] | None = None, orc: dict[str, Any] | None = None, **keys: Any) -> Any:
    """Return Darna and an orc, engaged in a melee."""
    one = {"side": "heroes", "player": True, "engaged": ["orc"], **(darna or {})}
    return melee({"darna": one, "orc": {"side": "orcs", **(orc or {})}}, **keys)


def strike(encounter: Any, attacker: str, target: str, *faces: int, **order: Any) -> Any:
    return play(encounter, "attack", *faces, attacker=attacker, targets=[target], **order)


def moved(encounter: Any, **order: Any) -> dict[str, Any]:
    """Return the event of Darna's move, of which nothing may be irregular."""
    return happened(play(encounter, "move", who="darna", strict=True, **order), "move")[0]


def points(playing: Any, who: str) -> tuple[int, int]:
    """Return the stamina and health that somebody has left."""
    combatant = playing.fight.combatants[who]
    return state.stamina(combatant), state.health(combatant)


def chances(told: list[dict[str, Any]]) -> dict[tuple[str, ...], Fraction]:
    """Return the chances of odds by what they are of and about whom."""
    keys = ("of", "attacker", "target", "who")
    asked = [event for event in told if event["event"] == "odds"]
    return {tuple(event[key] for key in keys if key in event): Fraction(event["chance"]) for event in asked}


def at(frame: Frame, along: float, aside: float = 0) -> list[float]:
    """Return the point so many feet ahead of Darna, and so many to her left."""
    (across, up), (east, north) = frame
    return [round(across + along * east - aside * north, 6), round(up + along * north + aside * east, 6)]


def word(point: list[float]) -> str:
    return f"{point[0]},{point[1]}"


def placed(frame: Frame, where: tuple[float, float], *, phase: str = "acting", **keys: Any) -> Any:
    return fight(
        "blade",
        phase=phase,
        initiative=["heroes", "orcs"],
        combatants={
            "darna": {"side": "heroes", "position": at(frame, 0), **keys.get("darna", {})},
            "orc": {"side": "orcs", "position": at(frame, *where), **keys.get("orc", {})},
        },
    )


def two(attacker: dict[str, Any] | None = None, target: dict[str, Any] | None = None, **keys: Any) -> Any:
    return fight(
        "blade",
        **{"phase": "melee", **keys},
        combatants={"darna": {"side": "heroes", **(attacker or {})}, "orc": {"side": "orcs", **(target or {})}},
    )


def blow(encounter: Any, *faces: int, **order: Any) -> dict[str, Any]:
    playing = play(encounter, "attack", *faces, **{"attacker": "darna", "targets": ["orc"], **order})
    return happened(playing, "attack")[0]


def shot(feet: float, *faces: int, **keys: Any) -> dict[str, Any]:
    return blow(two({**BOW, **keys}, phase="acting"), *faces, distance=feet)
