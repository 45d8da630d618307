"""`play` on a terminal: a prompt that says when it is and who is to act, TAB, history, the fight drawn above."""

from __future__ import annotations

import io
import shutil
import sys

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import Completer, Completion
from prompt_toolkit.history import InMemoryHistory

from combatcli.errors import ExitCode
from combatcli.pipeline.session import ENDS, run_line, text_of
from combatcli.pipeline.watch import CLEAR
from combatcli.pipeline.words import Words, quoted
from combatcli.streams import write_stderr, write_stdout
from combatcli.text import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from prompt_toolkit.completion import CompleteEvent
    from prompt_toolkit.document import Document

    from combatcli.declarations import Shell

NEXT = "next"
ROOM = 6
"""Lines that a report and the prompt need below the fight."""


def play_on_terminal(path: str, shell: Shell, prompt: Callable[[], str], words: Words) -> int:
    """Read lines until Ctrl-D, and run each."""
    session: PromptSession[str] = PromptSession(
        history=InMemoryHistory(), completer=_Completer(words), complete_while_typing=False
    )
    known = text_of(path)
    write_stdout("An empty line is next, ? helps, TAB completes, Ctrl-D ends.\n")
    while True:
        try:
            line = session.prompt(prompt())
        except KeyboardInterrupt:
            continue
        except EOFError:
            return ExitCode.DONE
        for each in line.splitlines() or [NEXT]:
            if each.strip() in ENDS:
                return ExitCode.DONE
            now = text_of(path)
            if now not in (known, None):
                write_stderr(f"{escape(path)} was changed by another hand; it is read as it is now.\n")
            known = _run(each.strip() or NEXT, path, shell)


def _run(line: str, path: str, shell: Shell) -> str | None:
    """Run a line; where it changed the fight, and the terminal is tall enough, draw that above what is said."""
    before = text_of(path)
    report, _ = recorded(lambda: run_line(line, path, shell))
    after = text_of(path)
    shown = ""
    if after != before:
        shown, _ = recorded(lambda: shell.run(["show", "-f", path]))
        lines = shown.count("\n") + report.count("\n") + ROOM
        if lines > shutil.get_terminal_size().lines:
            shown = ""
    write_stdout(f"{CLEAR}{shown}\n{report}" if shown else report)
    return after


class _Recorder(io.TextIOWrapper):
    """Standard output that is kept, and takes itself for a terminal."""

    def isatty(self) -> bool:
        return True


def recorded(work: Callable[[], int]) -> tuple[str, int]:
    """Return what some work writes to standard output as to a terminal, and its exit code."""
    kept, real = io.BytesIO(), sys.stdout
    sys.stdout = _Recorder(kept, encoding=real.encoding, errors="backslashreplace", write_through=True)
    try:
        code = work()
        sys.stdout.flush()
        return kept.getvalue().decode(real.encoding, "replace"), code
    finally:
        sys.stdout.detach()
        sys.stdout = real


class _Completer(Completer):
    """The words of `play`, as prompt_toolkit asks for them."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        """Go through what fits the word before the cursor."""
        begun, fitting = self.words.fitting(document.text_before_cursor)
        for word in fitting:
            yield Completion(quoted(word), start_position=-len(begun), display=word)
