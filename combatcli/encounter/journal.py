"""The journal beside an encounter: each command, its events, and the text after it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Collection, Iterator, Mapping, Sequence

from combatcli.encounter.files import put_in_place, taking_back, temporary_prefix
from combatcli.encounter.journal_lines import (
    JournalLine,
    append,
    came_to_nothing,
    cut,
    digest,
    journal_path,
    last_line,
    length,
    now,
    packed,
    read,
    unpacked,
)
from combatcli.encounter.locks import Waiting, locked
from combatcli.encounter.os_errors import trouble
from combatcli.encounter.reading import read_text
from combatcli.encounter.replay import JournalStep, is_another
from combatcli.errors import StreamError
from combatcli.records import Event, Record
from combatcli.text import escape


class Noted(Record):
    """A command for the journal: its words, its events and their game, names by id, and who is a group.

    ``rules`` is the version of a game in a file.
    """

    words: Sequence[str]
    events: Sequence[Event] = ()
    game: str = ""
    names: Mapping[str, str] = {}
    groups: Collection[str] = ()
    rules: str = ""


def record_command(path: str, noted: Noted, before: str, after: str) -> None:
    """Record a command that is about to replace ``before`` by ``after``; call it under the lock, then replace.

    Raises StreamError when the journal cannot be written or the encounter is read-only; nothing is recorded then.
    """
    # Words of a command line may have bytes that are not UTF-8, which JSON cannot hold.
    words = [word.encode(errors="backslashreplace").decode() for word in noted.words]
    tables = [event.as_table() for event in noted.events]
    record = set(_strings(tables))
    called = {noted.names[who] for who in record if who in noted.names}
    names = {who: name for who, name in noted.names.items() if name in called}
    line = _line(before, after)
    line.command, line.events, line.game, line.names = words, tables, noted.game, names
    line.groups = sorted(record & set(noted.groups))
    line.rules = noted.rules
    _append(path, line, before)


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (values for each in value.items() for part in each for values in _strings(part))
    elif isinstance(value, (list, tuple)):
        yield from (values for each in value for values in _strings(each))


def record_steps(path: str, steps: Sequence[JournalStep], current: str) -> None:
    """Record steps that are about to replace the current text, as `record_command` does for a command."""
    line = _line(current, steps[-1].text)
    setattr(line, steps[-1].kind, steps[-1].number)
    _append(path, line, current)


def _line(before: str, after: str) -> JournalLine:
    return JournalLine(now(), digest(after), digest(before), text=packed(after))


def _append(path: str, line: JournalLine, before: str) -> None:
    """Append a line with its number, and with the text before it where no earlier line has that."""
    last = last_line(path)
    if last is None:
        count = max((texts.number for texts in read(path) if texts), default=0)
    else:
        count = last.count_before if came_to_nothing(last, line.was) else last.number
    line.number = count + line.is_command
    if last is None or not last.text or last.after != line.was:
        line.found = packed(before, near=unpacked(line.text))
        line.chapter = line.is_command and is_another(read(path), before)
    append(path, line)


class Changing:
    """A change of a file by a command or by steps, recorded before the new text replaces the file."""

    def __init__(self, path: str, before: str) -> None:
        self._path = path
        self._before = before
        self._after: str | None = None
        self._length = self._length_after = length(path)

    def by_command(self, noted: Noted, text: str) -> None:
        """Replace the file by the text that a command makes. Raises StreamError."""
        record_command(self._path, noted, self._before, text)
        self._put(text)

    def by_steps(self, steps: Sequence[JournalStep]) -> None:
        """Replace the file by the text of the last step. Raises StreamError."""
        record_steps(self._path, steps, self._before)
        self._put(steps[-1].text)

    def _put(self, text: str) -> None:
        self._length_after = length(self._path)
        self._after = text
        if text != self._before:
            put_in_place(self._path, text)

    def take_back(self) -> None:
        """Undo the change in the file and the journal.

        Raises StreamError where the text cannot be restored, or another change came since; the change then stands.
        """
        if self._after is None:
            return
        current = read_text(self._path)
        if length(self._path) != self._length_after or current not in (self._before, self._after):
            raise StreamError(f"{escape(self._path)} has been changed since")
        if current != self._before:
            put_in_place(self._path, self._before)
        # A line whose text is not the file's is skipped on reading.
        with contextlib.suppress(StreamError):
            cut(self._path, self._length)


@contextlib.contextmanager
def changing(path: str, before: str, waiting: Waiting) -> Iterator[Changing]:
    """Change a file in the body, which may then release the lock and report; the change is undone if it fails.

    Raises StreamError where it cannot be undone.
    """
    change = Changing(path, before)
    try:
        yield change
    except BaseException as error:
        with taking_back(path, error), locked(path, waiting):
            change.take_back()
        raise


@contextlib.contextmanager
def begun_anew(path: str, waiting: Waiting) -> Iterator[None]:
    """Move the journal to FILE.journal.1 before the body; move it back if the body fails.

    Call it while holding ``locked(path)``. Raises StreamError.
    """
    journal, kept = journal_path(path), kept_journal(path)
    folder, name = os.path.split(os.path.realpath(path))
    aside = os.path.join(folder, f"{temporary_prefix(name)}journal")  # no write removes it
    moved: list[tuple[str, str]] = []
    if os.path.isdir(kept):
        raise StreamError(f"{escape(kept)} is a folder", "Move it away: the old journal is kept under that name.")
    try:
        for old, new in ((kept, aside), (journal, kept)):
            if os.path.lexists(old):
                moved.append((old, new))
                os.replace(old, new)
        yield
    except BaseException as error:
        with taking_back(journal, error), locked(path, waiting):
            _move_back(moved)
        if isinstance(error, OSError):
            raise trouble("rename", journal, error) from error
        raise
    # Everything is done and reported: an interrupt comes too late.
    with contextlib.suppress(OSError, KeyboardInterrupt):
        os.unlink(aside)


def _move_back(moved: Sequence[tuple[str, str]]) -> None:
    for old, new in reversed(moved):
        try:
            if os.path.lexists(new) and not os.path.lexists(old):
                os.replace(new, old)
        except OSError as error:
            raise trouble("rename", new, error) from error


def kept_journal(path: str) -> str:
    """Return the path of the previous encounter's journal."""
    return f"{journal_path(path)}.1"


def stranger(path: str, text: str, game: str) -> str:
    """Say whose the journal is, if it does not belong to the encounter with this text and game; else return "".

    It is of another game and ends with another text, or it has an old format. Raises StreamError.
    """
    last = last_line(path)
    if last is not None and not last.text:
        return "an earlier version of combatcli"
    if last is None or last.after == digest(text):
        return ""
    lines = [line.game for line in read(path) if line and line.is_command and line.game]
    return f"another game, {lines[-1]}" if lines and lines[-1] != game else ""
