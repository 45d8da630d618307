"""Restores the terminal, its alternate screen and its modes, however the program ends."""

import os
import shutil
import signal
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from combatcli.streams import write_stdout

ENTER, LEAVE = "\x1b[?1049h", "\x1b[?1049l"
"""The escape sequences of the alternate screen, which leaves the main screen untouched."""
AGAIN = "\x1b[H\x1b[2J"
USUAL = "\x1b[?2004l\x1b[?25h\x1b[0m"
"""The escape sequences for no bracketed paste, a visible cursor and no colors."""


@contextmanager
def done_at_a_signal(last: Callable[[], object]) -> Iterator[None]:
    """Call ``last`` where SIGTERM or SIGHUP ends the program within the body, before whatever was to end it."""

    def end(number: int, _: object) -> None:
        last()
        signal.signal(number, before[number])
        os.kill(os.getpid(), number)

    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.signal(number, end) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def terminal_restored(*, alternate: bool = False) -> Iterator[None]:
    """Restore the terminal after the body, after SIGTERM and SIGHUP, too; ``alternate`` uses its other screen."""
    leave = USUAL + (LEAVE if alternate else "")
    modes = _terminal_modes()

    def restore() -> None:
        with suppress(OSError):  # the terminal of a closed window is gone
            _set_terminal_modes(modes)
            os.write(sys.stdout.fileno(), leave.encode())

    with done_at_a_signal(restore):
        try:
            if alternate:
                write_stdout(ENTER)
            yield
        finally:
            if alternate:
                write_stdout(LEAVE)


def wrapped_at_words(text: str, indent: str = "") -> str:
    """Return a text as lines of the terminal."""
    width = shutil.get_terminal_size().columns - 1
    return textwrap.fill(text, width, initial_indent=indent, subsequent_indent=indent) + "\n"


def _terminal_modes() -> list[object] | None:
    """Return the modes of the terminal at standard input; None where there is none."""
    try:
        import termios

        modes: list[object] = termios.tcgetattr(sys.stdin.fileno())
    except (ImportError, OSError, ValueError, AttributeError, termios.error):
        return None
    return modes


def _set_terminal_modes(modes: list[object] | None) -> None:
    if modes is not None:
        import termios

        with suppress(termios.error):
            termios.tcsetattr(sys.stdin.fileno(), termios.TCSANOW, modes)  # type: ignore[arg-type]
