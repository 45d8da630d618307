"""`log`: what was done to an encounter's file."""

from __future__ import annotations

import shlex

from combatcli.cli import Call, Command, option, report_options
from combatcli.commands.pipeline import Result, report
from combatcli.commands.place import kept_path
from combatcli.encounter import files, journal
from combatcli.errors import ExitCode
from combatcli.streams import put


def log(call: Call) -> int:
    """List the commands that changed the file, the oldest first."""
    path = kept_path(call)
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
    shared=[option("--file", "FILE", "the encounter's file (else $COMBATCLI_FILE)", short="-f"), *report_options()],
    examples=["combatcli log -f fight.toml"],
)
