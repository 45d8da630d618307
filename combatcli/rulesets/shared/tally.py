"""Statistics of a whole fight, counted from its events: who did what, and with how much luck."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain
from typing import Any, TypeAlias

from combatcli.events import Attack, Loss, Rename, Stats, Wound
from combatcli.records import Event
from combatcli.report.story import FELLED

Luck = Callable[[Event], float | None]
Tallies: TypeAlias = "dict[str, dict[str, Any]]"
"""What each combatant did, by the keys of `Stats`."""


@cache
def mean_of(expression: str) -> float:
    """Return the mean of a dice expression as a float."""
    from combatcli.dice.exact.expression import odds
    from combatcli.dice.notation import parse

    return odds(parse(expression)).mean


def stats(commands: Sequence[Sequence[Event]], luck: Luck) -> list[Stats]:
    """Count attacks, hits, misses, felled foes, and faces against their mean, for each combatant.

    Damage is what was lost, not what was rolled.
    """
    tallies: Tallies = {}
    last_blow: dict[str, str] = {}
    down: set[str] = set()
    for event in chain(*commands):
        if isinstance(event, Attack):
            _count(_tally(tallies, event.attacker), luck(event), hit=event.hit)
            if event.manner == "both":
                _count(_tally(tallies, event.target), None, hit=event.wounded == event.attacker)
        if isinstance(event, Rename):
            tallies, last_blow, down = _renamed(event, tallies, last_blow, down)
        if isinstance(event, Wound) and event.by:
            last_blow[event.target] = event.by
            _tally(tallies, event.by)["damage"] += event.lost
        who = _fallen(event)
        if who in last_blow and who not in down:
            _tally(tallies, last_blow[who])["felled"] += 1
            down |= {who} if isinstance(event, Wound) else set()
    return [Stats(who=who, **tally) for who, tally in tallies.items()]


def _tally(tallies: Tallies, who: str) -> dict[str, Any]:
    counts = dict.fromkeys(("attacks", "hits", "misses", "damage", "felled"), 0)
    return tallies.setdefault(who, {**counts, "luck": None})


def _count(tally: dict[str, Any], luck: float | None, *, hit: bool) -> None:
    tally["attacks"] += 1
    tally["hits" if hit else "misses"] += 1
    if luck is not None:
        tally["luck"] = (tally["luck"] or 0) + luck


def _renamed(
    event: Rename, tallies: Tallies, last_blow: dict[str, str], down: set[str]
) -> tuple[Tallies, dict[str, str], set[str]]:
    """Return what is known of everybody by the id that somebody goes by from now on."""

    def now(who: str) -> str:
        return event.who if who == event.was else who

    return (
        {now(who): tally for who, tally in tallies.items()},
        {now(who): now(by) for who, by in last_blow.items()},
        set(map(now, down)),
    )


def _fallen(event: Event) -> str:
    """Return who falls by an event: dead, out, or as a member of a group; empty if nobody does."""
    if isinstance(event, Loss):
        return event.who
    fell = isinstance(event, Wound) and (set(event.status) - set(event.was)) & set(FELLED)
    return event.target if isinstance(event, Wound) and fell else ""
