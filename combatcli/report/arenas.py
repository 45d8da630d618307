"""Arenas in sentences and grids, and the map as Graphviz."""

from collections.abc import Sequence

from combatcli.events import Arena
from combatcli.report.blocks import Block, Brief, Grid, Grouped, Heading, Line, Names, Picture, Row, Sheet, join
from combatcli.text import escape


@Grouped
def arena(events: Sequence[Arena], names: Names) -> list[Block]:
    """Say what changed in the arenas; without changes, list or draw them."""
    if any(event.change for event in events):
        return [arena_change(event, names) for event in events]
    if any(event.view == "dot" for event in events):
        return [Line(line) for line in graphviz_of_arenas(events, names)]
    if any(event.view == "map" for event in events):
        return [Brief(_draw_arenas(events), [line for event in events for line in _lines_of_arena(event, names)])]
    rows = [
        (
            escape(event.name),
            event.kind,
            join([escape(link) for link in event.links]) or "-",
            names.all(event.occupants, "-"),
            _size_note_and_carrier(event, names),
        )
        for event in events
    ]
    return [Grid("", ("arena", "kind", "touches", "here", "note"), rows)]


def _size_note_and_carrier(event: Arena, names: Names) -> str:
    carried = f"on {names(event.on)}" if event.on else ""
    parts = [escape(event.size), escape(event.note), carried]
    return "; ".join(part for part in parts if part)


def arena_change(event: Arena, names: Names) -> Line:
    """Say what changed in an arena: its kind, each changed key with its old value, its neighbors."""
    name = escape(event.name)
    if event.change == "removed":
        lost = event.proposals_lost
        return Line(f"Arena {name} is gone{f', and what was proposed beside it: {join(lost)}' if lost else ''}.")
    was = event.was or {}
    now = [] if "kind" in was or not event.kind else [event.kind]
    now += [
        f"{key} {_value_or_empty(getattr(event, key, None))} (was {_value_or_empty(old)})" for key, old in was.items()
    ]
    now.append(f"touches {join(map(escape, event.links)) or 'nothing'}")
    return Line(f"Arena {name} {event.change}: {join(now)}. Here: {names.all(event.occupants)}.")


def _value_or_empty(value: object) -> str:
    return escape(str(value or "")) or "empty"


def _draw_arenas(events: Sequence[Arena]) -> list[Block]:
    """Draw the arenas with their links, and a line on each below."""
    from combatcli.report.link_diagram import draw_arenas

    names = {event.name for event in events}
    lines, unplaced = draw_arenas({event.name: [link for link in event.links if link in names] for event in events})
    shown: list[Block] = [Picture(lines)] if len(events) > 1 else []
    shown += [Line(f"also  {escape(one)} -- {escape(other)}") for one, other in unplaced]
    rows: list[Row | Heading | Line] = []
    for event in events:
        title = join(filter(None, [escape(event.name), escape(event.kind)]), "  ")
        more = [f"-- {join(map(escape, event.links))}"] if event.links else []
        rows.append(Heading(title, [*more, *filter(None, (escape(event.size), escape(event.note)))]))
        if event.occupants:
            rows.append(Line(f"   {join(map(escape, event.occupants))}"))
    return [*shown, Sheet((), (), rows)]


def _lines_of_arena(event: Arena, names: Names) -> list[Line]:
    note = _size_note_and_carrier(event, names)
    kind = f" [{event.kind}]" if event.kind else ""
    lines = [Line(f"{escape(event.name)}{kind}{' ' + note if note else ''}", "head")]
    lines += [Line(f"  -- {escape(link)}") for link in event.links]
    if event.occupants:
        lines.append(Line(f"  {names.all(event.occupants)}"))
    return lines


def graphviz_of_arenas(events: Sequence[Arena], names: Names) -> list[str]:
    """Return the map as a Graphviz graph, with each link once."""
    lines = ["graph arenas {", "  node [shape=box];"]
    for event in events:
        label = [f"{event.name} [{event.kind}]", *([names.all(event.occupants)] if event.occupants else [])]
        lines.append(f"  {_graphviz_string(event.name)} [label={_graphviz_string(*label)}];")
    pairs = dict.fromkeys(tuple(sorted((event.name, link))) for event in events for link in event.links)
    lines += [f"  {_graphviz_string(one)} -- {_graphviz_string(other)};" for one, other in pairs]
    return [*lines, "}"]


def _graphviz_string(*lines: str) -> str:
    """Return lines of text as a Graphviz string, with backslashes and quotes escaped."""
    inner = [escape(line).replace("\\", "\\\\").replace('"', '\\"') for line in lines]
    return f'"{join(inner, chr(92) + "n")}"'
