"""`tutorial`: a first fight in `play` with a guide that says what to type; it leaves no files."""

import contextlib
import os
import sys
from functools import partial

from combatcli.commands.new import new_encounter_text
from combatcli.commands.play import help_in_play, on_terminal
from combatcli.declarations import Command, Invocation
from combatcli.errors import ExitCode, StreamError
from combatcli.pipeline.guide import Guide, Lesson
from combatcli.pipeline.screen import done_at_a_signal
from combatcli.pipeline.session import play_script, stdin_lines
from combatcli.rulesets import NAMES, load
from combatcli.streams import write_stdout

PENDING = "[[pending]]"
STEPS = (
    Lesson("You run a fight at a market. See it: type the line behind $, or press Enter.", "show", "`show` draws it."),
    Lesson(
        "Mira faces a ruffian. Ask what her chances are, before anybody rolls.",
        "attack mira ruffian --odds",
        "--odds behind an attack tells its chances, and changes nothing.",
    ),
    Lesson(
        "Let her strike. --dice takes what fell on your table. Without it, the program rolls.",
        "attack mira ruffian --dice 10,4,3,2",
        "She has to hit here. Enter these dice.",
        PENDING,
    ),
    Lesson("The hit is pending: in this game all blows fall at once. Apply it.", "wound", "`wound` applies hits.", ""),
    Lesson("Was that too early? Take it back.", "undo", "`undo` takes back the last change.", PENDING),
    Lesson("Or was it right after all?", "redo", "`redo` brings back what was undone.", ""),
    Lesson("See what else you can type. `? attack` would explain one command.", "?", "`?` lists the commands."),
    Lesson("Go on to the next phase. Whoever has not acted is passed over.", "next", "`next` goes on.", ""),
    Lesson("All that happened is noted down. Read it as a story.", "log --story", "--story retells the fight."),
    Lesson("Who wins from here? The rules play on, many times.", "forecast --times 100", "`forecast` says who wins."),
)
END = "That was the tour. Play on as you like. `quit` ends it, and nothing stays behind."
FROM_HERE = f"""\
Where to go from here:
  combatcli new {NAMES[0]} --example -o fight.toml    this fight, in a file; then
  combatcli play fight.toml                  plays it to its end
  combatcli help new                         the games that are there
  combatcli new d20 --copy mine.toml         a game in a file, for you to change
  combatcli odds 4d6kh3                      the odds of any dice
"""


def tutorial(call: Invocation) -> int:
    """Play a first fight in a temporary folder."""
    from tempfile import TemporaryDirectory

    assert call.shell is not None
    if sys.stdin is None:
        raise StreamError("standard input is closed", "tutorial reads its commands from it.")
    with TemporaryDirectory(prefix="combatcli-") as folder:
        path = os.path.join(folder, "fight.toml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(new_encounter_text(load(NAMES[0]), seed="tutorial", example=True, schema=False))
        guide = Guide(path, call.shell, STEPS, END)
        if sys.stdin.isatty():
            from combatcli.pipeline.terminal import line_history_path

            leave_nothing = partial(_remove, folder, line_history_path(path))
            with done_at_a_signal(leave_nothing):
                on_terminal(path, guide.shell, guide.view_with_guide)
            leave_nothing()
        else:
            lines = guide.script_lines(stdin_lines())
            play_script(
                lines,
                path,
                guide.shell,
                keep_going=True,
                helped=lambda: guide.check_help_as_step(help_in_play(path, guide.shell)),
            )
    write_stdout(FROM_HERE)
    return ExitCode.DONE


def _remove(folder: str, line_history: str) -> None:
    from shutil import rmtree

    rmtree(folder, ignore_errors=True)
    with contextlib.suppress(OSError):
        os.unlink(line_history)


COMMAND = Command(
    "tutorial",
    tutorial,
    about=(
        "A guide says what to type, step by step, in a fight that is gone afterwards. Enter alone types the line for "
        "you, and `quit` leaves. Nothing that you try there can go wrong."
    ),
    examples=["combatcli tutorial"],
)
