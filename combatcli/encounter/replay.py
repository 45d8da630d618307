"""What a journal amounts to: what was done, what is undone, and the texts that `undo` and `redo` bring back."""

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
    """One command that took effect; ``number`` and ``line`` count from 1, ``when`` is ISO 8601 in UTC.

    ``events`` are as the line has them, which need not be as the ``game`` makes them; that is empty where nothing says
    which one it is. Of the ids in its events ``names`` says what they were called then, ``groups`` which were one.
    ``earlier`` is what was before the chapter that the file is in now; ``rules`` is the version of a game in a file.
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
    """All commands that took effect, the oldest first, and the numbers of the lines that cannot be read."""

    entries: list[Entry]
    damaged: list[int]


class JournalStep(msgspec.Struct, frozen=True):
    """One step back (``undo``) or forth (``redo``): the command that it is about and the text to restore."""

    kind: str
    number: int
    command: list[str]
    text: str


class _Step(Record):
    """A command that may be stepped over: its number, the place of the line that found the text to bring back.

    ``after`` is the digest of the text from which the step goes.
    """

    number: int
    index: int
    after: str


class _State(msgspec.Struct):
    """What the lines amount to: commands and their places by number, and steps back and forth, the next one last."""

    lines: list[JournalLine | None] = []
    commands: dict[int, JournalLine] = {}
    places: dict[int, int] = {}
    done: list[_Step] = []
    undone: list[_Step] = []
    damaged: list[int] = []
    chapter: int = 0
    """The place of the line with which the chapter begins that the file is in."""


def history(path: str) -> History:
    """Return what the journal tells. Raises StreamError when it cannot be read."""
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
    """Tell whether a text is an earlier one of the lines' again, or of another fight; an edit by hand is neither."""
    known = [line for line in lines if line]
    found = digest(text)
    if not known or found in (known[-1].was, known[-1].after):
        return False
    return any(found in (line.was, line.after) for line in known) or _share_nobody(known[-1], text)


def _share_nobody(line: JournalLine, text: str) -> bool:
    """Tell whether nobody of the fight that a line left is in another text."""
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
    """Return N steps back (``undo``) or forth (``redo``), or those to how command ``to`` left the file.

    Return none where it is so already.
    Changes nothing. Raises RefusedError when any of them is not there, or when the file is not as the command, or the
    step back, left it. With ``force`` the text comes back all the same, and the opposite step then brings back the
    text that is current now. Raises StreamError for a damaged journal.
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


def _edited(kind: str, path: str, state: _State, step: _Step, command: Sequence[str]) -> RefusedError | StreamError:
    """Return the refusal of a step from a text that the line did not leave: by hand, or by a line that is lost."""
    import shlex

    lost = [line for line in state.damaged if line > step.index + 1]
    if lost:
        return _damaged(path, lost[-1])
    return RefusedError(
        f"{escape(path)} was edited after the command to {kind}: {escape(shlex.join(command))}",
        f"{kind} --force goes ahead; {'redo' if kind == 'undo' else 'undo'} then brings back the edited text.",
    )


def _is_where_it_led(state: _State, current: str) -> bool:
    """Tell whether a text is the one that the journal led to, and not edited since; so is any text without one."""
    last = next((line for line in reversed(state.lines) if line), None)
    return last is None or last.after == digest(current)


def _text_before(path: str, lines: Sequence[JournalLine | None], index: int) -> str:
    """Return the text that a line found. Raises StreamError where it is lost, and naming the line that is damaged."""
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
    """Return the error for a text that is lost because of a line that no combatcli wrote."""
    return StreamError(
        f"{escape(journal_path(path))} is damaged: line {number}",
        "Older commands cannot be undone. Repair that line, or continue without them.",
    )


def _replay(path: str, current: str | None) -> _State:
    """Return what the journal amounts to, given the text that the file has now."""
    state = _State(lines=read(path))
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
                found = state.lines[step.index]
                number_now = step.number
                after = found.was if found and number_now != about else line.after
                taker.append(_Step(number_now, finder, after))
                finder = step.index
    return state
