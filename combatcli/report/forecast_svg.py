"""A forecast as an SVG picture, also legible in grey: bars for sides, a line for one key, a grid for two."""

from collections.abc import Sequence
from xml.sax.saxutils import escape

from combatcli.forecast_events import ForecastVariant, SideChance, Undecided
from combatcli.records import Event
from combatcli.report.forecast import value_as_in_file
from combatcli.text import escaped_and_cut

WIDTH, LEFT, TOP, ROW = 640, 160, 40, 32
HIGH = 240
"""The height of the field of lines."""
COLORS = ("#12436d", "#d9822b", "#28a197", "#a285d1", "#801650", "#b8b800")
"""Neighboring colors differ in lightness, so that they differ in grey too."""
DASHES = ("", "8 4", "2 3", "12 3 2 3")
"""The dashes of the sides' lines, in turn."""
DARK = 0.55
"""Letters are white from this shade on."""


def forecast_svg(events: Sequence[Event]) -> str:
    """Return the picture of sides, or of variants by one key or by two."""
    variants = [event for event in events if isinstance(event, ForecastVariant)]
    if not variants:
        return _bars_of_sides(events)
    return _lines_by_one_key(variants) if len(variants[0].values) == 1 else _grid_by_two_keys(variants)


def svg_of_parts(height: float, parts: Sequence[str], width: float = WIDTH) -> str:
    """Return a picture of parts with its size."""
    start = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" font-family="sans-serif"'
    back = f'<rect width="{width:g}" height="{height:g}" fill="white"/>'
    return "\n".join([f'{start} font-size="14">', back, *parts, "</svg>", ""])


def svg_text_at(x: float, y: float, text: str, anchor: str = "start", fill: str = "black") -> str:
    """Return text at a place; ``anchor`` says whether that is its start, middle or end."""
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{fill}">{escape(escaped_and_cut(text))}</text>'


def _bars_of_sides(events: Sequence[Event]) -> str:
    chances = [(event.side, event.wins, event.low, event.high) for event in events if isinstance(event, SideChance)]
    chances += [("undecided", row.chance, row.low, row.high) for row in events if isinstance(row, Undecided)]
    room = WIDTH - LEFT - 80
    parts = []
    for number, (side, chance, low, high) in enumerate(chances):
        y = TOP + number * ROW
        parts += [
            svg_text_at(LEFT - 10, y + 16, side, "end"),
            f'<rect x="{LEFT}" y="{y}" width="{chance * room:.1f}" height="22" fill="{COLORS[number % len(COLORS)]}"/>',
            _band_of_interval(f"M{LEFT + low * room:.1f} {y + 11}H{LEFT + high * room:.1f}"),
            svg_text_at(LEFT + high * room + 8, y + 16, f"{chance:.1%}"),
        ]
    return svg_of_parts(TOP + len(chances) * ROW + 20, [svg_text_at(10, 24, "Who wins"), *parts])


def _lines_by_one_key(variants: Sequence[ForecastVariant]) -> str:
    (key,) = variants[0].values
    left, right, low = 60, WIDTH - LEFT, TOP + HIGH
    step = (right - left) / max(1, len(variants) - 1)
    parts = [svg_text_at(10, 24, f"Who wins, by {key}")]
    for percent in (0, 25, 50, 75, 100):
        y = low - percent / 100 * HIGH
        parts += [
            svg_text_at(left - 8, y + 5, f"{percent} %", "end"),
            f'<path d="M{left} {y:g}H{right}" stroke="#ccc"/>',
        ]
    parts += [
        svg_text_at(
            left + place * step,
            low + 22,
            value_as_in_file(variant.values[key]) + ("*" if variant.fair else ""),
            "middle",
        )
        for place, variant in enumerate(variants)
    ]
    ends: list[float] = []
    for number, side in enumerate(variants[0].sides):
        points = [(left + place * step, low - variant.sides[side] * HIGH) for place, variant in enumerate(variants)]
        path = "L".join([f"{x:.1f} {y:.1f}" for x, y in points])
        dash = DASHES[number % len(DASHES)]
        color = COLORS[number % len(COLORS)]
        parts.append(f'<path d="M{path}" fill="none" stroke="{color}" stroke-width="2.5" stroke-dasharray="{dash}"/>')
        parts += [
            _band_of_interval(f"M{x:.1f} {y - variant.margin * HIGH:.1f}V{y + variant.margin * HIGH:.1f}")
            for (x, y), variant in zip(points, variants, strict=True)
            if variant.margin
        ]
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{color}"/>' for x, y in points]
        y = points[-1][1] + 5
        while any(abs(y - other) < 15 for other in ends):
            y += 15
        ends.append(y)
        parts.append(svg_text_at(right + 10, y, side))
    return svg_of_parts(max(low + 36, *[end + 10 for end in ends]), [*parts, *_fairest_mark_legend(variants)])


def _band_of_interval(path: str) -> str:
    """Return the band of chances that has the true one."""
    return f'<path d="{path}" stroke="white" stroke-width="4"/><path d="{path}" stroke="black" stroke-width="2"/>'


def _fairest_mark_legend(variants: Sequence[ForecastVariant]) -> list[str]:
    return [svg_text_at(WIDTH - 10, 24, "* fairest", "end")] if any(variant.fair for variant in variants) else []


def _grid_by_two_keys(variants: Sequence[ForecastVariant]) -> str:
    """Return the grid of the first side's chances: first key down, second to the right; darker is higher."""
    down, across = variants[0].values
    side = next(iter(variants[0].sides))
    rows = list(dict.fromkeys([value_as_in_file(variant.values[down]) for variant in variants]))
    columns = list(dict.fromkeys([value_as_in_file(variant.values[across]) for variant in variants]))
    wide = max(60, *[10 * len(column) for column in columns])
    top = TOP + 40
    parts = [svg_text_at(10, 24, f"Who wins: {side}, by {down} (down) and {across} (across)")]
    parts += _fairest_mark_legend(variants)
    parts += [
        svg_text_at(LEFT + place * wide + wide / 2, top - 10, column, "middle") for place, column in enumerate(columns)
    ]
    parts += [svg_text_at(LEFT - 10, top + place * ROW + 21, row, "end") for place, row in enumerate(rows)]
    for variant in variants:
        x = LEFT + columns.index(value_as_in_file(variant.values[across])) * wide
        y = top + rows.index(value_as_in_file(variant.values[down])) * ROW
        chance = variant.sides[side]
        gray = round(255 * (1 - chance * 0.9))
        label = f"{chance:.1%}" + ("*" if variant.fair else "")
        parts += [
            f'<rect x="{x}" y="{y}" width="{wide}" height="{ROW}" fill="rgb({gray},{gray},{gray})" stroke="black"/>',
            svg_text_at(x + wide / 2, y + 21, label, "middle", "white" if chance > DARK else "black"),
        ]
    return svg_of_parts(top + len(rows) * ROW + 20, parts, max(WIDTH, LEFT + len(columns) * wide + 20))
