"""A whole fight from its journal, told in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter

from combatcli.events import AnyEvent, Attack, Change, Condition, Drop, Phase, Story, Wound
from combatcli.report.blocks import Line, Names, Sentences, join
from combatcli.report.fight import OVER, origin
from combatcli.report.sentences import blocks
from combatcli.text import escape
from combatcli.voice import Subject

SILENT = ("declare", "roll", "order", "encounter", "unhurt", "phase", "pending", "pairings")
"""What is no part of a story; a game has more of it."""
ADVICE = "warn"
"""The tone of what is said to those who play: what they may do now, and how."""
FELLED = ("dead", "dying", "incapacitated", "broken")
"""How somebody falls, the worst first; each says what comes after it, too."""


def story(
    commands: Sequence[Sequence[AnyEvent]],
    names: Sequence[Names],
    own: Sentences,
    *,
    silent: Sequence[str],
    first_round: int,
) -> list[Story]:
    """Tell what commands did, in sentences: an event each, with its round, and the names of its time."""
    story_events: list[Story] = []
    now = first_round
    teller = _Teller(own)
    for events, teller.names in zip(commands, names, strict=True):
        loud = [event for event in events if event.event not in (*SILENT, *silent) and not _only_ran_out(event)]
        sentences = teller.sentences(loud)
        if sentences:
            story_events.append(Story(round=now, text=join(sentences, " ")))
        now = next((event.round for event in reversed(events) if isinstance(event, Phase)), now)
    return story_events


def _only_ran_out(event: AnyEvent) -> bool:
    """Tell whether a condition ended because its time was over, which nobody brought about."""
    return isinstance(event, Condition) and event.ended and event.reason in OVER


class _Teller:
    """What tells a fight, and remembers whose fall it has told."""

    names: Names

    def __init__(self, own: Sentences) -> None:
        self.own = own
        self.fallen: set[tuple[str, str]] = set()
        self.fates: dict[str, int] = {}
        """The worst that the command which is told now has said of somebody."""

    def sentences(self, events: Sequence[AnyEvent]) -> list[str]:
        """Return what the events of a command say."""
        ended = {(event.who, event.name): event.ended for event in events if isinstance(event, Condition)}
        self.fallen |= {fall for fall, over in ended.items() if not over}
        self.fates = {}
        runs = [list(run) for _, run in groupby(events, key=attrgetter("event"))]
        told = [sentence for run in runs if (sentence := self._sentence(run))]
        back = {who for (who, name), over in ended.items() if over and name in FELLED}
        self.fallen = {fall for fall in self.fallen if fall[0] not in back and not ended.get(fall)}
        return told

    def _sentence(self, run: Sequence[AnyEvent]) -> str:
        """Tell neighbors of one kind, together where the game does so."""
        told = [_attack(event, self.names) for event in run if isinstance(event, Attack)]
        told += [self._wound(event) for event in run if isinstance(event, Wound) and not self._is_too_late(event)]
        told += [_came_and_went(run, self.names)]
        if not isinstance(run[0], (Attack, Wound, Change, Drop)):
            news = [event for event in run if not self._is_said(event)]
            lines = [block for block in blocks(news, self.names, self.own) if isinstance(block, Line)]
            told = [line.text.strip() for line in lines if line.tone != ADVICE]
        return join(filter(None, told), " ")

    def _is_too_late(self, event: Wound) -> bool:
        """Tell whether a blow takes nothing from somebody who has fallen already, by another of the same time."""
        return not event.lost and any((event.target, word) in self.fallen for word in FELLED)

    def _is_said(self, event: AnyEvent) -> bool:
        """Tell whether a condition says no more of somebody than their fall does."""
        if not isinstance(event, Condition) or event.ended or event.name not in FELLED:
            return False
        return FELLED.index(event.name) > self.fates.get(event.who, len(FELLED))

    def _wound(self, event: Wound) -> str:
        """Say what somebody loses, and what comes of it unless it was so before, or is told apart."""
        new = [word for word in event.status if word in FELLED and word not in event.was]
        status = [word for word in new if (event.target, word) not in self.fallen]
        self.fallen |= {(event.target, word) for word in status}
        if status:
            self.fates[event.target] = min(map(FELLED.index, status))
        target = self.names(event.target)
        fate = f" and {target.verb('is')} {join(status, ' and ')}" if status else ""
        return f"{target:takes} {_lost(event)}{origin(event, self.names)}{fate}."


def _came_and_went(run: Sequence[AnyEvent], names: Names) -> str:
    """Say who joined the fight or left it, of neighbors of one kind; empty for all others."""
    come = [names(event.who) for event in run if isinstance(event, Change) and event.added]
    gone = [names(event.who) for event in run if isinstance(event, Drop)]
    several = Subject.of_all([*come, *gone], " and ")
    return f"{several:{'joins' if come else 'leaves'}} the fight." if several else ""


def _lost(event: Wound) -> str:
    """Say how much was lost; where boxes are marked by numbers, which wound it is, and its box if that is another."""
    if isinstance(event.marked, dict):
        return str(event.lost or "nothing")
    box = "no box left" if event.marked is None else f"box {event.marked}"
    return f"wound {event.amount}" + (f" ({box})" if event.marked != event.amount else "")


def _attack(event: Attack, names: Names) -> str:
    attacker, target = names(event.attacker), names(event.target)
    weapon = f" with {escape(event.weapon)}" if event.weapon not in ("", "unarmed") else ""
    if event.instead_of:
        blow = target.verb("is hit" if event.hit else "is missed")
        return f"{target:steps} in for {names(event.instead_of)} and {blow} by {attacker}{weapon}."
    if event.manner == "shot":
        missed = f"{attacker:shoots} at {target} and {attacker.verb('misses')}."
        return f"{attacker:shoots} {target}." if event.hit else missed
    if event.hit:
        return f"{attacker:hits} {target}{weapon}{' for no damage' if event.damage == 0 else ''}."
    if event.level:
        return f"{attacker} and {target} are level."
    if event.wounded == event.attacker:
        return f"{attacker:attacks} {target} and {attacker.verb('is')} hit instead."
    return f"{attacker:misses} {target}{weapon}."


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
