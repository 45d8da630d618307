"""A whole fight counted from its events: who did what, and with how much luck."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from combatcli.events import Attack, Event, Loss, Stats, Wound
from combatcli.records import Record
from combatcli.report.story import FELLED

Luck = Callable[[Event], float | None]


@cache
def mean_of(expression: str) -> float:
    """Return the exact mean of dice, as far as a float tells it."""
    from combatcli.dice.exact.expression import odds
    from combatcli.dice.notation import parse

    return odds(parse(expression)).mean


class _Tally(Record):
    attacks: int = 0
    hits: int = 0
    damage: int = 0
    felled: int = 0
    luck: float = 0.0
    rolled: bool = False


def stats(commands: Sequence[Sequence[Event]], luck: Luck) -> list[Stats]:
    """Count who did what: attacks, hits, misses, whom they felled, and the faces against their exact mean.

    Damage is what was lost, not what was rolled.
    """
    tallies: dict[str, _Tally] = {}
    last_blow: dict[str, str] = {}
    down: set[str] = set()
    for event in (event for events in commands for event in events):
        if isinstance(event, Attack):
            tallies[event.attacker] = _counted(tallies.get(event.attacker, _Tally()), event, luck)
        if isinstance(event, Wound) and event.by:
            last_blow[event.target] = event.by
            dealer = tallies.get(event.by, _Tally())
            tallies[event.by] = dealer.changed(damage=dealer.damage + event.lost)
        who = _fallen(event)
        if who in last_blow and who not in down:
            by = last_blow[who]
            tallies[by] = tallies[by].changed(felled=tallies[by].felled + 1)
            down |= {who} if isinstance(event, Wound) else set()
    return [
        Stats(
            who=who,
            attacks=tally.attacks,
            hits=tally.hits,
            misses=tally.attacks - tally.hits,
            damage=tally.damage,
            felled=tally.felled,
            luck=tally.luck if tally.rolled else None,
        )
        for who, tally in tallies.items()
    ]


def _fallen(event: Event) -> str:
    """Return who falls by an event: dead, out, or as a member of a group; empty if nobody does."""
    if isinstance(event, Loss):
        return event.who
    fell = isinstance(event, Wound) and (set(event.status) - set(event.was)) & set(FELLED)
    return event.target if isinstance(event, Wound) and fell else ""


def _counted(tally: _Tally, event: Attack, luck: Luck) -> _Tally:
    rolled = luck(event)
    return _Tally(
        tally.attacks + 1,
        tally.hits + event.hit,
        tally.damage,
        tally.felled,
        tally.luck + (rolled or 0),
        tally.rolled or rolled is not None,
    )
