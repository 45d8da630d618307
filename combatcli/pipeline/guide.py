"""A guide through a session of `play`: what to do now, above the prompt, and whether it was done."""

from __future__ import annotations

import contextlib
import shutil
import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from combatcli.encounter.journal_lines import journal_path
from combatcli.errors import CombatError, ExitCode
from combatcli.records import Record
from combatcli.rulesets import coming
from combatcli.streams import write_stdout

if TYPE_CHECKING:
    from combatcli.declarations import Shell
    from combatcli.pipeline.terminal import FightView

HELP = ("?", "help", "--help", "-h")
TAKEN_BACK = "What you did was taken back, so that the tour can go on. "


class Lesson(Record):
    """What to do: a sentence, the line that does it, and a hint for whoever did something else.

    A question is done by the line's command with its options. A change, which ``leaves`` something in the file, is done
    by its command, whatever follows, if the file then has that.
    """

    say: str
    line: str
    hint: str
    leaves: str | None = None


class Guide:
    """A reader on their way through steps; whatever else they do changes nothing until the end."""

    def __init__(self, path: str, shell: Shell, steps: Sequence[Lesson], end: str) -> None:
        self.path = path
        self.shell = shell.changed(run=self._run)
        self.steps = steps
        self.end = end
        self._play = shell.run
        self._at = 0
        self._hint = ""

    @property
    def step(self) -> Lesson | None:
        """What is to be done; None at the end."""
        return self.steps[self._at] if self._at < len(self.steps) else None

    def said(self) -> str:
        """Return what the guide says now, and the line to type."""
        width = shutil.get_terminal_size().columns - 1
        if self.step is None:
            return textwrap.fill(self.end, width) + "\n"
        place = f"{self._at + 1}/{len(self.steps)}"
        return f"{textwrap.fill(f'{place}  {self._hint or self.step.say}', width)}\n     $ {self.step.line}\n"

    def over(self, view: FightView) -> FightView:
        """Return the view of a fight with what the guide says above its prompt; an empty line is the step's."""
        return view.changed(
            prompt=lambda: self._asked(*view.prompt()),
            help=lambda: self._seen(view.help()),
        )

    def _asked(self, asked: str, step: coming.Step) -> tuple[str, coming.Step]:
        """Return a prompt with what the guide says above it, and what an empty line does."""
        own = coming.Step(self.step.line, "does it") if self.step is not None else step
        return self.said() + asked.rpartition("\n")[2], own

    def lines(self, typed: Iterator[str]) -> Iterator[str]:
        """Go through the lines of a script, each below what the guide says."""
        write_stdout(self.said())
        for line in typed:
            yield line if line.strip() or self.step is None else self.step.line
            write_stdout(self.said())

    def _seen(self, text: str) -> str:
        self._see(HELP, self._files())
        return text

    def _run(self, words: Sequence[str], *, in_play: bool) -> int:
        """Run a command as `play` does, and see whether it was the step."""
        before = self._files()
        code: int = self._play(words, in_play=in_play)
        self._see(words, before if code == ExitCode.DONE else {})
        return code

    def _see(self, words: Sequence[str], before: dict[str, bytes]) -> None:
        """Go on if the step was done; else give its hint, and put the files back as they were ``before``."""
        step, now = self.step, self._files()
        if step is None:
            return
        changed = bool(before) and now != before
        line = step.line.split()
        if step.leaves is None:
            is_done = not changed and {word for word in line if word.startswith("--")} <= {*words}
        else:
            is_done = changed and step.leaves.encode() in now[self.path]
        if before and is_done and self._command(words) == self._command(line):
            self._at, self._hint = self._at + 1, ""
            return
        self._hint = f"{TAKEN_BACK if changed else ''}{step.hint}"
        for path in before if changed else ():
            with open(path, "wb") as file:
                file.write(before[path])

    def _command(self, words: Sequence[str]) -> str:
        if {*HELP} & {*words}:
            return HELP[0]
        with contextlib.suppress(CombatError):
            return self.shell.command_named(words[0]).name
        return words[0]

    def _files(self) -> dict[str, bytes]:
        """Return what the encounter and its journal hold."""
        held = dict.fromkeys((self.path, journal_path(self.path)), b"")
        for path in held:
            with contextlib.suppress(FileNotFoundError), open(path, "rb") as file:
                held[path] = file.read()
        return held
