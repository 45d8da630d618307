"""How `arq` tells its own events, and what its `show` lists."""

from __future__ import annotations

from combatcli.report import fight, overview
from combatcli.report.blocks import Column, Line, join
from combatcli.report.overview import column
from combatcli.text import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from combatcli.events import Event
    from combatcli.report.blocks import Block, Names, Sentences

HOW = {"melee": "fights", "missile": "shoots at", "reaction": "answers"}


def attack(events: Sequence[Event], names: Names) -> list[Block]:
    """Say who drew what, and who is wounded."""
    return [_attack(event, names) for event in events]


def _attack(event: Event, names: Names) -> Line:
    start = f"{names(event['attacker'])} {HOW[event['kind']]} {names(event['target'])}: {_drawn(event, names)}"
    if event["level"]:
        return Line(f"{start}: level, nothing is settled.", "quiet")
    if event["wounded"] is None:
        return Line(f"{start}: miss.", "quiet")
    return Line(f"{start}: {names(event['wounded'])} is wounded.", "good" if event["hit"] else "bad")


def _drawn(event: Event, names: Names) -> str:
    """Say who drew which cards, which of them count, and what they read against."""
    counted: list[int] = event.get("counted") or event.get("kept") or []
    cards = event["faces"]
    which = f", {join(counted)} counts" if len(cards) > len(counted) else ""
    drew = f"{names.all(event['drew'])} draws {join(cards)}{which}, " if cards else ""
    return f"{drew}{event['total']} against {event['needed']}"


def contest(events: Sequence[Event], names: Names) -> list[Block]:
    """Say who won a test, or came first."""
    return [_contest(event, names) for event in events]


def _contest(event: Event, names: Names) -> Line:
    own, other = escape(event["trait"]), escape(event["against_trait"])
    start = f"{names(event['who'])} ({own}) against {names(event['against'])} ({other}): {_drawn(event, names)}"
    if event["success"] is None:
        return Line(f"{start}: level, nothing is settled.", "quiet")
    return Line(f"{start}: {fight.first_of(event, names) if event.get('dash') else fight.upper_hand(event, names)}.")


def test(events: Sequence[Event], names: Names) -> list[Block]:
    """Say how a test went."""
    outcome = {True: "succeeds", False: "fails", None: "settles nothing"}
    return [
        Line(
            f"{names(each['who'])} tests {escape(each['trait'])}: {_drawn(each, names)}: {outcome[each['success']]}.",
            "good" if each["success"] else "bad",
        )
        for each in events
    ]


def void(events: Sequence[Event], names: Names) -> list[Block]:
    """Say which test never was."""
    return [
        Line(
            f"The last test of {names(each['who'])} is void: "
            f"{join(['card ' + str(card) for card in each['faces']]) or 'no card'} goes back"
            f"{', and the hit that it left is dropped' if each['dropped'] else ''}."
        )
        for each in events
    ]


def order(events: Sequence[Event], names: Names) -> list[Block]:
    """Say which side activates, what is left, and who waits."""
    return [line for event in events for line in _order(event, names)]


def _order(event: Event, names: Names) -> list[Block]:
    if event["table"]:
        return [Line(f"Round the table: {names.all(event['order'])}.")]
    lines: list[Block] = [Line(f"A card of the {escape(side)}: they activate one.", "head") for side in event["order"]]
    left = join([f"{escape(side)} {count}" for side, count in event["left"].items()]) or "nothing"
    return [*lines, Line(f"Left in the deck: {left}."), Line(f"Not yet activated: {names.all(event['waiting'])}.")]


def declare(events: Sequence[Event], names: Names) -> list[Block]:
    """Say who acts, passes, or has been activated, and who has not."""
    return [_declare(event, names) for event in events]


def _declare(event: Event, names: Names) -> Line:
    plan = f": {escape(event['plan'])}" if event["plan"] else ""
    what = {"act": f"acts{plan}", "pass": "passes", "activated": "has been activated"}[event["action"]]
    return Line(f"{names(event['who'])} {what}. Not yet activated: {names.all(event['waiting'])}.")


def phase(events: Sequence[Event], names: Names) -> list[Block]:
    """Say who has not acted, and which phase begins."""
    lines: list[Block] = []
    for event in events:
        if event["undone"]:
            lines.append(Line(f"Not acted: {names.all(event['undone'])}.", "warn"))
        lines += overview.phase([event], names)
    return lines


def recover(events: Sequence[Event], names: Names) -> list[Block]:
    """Say what healed."""
    return [
        Line(f"{names(each['who'])}: {each['cleared']['wounds_taken']} healed, {each['left']} left.", "good")
        for each in events
    ]


def wound(events: Sequence[Event], names: Names) -> list[Block]:
    """Say who is wounded, and how much more they can take."""
    return [
        Line(
            f"{names(each['target'])} takes {each['marked']['wounds_taken']}; {each['left']} more until they fall.",
            "bad",
        )
        for each in events
    ]


def pending(events: Sequence[Event], names: Names) -> list[Block]:
    """Show which hits wait."""
    return overview.hits(
        events, names, [f"{each['wounds']} wound{'s' if each['wounds'] > 1 else ''}" for each in events]
    )


def boxes(event: Event, names: Names) -> str:  # noqa: ARG001  (every sentence and cell takes the same)
    """Write how many wounds are taken, of how many."""
    return f"{event['wounds_taken']}/{event['wounds']}"


def traits(event: Event, names: Names) -> str:  # noqa: ARG001  (as above)
    """Write the traits with their ranks."""
    return join([f"{escape(trait)} {rank}" for trait, rank in event["traits"].items()])


COLUMNS = (
    column("side"),
    column("position"),
    column("arena"),
    column("count", "count#"),
    Column("wounds_taken", "wounds", boxes),
    column("status"),
    Column("traits", "traits", traits),
    column("gifts"),
    column("cards_left", "cards#"),
    column("engaged"),
    column("threats", "may be answered by"),
)
SENTENCES: Sentences = {
    "attack": attack,
    "contest": contest,
    "test": test,
    "void": void,
    "order": order,
    "declare": declare,
    "phase": phase,
    "recover": recover,
    "wound": wound,
    "pending": pending,
}
