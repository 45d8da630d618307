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
    "edits": ("new", "change", "drop", "problem", "unknown", "checked"),
}
ROOM_OF = {event: room for room, events in ROOMS.items() for event in events}


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
    room = ROOM_OF.get(kind)
    if room is None:
        return [_all_of(event) for event in events]
    teller: Teller = getattr(import_module(f"combatcli.report.{room}"), kind)
    return teller(events, names)


def _all_of(event: Event) -> Line:
    from combatcli.streams import escaped

    values = " ".join(
        f"{key}={value}" for key, value in event.items() if key != "event" and value not in (None, "", [])
    )
    return Line(f"  {event['event']}: {escaped(values)}", "quiet")
