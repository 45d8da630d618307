"""Fights of beacon for its tests: a camp and a table made of keys, and a file of the worked examples."""

from __future__ import annotations

from typing import Any

from support import fight, happened, play

BASE: dict[str, dict[str, Any]] = {
    "osric": {
        "side": "heroes",
        "player": True,
        "archetype": "warrior",
        "tier": 2,
        "body": 3,
        "actions": {"skirmish": 3, "hunt": 1, "traverse": 1},
        "weapons": {"axe": {"effect": "d10"}, "bow": {"effect": "d8", "range": 50}},
    },
    "vela": {"side": "heroes", "player": True, "archetype": "rogue", "actions": {"finesse": 2}},
    "hound": {"side": "foes", "iron": 14, "hp": 30, "max_hp": 30, "weapons": {"bite": {"effect": "d6"}}},
}
MISS = (1, 1, 1, 1, 1)
FOES: dict[str, dict[str, Any]] = {
    "a": {
        "side": "h",
        "player": True,
        "tier": 2,
        "body": 2,
        "hp": 30,
        "actions": {"skirmish": 2, "finesse": 1, "sway": 1},
        "position": [0, 0],
        "wielding": "s",
        "weapons": {"s": {"effect": "d6", "properties": ["agile"]}, "k": {"effect": "d4"}},
    },
    "v": {"side": "h", "player": True, "hp": 30, "position": [0, 50]},
    "b": {"side": "f", "hp": 30, "iron": 12, "soak": 3, "position": [5, 0], "weapons": {"c": {"effect": "d6"}}},
    "e": {"side": "f", "hp": 30, "position": [100, 0]},
}
OSRIC = """
[combatants.osric]
side = "heroes"
player = true
archetype = "warrior"
tier = 2
body = 3
mind = 1
will = 2
actions = { skirmish = 3, hunt = 1, traverse = 1 }
position = [0, 0]
wielding = "greataxe"
weapons.greataxe = { effect = "d10", hands = 2, properties = ["powerful"] }
"""
VELA = """
[combatants.vela]
side = "heroes"
player = true
archetype = "rogue"
tier = 1
body = 2
mind = 3
will = 0
actions = { finesse = 2, hunt = 2, prowl = 2 }
wielding = "dagger"
weapons.dagger = { effect = "d6", properties = ["agile"] }
weapons.longbow = { effect = "d8", range = 50, hands = 2 }
"""
WIGHT = """
[combatants.wight]
side = "foes"
tier = 1
living = false
iron = 15
hp = 30
max_hp = 30
"""
HOUND = """
[combatants.hound]
side = "foes"
tier = 1
iron = 14
hp = 30
max_hp = 30
wielding = "bite"
weapons.bite = { effect = "d6" }
"""


def camp(top: dict[str, Any] | None = None, **each: dict[str, Any]) -> Any:
    combatants = {who: {**keys, **each.get(who, {})} for who, keys in BASE.items()}
    return fight("beacon", combatants=combatants, **(top or {}))


def having(*names: str, **more: object) -> dict[str, Any]:
    return {"conditions": [{"name": name, **more} for name in names]}


def parts(listed: list[dict[str, Any]]) -> dict[str, int]:
    return {each["reason"]: each["value"] for each in listed}


def attacks(encounter: Any, *faces: int, **more: Any) -> dict[str, Any]:
    request = {"attacker": "osric", "targets": ["hound"], **more}
    return happened(play(encounter, "attack", *faces, **request), "attack")[0]


def table(top: dict[str, Any] | None = None, **each: dict[str, Any]) -> Any:
    return fight("beacon", combatants={who: {**keys, **each.get(who, {})} for who, keys in FOES.items()}, **(top or {}))


def pending(*hits: dict[str, Any]) -> dict[str, Any]:
    """Return the keys of an encounter in which hits wait."""
    return {"pending": [{"attacker": "b", **hit} for hit in hits]}


def conditioned(*each: dict[str, Any], **more: object) -> dict[str, Any]:
    return {"conditions": list(each), **more}


def base(top: str = "", **more: str) -> str:
    text = 'ruleset = "beacon"\n' + top
    for who, keys in (("osric", OSRIC), ("vela", VELA), ("wight", WIGHT), ("hound", HOUND)):
        own = more.get(who, "")
        said = {line.partition(" ")[0] for line in own.splitlines()}
        lines = [line for line in keys.splitlines() if line.partition(" ")[0] not in said]
        text += "\n".join([*lines[:2], own, *lines[2:]]) + "\n"
    return text
