"""The environment of every test, and of the programs that it starts: a user's, whoever runs the tests."""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping
from pathlib import Path

KEPT = ("PATH", "TMPDIR")
KEPT_FOR_TOOLS = ("PYTEST_", "HYPOTHESIS_", "COVERAGE_", "PIP_", "SSL_", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY")
"""What the test runner, and pip, cannot do without; no program of ours reads any of it."""


def user_environment(of: Mapping[str, str], home: Path) -> dict[str, str]:
    """Return the variables that a user's terminal has: a home of their own, a language, nothing of ours or Python's."""
    tools = {key: value for key, value in of.items() if key.upper().startswith(KEPT_FOR_TOOLS)}
    plain = {key: of[key] for key in KEPT if key in of}
    return {**tools, **plain, "HOME": str(home), "LANG": "C.UTF-8", "TERM": "xterm", "SHELL": "/bin/sh"}


def restore_signals() -> None:
    """Give the programs that tests start the signals of a terminal, also where the tests run with some of them ignored.

    A program inherits what is ignored, as of a script's `&`, nohup or cron; a handler it does not. So what is ignored
    gets a handler that does nothing, and means the same to the tests themselves.
    """
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM, signal.SIGQUIT):
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, lambda *_: None)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())


def close_standard_input() -> None:
    """Read standard input from nowhere."""
    nowhere = os.open(os.devnull, os.O_RDONLY)
    if nowhere != 0:
        os.dup2(nowhere, 0)
        os.close(nowhere)
