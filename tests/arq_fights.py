"""Fights of arq for its tests: a table made of keys, a file of the worked examples, cards that are given."""

from __future__ import annotations

from typing import Any

from combatcli.rulesets import action, load
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.shared.cards import EnteredCards
from support import Done, as_request, fight, play_with

BASE = """
ruleset = "arq"
phase = "action"
[combatants.bran]
side = "heroes"
player = true
traits = { melee = 2, movement = 1 }
[combatants.isa]
side = "heroes"
player = true
traits = { missile = 2 }
[combatants.gob1]
side = "foes"
traits = { melee = 1, movement = 1, missile = 1 }
[combatants.wolf]
side = "foes"
traits = { melee = 3, movement = 2 }
"""


def table(phase: str = "action", top: dict[str, Any] | None = None, **each: dict[str, Any]) -> Any:
    combatants: dict[str, Any] = {
        "bran": {"side": "heroes", "player": True, "traits": {"melee": 2, "movement": 1}},
        "isa": {"side": "heroes", "player": True, "traits": {"missile": 2}},
        "gob": {"side": "foes", "traits": {"melee": 1, "movement": 1, "missile": 1}},
        "wolf": {"side": "foes", "traits": {"melee": 3, "movement": 2}},
    }
    for who, keys in each.items():
        combatants[who] = combatants.get(who, {}) | keys
    return fight("arq", phase=phase, combatants=combatants, **(top or {}))


def drawn(encounter: Any, command: str, *cards: int, **request: Any) -> CombatContext[Any]:
    """Play a command with given cards, all of which must be used, and settle what follows."""
    doing = action(load("arq"), command)
    source = EnteredCards(list(cards))
    playing = CombatContext(encounter, strict=request.pop("strict", False))
    play_with(playing, source, (doing.task, as_request(doing, request)))
    load("arq").apply_consequences(playing)
    source.finish()
    return playing


def base(top: str = "", **keys: str) -> str:
    text = top + BASE if "phase" not in top else top + BASE.replace('phase = "action"\n', "")
    for who, more in keys.items():
        text = text.replace(f"[combatants.{who}]\n", f"[combatants.{who}]\n{more}\n")
    return text


def chances(done: Done) -> dict[str, str]:
    return {event["of"]: event["chance"] for event in done.events}


def on_squares(phase: str, players: dict[str, str], foes: dict[str, str], **more: str) -> str:
    """Return an encounter of players and foes, each on a square, as "1, 0"; with ``more`` keys of some."""
    text = f'ruleset = "arq"\nphase = "{phase}"\n'
    for who, square in {**players, **foes}.items():
        player = "player = true\n" if who in players else ""
        text += f"[combatants.{who}]\n{player}position = [{square}]\n{more.get(who, '')}\n"
    return text
