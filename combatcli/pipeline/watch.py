"""`show --watch`: redraws the fight whenever its file changes, until Ctrl-C."""

import contextlib
import os
import select
import shutil
import sys
import time
from collections.abc import Callable
from io import UnsupportedOperation

from combatcli.declarations import Invocation
from combatcli.encounter import reading
from combatcli.errors import CombatError, ExitCode, ReaderGoneError, StreamError, UsageError
from combatcli.pipeline.input import encounter_path_or_stdin
from combatcli.pipeline.screen import AGAIN, terminal_restored
from combatcli.streams import STANDARD, on_terminal, write_stdout
from combatcli.text import escaped_and_cut

PAUSE = 0.2


def redraw_on_change(call: Invocation, shown: Callable[[str], str]) -> int:
    """Draw what ``shown`` renders of a file whenever it changes; say so while it is missing or unreadable."""
    path = path_to_watch(call)
    with terminal_restored(alternate=True) if on_terminal() else contextlib.nullcontext():
        return _redraw_until_interrupted(path, shown)


def path_to_watch(call: Invocation) -> str:
    """Return the file to watch; raise StreamError where it cannot be read."""
    path = encounter_path_or_stdin(call)
    if path == STANDARD:
        option = "serve" if "serve" in call.shared else "watch"
        raise UsageError(f"--{option} needs a file, because a pipe does not change", "Name it with -f FILE.")
    reading.read_text_file(path)
    return path


def _redraw_until_interrupted(path: str, shown: Callable[[str], str]) -> int:
    drawn, last = "", None
    try:
        while True:
            stamp = (_state_of_file(path), shutil.get_terminal_size())
            if stamp != last:
                # A file written in place is shown once the writing stops.
                if last is not None and stamp[0] is not None and last[0] is not None and stamp[0][2] == last[0][2]:
                    _wait_a_little()
                    if _state_of_file(path) != stamp[0]:
                        continue
                text = shown(path) if last is None else _rendered_or_problem(path, shown)
                last = stamp
                if text != drawn:
                    fitting = "".join(text.splitlines(keepends=True)[: stamp[1].lines - 1])
                    write_stdout(f"{AGAIN}{fitting}" if on_terminal() else text)
                    drawn = text
            _wait_a_little()
    except KeyboardInterrupt:
        return ExitCode.DONE


def _wait_a_little() -> None:
    """Wait a little; raise ReaderGoneError once the reader is gone, where the system can tell."""
    try:
        poll = select.poll()
        poll.register(sys.stdout.fileno(), 0)
    except (AttributeError, UnsupportedOperation):
        time.sleep(PAUSE)
        return
    if poll.poll(1000 * PAUSE):
        raise ReaderGoneError


def _state_of_file(path: str) -> tuple[int, int, int] | None:
    """Return what identifies a state of a file; None while it is missing."""
    try:
        info = os.stat(path)
    except OSError:
        return None
    return info.st_mtime_ns, info.st_size, info.st_ino


def _rendered_or_problem(path: str, shown: Callable[[str], str]) -> str:
    try:
        return shown(path)
    except StreamError as error:
        return f"{escaped_and_cut(error.message)}. Waiting for it.\n"
    except CombatError as error:
        return f"{escaped_and_cut(error.message)}.\n{escaped_and_cut(error.hint)}\n"
