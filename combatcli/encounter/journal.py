"""The journal beside an encounter: each command, its events, and the text after it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import count

from combatcli.encounter.files import put, taken_back
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
from combatcli.encounter.locks import Waiting
from combatcli.encounter.replay import JournalStep, is_another
from combatcli.errors import StreamError
from combatcli.os_errors import file_error
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


def record_steps(path: str, kind: str, steps: Sequence[JournalStep], current: str) -> None:
    """Record steps that are about to replace the current text, as `record_command` does for a command."""
    last, text = steps[-1]
    line = _line(current, text)
    setattr(line, kind, last.number)
    _append(path, line, current)


def _line(before: str, after: str) -> JournalLine:
    return JournalLine(now(), digest(after), digest(before), text=packed(after))


def _append(path: str, line: JournalLine, before: str) -> None:
    """Append a line with its number, and with the text before it where no earlier line has that."""
    last = last_line(path)
    if last is None:
        so_far = max((texts.number for texts in read(path) if texts), default=0)
    else:
        so_far = last.count_before if came_to_nothing(last, line.was) else last.number
    line.number = so_far + line.is_command
    if last is None or not last.text or last.after != line.was:
        line.found = packed(before, near=unpacked(line.text))
        line.chapter = line.is_command and is_another(read(path), before)
    append(path, line)


@contextlib.contextmanager
def changed(path: str, text: str, record: Callable[[], None], waiting: Waiting) -> Iterator[None]:
    """Record a change of a file and make it; the body may release the lock and report. Take both back if it fails.

    Raises StreamError, also where another change came since: this one then stands.
    """
    with taken_back(path, waiting) as changes:
        size = length(path)
        record()
        changes.append(partial(_forget, path, size))
        put(path, text, changes)
        changes.append(partial(_check_is_last, path, length(path)))
        yield


def _forget(path: str, size: int | None) -> None:
    """Cut the journal to a size; a line that stays is skipped on reading, as its text is not the file's."""
    with contextlib.suppress(StreamError):
        cut(path, size)


def _check_is_last(path: str, size: int | None) -> None:
    if length(path) != size:
        raise StreamError(f"{escape(path)} has been changed since")


@contextlib.contextmanager
def begun_anew(path: str, waiting: Waiting) -> Iterator[None]:
    """Move the journal to FILE.journal.1 before the body; move it back if the body fails.

    An older one under that name gets the next free number. Call it while holding ``locked(path)``. Raises StreamError.
    """
    journal, kept = journal_path(path), kept_journal(path)
    numbered = (f"{journal}.{number}" for number in count(2))
    older = next(name for name in numbered if not os.path.lexists(name))
    if os.path.isdir(kept):
        raise StreamError(f"{escape(kept)} is a folder", "Move it away: the old journal is kept under that name.")
    with taken_back(path, waiting) as changes:
        for old, new in ((kept, older), (journal, kept)):
            if os.path.lexists(old):
                changes.append(partial(_move_back, old, new))
                _rename(old, new)
        yield


def _move_back(old: str, new: str) -> None:
    if os.path.lexists(new) and not os.path.lexists(old):
        _rename(new, old)


def _rename(old: str, new: str) -> None:
    try:
        os.replace(old, new)
    except OSError as error:
        raise file_error("rename", old, error) from error


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
