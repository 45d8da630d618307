"""What the program does to its process: no start on an old Python, quiet interrupts, and an end without delay.

Nothing here happens on import, so a program of somebody else's that imports combatcli keeps its signals.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

_begun: set[str] = set()
"""What of the program's work has begun."""


def refuse_old_python() -> None:
    """End with a sentence on a Python that is too old: it may not even be able to read what comes next."""
    if sys.hexversion < 0x030B0000:
        version = sys.version.partition(" ")[0]
        sys.stderr.write(
            f"combatcli: Python 3.11 or newer is needed, and {sys.executable} is {version}.\n"
            "  Install combatcli with a newer one: `pipx install --python python3.11 .` does it in a clone.\n"
        )
        sys.exit(4)


def leave_quietly() -> None:
    """Make an interrupt end the program at once until a command begins: msgspec crashes on one while it is imported."""
    import signal

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupted)


def _interrupted(*_: object) -> None:
    if _begun:
        raise KeyboardInterrupt
    os._exit(130)


def let_interrupts_raise() -> None:
    """From here on let an interrupt be the exception that takes back what is half done."""
    _begun.add("command")


def run_and_exit(main: Callable[[], int]) -> NoReturn:
    """Run a main function and end with its exit code, without the interpreter's own end, a tenth of the whole."""
    try:
        code = main()
    except KeyboardInterrupt:
        code = 130
    os._exit(code)
