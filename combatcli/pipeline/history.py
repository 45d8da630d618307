"""The common part of `undo` and `redo`: steps in the journal, each of which restores the exact text."""

from __future__ import annotations

import contextlib
import os
import shlex
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from combatcli.declarations import KEPT_FILE, LOCK, REPORT, Argument, Command, Invocation, flag, number
from combatcli.encounter import document, journal, locks, reading, replay
from combatcli.errors import CombatError, ExitCode, UsageError
from combatcli.events import Combatant, Encounter, Redo, Table, Undo
from combatcli.pipeline.input import path_with_history, waiting
from combatcli.pipeline.result import Result, report
from combatcli.records import Event
from combatcli.rulesets import action, load
from combatcli.streams import write_stdout
from combatcli.text import escape, is_number
from combatcli.toml import Tables, Value

if TYPE_CHECKING:
    from combatcli.rulesets.context import CombatContext


def step(call: Invocation) -> int:
    """Restore a text from the journal, one command after another."""
    path = path_with_history(call)
    with contextlib.ExitStack() as lock:
        lock.enter_context(locks.locked(path, waiting(call)))
        current = reading.read_text(path)
        force = "force" in call.options
        planned = replay.steps(call.name, path, current, count=_count(call), to=call.options.get("to"), force=force)
        events = _told(path, planned, current)
        result = Result(events)
        if not planned:
            result.warnings.append(f"{escape(path)} is so already: nothing to {call.name}")
        text = report(call, result)
        with journal.changing(path, current, waiting(call)) as change:
            if planned and "dry_run" not in call.shared:
                change.by_steps(planned)
            lock.close()
            write_stdout(text)
    return ExitCode.DONE


def _count(call: Invocation) -> int:
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


def _told(path: str, steps: list[replay.JournalStep], current: str) -> list[Event]:
    """Return an event for each step with the restored keys; the last one has the changes on the board, too."""
    events: list[Undo] = []
    first = current
    for entry in steps:
        back = differences(_tables(current), _tables(entry.text))
        command = without_file_option(entry.command, path)
        event = Undo if entry.kind == "undo" else Redo
        events.append(event(number=entry.number, command=command, back=back))
        current = entry.text
    if events:
        events[-1] = events[-1].changed(seen=changes_seen(first, current, os.path.dirname(path)))
    return [*events]


def _tables(text: str) -> Tables:
    """Return the tables of a text; empty where it is invalid."""
    try:
        return document.parse(text, "it")
    except CombatError:
        return {}


def differences(before: Tables, after: Tables) -> list[Table]:
    """Return the differences: who ("." for the encounter), the key, its new and its old value."""
    old, new = before.get("combatants", {}), after.get("combatants", {})
    pairs = {who: (old.get(who, {}), new.get(who, {})) for who in dict.fromkeys((*old, *new))}
    top = ({key: value for key, value in tables.items() if key != "combatants"} for tables in (before, after))
    pairs["."] = (next(top), next(top))
    come_or_gone = [
        {"who": who, "key": "", "now": who in new, "was": who in old} for who in pairs if (who in new) != (who in old)
    ]
    gone = {change["who"] for change in come_or_gone} - {"."}
    return [change for change in come_or_gone if change["who"] != "."] + [
        {"who": who, "key": key, "now": _openly(now.get(key)), "was": _openly(was.get(key))}
        for who, (was, now) in pairs.items()
        if who not in gone
        for key in dict.fromkeys((*was, *now))
        if now.get(key) != was.get(key)
    ]


def changes_seen(before: str, after: str, folder: str = "") -> list[Table]:
    """Return what `show` shows differently for two texts: who ("." for the fight), what, and the words now and before.

    ``what`` names the words, or is empty where they need no name. It is "there" where somebody came or went.
    """
    old, new = _board(before, folder), _board(after, folder)
    gone, come = ([who for who in one if who not in other] for one, other in ((old, new), (new, old)))
    changes: list[Table] = []
    if len(gone) == len(come) == 1 and old[gone[0]] == new[come[0]]:
        changes.append({"who": come[0], "what": "called", "now": come[0], "was": gone[0]})
        old[come[0]] = old.pop(gone[0])
    for who in dict.fromkeys((*old, *new)):
        if who not in old or who not in new:
            changes.append({"who": who, "what": "there", "now": "yes" * (who in new), "was": "yes" * (who in old)})
            continue
        changes += [
            {"who": who, "what": what, "now": new[who][key, what], "was": words}
            for (key, what), words in old[who].items()
            if new[who].get((key, what), words) != words
        ]
    to_act = [change for change in changes if TO_ACT in (change["now"], change["was"])]
    return [change for change in changes if change not in to_act] or to_act


TO_ACT = "to act"
"""Told where nothing else is: it follows from most of what is."""


def _board(text: str, folder: str) -> dict[str, dict[tuple[str, str], str]]:
    """Return the words on the board of a text, by combatant and column (its key and its name).

    The board of an invalid text is empty.
    """
    from combatcli.report.blocks import Names, told_of
    from combatcli.report.combatants import called

    context = shown(text, folder)
    if context is None:
        return {}
    game = load(context.fight.ruleset, folder)
    names = Names(context.fight.called())
    head = next(event for event in context.events if isinstance(event, Encounter))
    clock = {("round", "round"): str(context.fight.round), ("phase", "phase"): context.fight.phase}
    return {
        ".": {
            **clock,
            ("pending", "pending hits"): str(len(context.fight.pending) or ""),
            ("head", ""): game.view.head(head, names),
        },
        **{
            event.who: {
                ("name", "name"): event.name,
                ("side", "side"): event.side,
                ("arena", "in"): event.arena or "",
                ("count", "count"): str(event.count or 1),
                ("to_act", ""): TO_ACT if event.to_act is True else "",
                **{(column.key, called(column)): told_of(column.cell(event, names)) for column in game.columns},
            }
            for event in context.events
            if isinstance(event, Combatant)
        },
    }


def shown(text: str, folder: str, *, players: bool = False) -> CombatContext[Any] | None:
    """Return the context of `show` on a text; None where the text is invalid."""
    from combatcli.rulesets.context import CombatContext
    from combatcli.rulesets.shared.show import ShowRequest
    from combatcli.rulesets.tasks import play

    try:
        tables = document.parse(text, "it")
        game = load(document.ruleset_of(tables, "it", text), folder)
        context = CombatContext(document.validate(tables, game))
        play(context, (action(game, "show").task, ShowRequest(players=players)))
    except CombatError:
        return None
    return context


def _openly(value: Value) -> Value:
    """Return a value without hidden parts, as all players may see it."""
    hides = isinstance(value, dict) and (value.get("secret") or value.get("hidden"))
    return "secret" if hides else value


def step_command(name: str, about: str) -> Command:
    """Return a command that steps through the journal."""
    return Command(
        name,
        step,
        about=about,
        arguments=[Argument("count", "how many commands [default: 1]", required=False)],
        options=[
            number("--to", "to how command N left it, as `log` counts; 0 is the beginning"),
            flag("--force", "also where the file was edited since"),
        ],
        shared=[KEPT_FILE, *LOCK, flag("--dry-run", "change nothing, only report", short="-n"), *REPORT],
        examples=[f"combatcli {name} -f fight.toml", f"combatcli {name} 3 -f fight.toml"],
    )
