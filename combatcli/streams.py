"""Standard input and output as bytes that either arrive whole or end in one clear sentence."""

from __future__ import annotations

import sys

from combatcli.errors import StreamError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO


def put(text: str) -> None:
    """Write to standard output; StreamError if it is closed or full, BrokenPipeError if its reader went away."""
    _write(sys.stdout, text, "standard output")


def put_encounter(text: str) -> None:
    """Write an encounter to standard output, in UTF-8 whatever the terminal's own encoding is."""
    _write(sys.stdout, text, "standard output", encoding="utf-8")


def put_aside(text: str) -> None:
    """Write to standard error; where that is closed nobody wants to hear it."""
    if sys.stderr is not None:
        _write(sys.stderr, text, "standard error")


def _write(stream: TextIO | None, text: str, name: str, encoding: str = "") -> None:
    if stream is None:
        raise StreamError(f"{name} is closed", "Give the command somewhere to write to.")
    try:
        data = text.encode(encoding or stream.encoding or "utf-8", "backslashreplace")
        stream.flush()
        stream.buffer.write(data)
        stream.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise StreamError(f"cannot write to {name}: {reason}", "Nothing else has been changed.") from None


def on_terminal() -> bool:
    """Tell whether standard output is a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def escaped(text: str) -> str:
    """Show control characters, and those that turn the writing direction, as escapes: names are data."""
    if text.isprintable():
        return text
    return "".join(
        each if each.isprintable() or each == "\u200d" else each.encode("unicode_escape").decode() for each in text
    )
