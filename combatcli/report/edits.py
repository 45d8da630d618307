"""What was made, changed, dropped or found wrong in an encounter, in sentences."""

from __future__ import annotations

from combatcli.report.blocks import Line, as_toml, counted, joined
from combatcli.streams import escaped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from combatcli.report.blocks import Block, Names

    Event = Mapping[str, Any]


def new(events: Sequence[Event], names: Names) -> list[Block]:
    """Say what was made."""
    return [
        Line(f"A new {each['ruleset']} encounter: {names.all(each['combatants'], 'nobody in it yet')}.")
        for each in events
    ]


def change(events: Sequence[Event], names: Names) -> list[Block]:  # noqa: ARG001  (every teller takes the names)
    """Say which keys have which value now."""
    return [_change(event) for event in events]


def _change(event: Event) -> Line:
    verb = "is added" if event.get("added") else "now has"
    keys = joined(
        [
            f"no {escaped(key)}" if value is None else f"{escaped(key)} = {escaped(as_toml(value))}"
            for key, value in event["changes"].items()
        ]
    )
    who = escaped(event["who"]) if event["who"] != "." else "The encounter"
    return Line(f"{who} {verb}{': ' if event.get('added') and keys else ' '}{keys}".rstrip() + ".")


def drop(events: Sequence[Event], names: Names) -> list[Block]:  # noqa: ARG001
    """Say who is gone, and what went with them."""
    return [Line(f"{escaped(each['who'])} is dropped{_with_hits(each['pending'])}.") for each in events]


def _with_hits(pending: int) -> str:
    return f", and with them {counted(pending, 'pending hit')}" if pending else ""


def problem(events: Sequence[Event], names: Names) -> list[Block]:  # noqa: ARG001
    """Say what is wrong, and where."""
    return [
        Line(f"{escaped(each['path'])}: {escaped(each['message'])}. {escaped(each['hint'])}".rstrip(), "bad")
        for each in events
    ]


def unknown(events: Sequence[Event], names: Names) -> list[Block]:  # noqa: ARG001
    """Say which key nobody knows."""
    return [Line(f"{escaped(each['path'])}: unknown key, kept. {escaped(each['hint'])}", "warn") for each in events]


def checked(events: Sequence[Event], names: Names) -> list[Block]:  # noqa: ARG001
    """Say that all is well, as far as it is."""
    return [
        Line(
            f"A valid {each['ruleset']} encounter: {counted(each['combatants'], 'combatant')}, "
            f"{counted(each['arenas'], 'arena')}.",
            "good",
        )
        for each in events
    ]
