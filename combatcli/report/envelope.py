"""The JSON document that scripts read: one for every report, one for every error."""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from combatcli.errors import CombatError

VERSION = 1


def document(
    command: str,
    ruleset: str | None,
    events: Sequence[Mapping[str, object]],
    warnings: Sequence[str],
    dice: Mapping[str, object],
) -> str:
    """Return a report: version, command, ruleset, events, warnings, dice."""
    return _dumped(
        {
            "version": VERSION,
            "command": command,
            "ruleset": ruleset,
            "events": events,
            "warnings": warnings,
            "dice": dice,
        },
    )


def failure(command: str | None, error: CombatError) -> str:
    """Return an error: version, command, error with kind, message and hint."""
    return _dumped(
        {
            "version": VERSION,
            "command": command,
            "error": {"kind": error.kind, "message": error.message, "hint": error.hint},
        },
    )


def _dumped(value: Mapping[str, object]) -> str:
    return json.dumps(value, default=str) + "\n"
