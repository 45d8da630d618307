"""`log`: what was done to an encounter's file."""

from __future__ import annotations

import shlex

from combatcli.declarations import KEPT_FILE, REPORT, Command
from combatcli.encounter import files, journal
from combatcli.errors import ExitCode
from combatcli.pipeline.input import path_with_history
from combatcli.pipeline.output import Result, report
from combatcli.streams import put

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.declarations import Invocation


def log(call: Invocation) -> int:
    """List the commands that changed the file, the oldest first."""
    path = path_with_history(call)
    files.read_text(path)
    events = [
        {
            "event": "log",
            "number": entry.number,
            "when": entry.when,
            "command": shlex.join(entry.command),
            "events": entry.events,
            "undone": entry.undone,
        }
        for entry in journal.history(path)
    ]
    put(report(call, Result(events)))
    return ExitCode.DONE


COMMAND = Command(
    "log",
    log,
    about="The journal lies beside the encounter, as FILE.journal.",
    shared=[KEPT_FILE, *REPORT],
    examples=["combatcli log -f fight.toml"],
)
