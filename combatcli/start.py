"""How the program starts and ends: quietly when it is interrupted, and without taking the interpreter down.

Nothing here happens on import, so a program of somebody else's that imports combatcli keeps its signals. `signal`
would import enum, 4 ms of a roll's 16; the module beneath it has the same functions.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn


def run() -> NoReturn:
    """Run as the program `combatcli`."""
    leave_quietly()
    from combatcli.__main__ import main

    run_and_exit(main)


def leave_quietly() -> None:
    """Until the program can handle an interrupt, let one end it at once: some import would print a traceback."""
    import _signal as signal  # type: ignore[import-not-found]
    import os

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, lambda *_: os._exit(130))


def run_and_exit(main: Callable[[], int]) -> NoReturn:
    """Run a main function and end with its exit code, without the interpreter's own end, a tenth of the whole."""
    import _signal as signal
    import gc
    import os

    gc.disable()  # 1 ms of a command's 60: it ends too soon for garbage to matter
    try:
        if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        code = main()
    except KeyboardInterrupt:
        code = 130
    os._exit(code)
