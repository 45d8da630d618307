"""What `undo` and `redo` share: a step in the journal, and the exact bytes of the text that it restores."""

from __future__ import annotations

import shlex

from combatcli.cli import Call, Command, flag, option, report_options
from combatcli.commands.pipeline import Result, report
from combatcli.commands.place import kept_path
from combatcli.encounter import files, journal
from combatcli.errors import ExitCode
from combatcli.streams import put

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def step(call: Call, plan: Callable[..., journal.Step]) -> int:
    """Restore a text from the journal."""
    path = kept_path(call)
    with files.locked(path):
        current = files.read_text(path)
        planned = plan(path, current, force="force" in call.options)
        result = Result([{"event": call.command, "number": planned.number, "command": shlex.join(planned.command)}])
        if "dry_run" in call.shared:
            put(report(call, result))
            return ExitCode.DONE
        with files.staged(path, planned.text):
            put(report(call, result))
            journal.record_step(path, planned, current)
    return ExitCode.DONE


def stepping(name: str, plan: Callable[..., journal.Step], about: str) -> Command:
    """Return a command that steps through the journal."""
    return Command(
        name,
        lambda call: step(call, plan),
        about=about,
        options=[flag("--force", "also where the file was edited since")],
        shared=[
            option("--file", "FILE", "the encounter's file (else $COMBATCLI_FILE)", short="-f"),
            flag("--dry-run", "change nothing, only report", short="-n"),
            *report_options(),
        ],
        examples=[f"combatcli {name} -f fight.toml"],
    )
