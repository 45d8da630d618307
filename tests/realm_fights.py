"""Fights of realm for its tests."""

from __future__ import annotations

from typing import Any

from combatcli.rulesets.realm.ground import touching
from support import fight, happened, play

AT_BOB: dict[str, Any] = {"attacker": "ann", "targets": ["bob"]}
PLAIN: dict[str, Any] = {"weapons": {"axe": {"class": "light"}}}
TOWN = {
    "market": {"kind": "dense", "links": ["alley"], "note": "stalls"},
    "alley": {"kind": "tight"},
    "roofs": {"kind": "hazardous", "links": ["alley"]},
    "attic": {"links": ["roofs"]},
}
HERE = {"arena": "a"}
AWNINGS: dict[str, Any] = {"name": "awnings", "beside": "yard", "kind": "hazardous", "note": "striped"}


def two(attacker: dict[str, Any] | None = None, target: dict[str, Any] | None = None, **keys: Any) -> Any:
    weapons = {"axe": {"class": "medium"}}
    return fight(
        "realm",
        phase="attack-assist-aimed",
        combatants={"ann": {"weapons": weapons, "wielding": "axe", **(attacker or {})}, "bob": target or {}, "cid": {}},
        **keys,
    )


def armed(weapon_class: str, **more: object) -> dict[str, Any]:
    return {"weapons": {"it": {"class": weapon_class, **more}}, "wielding": "it"}


def fencer(**more: object) -> dict[str, Any]:
    """Return somebody with a sabre and a parrying dagger, and a pike beside the dagger of which nothing is parried."""
    weapons = {"sabre": {"class": "medium"}, "dagger": {"class": "light"}, "pike": {"class": "reach"}}
    return {"weapons": weapons, "wielding": "sabre", "parrying": "dagger", **more}


def brawl(phase: str = "5", **each: Any) -> Any:
    combatants: dict[str, Any] = {
        "ann": {"side": "one"},
        "bob": {"side": "two"},
        "cid": {"side": "one"},
        "dora": {"side": "two"},
    }
    for who, keys in combatants.items():
        keys |= {"arena": "a", **PLAIN, **each.get(who, {})}
    return fight("realm", phase=phase, arenas={"a": {"links": ["b"]}, "b": {}}, combatants=combatants)


def attack_of(played: Any) -> dict[str, Any]:
    event: dict[str, Any]
    (event,) = happened(played, "attack")
    return event


def town(arenas: Any = None, **each: dict[str, Any]) -> Any:
    combatants = {"mira": {"arena": "market"}, "ogre": {"arena": "market"}, "imp": {"arena": "roofs"}}
    for who, keys in each.items():
        combatants[who] = {**combatants.get(who, {}), **keys}
    return fight("realm", arenas=TOWN if arenas is None else arenas, combatants=combatants)


def party(**keys: Any) -> Any:
    combatants = {
        "mira": {"player": True, "awareness": 2},
        "ogre": {},
        "tomas": {"player": True, "awareness": 1},
        "imp": {},
    }
    for who, values in keys.pop("each", {}).items():
        combatants[who] |= values
    return fight("realm", combatants=combatants, **keys)


def declared(encounter: Any, who: str, **order: object) -> Any:
    return play(encounter, "declare", who=who, **order).fight


def camp(phase: str = "1", **each: dict[str, Any]) -> Any:
    combatants: dict[str, Any] = {
        "mira": {"player": True, **HERE},
        "tomas": {"player": True, **HERE},
        "ogre": {"declared": {"phase": 5, "action": "attack", "targets": ["mira"]}, **HERE},
    }
    for who, keys in each.items():
        combatants[who] = combatants.get(who, {}) | keys
    arenas = {"a": {"links": ["b", "c"]}, "b": {}, "c": {}}
    return fight("realm", phase=phase, arenas=arenas, combatants=combatants)


def said(action: str, phase: int, *targets: str, **more: object) -> dict[str, Any]:
    """Return the keys of somebody who has declared that."""
    return {"declared": {"phase": phase, "action": action, "targets": list(targets), **more}}


def one(**keys: object) -> Any:
    """Return a fight of ann, who has the keys, and bob."""
    return fight("realm", combatants={"ann": keys, "bob": {}})


def pending(*hits: dict[str, Any], **keys: Any) -> Any:
    return fight("realm", combatants={"ann": {}, "bob": {}, **keys}, pending=list(hits))


def barn(**each: dict[str, Any]) -> Any:
    """Return a fight of mira, armed for any place, and ogre in a barn; imp is in the shed behind its wall."""
    weapons = {"maul": "heavy", "pike": "reach", "knife": "light", "bow": "ranged"}
    combatants: dict[str, dict[str, Any]] = {
        "mira": {"arena": "barn", "player": True, "weapons": {name: {"class": each} for name, each in weapons.items()}},
        "ogre": {"arena": "barn"},
        "imp": {"arena": "shed"},
    }
    for who, keys in each.items():
        combatants[who] |= keys
    arenas: dict[str, Any] = {"barn": {"kind": "dense"}, "shed": {"kind": "tight"}, "yard": {"links": ["barn"]}}
    return fight("realm", phase="attack-assist-aimed", arenas=arenas, combatants=combatants)


def links(encounter: Any) -> dict[str, set[str]]:
    return {name: set(touching) for name, touching in touching(encounter).items()}
