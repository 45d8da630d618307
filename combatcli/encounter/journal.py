"""The journal beside an encounter: what each command did, and the text that it replaced.

One JSON object a line, only ever added to. Every line holds ``when``, ``before`` (the text that it replaced) and
``after`` (the SHA-256 of the text that it left); a command also ``command`` and ``events``, an undo or redo the
number of the command it is about. Lines are on the disk before the file is renamed. Hence two kinds of remains of
a killed process, both skipped: an unfinished last line, and a line whose text never came to be, which shows in
what follows still having the text from before.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import stat
from pathlib import Path
from typing import Any

import msgspec

from combatcli.encounter.files import check_writable, keep_owner, read_text, trouble, write_all
from combatcli.errors import RefusedError, StreamError
from combatcli.text import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class Entry(msgspec.Struct, frozen=True):
    """One command that took effect on the text ``before``; ``number`` counts from 1, ``when`` is ISO 8601 in UTC."""

    number: int
    when: str
    command: list[str]
    events: list[dict[str, Any]]
    undone: bool
    before: str


class JournalStep(msgspec.Struct, frozen=True):
    """One step back (``undo``) or forth (``redo``): the command that it is about and the text to restore."""

    kind: str
    number: int
    command: list[str]
    text: str


class _Line(msgspec.Struct, omit_defaults=True):
    """A line of the journal."""

    when: str
    before: str
    after: str
    command: list[str] = []
    events: list[dict[str, Any]] = []
    undo: int = 0
    redo: int = 0


class _State(msgspec.Struct):
    """What the lines amount to: all commands, and those to step back to or forth to, the next one last."""

    commands: list[_Line] = []
    done: list[tuple[int, _Line]] = []
    undone: list[tuple[int, _Line]] = []


def journal_path(path: str) -> str:
    """Return where the journal of an encounter is: beside the real file, not beside a link to it."""
    return os.path.realpath(path) + ".journal"


def record(path: str, argv: Sequence[str], events: Sequence[dict[str, Any]], before: str, after: str) -> None:
    """Note down a command that is about to replace ``before`` by ``after``; call it under the lock, then replace.

    Raises StreamError when the journal cannot be written or the encounter is read-only; nothing is noted then.
    """
    # Words of a command line may hold bytes that are no UTF-8, which JSON cannot.
    words = [word.encode(errors="backslashreplace").decode() for word in argv]
    _append(path, _Line(_now(), before, _digest(after), words, list(events)))


@contextlib.contextmanager
def recorded(
    path: str, argv: Sequence[str], events: Sequence[dict[str, Any]], before: str, after: str
) -> Iterator[None]:
    """Note down a command as `record` does, and strike it out again if the body, which is its last part, fails."""
    journal = Path(journal_path(path))
    size = journal.stat().st_size if journal.exists() else None
    record(path, argv, events, before, after)
    try:
        yield
    except BaseException:
        if size is None:
            journal.unlink()
        else:
            os.truncate(journal, size)
        raise


def history(path: str) -> list[Entry]:
    """Return all commands that took effect, the oldest first. Raises StreamError for a damaged journal."""
    try:
        current: str | None = read_text(path)
    except StreamError:
        current = None
    state = _replay(path, current)
    done = {number for number, _ in state.done}
    return [
        Entry(number, line.when, line.command, line.events, number not in done, line.before)
        for number, line in enumerate(state.commands, 1)
    ]


def undo(path: str, current: str, *, force: bool = False) -> JournalStep:
    """Return the step that takes back the last command still standing; changes nothing.

    Raises RefusedError when there is none, or when the file is not as that command left it. With ``force`` the text
    before the command comes back all the same, and a later redo brings back the text that is current now.
    Raises StreamError for a damaged journal.
    """
    return steps("undo", path, current, force=force)[0]


def redo(path: str, current: str, *, force: bool = False) -> JournalStep:
    """Return the step that brings back what the last undo replaced; changes nothing.

    Raises RefusedError when nothing was undone since the last command, or when the file is not as the undo left it
    (``force`` goes ahead, and an undo brings back the text that is current now); StreamError as undo.
    """
    return steps("redo", path, current, force=force)[0]


def record_step(path: str, step: JournalStep, current: str) -> None:
    """Note down a step that is about to replace the current text; as record does for a command."""
    line = _Line(_now(), current, _digest(step.text))
    setattr(line, step.kind, step.number)
    _append(path, line)


def steps(
    kind: str, path: str, current: str, *, count: int = 1, to: int | None = None, force: bool = False
) -> list[JournalStep]:
    """Return so many steps back (``undo``) or forth (``redo``), or those to how command ``to`` left the file.

    Raises as `undo` and `redo` do, where any of them is not there or the file was edited between.
    """
    state = _replay(path, current)
    stack = state.done if kind == "undo" else state.undone
    if to is not None:
        if not 0 <= to <= len(state.commands):
            raise RefusedError(f"there is no command {to}", f"`combatcli log` counts {len(state.commands)}.")
        count = sum(1 for number, _ in stack if (number > to if kind == "undo" else number <= to))
    if not stack or not count:
        raise RefusedError(f"there is nothing to {kind} in {escape(path)}", "combatcli log lists what was done.")
    if count > len(stack):
        raise RefusedError(f"there are {len(stack)} commands to {kind}, not {count}", "combatcli log lists them.")
    found: list[JournalStep] = []
    for number, line in reversed(stack[-count:]):
        command = state.commands[number - 1].command
        if not force and _digest(found[-1].text if found else current) != line.after:
            words = escape(shlex.join(command))
            raise RefusedError(
                f"{escape(path)} was edited after the command to {kind}: {words}",
                f"{kind} --force goes ahead; {'redo' if kind == 'undo' else 'undo'} then brings back the edited text.",
            )
        found.append(JournalStep(kind, number, command, line.before))
    return found


def _replay(path: str, current: str | None) -> _State:
    """Return what the journal amounts to, given the text that the file has now."""
    state = _State()
    lines = _read(path)
    for place, line in enumerate(lines, 1):
        following = lines[place].before if place < len(lines) else current
        if following == line.before and _digest(following) != line.after:
            continue
        if not line.undo and not line.redo:
            state.commands.append(line)
            state.done.append((len(state.commands), line))
            state.undone.clear()
            continue
        giver, taker = (state.done, state.undone) if line.undo else (state.undone, state.done)
        if not giver or giver[-1][0] != (line.undo or line.redo):
            raise _damaged(path, place)
        taker.append((giver.pop()[0], line))
    return state


def _read(path: str) -> list[_Line]:
    """Return all whole lines; raises StreamError naming a line that is none, unless it is an unfinished last one."""
    descriptor = _open(path, os.O_RDONLY)
    if descriptor is None:
        return []
    with os.fdopen(descriptor, "rb") as file:
        raw = file.read().split(b"\n")
    lines: list[_Line] = []
    for place, data in enumerate(raw, 1):
        line = _parsed(data)
        if line is not None:
            lines.append(line)
        elif place < len(raw):
            raise _damaged(path, place)
    return lines


def _parsed(data: bytes) -> _Line | None:
    """Return the line that the bytes stand for, None when they stand for none."""
    try:
        return msgspec.json.decode(data, type=_Line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def _damaged(path: str, place: int) -> StreamError:
    """Return the error for a line that no combatcli wrote."""
    where = escape(journal_path(path))
    return StreamError(f"{where} is damaged: line {place}", "Mend that line or move the journal away.")


def _append(path: str, line: _Line) -> None:
    """Add a line, on the disk when this returns; on failure the journal is as it was."""
    info = check_writable(path)
    try:
        data = msgspec.json.encode(line) + b"\n"
    except UnicodeEncodeError as error:
        raise trouble("write", journal_path(path), error) from error
    descriptor = _open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND)
    if descriptor is None:
        raise StreamError(f"cannot write {escape(journal_path(path))}: there is no such folder")
    try:
        # Writable even where the encounter just became read-only, or nothing could be added later.
        mode = 0o600 if info is None else stat.S_IMODE(info.st_mode) | 0o200
        if hasattr(os, "fchmod"):
            if info is not None:
                keep_owner(descriptor, info)
            with contextlib.suppress(OSError):
                os.fchmod(descriptor, mode)
        _end_line(descriptor)
        size = os.fstat(descriptor).st_size
        try:
            write_all(descriptor, data)
        except BaseException:
            with contextlib.suppress(OSError):
                os.ftruncate(descriptor, size)
            raise
    except OSError as error:
        raise trouble("write", journal_path(path), error) from error
    finally:
        os.close(descriptor)


def _open(path: str, flags: int) -> int | None:
    """Return a descriptor of the journal, None when there is none; raises StreamError when it is no plain file."""
    name = journal_path(path)
    flags |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        descriptor = os.open(name, flags, 0o600)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise trouble("open", name, error) from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise StreamError(f"{escape(name)} is not a file", "Move it away; the journal goes there.")
    return descriptor


def _end_line(descriptor: int) -> None:
    """Make the journal end with a whole line: an unfinished one goes, since what it announced never came to be."""
    end = os.lseek(descriptor, 0, os.SEEK_END)
    tail = b""
    while end and b"\n" not in tail:
        start = max(0, end - max(len(tail), 1))
        os.lseek(descriptor, start, os.SEEK_SET)
        tail = os.read(descriptor, end - start) + tail
        end = start
    rest = tail.rpartition(b"\n")[2]
    if not rest:
        return
    if _parsed(rest):
        os.write(descriptor, b"\n")
    else:
        os.ftruncate(descriptor, end + len(tail) - len(rest))


def _digest(text: str) -> str:
    """Return the SHA-256 of the text, as a file would hold it."""
    import hashlib

    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def _now() -> str:
    """Return the time, to the second, in UTC."""
    import datetime as dt

    return dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
