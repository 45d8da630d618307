"""An encounter file with its journal, for the tests of journals."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from combatcli.encounter.files import write_atomically
from combatcli.encounter.journal import CommandToRecord, file_changed_and_recorded, record_command, record_steps
from combatcli.encounter.journal_lines import journal_path
from combatcli.encounter.locks import HowToWait
from combatcli.encounter.reading import read_text_file
from combatcli.encounter.replay import History
from combatcli.events import Phase

TEXTS = ["round = 1\r\n# Zoë\r\n", "round = 2\n", "round = 3", "round = 4\n\n"]


class Fight:
    """An encounter file with its journal."""

    def __init__(self, path: Path) -> None:
        self.file = path
        self.path = str(path)
        self.write(TEXTS[0])

    def write(self, text: str) -> None:
        """Edit by hand."""
        self.file.write_bytes(text.encode())

    def text(self) -> str:
        """Return the text as it is."""
        return read_text_file(self.path)

    def do(self, text: str, *words: str) -> None:
        """Do what a command does."""
        noted = CommandToRecord(words or ("next",), [Phase(round=1, phase="move")])
        record_command(self.path, noted, self.text(), text)
        write_atomically(self.path, text)

    def report(self, word: str, text: str, meanwhile: Callable[[], None]) -> None:
        """Do what a command does that reports what it has done."""
        record = partial(record_command, self.path, CommandToRecord([word]), self.text(), text)
        with file_changed_and_recorded(self.path, text, record, HowToWait()):
            meanwhile()

    def take(self, kind: str, *, count: int = 1, force: bool = False) -> str:
        """Undo or redo, as those commands do; return the text that came of it."""
        current = self.text()
        planned = History(self.path, current).steps_back_or_forth(kind, count=count, force=force)
        record_steps(self.path, kind, planned, current)
        write_atomically(self.path, planned[-1][1])
        return self.text()

    def lines(self) -> list[dict[str, Any]]:
        """Return the journal as any JSON reader sees it."""
        with open(journal_path(self.path), encoding="utf-8") as file:
            return [json.loads(line) for line in file]
