"""`log`: what was done to an encounter's file, what came of it, the whole fight as a story or as numbers."""

from __future__ import annotations

import shlex

from combatcli.declarations import KEPT_FILE, REPORT, Command, flag, number
from combatcli.encounter import document, journal
from combatcli.encounter.journal_lines import journal_path
from combatcli.errors import CombatError, ExitCode, UsageError
from combatcli.events import Event, Log
from combatcli.pipeline.input import path_with_history, read_file
from combatcli.pipeline.output import Result, report
from combatcli.report.blocks import Line, Names
from combatcli.report.sentences import blocks
from combatcli.report.story import markdown, story
from combatcli.rulesets.noted_events import read_events
from combatcli.rulesets.shared.tally import stats
from combatcli.streams import write_stdout
from combatcli.text import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from combatcli.declarations import Invocation
    from combatcli.encounter.journal import Entry
    from combatcli.events import AnyEvent
    from combatcli.rulesets.game import Game

    Told = tuple[Entry, Sequence[AnyEvent]]


def log(call: Invocation) -> int:
    """List the commands that changed the file, the oldest first; or tell the fight, or count it."""
    views = [name for name in ("story", "stats") if name in call.options]
    if len(views) > 1 or ("markdown" in call.options and "story" not in call.options):
        raise UsageError("--story and --stats exclude each other, and --markdown is of a story", "One at a time.")
    path = path_with_history(call)
    source = read_file(path)
    game = source.game
    names = document.to_encounter(source.tables, game).names()
    known = journal.history(path)
    readable, misfits = _readable(known.entries, game)
    entries = _last(call, readable)
    result = Result([], game=game, names=names)
    result.warnings = [
        f"line {line} of {escape(journal_path(path))} is damaged; the other lines are told"
        for line in sorted([*known.damaged, *misfits])
    ]
    kept = [(entry, events) for entry, events in entries if not entry.undone]
    if "stats" in views:
        result.events += stats([[each for each in events if isinstance(each, Event)] for _, events in kept], game.luck)
    elif "story" in views:
        told = story(
            [events for _, events in kept],
            Names(names),
            game.sentences,
            silent=game.view.silent,
            first_round=_round(path, [entry for entry, _ in kept]),
        )
        if "markdown" in call.options:
            write_stdout(markdown(path, told))
            return ExitCode.DONE
        result.events += told
    else:
        result.events += [_event(*each, game, names) for each in entries]
    write_stdout(report(call, result))
    return ExitCode.DONE


def _readable(entries: Sequence[Entry], game: Game) -> tuple[list[Told], list[int]]:
    """Return entries with their events, and the numbers of the lines whose events do not keep their shape."""
    types = game.event_types
    read = [(entry, read_events(entry.events, types)) for entry in entries]
    return (
        [(entry, events) for entry, events in read if events is not None],
        [entry.line for entry, events in read if events is None],
    )


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


def _event(entry: Entry, events: Sequence[AnyEvent], game: Game, names: dict[str, str]) -> Log:
    return Log(
        number=entry.number,
        when=entry.when,
        command=shlex.join(entry.command),
        events=entry.events,
        undone=entry.undone,
        outcome=[_outcome(event, game, names) for event in events],
    )


def _outcome(event: AnyEvent, game: Game, names: dict[str, str]) -> str:
    """Return the first line of what is said of an event."""
    sentences = blocks([event], Names(names), game.sentences)
    lines = [block.text.strip() for block in sentences if isinstance(block, Line)]
    return next((line for line in lines if line.startswith(WHEN)), lines[0] if lines else "").rstrip(".")


WHEN = "Now "
"""How it is said which phase has come, the most of what `next` does."""


COMMAND = Command(
    "log",
    log,
    about="The journal lies beside the encounter, as FILE.journal. What was undone is no part of a story.",
    options=[
        number("--last", "only the last N commands"),
        flag("--story", "the fight told in sentences"),
        flag("--markdown", "the story as Markdown"),
        flag("--stats", "who did what: attacks, hits, misses, damage, felled; luck is rolled against the exact mean"),
    ],
    shared=[KEPT_FILE, *REPORT],
    examples=[
        "combatcli log --last 5 -f fight.toml",
        "combatcli log --story --markdown -f fight.toml > friday.md",
        "combatcli log --stats -f fight.toml",
    ],
)
