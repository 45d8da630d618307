"""Standard input and output as bytes that either arrive whole or end in one clear sentence."""

from __future__ import annotations

import sys
from time import monotonic

from combatcli.errors import ReaderGoneError, StreamError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO


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


class Outlet:
    """Standard output for results without end: a second's or a megabyte of them wait, so that an error leaves none."""

    __slots__ = ("_held", "_since", "_size")

    _MOST_HELD = 1 << 20
    _LONGEST_HELD = 1.0
    _PIECE = 56
    """So many bytes does a text take beside its characters."""

    def __init__(self) -> None:
        self._held: list[str] = []
        self._size = 0
        self._since = monotonic()

    def add(self, text: str) -> None:
        """Write ``text``, now or with what follows."""
        if text:
            self._held.append(text)
            self._size += len(text) + self._PIECE
        if self._size >= self._MOST_HELD or monotonic() - self._since >= self._LONGEST_HELD:
            self.flush()

    def flush(self) -> None:
        """Write all that waits."""
        held, self._held, self._size = self._held, [], 0
        if held:
            put("".join(held))
        self._since = monotonic()


def on_terminal() -> bool:
    """Tell whether standard output is a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()
