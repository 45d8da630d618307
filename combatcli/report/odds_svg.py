"""Distributions as an SVG picture: bars for one, lines with different dashes and marks for several."""

from collections.abc import Sequence
from math import ceil, floor, log10

from combatcli.dice_events import Distribution
from combatcli.report.forecast_svg import COLORS, DASHES, HIGH, TOP, WIDTH, svg_of_parts, svg_text_at
from combatcli.report.odds import as_float

MARKS = ("M-3 -3H3V3H-3Z", "M0 -4L4 4H-4Z", "M-4 0L0 -4L4 0L0 4Z", "M-4 -4L4 4M-4 4L4 -4")
"""A square, a triangle, a diamond, a cross."""
BARELY = 1 - 1e-9
MOST_LABELS = 12
MOST_MARKS = 40
MOST_BARS = 60
"""An expression with more outcomes than this is drawn as a line."""


def odds_svg(events: Sequence[Distribution]) -> str:
    """Return the picture of the chances of each outcome, or of it or more, or of it or less."""
    shown = [event.at_least or event.at_most or event.outcomes for event in events]
    lines = [{int(outcome): as_float(chance) for outcome, chance in chances.items()} for chances in shown]
    outcomes = sorted({outcome for line in lines for outcome in line})
    step = next_round_number(max([chance for line in lines for chance in line.values()]) / 4)
    top = step * ceil(max([chance for line in lines for chance in line.values()]) / step)
    left, right, low = 60, WIDTH - 20, TOP + HIGH
    wide = (right - left) / (outcomes[-1] - outcomes[0] + 1)
    places = {value: left + (value - outcomes[0] + 0.5) * wide for value in outcomes}
    parts = []
    for number in range(round(top / step) + 1):
        y = low - number * step / top * HIGH
        label = f"{100 * number * step:.6g} %"
        parts += [svg_text_at(left - 8, y + 5, label, "end"), f'<path d="M{left} {y:g}H{right}" stroke="#ccc"/>']
    every = max(1, round(next_round_number((outcomes[-1] - outcomes[0]) / MOST_LABELS)))
    parts += [svg_text_at(places[value], low + 20, str(value), "middle") for value in outcomes if not value % every]
    is_bars = len(events) == 1 and outcomes[-1] - outcomes[0] < MOST_BARS
    for number, (event, line) in enumerate(zip(events, lines, strict=True)):
        color = COLORS[number % len(COLORS)]
        points = [(places[value], low - line[value] / top * HIGH) for value in sorted(line)]
        y = low + 50 + 24 * number
        condition = f" given {event.given}" if event.given else ""
        parts.append(svg_text_at(left + 75, y + 5, event.expression + condition))
        if is_bars:
            parts += [
                f'<rect x="{x - wide * 0.4:.1f}" y="{high:.1f}" width="{wide * 0.8:.1f}" height="{low - high:.1f}" '
                f'fill="{color}"/>'
                for x, high in points
            ]
            parts.append(f'<rect x="{left + 40}" y="{y - 8}" width="20" height="16" fill="{color}"/>')
            continue
        dash = f'fill="none" stroke="{color}" stroke-width="2.5" stroke-dasharray="{DASHES[number % len(DASHES)]}"'
        mark = f'd="{MARKS[number % len(MARKS)]}" stroke="{color}" fill="{"white" if number // len(MARKS) else color}"'
        marked = [*points[:: -(-len(points) // MOST_MARKS)], (left + 30, y)]
        parts.append(f'<path d="M{"L".join([f"{x:.1f} {high:.1f}" for x, high in points])}" {dash}/>')
        parts.append(f'<path d="M{left} {y}H{left + 60}" {dash}/>')
        parts += [f'<path transform="translate({x:.1f} {high:.1f})" {mark}/>' for x, high in marked]
    return svg_of_parts(low + 50 + 24 * len(events), parts)


def next_round_number(least: float) -> float:
    """Return the least round number, 1, 2 or 5 times a power of ten, that is not below another."""
    power = 10.0 ** floor(log10(least or 1))
    return next(each * power for each in (1, 2, 5, 10) if each * power >= least * BARELY)
