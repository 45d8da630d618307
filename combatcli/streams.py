"""Standard input and output as bytes that either arrive whole or end in one clear sentence."""

from __future__ import annotations

import sys

from combatcli.errors import ReaderGoneError, StreamError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

STANDARD = "-"
"""What a command line calls standard input or output where a file could be named."""
VARIABLE = "COMBATCLI_FILE"
"""What names the encounter in play, in the environment."""


def put(text: str) -> None:
    """Write to standard output; StreamError if it is closed or full, ReaderGoneError if its reader went away."""
    _write(sys.stdout, text, "standard output")


def put_encounter(text: str) -> None:
    """Write an encounter to standard output, in UTF-8 whatever the terminal's own encoding is."""
    _write(sys.stdout, text, "standard output", encoding="utf-8")


def put_aside(text: str) -> None:
    """Write to standard error; where that is closed, full or left by its reader nobody wants to hear it."""
    if sys.stderr is not None:
        try:  # noqa: SIM105  (contextlib is not worth its import on the way of a roll)
            _write(sys.stderr, text, "standard error")
        except (StreamError, ReaderGoneError):
            pass


def _write(stream: TextIO | None, text: str, name: str, encoding: str = "") -> None:
    if stream is None:
        raise StreamError(f"{name} is closed", "Give the command somewhere to write to.")
    try:
        data = text.encode(encoding or stream.encoding or "utf-8", "backslashreplace")
        stream.flush()
        rest = memoryview(data)
        while rest:  # an unbuffered stream may take less than it is given
            rest = rest[stream.buffer.write(rest) :]
        stream.buffer.flush()
    except BrokenPipeError:
        raise ReaderGoneError from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise StreamError(f"cannot write to {name}: {reason}", "Nothing else has been changed.") from None


def on_terminal() -> bool:
    """Tell whether standard output is a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()
