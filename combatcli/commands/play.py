"""`play`: an evening at the table, the same commands without the program's name and the file's; or a whole script."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Sequence

from combatcli.commands import SECTIONS, SUMMARIES
from combatcli.declarations import KEPT_FILE, Argument, Command, Invocation, flag
from combatcli.encounter import reading
from combatcli.errors import CombatError, StreamError, UsageError
from combatcli.events import Combatant, Encounter, Event, Pending
from combatcli.pipeline.input import kept_path, read_file
from combatcli.pipeline.session import play_script, script_lines
from combatcli.report.blocks import count_of
from combatcli.rulesets import NAMES, action, tasks
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.shared.show import ShowRequest
from combatcli.text import escape, shortlist

FEW = 4
LINES = (
    "? COMMAND explains a command. You can abbreviate commands, ids, options and keys as long as they stay unique. TAB "
    "completes, ; separates commands, Ctrl-R searches, and an empty line takes the only possible step."
)
NARROW = 60
"""Below so many columns the prompt has the phase's number alone."""


def play(call: Invocation) -> int:
    """Play a fight line by line."""
    path = _path(call)
    reading.read_text(path)
    shell = call.shell
    assert shell is not None
    if sys.stdin is None:
        raise StreamError("standard input is closed", "play reads its commands from it.")
    if not sys.stdin.isatty():
        return play_script(script_lines(), path, shell, keep_going="keep_going" in call.options)
    from combatcli.pipeline.terminal import FightView, play_on_terminal
    from combatcli.pipeline.words import Words

    view = FightView(lambda: prompt(path), lambda room: board(path, room), lambda: following(path), helped)
    return play_on_terminal(path, shell, view, Words(SUMMARIES, shell.command_named, path))


def _path(call: Invocation) -> str:
    """Return the encounter's file; StreamError where none is named, UsageError where two are."""
    if "fight" in call.words and "file" in call.shared:
        raise UsageError("play was given two files", "Name one: combatcli play fight.toml")
    try:
        return call.words.get("fight") or kept_path(call)
    except StreamError:
        raise StreamError(
            "play needs the file of an encounter",
            f"Write: combatcli play fight.toml. To make one: combatcli new {NAMES[0]} --example -o fight.toml",
        ) from None


def _events(path: str) -> Sequence[Event]:
    """Return the events of `show` on a file; none where it cannot be read."""
    try:
        source = read_file(path)
        showing = CombatContext(source.encounter)
        tasks.play(showing, (action(source.game, "show").task, ShowRequest()))
    except CombatError:
        return ()
    return showing.events


def prompt(path: str) -> str:
    """Return a prompt that says round and phase, and who is to act."""
    events = _events(path)
    head = next((event for event in events if isinstance(event, Encounter)), None)
    if head is None:
        return "> "
    yet = [event.who for event in events if isinstance(event, Combatant) and event.to_act]
    more = f" +{len(yet) - 1}" if len(yet) > 1 else ""
    who = f" {escape(yet[0])}{more}" if yet else ""
    import shutil

    narrow = shutil.get_terminal_size().columns < NARROW
    phase = str(head.number) if narrow and head.number else head.phase
    return f"{head.round}/{escape(phase)}{who}> "


def board(path: str, room: int) -> str:
    """Return the fight as a terminal shows it in so many lines, or the most needed of it; nothing of no fight."""
    events = _events(path)
    if not events:
        return ""
    source = read_file(path)
    from combatcli.report.report_text import board_text

    return board_text(events, source.encounter.names(), source.game, room)


def following(path: str) -> tuple[str, str]:
    """Return what alone can follow, and the sentence that says so; no command where several can."""
    events = _events(path)
    hits = sum(1 for event in events if isinstance(event, Pending))
    yet = [escape(event.who) for event in events if isinstance(event, Combatant) and event.to_act]
    pending = f"{count_of(hits, 'hit')} pending"
    if yet:
        start = f"{pending} (wound), and " if hits else ""
        who = f"{shortlist(yet, FEW)} {'has' if len(yet) == 1 else 'have'}"
        return "", f"{start}{who} yet to act. Type what they do, or next to go on."
    if hits:
        return "wound", f"wound: {pending}, and nobody is left to act."
    missing = _missing(path)
    return ("", f"Before next: {missing}.") if missing else ("next", "next: nobody is left to act.")


def _missing(path: str) -> str:
    """Return what `next` would warn of first; empty where it goes on without a word."""
    try:
        source = read_file(path)
        doing = action(source.game, "next")
        going_on = CombatContext(source.encounter)
        tasks.play(going_on, (doing.task, doing.request()))
    except CombatError:
        return ""
    return escape(going_on.warnings[0]) if going_on.warnings else ""


def helped() -> str:
    """Return what `?` says: the commands, the signs of the fight as it is drawn, and what a line may be."""
    import shutil

    from combatcli.commands.show import signs

    width = max(NARROW, shutil.get_terminal_size().columns - 1)
    rows = [*((name, ", ".join(commands)) for name, commands in SECTIONS.items()), *signs()]
    wide = max(len(name) for name, _ in rows)
    lines = [
        line
        for name, text in rows
        for line in textwrap.wrap(text, width, initial_indent=f"{name:{wide}}  ", subsequent_indent=" " * (wide + 2))
    ]
    return "\n".join([*lines, *textwrap.wrap(LINES, width)]) + "\n"


COMMAND = Command(
    "play",
    play,
    about=(
        "On a terminal, press Enter on an empty line to take the only possible step. Separate commands with ; and type "
        "? for help. TAB completes, Ctrl-R searches the history of this file, and Ctrl-D ends. You can abbreviate "
        "commands, ids, options and keys as long as they stay unique, in a script as well. Numbers at the end of a "
        "line are faces you rolled; dice ask asks you for each roll. You can run show --watch on a second terminal. "
        "In a script, each line of standard input is a command, and the first one that fails ends the script."
    ),
    arguments=[Argument("fight", "the encounter's file [default: $COMBATCLI_FILE]", required=False)],
    options=[flag("--keep-going", "in a script: continue after a line that fails")],
    shared=[KEPT_FILE],
    examples=["combatcli play fight.toml", "combatcli play fight.toml < evening.txt"],
)
