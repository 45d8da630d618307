"""How `realm` tells its own events, and what its `show` lists."""

from __future__ import annotations

from combatcli.report import arenas, fight, overview
from combatcli.report.blocks import Column, Line, join, with_sign
from combatcli.report.overview import DECLARED, column
from combatcli.text import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from combatcli.events import Event
    from combatcli.report.blocks import Block, Names, Sentences


def attack(events: Sequence[Event], names: Names) -> list[Block]:
    """Say the sum as a player would."""
    return [_attack(event, names) for event in events]


def _attack(event: Event, names: Names) -> Line:
    how = "answers" if event.get("counter") else "attacks"
    taker = names(event["target"])
    whom = names(event.get("instead_of", event["target"]))
    instead = f", but {taker} steps in" if "instead_of" in event else ""
    weapon = fight.with_weapon(event)
    helped = f", assisted by {names.all(event['assisted_by'])}" if event.get("assisted_by") else ""
    added = join([f"{with_sign(value)} {escape(reason)}" for reason, value in event["bonuses"].items()])
    bonuses = f" ({added})" if added else ""
    rolled = f"rolls {join(event['faces'])}, keeps {join(event['kept'], ' + ')}{bonuses} = {event['total']}"
    start = f"{names(event['attacker'])} {how} {whom}{weapon}{helped}{instead}: {rolled}, needs {event['needed']}"
    if not event["hit"]:
        return Line(f"{start}: miss.", "quiet")
    extra = f" + {event['face_bonus']} by the face die" if event.get("face_bonus") else ""
    less = f", armor takes off {event['armor']}" if event.get("armor") else ""
    wounds = join(event["wounds"], " and ")
    return Line(f"{start}: hit, damage {join(event['damage_faces'])}{extra}{less}, wound {wounds}.", "good")


def wound(events: Sequence[Event], names: Names) -> list[Block]:
    """Say which box was marked."""
    return [_wound(event, names) for event in events]


def _wound(event: Event, names: Names) -> Line:
    start = f"{names(event['target'])} takes wound {event['amount']}"
    if event["marked"] is None:
        return Line(f"{start}, and no box is left to mark.", "bad")
    return Line(f"{start}: box {event['marked']} is marked.", "bad")


def recover(events: Sequence[Event], names: Names) -> list[Block]:
    """Say what healed."""
    return [line for event in events for line in _recover(event, names)]


def _recover(event: Event, names: Names) -> list[Line]:
    who = names(event["who"])
    rolled = f" (rolled {join(event['faces'])})" if event["faces"] else ""
    cleared = f"wound {join(event['cleared'], ' and ')} clears" if event["cleared"] else "no wound clears"
    lines = [Line(f"{who}: {cleared}{rolled}; marked now: {join(event['left']) or 'none'}.", "good")]
    if event["beyond_rest"]:
        boxes = join(event["beyond_rest"], " and ")
        lines.append(Line(f"{who}'s wound {boxes} is above 5 and cannot clear by rest.", "warn"))
    return lines


def contest(events: Sequence[Event], names: Names) -> list[Block]:
    """Say who won a contest, or came first."""
    return [_contest(event, names) for event in events]


def _contest(event: Event, names: Names) -> Line:
    who, other = names(event["who"]), names(event["against"])
    faces = event["faces"]
    start = (
        f"{who} ({escape(event['trait'])}) against {other} ({escape(event['against_trait'])}): "
        f"rolls {faces[0]} for {event['total']} against {faces[1]} for {event['needed']}"
    )
    return Line(f"{start}: {fight.first_of(event, names) if event.get('dash') else fight.upper_hand(event, names)}.")


def awesome(events: Sequence[Event], names: Names) -> list[Block]:
    """Say where an Awesome went."""
    return [_awesome(event, names) for event in events]


def _awesome(event: Event, names: Names) -> Line:
    points = f"{with_sign(event['change'])} Awesome ({escape(event['purpose'])})"
    return Line(f"{names(event['who'])}: {points}, {event['left']} left.")


def focused(events: Sequence[Event], names: Names) -> list[Block]:
    """Say what comes of a focus."""
    return [
        Line(
            f"{names(each['who'])} completes what was declared in secret."
            if each["secret"]
            else f"{names(each['who'])} completes the focus{': ' + escape(each['plan']) if each['plan'] else ''}."
        )
        for each in events
    ]


def done(events: Sequence[Event], names: Names) -> list[Block]:
    """Say who has acted."""
    return [Line(f"{names(each['who'])} has acted.") for each in events]


def released(events: Sequence[Event], names: Names) -> list[Block]:
    """Say who is free of one hold, and who holds on."""
    return [
        Line(
            f"{names(each['who'])} is free of {names(each['holder'])}: {escape(each['reason'])}; "
            f"still held by {names.all(each['left'])}."
        )
        for each in events
    ]


def phase(events: Sequence[Event], names: Names) -> list[Block]:
    """Say which phase begins, what was left undone in the last one, and who acts now."""
    return [line for event in events for line in _phase(event, names)]


def _phase(event: Event, names: Names) -> list[Line]:
    lines = [Line(f"Declared and not done: {_declared(line, names)}.", "warn") for line in event["undone"]]
    lines += overview.phase([event], names)  # type: ignore[arg-type]
    if event["acting"]:
        lines.append(Line(f"To act: {names.all(event['acting'])}."))
    return lines


def proposal(events: Sequence[Event], names: Names) -> list[Block]:  # noqa: ARG001  (every sentence and cell takes the same)
    """Say what is proposed."""
    return [
        Line(
            f"Proposed: arena {escape(each['name'])} ({each['kind']}) beside {escape(each['beside'])}; "
            f"`arena accept {escape(each['name'])}` lets it join.",
        )
        for each in events
    ]


def rejected(events: Sequence[Event], names: Names) -> list[Block]:  # noqa: ARG001  (every sentence and cell takes the same)
    """Say what does not join."""
    return [Line(f"Arena {escape(each['name'])} beside {escape(each['beside'])} does not join.") for each in events]


def arena(events: Sequence[Event], names: Names) -> list[Block]:
    """Say what changed, or list; and how large an open arena is where one was laid out by feet."""
    measured = [event for event in events if event.get("measure") and event.get("change")]
    said = [Line(f"Arena {escape(each['name'])}: an open arena is {each['measure']}.") for each in measured]
    return [*arenas.arena(events, names), *said]


def suggest(events: Sequence[Event], names: Names) -> list[Block]:  # noqa: ARG001  (every sentence and cell takes the same)
    """Say which kind some scenery suggests, and why."""
    return [_suggest(event) for event in events]


def _suggest(event: Event) -> Line:
    also = f", before {join(event['others'])}" if event["others"] else ""
    favours = f"; +2 to {join(event['favours'], ' and ')}" if event["favours"] else "; favours no weapon"
    if event["barrier"]:
        return Line(f'"{escape(event["barrier"])}": a wall that stops you is no arena, but the end of one.')
    if not event["reason"]:
        return Line(f'{event["kind"]}: nothing in "{escape(event["words"])}" suggests a kind{favours}.')
    return Line(f'{event["kind"]}: suggested by "{event["reason"]}"{also}{favours}.')


def carried(events: Sequence[Event], names: Names) -> list[Block]:
    """Say what an arena on somebody's back touches now."""
    return [
        Line(f"Arena {escape(each['arena'])} goes with {names(each['bearer'])} and touches {join(each['links'])}.")
        for each in events
    ]


def encounter(events: Sequence[Event], names: Names) -> list[Block]:  # noqa: ARG001  (every sentence and cell takes the same)
    """Say which round and phase it is, and what is in the bowl."""
    return [Line(overview.when(event, f"{event['ruleset']}, ", *_bowl(event)), "head") for event in events]


def _bowl(event: Event) -> list[str]:
    return [f"{event['bowl']} in the bowl"] if event.get("bowl") else []


def boxes(event: Event, names: Names) -> str:  # noqa: ARG001  (every sentence and cell takes the same)
    """Write the wound boxes in a row, the marked ones as x."""
    marked = event.get("marked", [])
    return " ".join("x" if box in marked else str(box) for box in range(1, event["wounds"] + 1))


def pending(events: Sequence[Event], names: Names) -> list[Block]:
    """Show which hits wait, and which wounds they bring."""
    what = [f"wound {join(hit['wounds'], ' and ')}{', and the lowest' if hit['lowest'] else ''}" for hit in events]
    return overview.hits(events, names, what)


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
    plan = f' "{escape(line["plan"])}"' if line.get("plan") else ""
    targets = " somebody" if line.get("hidden") else targets
    done = " (done)" if line.get("done") else " (broken)" if line.get("broken") else ""
    done += f" ({line['fallen']})" if line.get("fallen") else ""
    return f"{names(line['who'])}: {line.get('action') or 'undecided'}{targets}{plan}{done}"


def declare(events: Sequence[Event], names: Names) -> list[Block]:
    """Say what was declared, as far as it is no secret."""
    return [
        Line(
            f"{'Revealed: ' if each.get('revealed') else ''}phase {each['phase']}: {_declared(each, names)}"
            f"{', changed' if each.get('changed') else ''}",
        )
        for each in events
    ]


COLUMNS = (
    column("side"),
    column("arena"),
    column("count", "count#"),
    Column("wounds", "boxes", boxes, is_whole=True),
    column("status"),
    column("wielding"),
    column("engaged"),
    column("awesome", "awesome#"),
    DECLARED,
)
SENTENCES: Sentences = {
    "attack": attack,
    "wound": wound,
    "recover": recover,
    "contest": contest,
    "awesome": awesome,
    "focused": focused,
    "done": done,
    "released": released,
    "phase": phase,
    "encounter": encounter,
    "pending": pending,
    "board": board,
    "declare": declare,
    "proposal": proposal,
    "suggest": suggest,
    "rejected": rejected,
    "arena": arena,
    "carried": carried,
}
