"""How `blade` tells its own events, and what its `show` lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from combatcli.events import Condition
from combatcli.report import combatants, fight
from combatcli.report.blocks import Block, Column, Line, Names, View, bar, ids, join, with_sign
from combatcli.report.combatants import DECLARED, DONE, STATE, column, versus
from combatcli.report.sentences import by_kind
from combatcli.text import decimal, escape, in_feet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.blade import events

STEPS = {
    "first": "strikes first at",
    "plain": "attacks",
    "last": "strikes last at",
    "shot": "shoots at",
    "at once": "strikes at once at",
}
GIVEN = {"given": "the GM's"}
NATURAL = {2: ", a natural 2", 12: ", a natural 12"}


def attack(event: events.Attack, names: Names) -> list[Block]:
    """Say the sum as a player would: attribute, Difficulty, what it needs, what was rolled."""
    does = f"damage {event.damage}" if event.damage else "no damage" if event.hit else ""
    return fight.with_sum(event, does, *_attack(event, names))


def _attack(event: events.Attack, names: Names) -> list[Line]:
    deed = f"{STEPS[event.step]} {names(event.target)}{fight.with_weapon(event)}{_range(event)}"
    start = f"{names(event.attacker)} {deed}: {_sum(event, event.attribute, event.reason, event.bonuses)}"
    if not event.hit:
        return [Line(f"{start}: miss.", "quiet")]
    lines = [Line(f"{start}: hit, {_damage(event)}.")]
    if event.called:
        part = escape(event.called)
        drop = " (hands may drop what they hold)" if part.casefold().startswith("hand") else ""
        lines.append(Line(f"The GM decides what else the hit on the {part} does{drop}.", "warn"))
    return lines


def _range(event: events.Attack) -> str:
    if not event.range:
        return ""
    feet = f" at {in_feet(event.distance)}" if isinstance(event.distance, int | float) else ""
    return f"{feet} ({event.range} range)"


def _sum(event: events.Attack | events.Test, trait: str, reasons: Sequence[str], bonuses: Mapping[str, int]) -> str:
    parts = [f"{escape(trait)} {event.value}"]
    if event.difficulty:
        named = [GIVEN.get(reason, escape(reason)) for reason in reasons]
        because = f" ({join(named, ' + ')})" if named else ""
        parts.append(f"Difficulty {event.difficulty}{because}")
    parts += [f"{with_sign(value)} {GIVEN.get(reason, escape(reason))}" for reason, value in bonuses.items()]
    return f"{join(parts)}, needs {event.needed}, {_rolled(event.faces, event.total)}"


def _rolled(faces: Sequence[int], total: int) -> str:
    return f"rolled {join(faces, ' + ')} = {total}{NATURAL.get(total, '')}"


def _damage(event: events.Attack) -> str:
    faces, rolled = event.damage_faces, event.rolled_damage
    shown = f" ({join(faces, ' and ')} rolled)" if list(faces) != [rolled] else ""
    extra = f" + {event.extra_damage} by the mounted charge" if event.extra_damage else ""
    if not event.protection:
        total = f" = {event.damage}" if extra else ""
        return f"damage {rolled}{shown}{extra}{total}"
    armor = escape(event.armor or "") or "Protection"
    return f"damage {rolled}{shown}{extra} - {event.protection} by {armor} = {event.damage}"


def _outcome(event: events.Test) -> str:
    """Say what came of a check; of a spell, what it costs and what is told beside it."""
    if event.forced:
        dying = ", a critical success of which its caster dies" if event.critical else ""
        return f"fails and is forced for {event.damage} damage{dying}"
    if event.mishap_faces:
        rolled = f"{join(event.mishap_faces)} + {event.difficulty} = {event.mishap}"
        return f"fails and cannot be forced; a mishap, {rolled} on the GM's table"
    if event.doubled:
        return "succeeds, and one number of the spell is doubled"
    return "succeeds" if event.success else "fails"


def idle(event: events.Idle, names: Names) -> Line:
    """Say who of the melee does not strike, and why."""
    return Line(f"{names(event.who)} does not strike: {escape(event.reason)}.", "quiet")


def wound(event: events.Wound, names: Names) -> Line:
    """Say what a hit takes off, and what is left."""
    off = [f"{lost} off {points}" for points, lost in event.marked.items() if lost]
    remaining = event.left
    stamina = f"stamina {remaining['stamina']} and " if remaining["stamina"] or event.marked["stamina"] else ""
    points = f"{stamina}health {remaining['health']} left"
    start = f"{names(event.target)} takes {event.amount}{fight.origin(event, names)}"
    return Line(f"{start}: {join(off, ', ') or 'nothing'}; {points}.", "bad")


def recover(event: events.Recover, names: Names) -> Line:
    """Say which points came back."""
    back = [f"{gained} {points}" for points, gained in event.cleared.items() if gained]
    remaining = event.left
    if event.slept and not back:
        return Line(f"{names(event.who)} has slept; all spells are as fresh as ever.", "good")
    slept = "has slept and " if event.slept else ""
    text = f"{names(event.who)} {slept}gets back {join(back, ' and ') or 'nothing'}"
    return Line(f"{text}: stamina {remaining['stamina']}, health {remaining['health']} now.", "good")


def test(event: events.Test, names: Names) -> list[Block]:
    """Say a check as it was rolled; of a spell, whether it was forced."""
    force = f"It may be forced in this phase: test {escape(event.who)} mind --force"
    return [
        _test(event, names),
        *([Line(force, "warn")] if event.may_force else []),
        *_openings(event.who, event.reactions),
    ]


def _test(event: events.Test, names: Names) -> Line:
    purpose = f" ({escape(event.purpose)})" if event.purpose else ""
    rolled = _sum(event, event.trait, (), {"bonus": event.bonus} if event.bonus else {})
    text = f"{names(event.who)} tests {escape(event.trait)}{purpose}: {rolled}: {_outcome(event)}."
    return Line(text, "good" if event.success else "bad")


def contest(event: events.Contest, names: Names) -> Line:
    """Say who came first."""
    faces = event.faces
    first = _one_check(names(event.who), event.trait, event.needed, faces[:2])
    second = _one_check(names(event.against), event.against_trait, event.against_needed, faces[2:])
    return Line(f"{first}; {second}: {fight.first_of(event, names)}.")


def _one_check(who: str, trait: str, needed: int, faces: Sequence[int]) -> str:
    return f"{who} ({escape(trait)}) needs {needed}, {_rolled(faces, sum(faces))}"


def declare(event: events.Declare, names: Names) -> list[Line]:
    """Say what somebody does this round, and who may strike first."""
    does = {"cast": "casts", "improvise": "improvises", "attack": "will strike"}[event.action]
    what = f": {escape(event.plan)}" if event.plan else ""
    whom = f" {names.all(event.targets)}" if event.targets else ""
    hope = f", hoping for: {escape(event.outcome)}" if event.outcome else ""
    first = Line(f"{names(event.who)} {does}{whom}{what}{hope}.")
    return [first, *_openings(event.who, event.opportunity)]


def _openings(who: str, foes: Sequence[str]) -> list[Line]:
    return [_opening(foe, who) for foe in foes]


def _opening(foe: str, who: str) -> Line:
    return Line(f"{escape(foe)} may strike at once: attack {escape(foe)} {escape(who)} --opportunity", "warn")


def opportunity(event: events.Opportunity, names: Names) -> Line:
    """Say who may still strike at whom."""
    return _opening(event.who, event.target)


def move(event: events.Move, names: Names) -> list[Line]:
    """Say how far somebody went and whom they left; a charge brings a First Strike, unless it is stopped."""
    if event.kind == "taken":
        return fight.move(event, names)
    verb = {"move": "moves", "run": "runs", "charge": "charges"}[event.kind]
    whom = f" {names(event.charged)}" if event.charged else ""
    to = f" to {fight.where_text(event.to)}" if event.to is not None and event.to != event.from_ else ""
    up_to = f"{',' if to else ''} up to {names(event.up_to)}" if event.up_to and not whom else ""
    start = f"{names(event.who)} {verb}{whom}{to}{up_to}, {in_feet(event.feet)} ({decimal(event.metres)} m)"
    strike = ""
    if whom:
        stopper = f"no First Strike, for {names.all(event.stopped_by or [])} stops charges"
        strike = f": {'First Strike' if event.first_strike else stopper}"
    leaving = f", leaving {names.all(event.left)}" if event.left else ""
    meeting = f", meeting {names.all(event.met)}" if event.met else ""
    return [Line(f"{start}{leaving}{meeting}{strike}."), *_openings(event.who, event.reactions)]


def condition(event: Condition, names: Names) -> Line:
    """Say what began or ended; who is surprised is a whole side (B3)."""
    if event.name != "surprised":
        return fight.condition(event, names)
    because = f": {fight.why(event.reason, names)}" if event.reason else ""
    return Line(f"{escape(event.who)} are {'no longer ' if event.ended else ''}surprised{because}.")


def surprise(event: events.Surprise, names: Names) -> Line:
    """Say what each side rolled for surprise."""
    faces = [f"{escape(side)} {face}" for side, face in zip(event.sides, event.faces, strict=True)]
    return Line(f"Surprise on 1 or 2: {join(faces)}.")


def order(event: events.Order, names: Names) -> list[Line]:
    """Say which side acts, and which react."""
    rolled = join([f"{escape(side)} {join(faces, ', then ')}" for side, faces in event.totals.items()], "; ")
    acting, *reacting = map(escape, event.order)
    winner, open_ = escape(event.winner), event.may_choose and not event.chosen
    chooses = f"{winner} choose to {event.choose}"
    if open_ and event.choose == "act":
        chooses = f"{winner} may choose, and act unless they react: order --choose react"
    return [
        Line(f"Initiative: {join(filter(None, [rolled, chooses]), '; ')}."),
        Line(f"{acting} act, {join(reacting, ', then ')} react."),
    ]


def who_acts(event: events.Encounter) -> str:
    """Say which side acts, which react, who is surprised."""
    acting, *reacting = [escape(side) for side in event.initiative] or [""]
    surprised = join(map(escape, event.surprised), " and ")
    words = [f"{acting} act"] if acting else []
    words += [f"{join(reacting, ', then ')} react"] if reacting else []
    return join([*words, *([f"{surprised} surprised"] if surprised else [])])


def to_act(event: events.Encounter | events.Phase) -> str:
    """Say what is still to be done in the phase."""
    return "TO STRIKE" if event.phase == "melee" else "TO ACT"


def phase(event: events.Phase, names: Names) -> list[Line]:
    """Say which phase begins, and who acts now."""
    acting = [Line(f"{to_act(event).capitalize()}: {ids(event.acting)}.")] if event.acting else []
    return [combatants.phase(event, names), *acting]


def _points(left: int | None, most: int | None) -> Sequence[Line]:
    return bar(left or 0, most) if most else ()


COLUMNS = (
    Column("stamina", "stamina", lambda event, _: _points(event.stamina, event.max_stamina), rank=0),
    Column("health", "health", lambda event, _: _points(event.health, event.max_health), rank=0),
    STATE,
    column("wielding", "", rank=5),
    column("armor", "", rank=6),
    DECLARED,
    DONE,
    versus(),
    versus("target", "at", rank=3),
    column("position", "", rank=7),
)


VIEW = View(head=who_acts, to_act=to_act, silent=("idle", "opportunity", "surprise"))
SENTENCES = by_kind(
    attack, idle, phase, wound, recover, test, contest, condition, declare, opportunity, move, surprise, order
)
