"""What every game's `show` tells alike: arenas, pending hits, declarations."""

from __future__ import annotations

from typing import Any

from combatcli.encounter.schema import whole
from combatcli.rulesets.base import Order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from msgspec import Struct

    from combatcli.rulesets.base import Play


class ShowOrder(Order, frozen=True):
    """Everything, or one combatant."""

    who: str | None = None


def tell_arena(play: Play[Any], name: str, links: Sequence[str], **more: object) -> None:
    """Tell of an arena: kind, note, who is there, what it touches."""
    arena = play.fight.arenas[name]
    play.tell(
        "arena",
        name=name,
        kind=arena.kind,
        note=arena.note,
        size=arena.size,
        links=list(links),
        occupants=[who for who, combatant in play.fight.combatants.items() if combatant.arena == name],
        on=arena.on,
        **more,
    )


def tell_pending(play: Play[Any]) -> None:
    """Tell which hits wait to be applied, counted from 1 as `wound --discard` counts them."""
    for number, hit in enumerate(play.fight.pending, 1):
        play.tell("pending", number=number, **whole(hit))


def declared_openly(declared: Struct | None) -> dict[str, Any] | None:
    """Return a declaration as far as it is no secret."""
    if declared is None:
        return None
    keys: dict[str, Any] = whole(declared)
    return {"phase": keys["phase"], "secret": True} if keys.get("secret") else keys
