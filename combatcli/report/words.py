"""Events to sentences: which words an event is told in. Each kind of event has a function in here or in a neighbour."""

from __future__ import annotations

from importlib import import_module

from combatcli.report.blocks import Line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from combatcli.report.blocks import Block, Names

    Event = Mapping[str, Any]
    Teller = Callable[[Sequence[Event], Names], list[Block]]

ROOMS = {
    "blows": ("attack", "wound", "discard", "loss", "recover", "test", "contest", "condition", "awesome", "focused"),
    "boards": ("encounter", "combatant", "pending", "board", "order", "phase", "declare", "log", "undo", "redo"),
    "grounds": ("arena", "proposal", "suggest", "carried", "move"),
    "chances": ("odds", "distribution"),
    "melee": ("idle", "surprise", "unhurt"),
    "edits": ("new", "change", "drop", "problem", "unknown", "checked"),
}
ROOM_OF = {event: room for room, events in ROOMS.items() for event in events}
BY_CONTENT = {
    "attack": {"difficulty": "melee"},
    "wound": {"left": "melee"},
    "recover": {"by_word": "melee"},
    "test": {"difficulty": "melee"},
    "contest": {"against_needed": "melee"},
    "declare": {"opportunity": "melee"},
    "order": {"winner": "melee"},
    "move": {"feet": "melee"},
}
"""Where an event of a kind is told that has a key by which a game's own way of telling it is known."""


def blocks(events: Sequence[Event], names: Names, *, verbose: bool = False) -> list[Block]:
    """Tell events in order; neighbours of one kind are told together, so that they may share a grid."""
    told: list[Block] = []
    place = 0
    while place < len(events):
        kind = str(events[place]["event"])
        end = place
        while end < len(events) and events[end]["event"] == kind:
            end += 1
        told += _told(kind, events[place:end], names)
        if verbose:
            told += [_all_of(event) for event in events[place:end]]
        place = end
    return told


def _told(kind: str, events: Sequence[Event], names: Names) -> list[Block]:
    own = (room for key, room in BY_CONTENT.get(kind, {}).items() if key in events[0])
    room = next(own, ROOM_OF.get(kind))
    if room is None:
        return [_all_of(event) for event in events]
    teller: Teller = getattr(import_module(f"combatcli.report.{room}"), kind)
    return teller(events, names)


def _all_of(event: Event) -> Line:
    from combatcli.report.blocks import as_toml
    from combatcli.streams import escaped

    values = " ".join(
        f"{key}={as_toml(value)}" for key, value in event.items() if key != "event" and value not in (None, "", [])
    )
    return Line(f"  {event['event']}: {escaped(values)}", "quiet")
