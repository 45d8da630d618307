"""How `beacon` tells its own events, and what its `show` lists."""

from __future__ import annotations

from functools import partial

from combatcli.report import combatants, fight
from combatcli.report.blocks import Column, Grouped, Line, View, bar, count_of, ids, join, with_sign
from combatcli.report.combatants import DONE, STATE, column
from combatcli.text import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from combatcli.events import Event
    from combatcli.report.blocks import Block, Names, Sentences


def in_parts(parts: Sequence[Mapping[str, Any]]) -> str:
    """Write a number in parts: iron 14, concealed +5, downed -5."""
    first, *others = parts or [{"reason": "nothing", "value": 0}]
    return join(
        [
            f"{escape(first['reason'])} {first['value']}",
            *(f"{escape(each['reason'])} {with_sign(each['value'])}" for each in others),
        ]
    )


def attack(events: Sequence[Event], names: Names) -> list[Block]:
    """Say what was rolled, with what Tier, what it needed and why."""
    return [block for event in events for block in _told(event, names)]


def _told(event: Event, names: Names) -> list[Block]:
    steps = count_of(event["steps"], "step") if event["steps"] else ""
    damage = f"damage {event['damage']} {join(event['types'])}" if event["damage"] else ""
    does = join(filter(None, [steps, damage, *map(escape, event["inflicts"])]))
    return fight.with_sum(event, does, _attack(event, names), word="BOTCH" if event["botch"] else "")


def _attack(event: Event, names: Names) -> Line:
    tier = in_parts(event["tier"])
    needs = join(map(in_parts, event["needs"].values()), "; ")
    start = (
        f"{names(event['attacker'])} attacks {names(event['target'])}{fight.with_weapon(event)} by {event['action']} "
        f"({tier}): rolls {join(event['faces'])} = {event['total']}, {needs}: needs {event['needed']}"
    )
    if not event["hit"]:
        return Line(f"{start}: {'botch' if event['botch'] else 'miss'}.", "quiet")
    steps = f", {_critical_steps(event)}" if event["steps"] else ""
    damage = (
        f", damage {join(event['damage_faces'], ' + ')} = {event['damage']} {join(event['types'])}"
        if event["damage"] is not None
        else ""
    )
    inflicts = f", {join(map(escape, event['inflicts']))}" if event["inflicts"] else ""
    return Line(f"{start}: hit{steps}{damage}{inflicts}.")


def _critical_steps(event: Event) -> str:
    return count_of(event["steps"], "critical step")


def wound(events: Sequence[Event], names: Names) -> list[Block]:
    """Say what was lost, and what became of the damage on the way."""
    return [_wound(event, names) for event in events]


def _wound(event: Event, names: Names) -> Line:
    how = join([f"{each['reason']} {with_sign(each['value'])}" for each in event["how"]])
    words = f" ({how})" if how else ""
    status = _status(event)
    start = f"{names(event['target'])} takes {event['amount']}{words}"
    return Line(f"{start}: {event['marked']['hp']} lost, {event['hp']} left{status}.", "bad")


def test(events: Sequence[Event], names: Names) -> list[Block]:
    """Say how a test went."""
    return [_test(event, names) for event in events]


def _test(event: Event, names: Names) -> Line:
    outcome = "succeeds" if event["success"] else "botch" if event.get("botch") else "fails"
    steps = f" with {_critical_steps(event)}" if event.get("steps") else ""
    stress = f"; stress is {event['stress']}" if "stress" in event else ""
    stress += f", damage {event['pending']} is pending" if event.get("pending") else ""
    start = f"{names(event['who'])}: {escape(event['trait'])} ({in_parts(event['tier'])}): rolls {join(event['faces'])}"
    return Line(
        f"{start} = {event['total']}, {in_parts(event['needs'])}: needs {event['needed']}: {outcome}{steps}{stress}.",
        "good" if event["success"] else "bad",
    )


def contest(events: Sequence[Event], names: Names) -> list[Block]:
    """Say who won, or came first."""
    return [_contest(event, names) for event in events]


def _contest(event: Event, names: Names) -> Line:
    rolls = f"rolls {join(event['faces'])}: {event['total']} against {event['needed']}"
    return Line(f"{fight.both_sides(event, names)}: {rolls}: {fight.winner(event, names)}.")


def turn(events: Sequence[Event], names: Names) -> list[Block]:
    """Say whose turn begins, or is over."""
    return [
        Line(
            f"{names(each['who'])}'s turn is over.{_who_is_left(each)}"
            if each["ended"]
            else f"{names(each['who'])}'s turn ({each['step']}).",
            "head",
        )
        for each in events
    ]


def _who_is_left(event: Event) -> str:
    return f" To act: {ids(event['left'])}." if event.get("left") else ""


def suffers(events: Sequence[Event], names: Names) -> list[Block]:
    """Say what a wound rolls at the start of a turn."""
    return [
        Line(f"{names(each['who'])} is {escape(each['name'])}: rolls {join(each['faces'])}.", "bad") for each in events
    ]


def healed(events: Sequence[Event], names: Names) -> list[Block]:
    """Say which hit points came back."""
    return [
        Line(f"{names(each['who'])} gains {each['gained']}: {each['hp']} hit points{_status(each)}.", "good")
        for each in events
    ]


def _status(event: Event) -> str:
    return f"; {join(event['status'])}" if event["status"] else ""


def protects(events: Sequence[Event], names: Names) -> list[Block]:
    """Say who steps in."""
    return [
        Line(f"{names(each['who'])} steps in: the hit on {names(each['target'])} is theirs now.") for each in events
    ]


def soaked(events: Sequence[Event], names: Names) -> list[Block]:
    """Say which wound a box of soak stops."""
    return [
        Line(f"{names(each['who'])} spends a box of soak, {each['soak']} left: not {escape(each['name'])}.", "good")
        for each in events
    ]


def recover(events: Sequence[Event], names: Names) -> list[Block]:
    """Say what rest brought."""
    return [
        Line(
            f"{names(each['who'])} rests: {each['cleared']['hp']} gained, {each['hp']} hit points{_status(each)}.",
            "good",
        )
        for each in events
    ]


def stress(events: Sequence[Event], names: Names) -> list[Block]:
    """Say what stress went for."""
    return [
        Line(f"{names(each['who'])}: {with_sign(each['change'])} stress ({escape(each['purpose'])}): {each['stress']}.")
        for each in events
    ]


def slammed(events: Sequence[Event], names: Names) -> list[Block]:
    """Say what a slam does."""
    return [
        Line(
            f"{names(each['who'])} is slammed: {join(each['faces'], ' + ')} = {each['damage']} kinetic, pending.", "bad"
        )
        for each in events
    ]


def goal(events: Sequence[Event], names: Names) -> list[Block]:  # noqa: ARG001  (every sentence and cell takes the same)
    """Say how far a skill encounter has come."""
    return [_goal(event) for event in events]


def _goal(event: Event) -> Line:
    left = f", {event['rounds_left']} rounds left" if event["rounds_left"] is not None else ""
    end = "; reached" if event["reached"] else "; time is out" if event["over"] else ""
    path = f"; another path: {escape(event['path'])}" if event.get("path") else ""
    return Line(f"Goal {escape(event['name'])}: {event['done']} of {event['needed']}{left}{path}{end}.", "head")


def order(events: Sequence[Event], names: Names) -> list[Block]:
    """Say the steps of the round, who has acted, what each has left."""
    lines: list[Block] = []
    for event in events:
        for step in event["steps"]:
            who = join([_left(each, names) for each in step["who"]]) or "nobody"
            now = " <- now" if step["step"] == event["phase"] else ""
            lines.append(Line(f"{step['step']}: {who}{now}"))
    return lines


def _left(each: Mapping[str, Any], names: Names) -> str:
    done = ", in turn" if each.get("in_turn") else ", done" if each["acted"] else ""
    return f"{names(each['who'])} ({each['acts']} Acts, {each['reacts']} Reacts{done})"


def phase(events: Sequence[Event], names: Names) -> list[Block]:
    """Say which step begins, and who acts in it."""
    lines = [combatants.phase(each, names) for each in events]
    return [*lines, *(Line(f"To act: {ids(each['acting'])}.") for each in events if each["acting"])]


def declare(events: Sequence[Event], names: Names) -> list[Block]:
    """Say what somebody declares."""
    return [Line(f"{names(each['who'])}: {escape(join([each['action'], *each['targets']], ' '))}.") for each in events]


def summed_up(events: Sequence[Event], names: Names) -> list[Block]:
    """Sum a fight up."""
    return [
        Line(f"The fight ends by {escape(events[0]['how'])}.", "head"),
        *(Line(f"{names(each['who'])}: {each['hp']} of {each['max_hp']}{_status(each)}.") for each in events),
    ]


def hit(event: Event) -> str:
    """Say which damage a hit brings, of which types, and which wounds."""
    damage = [f"{event['damage']} {join(event['types'])}"] if event["damage"] else []
    return join([*damage, *(f"{each['name']} {each['severity']}" for each in event["inflicts"])], "+")


def turn_of(event: Event) -> str:
    """Say whose turn it is."""
    return f"{escape(event['turn_of'])}'s turn" if event["turn_of"] else ""


def hit_points(event: Event, names: Names) -> Sequence[Line]:  # noqa: ARG001  (as above)
    """Draw hit points of their maximum."""
    return bar(event["hp"], event["max_hp"]) if "max_hp" in event else ()


def stress_taken(event: Event, names: Names) -> str:  # noqa: ARG001  (as above)
    """Write stress that somebody has, of its maximum."""
    return f"stress {event['stress']}/{event['max_stress']}" if "max_stress" in event and event["stress"] else ""


def defences(event: Event, names: Names) -> str:  # noqa: ARG001  (as above)
    """Write the three defences side by side."""
    return join([event[each] for each in ("iron", "ward", "grit") if each in event], "/")


COLUMNS = (
    Column("hp", "hp", hit_points, rank=0),
    STATE,
    column("conditions", "", rank=1),
    Column("stress", "", stress_taken, rank=2),
    DONE,
    column("position", "", rank=4),
    column("wielding", "", rank=5),
    Column("iron", "iron/ward/grit", defences, rank=6),
    column("tier", "tier#", rank=7),
)


VIEW = View(head=turn_of, hit=hit, silent=("stress", "turn"))
SENTENCES: Sentences = {
    "move": partial(fight.move, answer="--react"),
    "attack": Grouped(attack),
    "wound": Grouped(wound),
    "test": Grouped(test),
    "contest": Grouped(contest),
    "turn": Grouped(turn),
    "suffers": Grouped(suffers),
    "healed": Grouped(healed),
    "protects": Grouped(protects),
    "soaked": Grouped(soaked),
    "recover": Grouped(recover),
    "stress": Grouped(stress),
    "slammed": Grouped(slammed),
    "goal": Grouped(goal),
    "order": Grouped(order),
    "phase": Grouped(phase),
    "declare": Grouped(declare),
    "summed up": Grouped(summed_up),
}
