"""A whole fight from its journal, told in sentences."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from operator import attrgetter

from combatcli.events import Attack, ChangedKeys, Condition, Declare, DroppedCombatant, Phase, Remark, Story, Wound
from combatcli.records import Event
from combatcli.report.blocks import Line, Names, Sentences, join
from combatcli.report.fight import OVER, attacker_and_cause
from combatcli.report.sentences import events_in_blocks
from combatcli.text import escape
from combatcli.voice import Subject

SILENT = ("roll", "order", "encounter", "unhurt", "phase", "pending", "pairings")
"""The events that are not part of a story; each game adds its own."""
SUBJECTS = ("who", "attacker", "target")
"""The keys of an event that name the combatants in it."""
DEED = "act"
"""The declaration that is told in the player's own words."""
ADVICE = "warn"
"""The tone of advice to the players."""
DICE = re.compile(r"(?:: [^:]*\b(?:rolls|rolled|needs|draws|drew)\b[^:]*)+: (?=[^:]*$)")
"""The dice between an attempt and its result."""
FELLED = ("dead", "dying", "incapacitated", "broken")
"""The conditions of the fallen, the worst first; each implies those after it."""


def story_sentences(
    commands: Sequence[Sequence[Event]],
    names: Sequence[Names],
    own: Sentences,
    *,
    silent: Sequence[str],
    first_round: int,
    with_dice: bool = False,
) -> list[Story]:
    """Return the sentences of commands, each with its round, and with the names of its time.

    A hit is told with its effect, and of dice only the result, unless ``with_dice``.
    """
    story_events: list[Story] = []
    now = first_round
    teller = _StoryTeller(own, {} if with_dice else _hit_of_each_wound(commands), with_dice=with_dice)
    for events, teller.names in zip(commands, names, strict=True):
        in_story = [event for event in events if event.event not in (*SILENT, *silent)]
        loud = [one for one in in_story if not (isinstance(one, Condition) and one.ended and one.reason in OVER)]
        sentences = teller.sentences_of_command(loud)
        if sentences:
            story_events.append(Story(round=now, text=join(sentences, " ")))
        now = next((event.round for event in reversed(events) if isinstance(event, Phase)), now)
    return story_events


def _hit_of_each_wound(commands: Sequence[Sequence[Event]]) -> dict[int, Attack]:
    """Return the last hit before each wound that dealt it, by the wound's identity; each hit is told with one wound."""
    waiting: dict[tuple[str, str], Attack] = {}
    dealt: dict[int, Attack] = {}
    now = 0
    for event in [event for events in commands for event in events]:
        if isinstance(event, Phase) and event.round != now:
            now, waiting = event.round, {}
        elif isinstance(event, Attack) and event.hit and not event.instead_of and event.manner != "shot":
            waiting[event.attacker, event.target] = event
        elif isinstance(event, Wound) and event.lost and (hit := waiting.pop((event.by, event.target), None)):
            dealt[id(event)] = hit
    return dealt


class _StoryTeller:
    """Tells a fight, and remembers whose fall it has told; ``hits`` are told with the wounds that they deal."""

    names: Names

    def __init__(self, own: Sentences, hits: Mapping[int, Attack], *, with_dice: bool) -> None:
        self.own = own
        self.hits = hits
        self.told_later = {id(hit) for hit in hits.values()}
        self.with_dice = with_dice
        self.fallen: set[tuple[str, str]] = set()
        self.fates: dict[str, int] = {}
        """The worst that the command which is told now has said of somebody."""

    def sentences_of_command(self, events: Sequence[Event]) -> list[str]:
        """Return the sentences of a command's events."""
        ended = {(event.who, event.name): event.ended for event in events if isinstance(event, Condition)}
        self.fallen |= {fall for fall, over in ended.items() if not over}
        self.fates = {}
        runs = [list(run) for _, run in groupby(events, key=attrgetter("event"))]
        story = [sentence for run in runs for sentence in self._sentences_of_one_kind(run) if sentence]
        if not self.with_dice:
            story = _join_conditions(
                story, {str(self.names(getattr(event, key, ""))) for event in events for key in SUBJECTS}
            )
        back = {who for (who, name), over in ended.items() if over and name in FELLED}
        self.fallen = {fall for fall in self.fallen if fall[0] not in back and not ended.get(fall)}
        return story

    def _sentences_of_one_kind(self, run: Sequence[Event]) -> list[str]:
        """Tell neighboring events of one kind, together if the sentence is grouped."""
        texts = [
            self._attack_sentence(event)
            for event in run
            if isinstance(event, Attack) and id(event) not in self.told_later
        ]
        texts += [
            self._wound_sentence(event)
            for event in run
            if isinstance(event, Wound) and not self._is_blow_at_fallen(event)
        ]
        texts += [
            _joined_or_left_sentence(run, self.names),
            *[_deed_sentence(one, self.names) for one in run if isinstance(one, Declare)],
        ]
        texts += [_remark_sentence(event) for event in run if isinstance(event, Remark)]
        if not isinstance(run[0], (Attack, Wound, ChangedKeys, Declare, DroppedCombatant, Remark)):
            news = [event for event in run if not self._repeats_a_fall(event)]
            lines = [block for block in events_in_blocks(news, self.names, self.own) if isinstance(block, Line)]
            texts = [self._without_dice(line.text.strip()) for line in lines if line.tone != ADVICE]
        return texts

    def _attack_sentence(self, event: Attack) -> str:
        """Tell an attack; with its dice, in the words below the verdict of the game's own report."""
        below = events_in_blocks([event], self.names, self.own)[1:] if self.with_dice else ()
        return join([line.text.strip() for line in below if isinstance(line, Line)], " ") or _attack_in_short(
            event, self.names
        )

    def _without_dice(self, sentence: str) -> str:
        """Return a sentence without its dice, unless they are to be told."""
        if self.with_dice or not DICE.search(sentence):
            return sentence
        tried, outcome = DICE.sub("\0", sentence).split("\0")
        return f"{tried}{':' if ' ' in outcome or ':' in tried else ' and'} {outcome}"

    def _is_blow_at_fallen(self, event: Wound) -> bool:
        """Tell whether a blow takes nothing from one that has just fallen to another blow."""
        return not event.lost and any((event.target, word) in self.fallen for word in FELLED)

    def _repeats_a_fall(self, event: Event) -> bool:
        """Tell whether a condition only repeats a combatant's fall."""
        if not isinstance(event, Condition) or event.ended or event.name not in FELLED:
            return False
        return FELLED.index(event.name) > self.fates.get(event.who, len(FELLED))

    def _wound_sentence(self, event: Wound) -> str:
        """Say what a combatant loses, and its new condition unless that is old or told apart."""
        new = [word for word in event.status if word in FELLED and word not in event.was]
        status = [word for word in new if (event.target, word) not in self.fallen]
        self.fallen |= {(event.target, word) for word in status}
        if status:
            self.fates[event.target] = min(map(FELLED.index, status))
        target = self.names(event.target)
        hit = self.hits.get(id(event))
        if hit is not None:
            fate = f", and {target:is} {join(status, ' and ')}" if status else ""
            return f"{_attack_in_short(hit, self.names).removesuffix('.')} for {_loss_in_words(event)}{fate}."
        fate = f" and {target.verb('is')} {join(status, ' and ')}" if status else ""
        return f"{target:takes} {_loss_in_words(event)}{attacker_and_cause(event, self.names)}{fate}."


def _join_conditions(sentences: Sequence[str], people: Collection[str]) -> list[str]:
    """Return the sentences, with a combatant's new condition joined to the sentence before about it."""
    joined: list[str] = []
    for sentence in sentences:
        who = next((each for each in people if each and sentence.startswith((f"{each} is ", f"{each} are "))), None)
        before = joined[-1].removesuffix(".") if joined else ""
        if who is None or ", and " in before or f" {who} " not in f" {before} ":
            joined.append(sentence)
        else:
            is_same = before.startswith(f"{who} ") and not before.startswith(f"{who} and ")
            joined[-1] = f"{before}, and {sentence.removeprefix(who).strip() if is_same else sentence}"
    return joined


def _deed_sentence(event: Declare, names: Names) -> str:
    """Say a deed in the player's own words; empty without any, or for a secret."""
    plan = getattr(event, "plan", "") or join(getattr(event, "targets", ()), " ")
    if event.secret or event.hidden or event.action not in (None, DEED) or not plan:
        return ""
    who, words = names(event.who), escape(str(plan)).rstrip(".")
    return f"{who} {who.verb(words)}." if words.split(" ")[0].endswith("s") else f"{who}: {words}."


def _remark_sentence(event: Remark) -> str:
    text = escape(event.text)
    return text if text.endswith((".", "!", "?", "…", '"', ")")) else f"{text}."


def _joined_or_left_sentence(run: Sequence[Event], names: Names) -> str:
    """Say who joined or left the fight; empty for other events."""
    come = [names(event.who) for event in run if isinstance(event, ChangedKeys) and event.added]
    gone = [names(event.who) for event in run if isinstance(event, DroppedCombatant)]
    several = Subject.of_all([*come, *gone], " and ")
    return f"{several:{'joins' if come else 'leaves'}} the fight." if several else ""


def _loss_in_words(event: Wound) -> str:
    """Say how much was lost; with numbered boxes, which wound it is, and its box if that differs."""
    if isinstance(event.marked, dict):
        return str(event.lost or "nothing")
    box = "no box left" if event.marked is None else f"box {event.marked}"
    return f"wound {event.amount}" + (f" ({box})" if event.marked != event.amount else "")


def _attack_in_short(event: Attack, names: Names) -> str:
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


def rounds_of_story(story_events: Iterable[Story]) -> list[tuple[str, str]]:
    """Return the rounds of a story, as headings, with their sentences."""
    return [
        (
            f"Chapter {chapter}, round {number}" if chapter else f"Round {number}",
            join([one.text for one in events], " "),
        )
        for (chapter, number), events in groupby(story_events, attrgetter("chapter", "round"))
    ]


def story_as_markdown(title: str, story_events: Iterable[Story]) -> str:
    """Return a story as Markdown: a heading and a paragraph for each round."""
    parts = [f"# {_escape_markdown(title)}"]
    for heading, text in rounds_of_story(story_events):
        parts += [f"## {heading}", _escape_markdown(text)]
    return "\n\n".join(parts) + "\n"


def _escape_markdown(text: str) -> str:
    return "".join(f"\\{letter}" if letter in "\\`*_<>[]#" else letter for letter in text)
