"""What `undo` and `redo` share: a step in the journal, and the exact bytes of the text that it restores."""

from __future__ import annotations

import shlex

from combatcli.declarations import KEPT_FILE, REPORT, Command, flag
from combatcli.encounter import files, journal
from combatcli.errors import ExitCode
from combatcli.pipeline.input import path_with_history
from combatcli.pipeline.output import Result, report
from combatcli.streams import put

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from combatcli.declarations import Invocation


def step(call: Invocation, plan: Callable[..., journal.JournalStep]) -> int:
    """Restore a text from the journal."""
    path = path_with_history(call)
    with files.locked(path):
        current = files.read_text(path)
        planned = plan(path, current, force="force" in call.options)
        result = Result([{"event": call.name, "number": planned.number, "command": shlex.join(planned.command)}])
        if "dry_run" in call.shared:
            put(report(call, result))
            return ExitCode.DONE
        with files.staged(path, planned.text):
            put(report(call, result))
            journal.record_step(path, planned, current)
    return ExitCode.DONE


def step_command(name: str, plan: Callable[..., journal.JournalStep], about: str) -> Command:
    """Return a command that steps through the journal."""
    return Command(
        name,
        lambda call: step(call, plan),
        about=about,
        options=[flag("--force", "also where the file was edited since")],
        shared=[KEPT_FILE, flag("--dry-run", "change nothing, only report", short="-n"), *REPORT],
        examples=[f"combatcli {name} -f fight.toml"],
    )
