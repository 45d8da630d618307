"""Attacks, wounds, tests and what they bring, in sentences."""

from __future__ import annotations

from combatcli.report.blocks import Line, joined, signed
from combatcli.streams import escaped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from combatcli.report.blocks import Block, Names

    Event = Mapping[str, Any]


def attack(events: Sequence[Event], names: Names) -> list[Block]:
    """Say the sum as a player would."""
    return [_attack(event, names) for event in events]


def _attack(event: Event, names: Names) -> Line:
    how = "answers" if event.get("counter") else "attacks"
    taker = names(event["target"])
    whom = names(event.get("instead_of", event["target"]))
    instead = f", but {taker} steps in" if "instead_of" in event else ""
    weapon = "" if event["weapon"] == "unarmed" else f" with {escaped(event['weapon'])}"
    helped = f", assisted by {names.all(event['assisted_by'])}" if event.get("assisted_by") else ""
    added = joined([f"{signed(value)} {escaped(reason)}" for reason, value in event["bonuses"].items()])
    bonuses = f" ({added})" if added else ""
    rolled = f"rolls {joined(event['faces'])}, keeps {joined(event['kept'], ' + ')}{bonuses} = {event['total']}"
    start = f"{names(event['attacker'])} {how} {whom}{weapon}{helped}{instead}: {rolled}, needs {event['needed']}"
    if not event["hit"]:
        return Line(f"{start}: miss.", "quiet")
    extra = f" + {event['face_bonus']} by the face die" if event.get("face_bonus") else ""
    less = f", armor takes off {event['armor']}" if event.get("armor") else ""
    wounds = joined(event["wounds"], " and ")
    return Line(f"{start}: hit, damage {joined(event['damage_faces'])}{extra}{less}, wound {wounds}.", "good")


def wound(events: Sequence[Event], names: Names) -> list[Block]:
    """Say which box was marked."""
    return [_wound(event, names) for event in events]


def _wound(event: Event, names: Names) -> Line:
    start = f"{names(event['target'])} takes wound {event['amount']}"
    if event["marked"] is None:
        return Line(f"{start}, and no box is left to mark.", "bad")
    return Line(f"{start}: box {event['marked']} is marked.", "bad")


def discard(events: Sequence[Event], names: Names) -> list[Block]:
    """Say what no longer waits."""
    return [Line(f"Dropped: the hit of {names(each['attacker'])} on {names(each['target'])}.") for each in events]


def loss(events: Sequence[Event], names: Names) -> list[Block]:
    """Say that a group has lost a member."""
    return [Line(f"{names(each['who'])}: one falls, {each['left']} left, unhurt.", "bad") for each in events]


def recover(events: Sequence[Event], names: Names) -> list[Block]:
    """Say what healed."""
    return [line for event in events for line in _recover(event, names)]


def _recover(event: Event, names: Names) -> list[Line]:
    who = names(event["who"])
    rolled = f" (rolled {joined(event['faces'])})" if event["faces"] else ""
    cleared = f"wound {joined(event['cleared'], ' and ')} clears" if event["cleared"] else "no wound clears"
    lines = [Line(f"{who}: {cleared}{rolled}; marked now: {joined(event['left']) or 'none'}.", "good")]
    if event["beyond_rest"]:
        boxes = joined(event["beyond_rest"], " and ")
        lines.append(Line(f"{who}'s wound {boxes} is above 5 and cannot clear by rest.", "warn"))
    return lines


def test(events: Sequence[Event], names: Names) -> list[Block]:
    """Say a test as it was rolled."""
    return [_test(event, names) for event in events]


def _test(event: Event, names: Names) -> Line:
    purpose = f" to {event['purpose']}" if event.get("purpose") else ""
    sum_ = f"rolls {joined(event['faces'])}, total {event['total']}, needs {event['needed']}"
    outcome = "succeeds" if event["success"] else "fails"
    text = f"{names(event['who'])} tests {escaped(event['trait'])}{purpose}: {sum_}: {outcome}."
    return Line(text, "good" if event["success"] else "bad")


def contest(events: Sequence[Event], names: Names) -> list[Block]:
    """Say who won a contest, or came first."""
    return [_contest(event, names) for event in events]


def _contest(event: Event, names: Names) -> Line:
    who, other = names(event["who"]), names(event["against"])
    faces = event["faces"]
    start = (
        f"{who} ({escaped(event['trait'])}) against {other} ({escaped(event['against_trait'])}): "
        f"rolls {faces[0]} for {event['total']} against {faces[1]} for {event['needed']}"
    )
    if event.get("dash"):
        first = f"{names(event['first'])} comes first" if event["first"] else "both at the same time"
        return Line(f"{start}: {first}.")
    return Line(f"{start}: {who if event['success'] else other} holds the upper hand.")


REASONS: dict[str, str] = {"over": "the time is over"}


def condition(events: Sequence[Event], names: Names) -> list[Block]:
    """Say what began or ended, and why."""
    return [_condition(event, names) for event in events]


def _condition(event: Event, names: Names) -> Line:
    name = f"{event['name']} {names(event['of'])}" if event.get("of") else escaped(event["name"])
    if not event["ended"]:
        by = f" by {names(event['by'])}" if event.get("by") else ""
        return Line(f"{names(event['who'])} is {name}{by}.", "bad")
    reason: str = event.get("reason", "")
    return Line(f"{names(event['who'])} is no longer {name}: {escaped(REASONS.get(reason, reason))}.")


def awesome(events: Sequence[Event], names: Names) -> list[Block]:
    """Say where an Awesome went."""
    return [
        Line(
            f"{names(each['who'])}: {signed(each['change'])} Awesome ({escaped(each['purpose'])}), {each['left']} left."
        )
        for each in events
    ]


def focused(events: Sequence[Event], names: Names) -> list[Block]:
    """Say what comes of a focus."""
    return [
        Line(f"{names(each['who'])} completes the focus{': ' + escaped(each['plan']) if each['plan'] else ''}.")
        for each in events
    ]
