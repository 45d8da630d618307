"""Where the program `combatcli` begins."""

from __future__ import annotations

from combatcli.process import leave_quietly, refuse_old_python, run_and_exit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def run() -> NoReturn:
    """Run as the program `combatcli`."""
    refuse_old_python()
    leave_quietly()
    from combatcli.__main__ import main

    run_and_exit(main)
