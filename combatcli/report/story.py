"""A whole fight from its journal, told in sentences."""

from __future__ import annotations

from combatcli.events import Attack, Condition, Phase, Story, Wound
from combatcli.report.blocks import Line, join
from combatcli.report.sentences import blocks
from combatcli.text import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from combatcli.events import AnyEvent
    from combatcli.report.blocks import Names, Sentences

SILENT = ("declare", "order", "encounter", "unhurt", "change", "phase", "pending")
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
    for events in commands:
        reported = {(event.who, event.name) for event in events if isinstance(event, Condition)}
        loud = [event for event in events if event.event not in (*SILENT, *silent)]
        sentences = [sentence for event in loud if (sentence := _sentence(event, names, own, reported))]
        if sentences:
            story_events.append(Story(round=now, text=join(sentences, " ")))
        now = next((event.round for event in reversed(events) if isinstance(event, Phase)), now)
    return story_events


def _sentence(event: AnyEvent, names: Names, own: Sentences, reported: set[tuple[str, str]]) -> str:
    if isinstance(event, Attack):
        return _attack(event, names)
    if isinstance(event, Wound):
        return _wound(event, names, reported)
    return join([block.text.strip() for block in blocks([event], names, own) if isinstance(block, Line)], " ")


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
    """Say what somebody takes, and what comes of it unless that is told apart."""
    status = [word for word in event.status if word in FELLED and (event.target, word) not in reported]
    fate = f" and is {join(status, ' and ')}" if status else ""
    by = f" from {names(event.by)}" if event.by else ""
    return f"{names(event.target)} takes {event.amount}{by}{fate}."


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
