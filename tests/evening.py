"""An evening at the table: `play` in a real terminal, typed into key by key and read as a person reads it."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Self

import pyte

PATIENCE = 20
"""Seconds in which what is waited for must have come."""
ASKS = b"\x1b[?2004h"
"""What comes before each prompt."""
SCROLLED = 5_000


class _Screen(pyte.HistoryScreen):
    """A screen that answers where its cursor is."""

    def __init__(self, columns: int, rows: int, answer: Callable[[str], None]) -> None:
        self.answer = answer
        super().__init__(columns, rows, history=SCROLLED, ratio=0.5)

    def write_process_input(self, data: str) -> None:
        """Answer the program."""
        self.answer(data)


class Evening:
    """A fight that is played on a terminal of a size; ``keys`` counts what was typed."""

    def __init__(self, path: Path, rows: int, columns: int) -> None:
        self.keys = 0
        self._asked = 0
        self._screen = _Screen(columns, rows, self._write)
        self._stream = pyte.ByteStream(self._screen)
        self._pid, self._fd = pty.fork()
        if not self._pid:  # pragma: no cover - the child's own
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            kept = {key: each for key, each in os.environ.items() if key not in ("LINES", "COLUMNS")}
            os.execve(  # noqa: S606 - a child on its own terminal
                sys.executable, [sys.executable, "-m", "combatcli", "play", str(path)], {**kept, "TERM": "xterm"}
            )
        self._wait(self._is_asked)

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the program, if it has not ended."""
        with suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)
        os.close(self._fd)

    def enter(self, line: str) -> str:
        """Type a line and Enter, and return the screen once the next prompt is there."""
        self.type(f"{line}\r")
        self._wait(self._is_asked)
        return self.screen

    def offered(self, line: str, word: str) -> str:
        """Return what stands at the prompt after a line and TAB, once a word does; then take the line away again."""
        self.type(f"{line}\t")
        self._wait(lambda: word in self._typed)
        typed = self._typed
        self.type("\x03")
        self._wait(self._is_asked)
        return typed

    @property
    def _typed(self) -> str:
        return self.screen.rpartition("> ")[2]

    def type(self, keys: str) -> None:
        """Type some keys."""
        self.keys += len(keys)
        self._write(keys)

    @property
    def screen(self) -> str:
        """What is on the screen now."""
        return "\n".join(line.rstrip() for line in self._screen.display).rstrip()

    @property
    def whole(self) -> str:
        """All that can still be read, what has scrolled away before what is on the screen."""
        width = self._screen.columns
        gone = ["".join(line[at].data for at in range(width)).rstrip() for line in self._screen.history.top]
        return "\n".join([*gone, self.screen])

    def _write(self, keys: str) -> None:
        os.write(self._fd, keys.encode())

    def _is_asked(self) -> bool:
        """Tell whether a prompt has come that was not there before."""
        line = self._screen.display[self._screen.cursor.y].rstrip()
        if self._seen <= self._asked or not line.endswith(">"):
            return False
        self._asked = self._seen
        return True

    _seen = 0

    def _wait(self, holds: Callable[[], bool]) -> None:
        start = time.monotonic()
        while not holds():
            assert time.monotonic() - start < PATIENCE, f"it never came:\n{self.screen}"
            if select.select([self._fd], [], [], 1)[0]:
                data = os.read(self._fd, 1 << 16)
                self._seen += data.count(ASKS)
                self._stream.feed(data)
