"""Events of a journal, read back into their types."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, get_type_hints

import msgspec

from combatcli import dice_events
from combatcli.events import event_types_in
from combatcli.records import Event, json_key

DICE = event_types_in(dice_events)


def read_events(noted: Sequence[object], types: Mapping[str, type[Event]]) -> list[Event]:
    """Return the events of a journal's tables, by a game's types; ValidationError if one does not fit its type."""
    events: list[Event] = []
    for each in noted:
        table = msgspec.convert(each, dict[str, object])
        kind = msgspec.convert(table.get("event"), str)
        type_: Any = DICE.get(kind) or types.get(kind)
        if type_ is None:
            raise msgspec.ValidationError(f"no event is of the kind {kind}")
        events.append(type_(**msgspec.structs.asdict(msgspec.convert(table, _checking_struct(type_)))))
    return events


def without_voided(
    commands: Sequence[Sequence[Event]], voids: Callable[[Event], Callable[[Event], bool] | None]
) -> list[list[Event]]:
    """Return the events without those that a later one voids; each voids the last event that it matches."""
    remaining: list[list[Event]] = []
    for events in commands:
        remaining.append([])
        for event in events:
            is_voided = voids(event)
            if is_voided is not None:
                _drop_last_match(remaining, is_voided)
            remaining[-1].append(event)
    return remaining


def _drop_last_match(commands: Sequence[list[Event]], matches: Callable[[Event], bool]) -> None:
    for events in reversed(commands):
        for place in range(len(events) - 1, -1, -1):
            if matches(events[place]):
                del events[place]
                return


@cache
def _checking_struct(type_: Any) -> type[msgspec.Struct]:
    """Return a struct with the keys of an event type, which checks them by their annotations."""
    required = type_.required()
    keys: list[Any] = [
        (name, hint) if name in required else (name, hint, getattr(type_, name))
        for name, hint in get_type_hints(type_, include_extras=True).items()
    ]
    return msgspec.defstruct(type_.__name__, keys, kw_only=True, rename=json_key)
