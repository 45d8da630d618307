"""A program on a terminal of its own, as somebody types there and reads."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import select
import sys
import time
from pathlib import Path

PROGRAM = [sys.executable, "-m", "combatcli"]
PATIENCE = 20
"""Seconds in which what a test waits for must have come."""


class Terminal:
    """A program on a terminal of a size."""

    def __init__(self, *words: str, rows: int = 40, columns: int = 80) -> None:
        self.raw = b""
        self.pid, self.fd = pty.fork()
        if not self.pid:  # pragma: no cover - the child's own
            size = {"TERM": "xterm", "LINES": str(rows), "COLUMNS": str(columns)}
            os.execve(PROGRAM[0], [*PROGRAM, *words], {**os.environ, **size})  # noqa: S606 - a child on its own terminal

    def until(self, text: str, then: str = "") -> str:
        """Read until something is on the screen, and something else after it; return all that came since."""
        found, start = "", time.monotonic()
        while text not in found or then not in found.partition(text)[2]:
            assert time.monotonic() - start < PATIENCE, f"{text!r} never came: {found}"
            found += self._read()
        return found

    def _read(self) -> str:
        """Return what the program writes within a second, without what moves the cursor; EOFError once it has ended."""
        if not select.select([self.fd], [], [], 1)[0]:
            return ""
        try:
            data = os.read(self.fd, 1 << 16)
        except OSError:  # on Linux, what a terminal says that nobody has open any more
            data = b""
        if not data:
            raise EOFError
        self.raw += data
        if b"\x1b[6n" in data:
            os.write(self.fd, b"\x1b[1;1R")
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", data.decode("utf-8", "replace"))

    def type(self, text: str) -> None:
        """Type something; Ctrl-C once the program waits for it, for Python may miss one on the way into a read."""
        start = time.monotonic()
        while text == "\x03" and self._is_busy():
            assert time.monotonic() - start < PATIENCE, "it does not wait for what is typed"
        os.write(self.fd, text.encode())

    def _is_busy(self) -> bool:
        """Tell whether the program computes, where the system says so."""
        try:
            stat = Path(f"/proc/{self.pid}/stat").read_text(encoding="utf-8")
        except OSError:
            return False
        return stat.rpartition(")")[2].split()[0] == "R"

    def end(self) -> int:
        """Return the exit code, once it has ended; AssertionError, with what it wrote meanwhile, if it does not end."""
        found, start = "", time.monotonic()
        with contextlib.suppress(EOFError):
            while True:
                assert time.monotonic() - start < PATIENCE, f"it does not end: {found}"
                found += self._read()
        _, status = os.waitpid(self.pid, 0)
        os.close(self.fd)
        return os.waitstatus_to_exitcode(status)

    def hang_up(self) -> int:
        """Close the terminal, as whoever closes its window; return the exit code."""
        os.close(self.fd)
        pid, start = 0, time.monotonic()
        while not pid:
            assert time.monotonic() - start < PATIENCE, "it does not end"
            pid, status = os.waitpid(self.pid, os.WNOHANG)
        return os.waitstatus_to_exitcode(status)
