"""A forecast as text, or as CSV for spreadsheets: who wins, how long it takes, and how each one fares."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from io import StringIO

from combatcli.forecast_events import (
    CombatantFate,
    CombatantWorth,
    FightLength,
    Forecast,
    ForecastVariant,
    NextTactic,
    SideChance,
    Undecided,
)
from combatcli.records import Event
from combatcli.text import escaped_and_cut

SMALLEST = 1e-9
"""Smaller chances are rounding errors and are not shown."""


def chances_of(events: Sequence[Event], side: str) -> list[float]:
    """Return a side's chance, or one for each variant."""
    return [
        event.wins if isinstance(event, SideChance) else event.sides[side]
        for event in events
        if (isinstance(event, SideChance) and event.side == side) or isinstance(event, ForecastVariant)
    ]


def forecast_text(events: Sequence[Event], names: Mapping[str, str], said: Sequence[str] = ()) -> str:
    """Return the lines of a forecast, with the assumptions and omissions in ``said`` below."""
    head = next(event for event in events if isinstance(event, Forecast))
    variants = [event for event in events if isinstance(event, ForecastVariant)]
    worths = [event for event in events if isinstance(event, CombatantWorth)]
    rows = (
        _lines_of_variants(variants)
        if variants
        else _lines_of_worths(worths, names)
        if worths
        else _whole_forecast(events, head, names)
    )
    cut = ", cut short" if head.cut_short else ""
    fights = "1 fight" if head.fights == 1 else f"{head.fights or 0:,} fights"
    made = "exact" if head.exact else f"{fights} of seed {escaped_and_cut(head.seed or '')}{cut}"
    rows += ["", made, *[f"note: {sentence}" for sentence in said]]
    return "".join(f"{row.rstrip()}\n" for row in rows)


def _whole_forecast(events: Sequence[Event], head: Forecast, names: Mapping[str, str]) -> list[str]:
    rows = [
        _chance_line(event.side, event.wins, event.low, event.high, "win")
        for event in events
        if isinstance(event, SideChance)
    ]
    for row in events:
        if isinstance(row, Undecided):
            rows += _undecided_lines(row, head.rounds)
    rows.append("")
    for quantiles in [event.quantiles for event in events if isinstance(event, FightLength)]:
        middle = f"half of them between {quantiles['25']} and {quantiles['75']}"
        rows.append(f"rounds: {quantiles['50']} ({middle}; {quantiles['95']} at most in 95 of 100)")
    return rows + _fate_lines([event for event in events if isinstance(event, CombatantFate)], names)


def _lines_of_variants(variants: Sequence[ForecastVariant]) -> list[str]:
    keys, sides = list(variants[0].values), list(variants[0].sides)
    rows = [[*keys, *sides, "undecided"]]
    rows += [
        [
            *[value_as_in_file(variant.values[key]) for key in keys],
            *[f"{variant.sides[side]:.1%}" for side in sides],
            f"{variant.undecided:.1%}",
        ]
        for variant in variants
    ]
    widths = [max(len(escaped_and_cut(row[place])) for row in rows) for place in range(len(rows[0]))]
    lines = [
        "  ".join([escaped_and_cut(cell).rjust(width) for cell, width in zip(row, widths, strict=True)]) for row in rows
    ]
    marks = [""]
    for variant in variants:
        margin = "" if variant.margin is None else f"  ±{variant.margin:>5.1%}"
        marks.append(f"{margin}{'  fairest' if variant.fair else ''}")
    return [line + mark for line, mark in zip(lines, marks, strict=True)]


def value_as_in_file(value: object) -> str:
    """Return a value as in a file, but text as it is."""
    import json

    return escaped_and_cut(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str))


def _lines_of_worths(worths: Sequence[CombatantWorth], names: Mapping[str, str]) -> list[str]:
    width = max([3, *[len(escaped_and_cut(worth.who)) for worth in worths]]) + 2
    side = max(4, *[len(escaped_and_cut(worth.side)) for worth in worths]) + 2
    rows = [f"{'who':<{width}}{'side':<{side}}{'with':>7}{'without':>9}{'worth':>8}"]
    for worth in worths:
        start = f"{escaped_and_cut(worth.who):<{width}}{escaped_and_cut(worth.side):<{side}}"
        chances = f"{worth.with_:>7.1%}{worth.without:>9.1%}{worth.with_ - worth.without:>+8.1%}"
        rows.append(f"{start}{chances}  {escaped_and_cut(names.get(worth.who, ''))}")
    return rows


def tactics_text(tactics: Sequence[NextTactic]) -> str:
    """Return what each combatant would do now, and below it why the earlier lines do not apply."""
    rows = []
    for fate in tactics:
        without = "no line of their own holds now" if fate.passed else "nothing to do now"
        done = without if fate.line is None else f"{escaped_and_cut(fate.line)}  (line {fate.number})"
        rows.append(f"{escaped_and_cut(fate.who)}: {done}")
        rows += [f"  not {escaped_and_cut(passed['line'])}: {escaped_and_cut(passed['why'])}" for passed in fate.passed]
    return "".join(f"{row}\n" for row in rows)


def _chance_line(what: str, chance: float, low: float, high: float, verb: str = "") -> str:
    error = f" ±{max(high - chance, chance - low):>5.1%}" if low < high else ""
    return f"{_percent_row(what, chance)} {verb:<4}{error}"


def _percent_row(what: str, chance: float) -> str:
    return f"{escaped_and_cut(what):<28}{chance:>7.1%}"


def _undecided_lines(event: Undecided, rounds: int) -> list[str]:
    """Return the chance that nobody wins, with the reason; two reasons get a line each."""
    after = "after 1 round" if rounds == 1 else f"after {rounds} rounds"
    parts = {"nobody left": event.nobody_left, "a stalemate": event.stalled}
    parts[after] = max(0, event.chance - sum(parts.values()))
    ways = {way: chance for way, chance in parts.items() if chance > SMALLEST} or {after: 0}
    why = "" if len(ways) > 1 else f" {after}" if after in ways else f": {next(iter(ways))}"
    whole = _chance_line(f"undecided{why}", event.chance, event.low, event.high)
    return [whole, *[_percent_row(f"  {way}", chance) for way, chance in ways.items() if len(ways) > 1]]


def _fate_lines(fates: Sequence[CombatantFate], names: Mapping[str, str]) -> list[str]:
    width = max(len(escaped_and_cut(fate.who)) for fate in fates) + 2
    rows = ["", f"{'who':<{width}}{'out':>7}{'out first':>11}   left where their side wins"]
    for fate in fates:
        left = "    -" if fate.left is None else f"{fate.left:>5.1f} of {fate.of}"
        who, name = escaped_and_cut(fate.who), escaped_and_cut(names.get(fate.who, ""))
        rows.append(f"{who:<{width}}{fate.out:>7.1%}{fate.first:>11.1%}  {left:<14}{name}")
    return rows


def forecast_csv(events: Sequence[Event]) -> str:
    """Return a forecast as CSV: a row for each side, variant or combatant, with chances from 0 to 1."""
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(_csv_rows(events))
    return text.getvalue()


def _csv_rows(events: Sequence[Event]) -> Iterator[list[object]]:
    variants = [event for event in events if isinstance(event, ForecastVariant)]
    worths = [event for event in events if isinstance(event, CombatantWorth)]
    if variants:
        yield [*variants[0].values, *variants[0].sides, "undecided", "fights", "fair"]
        for variant in variants:
            values = [value_as_in_file(value) for value in variant.values.values()]
            yield [*values, *variant.sides.values(), variant.undecided, variant.fights, value_as_in_file(variant.fair)]
    elif worths:
        yield ["who", "side", "with", "without"]
        yield from [[worth.who, worth.side, worth.with_, worth.without] for worth in worths]
    else:
        yield ["side", "wins", "low", "high", "fights"]
        for event in events:
            if isinstance(event, SideChance):
                yield [event.side, event.wins, event.low, event.high, event.fights]
            elif isinstance(event, Undecided):
                yield ["undecided", event.chance, event.low, event.high, event.fights]
