"""The encounter as a whole: who is in it, what is pending, whose turn it is, what was done; in grids."""

from __future__ import annotations

from combatcli.report.blocks import Grid, Line, as_toml, joined
from combatcli.streams import escaped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
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
    *("who", "side", "arena", "position", "count", "wounds", "stamina", "health", "status"),
    *("armor", "wielding", "engaged", "target", "awesome", "declared"),
)
HEADINGS = {"count": "count#", "wounds": "boxes", "awesome": "awesome#"}


def _cell(key: str, event: Event, names: Names) -> str:
    value = event.get(key)
    if key == "who":
        return _who(event, names)
    if key in WRITERS:
        return WRITERS[key](event)
    if f"max_{key}" in event:
        return f"{value}/{event[f'max_{key}']}" if event[f"max_{key}"] else "-"
    if isinstance(value, dict):
        value = joined([each for each in value.values() if each not in _EMPTY], " ")
    if isinstance(value, list):
        value = joined(value)
    return escaped(str(value)) if value not in (None, "") else "-"


def _who(event: Event, names: Names) -> str:
    who = escaped(str(event["who"]))
    return f"{who} ({names(event['who'])})" if names(event["who"]) != who else who


def boxes(event: Event) -> str:
    """Write the wound boxes in a row, the marked ones as x."""
    marked = event.get("marked", [])
    return " ".join("x" if box in marked else str(box) for box in range(1, event["wounds"] + 1))


def _declared_briefly(event: Event) -> str:
    declared = event.get("declared")
    if declared is None:
        return "-"
    if declared.get("secret"):
        return f"{declared['phase']} secret"
    act = [declared.get("phase"), declared.get("action"), declared.get("what"), *declared.get("targets", ())]
    plan = [] if declared.get("action") else [declared.get("plan")]
    words = [escaped(str(word)) for word in (*act, *plan) if word]
    return " ".join(words) + (" (done)" if declared.get("done") else "")


WRITERS: dict[str, Callable[[Event], str]] = {"wounds": boxes, "declared": _declared_briefly}


def _one(event: Event, names: Names) -> list[Block]:
    rows = [
        (escaped(key), WRITERS[key](event) if key in WRITERS else escaped(_written(value)))
        for key, value in event.items()
        if key not in ("event", "who", "whole") and value not in (None, "", [], {})
    ]
    return [Line(_who(event, names), "head"), Grid("", ("key", "value"), rows)]


def _written(value: object) -> str:
    """Write tables without their brackets: in a column of their own they read better so."""
    if isinstance(value, dict):
        return "; ".join(f"{key} {_written(each)}" for key, each in value.items() if each not in (None, "", [], {}))
    if isinstance(value, list):
        return ", ".join(_written(each) for each in value)
    return as_toml(value)


def _blow(hit: Event) -> str:
    if "wounds" not in hit:
        return f"{hit['damage']} damage"
    return f"wound {joined(hit['wounds'], ' and ')}{', and the lowest' if hit['lowest'] else ''}"


def pending(events: Sequence[Event], names: Names) -> list[Block]:
    """Show which hits wait to be applied."""
    rows = [
        (
            str(each["number"]),
            names(each["attacker"]),
            names(each["target"]),
            escaped(each["weapon"]),
            _blow(each),
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
