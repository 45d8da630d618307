"""What `blade` tells: two dice under an attribute, stamina and health, sides, feet; in sentences."""

from __future__ import annotations

from combatcli.report.blocks import Line, joined, signed
from combatcli.streams import escaped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from combatcli.report.blocks import Block, Names

    Event = Mapping[str, Any]

STEPS = {
    "first": "strikes first at",
    "plain": "attacks",
    "last": "strikes last at",
    "shot": "shoots at",
    "at once": "strikes at once at",
}
GIVEN = {"given": "the referee's"}
NATURAL = {2: ", a natural 2", 12: ", a natural 12"}


def attack(events: Sequence[Event], names: Names) -> list[Block]:
    """Say the sum as a player would: attribute, Difficulty, what it needs, what was rolled."""
    return [line for event in events for line in _attack(event, names)]


def _attack(event: Event, names: Names) -> list[Line]:
    weapon = "" if event["weapon"] == "unarmed" else f" with {escaped(event['weapon'])}"
    how = f"{names(event['attacker'])} {STEPS[event['step']]} {names(event['target'])}{weapon}{_range(event)}"
    start = f"{how}: {_sum(event)}"
    if not event["hit"]:
        return [Line(f"{start}: miss.", "quiet")]
    lines = [Line(f"{start}: hit, {_damage(event)}.", "good")]
    if event.get("called"):
        part = escaped(event["called"])
        drop = " (hands may drop what they hold)" if part.startswith("hand") else ""
        lines.append(Line(f"What else the hit on the {part} does, the referee says{drop}.", "warn"))
    return lines


def _range(event: Event) -> str:
    if "range" not in event:
        return ""
    feet = f" at {event['distance']:g} feet" if event["distance"] is not None else ""
    return f"{feet} ({event['range']} range)"


def _sum(event: Event) -> str:
    trait = event.get("attribute", event.get("trait"))
    parts = [f"{escaped(str(trait))} {event['value']}"]
    if event["difficulty"]:
        named = [GIVEN.get(reason, escaped(reason)) for reason in event.get("reason") or ()]
        reasons = f" ({joined(named, ' + ')})" if named else ""
        parts.append(f"Difficulty {event['difficulty']}{reasons}")
    bonuses = event.get("bonuses", {"bonus": event["bonus"]} if event["bonus"] else {})
    parts += [f"{signed(value)} {GIVEN.get(reason, escaped(reason))}" for reason, value in bonuses.items()]
    return f"{joined(parts)}, needs {event['needed']}, {_rolled(event['faces'], event['total'])}"


def _rolled(faces: Sequence[int], total: int) -> str:
    return f"rolled {joined(faces, ' + ')} = {total}{NATURAL.get(total, '')}"


def _damage(event: Event) -> str:
    faces, rolled = event["damage_faces"], event["rolled_damage"]
    shown = f" ({joined(faces, ' and ')} rolled)" if list(faces) != [rolled] else ""
    extra = f" + {event['extra_damage']} by the mounted charge" if event["extra_damage"] else ""
    if not event["protection"]:
        total = f" = {event['damage']}" if extra else ""
        return f"damage {rolled}{shown}{extra}{total}"
    armor = escaped(event["armor"]) or "Protection"
    return f"damage {rolled}{shown}{extra} - {event['protection']} by {armor} = {event['damage']}"


def idle(events: Sequence[Event], names: Names) -> list[Block]:
    """Say who of the melee does not strike, and why."""
    return [Line(f"{names(each['who'])} does not strike ({escaped(each['reason'])}).", "quiet") for each in events]


def wound(events: Sequence[Event], names: Names) -> list[Block]:
    """Say what a hit takes off, and what is left."""
    return [_wound(event, names) for event in events]


def _wound(event: Event, names: Names) -> Line:
    off = [f"{lost} off {points}" for points, lost in event["marked"].items() if lost]
    left = event["left"]
    stamina = f"stamina {left['stamina']} and " if left["stamina"] or event["marked"]["stamina"] else ""
    points = f"{stamina}health {left['health']} left"
    return Line(f"{names(event['target'])} takes {event['amount']}: {joined(off, ', ') or 'nothing'}; {points}.", "bad")


def unhurt(events: Sequence[Event], names: Names) -> list[Block]:  # noqa: ARG001  (every teller takes the names)
    """Say that no hit was waiting."""
    return [Line("Nothing is pending, so nobody is wounded.", "quiet") for _ in events]


def recover(events: Sequence[Event], names: Names) -> list[Block]:
    """Say which points came back."""
    return [_recover(event, names) for event in events]


def _recover(event: Event, names: Names) -> Line:
    back = [f"{gained} {points}" for points, gained in event["cleared"].items() if gained]
    left = event["left"]
    text = f"{names(event['who'])} gets back {joined(back, ' and ') or 'nothing'}"
    return Line(f"{text}: stamina {left['stamina']}, health {left['health']} now.", "good")


def test(events: Sequence[Event], names: Names) -> list[Block]:
    """Say a check as it was rolled; of a spell, whether it was forced."""
    return [_test(event, names) for event in events]


def _test(event: Event, names: Names) -> Line:
    purpose = f" ({escaped(event['purpose'])})" if event.get("purpose") else ""
    outcome = "succeeds" if event["success"] else "fails"
    if event.get("forced"):
        outcome = f"fails and is forced for {event['damage']} damage"
    elif event.get("beyond_forcing"):
        outcome = "fails and cannot be forced"
    text = f"{names(event['who'])} tests {escaped(event['trait'])}{purpose}: {_sum(event)}: {outcome}."
    return Line(text, "good" if event["success"] else "bad")


def contest(events: Sequence[Event], names: Names) -> list[Block]:
    """Say who came first."""
    return [_contest(event, names) for event in events]


def _contest(event: Event, names: Names) -> Line:
    faces = event["faces"]
    own = _check(names(event["who"]), event["trait"], event["needed"], faces[:2])
    other = _check(names(event["against"]), event["against_trait"], event["against_needed"], faces[2:])
    first = f"{names(event['first'])} comes first" if event["first"] else "both at the same time"
    return Line(f"{own}; {other}: {first}.")


def _check(who: str, trait: str, needed: int, faces: Sequence[int]) -> str:
    return f"{who} ({escaped(trait)}) needs {needed}, {_rolled(faces, sum(faces))}"


def declare(events: Sequence[Event], names: Names) -> list[Block]:
    """Say what somebody does this round, and who may strike first."""
    return [line for event in events for line in _declare(event, names)]


VERBS = {"cast": "casts", "improvise": "improvises", "attack": "will strike"}


def _declare(event: Event, names: Names) -> list[Line]:
    what = f": {escaped(event['plan'])}" if event["plan"] else ""
    whom = f" {names.all(event['targets'])}" if event["targets"] else ""
    hope = f", hoping for: {escaped(event['outcome'])}" if event["outcome"] else ""
    first = Line(f"{names(event['who'])} {VERBS[event['action']]}{whom}{what}{hope}.")
    return [first, *_chances(event, names)]


def _chances(event: Event, names: Names) -> list[Line]:
    who = escaped(event["who"])
    return [
        Line(f"{names(foe)} may strike at once: attack {escaped(foe)} {who} --opportunity", "warn")
        for foe in event["opportunity"]
    ]


def move(events: Sequence[Event], names: Names) -> list[Block]:
    """Say how far somebody went and whom they left; a charge brings a First Strike, unless it is stopped."""
    return [line for event in events for line in _move(event, names)]


def _move(event: Event, names: Names) -> list[Line]:
    verb = {"move": "moves", "run": "runs", "charge": "charges"}[event["kind"]]
    whom = f" {names(event['charged'])}" if event.get("charged") else ""
    up_to = f" up to {names(event['up_to'])}" if event["up_to"] and not whom else ""
    to = f" to {_place(event['to'])}" if event["to"] is not None and event["to"] != event["from"] else ""
    start = f"{names(event['who'])} {verb}{whom}{up_to}{to}, {event['feet']:g} feet ({event['metres']:g} m)"
    strike = ""
    if whom:
        stopper = f"no First Strike, for {names.all(event['stopped_by'] or [])} stops charges"
        strike = f": {'First Strike' if event['first_strike'] else stopper}"
    left = f", leaving {names.all(event['left'])}" if event["left"] else ""
    return [Line(f"{start}{left}{strike}."), *_chances(event, names)]


def _place(place: object) -> str:
    return f"({joined([f'{feet:g}' for feet in place])})" if isinstance(place, list) else escaped(str(place))


def surprise(events: Sequence[Event], names: Names) -> list[Block]:  # noqa: ARG001
    """Say what each side rolled for surprise."""
    return [Line(f"Surprise on 1 or 2: {_faces(event['sides'], event['faces'])}.") for event in events]


def _faces(sides: Sequence[str], faces: Sequence[int]) -> str:
    return joined([f"{escaped(side)} {face}" for side, face in zip(sides, faces, strict=True)])


def order(events: Sequence[Event], names: Names) -> list[Block]:  # noqa: ARG001
    """Say which side acts, and which react."""
    return [line for event in events for line in _order(event)]


def _order(event: Event) -> list[Line]:
    rolled = joined([f"{escaped(side)} {joined(faces, ', then ')}" for side, faces in event["totals"].items()], "; ")
    acting, *reacting = map(escaped, event["order"])
    chooses = f"{escaped(event['winner'])} choose to {event['choose']}"
    return [Line(f"Initiative: {rolled}; {chooses}."), Line(f"{acting} act, {joined(reacting, ', then ')} react.")]
