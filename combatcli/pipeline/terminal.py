"""`play` on a terminal: a prompt with the phase and who acts, TAB, history, the fight drawn above it."""

import contextlib
import hashlib
import io
import os
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator

from prompt_toolkit import PromptSession, prompt
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.shortcuts import CompleteStyle

from combatcli.declarations import SessionCommandLine
from combatcli.encounter.reading import text_or_none
from combatcli.errors import ExitCode
from combatcli.pipeline.coming import FightView
from combatcli.pipeline.screen import terminal_restored, wrapped_at_words
from combatcli.pipeline.session import ENDS, HELP, run_line, split_commands
from combatcli.pipeline.typed import parse_typed_line
from combatcli.pipeline.words import LineCompleter
from combatcli.streams import write_stderr, write_stdout
from combatcli.text import escape

ROOM = 4
"""The lines needed by the prompt and the gap between it and the fight."""
DIGITS = 12
MORE = "Enter goes on, q ends: "
BEGIN = "Enter does what the line above the prompt says. ? lists what you can do now. TAB completes. Ctrl-D ends."


def play_on_terminal(path: str, shell: SessionCommandLine, view: FightView, words: LineCompleter) -> int:
    """Read lines until Ctrl-D, and run each."""
    with terminal_restored():
        return _PlayedFight(path, shell, view).play(words)


class _PlayedFight:
    """A fight played line by line; no output is wiped."""

    def __init__(self, path: str, shell: SessionCommandLine, view: FightView) -> None:
        self.path = path
        self.shell = shell
        self.view = view
        self.known = text_or_none(path)
        self.typed_early: str | None = None
        """A line typed in place of Enter at the end of a page: the next line."""
        _, self.step = view.prompt()
        self.begun = ""
        """The unfinished line that an empty line began."""

    def play(self, words: LineCompleter) -> int:
        """Read lines until Ctrl-D, and run each."""
        session: PromptSession[str] = PromptSession(
            history=line_history(self.path),
            completer=_Completer(words),
            complete_while_typing=False,
            complete_style=CompleteStyle.MULTI_COLUMN,
        )
        begin = wrapped_at_words(BEGIN)
        write_stdout(f"{begin}{self._board_that_fits(begin)}")
        while True:
            try:
                begun, self.begun = self.begun, ""
                asked, self.step = self.view.prompt()
                line = self.typed_early or session.prompt(asked, default=begun)
            except KeyboardInterrupt:
                continue
            except EOFError:
                return ExitCode.DONE
            self.typed_early = None
            if not self._run_typed_text(line):
                return ExitCode.DONE

    def _run_typed_text(self, text: str) -> bool:
        """Run a typed or pasted text, and draw the fight once; the first failed command ends its line.

        Return False when the session is to end.
        """
        before, output = text_or_none(self.path), ""
        for at, line in enumerate(text.splitlines() or [""]):
            if at:
                _, self.step = self.view.prompt()
            commands = split_commands(line, self.shell) or ([] if line.strip() else self._commands_of_empty_line())
            for number, command in enumerate(commands, 1):
                if command in ENDS:
                    return False
                report, code = self._run_command(command)
                output += report
                if code != ExitCode.DONE and number < len(commands):
                    write_stderr(f"Not done: {escape('; '.join(commands[number:]))}.\n")
                    break
        if self.known != before:
            write_stdout(self._board_that_fits(output))
        return True

    def _commands_of_empty_line(self) -> list[str]:
        """Print and return the commands of an empty line; an unfinished one is only begun."""
        if self.step.more:
            self.begun = f"{self.step.line} "
            return []
        write_stdout(f"{escape(self.step.line)}\n")
        return [self.step.line]

    def _run_command(self, command: str) -> tuple[str, int]:
        """Run a command and write its output, in pages if nothing changed; return the output and the exit code."""
        if command in HELP:
            return self._write_in_pages(self.view.help()), ExitCode.DONE
        before = text_or_none(self.path)
        if before not in (self.known, None):
            write_stderr(f"{escape(self.path)} was changed by another hand; it is read as it is now.\n")
        report, code = record_output(lambda: run_line(command, self.path, self.shell))
        self.known = text_or_none(self.path)
        if self.known == before:
            return self._write_in_pages(report), code
        write_stdout(report)
        return report, code

    def _write_in_pages(self, text: str) -> str:
        """Write a text in pages of the screen's height, each after Enter; return it.

        A line typed in place of Enter is the next line.
        """
        lines = text.splitlines(keepends=True)
        while lines:
            room = max(1, shutil.get_terminal_size().lines - 1)
            shown, lines = lines[:room], lines[room:]
            write_stdout("".join(shown))
            try:
                early = prompt(MORE).strip() if lines else ""
            except (EOFError, KeyboardInterrupt):
                break
            if early:
                self.typed_early = None if early in ENDS else early
                break
        return text

    def _board_that_fits(self, above: str) -> str:
        return self.view.board(shutil.get_terminal_size().lines - above.count("\n") - ROOM)


class _RecordedTerminal(io.TextIOWrapper):
    """A recorded standard output that counts as a terminal."""

    def isatty(self) -> bool:
        return True


def record_output(work: Callable[[], int]) -> tuple[str, int]:
    """Return the terminal output of ``work``, and its exit code."""
    kept, encoding = io.BytesIO(), sys.stdout.encoding
    recorded = _RecordedTerminal(kept, encoding=encoding, errors="backslashreplace", write_through=True)
    with contextlib.redirect_stdout(recorded):
        code = work()
    recorded.flush()
    return kept.getvalue().decode(encoding, "replace"), code


class _Completer(Completer):
    """The completer of `play` for prompt_toolkit."""

    def __init__(self, words: LineCompleter) -> None:
        self.words = words

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        """Yield the completions of the word before the cursor."""
        line = parse_typed_line(document.text_before_cursor, in_play=True)
        if line is not None:
            for word in self.words.completions_at_cursor(line).words:
                yield Completion(shlex.quote(word), start_position=-len(line.raw), display=word)


def line_history_path(encounter: str) -> str:
    """Return the path of an encounter's line history: in the user's state folder, by the file's name and place."""
    from platformdirs import user_state_dir

    whole = os.path.realpath(encounter)
    mark = hashlib.sha256(whole.encode("utf-8", "surrogateescape")).hexdigest()[:DIGITS]
    return os.path.join(user_state_dir("combatcli", appauthor=False), "history", f"{os.path.basename(whole)}-{mark}")


def line_history(encounter: str) -> History:
    """Return the history of lines for an encounter; in memory where no file can be written."""
    path = line_history_path(encounter)
    try:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        with open(path, "ab"):
            pass
    except (OSError, ValueError):
        return InMemoryHistory()
    return _HistoryFile(path)


class _HistoryFile(FileHistory):
    """A history file; on a full disk only the line is lost."""

    def store_string(self, string: str) -> None:
        with contextlib.suppress(OSError):
            super().store_string(string)
