"""`play`: a session of commands without the program's and the file's name, typed or from a script."""

import shutil
import sys
import textwrap
from collections.abc import Callable, Sequence

from combatcli.commands import SECTIONS, SUMMARIES
from combatcli.commands.show import signs_on_board
from combatcli.declarations import KEPT_FILE, Argument, Command, Invocation, SessionCommandLine, flag
from combatcli.errors import StreamError, UsageError
from combatcli.events import Combatant, Encounter
from combatcli.pipeline.board import input_and_show_events
from combatcli.pipeline.coming import (
    FightView,
    allowed_next_steps,
    next_steps_in_one_line,
    next_words_of_sensible_lines,
    sensible_lines,
)
from combatcli.pipeline.input import encounter_file_path, encounter_or_none, read_encounter_file
from combatcli.pipeline.session import as_declaration, play_script, stdin_lines
from combatcli.report.report import Report
from combatcli.report.report_text import report_text
from combatcli.rulesets import NAMES
from combatcli.rulesets.coming import LineToType
from combatcli.text import escape

LINES = (
    "? COMMAND explains a command. You can abbreviate commands, ids, options and keys as long as they stay unique. TAB "
    "completes, ; separates commands, Ctrl-R searches, and an empty line does what the line above the prompt says."
)
NARROW = 60
"""Below this width the prompt has only the phase's number."""


def play(call: Invocation) -> int:
    """Play a fight line by line."""
    path = _encounter_path(call)
    read_encounter_file(path)
    shell = call.shell
    assert shell is not None
    if sys.stdin is None:
        raise StreamError("standard input is closed", "play reads its commands from it.")
    if not sys.stdin.isatty():
        keep_going = "keep_going" in call.options
        return play_script(stdin_lines(), path, shell, keep_going=keep_going, helped=lambda: help_in_play(path, shell))
    return on_terminal(path, shell, lambda view: view)


def on_terminal(path: str, shell: SessionCommandLine, over: Callable[[FightView], FightView]) -> int:
    """Play a fight on a terminal; ``over`` may change its view."""
    from combatcli.pipeline.terminal import play_on_terminal
    from combatcli.pipeline.words import LineCompleter

    view = FightView(
        lambda: prompt(path, shell), lambda room: board_cut_to_lines(path, room), lambda: help_in_play(path, shell)
    )
    words = LineCompleter(
        SUMMARIES,
        shell.command_named,
        path,
        lambda before: next_words_of_sensible_lines(allowed_next_steps(path, shell), before),
        lambda before: as_declaration(before, path, shell),
    )
    return play_on_terminal(path, shell, over(view), words)


def _encounter_path(call: Invocation) -> str:
    """Return the encounter's file; raise StreamError for none, UsageError for two."""
    if "fight" in call.words and "file" in call.shared:
        raise UsageError("play was given two files", "Name one: combatcli play fight.toml")
    hint = f"Write: combatcli play fight.toml. To make one: combatcli new {NAMES[0]} --example -o fight.toml"
    return call.words.get("fight") or encounter_file_path(
        call, StreamError("play needs the file of an encounter", hint)
    )


def prompt(path: str, shell: SessionCommandLine) -> tuple[str, LineToType]:
    """Return the prompt (a line with the next steps; round, phase and who acts) and the step of an empty line."""
    columns = shutil.get_terminal_size().columns
    coming, (_, events) = allowed_next_steps(path, shell), input_and_show_events(lambda: read_encounter_file(path))
    line = next_steps_in_one_line(coming, columns - 1)
    head = next((event for event in events if isinstance(event, Encounter)), None)
    if head is None:
        return f"{line}\n> ", coming.steps[0]
    yet = [event.who for event in events if isinstance(event, Combatant) and event.to_act]
    more = f" +{len(yet) - 1}" if len(yet) > 1 else ""
    who = f" {escape(yet[0])}{more}" if yet else ""
    phase = str(head.number) if columns < NARROW and head.number else head.phase
    return f"{line}\n{head.round}/{escape(phase)}{who}> ", coming.steps[0]


def board_cut_to_lines(path: str, room: int) -> str:
    """Return the board of a fight, cut to what matters most in ``room`` lines; empty without a fight."""
    source, events = input_and_show_events(lambda: read_encounter_file(path))
    if source is None:
        return ""
    names = source.encounter.names()
    return report_text(Report(events, names=names, game=source.game.parts, room=max(0, room)))


def _signs_of_game(path: str) -> Sequence[tuple[str, str]]:
    """Return the game's own signs with their meanings."""
    source = encounter_or_none(path)
    added = source.game.addition("show") if source is not None else None
    return [(f"in {source.game.name}", added.words)] if source and added is not None and added.words else ()


def help_in_play(path: str, shell: SessionCommandLine) -> str:
    """Return the help of `?`: sensible lines now, all commands, the signs of the board, the forms of a line."""
    width = max(NARROW, shutil.get_terminal_size().columns - 1)
    now = sensible_lines(allowed_next_steps(path, shell))
    every = [
        *((name, ", ".join(commands)) for name, commands in SECTIONS.items()),
        *signs_on_board(),
        *_signs_of_game(path),
    ]
    return "\n".join([*_two_columns(now, width), "", *_two_columns(every, width), *textwrap.wrap(LINES, width)]) + "\n"


def _two_columns(rows: Sequence[tuple[str, str]], width: int) -> list[str]:
    """Lay out rows of two columns; the second is wrapped, and below a wide first one."""
    wide = min(max((len(name) for name, _ in rows), default=0), width // 2)
    indent = " " * (wide + 2)
    return [
        line
        for name, text in rows
        for line in textwrap.wrap(text, width, initial_indent=f"{name:{wide}}  ", subsequent_indent=indent)
    ]


COMMAND = Command(
    "play",
    play,
    about=(
        "On a terminal, the line above the prompt says what comes next, and Enter on an empty line does it. ? lists "
        "what you can do now. TAB completes, Ctrl-R searches the history of this file, and Ctrl-D ends. Separate "
        "commands with ;. You can abbreviate commands, ids, options and keys as long as they stay unique, in a script "
        "as well. You can leave out the word declare: defend sefa is declare sefa defend. Numbers at the end "
        "of a line are faces you rolled; dice ask asks you for each roll. You can run show --watch on a second "
        "terminal. "
        "In a script, each line of standard input is a command, and the first one that fails ends the script."
    ),
    arguments=[Argument("fight", "the encounter's file [default: $COMBATCLI_FILE]", required=False, completes="file")],
    options=[flag("--keep-going", "in a script: continue after a line that fails")],
    shared=[KEPT_FILE],
    examples=["combatcli play fight.toml", "combatcli play fight.toml < evening.txt"],
)
