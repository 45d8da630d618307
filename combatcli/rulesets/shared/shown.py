"""The event types of `show` and others, derived from the game's schema."""

from functools import cache
from typing import Any, get_args

from msgspec import UNSET, Struct
from msgspec.structs import fields

from combatcli.encounter.schema import Encounter, Hit, Member
from combatcli.events import Combatant, DiscardedHit, Pending
from combatcli.records import Event

HOLDS = {"combatant": ("combatants", Combatant), "pending": ("pending", Pending), "discard": ("pending", DiscardedHit)}
"""For each kind of event, where the encounter holds its values, and their model."""

COMMON: dict[str, type[Struct]] = {"combatants": Member, "pending": Hit}
"""The models of a game without its own."""


@cache
def model_event_type(event: type[Event], model: type[Struct], *, whole: bool) -> Any:
    """Return an event type with its own keys and those of the game's model, required if ``whole``."""
    own = _annotations(event)
    more = {
        name: hint for name, hint in _annotations(model).items() if name in model.__struct_fields__ and name not in own
    }
    optional = {} if whole else dict.fromkeys(more, UNSET)
    return type(
        event.__name__,
        (event,),
        {"event": event.event, "__annotations__": more, "__module__": model.__module__, **optional},
    )


def _annotations(type_: type) -> dict[str, Any]:
    return {
        name: hint for base in reversed(type_.__mro__) for name, hint in getattr(base, "__annotations__", {}).items()
    }


def game_event_type(encounter: type[Encounter], kind: str, own: type[Event] | None = None) -> Any:
    """Return a game's type of a kind of event; ``own`` has the keys that are computed."""
    key, common = HOLDS[kind]
    held = next(get_args(field.type)[-1] for field in fields(encounter) if field.name == key)
    model = held if isinstance(held, type) and issubclass(held, Struct) else COMMON[key]
    return model_event_type(own or common, model, whole=kind != "combatant")
