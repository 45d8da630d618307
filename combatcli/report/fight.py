"""Attacks, wounds, tests and their consequences, in the words that all games share."""

from collections.abc import Sequence

from msgspec import UNSET

from combatcli.events import Attack, Condition, Contest, DiscardedHit, Move, NoHitPending, Recover, Test, Wound
from combatcli.records import Event
from combatcli.report.blocks import Block, Line, Names, count_of, join, toml_without_quotes
from combatcli.text import decimal, escape

OVER = {"over": "the time is over"}


def mark_pending_hits(events: Sequence[Event]) -> list[Event]:
    """Return the events with each hit marked as pending or not: a wound of its target ends it.

    A hit without damage ends with a condition that its attacker causes.
    """
    marked: list[Event] = []
    settled: set[str | None] = {None}
    brought: set[tuple[str | None, str]] = set()
    for event in reversed(events):
        shown = event
        if isinstance(event, Wound):
            settled.add(event.target)
        elif isinstance(event, Condition) and event.by and not event.ended:
            brought.add((event.who, event.by))
        elif isinstance(event, Attack) and not (
            _target_to_wound(event) in settled
            or (not event.damage and (_target_to_wound(event), event.attacker) in brought)
        ):
            shown = event.changed(waits=True)
        marked.append(shown)
    return marked[::-1]


def _target_to_wound(event: Attack) -> str | None:
    """Return the target that an attack is to wound; None for a miss, or a hit without effect."""
    if event.damage == 0 and not event.inflicts:
        return None
    if event.wounded is not UNSET:
        return event.wounded
    return event.target if event.hit else None


def attack_result_with_sum(event: Attack, does: str, *sums: Line, word: str = "") -> list[Block]:
    """Say the result of an attack by ids, as HIT  mira -> ruffian  wound 5 pending, and the sum below it."""
    word = word or ("HIT" if event.hit else "MISS")
    who = f"{word:<4}  {escape(event.attacker)} -> {escape(event.target)}"
    still = " pending" if does and event.waits else ""
    verdict = Line(f"{who}{'  ' if does else ''}{does}{still}", "good" if event.hit else "quiet")
    return [verdict, *(Line(f"      {line.text}", line.tone) for line in sums)]


def attack(event: Attack, names: Names) -> list[Block]:
    """Say whether an attack hit, what was rolled and needed."""
    return attack_result_with_sum(
        event, f"damage {event.damage}" if event.hit and event.damage else "", _attack_sentence(event, names)
    )


def _attack_sentence(event: Attack, names: Names) -> Line:
    start = (
        f"{names(event.attacker):attacks} {names(event.target)}{weapon_phrase(event)}: "
        f"{faces_and_total(event)}, needs {event.needed}"
    )
    if not event.hit:
        return Line(f"{start}: miss.", "quiet")
    damage = "" if event.damage is None else f", damage {event.damage}"
    return Line(f"{start}: hit{damage}.")


def weapon_phrase(event: Attack) -> str:
    """Say what an attack was made with; nothing for bare hands."""
    return "" if event.weapon in ("", "unarmed") else f" with {escape(event.weapon)}"


def faces_and_total(event: Attack | Contest | Test) -> str:
    """Say the faces and their total."""
    faces = f"rolls {join(event.faces)}, " if event.faces else ""
    return f"{faces}total {event.total}"


def wound(event: Wound, names: Names) -> Line:
    """Say what a wound takes from its target."""
    lost = event.marked
    words = [f"{points} {what}" for what, points in lost.items() if points] if isinstance(lost, dict) else [str(lost)]
    start = f"{names(event.target):takes} {event.amount}{attacker_and_cause(event, names)}"
    return Line(f"{start}: {join(words) or 'nothing'} lost.", "bad")


def attacker_and_cause(event: Wound, names: Names) -> str:
    """Say the source of a wound: the attacker, and the cause if it is not a blow."""
    if not event.by:
        return f" from {escape(event.cause)}" if event.cause else ""
    return f" from {names(event.by)}" + (f" ({escape(event.cause)})" if event.cause else "")


def unhurt(event: NoHitPending, names: Names) -> Line:
    """Say that no hit was pending."""
    on = f" on {names.all(event.targets)}" if event.targets else ""
    return Line(f"Nothing is pending{on}, so nobody is wounded.", "quiet")


def discard(event: DiscardedHit, names: Names) -> Line:
    """Say which pending hit was discarded."""
    return Line(f"Discarded: the hit of {names(event.attacker)} on {names(event.target)}.")


def recover(event: Recover, names: Names) -> Line:
    """Say what a combatant has recovered."""
    return Line(
        f"{names(event.who):recovers}: {toml_without_quotes(event.cleared) if event.cleared else 'nothing'}.", "good"
    )


def test(event: Test, names: Names) -> Line:
    """Say a test as it was rolled."""
    purpose = f" to {escape(event.purpose)}" if event.purpose else ""
    who, outcome = names(event.who), {True: "succeeds", False: "fails", None: "settles nothing"}[event.success]
    text = f"{who:tests} {escape(event.trait)}{purpose}: {faces_and_total(event)}, needs {event.needed}"
    return Line(f"{text}: {who.verb(outcome)}.", "good" if event.success else "bad")


def contest(event: Contest, names: Names) -> Line:
    """Say who won a contest, or came first."""
    who, other = names(event.who), names(event.against)
    start = f"{who} ({escape(event.trait)}) against {other}: {faces_and_total(event)} against {event.needed}"
    return Line(f"{start}: {winner_text(event, names)}.")


def both_traits(event: Contest, names: Names) -> str:
    """Say who is against whom in a contest, and by which traits."""
    who, other = names(event.who), names(event.against)
    return f"{who} ({escape(event.trait)}) against {other} ({escape(event.against_trait)})"


def winner_text(event: Contest, names: Names) -> str:
    """Say who wins a contest, or who comes first in a dash."""
    if event.dash:
        return who_comes_first(event, names)
    if event.success is None:
        return "nobody has the upper hand"
    return f"{names(event.who if event.success else event.against):holds} the upper hand"


def who_comes_first(event: Contest, names: Names) -> str:
    """Say who comes first."""
    return f"{names(event.first):comes} first" if event.first else "both at the same time"


def condition(event: Condition, names: Names, about: str = "") -> Line:
    """Say which condition began or ended, and why."""
    degree = event.severity if isinstance(event.severity, int) else event.quality
    name = f"{escape(event.name)}{f' {degree}' if isinstance(degree, int) else ''}"
    name += f" {names(event.of)}" if event.of else about
    if not event.ended:
        by = f" by {names(event.by)}" if event.by else ""
        verb = "stays" if event.stands else "is"
        rounds = f" for {count_of(event.rounds, 'round')}" if event.rounds else ""
        note = f" ({escape(event.note)})" if event.note else ""
        return Line(f"{names(event.who):{verb}} {name}{by}{rounds}{note}.", "bad")
    because = f": {reason_with_names(event.reason, names)}" if event.reason else ""
    return Line(f"{names(event.who):is} no longer {name}{because}.")


def reason_with_names(reason: str, names: Names) -> str:
    """Say why something ended, with ids replaced by names."""
    return join([names(word) for word in OVER.get(reason, reason).split(" ")], " ")


def move(event: Move, names: Names, answer: str = "", verb: str = "moves") -> list[Line]:
    """Say who went where, who stopped them, and who may answer with which option of `attack`."""
    verb = "is pushed" if event.pushed else "is taken" if event.displaced else verb
    if isinstance(event.to, list) and event.from_ == event.to:
        return [Line(f"{names(event.who):stays} at {arena_or_point_text(event.to)}{_stopped_by(event, names)}.")]
    start = f" from {arena_or_point_text(event.from_)}" if event.from_ is not None else ""
    to = f" to {arena_or_point_text(event.to)}" if event.to is not None else ""
    mover = escape(event.who)
    answers = [
        Line(f"{names(foe)} may answer it{f': attack {escape(foe)} {mover} {answer}' if answer else '.'}", "warn")
        for foe in event.reactions
    ]
    return [Line(f"{names(event.who):{verb}}{start}{to}{_stopped_by(event, names)}."), *answers]


def _stopped_by(event: Move, names: Names) -> str:
    """Say who or what stopped a move."""
    return f", stopped by {names.all(event.stopped_by)}" if event.stopped_by else ""


def arena_or_point_text(where: object) -> str:
    """Return an arena, or a point as (10, 0)."""
    return f"({join(map(decimal, where))})" if isinstance(where, list) else escape(str(where))
