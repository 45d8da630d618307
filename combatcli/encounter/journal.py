"""The journal beside an encounter: what each command did, and the text that it replaced."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from combatcli.encounter.files import put_in_place, taking_back, temporary_prefix
from combatcli.encounter.journal_lines import (
    JournalLine,
    append,
    cut,
    damaged,
    digest,
    digest_after,
    effective,
    game_of,
    games,
    is_after_a_gap,
    journal_path,
    left,
    length,
    now,
    read,
    text_before,
)
from combatcli.encounter.locks import Waiting, locked
from combatcli.encounter.os_errors import trouble
from combatcli.encounter.reading import read_text
from combatcli.errors import RefusedError, StreamError
from combatcli.events import AnyEvent
from combatcli.records import Record
from combatcli.text import escape


class Entry(msgspec.Struct, frozen=True):
    """One command that took effect; ``number`` and ``line`` count from 1, ``when`` is ISO 8601 in UTC.

    ``events`` are as the line has them, which need not be as the ``game`` makes them; that is empty where nothing says
    which one it is.
    """

    number: int
    line: int
    when: str
    command: list[str]
    events: list[Any]
    undone: bool
    game: str = ""


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
    """A line that may be stepped over: the number of the command that it is about, and its place among the lines."""

    number: int
    index: int


class _State(msgspec.Struct):
    """What the lines amount to: commands and their places by number, and steps back and forth, the next one last."""

    lines: list[JournalLine | None] = []
    commands: dict[int, JournalLine] = {}
    places: dict[int, int] = {}
    done: list[_Step] = []
    undone: list[_Step] = []
    damaged: list[int] = []


def record_command(path: str, argv: Sequence[str], events: Sequence[AnyEvent], before: str, after: str) -> None:
    """Note down a command that is about to replace ``before`` by ``after``; call it under the lock, then replace.

    Raises StreamError when the journal cannot be written or the encounter is read-only; nothing is noted then.
    """
    # Words of a command line may hold bytes that are not UTF-8, which JSON cannot.
    words = [word.encode(errors="backslashreplace").decode() for word in argv]
    tables = [event.as_table() for event in events]
    append(path, JournalLine(now(), digest(after), command=words, events=tables, game=game_of(after)), before, after)


class Changing:
    """A change of a file by one command or some steps, each noted down before its text takes the file's place."""

    def __init__(self, path: str, before: str) -> None:
        self._path = path
        self._texts = [before]
        self._sizes = [length(path)]
        """How long the journal is with each text; the last line's text may not have come to its place."""

    def by_command(self, argv: Sequence[str], events: Sequence[AnyEvent], text: str) -> None:
        """Put the text that a command makes in the file's place. Raises StreamError."""
        record_command(self._path, argv, events, self._texts[-1], text)
        self._put(text)

    def by_step(self, step: JournalStep) -> None:
        """Put the text of a step back or forth in the file's place. Raises StreamError."""
        record_step(self._path, step, self._texts[-1])
        self._put(step.text)

    def _put(self, text: str) -> None:
        is_new = text != self._texts[-1]
        self._sizes.append(length(self._path))
        self._texts.append(text)
        if is_new:
            put_in_place(self._path, text)

    def take_back(self) -> None:
        """Make the change not have happened: text and journal are as they were.

        Raises StreamError where the text cannot be put back, or where more came since; the change then stands.
        """
        current = read_text(self._path)
        if length(self._path) != self._sizes[-1] or current not in self._texts[-2:]:
            if len(self._texts) > 1:
                raise StreamError(f"{escape(self._path)} has been changed since")
            return
        for back in reversed(range(len(self._texts) - 1)):
            if current != self._texts[back]:
                put_in_place(self._path, self._texts[back])
            current = self._texts[back]
            # A line whose text is not the file's is passed over, if it is the last.
            with contextlib.nullcontext() if back else contextlib.suppress(StreamError):
                cut(self._path, self._sizes[back])


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


def history(path: str) -> History:
    """Return what the journal tells. Raises StreamError when it cannot be read."""
    try:
        current: str | None = read_text(path)
    except StreamError:
        current = None
    state = _replay(path, current)
    done = {step.number for step in state.done}
    whose = games(state.lines)
    entries = [
        Entry(number, index + 1, line.when, line.command, line.events, number not in done, whose[index])
        for number, line in state.commands.items()
        for index in (state.places[number],)
    ]
    return History(entries, state.damaged)


@contextlib.contextmanager
def begun_anew(path: str, waiting: Waiting) -> Iterator[None]:
    """Keep the journal as FILE.journal.1, and have none when the body begins; if that fails, all is as it was.

    Call it while holding ``locked(path)``. Raises StreamError.
    """
    journal, kept = journal_path(path), kept_journal(path)
    folder, name = os.path.split(os.path.realpath(path))
    aside = os.path.join(folder, f"{temporary_prefix(name)}journal")  # no write clears it away
    moved: list[tuple[str, str]] = []
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


def other_game(path: str, text: str, game: str) -> str:
    """Return the game of a journal that is not of the encounter whose text and game these are; else nothing.

    It is not where it is another game's, and does not end with that text. Raises StreamError.
    """
    if length(path) is None or left(path, text):
        return ""
    lines = read(path)
    done = [index for index, line, _ in effective(lines, digest(text)) if line]
    whose = games(lines)[done[-1]] if done else ""
    return "" if whose == game else whose


def replaced_text(path: str, number: int) -> str:
    """Return the text that a command replaced. Raises StreamError where the journal is damaged there."""
    state = _replay(path, None)
    return text_before(path, state.lines, state.places[number])


def record_step(path: str, step: JournalStep, current: str) -> None:
    """Note down a step that is about to replace the current text; as record does for a command."""
    line = JournalLine(now(), digest(step.text))
    setattr(line, step.kind, step.number)
    append(path, line, current, step.text)


def steps(
    kind: str, path: str, current: str, *, count: int = 1, to: int | None = None, force: bool = False
) -> list[JournalStep]:
    """Return so many steps back (``undo``) or forth (``redo``), or those to how command ``to`` left the file.

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
        number, index = step.number, step.index
        command = state.commands[number].command
        text_after = steps_taken[-1].text if steps_taken else current
        if not force and digest(text_after) != digest_after(state.lines, index):
            lost = [line for line in state.damaged if line > index + 1]
            if lost:
                raise damaged(path, lost[-1])
            import shlex

            words = escape(shlex.join(command))
            raise RefusedError(
                f"{escape(path)} was edited after the command to {kind}: {words}",
                f"{kind} --force goes ahead; {'redo' if kind == 'undo' else 'undo'} then brings back the edited text.",
            )
        steps_taken.append(JournalStep(kind, number, command, text_before(path, state.lines, index, text_after)))
    return steps_taken


def _is_where_it_led(state: _State, current: str) -> bool:
    """Tell whether a text is the one that the journal led to, and not edited since; so is any text without one."""
    last = next((line for line in reversed(state.lines) if line), None)
    return last is None or last.after == digest(current)


def _replay(path: str, current: str | None) -> _State:
    """Return what the journal amounts to, given the text that the file has now."""
    state = _State(lines=read(path))
    for index, line, number in effective(state.lines, "" if current is None else digest(current)):
        if line is None or is_after_a_gap(state.lines, index):
            state.damaged.append(index + 1)
        if line is None:
            continue
        if line.is_command:
            state.commands[number], state.places[number] = line, index
            state.done.append(_Step(number, index))
            state.undone.clear()
        else:
            giver, taker = (state.done, state.undone) if line.undo else (state.undone, state.done)
            about = line.undo or line.redo
            if not any(step.number == about for step in giver):
                state.damaged.append(index + 1)
                continue
            while giver.pop().number != about:
                pass
            taker.append(_Step(about, index))
    return state
