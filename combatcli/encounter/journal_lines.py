"""The lines of a journal: one JSON object each; the file only grows.

A line has ``when``, ``number`` (of commands so far), ``was`` and ``after`` (the SHA-256 of the text before and after
it) and the ``text`` after it, packed. A command also has ``command``, ``events`` (or ``told``, if they are long and
packed), ``game`` (of the events), ``names`` and ``groups`` (the names of the ids at that time, and which are groups),
and for a game in a file ``rules`` (the first 12 digits of its SHA-256). A step has the number of its command, and steps
over all commands between. ``found`` is the text before the line, packed by what it shares with ``text``, in the first
line and where the line before left another text. With ``chapter`` that text was another fight's, or an earlier text
again.

Lines are on the disk before the file is renamed. So a killed process may leave an unfinished last line, or a line whose
text was never written, which shows as later lines start from the text before it. Both are skipped. An unreadable line
is named, and the others are used.
"""

# The os functions say exactly which system call happens, which pathlib does not.
import contextlib
import datetime as dt
import errno
import os
import stat
import zlib
from hashlib import sha256
from typing import Any

import msgspec

from combatcli.encounter.files import BEGINS_JOURNAL, JOURNAL, check_writable, copy_owner, write_and_sync
from combatcli.encounter.reading import LIMIT
from combatcli.errors import StreamError
from combatcli.os_errors import file_error
from combatcli.text import escape

TAIL_BYTES = 8192
MOST_OPEN = 600
"""The bytes of events that a line has openly; more are packed."""


class JournalLine(msgspec.Struct, omit_defaults=True):
    """A line of the journal. Without ``text`` it has an old format, which cannot be undone.

    Of a command that took effect a replay says its ``place`` and the number of its chapter, the ``part``, both from
    1, whether it is ``undone``, and whether it is ``earlier`` than the file's current chapter. ``when`` is ISO 8601 in
    UTC.
    """

    when: str
    after: str
    was: str = ""
    number: int = 0
    text: bytes = b""
    found: bytes = b""
    chapter: bool = False
    command: list[str] = []
    events: list[Any] = []
    told: bytes = b""
    game: str = ""
    names: dict[str, str] | None = None
    groups: list[str] = []
    rules: str = ""
    undo: int = 0
    redo: int = 0
    place: int = 0
    part: int = 0
    undone: bool = False
    earlier: bool = False

    def unpacked_events(self) -> list[Any]:
        """Return the events, unpacked. Raises ValueError where they cannot be."""
        if not self.told:
            return self.events
        try:
            events: list[Any] = msgspec.json.decode(decompress(self.told, near=decompress(self.text)))
        except msgspec.DecodeError as error:
            raise ValueError(str(error)) from None
        return events

    @property
    def is_command(self) -> bool:
        """Tell whether the line is a command, not a step back or forth."""
        return not self.undo and not self.redo


def was_never_written(line: JournalLine, then: str) -> bool:
    """Tell whether a line's text never got into the file: the next text, of digest ``then``, is the one before it."""
    return line.was == then != line.after


def compress(text: str, near: str = "") -> bytes:
    """Compress a text for a line, using what it shares with a text ``near``; JSON writes it in base64."""
    packer = zlib.compressobj(zdict=near.encode(errors="surrogatepass")) if near else zlib.compressobj()
    return packer.compress(text.encode(errors="surrogatepass")) + packer.flush()


def decompress(data: bytes, near: str = "") -> str:
    """Return the text that `compress` compressed with the same ``near``.

    Raises ValueError for other data, and for a text larger than an encounter may be.
    """
    unpacking = zlib.decompressobj(zdict=near.encode(errors="surrogatepass"))
    try:
        text = unpacking.decompress(data, LIMIT + 1)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if not unpacking.eof:
        raise ValueError("it does not end within what an encounter may have")
    return text.decode(errors="surrogatepass")


def journal_path(path: str) -> str:
    """Return the path of an encounter's journal: beside the real file, not beside a link to it."""
    return os.path.realpath(path) + JOURNAL


def read_journal(path: str) -> list[JournalLine | None]:
    """Read all lines; an unreadable one is None, and an unfinished last one is left out."""
    descriptor = _open_journal(path, os.O_RDONLY)
    if descriptor is None:
        return []
    try:
        with os.fdopen(descriptor, "rb") as file:
            *whole, rest = file.read().split(b"\n")
    except OSError as error:
        raise file_error("read", journal_path(path), error) from error
    lines = [_parse_line(data) for data in whole]
    unfinished = _parse_line(rest)
    return lines if unfinished is None else [*lines, unfinished]


def _parse_line(data: bytes) -> JournalLine | None:
    try:
        return msgspec.json.decode(data, type=JournalLine)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def last_line(path: str) -> JournalLine | None:
    """Return the last line; None where there is none or it is unreadable. Raises StreamError."""
    *whole, rest = _end_of_journal(path).split(b"\n")
    return _parse_line(rest or (whole[-1] if whole else b""))


def is_last_line_unfinished(path: str) -> bool:
    """Tell whether the last line is unfinished. Raises StreamError."""
    rest = _end_of_journal(path).split(b"\n")[-1]
    return bool(rest) and _parse_line(rest) is None


def _end_of_journal(path: str) -> bytes:
    """Return the last whole line of the journal and anything after it; empty where there is no journal."""
    descriptor = _open_journal(path, os.O_RDONLY)
    if descriptor is None:
        return b""
    try:
        return _last_line_and_what_follows(descriptor)
    except OSError as error:
        raise file_error("read", journal_path(path), error) from error
    finally:
        os.close(descriptor)


def journal_size(path: str) -> int | None:
    """Return the size of the journal in bytes; None where there is none."""
    try:
        return os.stat(journal_path(path)).st_size
    except OSError:
        return None


def truncate_journal(path: str, size: int | None) -> None:
    """Truncate the journal to a size, or delete it for None. Raises StreamError."""
    try:
        if size is not None:
            os.truncate(journal_path(path), size)
        elif os.path.lexists(journal_path(path)):
            os.unlink(journal_path(path))
    except OSError as error:
        raise file_error("write", journal_path(path), error) from error


def append_line(path: str, line: JournalLine) -> None:
    """Append a line and sync it to the disk. If it raises StreamError, the journal is unchanged."""
    info = check_writable(path)
    size = journal_size(path)
    descriptor = _open_journal(path, os.O_RDWR | os.O_CREAT | os.O_APPEND)
    if descriptor is None:
        raise StreamError(f"cannot write {escape(journal_path(path))}: there is no such folder")
    try:
        try:
            _copy_permissions(descriptor, info)
            _end_with_a_whole_line(descriptor)
            write_and_sync(descriptor, _encoded(line))
        finally:
            os.close(descriptor)
    except BaseException as error:
        with contextlib.suppress(StreamError):
            truncate_journal(path, size)
        if isinstance(error, (OSError, UnicodeEncodeError)):
            raise file_error("write", journal_path(path), error) from error
        raise


def _encoded(line: JournalLine) -> bytes:
    """Return a line as bytes, with long events packed. Raises UnicodeEncodeError."""
    happened = msgspec.json.encode(line.events)
    if len(happened) > MOST_OPEN:
        line.told, line.events = compress(happened.decode(), near=decompress(line.text)), []
    return msgspec.json.encode(line) + b"\n"


def _copy_permissions(descriptor: int, info: os.stat_result | None) -> None:
    """Give the journal the encounter's permissions, but keep it writable if the encounter is read-only."""
    if info is not None:
        copy_owner(descriptor, info)
    with contextlib.suppress(OSError, AttributeError):
        os.fchmod(descriptor, 0o600 if info is None else stat.S_IMODE(info.st_mode) | 0o200)


def _open_journal(path: str, flags: int) -> int | None:
    """Open the journal; return None if there is none; raise StreamError if it is not a regular file."""
    name = journal_path(path)
    flags |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        descriptor = os.open(name, flags, 0o600)
    except FileNotFoundError:
        return None
    except OSError as error:
        failed = file_error("open", name, error) if os.path.lexists(name) else file_error("write beside", path, error)
        failed.hint = failed.hint or "Move it away; the journal goes there, and is not a link."
        if error.errno == errno.ENAMETOOLONG:
            failed.hint = "The journal's name is the file's and 8 bytes more: give the file a shorter one."
        raise failed from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise StreamError(f"{escape(name)} is not a file", "Move it away to make room for the journal.")
    return descriptor


def _end_with_a_whole_line(descriptor: int) -> None:
    """Drop an unfinished line of combatcli's, whose change never happened; other text stays."""
    rest = _last_line_and_what_follows(descriptor).split(b"\n")[-1]
    if rest and not _parse_line(rest) and rest.startswith(BEGINS_JOURNAL[: len(rest)]):
        os.ftruncate(descriptor, os.fstat(descriptor).st_size - len(rest))
    elif rest:
        os.write(descriptor, b"\n")


def _last_line_and_what_follows(descriptor: int) -> bytes:
    """Return the end of the journal: the last whole line and anything after it."""
    end = os.lseek(descriptor, 0, os.SEEK_END)
    size, tail = TAIL_BYTES, b""
    while len(tail) < end and b"\n" not in tail[:-1]:
        start = max(0, end - size)
        os.lseek(descriptor, start, os.SEEK_SET)
        tail = os.read(descriptor, end - start)
        size *= 4
    return tail


def text_digest(text: str) -> str:
    """Return the SHA-256 of the text as a file has it."""
    return sha256(text.encode(errors="surrogatepass")).hexdigest()


def now() -> str:
    """Return the time, to the second, in UTC."""
    return dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
