"""Replays a journal: the commands in effect, those undone, and the texts for `undo` and `redo`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from combatcli import toml
from combatcli.encounter.journal_lines import (
    JournalLine,
    came_to_nothing,
    digest,
    journal_path,
    last_line,
    read,
    unpacked,
)
from combatcli.encounter.reading import read_text
from combatcli.errors import RefusedError, StreamError
from combatcli.records import Record
from combatcli.text import escape


class Entry(msgspec.Struct, frozen=True):
    """A command that took effect; ``number`` and ``line`` count from 1, ``when`` is ISO 8601 in UTC.

    ``events`` are as in the line, and may differ from those of the ``game``, which is empty where it is unknown.
    ``names`` are the names of the ids at that time, ``groups`` the ids that were groups. ``earlier`` marks a command
    before the file's current chapter; ``rules`` is the version of a game in a file.
    """

    number: int
    line: int
    when: str
    command: list[str]
    events: list[Any]
    undone: bool
    game: str = ""
    names: dict[str, str] | None = None
    groups: Sequence[str] = ()
    earlier: bool = False
    rules: str = ""


class History(msgspec.Struct, frozen=True):
    """All commands that took effect, oldest first, and the numbers of unreadable lines."""

    entries: list[Entry]
    damaged: list[int]


class JournalStep(msgspec.Struct, frozen=True):
    """A step back (``undo``) or forth (``redo``): its command and the text to restore."""

    kind: str
    number: int
    command: list[str]
    text: str


class _Step(Record):
    """A command that may be stepped over: its number, and the place of the line that found the text to restore.

    ``after`` is the digest of the text from which the step goes.
    """

    number: int
    index: int
    after: str


class _Replayed(msgspec.Struct):
    """The result of a replay: commands and their places by number, and steps back and forth, the next one last."""

    lines: list[JournalLine | None] = []
    commands: dict[int, JournalLine] = {}
    places: dict[int, int] = {}
    done: list[_Step] = []
    undone: list[_Step] = []
    damaged: list[int] = []
    chapter: int = 0
    """The place of the first line of the file's current chapter."""


def history(path: str) -> History:
    """Return the history in the journal. Raises StreamError when it cannot be read."""
    try:
        current: str | None = read_text(path)
    except StreamError:
        current = None
    state = _replay(path, current)
    done = {step.number for step in state.done}
    if current is not None and is_another(state.lines, current):
        state.chapter = len(state.lines)
    entries = [
        Entry(
            number,
            index + 1,
            line.when,
            line.command,
            line.events,
            number not in done,
            line.game,
            line.names,
            line.groups,
            earlier=index < state.chapter,
            rules=line.rules,
        )
        for number, line in state.commands.items()
        for index in (state.places[number],)
    ]
    return History(entries, state.damaged)


def new_chapter(path: str, text: str) -> bool:
    """Tell whether a new chapter begins with a text (see `is_another`). Raises StreamError."""
    last = last_line(path)
    return last is not None and digest(text) not in (last.was, last.after) and is_another(read(path), text)


def is_another(lines: Sequence[JournalLine | None], text: str) -> bool:
    """Tell whether a text is an earlier text again, or of another fight; an edit by hand is neither."""
    readable = [line for line in lines if line]
    sha256 = digest(text)
    if not readable or sha256 in (readable[-1].was, readable[-1].after):
        return False
    return any(sha256 in (line.was, line.after) for line in readable) or _share_nobody(readable[-1], text)


def _share_nobody(line: JournalLine, text: str) -> bool:
    """Tell whether the fight after a line and another text have no combatant in common."""
    try:
        before, after = (set(toml.loads(each).get("combatants", ())) for each in (unpacked(line.text), text))
    except (ValueError, TypeError):
        return False
    return bool(before and after) and not before & after


def replaced_text(path: str, number: int) -> str:
    """Return the text that a command replaced. Raises StreamError where the journal is damaged there."""
    state = _replay(path, None)
    return _text_before(path, state.lines, state.places[number])


def steps(
    kind: str, path: str, current: str, *, count: int = 1, to: int | None = None, force: bool = False
) -> list[JournalStep]:
    """Return ``count`` steps back (``undo``) or forth (``redo``), or the steps to the text after command ``to``.

    The list is empty where the file has that text already. Nothing is changed. Raises RefusedError when there are too
    few steps, or when the file is not as the last command or step left it; with ``force`` the text is restored anyway,
    and the opposite step restores the current text. Raises StreamError for a damaged journal.
    """
    state = _replay(path, current)
    stack = state.done if kind == "undo" else state.undone
    if to is not None:
        if to and to not in state.commands:
            last = max(state.commands, default=0)
            raise RefusedError(f"there is no command {to}", f"`combatcli log` lists {last}.")
        count = sum(1 for step in stack if (step.number > to if kind == "undo" else step.number <= to))
    if to == (state.done[-1].number if state.done else 0) and _is_where_it_led(state, current):
        return []
    if not stack or not count:
        raise RefusedError(f"there is nothing to {kind} in {escape(path)}", "`combatcli log` lists what was done.")
    if count > len(stack):
        there_are = "there is 1 command" if len(stack) == 1 else f"there are {len(stack)} commands"
        raise RefusedError(f"{there_are} to {kind}, not {count}", "`combatcli log` lists them.")
    steps_taken: list[JournalStep] = []
    for step in reversed(stack[-count:]):
        command = state.commands[step.number].command
        text_after = steps_taken[-1].text if steps_taken else current
        if not force and digest(text_after) != step.after:
            raise _edited(kind, path, state, step, command)
        steps_taken.append(JournalStep(kind, step.number, command, _text_before(path, state.lines, step.index)))
    return steps_taken


def _edited(kind: str, path: str, state: _Replayed, step: _Step, command: Sequence[str]) -> RefusedError | StreamError:
    """Return the error of a step from a text that no line left: an edit by hand, or a lost line."""
    import shlex

    lost = [line for line in state.damaged if line > step.index + 1]
    if lost:
        return _damaged(path, lost[-1])
    return RefusedError(
        f"{escape(path)} was edited after the command to {kind}: {escape(shlex.join(command))}",
        f"{kind} --force goes ahead; {'redo' if kind == 'undo' else 'undo'} then brings back the edited text.",
    )


def _is_where_it_led(state: _Replayed, current: str) -> bool:
    """Tell whether a text is the last one of the journal, unedited; True for an empty journal."""
    last = next((line for line in reversed(state.lines) if line), None)
    return last is None or last.after == digest(current)


def _text_before(path: str, lines: Sequence[JournalLine | None], index: int) -> str:
    """Return the text before a line. If it is lost, StreamError names the damaged line."""
    line, last = lines[index], lines[index - 1] if index else None
    if line is not None and not line.text:
        hint = "`combatcli log` tells what it did. The next command keeps it as FILE.journal.1 and begins a new one."
        raise StreamError(f"{escape(journal_path(path))} is of an earlier version, and brings nothing back", hint)
    try:
        if line and line.found:
            text: str | None = unpacked(line.found, near=unpacked(line.text))
        else:
            text = unpacked(last.text if last else b"")
    except ValueError:
        text = None
    if text is None or line is None or digest(text) != line.was:
        raise _damaged(path, index if last is None and index else index + 1)
    return text


def _damaged(path: str, number: int) -> StreamError:
    """Return the error for a text lost because of a damaged line."""
    return StreamError(
        f"{escape(journal_path(path))} is damaged: line {number}",
        "Older commands cannot be undone. Repair that line, or continue without them.",
    )


def _replay(path: str, current: str | None) -> _Replayed:
    """Replay the journal, given the current text of the file."""
    state = _Replayed(lines=read(path))
    texts = [line.was if line else "" for line in state.lines]
    texts.append("" if current is None else digest(current))
    number = 0
    last: JournalLine | None = None
    for index, line in enumerate(state.lines):
        if line is None or (last is not None and not line.found and line.was and line.was != last.after):
            state.damaged.append(index + 1)
        last = line
        if line is None or (line.was and came_to_nothing(line, texts[index + 1])):
            continue
        if line.chapter:
            state.chapter = index
        if line.is_command:
            number = max(line.number, number + 1)
            state.commands[number], state.places[number] = line, index
            state.done.append(_Step(number, index, line.after))
            state.undone.clear()
        else:
            giver, taker = (state.done, state.undone) if line.undo else (state.undone, state.done)
            about = line.undo or line.redo
            if not any(step.number == about for step in giver):
                state.damaged.append(index + 1)
                continue
            finder, number_now = index, 0
            while number_now != about:
                step = giver.pop()
                line_before = state.lines[step.index]
                number_now = step.number
                after = line_before.was if line_before and number_now != about else line.after
                taker.append(_Step(number_now, finder, after))
                finder = step.index
    return state
