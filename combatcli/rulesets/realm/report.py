"""How `realm` tells its own events, and what its `show` lists."""

from __future__ import annotations

from collections.abc import Sequence

from combatcli.events import Table
from combatcli.report import arenas, combatants, fight
from combatcli.report.blocks import (
    Block,
    Brief,
    Column,
    Grouped,
    Heading,
    Line,
    Names,
    Row,
    Sheet,
    View,
    ids,
    join,
    with_sign,
)
from combatcli.report.combatants import DECLARED, DONE, STATE, column, versus
from combatcli.report.sentences import by_kind
from combatcli.text import escape, shortlist

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.realm import events


MANY = 20


def attack(event: events.Attack, names: Names) -> list[Block]:
    """Say what came of it, and the sum as a player would."""
    return fight.with_sum(event, _wounds(event), _attack(event, names))


def _wounds(event: events.Attack) -> str:
    wounds = [*event.wounds, *(["the lowest"] if event.lowest else [])] if event.hit else []
    return f"wound{'s' if len(wounds) > 1 else ''} {join(wounds, ' and ')}" if wounds else ""


def _attack(event: events.Attack, names: Names) -> Line:
    verb = "answers" if event.counter else "attacks"
    taker = names(event.target)
    whom = names(event.instead_of or event.target)
    instead = f", but {taker} steps in" if event.instead_of else ""
    weapon = fight.with_weapon(event)
    helped = f", assisted by {names.all(event.assisted_by)}" if event.assisted_by else ""
    added = join([f"{with_sign(value)} {escape(reason)}" for reason, value in event.bonuses.items()])
    bonuses = f" ({added})" if added else ""
    rolled = f"rolls {join(event.faces)}, keeps {join(event.kept, ' + ')}{bonuses} = {event.total}"
    start = f"{names(event.attacker)} {verb} {whom}{weapon}{helped}{instead}: {rolled}, needs {event.needed}"
    if not event.hit:
        return Line(f"{start}: miss.", "quiet")
    first, *others = map(str, event.damage_faces)
    if event.damage_bonus:
        first += f" {'+' if event.damage_bonus > 0 else '-'} {abs(event.damage_bonus)}"
    if event.face_bonus:
        first += f" + {event.face_bonus} by the face die"
    less = f", armor takes off {event.armor}" if event.armor else ""
    return Line(f"{start}: hit, damage {join([first, *others])}{less}, {_wounds(event)}.")


def wound(event: events.Wound, names: Names) -> Line:
    """Say which box was marked."""
    start = f"{names(event.target)} takes wound {event.amount}{fight.origin(event, names)}"
    if event.marked is None:
        return Line(f"{start}, but no box is left to mark.", "bad")
    return Line(f"{start}: box {event.marked} is marked.", "bad")


def recover(event: events.Recover, names: Names) -> list[Line]:
    """Say what healed."""
    who = names(event.who)
    rolled = f" (rolled {join(event.faces)})" if event.faces else ""
    several = len(event.cleared) > 1
    boxes = f"wound{'s' if several else ''} {join(event.cleared, ' and ')} clear{'' if several else 's'}"
    cleared = boxes if event.cleared else "no wound clears"
    lines = [Line(f"{who}: {cleared}{rolled}; marked now: {join(event.left) or 'none'}.", "good")]
    if event.beyond_rest:
        beyond = join(event.beyond_rest, " and ")
        which = f"wounds {beyond} are" if len(event.beyond_rest) > 1 else f"wound {beyond} is"
        lines.append(Line(f"{who}'s {which} above 5 and cannot clear by rest.", "warn"))
    return lines


def condition(event: events.Condition, names: Names) -> list[Line]:
    """Say what began or ended; who broke free is told what that leaves them, and that this ends goes without saying.

    That a focus is completed has a sentence of its own.
    """
    if event.name == "focusing" and event.reason == "completed":
        return []
    if event.name != "freed":
        return [fight.condition(event, names)]
    return [] if event.ended else [Line(f"{names(event.who)} may move one arena this round, and no further.", "warn")]


def contest(event: events.Contest, names: Names) -> Line:
    """Say who won a contest, or came first."""
    own, other = event.faces
    less = f" (-{event.less} for several at once)" if event.less else ""
    rolls = f"rolls {own} for {event.total}{less} against {other} for {event.needed}"
    return Line(f"{fight.both_sides(event, names)}: {rolls}: {fight.winner(event, names)}.")


def awesome(event: events.Awesome, names: Names) -> Line:
    """Say where an Awesome went."""
    points = f"{with_sign(event.change)} Awesome ({escape(event.purpose)})"
    return Line(f"{names(event.who)}: {points}, {event.left} left.")


def focused(event: events.Focused, names: Names) -> Line:
    """Say what comes of a focus."""
    return Line(
        f"{names(event.who)} completes what was declared in secret."
        if event.secret
        else f"{names(event.who)} completes the focus{': ' + escape(event.plan) if event.plan else ''}."
    )


def done(event: events.Done, names: Names) -> Line:
    """Say who has acted."""
    return Line(f"{names(event.who)} has acted.")


def released(event: events.Released, names: Names) -> Line:
    """Say who is free of one hold, and who holds on."""
    return Line(
        f"{names(event.who)} is free of {names(event.holder)}: {fight.why(event.reason, names)}; "
        f"still held by {names.all(event.left)}."
    )


def phase(event: events.Phase, names: Names) -> list[Line]:
    """Say which phase begins, what was left undone in the last one, and who acts now."""
    undone = [
        f"{escape(line['who'])}: {_plan(line)}" + (f" ({line['fallen']})" if line.get("fallen") else "")
        for line in event.undone
    ]
    acting = [Line(f"To act: {ids(event.acting)}.")] if event.acting else []
    return [
        *(Line(f"Declared and not done: {line}.", "warn") for line in undone),
        combatants.phase(event, names),
        *acting,
    ]


def proposal(event: events.Proposal, names: Names) -> list[Line]:
    """Say what is proposed, and how it joins."""
    name = escape(event.name)
    return [
        Line(f"Proposed: arena {name} ({event.kind}) beside {escape(event.beside)}."),
        Line(f"It joins if you accept it: arena accept {name}", "warn"),
    ]


def rejected(event: events.Rejected, names: Names) -> Line:
    """Say what does not join."""
    return Line(f"Arena {escape(event.name)} beside {escape(event.beside)} does not join.")


def arena(changes: Sequence[events.Arena], names: Names) -> list[Block]:
    """Say what changed, or list; and how large an open arena is where one was laid out by feet."""
    measured = [event for event in changes if event.measure and event.change]
    measures = [Line(f"Arena {escape(event.name)}: an open arena is {event.measure}.") for event in measured]
    return [*arenas.arena.blocks(changes, names), *measures]


def suggest(event: events.Suggest, names: Names) -> Line:
    """Say which kind some scenery suggests, and why."""
    also = f", before {join(event.others)}" if event.others else ""
    favors = f"; +2 to {join(event.favours, ' and ')}" if event.favours else "; favors no weapon"
    if event.barrier:
        return Line(f'"{escape(event.barrier)}": a wall that stops you is not an arena, but the end of one.')
    if not event.reason:
        return Line(f'{event.kind}: nothing in "{escape(event.words)}" suggests a kind{favors}.')
    return Line(f'{event.kind}: suggested by "{event.reason}"{also}{favors}.')


def carried(event: events.Carried, names: Names) -> Line:
    """Say what an arena on somebody's back touches now."""
    return Line(f"Arena {escape(event.arena)} goes with {names(event.bearer)} and touches {join(event.links)}.")


def boxes(event: events.Combatant, names: Names) -> Sequence[Line]:
    """Write the wound boxes in a row: the marked ones by their numbers, the others as dots."""
    if not event.wounds:
        return ()
    marked = event.marked or []
    return [
        part
        for box in range(1, event.wounds + 1)
        for part in (
            Line(" " if box > 1 else ""),
            Line(str(box), "bad") if box in marked else Line(".".rjust(len(str(box))), "box"),
        )
    ]


def hit(event: events.Pending) -> str:
    """Say which wounds a hit brings."""
    return join([*event.wounds, *(["lowest"] if event.lowest else [])], "+")


def board(phases: Sequence[events.Board], names: Names) -> list[Block]:
    """Show the board: who has declared nothing, then each phase with who acts where."""
    rows: list[Row | Heading | Line] = []
    for event in phases:
        now = " <- now" if event.current else ""
        rows.append(Heading(f"{event.number} {event.phase}{now}"))
        for line in event.declared:
            to_act = event.current and line.get("not_done") and not line.get("fallen")
            rows.append(Row(">" if to_act else "", (escape(line["who"]), _plan(line), _came_of(line))))
    head = [Line(f"Round {phases[0].round}, turn {phases[0].turn}", "head")]
    silent = phases[0].undeclared
    whole = Line(f"UNDECLARED  {ids(silent)}", "warn")
    brief = Line(f"UNDECLARED  {shortlist(list(map(escape, silent)), MANY)}", "warn")
    return [*head, *([Brief([brief], [whole])] if silent else []), Sheet(("", "", ""), (0, 0, 0), rows)]


def _plan(line: Table) -> str:
    """Say what somebody declared, as far as it is not a secret."""
    if line.get("secret"):
        return "secret"
    whom = ["somebody"] if line.get("hidden") else map(escape, line.get("targets") or ())
    plan = f'"{escape(line["plan"])}"' if line.get("plan") else ""
    return join(filter(None, [line.get("action") or "undecided", join(whom), plan]), " ")


def _came_of(line: Table) -> Line:
    """Say what came of a declaration: done, broken, or not done yet."""
    words = [word for word in ("done", "broken") if line.get(word)]
    words += [line["fallen"]] if line.get("fallen") else []
    late = line.get("not_done") and not line.get("fallen")
    return Line(join([*(["NOT DONE"] if late else []), *words]), "bad" if late else "quiet")


def declare(event: events.Declare, names: Names) -> Line:
    """Say what was declared, as far as it is not a secret."""
    targets = " somebody" if event.hidden else f" {names.all(event.targets)}" if event.targets else ""
    plan = f' "{escape(event.plan)}"' if event.plan else ""
    what = "secret" if event.secret else f"{event.action or 'undecided'}{targets}{plan}"
    start = f"{'Revealed: ' if event.revealed else ''}phase {event.phase}: {names(event.who)}"
    return Line(f"{start}: {what}{', changed' if event.changed else ''}")


COLUMNS = (
    Column("wounds", "", boxes, is_whole=True, rank=0),
    STATE,
    column("wielding", "", rank=5),
    DECLARED,
    DONE,
    Column("awesome", "", lambda event, _: f"*{event.awesome}" if event.awesome else "", rank=4),
    versus(rank=6),
)


VIEW = View(
    head=lambda event: f"bowl {event.bowl}" if event.bowl else "",
    hit=hit,
    arena=lambda event: f"{join(event.favours)} +{event.bonus}" if event.favours else "",
    silent=("awesome", "done", "board"),
)
SENTENCES = by_kind(
    *(attack, wound, recover, contest, condition, awesome, focused, done),
    *(released, phase, declare, proposal, suggest, rejected, carried),
    board=Grouped(board),
    arena=Grouped(arena),
)
