"""Hits that wait in ``[[pending]]``: listed, dropped, or taken off the list to be applied."""

from __future__ import annotations

from typing import Any

from combatcli.encounter.schema import whole
from combatcli.errors import RefusedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from combatcli.rulesets.play import Play


def tell_pending(play: Play[Any]) -> None:
    """Tell which hits wait to be applied, counted from 1 as `wound --discard` counts them."""
    for number, hit in enumerate(play.fight.pending, 1):
        play.tell("pending", number=number, **whole(hit))


def add_pending(play: Play[Any], hit: Any) -> None:  # noqa: ANN401  (each game has types of its own)
    """Let a hit wait until `wound` applies it."""
    play.alter(pending=[*play.fight.pending, hit])


def take_pending(play: Play[Any], first: int = 0) -> list[Any]:
    """Take hits off the list, from the one at a place on, and return them."""
    taken = list(play.fight.pending[first:])
    if taken:
        play.alter(pending=list(play.fight.pending[:first]))
    return taken


def drop_pending(play: Play[Any], which: str) -> None:
    """Take off the list what is pending, all of it or the N-th, and tell it; RefusedError if there is no such hit."""
    pending = play.fight.pending
    if not pending:
        raise RefusedError("nothing is pending")
    if which != "all" and not (which.isdecimal() and 1 <= int(which) <= len(pending)):
        raise RefusedError(f"there is no pending hit {which}", f"`show` lists {len(pending)} of them.")
    gone = range(len(pending)) if which == "all" else [int(which) - 1]
    play.alter(pending=_without(pending, gone))
    for place in gone:
        play.tell("discard", **whole(pending[place]))


def _without(pending: list[Any], gone: Iterable[int]) -> list[Any]:
    return [hit for place, hit in enumerate(pending) if place not in set(gone)]


def waiting(play: Play[Any]) -> str:
    """Return how many hits are still pending, in words."""
    count = len(play.fight.pending)
    return f"{count} hit{'s are' if count > 1 else ' is'} still pending"
