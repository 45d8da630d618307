"""Reads a whole encounter from a file or from standard input."""

# The os functions say exactly which system call happens, which pathlib does not.
import os
import stat
import sys
from typing import IO

from combatcli.errors import StreamError, nearest, value_or
from combatcli.os_errors import file_error, missing_folder_error
from combatcli.streams import descriptor_of, read_some
from combatcli.text import escape

CHUNK = 1024 * 1024
LIMIT = 8 * CHUNK
"""The largest encounter that is read, in bytes."""
BOM = "\ufeff"


def read_text_file(path: str) -> str:
    """Return the text of a regular file, with its line endings and without a byte order mark.

    Raises StreamError when the file is missing, a directory, pipe or device, larger than LIMIT, unreadable, or not
    UTF-8.
    """
    try:
        data = _read_bytes(path)
    except FileNotFoundError:
        raise _missing_file_error(path) from None
    except (OSError, ValueError) as error:
        raise file_error("read", path, error) from error
    return _decode_utf8(data, escape(path))


def text_or_none(path: str) -> str | None:
    """Return the text of a file; None where it cannot be read."""
    return value_or(None, lambda: read_text_file(path))


def read_standard_input() -> str:
    """Read standard input as `read_stream` does; raise StreamError where it is closed."""
    if sys.stdin is None:
        raise StreamError("standard input is closed", "Name a file with -f FILE, or pipe an encounter in.")
    return read_stream(sys.stdin.buffer)


def read_descriptor(path: str) -> str:
    """Read a device, a pipe or an open descriptor such as /dev/fd/63; raises StreamError as `read_stream` does."""
    open_already = descriptor_of(path)
    try:
        with open(path if open_already is None else os.dup(open_already), "rb", buffering=0) as stream:
            return read_stream(stream, escape(path))
    except OSError as error:
        raise file_error("read", path, error) from error


def read_stream(stream: IO[bytes], name: str = "standard input", begun: bytes = b"") -> str:
    """Read standard input or another stream, within the limits of `read_text_file`.

    ``begun`` has been read already. Raises StreamError also for nothing but white space.
    """
    chunks = [begun]
    remaining = LIMIT + 1 - len(begun)
    try:
        while remaining > 0 and (chunk := read_some(stream, min(remaining, CHUNK))):
            chunks.append(chunk)
            remaining -= len(chunk)
    except (OSError, ValueError) as error:
        raise file_error("read", name, error) from error
    if remaining <= 0:
        raise _too_large_error(name)
    text = _decode_utf8(b"".join(chunks), name)
    if not text.strip():
        raise StreamError(
            f"{name} is empty", "The previous command in the pipe may have failed, or `< f > f` has emptied the file."
        )
    return text


def _read_bytes(path: str) -> bytes:
    """Read a regular file; check before opening, as opening a device may have effects."""
    check_is_regular_file(path, os.stat(path))
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(descriptor, "rb") as file:
        info = os.fstat(descriptor)
        check_is_regular_file(path, info)
        if info.st_size > LIMIT:
            raise _too_large_error(escape(path))
        data = file.read(LIMIT + 1)
    if len(data) > LIMIT:
        raise _too_large_error(escape(path))
    return data


def check_is_regular_file(path: str, info: os.stat_result) -> None:
    """Raise StreamError for anything but a regular file."""
    if stat.S_ISDIR(info.st_mode):
        raise StreamError(f"{escape(path)} is a directory, not a file", "Name the file inside it.")
    if not stat.S_ISREG(info.st_mode):
        raise StreamError(
            f"{escape(path)} is a pipe or a device, not a file",
            "Name a file. An encounter is read from a pipe with -f -.",
        )


def _too_large_error(name: str) -> StreamError:
    return StreamError(f"{name} is larger than {LIMIT // 1024 // 1024} MiB", "Is this really an encounter?")


def _decode_utf8(data: bytes, name: str) -> str:
    """Decode UTF-8; raise StreamError with the place of the first bad byte."""
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        position = f"byte 0x{data[error.start]:02X} at offset {error.start}, line {line}"
        raise StreamError(f"{name} is not UTF-8: {position}", "Save it as UTF-8 and try again.") from None


def _missing_file_error(path: str) -> StreamError:
    """Return the error for a missing file, with the nearest name in its folder."""
    folder, name = os.path.split(path)
    try:
        names = [escape(entry) for entry in os.listdir(folder or ".") if not entry.startswith(".")]
    except FileNotFoundError:
        return missing_folder_error(folder)
    except OSError:
        names = []
    if not path:
        return StreamError("no file was named", "Write: -f FILE")
    names = [entry for entry in names if entry != escape(name) and not entry.endswith((".journal", ".lock"))]
    hint = nearest(escape(name), names) or "`combatcli new` makes an encounter."
    return StreamError(f"there is no file {escape(path)}", hint)
