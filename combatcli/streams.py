"""Standard input and output: bytes arrive whole, or one clear sentence says why not."""

from __future__ import annotations

import os
import stat
import sys

from combatcli.errors import ReaderGoneError, StreamError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, TextIO

STANDARD = "-"
"""Standard input or output, in the place of a file's name."""
SAME_AS_STANDARD = {
    "file": ("/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"),
    "output": ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"),
}
"""System names of the two, by option; written as files they would be replaced, and the text lost."""
DESCRIPTORS = {"/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2}
VARIABLE = "COMBATCLI_FILE"
"""The environment variable that names the encounter."""


def write_stdout(text: str) -> None:
    """Write to standard output; StreamError if it is closed or full, ReaderGoneError if its reader went away."""
    _write_to_stream(sys.stdout, text, "standard output")


def write_stderr(text: str) -> None:
    """Write to standard error; if that is closed, full or without a reader, the text is dropped."""
    if sys.stderr is not None:
        try:
            _write_to_stream(sys.stderr, text, "standard error")
        except (StreamError, ReaderGoneError):
            return


def descriptor_of(path: str) -> int | None:
    """Return the open descriptor that a path such as /dev/stderr or /dev/fd/3 stands for; None for any other path."""
    folder, _, number = path.rpartition("/")
    if folder in ("/dev/fd", "/proc/self/fd") and number.isascii() and number.isdecimal():
        return int(number)
    return DESCRIPTORS.get(path)


def _write_to_stream(stream: TextIO | None, text: str, name: str, encoding: str = "") -> None:
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

    Python's buffer is bypassed: it would keep unwritten data and write it later. Raises OSError if the stream fails;
    part of the data may be written by then.
    """
    unbuffered = getattr(stream, "raw", stream)
    rest = memoryview(data)
    while rest:
        taken = unbuffered.write(rest)
        if taken is None:
            _wait_until_ready(stream, writing=True)
        else:
            rest = rest[taken:]


def read_some(stream: IO[bytes], most: int) -> bytes:
    """Wait for data and return up to ``most`` bytes of it; empty at the end of the stream."""
    unbuffered = getattr(stream, "raw", stream)
    while (data := unbuffered.read(most)) is None:
        _wait_until_ready(stream, writing=False)
    return bytes(data)


def _wait_until_ready(stream: IO[bytes], *, writing: bool) -> None:
    """Wait for a stream that another process, which shares it, has made non-blocking."""
    from select import select

    select([] if writing else [stream], [stream] if writing else [], [])


def on_terminal() -> bool:
    """Tell whether standard output is a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def can_be_asked() -> bool:
    """Tell whether standard input and error are a terminal, so that somebody sees a question and can answer."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stderr))


class AbbreviationsAllowed:
    """Lets the beginning of a name be enough within a ``with`` block, as in a script of `play`."""

    entered = 0

    def __enter__(self) -> None:
        AbbreviationsAllowed.entered += 1

    def __exit__(self, *_: object) -> None:
        AbbreviationsAllowed.entered -= 1


def may_abbreviate_names() -> bool:
    """Tell whether the beginning of a name is enough: in `play`, and on a terminal, where somebody sees the rest."""
    return AbbreviationsAllowed.entered > 0 or on_terminal()


def is_device_or_pipe(path: str) -> bool:
    """Tell whether a path is a device, a pipe or an open descriptor: /dev/null, /dev/fd/3."""
    if descriptor_of(path) is not None:
        return True
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return False
    return stat.S_ISCHR(mode) or stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)


def write_encounter(path: str, text: str) -> None:
    """Write an encounter to standard output, a device, a pipe or an open descriptor; StreamError if that fails.

    It is in UTF-8, whatever the terminal's encoding.
    """
    from combatcli.os_errors import file_error

    if path == STANDARD:
        _write_to_stream(sys.stdout, text, "standard output", encoding="utf-8")
        return
    open_already = descriptor_of(path)
    try:
        with open(path if open_already is None else os.dup(open_already), "wb", buffering=0) as file:
            write_all(file, text.encode())
    except BrokenPipeError:
        raise ReaderGoneError from None
    except OSError as error:
        raise file_error("write", path, error) from error
