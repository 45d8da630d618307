"""Exact chances and distributions, in sentences, columns and bars."""

from __future__ import annotations

from math import nextafter

from combatcli.report.blocks import BARS, Grid, Line
from combatcli.text import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from combatcli.events import Event
    from combatcli.report.blocks import Block, Names

BAR = 40
DIGITS = 300
CERTAIN = 100


def odds(events: Sequence[Event], names: Names) -> list[Block]:
    """Say a chance as a fraction and a percentage."""
    return [Line(f"Chance {_of(event)}{_whose(event, names)}: {_chance(event)}.") for event in events]


PHRASES = {
    "hit": "to hit",
    "taken out": "to be taken out",
    "cleared": "to clear a wound",
    "same time": "of a tie",
    "forced": "that it must be forced",
}


def _of(event: Event) -> str:
    if event["of"] == "taken out" and "target" in event:
        return "to take the target out"
    return PHRASES.get(event["of"], f"of {escape(event['of'])}")


def _chance(event: Event) -> str:
    percent = _percent(event["percent"])
    return f"{event['chance']} = {percent}" if "/" in event["chance"] else percent


def _percent(percent: float) -> str:
    """Write a percentage with four digits, or as many as tell it from 100 %."""
    digits = next((each for each in range(4, 17) if percent == CERTAIN or float(f"{percent:.{each}g}") < CERTAIN), 17)
    return f"{percent:.{digits}g} %"


def _whose(event: Event, names: Names) -> str:
    who = event.get("attacker", event.get("who"))
    other = event.get("target", event.get("against"))
    return "".join([f" for {names(who)}" if who else "", f" against {names(other)}" if other else ""])


def distribution(events: Sequence[Event], names: Names) -> list[Block]:
    """Show how likely each outcome is."""
    return [block for event in events for block in _distribution(event, names)]


def _distribution(event: Event, names: Names) -> list[Block]:
    title = event.get("expression") or f"{event.get('of', '')}{_whose(event, names)}"
    shares = {outcome: _share(chance) for outcome, chance in event["outcomes"].items()}
    tallest = max(shares.values(), default=1.0) or 1.0
    rows = [
        (str(outcome), event["outcomes"][outcome], _percent(100 * share), "█" * round(BAR * share / tallest))
        for outcome, share in shares.items()
    ]
    summary = f"mean {event['mean']:.6g}, deviation {event['deviation']:.6g}"
    more = [Line(f"and more, each less likely: {event['rest']} in all")] if event.get("rest") else []
    return [Grid(escape(str(title)), ("outcome#", "chance#", "percent#", BARS), rows), *more, Line(summary)]


def csv(events: Sequence[Event]) -> str:
    """Write distributions and chances as lines of CSV: outcome, chance, percent."""
    lines = ["outcome,chance,percent"]
    for event in events:
        if event["event"] == "odds":
            lines.append(f"{event['of']},{event['chance']},{event['percent']!r}")
        else:
            lines += [f"{outcome},{chance},{100 * _share(chance)!r}" for outcome, chance in event["outcomes"].items()]
    return "\n".join(lines) + "\n"


def _share(chance: str) -> float:
    """Return a chance as a float; of numbers too long to be read whole their first digits are enough."""
    above, _, below = chance.partition("/")
    lost = max(0, len(above) - DIGITS) - max(0, len(below) - DIGITS)
    share = int(above[:DIGITS]) / int(below[:DIGITS] or 1) * 10.0**lost
    return min(share, nextafter(1.0, 0.0)) if below else share
