"""The lines of a journal: one JSON object each, only ever added to.

A line holds ``when``, ``number`` (of commands so far), ``was`` and ``after`` (the SHA-256 of the text that it found
and of the one that it left) and that ``text`` whole, packed. A command also has ``command``, ``events``, ``game``
(whose they are), ``names`` and ``groups`` (what the ids in them are called by then, and which are groups), and of a
game in a file ``rules`` (the first 12 digits of its SHA-256); a step has the number of the command it is about, and
goes over all those between. ``found`` is the text that it found, packed by what it has in common with ``text``, in the
first line and where that is not what the line before it left. With ``chapter`` it was another fight's, or an earlier
text again.

Lines are on the disk before the file is renamed. Hence two kinds of remains of a killed process, both skipped: an
unfinished last line, and a line whose text never came to be, which shows in what follows still having the text from
before. A line that nobody can read is named, and the others serve.
"""

# The os functions say exactly which system call happens, which pathlib does not.
from __future__ import annotations

import contextlib
import datetime as dt
import errno
import os
import stat
from typing import Any

import msgspec

from combatcli.encounter.files import check_writable, keep_owner, write_and_sync
from combatcli.encounter.os_errors import trouble
from combatcli.encounter.reading import LIMIT
from combatcli.errors import StreamError
from combatcli.text import escape

TAIL_BYTES = 8192
BEGINNING = b'{"when":"'
"""How every line begins that we write."""


class JournalLine(msgspec.Struct, omit_defaults=True):
    """A line of the journal. One without ``text`` is of a format from before, which tells and brings nothing back."""

    when: str
    after: str
    was: str = ""
    number: int = 0
    text: bytes = b""
    found: bytes = b""
    chapter: bool = False
    command: list[str] = []
    events: list[Any] = []
    game: str = ""
    names: dict[str, str] | None = None
    groups: list[str] = []
    rules: str = ""
    undo: int = 0
    redo: int = 0

    @property
    def is_command(self) -> bool:
        """Tell whether the line is of a command, and not of a step back or forth."""
        return not self.undo and not self.redo

    @property
    def count_before(self) -> int:
        """Return how many commands there were before the line."""
        return self.number - self.is_command


def came_to_nothing(line: JournalLine, then: str) -> bool:
    """Tell whether the text of a line never came to be: ``then``, the digest of the text after it, is as before it."""
    return line.was == then != line.after


def packed(text: str, near: str = "") -> bytes:
    """Return a text as a line holds it, by what it has in common with one ``near``; JSON writes it in base64."""
    import zlib

    packer = zlib.compressobj(zdict=near.encode(errors="surrogatepass")) if near else zlib.compressobj()
    return packer.compress(text.encode(errors="surrogatepass")) + packer.flush()


def unpacked(data: bytes, near: str = "") -> str:
    """Return the text that `packed` took, from what it was near if it was.

    Raises ValueError for anything else, and past what an encounter may have.
    """
    import zlib

    unpacking = zlib.decompressobj(zdict=near.encode(errors="surrogatepass"))
    try:
        text = unpacking.decompress(data, LIMIT + 1)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if not unpacking.eof:
        raise ValueError("it does not end within what an encounter may have")
    return text.decode(errors="surrogatepass")


def journal_path(path: str) -> str:
    """Return where the journal of an encounter is: beside the real file, not beside a link to it."""
    return os.path.realpath(path) + ".journal"


def read(path: str) -> list[JournalLine | None]:
    """Return all lines, None for one that cannot be read; an unfinished last one is left out."""
    descriptor = _open(path, os.O_RDONLY)
    if descriptor is None:
        return []
    try:
        with os.fdopen(descriptor, "rb") as file:
            *whole, rest = file.read().split(b"\n")
    except OSError as error:
        raise trouble("read", journal_path(path), error) from error
    lines = [_parsed(data) for data in whole]
    unfinished = _parsed(rest)
    return lines if unfinished is None else [*lines, unfinished]


def _parsed(data: bytes) -> JournalLine | None:
    try:
        return msgspec.json.decode(data, type=JournalLine)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def last_line(path: str) -> JournalLine | None:
    """Return the last line, None where there is none or it cannot be read. Raises StreamError."""
    descriptor = _open(path, os.O_RDONLY)
    if descriptor is None:
        return None
    try:
        *whole, rest = _tail(descriptor).split(b"\n")
    except OSError as error:
        raise trouble("read", journal_path(path), error) from error
    finally:
        os.close(descriptor)
    return _parsed(rest or (whole[-1] if whole else b""))


def length(path: str) -> int | None:
    """Return how many bytes the journal has, None where there is none."""
    try:
        return os.stat(journal_path(path)).st_size
    except OSError:
        return None


def cut(path: str, size: int | None) -> None:
    """Make the journal as long as it was, or gone if there was none. Raises StreamError."""
    try:
        if size is not None:
            os.truncate(journal_path(path), size)
        elif os.path.lexists(journal_path(path)):
            os.unlink(journal_path(path))
    except OSError as error:
        raise trouble("write", journal_path(path), error) from error


def append(path: str, line: JournalLine) -> None:
    """Add a line, on the disk when this returns. Raises StreamError; the journal is then as it was."""
    info = check_writable(path)
    size = length(path)
    descriptor = _open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND)
    if descriptor is None:
        raise StreamError(f"cannot write {escape(journal_path(path))}: there is no such folder")
    try:
        try:
            _keep_access(descriptor, path, info)
            _end_with_a_whole_line(descriptor)
            write_and_sync(descriptor, msgspec.json.encode(line) + b"\n")
        finally:
            os.close(descriptor)
    except BaseException as error:
        with contextlib.suppress(StreamError):
            cut(path, size)
        if isinstance(error, (OSError, UnicodeEncodeError)):
            raise trouble("write", journal_path(path), error) from error
        raise


def _keep_access(descriptor: int, path: str, info: os.stat_result | None) -> None:
    """Give the journal the encounter's permissions; it stays writable where the encounter just became read-only."""
    if info is not None:
        keep_owner(descriptor, info)
    with contextlib.suppress(OSError, AttributeError):
        os.fchmod(descriptor, 0o600 if info is None else stat.S_IMODE(info.st_mode) | 0o200)


def _open(path: str, flags: int) -> int | None:
    """Return a descriptor of the journal, None when there is none; raises StreamError when it is not a plain file."""
    name = journal_path(path)
    flags |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        descriptor = os.open(name, flags, 0o600)
    except FileNotFoundError:
        return None
    except OSError as error:
        failed = trouble("open", name, error)
        failed.hint = failed.hint or "Move it away; the journal goes there, and is not a link."
        if error.errno == errno.ENAMETOOLONG:
            failed.hint = "The journal's name is the file's and 8 bytes more: give the file a shorter one."
        raise failed from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise StreamError(f"{escape(name)} is not a file", "Move it away to make room for the journal.")
    return descriptor


def _end_with_a_whole_line(descriptor: int) -> None:
    """Drop an unfinished line of ours, since what it announced never came to be; what others wrote stays."""
    rest = _tail(descriptor).split(b"\n")[-1]
    if rest and not _parsed(rest) and rest.startswith(BEGINNING[: len(rest)]):
        os.ftruncate(descriptor, os.fstat(descriptor).st_size - len(rest))
    elif rest:
        os.write(descriptor, b"\n")


def _tail(descriptor: int) -> bytes:
    """Return the end of the journal, with the last whole line and what follows it."""
    end = os.lseek(descriptor, 0, os.SEEK_END)
    size, tail = TAIL_BYTES, b""
    while len(tail) < end and b"\n" not in tail[:-1]:
        start = max(0, end - size)
        os.lseek(descriptor, start, os.SEEK_SET)
        tail = os.read(descriptor, end - start)
        size *= 4
    return tail


def digest(text: str) -> str:
    """Return the SHA-256 of the text, as a file would hold it."""
    from hashlib import sha256

    return sha256(text.encode(errors="surrogatepass")).hexdigest()


def now() -> str:
    """Return the time, to the second, in UTC."""
    return dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
