"""`log`: what was done to an encounter's file, what came of it, the whole fight as a story or as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from msgspec import ValidationError

from combatcli.declarations import KEPT_FILE, REPORT, Command, Invocation, flag, number
from combatcli.encounter import document, journal
from combatcli.encounter.journal import Entry
from combatcli.encounter.journal_lines import journal_path
from combatcli.encounter.schema import Called
from combatcli.errors import CombatError, ExitCode, UsageError
from combatcli.events import AnyEvent, Attack, Event, Log, Loss, Rename
from combatcli.pipeline.history import without_file_option
from combatcli.pipeline.input import Input, path_with_history, read_file
from combatcli.pipeline.result import Result, report
from combatcli.report.blocks import Grouped, Line, Names
from combatcli.report.sentences import blocks, sentence_for
from combatcli.report.story import markdown, story
from combatcli.rulesets import load
from combatcli.rulesets.game import Game
from combatcli.rulesets.noted_events import read_events, standing
from combatcli.rulesets.shared.tally import stats
from combatcli.streams import write_stderr, write_stdout
from combatcli.text import escape


def log(call: Invocation) -> int:
    """List what was done to the file, or rolled in it, the oldest first; or tell the fight, or count it."""
    views = [name for name in ("story", "stats") if name in call.options]
    if len(views) > 1 or ("markdown" in call.options and "story" not in call.options):
        raise UsageError("--story and --stats exclude each other, and --markdown needs --story", "Use one at a time.")
    path = path_with_history(call)
    source = read_file(path)
    game = source.game
    names = document.to_encounter(source.tables, game).called()
    known = journal.history(path)
    games = Games(path, source, names)
    readable, misfits = _readable(known.entries, games)
    told = _last(call, readable)
    result = Result([], game=game, names=names)
    result.warnings = [
        f"line {line} of {escape(journal_path(path))} is damaged and was left out"
        for line in sorted([*known.damaged, *misfits])
    ]
    kept = [item for item in told if not item.entry.undone and games.is_own(item.entry)]
    if not kept and not (told and not views):
        result.warnings.append(_nothing(path, readable))
    others = sum(1 for item in told if not games.is_own(item.entry)) if views else 0
    if others:
        result.warnings.append(f"commands of another game were left out: {others}")
    stands = standing([item.events for item in kept], game.voids) if views else []
    if "stats" in views:
        result.events += stats(
            [[event for event in events if isinstance(event, Event)] for events in stands], game.luck
        )
    elif "story" in views:
        lines = story(
            stands,
            Names(_as_then(names, [event for item in kept for event in item.events])),
            game.sentences,
            silent=game.view.silent,
            first_round=_round(path, [item.entry for item in kept]),
        )
        result.events += lines
    else:
        result.events += [_event(path, item) for item in told]
    if not (result.events or result.warnings):
        result.warnings.append(f"the log has nothing to {'count' if 'stats' in views else 'tell'} yet")
    if "markdown" in call.options:
        write_stdout(markdown(path, lines))
        result.events = []
        write_stderr(report(call, result, to_terminal=False) if result.warnings else "")
    else:
        write_stdout(report(call, result))
    return ExitCode.DONE


class Told(NamedTuple):
    """A line of the journal, its events, and what is said of each of them."""

    entry: Entry
    events: Sequence[AnyEvent]
    outcome: list[str]


class Games:
    """Whose words tell the lines of a journal: the file's own game, or one from before, with the names of its time."""

    def __init__(self, path: str, source: Input, names: dict[str, str]) -> None:
        self._path = path
        self._own = source.game.name
        self._known: dict[str, tuple[Game, dict[str, str]]] = {self._own: (source.game, names)}

    def is_own(self, entry: Entry) -> bool:
        """Tell whether a line is of the game that the file is now."""
        return entry.game in ("", self._own)

    def of(self, entry: Entry) -> tuple[Game, dict[str, str]]:
        """Return the game of a line, and names by id; CombatError if it is none that is installed."""
        name = entry.game or self._own
        if name not in self._known:
            game = load(name)
            self._known[name] = game, self._names(entry, game)
        return self._known[name]

    def _names(self, entry: Entry, game: Game) -> dict[str, str]:
        try:
            text = journal.replaced_text(self._path, entry.number)
            return document.to_encounter(document.parse(text, "the journal"), game).called()
        except CombatError:
            return {}


def _readable(entries: Sequence[Entry], games: Games) -> tuple[list[Told], list[int]]:
    """Return entries with their events and what is said of each, and the numbers of the lines that cannot be told."""
    told: list[Told] = []
    misfits: list[int] = []
    for entry in entries:
        try:
            told.append(_told(entry, *games.of(entry)))
        except UNTOLD:
            misfits.append(entry.line)
    return told, misfits


UNTOLD = (CombatError, ValidationError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What comes of events that do not keep their contract, which no type can say in full, where they are told."""


def _told(entry: Entry, game: Game, names: dict[str, str]) -> Told:
    events = read_events(entry.events, game.event_types)
    for event in events:
        if isinstance(event, Attack):
            game.luck(event)
    new = [other for other in events if other.event != STILL_THERE]
    outcome = [line for _, run in groupby(new, attrgetter("event")) for line in _outcomes([*run], game, names)]
    return Told(entry, events, outcome)


def _as_then(names: Called, events: Sequence[AnyEvent]) -> Called:
    """Return the names with those of the ids that somebody went by before, and of groups of which one is left."""
    known = copy(names)
    for event in reversed(events):
        if isinstance(event, Rename):
            known.setdefault(event.was, known.get(event.who, event.who))
            known.many |= {event.was} if event.who in known.many else set()
            known.alike |= {event.was} if event.who in known.alike else set()
        elif isinstance(event, Loss):
            known.many |= {event.who}
    return known


def _last(call: Invocation, entries: Sequence[Told]) -> Sequence[Told]:
    count = call.options.get("last", len(entries))
    if count < 0:
        raise UsageError(f"--last {count}: expected 0 or more")
    return entries[len(entries) - min(count, len(entries)) :]


def _round(path: str, entries: Sequence[Entry]) -> int:
    """Return the round in which the first of some commands was given."""
    if not entries:
        return 1
    try:
        number = document.parse(journal.replaced_text(path, entries[0].number), "the journal").get("round", 1)
    except CombatError:
        return 1
    return number if isinstance(number, int) else 1


def _nothing(path: str, done: Sequence[Told]) -> str:
    """Say why there is nothing to be told."""
    if not done:
        return f"nothing was done to {escape(path)} yet"
    undone = all(command.entry.undone for command in done)
    return "all that was done is undone" if undone else "the log has nothing to tell yet"


def _event(path: str, told: Told) -> Log:
    entry = told.entry
    return Log(
        number=entry.number,
        when=entry.when,
        command=without_file_option(entry.command, path),
        events=entry.events,
        undone=entry.undone,
        outcome=told.outcome,
    )


def _outcomes(events: Sequence[AnyEvent], game: Game, names: dict[str, str]) -> list[str]:
    """Return what is said of neighbors of one kind; what they say together stands once."""
    lines = [_outcome(event, game, names) for event in events]
    return list(dict.fromkeys(lines)) if isinstance(sentence_for(events[0].event, game.sentences), Grouped) else lines


def _outcome(event: AnyEvent, game: Game, names: dict[str, str]) -> str:
    """Return the first line of what is said of an event."""
    sentences = blocks([event], Names(names), game.sentences)
    lines = [block.text.strip() for block in sentences if isinstance(block, Line)]
    return next((line for line in lines if line.startswith(WHEN)), lines[0] if lines else "").rstrip(".")


STILL_THERE = "pending"
"""What was there before the command, and so did not come of it."""
WHEN = "Now "
"""How it is said which phase has come, the most of what `next` does."""


COMMAND = Command(
    "log",
    log,
    about="It reads the journal, FILE.journal, beside the encounter. The story leaves out commands that were undone.",
    options=[
        number("--last", "show only the last N commands"),
        flag("--story", "tell the fight as a story"),
        flag("--markdown", "print the story as Markdown"),
        flag("--stats", "count attacks, hits, misses, damage and foes felled; luck compares rolls with the exact mean"),
    ],
    shared=[KEPT_FILE, *REPORT],
    examples=[
        "combatcli log --last 5 -f fight.toml",
        "combatcli log --story --markdown -f fight.toml > friday.md",
        "combatcli log --stats -f fight.toml",
    ],
)
