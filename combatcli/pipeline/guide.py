"""A guide through a session of `play`: says above the prompt what to do, and checks whether it was done."""

import contextlib
from collections.abc import Iterator, Sequence

from combatcli.declarations import SessionCommandLine
from combatcli.encounter.journal_lines import journal_path
from combatcli.errors import CombatError, ExitCode
from combatcli.pipeline.coming import FightView
from combatcli.pipeline.screen import wrapped_at_words
from combatcli.records import Record
from combatcli.rulesets import coming
from combatcli.streams import write_stdout

HELP = ("?", "help", "--help", "-h")
TAKEN_BACK = "What you did was taken back, so that the tour can go on. "


class Lesson(Record):
    """A step: a sentence, the line to type, and a hint for another line.

    A question is done by the line's command and options. A change is done by the line's command with any words, if the
    file then has what the step ``leaves``.
    """

    say: str
    line: str
    hint: str
    leaves: str | None = None


class Guide:
    """Leads through steps; other changes to the file are taken back until the last step is done."""

    def __init__(self, path: str, shell: SessionCommandLine, steps: Sequence[Lesson], end: str) -> None:
        self.path = path
        self.shell = shell.changed(run=self._run_and_check_step)
        self.steps = steps
        self.end = end
        self._play = shell.run
        self._at = 0
        self._hint = ""

    @property
    def step(self) -> Lesson | None:
        """The current step; None at the end."""
        return self.steps[self._at] if self._at < len(self.steps) else None

    def sentence_and_line(self) -> str:
        """Return the guide's sentence and the line to type."""
        if self.step is None:
            return wrapped_at_words(self.end)
        sentence = f"{self._at + 1}/{len(self.steps)}  {self._hint or self.step.say}"
        return f"{wrapped_at_words(sentence)}     $ {self.step.line}\n"

    def view_with_guide(self, view: FightView) -> FightView:
        """Return the view of a fight with the guide above its prompt; an empty line types the step's line."""
        return view.changed(
            prompt=lambda: self._prompt_below_sentence(*view.prompt()),
            help=lambda: self.check_help_as_step(view.help()),
        )

    def _prompt_below_sentence(self, asked: str, step: coming.LineToType) -> tuple[str, coming.LineToType]:
        """Return the prompt below the guide's sentence, and the step of an empty line; the fight's own at the end."""
        if self.step is None:
            return self.sentence_and_line() + asked, step
        return self.sentence_and_line() + asked.rpartition("\n")[2], coming.LineToType(self.step.line, "does it")

    def script_lines(self, typed: Iterator[str]) -> Iterator[str]:
        """Yield the typed lines, and write the guide's sentence before each."""
        write_stdout(self.sentence_and_line())
        for line in typed:
            yield line if line.strip() or self.step is None else self.step.line
            write_stdout(self.sentence_and_line())

    def check_help_as_step(self, text: str) -> str:
        """Return the help that was asked for, and check whether asking was the step."""
        self._check_step(HELP, self._bytes_of_files())
        return text

    def _run_and_check_step(self, words: Sequence[str], *, in_play: bool) -> int:
        """Run a command as `play` does, and check whether it was the step."""
        before = self._bytes_of_files()
        code: int = self._play(words, in_play=in_play)
        self._check_step(words, before if code == ExitCode.DONE else {})
        return code

    def _check_step(self, words: Sequence[str], before: dict[str, bytes]) -> None:
        """Go on if the step was done; else give its hint, and restore the files from ``before``."""
        step, now = self.step, self._bytes_of_files()
        if step is None:
            return
        changed = bool(before) and now != before
        line = step.line.split()
        if step.leaves is None:
            is_done = not changed and {word for word in line if word.startswith("--")} <= {*words}
        else:
            is_done = changed and step.leaves.encode() in now[self.path]
        if before and is_done and self._command_name(words) == self._command_name(line):
            self._at, self._hint = self._at + 1, ""
            return
        self._hint = f"{TAKEN_BACK if changed else ''}{step.hint}"
        for path in before if changed else ():
            with open(path, "wb") as file:
                file.write(before[path])

    def _command_name(self, words: Sequence[str]) -> str:
        if {*HELP} & {*words}:
            return HELP[0]
        with contextlib.suppress(CombatError):
            return self.shell.command_named(words[0]).name
        return words[0]

    def _bytes_of_files(self) -> dict[str, bytes]:
        """Return the bytes of the encounter and its journal."""
        bytes_by_path = dict.fromkeys((self.path, journal_path(self.path)), b"")
        for path in bytes_by_path:
            with contextlib.suppress(FileNotFoundError), open(path, "rb") as file:
                bytes_by_path[path] = file.read()
        return bytes_by_path
