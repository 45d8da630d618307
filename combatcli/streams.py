"""Standard input and output as bytes that either arrive whole or end in one clear sentence."""

from __future__ import annotations

import sys

from combatcli.errors import ReaderGoneError, StreamError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, TextIO

STANDARD = "-"
"""What a command line calls standard input or output where a file could be named."""
SAME_AS_STANDARD = {
    "file": ("/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"),
    "output": ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"),
}
"""What systems call the two, by the option that names a file. As files they would be replaced, and their text lost."""
DESCRIPTORS = {"/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2}
VARIABLE = "COMBATCLI_FILE"
"""What names the encounter in play, in the environment."""


def write_stdout(text: str) -> None:
    """Write to standard output; StreamError if it is closed or full, ReaderGoneError if its reader went away."""
    _write(sys.stdout, text, "standard output")


def write_stdout_as_utf8(text: str) -> None:
    """Write an encounter to standard output, in UTF-8 whatever the terminal's own encoding is."""
    _write(sys.stdout, text, "standard output", encoding="utf-8")


def write_stderr(text: str) -> None:
    """Write to standard error; where that is closed, full or left by its reader nobody wants to hear it."""
    if sys.stderr is not None:
        try:
            _write(sys.stderr, text, "standard error")
        except (StreamError, ReaderGoneError):
            return


def descriptor_of(path: str) -> int | None:
    """Return the open descriptor that a path such as /dev/stderr or /dev/fd/3 stands for; None for any other path."""
    folder, _, number = path.rpartition("/")
    if folder in ("/dev/fd", "/proc/self/fd") and number.isascii() and number.isdecimal():
        return int(number)
    return DESCRIPTORS.get(path)


def _write(stream: TextIO | None, text: str, name: str, encoding: str = "") -> None:
    if not text:
        return
    if stream is None:
        raise StreamError(f"{name} is closed", "Give the command an output to write to.")
    try:
        stream.flush()
        write_all(stream.buffer, text.encode(encoding or stream.encoding or "utf-8", "backslashreplace"))
    except BrokenPipeError:
        raise ReaderGoneError from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise StreamError(f"cannot write to {name}: {reason}", "Nothing has changed.") from None


def write_all(stream: IO[bytes], data: bytes) -> None:
    """Write all of the data, waiting for a slow reader even where the stream does not block.

    Python's buffer is passed by: it would keep what could not be written, and write it at some later time. OSError if
    the stream fails; part of the data may have been taken by then.
    """
    unbuffered = getattr(stream, "raw", stream)
    rest = memoryview(data)
    while rest:
        taken = unbuffered.write(rest)
        if taken is None:
            _wait_until_ready(writing=stream.fileno())
        else:
            rest = rest[taken:]


def read_some(stream: IO[bytes], most: int) -> bytes:
    """Return what is there to be read, at most so many bytes, waiting for the first; nothing at the stream's end."""
    unbuffered = getattr(stream, "raw", stream)
    while (data := unbuffered.read(most)) is None:
        _wait_until_ready(reading=stream.fileno())
    return bytes(data)


def _wait_until_ready(*, reading: int | None = None, writing: int | None = None) -> None:
    """Wait for one who has a stream in common with us and made it one that does not block."""
    from select import select

    select([] if reading is None else [reading], [] if writing is None else [writing], [])


def on_terminal() -> bool:
    """Tell whether standard output is a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def can_be_asked() -> bool:
    """Tell whether somebody sits at a terminal, sees what is asked there, and can answer."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stderr))


class Abbreviations:
    """While one is entered, the beginning of a name is enough wherever the report goes: in a script of `play`."""

    entered = 0

    def __enter__(self) -> None:
        Abbreviations.entered += 1

    def __exit__(self, *_: object) -> None:
        Abbreviations.entered -= 1


def may_abbreviate() -> bool:
    """Tell whether the beginning of a name is enough: in `play`, and on a terminal, where somebody sees the rest."""
    return Abbreviations.entered > 0 or on_terminal()
