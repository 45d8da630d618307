"""A whole fight from its journal, told in sentences."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter

from combatcli.events import Attack, Condition, Loss, Phase, Story, Wound
from combatcli.report.blocks import Line, join
from combatcli.report.fight import origin
from combatcli.report.sentences import blocks
from combatcli.text import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from combatcli.events import AnyEvent
    from combatcli.report.blocks import Names, Sentences

SILENT = ("declare", "order", "encounter", "unhurt", "change", "phase", "pending", "pairings")
"""What is no part of a story; a game has more of it."""
FELLED = ("dead", "incapacitated", "broken", "dying")


def story(
    commands: Sequence[Sequence[AnyEvent]],
    names: Names,
    own: Sentences,
    *,
    silent: Sequence[str] = (),
    first_round: int = 1,
) -> list[Story]:
    """Tell what commands did, in sentences: an event each, with the round in which it was."""
    story_events: list[Story] = []
    now = first_round
    reported: set[tuple[str, str]] = set()
    for events in commands:
        reported |= {(event.who, event.name) for event in events if isinstance(event, Condition)}
        loud = [event for event in events if event.event not in (*SILENT, *silent)]
        runs = [list(run) for _, run in groupby(loud, key=attrgetter("event"))]
        sentences = [sentence for run in runs if (sentence := _sentences(run, names, own, reported))]
        if sentences:
            story_events.append(Story(round=now, text=join(sentences, " ")))
        risen = _risen(events)
        reported = {(who, name) for who, name in reported if who not in risen}
        now = next((event.round for event in reversed(events) if isinstance(event, Phase)), now)
    return story_events


def _risen(events: Iterable[AnyEvent]) -> set[str]:
    """Return of whom something ended, or another member of whose group fights on, so that they may fall anew."""
    ended = {event.who for event in events if isinstance(event, Condition) and event.ended}
    return ended | {event.who for event in events if isinstance(event, Loss)}


def _sentences(run: Sequence[AnyEvent], names: Names, own: Sentences, reported: set[tuple[str, str]]) -> str:
    """Tell events of one kind, together where a game does so; what only tells the table what to do is left out."""
    told = [_attack(event, names) for event in run if isinstance(event, Attack)]
    told += [_wound(event, names, reported) for event in run if isinstance(event, Wound)]
    if not told:
        lines = [block for block in blocks(run, names, own) if isinstance(block, Line)]
        told = [line.text.strip() for line in lines if line.tone != "warn"]
    return join(told, " ")


def _attack(event: Attack, names: Names) -> str:
    attacker, target = names(event.attacker), names(event.target)
    weapon = f" with {escape(event.weapon)}" if event.weapon not in ("", "unarmed") else ""
    if event.hit:
        return f"{attacker} hits {target}{weapon}."
    if event.level:
        return f"{attacker} and {target} are level."
    if event.wounded == event.attacker:
        return f"{attacker} attacks {target}, who gets the better of it."
    return f"{attacker} misses {target}{weapon}."


def _wound(event: Wound, names: Names, reported: set[tuple[str, str]]) -> str:
    """Say what somebody takes, and what comes of it unless that has been told, by itself or of an earlier wound."""
    status = [word for word in event.status if word in FELLED and (event.target, word) not in reported]
    reported |= {(event.target, word) for word in status}
    fate = f" and is {join(status, ' and ')}" if status else ""
    return f"{names(event.target)} takes {event.lost or 'nothing'}{origin(event, names)}{fate}."


def markdown(title: str, story_events: Iterable[Story]) -> str:
    """Write a story as Markdown: a heading a round, a paragraph a command."""
    parts = [f"# {_plain(title)}"]
    last = None
    for event in story_events:
        if event.round != last:
            last = event.round
            parts.append(f"## Round {last}")
        parts.append(_plain(event.text))
    return "\n\n".join(parts) + "\n"


def _plain(text: str) -> str:
    return "".join(f"\\{letter}" if letter in "\\`*_<>[]#" else letter for letter in text)
