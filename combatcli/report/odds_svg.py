"""Several distributions as an SVG picture: a line for each, with dashes, marks and names; it needs no color."""

from __future__ import annotations

from collections.abc import Sequence

from combatcli.dice_events import Distribution
from combatcli.report.forecast_svg import DASHES, HIGH, TOP, WIDTH, picture_of, text_at
from combatcli.report.odds import share_of

MARKS = ("M-3 -3H3V3H-3Z", "M0 -4L4 4H-4Z", "M-4 0L0 -4L4 0L0 4Z", "M-4 -4L4 4M-4 4L4 -4")
"""A square, a triangle, a diamond, a cross."""
MOST_LABELS = 12
MOST_MARKS = 40


def odds_svg(events: Sequence[Distribution]) -> str:
    """Return the picture of the chances of each outcome, of each or more, or of each or less."""
    shown = [event.at_least or event.at_most or event.outcomes for event in events]
    lines = [{int(outcome): share_of(chance) for outcome, chance in chances.items()} for chances in shown]
    outcomes = sorted({outcome for line in lines for outcome in line})
    tallest = max([chance for line in lines for chance in line.values()])
    left, right, low = 60, WIDTH - 20, TOP + HIGH
    places = {
        value: left + (value - outcomes[0]) * (right - left) / max(1, outcomes[-1] - outcomes[0]) for value in outcomes
    }
    parts = []
    for quarter in range(5):
        y = low - quarter / 4 * HIGH
        told = f"{100 * tallest * quarter / 4:.3g} %"
        parts += [text_at(left - 8, y + 5, told, "end"), f'<path d="M{left} {y:g}H{right}" stroke="#bbb"/>']
    labeled = outcomes[:: -(-len(outcomes) // MOST_LABELS)]
    parts += [text_at(places[value], low + 20, str(value), "middle") for value in labeled]
    for number, (event, line) in enumerate(zip(events, lines, strict=True)):
        points = [(places[value], low - line[value] / tallest * HIGH) for value in sorted(line)]
        dash = f'fill="none" stroke="black" stroke-width="2" stroke-dasharray="{DASHES[number % len(DASHES)]}"'
        mark = f'd="{MARKS[number % len(MARKS)]}" stroke="black" fill="{"white" if number // len(MARKS) else "black"}"'
        y = low + 50 + 24 * number
        marked = [*points[:: -(-len(points) // MOST_MARKS)], (left + 30, y)]
        parts.append(f'<path d="M{"L".join([f"{x:.1f} {high:.1f}" for x, high in points])}" {dash}/>')
        parts.append(f'<path d="M{left} {y}H{left + 60}" {dash}/>')
        parts += [f'<path transform="translate({x:.1f} {high:.1f})" {mark}/>' for x, high in marked]
        given = f" given {event.given}" if event.given else ""
        parts.append(text_at(left + 75, y + 5, event.expression + given))
    return picture_of(low + 50 + 24 * len(events), parts)
