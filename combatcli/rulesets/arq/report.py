"""How `arq` tells its own events, and what its `show` lists."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from combatcli.report import combatants, fight
from combatcli.report.blocks import Block, Column, Line, Names, View, bar, ids, join
from combatcli.report.combatants import DONE, STATE, column, versus
from combatcli.report.sentences import by_kind
from combatcli.text import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.arq import events

VERBS = {"melee": "fights", "missile": "shoots at", "reaction": "answers"}


def move(event: events.Move, names: Names) -> list[Line]:
    """Say who went where, or was pulled back, and who may answer it."""
    return fight.move(event, names, "--reaction", "is pulled back" if event.back else "moves")


def attack(event: events.Attack, names: Names) -> list[Block]:
    """Say who drew what, and who is wounded."""
    word = "LEVEL" if event.level else "LOST" if event.wounded == event.attacker else ""
    does = f"wound for {escape(event.wounded)}" if event.wounded else ""
    return fight.with_sum(event, does, _attack(event, names), word=word)


def _attack(event: events.Attack, names: Names) -> Line:
    start = f"{names(event.attacker)} {VERBS[event.kind]} {names(event.target)}: {_drawn(event, event.kept, names)}"
    if event.level:
        return Line(f"{start}: level, nothing is settled.", "quiet")
    if event.wounded is None:
        return Line(f"{start}: miss.", "quiet")
    return Line(f"{start}: {names(event.wounded)} is wounded.", "" if event.hit else "bad")


def _drawn(event: events.Attack | events.Contest | events.Test, counted: Sequence[int], names: Names) -> str:
    """Say who drew which cards, which of them count, and what they read against."""
    which = f", {join(counted)} counts" if len(event.faces) > len(counted) else ""
    if not event.faces:
        return f"{event.total} against {event.needed}"
    if len(event.drew) > 1:
        each = zip(event.drew, counted, (event.total, event.needed), strict=True)
        return join([f"{names(who)} draws card {card} (reads {reading})" for who, card, reading in each])
    return f"{names.all(event.drew)} draws {_cards(event.faces)}{which} (reads {event.total}) against {event.needed}"


def shuffle(event: events.Shuffle, names: Names) -> Line:
    """Say whose deck was spent, which cards went back, and how many are in it again."""
    cards = f"{event.cards} {'card is' if event.cards == 1 else 'cards are'}"
    back = _cards(event.back)
    return Line(f"The deck of {names(event.who)} is spent and shuffled: {back} went back, {cards} in it again.", "warn")


def contest(event: events.Contest, names: Names) -> Line:
    """Say who won a test, or came first."""
    start = f"{fight.both_sides(event, names)}: {_drawn(event, event.counted, names)}"
    if event.success is None:
        return Line(f"{start}: level, nothing is settled.", "quiet")
    return Line(f"{start}: {fight.winner(event, names)}.")


def test(event: events.Test, names: Names) -> Line:
    """Say how a test went."""
    outcome = {True: "succeeds", False: "fails", None: "level, nothing is settled"}[event.success]
    start = f"{names(event.who)} tests {escape(event.trait)}: {_drawn(event, event.counted, names)}"
    return Line(f"{start}: {outcome}.", "good" if event.success else "bad")


def void(event: events.Void, names: Names) -> Line:
    """Say which test never was."""
    own, other = _cards(event.faces), _cards(event.other_faces)
    back = f"{own} and {other} of {names(event.against)}" if event.against and event.other_faces else own
    verb = "go" if len(event.faces) + len(event.other_faces) > 1 else "goes"
    dropped = ", and the hit that it left is dropped" if event.dropped else ""
    out = (
        f"; the shuffle never was: {_cards(event.out)} {'is' if len(event.out) == 1 else 'are'} out"
        if event.out
        else ""
    )
    return Line(f"The last test of {names(event.who)} is void: {back} {verb} back{dropped}{out}.")


def _cards(cards: Sequence[int]) -> str:
    return f"{'card' if len(cards) == 1 else 'cards'} {join(cards)}" if cards else "no card"


def order(event: events.Order, names: Names) -> list[Block]:
    """Say which side activates, what is left, and who waits."""
    if event.table:
        return [Line(f"In file order: {names.all(event.order)}.")]
    lines: list[Block] = [Line(f"A card of the {escape(side)}: they activate one.", "head") for side in event.order]
    left = join([f"{escape(side)} {count}" for side, count in event.left.items()]) or "nothing"
    return [*lines, Line(f"Left in the deck: {left}."), Line(f"Not yet activated: {ids(event.waiting)}.")]


def declare(event: events.Declare, names: Names) -> Line:
    """Say who acts, passes, or has been activated, and who has not."""
    plan = f": {escape(event.plan)}" if event.plan else ""
    what = {"act": f"acts{plan}", "pass": "passes", "activated": "has been activated"}[event.action]
    return Line(f"{names(event.who)} {what}. Not yet activated: {ids(event.waiting)}.")


def phase(event: events.Phase, names: Names) -> list[Line]:
    """Say who has not acted, and which phase begins."""
    undone = [Line(f"Not acted: {ids(event.undone)}.", "warn")] if event.undone else []
    return [*undone, combatants.phase(event, names)]


def recover(event: events.Recover, names: Names) -> Line:
    """Say what healed."""
    return Line(f"{names(event.who)}: {event.cleared['wounds_taken']} healed, {event.left} left.", "good")


def wound(event: events.Wound, names: Names) -> Line:
    """Say who is wounded, and how much more they can take."""
    more = f"; {event.left} more until they fall" if event.left else ""
    lost = event.marked["wounds_taken"] or "nothing"
    return Line(f"{names(event.target)} takes {lost}{fight.origin(event, names)}{more}.", "bad")


def boxes(event: events.Combatant, names: Names) -> Sequence[Line]:
    """Draw how many wounds are left to take, of how many."""
    if event.wounds is UNSET or event.wounds_taken is UNSET:
        return ()
    return bar(event.wounds - event.wounds_taken, event.wounds)


def traits(event: events.Combatant, names: Names) -> str:
    """Write the traits with their ranks."""
    return join([f"{escape(trait)} {rank}" for trait, rank in ({} if event.traits is UNSET else event.traits).items()])


COLUMNS = (
    Column("wounds_taken", "", boxes, rank=0),
    STATE,
    column("position", "", rank=4),
    DONE,
    versus(rank=3),
    versus("threats", "may be answered by", rank=2),
    Column(
        "cards_left",
        "",
        lambda event, _: f"{event.cards_left} cards" if isinstance(event.cards_left, int) else "",
        rank=6,
    ),
    Column("traits", "", traits, rank=5),
    column("gifts", "", rank=7),
)
VIEW = View(hit=lambda event: str(event.wounds), silent=("void",))
SENTENCES = by_kind(move, attack, contest, test, shuffle, void, order, declare, phase, recover, wound)
