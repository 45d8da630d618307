"""The journal beside an encounter: each command, its events, and the text after it."""

import contextlib
import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from typing import Any

from combatcli.encounter.files import changes_taken_back_on_failure, replace_as_change
from combatcli.encounter.journal_lines import (
    JournalLine,
    append_line,
    compress,
    decompress,
    journal_path,
    journal_size,
    last_line,
    now,
    read_journal,
    text_digest,
    truncate_journal,
    was_never_written,
)
from combatcli.encounter.locks import HowToWait
from combatcli.encounter.replay import JournalStep, is_earlier_or_other_fight
from combatcli.errors import StreamError
from combatcli.os_errors import file_error
from combatcli.records import Event, Record
from combatcli.text import escape


class CommandToRecord(Record):
    """A command for the journal: its words, its events and their game, names by id, and who is a group.

    ``rules`` is the version of a game in a file.
    """

    words: Sequence[str]
    events: Sequence[Event] = ()
    game: str = ""
    names: Mapping[str, str] = {}
    groups: Collection[str] = ()
    rules: str = ""


def record_command(path: str, noted: CommandToRecord, before: str, after: str) -> None:
    """Record a command that is about to replace ``before`` by ``after``; call it under the lock, then replace.

    Raises StreamError when the journal cannot be written or the encounter is read-only; nothing is recorded then.
    """
    # Words of a command line may have bytes that are not UTF-8, which JSON cannot hold.
    words = [word.encode(errors="backslashreplace").decode() for word in noted.words]
    tables = [event.as_table() for event in noted.events]
    record = set(_all_strings_in(tables))
    called = {noted.names[who] for who in record if who in noted.names}
    names = {who: name for who, name in noted.names.items() if name in called}
    line = _new_journal_line(before, after, command=words, events=tables, game=noted.game, names=names)
    line.groups, line.rules = sorted(record & set(noted.groups)), noted.rules
    _append_with_number(path, line, before)


def _all_strings_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (values for each in value.items() for part in each for values in _all_strings_in(part))
    elif isinstance(value, (list, tuple)):
        yield from (values for each in value for values in _all_strings_in(each))


def record_steps(path: str, kind: str, steps: Sequence[JournalStep], current: str) -> None:
    """Record steps that are about to replace the current text, as `record_command` does for a command."""
    last, text = steps[-1]
    _append_with_number(path, _new_journal_line(current, text, **{kind: last.number}), current)


def _new_journal_line(before: str, after: str, **keys: Any) -> JournalLine:
    return JournalLine(now(), text_digest(after), text_digest(before), text=compress(after), **keys)


def _append_with_number(path: str, line: JournalLine, before: str) -> None:
    """Append a line with its number, and with the text before it where no earlier line has that."""
    last = last_line(path)
    if last is None:
        so_far = max((texts.number for texts in read_journal(path) if texts), default=0)
    else:
        so_far = last.number - (last.is_command and was_never_written(last, line.was))
    line.number = so_far + line.is_command
    if last is None or not last.text or last.after != line.was:
        line.found = compress(before, near=decompress(line.text))
        line.chapter = line.is_command and is_earlier_or_other_fight(read_journal(path), before)
    append_line(path, line)


@contextlib.contextmanager
def file_changed_and_recorded(path: str, text: str, record: Callable[[], None], waiting: HowToWait) -> Iterator[None]:
    """Record and make a change of a file, then run the body, which may release the lock; undo both if it fails.

    Raises StreamError, also where another change came since: this one then stands.
    """
    with changes_taken_back_on_failure(path, waiting) as changes:
        size = journal_size(path)
        record()
        changes.append(partial(_cut_to_size, path, size))
        replace_as_change(path, text, changes)
        changes.append(partial(_check_size, path, journal_size(path)))
        yield


def _cut_to_size(path: str, size: int | None) -> None:
    """Cut the journal to a size; a line that stays is skipped on reading, as its text is not the file's."""
    with contextlib.suppress(StreamError):
        truncate_journal(path, size)


def _check_size(path: str, size: int | None) -> None:
    if journal_size(path) != size:
        raise StreamError(f"{escape(path)} has been changed since")


@contextlib.contextmanager
def journal_set_aside(path: str, waiting: HowToWait) -> Iterator[None]:
    """Move the journal to FILE.journal.1 before the body; move it back if the body fails.

    An older one under that name gets the next free number. Call it while holding ``locked(path)``. Raises StreamError.
    """
    journal, previous = journal_path(path), previous_journal_path(path)
    numbered = (f"{journal}.{number}" for number in count(2))
    older = next(name for name in numbered if not os.path.lexists(name))
    if os.path.isdir(previous):
        raise StreamError(f"{escape(previous)} is a folder", "Move it away: the old journal is kept under that name.")
    with changes_taken_back_on_failure(path, waiting) as changes:
        for old, new in ((previous, older), (journal, previous)):
            if os.path.lexists(old):
                changes.append(partial(_move_back, old, new))
                _rename_journal(old, new)
        yield


def _move_back(old: str, new: str) -> None:
    if os.path.lexists(new) and not os.path.lexists(old):
        _rename_journal(new, old)


def _rename_journal(old: str, new: str) -> None:
    try:
        os.replace(old, new)
    except OSError as error:
        raise file_error("rename", old, error) from error


def previous_journal_path(path: str) -> str:
    """Return the path of the previous encounter's journal."""
    return f"{journal_path(path)}.1"


def foreign_journal_owner(path: str, text: str, game: str) -> str:
    """Return whose the journal is, if it is not that of the encounter with this text and game; else empty.

    It is of another game and ends with another text, or it has an old format. Raises StreamError.
    """
    last = last_line(path)
    if last is not None and not last.text:
        return "an earlier version of combatcli"
    if last is None or last.after == text_digest(text):
        return ""
    lines = [line.game for line in read_journal(path) if line and line.is_command and line.game]
    return f"another game, {lines[-1]}" if lines and lines[-1] != game else ""
