"""Events of a journal, read back into their types."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import get_type_hints

import msgspec

from combatcli.dice_events import KINDS
from combatcli.events import AnyEvent, Event


def read_events(noted: Sequence[object], types: Mapping[str, type[Event]]) -> list[AnyEvent]:
    """Return the events of a journal's tables, by a game's types; ValidationError if one does not fit its type."""
    return [_read(table, types) for table in noted]


def standing(
    commands: Sequence[Sequence[AnyEvent]], voids: Callable[[AnyEvent], Callable[[AnyEvent], bool] | None]
) -> list[list[AnyEvent]]:
    """Return the events without those that a later one voids: the last matching event of each."""
    stands: list[list[AnyEvent]] = []
    for events in commands:
        stands.append([])
        for event in events:
            never_was = voids(event)
            if never_was is not None:
                _drop_last_match(stands, never_was)
            stands[-1].append(event)
    return stands


def _drop_last_match(commands: Sequence[list[AnyEvent]], matches: Callable[[AnyEvent], bool]) -> None:
    for events in reversed(commands):
        for place in range(len(events) - 1, -1, -1):
            if matches(events[place]):
                del events[place]
                return


def _read(noted: object, types: Mapping[str, type[Event]]) -> AnyEvent:
    table = msgspec.convert(noted, dict[str, object])
    kind = msgspec.convert(table.get("event"), str)
    if kind in KINDS:
        of_dice = KINDS[kind]
        hints = get_type_hints(of_dice)
        names = [name for name in hints if name != "event" and (name in table or name in of_dice.required())]
        return of_dice(**{name: msgspec.convert(table.get(name), hints[name]) for name in names})
    if kind not in types:
        raise msgspec.ValidationError(f"no event is of the kind {kind}")
    return msgspec.convert(table, types[kind])
