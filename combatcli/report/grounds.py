"""Arenas, and moves between them, in sentences and grids; and the map as Graphviz."""

from __future__ import annotations

from combatcli.report.blocks import Grid, Line, joined
from combatcli.streams import escaped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from combatcli.report.blocks import Block, Names

    Event = Mapping[str, Any]


def arena(events: Sequence[Event], names: Names) -> list[Block]:
    """Say what changed; list or draw where nothing did."""
    if any(event.get("change") for event in events):
        return [_changed(event, names) for event in events]
    if any(event.get("view") == "dot" for event in events):
        return [Line(line) for line in dot(events, names)]
    if any(event.get("view") == "map" for event in events):
        return [line for event in events for line in _on_map(event, names)]
    rows = [
        (
            escaped(event["name"]),
            event["kind"],
            joined([escaped(link) for link in event["links"]]) or "-",
            names.all(event["occupants"], "-"),
            _note(event, names),
        )
        for event in events
    ]
    return [Grid("", ("arena", "kind", "touches", "here", "note"), rows)]


def _note(event: Event, names: Names) -> str:
    parts = [escaped(event["size"]), escaped(event["note"]), f"on {names(event['on'])}" if event["on"] else ""]
    return "; ".join(part for part in parts if part)


def _changed(event: Event, names: Names) -> Line:
    name = escaped(event["name"])
    if event["change"] == "removed":
        lost = event.get("proposals_lost")
        return Line(f"Arena {name} is gone{f', and what was proposed beside it: {joined(lost)}' if lost else ''}.")
    was = event.get("was", {})
    before = f" (was {joined([escaped(str(value)) or 'empty' for value in was.values()])})" if was else ""
    touches = joined([escaped(link) for link in event["links"]]) or "nothing"
    return Line(f"Arena {name} {event['change']}: {event['kind']}{before}, touches {touches}. {_here(event, names)}")


def _here(event: Event, names: Names) -> str:
    return f"Here: {names.all(event['occupants'])}."


def _on_map(event: Event, names: Names) -> list[Line]:
    note = _note(event, names)
    lines = [Line(f"{escaped(event['name'])} [{event['kind']}]{' ' + note if note else ''}", "head")]
    lines += [Line(f"  -- {escaped(link)}") for link in event["links"]]
    if event["occupants"]:
        lines.append(Line(f"  {names.all(event['occupants'])}"))
    return lines


def proposal(events: Sequence[Event], names: Names) -> list[Block]:  # noqa: ARG001  (every teller takes the names)
    """Say what is proposed."""
    return [
        Line(
            f"Proposed: arena {escaped(each['name'])} ({each['kind']}) beside {escaped(each['beside'])}; "
            f"`arena accept {escaped(each['name'])}` lets it join.",
        )
        for each in events
    ]


def suggest(events: Sequence[Event], names: Names) -> list[Block]:  # noqa: ARG001
    """Say which kind some scenery suggests, and why."""
    return [_suggest(event) for event in events]


def _suggest(event: Event) -> Line:
    favours = f"; +2 to {joined(event['favours'], ' and ')}" if event["favours"] else "; favours no weapon"
    if not event["reason"]:
        return Line(f'{event["kind"]}: nothing in "{escaped(event["words"])}" suggests a kind{favours}.')
    return Line(f'{event["kind"]}: suggested by "{event["reason"]}"{favours}.')


def carried(events: Sequence[Event], names: Names) -> list[Block]:
    """Say what an arena on somebody's back touches now."""
    return [
        Line(f"Arena {escaped(each['arena'])} goes with {names(each['bearer'])} and touches {joined(each['links'])}.")
        for each in events
    ]


def move(events: Sequence[Event], names: Names) -> list[Block]:
    """Say who went where."""
    return [_move(event, names) for event in events]


def _move(event: Event, names: Names) -> Line:
    verb = "is pushed" if event.get("pushed") else "is taken" if event.get("displaced") else "moves"
    start = f" from {escaped(str(event['from']))}" if event["from"] is not None else ""
    to = f" to {escaped(str(event['to']))}" if event.get("to") is not None else ""
    stopped = f", stopped by {names.all(event['stopped_by'])}" if event.get("stopped_by") else ""
    return Line(f"{names(event['who'])} {verb}{start}{to}{stopped}.")


def dot(events: Sequence[Event], names: Names) -> list[str]:
    """Write the map as a Graphviz graph, each link once."""
    lines = ["graph arenas {", "  node [shape=box];"]
    for event in events:
        here = f"\\n{names.all(event['occupants'])}" if event["occupants"] else ""
        lines.append(f"  {_quoted(event['name'])} [label={_quoted(event['name'] + ' [' + event['kind'] + ']', here)}];")
    pairs = dict.fromkeys(tuple(sorted((event["name"], link))) for event in events for link in event["links"])
    lines += [f"  {_quoted(one)} -- {_quoted(other)};" for one, other in pairs]
    return [*lines, "}"]


def _quoted(text: str, more: str = "") -> str:
    inner = escaped(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{inner}{more.replace(chr(34), chr(92) + chr(34))}"'
