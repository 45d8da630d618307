"""Exact chances and distributions, in sentences, columns and bars."""

from __future__ import annotations

from math import nextafter
from typing import NamedTuple

from combatcli.report.blocks import BARS, Brief, Grid, Line
from combatcli.text import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from combatcli.events import Event
    from combatcli.report.blocks import Block, Names

DIGITS = 300
CERTAIN = 100
BELOW_ONE = nextafter(1.0, 0.0)
ABOVE_NOTHING = nextafter(0.0, 1.0)
MANY = 20
"""More outcomes than so many are shown in brief on a terminal."""
TAIL = 0.005
SHORT = 11
LONG = 30
"""A fraction that is longer is left out on a terminal."""
MOST_ROWS = 60
ROWS = 40


def odds(events: Sequence[Event], names: Names) -> list[Block]:
    """Say a chance as a fraction and a percentage."""
    said: list[Block] = []
    for event in events:
        start = f"Chance {_of(event)}{_whose(event, names)}"
        whole = Line(f"{start}: {_chance(event)}.")
        brief = Line(f"{start}: {_percent(event['percent'])}.")
        said.append(Brief([brief], [whole]) if len(event["chance"]) > LONG else whole)
    return said


PHRASES = {
    "hit": "to hit",
    "taken out": "to be taken out",
    "cleared": "to clear a wound",
    "same time": "of a tie",
    "rest": "of more than is told apart",
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
    title = escape(str(event.get("expression") or f"{event.get('of', '')}{_whose(event, names)}"))
    rows = _rows(event["outcomes"])
    summary = f"mean {event['mean']:.6g}, deviation {event['deviation']:.6g}"
    more = _more(event["rest"]) if event.get("rest") else []
    brief = _with_short_tails(rows) if len(rows) > MANY else rows
    brief = _in_bands(brief) if len(brief) > MOST_ROWS else brief
    return [Brief([_grid(title, brief, brief=True)], [_grid(title, rows)]), *more, Line(summary)]


def _more(rest: str) -> list[Block]:
    """Say how likely all is that is not listed."""
    whole = Line(f"and more, each less likely: {rest} in all")
    brief = Line(f"and more, each less likely: {_percent(100 * _share(rest))} in all")
    return [Brief([brief], [whole]) if len(rest) > LONG else whole]


class _Row(NamedTuple):
    """An outcome, or several: how likely exactly, how likely it or more, as shares of 1."""

    outcome: str
    chance: str
    share: float
    at_least: float


def _rows(outcomes: dict[str, str]) -> list[_Row]:
    rows: list[_Row] = []
    above = 0.0
    for outcome, chance in reversed(outcomes.items()):
        share = _share(chance)
        above += share
        rows.append(_Row(str(outcome), chance, share, min(above, BELOW_ONE)))
    if rows:
        rows[-1] = rows[-1]._replace(at_least=1.0)
    return rows[::-1]


def _with_short_tails(rows: list[_Row]) -> list[_Row]:
    """Fold the outcomes at either end that together hardly ever come into one row each."""
    low = _tail_length([row.share for row in rows])
    high = _tail_length([row.share for row in reversed(rows)])
    middle = rows[low : len(rows) - high]
    if low > 1:
        together = sum(row.share for row in rows[:low])
        middle.insert(0, _Row(f"<={rows[low - 1].outcome}", "", together, 1.0))
    else:
        middle = rows[:low] + middle
    if high > 1:
        first = rows[len(rows) - high]
        return [*middle, _Row(f">={first.outcome}", "", first.at_least, first.at_least)]
    return middle + rows[len(rows) - high :]


def _in_bands(rows: list[_Row]) -> list[_Row]:
    """Bring outcomes that stand side by side into one row each, so that few rows are left."""
    width = -(-len(rows) // ROWS)
    bands = [rows[start : start + width] for start in range(0, len(rows), width)]
    return [
        _Row(_band_name(band), "", sum(row.share for row in band), band[0].at_least) if len(band) > 1 else band[0]
        for band in bands
    ]


def _band_name(band: list[_Row]) -> str:
    first, last = band[0].outcome, band[-1].outcome
    if first.startswith("<="):
        return f"<={last}"
    return f">={first}" if last.startswith(">=") else f"{first} to {last}"


def _tail_length(shares: list[float]) -> int:
    together = 0.0
    for count, share in enumerate(shares):
        together += share
        if together > TAIL:
            return count
    return 0


def _grid(title: str, rows: list[_Row], *, brief: bool = False) -> Grid:
    tallest = max((row.share for row in rows), default=1.0) or 1.0
    fractions = not brief or all(len(row.chance) <= SHORT for row in rows)
    cells = [
        (
            row.outcome,
            *([row.chance] if fractions else []),
            _percent(100 * row.share),
            _percent(100 * row.at_least),
            repr(row.share / tallest),
        )
        for row in rows
    ]
    return Grid(title, ("outcome#", *(["chance#"] if fractions else []), "=#", ">=#", BARS), cells)


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
    return max(min(share, BELOW_ONE), ABOVE_NOTHING) if below else share
