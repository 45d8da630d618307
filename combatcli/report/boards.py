"""The encounter as a whole: who is in it, what is pending, whose turn it is, what was done; in grids."""

from __future__ import annotations

from combatcli.report.blocks import Grid, Line, as_toml, joined
from combatcli.streams import escaped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from combatcli.report.blocks import Block, Names

    Event = Mapping[str, Any]


def encounter(events: Sequence[Event], names: Names) -> list[Block]:  # noqa: ARG001  (every teller takes the names)
    """Say which round and phase it is."""
    return [Line(_when(event, f"{event['ruleset']}, "), "head") for event in events]


def _when(event: Event, start: str) -> str:
    bowl = f", {event['bowl']} in the bowl" if event.get("bowl") else ""
    number = f" {event['number']}" if event.get("number") else ""
    seconds, turn = event.get("seconds"), event.get("turn")
    clock = f", {seconds} seconds gone" if seconds is not None else ""
    clock += f", turn {turn}" if turn is not None else ""
    clock += f", {escaped(event['initiative'][0])} act" if event.get("initiative") else ""
    clock += f", {joined(map(escaped, event['surprised']), ' and ')} surprised" if event.get("surprised") else ""
    return f"{start}round {event['round']}, phase{number} {escaped(event['phase'])}{clock}{bowl}"


def phase(events: Sequence[Event], names: Names) -> list[Block]:  # noqa: ARG001
    """Say which phase begins."""
    return [Line(f"{_when(event, 'Now ')}.", "head") for event in events]


def combatant(events: Sequence[Event], names: Names) -> list[Block]:
    """Show who is in it: a grid of all, or all of one."""
    if len(events) == 1 and events[0].get("whole"):
        return _one(events[0], names)
    columns = [key for key in COLUMNS if any(event.get(f"max_{key}", event.get(key)) not in _EMPTY for event in events)]
    rows = [[_cell(key, event, names) for key in columns] for event in events]
    return [Grid("", [HEADINGS.get(key, key) for key in columns], rows)]


_EMPTY: tuple[object, ...] = (None, "", [], 0)
COLUMNS = (
    *("who", "side", "arena", "position", "count", "boxes", "stamina", "health", "status"),
    *("armor", "wielding", "engaged", "target", "awesome", "declared"),
)
HEADINGS = {"count": "count#", "awesome": "awesome#"}


def _cell(key: str, event: Event, names: Names) -> str:
    value = event.get(key)
    if key == "who":
        who = escaped(str(value))
        return f"{who} ({names(value)})" if names(value) != who else who
    if f"max_{key}" in event:
        return f"{value}/{event[f'max_{key}']}" if event[f"max_{key}"] else "-"
    if isinstance(value, list):
        return joined([escaped(str(each)) for each in value]) or "-"
    return escaped(str(value)) if value not in (None, "") else "-"


def _one(event: Event, names: Names) -> list[Block]:
    rows = [
        (escaped(key), escaped(_written(value)))
        for key, value in event.items()
        if key not in ("event", "who", "whole") and value not in (None, "", [], {})
    ]
    return [Line(_cell("who", event, names), "head"), Grid("", ("key", "value"), rows)]


def _written(value: object) -> str:
    """Write tables without their brackets: in a column of their own they read better so."""
    if isinstance(value, dict):
        return "; ".join(f"{key} {_written(each)}" for key, each in value.items() if each not in (None, "", [], {}))
    if isinstance(value, list):
        return ", ".join(_written(each) for each in value)
    return as_toml(value)


def pending(events: Sequence[Event], names: Names) -> list[Block]:
    """Show which hits wait to be applied."""
    rows = [
        (
            str(each["number"]),
            names(each["attacker"]),
            names(each["target"]),
            escaped(each["weapon"]),
            escaped(each["what"]),
        )
        for each in events
    ]
    return [Grid("Pending:", ("no.#", "attacker", "target", "weapon", "what"), rows)]


def board(events: Sequence[Event], names: Names) -> list[Block]:
    """Show the board: each phase with who acts where."""
    blocks: list[Block] = [Line(f"Round {events[0]['round']}, turn {events[0]['turn']}", "head")]
    for event in events:
        now = " <- now" if event["current"] else ""
        blocks.append(Line(f"{event['number']} {event['phase']}{now}", "head"))
        blocks += [Line(f"    {_declared(line, names)}") for line in event["declared"]]
    return blocks


def _declared(line: Mapping[str, Any], names: Names) -> str:
    if line.get("secret"):
        return f"{names(line['who'])}: secret"
    targets = f" {names.all(line['targets'])}" if line.get("targets") else ""
    plan = f' "{escaped(line["plan"])}"' if line.get("plan") else ""
    done = " (done)" if line.get("done") else ""
    return f"{names(line['who'])}: {line.get('action') or 'undecided'}{targets}{plan}{done}"


def order(events: Sequence[Event], names: Names) -> list[Block]:
    """Say who acts first."""
    return [line for event in events for line in _order(event, names)]


def _order(event: Event, names: Names) -> list[Line]:
    totals = event.get("totals", {})
    lines = [
        Line(f"{place}. {names(who)}{' with ' + joined(totals[who], ', then ') if who in totals else ''}")
        for place, who in enumerate(event["order"], 1)
    ]
    return [*lines, *(Line(f"At the same time: {names.all(tied)}.") for tied in event.get("ties", ()))]


def declare(events: Sequence[Event], names: Names) -> list[Block]:
    """Say what was declared, as far as it is no secret."""
    return [
        Line(
            f"{'Revealed: ' if each.get('revealed') else ''}phase {each['phase']}: {_declared(each, names)}"
            f"{', changed' if each.get('changed') else ''}",
        )
        for each in events
    ]


def log(events: Sequence[Event], names: Names) -> list[Block]:  # noqa: ARG001
    """List what was done to the encounter."""
    rows = [
        (str(each["number"]), each["when"], escaped(each["command"]), "undone" if each["undone"] else "")
        for each in events
    ]
    return [Grid("", ("number#", "when", "command", ""), rows)]


def undo(events: Sequence[Event], names: Names) -> list[Block]:  # noqa: ARG001
    """Say what was taken back."""
    return [Line(f"Undone: {escaped(each['command'])}.") for each in events]


def redo(events: Sequence[Event], names: Names) -> list[Block]:  # noqa: ARG001
    """Say what was done again."""
    return [Line(f"Done again: {escaped(each['command'])}.") for each in events]
