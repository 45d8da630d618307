"""Statistics of a whole fight, counted from its events: who did what, and with how much luck."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain
from typing import Any

from combatcli.events import Attack, GroupLoss, Rename, Stats, Wound
from combatcli.records import Event
from combatcli.report.story import FELLED


@cache
def mean_of(expression: str) -> float:
    """Return the mean of a dice expression as a float."""
    from combatcli.dice.exact.expression import odds
    from combatcli.dice.notation import parse

    return odds(parse(expression)).mean


class _Tally:
    """What a combatant did, by the keys of `Stats`; who wounded it last, and whether it is down."""

    def __init__(self) -> None:
        self.counts: dict[str, Any] = dict.fromkeys(("attacks", "hits", "misses", "damage", "felled"), 0)
        self.counts["luck"] = None
        self.wounded_by: _Tally | None = None
        self.down = False

    def count_attack(self, luck: float | None, *, hit: bool) -> None:
        """Count an attack."""
        self.counts["attacks"] += 1
        self.counts["hits" if hit else "misses"] += 1
        if luck is not None:
            self.counts["luck"] = (self.counts["luck"] or 0) + luck


def count_stats(commands: Sequence[Sequence[Event]], luck: Callable[[Event], float | None]) -> list[Stats]:
    """Count attacks, hits, misses, felled foes, and faces against their mean, for each combatant.

    Damage is what was lost, not what was rolled.
    """
    tallies: dict[str, _Tally] = defaultdict(_Tally)
    for event in chain(*commands):
        if isinstance(event, Attack):
            tallies[event.attacker].count_attack(luck(event), hit=event.hit)
            if event.manner == "both":
                tallies[event.target].count_attack(None, hit=event.wounded == event.attacker)
        if isinstance(event, Rename):
            now = {event.who if who == event.was else who: tally for who, tally in tallies.items()}
            tallies = defaultdict(_Tally, now)
        if isinstance(event, Wound) and event.by:
            tallies[event.by].counts["damage"] += event.lost
            tallies[event.target].wounded_by = tallies[event.by]
        fallen = tallies.get(_who_falls_in_words(event), _Tally())
        if fallen.wounded_by is not None and not fallen.down:
            fallen.wounded_by.counts["felled"] += 1
            fallen.down = isinstance(event, Wound)
    return [Stats(who=who, **tally.counts) for who, tally in tallies.items() if any(tally.counts.values())]


def _who_falls_in_words(event: Event) -> str:
    """Return who falls by an event: dead, out, or as a member of a group; empty if nobody does."""
    if isinstance(event, GroupLoss):
        return event.who
    if isinstance(event, Wound) and (set(event.status) - set(event.was)) & set(FELLED):
        return event.target
    return ""
