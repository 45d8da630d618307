"""What was made, changed, dropped or found wrong in an encounter, in sentences."""

from __future__ import annotations

from combatcli.report.blocks import Line, as_toml, count_of, join
from combatcli.text import escape, printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from combatcli.events import Event
    from combatcli.report.blocks import Block, Names


def new(events: Sequence[Event], names: Names) -> list[Block]:
    """Say what was made, and what to type next where it has a file."""
    return [line for event in events for line in _new(event, names)]


def _new(event: Event, names: Names) -> list[Line]:
    made = Line(
        f"A new {event['ruleset']} encounter: {join(map(names.with_id, event['combatants'])) or 'nobody in it yet'}."
        f"{' Its JSON Schema is ' + event['schema'] + '.' if 'schema' in event else ''}"
    )
    if "file" not in event:
        return [made]
    import shlex

    file = escape(shlex.quote(event["file"]))
    first = f"combatcli play {file}" if event["combatants"] else f"combatcli add NAME -f {file}"
    return [made, Line(f"Next: {first}, or combatcli show -f {file}.")]


def change(events: Sequence[Event], names: Names) -> list[Block]:  # noqa: ARG001  (every sentence and cell takes the same)
    """Say which keys have which value now."""
    return [_change(event) for event in events]


def _change(event: Event) -> Line:
    verb = "is added" if event.get("added") else "now has"
    keys = join(
        [
            f"no {escape(key)}" if value is None else f"{escape(key)} = {escape(as_toml(value))}"
            for key, value in event["changes"].items()
        ]
    )
    who = escape(event["who"]) if event["who"] != "." else "The encounter"
    return Line(f"{who} {verb}{': ' if event.get('added') and keys else ' '}{keys}".rstrip() + ".")


def drop(events: Sequence[Event], names: Names) -> list[Block]:  # noqa: ARG001  (every sentence and cell takes the same)
    """Say who is gone, and what went with them."""
    return [Line(f"{escape(each['who'])} is dropped{_with_hits(each['pending'])}.") for each in events]


def _with_hits(pending: int) -> str:
    return f", and with them {count_of(pending, 'pending hit')}" if pending else ""


def problem(events: Sequence[Event], names: Names) -> list[Block]:  # noqa: ARG001  (every sentence and cell takes the same)
    """Say what is wrong, and where."""
    return [
        Line(f"{printable(each['path'])}: {printable(each['message'])}. {printable(each['hint'])}".rstrip(), "bad")
        for each in events
    ]


def unknown(events: Sequence[Event], names: Names) -> list[Block]:  # noqa: ARG001  (every sentence and cell takes the same)
    """Say which key nobody knows."""
    return [Line(f"{printable(each['path'])}: unknown key, kept. {printable(each['hint'])}", "warn") for each in events]


def checked(events: Sequence[Event], names: Names) -> list[Block]:  # noqa: ARG001  (every sentence and cell takes the same)
    """Say that all is well, as far as it is."""
    return [
        Line(
            f"A valid {each['ruleset']} encounter: {count_of(each['combatants'], 'combatant')}, "
            f"{count_of(each['arenas'], 'arena')}.",
            "good",
        )
        for each in events
    ]
