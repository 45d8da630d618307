"""How `beacon` tells its own events, and what its `show` lists."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from combatcli.events import Condition
from combatcli.report import combatants, fight
from combatcli.report.blocks import Block, Column, Grouped, Line, Names, View, bar, count_of, ids, join, with_sign
from combatcli.report.combatants import DONE, STATE, column
from combatcli.report.sentences import by_kind
from combatcli.rulesets.beacon import events
from combatcli.rulesets.beacon.conditions import Part
from combatcli.text import escape

MOVED = {"teleport": "is teleported", "pull": "is pulled", "slide": "is slid", "slam": "is slammed"}


def move(event: events.Move, names: Names) -> list[Line]:
    """Say who went where, or in which way they were moved there (E21)."""
    first, *others = fight.move(event, names, "--react")
    start = f"{names(event.who)} is pushed"
    if event.kind in MOVED and first.text.startswith(start):
        first = Line(f"{names(event.who)} {MOVED[event.kind]}{first.text[len(start) :]}", first.tone)
    return [first, *others]


def in_parts(parts: Sequence[Part]) -> str:
    """Write a number in parts: iron 14, concealed +5, downed -5."""
    first, *others = parts
    return join(
        [
            f"{escape(first.reason)} {first.value}",
            *(f"{escape(part.reason)} {with_sign(part.value)}" for part in others),
        ]
    )


def attack(event: events.Attack, names: Names) -> list[Block]:
    """Say what was rolled, with what Tier, what it needed and why."""
    steps = count_of(event.steps, "step") if event.steps else ""
    damage = f"damage {event.damage} {join(event.types)}" if event.damage else ""
    does = join(filter(None, [steps, damage, *map(escape, event.inflicts)]))
    return fight.with_sum(event, does, _attack_sum(event, names), word="BOTCH" if event.botch else "")


def _attack_sum(event: events.Attack, names: Names) -> Line:
    tier = in_parts(event.tier)
    needs = join(map(in_parts, event.needs.values()), "; ")
    start = (
        f"{names(event.attacker)} attacks {names(event.target)}{fight.with_weapon(event)} by {event.action} "
        f"({tier}): {_rolls(event.faces, event.total)}, {needs}: needs {event.needed}"
    )
    if not event.hit:
        return Line(f"{start}: {'botch' if event.botch else 'miss'}.", "quiet")
    damage = (
        f", damage {join(event.damage_faces, ' + ')} = {event.damage} {join(event.types)}"
        if event.damage is not None
        else ""
    )
    inflicts = f", {join(map(escape, event.inflicts))}" if event.inflicts else ""
    return Line(f"{start}: hit{_held(event)}{_critical_steps(', ', event.steps)}{damage}{inflicts}.")


def _rolls(faces: Sequence[int], total: int) -> str:
    """Say the faces and the total they make; what fails without a roll has neither."""
    return f"rolls {join(faces)} = {total}" if faces else "rolls nothing"


def _held(event: events.Attack) -> str:
    """Say of several defenses which an attack overcame, and which held."""
    held = [defense for defense, hit in event.hits.items() if not hit]
    overcome = [defense for defense, hit in event.hits.items() if hit]
    holds = f", {join(held, ' and ')} held" if held else ""
    return f" against {join(overcome, ' and ')}{holds}" if len(event.hits) > 1 else ""


def _critical_steps(start: str, steps: int) -> str:
    return f"{start}{count_of(steps, 'critical step')}" if steps else ""


def wound(event: events.Wound, names: Names) -> Line:
    """Say what was lost, and what became of the damage on the way."""
    how = f" ({join([f'{part.reason} {with_sign(part.value)}' for part in event.how])})" if event.how else ""
    start = f"{names(event.target)} takes {event.amount}{how}{fight.origin(event, names)}"
    return Line(f"{start}: {event.marked['hp']} lost, {event.hp} left{_status(event.status)}.", "bad")


def test(event: events.Test, names: Names) -> Line:
    """Say how a test went."""
    outcome = "succeeds" if event.success else "botch" if event.botch is True else "fails"
    steps = _critical_steps(" with ", event.steps) if event.steps is not UNSET else ""
    stress = f"; stress is {event.stress}" if event.stress is not UNSET else ""
    pending = f", damage {event.pending} is pending" if event.pending is not UNSET and event.pending else ""
    averted = f", {join(event.averted, ' and ')} is averted" if event.averted else ""
    does = {"resist": " resists ", "react": " resists with "}.get(event.purpose, ": ")
    start = (
        f"{names(event.who)}{does}{escape(event.trait)} ({in_parts(event.tier)}): {_rolls(event.faces, event.total)}"
    )
    return Line(
        f"{start}, {in_parts(event.needs)}: needs {event.needed}: {outcome}{steps}{stress}{pending}{averted}.",
        "good" if event.success else "bad",
    )


def contest(event: events.Contest, names: Names) -> Line:
    """Say who won, or came first."""
    own = event.faces[: len(event.faces) - len(event.against_faces)]
    rolls = f"{_rolls(own, event.total)} against {join(event.against_faces)} = {event.needed}"
    return Line(f"{fight.both_sides(event, names)}: {rolls}: {fight.winner(event, names)}.")


def turn(event: events.Turn, names: Names) -> list[Line]:
    """Say whose turn begins, and what they may not do; or that it is over, and who of its step has not acted yet."""
    if event.ended:
        left = f" To act: {ids(event.left)}." if event.left is not UNSET and event.left else ""
        return [Line(f"{names(event.who)}'s turn is over.{left}", "head")]
    begins = Line(f"{names(event.who)}'s turn ({event.step}).", "head")
    return [begins, *(_reminder(event.who, limit, names) for limit in event.reminders)]


def _reminder(who: str, limit: events.Reminder, names: Names) -> Line:
    by = f" by {names(limit.by)}" if limit.by else ""
    return Line(f"{names(who)} is {escape(limit.name)}{by}: {escape(limit.says)}.", "warn")


def condition(event: Condition | events.Condition, names: Names) -> Line:
    """Say what began or ended, and what it is about: custom ones are about nothing."""
    against = getattr(event, "against", "")
    if not against:
        return fight.condition(event, names)
    about = [against] if isinstance(against, str) else against
    said = f" from {names.all(about)}" if event.name == "hidden" else f" ({join(map(escape, about))})"
    return fight.condition(event, names, said)


def suffers(event: events.Suffers, names: Names) -> Line:
    """Say what a wound rolls at the start of a turn."""
    return Line(f"{names(event.who)} is {escape(event.name)}: rolls {join(event.faces)}.", "bad")


def healed(event: events.Healed, names: Names) -> Line:
    """Say which hit points came back."""
    gained = f"{event.gained or 'nothing'} by {'healing' if event.faces else 'regenerating'}"
    return Line(f"{names(event.who)} gains {gained}: {count_of(event.hp, 'hit point')}{_status(event.status)}.", "good")


def _status(words: Sequence[str]) -> str:
    return f"; {join(words)}" if words else ""


def protects(event: events.Protects, names: Names) -> Line:
    """Say who steps in."""
    return Line(f"{names(event.who)} steps in: the hit on {names(event.target)} is theirs now.")


def soaked(event: events.Soaked, names: Names) -> Line:
    """Say which wound a box of soak stops."""
    return Line(f"{names(event.who)} spends a box of soak, {event.soak} left: not {escape(event.name)}.", "good")


def recover(event: events.Recover, names: Names) -> Line:
    """Say what rest brought."""
    start = f"{names(event.who)} rests: {event.cleared['hp']} gained"
    return Line(f"{start}, {count_of(event.hp, 'hit point')}{_status(event.status)}.", "good")


def stress(event: events.Stress, names: Names) -> Line:
    """Say what stress went for."""
    return Line(f"{names(event.who)}: {with_sign(event.change)} stress ({escape(event.purpose)}): {event.stress}.")


def slammed(event: events.Slammed, names: Names) -> Line:
    """Say what a slam does."""
    rolled = f"{join(event.faces, ' + ')} = " if len(event.faces) > 1 else ""
    return Line(f"{names(event.who)} hits something: {rolled}{event.damage} kinetic, pending.", "bad")


def goal(event: events.Goal, names: Names) -> Line:
    """Say how far a skill encounter has come."""
    left = f", {count_of(event.rounds_left, 'round')} left" if event.rounds_left is not None else ""
    end = "; reached" if event.reached else "; time is out" if event.over else ""
    path = f"; another path: {escape(event.path)}" if event.path is not UNSET and event.path else ""
    return Line(f"Goal {escape(event.name)}: {event.done} of {event.needed}{left}{path}{end}.", "head")


def order(event: events.Order, names: Names) -> list[Line]:
    """Say the steps of the round, who has acted, what each has left."""
    return [
        Line(
            f"{step.step}: {join([_with_budget(combatant, names) for combatant in step.who]) or 'nobody'}"
            f"{' <- now' if step.step == event.phase else ''}"
        )
        for step in event.steps
    ]


def _with_budget(combatant: events.OrderedCombatant, names: Names) -> str:
    done = ", in turn" if combatant.in_turn else ", done" if combatant.acted else ""
    return f"{names(combatant.who)} ({count_of(combatant.acts, 'Act')}, {count_of(combatant.reacts, 'React')}{done})"


def phases(neighbors: Sequence[events.Phase], names: Names) -> list[Block]:
    """Say which steps begin, then who acts in them."""
    begun = [combatants.phase(event, names) for event in neighbors]
    waiting = [(event, "Without a stance" if event.phase == "declare" else "To act") for event in neighbors]
    return [*begun, *(Line(f"{what}: {ids(event.acting)}.") for event, what in waiting if event.acting)]


def declare(event: events.Declare, names: Names) -> Line:
    """Say what somebody declares."""
    return Line(f"{names(event.who)}: {escape(join([event.action, *event.targets], ' '))}.")


def summed_up(neighbors: Sequence[events.SummedUp], names: Names) -> list[Block]:
    """Sum a fight up."""
    return [
        Line(f"The fight ends by {escape(neighbors[0].how)}.", "head"),
        *(Line(f"{names(event.who)}: {event.hp} of {event.max_hp}{_status(event.status)}.") for event in neighbors),
    ]


def hit(event: events.Pending) -> str:
    """Say which damage a hit brings, of which types, and which wounds."""
    if event.types is UNSET or event.inflicts is UNSET:
        return ""
    damage = [f"{event.damage} {join(event.types)}"] if event.damage else []
    inflicts = [" ".join([wound["name"], str(wound.get("severity") or "")]).rstrip() for wound in event.inflicts]
    return join([*damage, *inflicts], "+")


def turn_of(event: events.Encounter) -> str:
    """Say whose turn it is, or how the fight ended."""
    if event.over:
        return f"over, by {escape(event.over)}"
    return f"{escape(event.turn_of)}'s turn" if event.turn_of else ""


def defenses(event: events.Combatant, names: Names) -> str:
    """Write the three defenses side by side."""
    return join([defense for defense in (event.iron, event.ward, event.grit) if defense is not UNSET], "/")


COLUMNS = (
    Column(
        "hp", "hp", lambda event, _: () if UNSET in (event.hp, event.max_hp) else bar(event.hp, event.max_hp), rank=0
    ),
    STATE,
    column("conditions", "", rank=1),
    Column("stress", "", lambda event, _: f"stress {event.stress}/{event.max_stress}" if event.stress else "", rank=2),
    DONE,
    column("position", "", rank=4),
    column("wielding", "", rank=5),
    Column("iron", "iron/ward/grit", defenses, rank=6),
    column("tier", "tier#", rank=7),
)


VIEW = View(head=turn_of, hit=hit, silent=("slammed", "stress", "turn"))
SENTENCES = by_kind(
    *(move, attack, wound, test, contest, turn, condition, suffers, healed),
    *(protects, soaked, recover, stress, slammed, goal, order, declare),
    phase=Grouped(phases),
    **{"summed up": Grouped(summed_up)},
)
