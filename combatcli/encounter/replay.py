"""Replays a journal: the commands in effect, those undone, and the texts for `undo` and `redo`."""

import os
from collections.abc import Sequence

from combatcli import toml
from combatcli.encounter.journal_lines import (
    JournalLine,
    decompress,
    is_last_line_unfinished,
    journal_path,
    last_line,
    read_journal,
    text_digest,
    was_never_written,
)
from combatcli.encounter.reading import text_or_none
from combatcli.errors import RefusedError, StreamError
from combatcli.records import Record
from combatcli.text import escape

JournalStep = tuple[JournalLine, str]
"""A step over a command, back or forth, and the text that it restores."""


class _UndoStep(Record):
    """A command that may be stepped over: its number, and the index of the line that found the text to restore.

    ``after`` is the digest of the text from which the step goes.
    """

    number: int
    index: int
    after: str


class History:
    """The commands of a file's journal, replayed; ``current`` is the text of the file, None for a missing one.

    ``entries`` are the commands that took effect, oldest first, ``damaged`` the numbers of unreadable lines, ``joined``
    those of lines of another copy of the file. Raises StreamError when the journal cannot be read.
    """

    def __init__(self, path: str, current: str | None) -> None:
        self.damaged: list[int] = []
        self.joined: list[int] = []
        self._path = path
        self._current = current
        self._sha256 = "" if current is None else text_digest(current)
        self._lines = read_journal(path)
        self._by_text: dict[str, int] = {}
        """The indices of the lines that left a text, by its digest."""
        self._commands: dict[int, JournalLine] = {}
        self._stacks: dict[str, list[_UndoStep]] = {"undo": [], "redo": []}
        """The steps back and forth, the next one last."""
        self._replay_journal()

    @property
    def entries(self) -> list[JournalLine]:
        """All commands that took effect, oldest first."""
        return [*self._commands.values()]

    def _replay_journal(self) -> None:
        chapter, part = 0, 1
        for index, line in enumerate(self._lines):
            if line is None or self._text_before_is_lost(line, index):
                self.damaged.append(index + 1)
            if line is None:
                continue
            following = next(iter(self._lines[index + 1 : index + 2]), None)
            then = self._sha256 if index + 1 == len(self._lines) else following.was if following else ""
            if line.was and was_never_written(line, then):
                self.joined += [index + 1] if following and not following.found else []
                continue
            self._by_text[line.after] = index
            if line.chapter:
                chapter, part = index, part + 1
            line.part = part
            if line.is_command:
                self._add_command(line, index)
            else:
                self._move_steps(line, index)
        if self._current is not None and is_earlier_or_other_fight(self._lines, self._current):
            chapter = len(self._lines)
        done = {step.number for step in self._stacks["undo"]}
        for line in self.entries:
            line.undone, line.earlier = line.number not in done, line.place <= chapter

    def _text_before_is_lost(self, line: JournalLine, index: int) -> bool:
        """Tell whether the text before a line is in no line, though the one before it is readable."""
        return bool(index and self._lines[index - 1] and line.was and not line.found and line.was not in self._by_text)

    def _add_command(self, line: JournalLine, index: int) -> None:
        line.number = max(line.number, 1 + next(reversed(self._commands), 0))
        line.place = index + 1
        self._commands[line.number] = line
        self._stacks["undo"].append(_UndoStep(line.number, index, line.after))
        if line.was != line.after:
            self._stacks["redo"].clear()

    def _move_steps(self, line: JournalLine, index: int) -> None:
        """Move commands from one stack to the other, each with the line that found its text."""
        giver, taker = (self._stacks[kind] for kind in (("undo", "redo") if line.undo else ("redo", "undo")))
        about = line.undo or line.redo
        if not any(step.number == about for step in reversed(giver)):
            self.damaged.append(index + 1)
            return
        finder, step = index, None
        while step is None or step.number != about:
            step = giver.pop()
            before = self._lines[step.index]
            after = before.was if before and step.number != about else line.after
            taker.append(_UndoStep(step.number, finder, after))
            finder = step.index

    def text_before_command(self, number: int) -> str:
        """Return the text that a command replaced. Raises StreamError where the journal is damaged there."""
        return self._text_before(self._commands[number].place - 1)

    def steps_back_or_forth(
        self, kind: str, *, count: int = 1, to: int | None = None, force: bool = False
    ) -> list[JournalStep]:
        """Return ``count`` steps back (``undo``) or forth (``redo``), or those to the text after command ``to``.

        The list is empty where the file has that text already. Nothing is changed. Raises RefusedError when there are
        too few steps, or when the file is not as the last command or step left it; with ``force`` the text is restored
        anyway, and the opposite step restores the current text. Raises StreamError for a damaged journal.
        """
        stack, current = self._stacks[kind], self._current or ""
        done = self._stacks["undo"]
        left = next((line.after for line in reversed(self._lines) if line), self._sha256)
        if to == (done[-1].number if done else 0) and left == self._sha256:
            return []
        if to is not None:
            count = self._steps_to_command(kind, to)
        if not stack or not count:
            hint = "`combatcli log` lists what was done."
            if not self._lines:
                name = escape(os.path.basename(journal_path(self._path)))
                hint = f"{hint} A file that was moved needs its journal beside it, {name}."
            raise RefusedError(f"there is nothing to {kind} in {escape(self._path)}", hint)
        if count > len(stack):
            there_are = "there is 1 command" if len(stack) == 1 else f"there are {len(stack)} commands"
            raise RefusedError(f"{there_are} to {kind}, not {count}", "`combatcli log` lists them.")
        steps: list[JournalStep] = []
        for step in reversed(stack[-count:]):
            line = self._commands[step.number]
            if not force and text_digest(steps[-1][1] if steps else current) != step.after:
                raise self._edited_since_error(kind, step, line.command)
            steps.append((line, self._text_before(step.index)))
        if to and kind == "undo" and not force and text_digest(steps[-1][1]) != stack[-count - 1].after:
            raise RefusedError(
                f"{escape(self._path)} was edited or put back between command {to} and the next one",
                f"undo --to {to} --force brings back that text.",
            )
        return steps

    def _steps_to_command(self, kind: str, to: int) -> int:
        """Return the number of steps to how a command left the file; raise RefusedError if none lead there."""
        if to and to not in self._commands:
            last = next(reversed(self._commands), 0)
            raise RefusedError(f"there is no command {to}", f"`combatcli log` lists {last}.")
        done, undone = ([step.number for step in self._stacks[each]] for each in ("undo", "redo"))
        if kind == "undo" and (to in done or not to):
            return len(done) - (done.index(to) + 1 if to else 0)
        if kind == "redo" and (to in undone or not to):
            return len(undone) - undone.index(to) if to else 0
        if to in done:
            raise RefusedError(f"command {to} is not undone", f"`combatcli undo --to {to}` goes back to it.")
        before = max((number for number in done if number < to), default=0)
        way = f"redo --to {to}` does it again" if to in undone else f"undo --to {before}` goes to what was before it"
        raise RefusedError(f"command {to} is undone", f"`combatcli {way}.")

    def _edited_since_error(self, kind: str, step: _UndoStep, command: Sequence[str]) -> RefusedError | StreamError:
        """Return the error of a step from a text that no line left: an edit by hand, or a lost line."""
        import shlex

        lost = [line for line in self.damaged if line > step.index + 1]
        if lost:
            return self._damaged_line_error(lost[-1])
        if is_last_line_unfinished(self._path):
            return StreamError(
                f"the last line of {escape(journal_path(self._path))} is cut short",
                f"What the last command did is lost; {kind} --force goes ahead without it.",
            )
        return RefusedError(
            f"{escape(self._path)} was edited after the command to {kind}: {escape(shlex.join(command))}",
            f"{kind} --force goes ahead; {'redo' if kind == 'undo' else 'undo'} then brings back the edited text.",
        )

    def _text_before(self, index: int) -> str:
        """Return the text before a line. If it is lost, StreamError names the damaged line."""
        line = self._lines[index]
        if line is not None and not line.text:
            hint = (
                "`combatcli log` tells what it did. The next command keeps it as FILE.journal.1 and begins a new one."
            )
            name = escape(journal_path(self._path))
            raise StreamError(f"{name} is of an earlier version, and brings nothing back", hint)
        try:
            if line and line.found:
                text = decompress(line.found, near=decompress(line.text))
            else:
                source = self._lines[self._by_text.get(line.was, 0)] if line else None
                text = decompress(source.text if source else b"")
        except ValueError:
            text = None
        if text is None or line is None or text_digest(text) != line.was:
            raise self._damaged_line_error(index if index and self._lines[index - 1] is None else index + 1)
        return text

    def _damaged_line_error(self, number: int) -> StreamError:
        """Return the error for a text lost because of a damaged line."""
        return StreamError(
            f"{escape(journal_path(self._path))} is damaged: line {number}",
            "Older commands cannot be undone. Repair that line, or continue without them.",
        )


def history_of_file(path: str) -> History:
    """Return the history in the journal of a file as it is, which may be missing."""
    return History(path, text_or_none(path))


def begins_new_chapter(path: str, text: str) -> bool:
    """Tell whether a text repeats an earlier one of the journal or is of another fight. Raises StreamError."""
    last = last_line(path)
    return (
        last is not None
        and text_digest(text) not in (last.was, last.after)
        and is_earlier_or_other_fight(read_journal(path), text)
    )


def is_earlier_or_other_fight(lines: Sequence[JournalLine | None], text: str) -> bool:
    """Tell whether a text repeats an earlier one or is of another fight; an edit by hand is neither."""
    readable = [line for line in lines if line]
    sha256 = text_digest(text)
    if not readable or sha256 in (readable[-1].was, readable[-1].after):
        return False
    return any(sha256 in (line.was, line.after) for line in readable) or _share_no_combatant(readable[-1], text)


def _share_no_combatant(line: JournalLine, text: str) -> bool:
    """Tell whether the fight after a line and another text have no combatant in common."""
    try:
        before, after = (set(toml.loads(each).get("combatants", ())) for each in (decompress(line.text), text))
    except (ValueError, TypeError):
        return False
    return bool(before and after) and not before & after
