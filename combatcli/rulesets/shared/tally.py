"""A whole fight counted from its events: who did what, and with how much luck."""

from __future__ import annotations

from functools import cache

from combatcli.records import Record
from combatcli.report.story import FELLED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from combatcli.events import Event

    Luck = Callable[[Event], float | None]


@cache
def mean_of(expression: str) -> float:
    """Return the exact mean of dice, as far as a float tells it."""
    from combatcli.dice.notation import parse
    from combatcli.dice.odds.expression import odds

    return odds(parse(expression)).mean


class _Tally(Record):
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
                tallies[event["target"]] = other.changed(damage=other.damage + 1)
        if event["event"] == "wound" and event.get("by"):
            last_blow[event["target"]] = event["by"]
            dealer = tallies.get(event["by"], _Tally())
            tallies[event["by"]] = dealer.changed(damage=dealer.damage + event["amount"])
        who = _fallen(event)
        if who in last_blow and who not in down:
            by = last_blow[who]
            tallies[by] = tallies[by].changed(felled=tallies[by].felled + 1)
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
