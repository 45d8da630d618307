"""Events to sentences: each kind by the game's own words first, then by those that all games have in common.

What is common needs no more than the keys that the contract of an event promises.
"""

from __future__ import annotations

from importlib import import_module

from combatcli.report.blocks import Line, as_words
from combatcli.text import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from combatcli.events import Event
    from combatcli.report.blocks import Block, Names, Sentence, Sentences

COMMON = {
    "fight": ("attack", "wound", "unhurt", "discard", "loss", "recover", "test", "contest", "condition", "move"),
    "overview": ("phase", "combatant", "order", "declare"),
    "arenas": ("arena",),
    "pairings": ("pairings",),
    "odds": ("odds", "distribution", "quantiles"),
    "edits": ("new", "change", "drop", "problem", "unknown", "checked"),
    "rolls": ("named_roll", "tally"),
    "rules": ("rule", "switch"),
    "history": ("log", "undo", "redo", "story", "stats"),
}
"""The modules of this room, with the events that each puts in words."""
CHANCES = COMMON["odds"]
"""The events that every game tells in the same words: its own are not even loaded for them."""
MODULE_OF = {event: module for module, events in COMMON.items() for event in events}


def blocks(events: Sequence[Event], names: Names, own: Sentences, *, verbose: bool = False) -> list[Block]:
    """Put events in words, in order; neighbours of one kind together, so that they may share a grid.

    ``own`` are the sentences of the game.
    """
    said: list[Block] = []
    place = 0
    while place < len(events):
        kind = str(events[place]["event"])
        end = place
        while end < len(events) and events[end]["event"] == kind:
            end += 1
        said += sentence_for(kind, own)(events[place:end], names)
        if verbose:
            said += all_keys(events[place:end], names)
        place = end
    return said


def sentence_for(kind: str, own: Sentences) -> Sentence:
    """Return what puts a kind of event in words: the game's way, the common way, else all its keys."""
    if kind in own:
        return own[kind]
    if kind not in MODULE_OF:
        return all_keys
    found: Sentence = getattr(import_module(f"combatcli.report.{MODULE_OF[kind]}"), kind)
    return found


def all_keys(events: Sequence[Event], names: Names) -> list[Block]:  # noqa: ARG001  (every sentence and cell takes the same)
    """Say all that events hold, key by key, in words."""
    return [_keys(event) for event in events]


def _keys(event: Mapping[str, object]) -> Line:
    said = [_said(key.replace("_", " "), value) for key, value in event.items() if key != "event"]
    return Line(f"  {event['event']}: {escape('; '.join(filter(None, said)))}", "quiet")


def _said(key: str, value: object) -> str:
    if value is True:
        return key
    return "" if value in (None, False, "", [], {}) else f"{key} {as_words(value)}"
