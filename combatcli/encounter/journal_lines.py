"""The lines of a journal: how they are read, added to, and made into the texts that were there.

One JSON object a line, only ever added to. Every line holds ``when``, ``after`` (the SHA-256 of the text that it left),
``change`` and ``back`` (the parts of that text and of the one before, see `changes`) and ``number`` (of commands so
far); a command also ``command``, ``events`` and ``game``, whose they are, an undo or redo the number of the command it
is about. ``before``, the whole text that was replaced, stands in the first line, where the text is not the one that the
last line left, and now and then, so that no text is far from one that is whole. Older lines have all ``before``, and no
``change`` nor ``game``.

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
from collections.abc import Sequence
from typing import Any

import msgspec

from combatcli.encounter.changes import Part, apply, changes
from combatcli.encounter.files import check_writable, write_and_sync
from combatcli.encounter.os_errors import trouble
from combatcli.encounter.permissions import keep_access_list, keep_owner
from combatcli.errors import StreamError
from combatcli.text import escape

SNAPSHOT_TEXTS = 4
"""A line has the whole text when those since the last one that had it are so many times as long."""
SNAPSHOT_BYTES = 8192
"""And never before they are so long."""
TAIL_BYTES = 8192
BEGINNING = b'{"when":"'
"""How every line begins that we write."""


class JournalLine(msgspec.Struct, omit_defaults=True):
    """A line of the journal; ``since`` counts the bytes of lines between it and the last one with a whole text."""

    when: str
    after: str
    before: str | None = None
    change: list[tuple[int, int] | str] = []
    back: list[tuple[int, int] | str] = []
    since: int = 0
    number: int = 0
    command: list[str] = []
    events: list[Any] = []
    game: str = ""
    undo: int = 0
    redo: int = 0

    @property
    def is_command(self) -> bool:
        """Tell whether the line is of a command, and not of a step back or forth."""
        return not self.undo and not self.redo


def journal_path(path: str) -> str:
    """Return where the journal of an encounter is: beside the real file, not beside a link to it."""
    return os.path.realpath(path) + ".journal"


def games(lines: Sequence[JournalLine | None]) -> list[str]:
    """Return of each line the game whose its events are; empty where that cannot be known.

    Older lines do not say it: theirs is the game of the last text that stands whole.
    """
    found: list[str] = []
    game = ""
    for line in lines:
        if line is not None:
            if line.before is not None:
                game = game_of(line.before)
            game = line.game or game
        found.append(game)
    return found


def game_of(text: str) -> str:
    """Return the game that the text of an encounter names, though it may not be valid; empty where it names none."""
    import re

    match = re.search(r"""(?m)^[ \t]*["']?ruleset["']?[ \t]*=[ \t]*["']([^"'\n]*)["']""", text)
    return match[1] if match else ""


def effective(lines: Sequence[JournalLine | None], current: str) -> list[tuple[int, JournalLine | None, int]]:
    """Return the lines whose text came to be: the place, the line (None: unreadable) and how many commands so far.

    ``current`` is the digest of the text that the file has now, empty where that is not known.
    """
    applied: list[tuple[int, JournalLine | None, int]] = []
    number = 0
    was = [*(_digest_before(lines, index) for index in range(len(lines))), current]
    for index, line in enumerate(lines):
        if line is not None:
            if was[index] and was[index + 1] == was[index] != line.after:
                continue
            number = line.number or number + line.is_command
        applied.append((index, line, number))
    return applied


def _digest_before(lines: Sequence[JournalLine | None], index: int) -> str:
    """Return the digest of the text that a line replaced; empty where it cannot be known."""
    line = lines[index]
    if line is None:
        return ""
    return digest_after(lines, index - 1) if line.before is None else digest(line.before)


def digest_after(lines: Sequence[JournalLine | None], index: int) -> str:
    """Return the digest of the text that a line left; empty where it cannot be known."""
    line = lines[index] if index >= 0 else None
    return "" if line is None else line.after


def text_before(path: str, lines: Sequence[JournalLine | None], index: int, text_after: str | None = None) -> str:
    """Return the text that a line replaced: made from the one that it left, where that is known, else from older ones.

    Raises StreamError, naming it, when a damaged line is between.
    """
    line = lines[index]
    if line is not None and line.before is None and text_after is not None and digest(text_after) == line.after:
        text = _applied(path, index, text_after, line.back)
        if digest_after(lines, index - 1) in ("", digest(text)):
            return text
        if is_after_a_gap(lines, index):
            raise damaged(path, index + 1)
    start = index
    while (line := lines[start] if start >= 0 else None) is not None and line.before is None:
        start -= 1
    if line is None or line.before is None:
        raise damaged(path, max(start, 0) + 1)
    text = line.before
    for number, raw in enumerate(lines[start:index], start):
        text = _applied(path, number, text, raw.change if raw else [])
        if digest(text) != digest_after(lines, number):
            raise damaged(path, number + 1)
    return text


def is_after_a_gap(lines: Sequence[JournalLine | None], index: int) -> bool:
    """Tell whether commands are missing before a line: it counts more of them than the line before it leads to."""
    line, before = lines[index], lines[index - 1] if index else None
    return bool(line and before and line.number > before.number + line.is_command and before.number)


def _applied(path: str, index: int, text: str, parts: Sequence[Part]) -> str:
    try:
        return apply(text, parts)
    except ValueError:
        raise damaged(path, index + 1) from None


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


def damaged(path: str, number: int) -> StreamError:
    """Return the error for a text that cannot be made because of a line that no combatcli wrote."""
    where = escape(journal_path(path))
    return StreamError(
        f"{where} is damaged: line {number}",
        "Older commands cannot be undone. Repair that line, or continue without them.",
    )


def left(path: str, text: str) -> bool:
    """Tell whether a text is the one that the last line of the journal left. Raises StreamError."""
    descriptor = _open(path, os.O_RDONLY)
    if descriptor is None:
        return False
    try:
        *whole, rest = _tail(descriptor).split(b"\n")
    except OSError as error:
        raise trouble("read", journal_path(path), error) from error
    finally:
        os.close(descriptor)
    last = _parsed(rest or (whole[-1] if whole else b""))
    return last is not None and last.after == digest(text)


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


def append(path: str, line: JournalLine, before: str, after: str) -> None:
    """Add a line, on the disk when this returns. Raises StreamError; the journal is then as it was."""
    info = check_writable(path)
    size = length(path)
    descriptor = _open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND)
    if descriptor is None:
        raise StreamError(f"cannot write {escape(journal_path(path))}: there is no such folder")
    try:
        try:
            _keep_access(descriptor, path, info)
            _follow(path, line, _last_line(descriptor), before, after)
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
    keep_access_list(descriptor, os.path.realpath(path))


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


def _follow(path: str, line: JournalLine, last: bytes, before: str, after: str) -> None:
    """Fill in what a line owes to the one before it: its number, and whether it can do without the whole text."""
    line.change, line.back = changes(before, after), changes(after, before)
    previous = _parsed(last)
    known = digest(before)
    if previous is None or not previous.number or previous.after != known:
        counted = effective(read(path), known)
        line.number = (counted[-1][2] if counted else 0) + line.is_command
        line.before = before
        return
    line.number = previous.number + line.is_command
    line.since = 0 if previous.before is not None else previous.since + len(last)
    if line.since > max(SNAPSHOT_BYTES, SNAPSHOT_TEXTS * len(before)):
        line.before, line.since = before, 0


def _last_line(descriptor: int) -> bytes:
    """Return the last line, and make the journal end with a whole one.

    An unfinished line of ours goes, since what it announced never came to be; what others wrote stays.
    """
    *whole, rest = _tail(descriptor).split(b"\n")
    if not rest:
        return whole[-1] if whole else b""
    if not _parsed(rest) and rest.startswith(BEGINNING[: len(rest)]):
        os.ftruncate(descriptor, os.fstat(descriptor).st_size - len(rest))
        return whole[-1] if whole else b""
    os.write(descriptor, b"\n")
    return rest


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
