"""The entry point of the program `combatcli`."""

from __future__ import annotations

import sys

from combatcli.process import end_at_once_on_interrupt, refuse_old_python, run_and_exit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def run() -> NoReturn:
    """Run as the program `combatcli`."""
    refuse_old_python()
    if sys.argv[1:2] not in (["roll"], ["odds"]):  # it imports `signal`: these two would take a quarter longer
        end_at_once_on_interrupt()
    run_and_exit(_main)


def _main() -> int:
    from combatcli.__main__ import main

    return main()
