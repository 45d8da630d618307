"""The JSON document for scripts: one for every report, one for every error."""

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

from combatcli.errors import CombatError, DiceError, InvalidError
from combatcli.records import Event

VERSION = 1
_ENCODER = json.JSONEncoder(default=str, allow_nan=False)


def report_document(
    command: str, ruleset: str | None, events: Sequence[Event], warnings: Sequence[str], dice: Mapping[str, object]
) -> str:
    """Return a report: version, command, ruleset, events, warnings, dice."""
    return _json_line(
        {
            "version": VERSION,
            "command": command,
            "ruleset": ruleset,
            "events": [event.as_table() for event in events],
            "warnings": warnings,
            "dice": dice,
        }
    )


def pieces_of_document(
    command: str, ruleset: str | None, events: Iterable[str], warnings: Sequence[str], dice: Mapping[str, object]
) -> Iterator[str]:
    """Yield the `report_document` in pieces, for more events than fit in memory; each is an `event_text`."""
    head, key, tail = report_document(command, ruleset, [], warnings, dice).partition('"events": [')
    yield head + key
    between = ""
    for event in events:
        yield f"{between}{event}"
        between = ", "
    yield tail


def event_text(event: Event) -> str:
    """Return an event as its JSON in a document."""
    return _json_line(event.as_table())[:-1]


def error_document(command: str | None, error: CombatError) -> str:
    """Return an error: version, command, kind, message, hint, and the keys of its kind."""
    return _json_line(
        {
            "version": VERSION,
            "command": command,
            "error": {
                "kind": error.kind,
                "message": error.message,
                "hint": error.hint,
                **({"column": error.column} if isinstance(error, DiceError) and error.column else {}),
                **({"problems": error.problems} if isinstance(error, InvalidError) and error.problems else {}),
            },
        }
    )


def _json_line(value: object) -> str:
    try:
        return _ENCODER.encode(value) + "\n"
    except ValueError:
        return json.dumps(_without_nan_and_inf(value), default=str) + "\n"


def _without_nan_and_inf(value: object) -> object:
    """Return a value with nan and inf, which JSON does not have, as words."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, Mapping):
        return {key: _without_nan_and_inf(item) for key, item in value.items()}
    return [_without_nan_and_inf(item) for item in value] if isinstance(value, (list, tuple)) else value
