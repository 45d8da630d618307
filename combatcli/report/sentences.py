"""Events in sentences: each kind by the game's own words first, then by those of all games.

The common sentences need only the keys that every event of a kind has.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import groupby
from operator import attrgetter

from combatcli.records import Event, Record
from combatcli.report.blocks import Block, Grouped, Line, Names, Sentence, Sentences, table_in_words
from combatcli.text import escape

SWAPPED = {"good": "bad", "bad": "good"}
HIT, HIT_US = "HIT ", "HIT!"
COMMON = {
    "fight": ("attack", "wound", "unhurt", "discard", "recover", "test", "contest", "condition", "move"),
    "combatants": ("phase", "combatant", "loss", "order", "declare"),
    "arenas": ("arena",),
    "pairings": ("pairings",),
    "odds": ("odds", "distribution", "quantiles", "chances"),
    "edits": ("new", "change", "rename", "drop", "problem", "unknown", "checked", "playable", "roll", "needed"),
    "roll_tables": ("named_roll", "tally", "row"),
    "rules": ("rule", "switch", "unanswered", "known"),
    "history": ("log", "undo", "redo", "story", "stats", "remark"),
}
"""The modules of this package, with the events that each puts in words."""
ALIKE = frozenset([*COMMON["odds"], *COMMON["edits"], *COMMON["rules"], *COMMON["history"]])
"""The events with the same words in every game; for these alone, a game's own sentences are not loaded."""
TOLD_WHOLE = ("story",)
"""The events whose words have all their keys."""
MODULE_OF = {event: module for module, events in COMMON.items() for event in events}


def events_in_blocks(events: Sequence[Event], names: Names, own: Sentences, *, verbose: bool = False) -> list[Block]:
    """Return events in words, in order; ``own`` are the sentences of the game, ``verbose`` adds all keys of each."""
    result: list[Block] = []
    for kind, run in groupby(events, key=attrgetter("event")):
        neighbors = list(run)
        result += _blocks_of_one_kind(neighbors, names, sentence_for(kind, own))
        if verbose and kind not in TOLD_WHOLE:
            result += [all_keys_sentence(event, names) for event in neighbors]
    return result


def _blocks_of_one_kind(events: Sequence[Event], names: Names, sentence: Sentence | Grouped) -> Iterator[Block]:
    """Yield the blocks of events of one kind: one by one, or together if the sentence is grouped."""
    if isinstance(sentence, Grouped):
        yield from sentence.blocks(events, names)
        return
    for event in events:
        words = sentence(event, names)
        for block in [words] if isinstance(words, Record) else words:
            yield _colored_by_side(event, block, names) if isinstance(block, Line) else block


def _colored_by_side(event: Event, line: Line, names: Names) -> Line:
    """Return a line colored by the side it hurts, with a mark for the same."""
    text, tone = line.text, line.tone
    if names.ours and tone in SWAPPED:
        whose = _combatant_concerned(event)
        hits = event.event == "attack" and tone == "good"
        if whose and hits == (whose in names.ours):
            tone = SWAPPED[tone]
        if hits and tone == "bad" and text.startswith(HIT):
            text = f"{HIT_US}{text[len(HIT) :]}"
    return line if (text, tone) == (line.text, line.tone) else Line(text, tone, line.right)


def _combatant_concerned(event: Event) -> str:
    """Return the id of the combatant that an event is good or bad for; empty for none."""
    candidates = (getattr(event, key, None) for key in ("wounded", "target", "who"))
    return next((who for who in candidates if isinstance(who, str)), "")


def sentence_for(kind: str, own: Sentences) -> Sentence | Grouped:
    """Return the sentence of a kind of event: the game's, the common one, or all keys."""
    if kind in own:
        return own[kind]
    if kind not in MODULE_OF:
        return all_keys_sentence
    sentence: Sentence | Grouped = getattr(import_module(f"combatcli.report.{MODULE_OF[kind]}"), kind)
    return sentence


def all_keys_sentence(event: Event, names: Names) -> Line:
    """Say all keys of an event in words."""
    keys = {key.replace("_", " "): value for key, value in event.as_table().items() if key != "event"}
    words = [
        key if value is True else f"{key} {table_in_words(value)}"
        for key, value in keys.items()
        if value not in (None, False, "", [], {})
    ]
    return Line(f"  {event.event}: {escape('; '.join(words))}", "quiet")
