"""`show --watch`: the screen of a fight, drawn anew whenever its file changes, until Ctrl-C."""

from __future__ import annotations

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
from combatcli.pipeline.input import source_path
from combatcli.pipeline.screen import AGAIN, left_as_it_was
from combatcli.streams import STANDARD, on_terminal, write_stdout
from combatcli.text import printable

PAUSE = 0.2


def watch(call: Invocation, shown: Callable[[str], str]) -> int:
    """Draw what is ``shown`` of a file whenever that changes; say so while it is gone or cannot be read."""
    path = changing_path(call)
    if not on_terminal():
        return _drawn_anew(path, shown)
    with left_as_it_was(alternate=True):
        return _drawn_anew(path, shown)


def changing_path(call: Invocation) -> str:
    """Return the file that is looked at while it changes, which can be read."""
    path = source_path(call)
    if path == STANDARD:
        option = "serve" if "serve" in call.shared else "watch"
        raise UsageError(f"--{option} needs a file, because a pipe does not change", "Name it with -f FILE.")
    reading.read_text(path)
    return path


def _drawn_anew(path: str, shown: Callable[[str], str]) -> int:
    drawn, last = "", None
    try:
        while True:
            stamp = (_stamp(path), shutil.get_terminal_size())
            if stamp != last:
                # A file that is written in place is shown once nothing more is written.
                if last is not None and stamp[0] is not None and last[0] is not None and stamp[0][2] == last[0][2]:
                    _pause()
                    if _stamp(path) != stamp[0]:
                        continue
                text = shown(path) if last is None else _text(path, shown)
                last = stamp
                if text != drawn:
                    write_stdout(f"{AGAIN}{_as_far_as_it_fits(text)}" if on_terminal() else text)
                    drawn = text
            _pause()
    except KeyboardInterrupt:
        return ExitCode.DONE


def _as_far_as_it_fits(text: str) -> str:
    """Return the top of a text on a terminal that is too low for it."""
    return "".join(text.splitlines(keepends=True)[: shutil.get_terminal_size().lines - 1])


def _pause() -> None:
    """Wait a little; ReaderGoneError as soon as nobody reads any more, where the system can tell."""
    try:
        poll = select.poll()
        poll.register(sys.stdout.fileno(), 0)
    except (AttributeError, UnsupportedOperation):
        time.sleep(PAUSE)
        return
    if poll.poll(1000 * PAUSE):
        raise ReaderGoneError


def _stamp(path: str) -> tuple[int, int, int] | None:
    """Return what tells one state of a file from another; None while it is not there."""
    try:
        info = os.stat(path)
    except OSError:
        return None
    return info.st_mtime_ns, info.st_size, info.st_ino


def _text(path: str, shown: Callable[[str], str]) -> str:
    try:
        return shown(path)
    except StreamError as error:
        return f"{printable(error.message)}. Waiting for it.\n"
    except CombatError as error:
        return f"{printable(error.message)}.\n{printable(error.hint)}\n"
