"""The journal beside an encounter: what each command did, and the text that it left."""

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
from combatcli.events import AnyEvent
from combatcli.records import Record
from combatcli.text import escape


class Noted(Record):
    """A command for the journal: its words, its events, the game that they are of, names by id, and who is a group.

    ``rules`` tells the version of a game that is a file.
    """

    words: Sequence[str]
    events: Sequence[AnyEvent] = ()
    game: str = ""
    names: Mapping[str, str] = {}
    groups: Collection[str] = ()
    rules: str = ""


def record_command(path: str, noted: Noted, before: str, after: str) -> None:
    """Note down a command that is about to replace ``before`` by ``after``; call it under the lock, then replace.

    Raises StreamError when the journal cannot be written or the encounter is read-only; nothing is noted then.
    """
    # Words of a command line may hold bytes that are not UTF-8, which JSON cannot.
    words = [word.encode(errors="backslashreplace").decode() for word in noted.words]
    tables = [event.as_table() for event in noted.events]
    told = set(_strings(tables))
    called = {noted.names[who] for who in told if who in noted.names}
    names = {who: name for who, name in noted.names.items() if name in called}
    line = _line(before, after)
    line.command, line.events, line.game, line.names = words, tables, noted.game, names
    line.groups = sorted(told & set(noted.groups))
    line.rules = noted.rules
    _append(path, line, before)


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (found for each in value.items() for part in each for found in _strings(part))
    elif isinstance(value, (list, tuple)):
        yield from (found for each in value for found in _strings(each))


def record_steps(path: str, steps: Sequence[JournalStep], current: str) -> None:
    """Note down steps that are about to replace the current text, as `record_command` does for a command."""
    line = _line(current, steps[-1].text)
    setattr(line, steps[-1].kind, steps[-1].number)
    _append(path, line, current)


def _line(before: str, after: str) -> JournalLine:
    return JournalLine(now(), digest(after), digest(before), text=packed(after))


def _append(path: str, line: JournalLine, before: str) -> None:
    """Add a line with its number, and with the text that it found where no line before it has that."""
    last = last_line(path)
    if last is None:
        count = max((known.number for known in read(path) if known), default=0)
    else:
        count = last.count_before if came_to_nothing(last, line.was) else last.number
    line.number = count + line.is_command
    if last is None or not last.text or last.after != line.was:
        line.found = packed(before, near=unpacked(line.text))
        line.chapter = line.is_command and is_another(read(path), before)
    append(path, line)


class Changing:
    """A change of a file by a command or by steps, noted down before its text takes the file's place."""

    def __init__(self, path: str, before: str) -> None:
        self._path = path
        self._before = before
        self._after: str | None = None
        self._length = self._length_after = length(path)

    def by_command(self, noted: Noted, text: str) -> None:
        """Put the text that a command makes in the file's place. Raises StreamError."""
        record_command(self._path, noted, self._before, text)
        self._put(text)

    def by_steps(self, steps: Sequence[JournalStep]) -> None:
        """Put the text of the last of some steps in the file's place. Raises StreamError."""
        record_steps(self._path, steps, self._before)
        self._put(steps[-1].text)

    def _put(self, text: str) -> None:
        self._length_after = length(self._path)
        self._after = text
        if text != self._before:
            put_in_place(self._path, text)

    def take_back(self) -> None:
        """Make the change not have happened: text and journal are as they were.

        Raises StreamError where the text cannot be put back, or where more came since; the change then stands.
        """
        if self._after is None:
            return
        current = read_text(self._path)
        if length(self._path) != self._length_after or current not in (self._before, self._after):
            raise StreamError(f"{escape(self._path)} has been changed since")
        if current != self._before:
            put_in_place(self._path, self._before)
        # A line whose text is not the file's is passed over.
        with contextlib.suppress(StreamError):
            cut(self._path, self._length)


@contextlib.contextmanager
def changing(path: str, before: str, waiting: Waiting) -> Iterator[Changing]:
    """Change a file in the body, which may let go of its lock once that is done and report; taken back if it fails.

    Raises StreamError where it cannot be taken back.
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
    """Keep the journal as FILE.journal.1, and have none when the body begins; if that fails, all is as it was.

    Call it while holding ``locked(path)``. Raises StreamError.
    """
    journal, kept = journal_path(path), kept_journal(path)
    folder, name = os.path.split(os.path.realpath(path))
    aside = os.path.join(folder, f"{temporary_prefix(name)}journal")  # no write clears it away
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
    # All is done and said: an interrupt comes too late.
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
    """Return where the journal of the encounter before this one is kept."""
    return f"{journal_path(path)}.1"


def stranger(path: str, text: str, game: str) -> str:
    """Return whose the journal is where it is not of the encounter whose text and game these are; else nothing.

    It is another game's that does not end with that text, or of a format from before. Raises StreamError.
    """
    last = last_line(path)
    if last is not None and not last.text:
        return "an earlier version of combatcli"
    if last is None or last.after == digest(text):
        return ""
    known = [line.game for line in read(path) if line and line.is_command and line.game]
    return f"another game, {known[-1]}" if known and known[-1] != game else ""
