"""A whole fight from its journal: told in sentences, and counted: who did what, and with how much luck."""

from __future__ import annotations

from typing import NamedTuple

from combatcli.report.blocks import Line, join
from combatcli.report.sentences import blocks
from combatcli.text import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from combatcli.events import Event
    from combatcli.report.blocks import Names, Sentences

    Luck = Callable[[Event], float | None]

SILENT = ("declare", "order", "encounter", "unhurt", "change", "phase", "pending")
"""What is no part of a story; a game has more of it."""
FELLED = ("dead", "incapacitated", "broken", "dying")


def story(
    commands: Sequence[Sequence[Event]],
    names: Names,
    own: Sentences,
    *,
    silent: Sequence[str] = (),
    first_round: int = 1,
) -> list[Event]:
    """Tell what commands did, in sentences: an event each, with the round in which it was."""
    told: list[Event] = []
    now = first_round
    for events in commands:
        told_apart = {(event["who"], event["name"]) for event in events if event["event"] == "condition"}
        loud = [event for event in events if event["event"] not in (*SILENT, *silent)]
        said = [sentence for event in loud if (sentence := _sentence(event, names, own, told_apart))]
        if said:
            told.append({"event": "story", "round": now, "text": join(said, " ")})
        now = next((event["round"] for event in reversed(events) if event["event"] == "phase"), now)
    return told


def _sentence(event: Event, names: Names, own: Sentences, told_apart: set[tuple[str, str]]) -> str:
    kind = event["event"]
    if kind == "attack":
        return _attack(event, names)
    if kind == "wound":
        return _wound(event, names, told_apart)
    return join([block.text.strip() for block in blocks([event], names, own) if isinstance(block, Line)], " ")


def _attack(event: Event, names: Names) -> str:
    attacker, target = names(event["attacker"]), names(event["target"])
    weapon = f" with {escape(event['weapon'])}" if event["weapon"] not in ("", "unarmed") else ""
    if event["hit"]:
        return f"{attacker} hits {target}{weapon}."
    if event.get("level"):
        return f"{attacker} and {target} are level."
    if event.get("wounded") == event["attacker"]:
        return f"{attacker} attacks {target}, who gets the better of it."
    return f"{attacker} misses {target}{weapon}."


def _wound(event: Event, names: Names, told_apart: set[tuple[str, str]]) -> str:
    """Say what somebody takes, and what comes of it unless that is told apart."""
    status = [word for word in event["status"] if word in FELLED and (event["target"], word) not in told_apart]
    fate = f" and is {join(status, ' and ')}" if status else ""
    by = f" from {names(event['by'])}" if event.get("by") else ""
    return f"{names(event['target'])} takes {event['amount']}{by}{fate}."


def markdown(title: str, told: Iterable[Event]) -> str:
    """Write a story as Markdown: a heading a round, a paragraph a command."""
    parts = [f"# {_plain(title)}"]
    last = None
    for event in told:
        if event["round"] != last:
            last = event["round"]
            parts.append(f"## Round {last}")
        parts.append(_plain(event["text"]))
    return "\n\n".join(parts) + "\n"


def _plain(text: str) -> str:
    return "".join(f"\\{letter}" if letter in "\\`*_<>[]#" else letter for letter in text)


class _Tally(NamedTuple):
    attacks: int = 0
    hits: int = 0
    damage: int = 0
    felled: int = 0
    luck: float = 0.0
    rolled: bool = False


def stats(commands: Sequence[Sequence[Event]], luck: Luck) -> list[Event]:
    """Count who did what: attacks, hits, misses, damage, whom they felled, and the faces against their exact mean."""
    tallies: dict[str, _Tally] = {}
    last_blow: dict[str, str] = {}
    down: set[str] = set()
    for event in (event for events in commands for event in events):
        if event["event"] == "attack":
            tallies[event["attacker"]] = _counted(tallies.get(event["attacker"], _Tally()), event, luck)
            if event["hit"]:
                last_blow[event["target"]] = event["attacker"]
            elif event.get("wounded") == event["attacker"]:
                last_blow[event["attacker"]] = event["target"]
                other = tallies.get(event["target"], _Tally())
                tallies[event["target"]] = other._replace(damage=other.damage + 1)
        if event["event"] == "wound" and event.get("by"):
            last_blow[event["target"]] = event["by"]
            dealer = tallies.get(event["by"], _Tally())
            tallies[event["by"]] = dealer._replace(damage=dealer.damage + event["amount"])
        who = _fallen(event)
        if who in last_blow and who not in down:
            by = last_blow[who]
            tallies[by] = tallies[by]._replace(felled=tallies[by].felled + 1)
            down |= {who} if event["event"] == "wound" else set()
    return [
        {
            "event": "stats",
            "who": who,
            "attacks": tally.attacks,
            "hits": tally.hits,
            "misses": tally.attacks - tally.hits,
            "damage": tally.damage,
            "felled": tally.felled,
            "luck": tally.luck if tally.rolled else None,
        }
        for who, tally in tallies.items()
    ]


def _fallen(event: Event) -> str:
    """Return who falls by an event: dead, out, or as a member of a group; empty if nobody does."""
    if event["event"] == "loss":
        return str(event["who"])
    return str(event["target"]) if event["event"] == "wound" and set(event["status"]) & set(FELLED) else ""


def _counted(tally: _Tally, event: Event, luck: Luck) -> _Tally:
    rolled = luck(event)
    return _Tally(
        tally.attacks + 1,
        tally.hits + bool(event["hit"]),
        tally.damage + (event["damage"] or 0 if event["hit"] else 0),
        tally.felled,
        tally.luck + (rolled or 0),
        tally.rolled or rolled is not None,
    )
