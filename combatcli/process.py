"""How the process starts and ends: refuses an old Python, makes interrupts quiet, exits without delay.

Nothing happens on import, so a program that imports combatcli keeps its own signal handlers.
"""

from __future__ import annotations

import gc
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

_begun: set[str] = set()
"""Which parts of the program's work have begun."""


def refuse_old_python() -> None:
    """Exit with a sentence on a Python that is too old, before it meets syntax that it cannot read."""
    if sys.hexversion < 0x030B0000:
        version = sys.version.partition(" ")[0]
        sys.stderr.write(
            f"combatcli: Python 3.11 or newer is needed, and {sys.executable} is {version}.\n"
            "  Install combatcli with a newer one: `pipx install --python python3.11 .` does it in a clone.\n"
        )
        sys.exit(4)


def end_at_once_on_interrupt() -> None:
    """Make an interrupt end the program at once until a command begins: importing msgspec crashes on one."""
    import signal

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _on_interrupt)


def _on_interrupt(*_: object) -> None:
    if _begun:
        raise KeyboardInterrupt
    os._exit(130)


def raise_on_interrupt() -> None:
    """Make an interrupt raise KeyboardInterrupt from now on, so that half-done work is undone."""
    _begun.add("command")


def run_and_exit(main: Callable[[], int]) -> NoReturn:
    """Run a main function and exit with its code, skipping the interpreter's shutdown (a tenth of the time).

    Garbage is looked for rarely: what a start makes stays, and looking through it took 5 ms of a command's 65.
    """
    gc.set_threshold(100_000)
    try:
        code = main()
    except KeyboardInterrupt:
        code = 130
    os._exit(code)
