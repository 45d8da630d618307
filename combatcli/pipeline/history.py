"""The common part of `undo` and `redo`: steps in the journal, each of which restores the exact text."""

import contextlib
import os
import shlex
from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from combatcli.declarations import KEPT_FILE, LOCK, REPORT, Argument, Command, Invocation, flag, number
from combatcli.encounter import document, journal, locks, reading, replay
from combatcli.errors import ExitCode, UsageError, value_or
from combatcli.events import Redo, Restored, Table, Undo
from combatcli.pipeline.board import changes_on_board
from combatcli.pipeline.input import how_to_wait_for_lock, path_with_history
from combatcli.pipeline.result import Result, render_report
from combatcli.records import Event
from combatcli.streams import write_stdout
from combatcli.text import escape, is_number
from combatcli.toml import Tables, Value


def undo_or_redo(call: Invocation) -> int:
    """Restore a text from the journal, one command after another."""
    path = path_with_history(call)
    with contextlib.ExitStack() as lock:
        lock.enter_context(locks.lock_held(path, how_to_wait_for_lock(call)))
        current = reading.read_text_file(path)
        force = "force" in call.options
        history = replay.History(path, current)
        planned = history.steps_back_or_forth(
            call.name, count=_number_of_steps(call), to=call.options.get("to"), force=force
        )
        events = _step_events(call.name, path, planned, current)
        result = Result(events)
        if not planned:
            result.warnings.append(f"{escape(path)} is so already: nothing to {call.name}")
        text = render_report(call, result)
        with contextlib.ExitStack() as contexts:
            if planned and "dry_run" not in call.shared:
                record = partial(journal.record_steps, path, call.name, planned, current)
                contexts.enter_context(
                    journal.file_changed_and_recorded(path, planned[-1][1], record, how_to_wait_for_lock(call))
                )
            lock.close()
            write_stdout(text)
    return ExitCode.DONE


def _number_of_steps(call: Invocation) -> int:
    """Return the number of commands to step over; raise UsageError if it is not a number."""
    word = call.words.get("count")
    if word is None:
        return 1
    if "to" in call.options:
        raise UsageError("--to and a number exclude each other", "Leave out one of them.")
    if not is_number(word) or not int(word):
        raise UsageError(f'{call.name} {word}: "{word}" is not a number of commands', f"As in {call.name} 3")
    return int(word)


def without_file_option(command: Sequence[str], path: str) -> str:
    """Return a journal's command line without the option that names its file."""
    here = os.path.realpath(path)
    words = [word for word in command if not (word.startswith("--file=") and os.path.realpath(word[7:]) == here)]
    for at, (option, file) in enumerate(pairwise(words)):
        if option in ("-f", "--file") and os.path.realpath(file) == here:
            return shlex.join([*words[:at], *words[at + 2 :]])
    return shlex.join(words)


def _step_events(kind: str, path: str, steps: list[replay.JournalStep], current: str) -> list[Event]:
    """Return an event for each step with the restored keys; the last one has the changes on the board, too."""
    event = Undo if kind == "undo" else Redo
    events: list[Restored] = []
    now = _tables_or_empty(current)
    for line, text in steps:
        before, now = now, _tables_or_empty(text)
        command = without_file_option(line.command, path)
        events.append(event(number=line.number, command=command, back=differences_by_key(before, now)))
    if events:
        events[-1] = events[-1].changed(seen=changes_on_board(current, steps[-1][1], path))
    return [*events]


def _tables_or_empty(text: str) -> Tables:
    """Return the tables of a text; empty where it is invalid."""
    return value_or({}, lambda: document.parse(text, "it"))


def differences_by_key(before: Tables, after: Tables) -> list[Table]:
    """Return a table for each difference: who ("." for the encounter), the key, its new and its old value."""
    old, new = _keys_by_combatant(before), _keys_by_combatant(after)
    changes: list[Table] = []
    for who in dict.fromkeys((*old, *new)):
        if who not in old or who not in new:
            changes.append({"who": who, "key": "", "now": who in new, "was": who in old})
            continue
        changes += [
            {
                "who": who,
                "key": key,
                "now": _without_hidden_parts(new[who].get(key)),
                "was": _without_hidden_parts(old[who].get(key)),
            }
            for key in dict.fromkeys((*old[who], *new[who]))
            if new[who].get(key) != old[who].get(key)
        ]
    return changes


def _keys_by_combatant(tables: Tables) -> dict[str, Tables]:
    """Return the keys of each combatant, and under "." those of the encounter, which may be invalid."""
    combatants = tables.get("combatants")
    people = combatants.items() if isinstance(combatants, dict) else ()
    own = {who: keys for who, keys in people if isinstance(keys, dict)}
    return {**own, ".": {key: value for key, value in tables.items() if key != "combatants"}}


def _without_hidden_parts(value: Value) -> Value:
    """Return a value without hidden parts, as all players may see it."""
    hides = isinstance(value, dict) and (value.get("secret") or value.get("hidden"))
    return "secret" if hides else value


def undo_or_redo_command(name: str, about: str) -> Command:
    """Return a command that steps through the journal."""
    return Command(
        name,
        undo_or_redo,
        about=about,
        arguments=[Argument("count", "how many commands [default: 1]", required=False)],
        options=[
            number("--to", "go to the text that command N of `log` left; 0 is the beginning"),
            flag("--force", "go even if the file was edited since"),
        ],
        shared=[KEPT_FILE, *LOCK, flag("--dry-run", "change nothing, only report", short="-n"), *REPORT],
        examples=[f"combatcli {name} -f fight.toml", f"combatcli {name} 3 -f fight.toml"],
    )
