"""`log`: the commands on an encounter's file and their outcomes; the fight as a story or as statistics."""

import os
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from itertools import count, groupby
from operator import attrgetter

from msgspec import ValidationError

from combatcli.declarations import KEPT_FILE, REPORT, Command, Invocation, flag, mutually_exclusive, number, text
from combatcli.encounter import document, journal, locks, reading
from combatcli.encounter.journal_lines import JournalLine, journal_path
from combatcli.encounter.replay import History, history_of_file
from combatcli.encounter.schema import DisplayNames, Encounter
from combatcli.errors import FEW, CombatError, ExitCode, InvalidError, StreamError, UsageError, value_or
from combatcli.events import Attack, LoggedCommand, Remark, Story
from combatcli.pipeline.history import without_file_option
from combatcli.pipeline.input import Input, how_to_wait_for_lock, path_with_history, read_encounter_file
from combatcli.pipeline.result import Result, render_report
from combatcli.pipeline.retelling import FightToRetell
from combatcli.records import Event, Record
from combatcli.report.blocks import Grouped, Line, Names
from combatcli.report.sentences import events_in_blocks, sentence_for
from combatcli.report.story import story_as_markdown, story_sentences
from combatcli.rulesets import load
from combatcli.rulesets.game import Game
from combatcli.rulesets.game_files import is_file_name
from combatcli.rulesets.noted_events import read_events, without_voided
from combatcli.rulesets.shared.tally import count_stats
from combatcli.streams import write_stderr, write_stdout
from combatcli.text import escape, shortlist


class EntryInWords(Record):
    """A line of the journal, its events, the words of each event, and the names at that time.

    ``is_own`` tells whether it is of the file's current game.
    """

    entry: JournalLine
    events: Sequence[Event]
    outcome: list[str]
    names: DisplayNames
    is_own: bool


def log(call: Invocation) -> int:
    """List the commands on the file, oldest first; or tell the story of the fight, or its statistics."""
    path = path_with_history(call)
    if "note" in call.options:
        return _add_remark(call, path)
    source, why = _encounter_even_without_rules(call, path)
    game = source.game
    names = document.typed_encounter(source.tables, game, source.name_in_messages).display_names()
    known = history_of_file(path)
    readable, misfits = _entries_in_words(known.entries, game, names, lost=bool(why))
    here = [item for item in readable if "all" in call.options or not item.entry.earlier]
    listed = here[-call.options.get("last", len(here)) :]
    result = Result([], game=game, names=names)
    result.warnings += _skipped_lines_warning(path, {*known.damaged, *misfits}, "damaged")
    result.warnings += _skipped_lines_warning(path, {*known.joined}, "of another copy of the encounter")
    result.warnings += [why] if why else []
    current = [item for item in listed if not item.entry.undone and item.is_own]
    views = {"story", "stats"} & call.options.keys()
    if not current and not (listed and not views):
        result.warnings.append(_nothing_to_report_message(path, here, readable))
    of_other_games = sum(1 for item in listed if not item.is_own) if views else 0
    if of_other_games:
        result.warnings.append(f"commands of another game were left out: {of_other_games}")
    stands = without_voided([item.events for item in current], game.voids) if views else []
    if "stats" in views:
        result.events += count_stats(
            [[event for event in events if isinstance(event, Event)] for events in stands], game.luck
        )
    elif "story" in views:
        retelling = FightToRetell(known, path, source.text, [item.entry for item in current], game)
        seen = [*map(retelling.as_players_know, count(), stands)] if "players" in call.options else stands
        retold = [
            retelling.with_changed_points_as_remarks(at, events, current[at].names) for at, events in enumerate(seen)
        ]
        result.events += _story_of_commands(call, known, [*zip(current, retold, strict=True)], game)
    else:
        result.events += [_log_event(path, item) for item in listed]
    if not (result.events or result.warnings):
        result.warnings.append(f"the log has nothing to {'count' if 'stats' in views else 'tell'} yet")
    if "markdown" in call.options:
        title = call.options.get("title") or os.path.splitext(os.path.basename(path))[0]
        write_stdout(story_as_markdown(title, [event for event in result.events if isinstance(event, Story)]))
        result.events = []
        write_stderr(render_report(call, result, to_terminal=False) if result.warnings else "")
    else:
        write_stdout(render_report(call, result))
    return ExitCode.DONE


def _story_of_commands(
    call: Invocation, known: History, retold: Sequence[tuple[EntryInWords, Sequence[Event]]], game: Game
) -> Iterator[Story]:
    """Yield the story of commands with their events, chapter by chapter; several are numbered."""
    several = len({item.entry.part for item, _ in retold}) > 1
    for part, entries_of_part in groupby(retold, lambda one: one[0].entry.part):
        items, commands = zip(*entries_of_part, strict=True)
        for sentence in story_sentences(
            commands,
            [Names(item.names) for item in items],
            game.parts.sentences,
            silent=game.parts.view.silent,
            first_round=_first_round(known, [item.entry for item in items]),
            with_dice="verbose" in call.shared,
        ):
            yield sentence.changed(chapter=part) if several else sentence


def _skipped_lines_warning(path: str, places: Collection[int], what: str) -> list[str]:
    """Return a warning about lines of the journal that were left out, if there are any."""
    if not places:
        return []
    lines, are, were = ("lines", "are", "were") if len(places) > 1 else ("line", "is", "was")
    numbers = shortlist([str(place) for place in sorted(places)], FEW)
    return [f"{lines} {numbers} of {escape(journal_path(path))} {are} {what} and {were} left out"]


def _encounter_even_without_rules(call: Invocation, path: str) -> tuple[Input, str]:
    """Return the encounter; if its game's file is unreadable or no longer fits, without its rules, and the reason."""
    try:
        source = read_encounter_file(path)
        document.typed_encounter(source.tables, source.game, source.name_in_messages)
    except (InvalidError, StreamError) as error:
        words = reading.read_text_file(path)
        tables = document.parse(words, escape(path))
        name = document.name_of_game(tables, escape(path), words)
        if not is_file_name(name) or {"story", "stats"} & call.options.keys():
            raise
        game = Game(name, encounter=Encounter, phases=())
        return Input(path, words, tables, game), f"{error.message.rstrip('.')}; so no outcome is told"
    return source, ""


def _add_remark(call: Invocation, path: str) -> int:
    """Add a remark to the journal."""
    if not call.options["note"].strip():
        raise UsageError("--note needs a sentence", 'As in: combatcli log --note "The bridge burns."')
    result = Result([Remark(text=call.options["note"])])
    words = render_report(call, result)
    with locks.lock_held(path, how_to_wait_for_lock(call)):
        source = read_encounter_file(path)
        noted = journal.CommandToRecord(call.argv, result.events, source.game.name)
        record = partial(journal.record_command, path, noted, source.text, source.text)
        with journal.file_changed_and_recorded(path, source.text, record, how_to_wait_for_lock(call)):
            write_stdout(words)
    return ExitCode.DONE


def _entries_in_words(
    entries: Sequence[JournalLine], own: Game, names: DisplayNames, *, lost: bool
) -> tuple[list[EntryInWords], list[int]]:
    """Return entries with their events and words, and the numbers of lines that cannot be worded.

    Each is worded by its game: an earlier one, or the file's own, whose rules may be ``lost``. Groups stay groups.
    """
    readable: list[EntryInWords] = []
    misfits: list[int] = []
    groups: set[str] = set()
    for entry in entries:
        groups.update(entry.groups)
        called = names if entry.names is None else DisplayNames(entry.names, groups, names.ours)
        is_own = entry.game in ("", own.name)
        try:
            events, outcome = (
                ([], []) if lost and is_own else _events_and_words(entry, own if is_own else load(entry.game), called)
            )
            readable.append(EntryInWords(entry, events, outcome, called, is_own))
        except UNTOLD:
            misfits.append(entry.place)
    return readable, misfits


UNTOLD = (CombatError, ValidationError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""The exceptions of wording events that break a contract which types cannot fully express."""


def _events_and_words(entry: JournalLine, game: Game, names: DisplayNames) -> tuple[list[Event], list[str]]:
    """Return the events of a line, and their words."""
    events = read_events(entry.unpacked_events(), game.event_types)
    for event in events:
        if isinstance(event, Attack):
            game.luck(event)
    new = [other for other in events if other.event != STILL_THERE]
    return events, [
        line for _, run in groupby(new, attrgetter("event")) for line in _words_of_events([*run], game, names)
    ]


def _first_round(known: History, entries: Sequence[JournalLine]) -> int:
    """Return the round of the first command."""
    if not entries:
        return 1
    text = value_or("", lambda: known.text_before_command(entries[0].number))
    number = value_or(1, lambda: document.parse(text, "the journal").get("round", 1))
    return number if isinstance(number, int) else 1


def _nothing_to_report_message(path: str, here: Sequence[EntryInWords], all_: Sequence[EntryInWords]) -> str:
    """Say why there is nothing to report."""
    if not here:
        earlier = ", since its text was put back: `combatcli log --all` tells what was before" if all_ else " yet"
        return f"nothing was done to {escape(path)}{earlier}"
    undone = all(command.entry.undone for command in here)
    return "all that was done is undone" if undone else "the log has nothing to tell yet"


def _log_event(path: str, line: EntryInWords) -> LoggedCommand:
    entry = line.entry
    return LoggedCommand(
        number=entry.number,
        when=entry.when,
        command=without_file_option(entry.command, path),
        events=entry.unpacked_events(),
        undone=entry.undone,
        outcome=line.outcome,
        rules=entry.rules,
    )


def _words_of_events(events: Sequence[Event], game: Game, names: dict[str, str]) -> list[str]:
    """Return the words of consecutive events of one kind; common words are said once."""
    firsts: list[str] = []
    for event in events:
        sentences = events_in_blocks([event], Names(names), game.parts.sentences)
        lines = [block.text.strip() for block in sentences if isinstance(block, Line)]
        firsts.append(next((line for line in lines if line.startswith(WHEN)), lines[0] if lines else "").rstrip("."))
    is_grouped = isinstance(sentence_for(events[0].event, game.parts.sentences), Grouped)
    return list(dict.fromkeys(firsts)) if is_grouped else firsts


STILL_THERE = "pending"
"""The kind of events that were there before the command."""
WHEN = "Now "
"""The beginning of the line about a new phase, the main outcome of `next`."""


COMMAND = Command(
    "log",
    log,
    about="It reads the journal, FILE.journal, beside the encounter. The story leaves out commands that were undone.",
    options=[
        number("--last", "show only the last N commands", least=1),
        flag("--story", "tell the fight as a story, a paragraph a round; -v adds the dice"),
        flag("--markdown", "print the story as Markdown"),
        text("--title", "TEXT", "the heading of the Markdown [default: the name of the file]"),
        text("--note", "TEXT", "put a sentence of yours into the story"),
        flag("--players", "tell the story as players know it, without those who were hidden"),
        flag("--all", "include what happened before the file was put back to an earlier text"),
        flag("--stats", "count attacks, hits, misses, damage and foes felled; luck compares rolls with the exact mean"),
    ],
    shared=[KEPT_FILE, *REPORT],
    needs={"markdown": "story", "title": "markdown", "players": "story"},
    excludes=[
        *mutually_exclusive("story stats"),
        ("note", "last story markdown title all stats", "--note only adds to the log."),
    ],
    examples=[
        "combatcli log --last 5 -f fight.toml",
        "combatcli log --story --markdown -f fight.toml > friday.md",
        "combatcli log --stats -f fight.toml",
    ],
)
