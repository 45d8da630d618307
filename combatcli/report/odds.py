"""Exact chances and distributions, in sentences, columns and bars."""

from __future__ import annotations

from math import floor, log10, nextafter

from combatcli.dice_events import Chances, Distribution, Odds, Quantiles
from combatcli.records import Record
from combatcli.report.blocks import BARS, Block, Brief, Grid, Grouped, Line, Names
from combatcli.text import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    Answer = Odds | Distribution | Quantiles | Chances

DIGITS = 300
CERTAIN = 100
BELOW_ONE = nextafter(1.0, 0.0)
ABOVE_NOTHING = nextafter(0.0, 1.0)
SMALLEST = -300
"""The least power of 10 of a float with all its digits."""
FAINT = 10.0 ** (SMALLEST + 1)
MANY = 20
"""More outcomes than this are shown in brief on a terminal."""
TAIL = 0.005
SHORT = 11
LONG = 30
"""A longer fraction is left out on a terminal."""
MOST_ROWS = 60
ROWS = 40


@Grouped
def odds(events: Sequence[Odds], names: Names) -> list[Block]:
    """Say chances as fractions and percentages, without those of statuses that cannot begin, unless none can."""
    can_come = [event for event in events if event.form != "status" or event.chance != "0"]
    events = can_come if can_come or any(event.attacker for event in events) else events
    blocks: list[Block] = []
    several = len({_label_of(event) for event in events}) > 1
    clears = any(event.of == "cleared" for event in events)
    for event in events:
        own = f" with {escape(_label_of(event))}" if several and _label_of(event) else ""
        against = f" against {names(event.against)}" if event.against and not event.who else ""
        start = f"Chance {_what_chance_is_of(event, names, clears=clears)}{own}{_given(event)}{against}"
        if len(event.chance) > LONG and "/" in event.chance:
            brief, whole = (f"{start}: {_percent_of(event.chance)}{more}." for more in ("", f" = {event.chance}"))
            blocks.append(Brief([Line(brief)], [Line(whole)]))
        else:
            blocks.append(Line(f"{start}: {_chance_text(event)}."))
    return blocks


DOES = {
    "hit": "hits {}",
    "hit at least once": "hits {} at least once",
    "success": "succeeds against {}",
    "win": "wins against {}",
    "attacker wounded": "is wounded by {}",
    "cleared": "clears a wound",
    "surprise": "is surprised",
    "highest roll": "has the highest roll",
}
"""What a combatant with a chance does, and to or against whom."""
SUFFERS = {
    "taken out": "is taken out",
    "broken": "breaks",
    "incapacitated": "is incapacitated",
    "felled": "falls",
    "dead": "dies",
    "member lost": "loses a member",
}
"""What the target does, or the only combatant."""
BOTH = {"same time": "of a tie", "level": "of a tie"}
PHRASES = {
    **BOTH,
    "hit": "to hit",
    "taken out": "to be taken out",
    "win": "to win",
    "tie": "of a tie",
    "lose": "to lose",
    "forced": "that it must be forced",
}
"""What a chance is of, if it is nobody's."""


def _what_chance_is_of(event: Odds, names: Names, *, clears: bool = False) -> str:
    """Say what a chance is of; where somebody ``clears`` a wound, an unknown word is the box of it."""
    who, target = event.attacker or event.who, event.target or event.against
    if event.form == "says":
        return f'of "{escape(event.of)}"{_whose(event, names)}'
    suffers = f"is {escape(event.of.replace('_', ' '))}" if event.form else SUFFERS.get(event.of)
    if suffers and (event.target or who):
        by = f", attacked by {names(who)}" if event.target and who else ""
        return f"that {names(event.target or who):{suffers}}{by}"
    if event.of in BOTH and who and target:
        return f"{BOTH[event.of]} between {names(who)} and {names(target)}"
    if event.of.startswith("box ") and who and event.target:
        return f"that {escape(event.of)} of {names(target)} is marked, attacked by {names(who)}"
    verb = "comes" if event.of.startswith("first") else "clears" if clears else ""
    does = DOES.get(event.of) or (verb and f"{verb} {escape(event.of)}")
    if not who or not does:
        return PHRASES.get(event.of, f"of {escape(event.of)}") + (_whose(event, names) if who else "")
    alone = does.replace(" against {}", "").replace(" by {}", "").replace(" {}", "")
    subject = names(who)
    return f"that {subject} {subject.verb(does).format(names(target)) if target else subject.verb(alone)}"


def _given(event: Answer) -> str:
    if isinstance(event, Chances):
        return ""
    condition = f" given {escape(event.given.strip())}" if event.given else ""
    comma = "" if isinstance(event, Odds) else ","
    return f"{condition}{comma} rolls until {event.until}" if event.until else condition


def _chance_text(event: Odds) -> str:
    percent = _percent_of(event.chance)
    return f"{event.chance} = {percent}" if "/" in event.chance else percent


def _percent_of(chance: str) -> str:
    """Return a chance as a percentage, however small."""
    share, exponent = _chance_in_float_and_exponent(chance)
    if not share or log10(share) + exponent > SMALLEST:
        return _percent_text(100 * as_float(chance))
    less = floor(log10(share))
    return f"{share / 10**less:.4g}e{exponent + less + 2} %"


def _percent_text(percent: float) -> str:
    """Return a percentage with four digits, or as many as distinguish it from 100 %."""
    digits = next((size for size in range(4, 17) if percent == CERTAIN or float(f"{percent:.{size}g}") < CERTAIN), 17)
    return f"{percent:.{digits}g} %"


def _whose(event: Odds | Distribution, names: Names) -> str:
    who = event.attacker or event.who
    other = event.target or (event.against if isinstance(event, Odds) else "")
    return "".join([f" for {names(who)}" if who else "", f" against {names(other)}" if other else ""])


@Grouped
def distribution(events: Sequence[Distribution], names: Names) -> list[Block]:
    """Show how likely each outcome is; of several expressions side by side."""
    if len(events) > 1 and all(event.expression for event in events):
        return _side_by_side(events)
    blocks: list[Block] = []
    shown: Distribution | None = None
    for event in events:
        if shown and event.changed(of="") == shown.changed(of=""):
            blocks.append(Line(f"{_title(event, names)}: the same."))
            continue
        blocks += _distribution(event, names)
        shown = event
    return blocks


def _title(event: Distribution, names: Names) -> str:
    return escape(_label_of(event) or f"{event.of}{_whose(event, names)}") + _given(event)


def _label_of(event: Answer) -> str:
    """Return a label of dice, or an expression."""
    return event.label or event.expression


def _distribution(event: Distribution, names: Names) -> list[Block]:
    title = _title(event, names)
    if event.at_least or event.at_most:
        return _cumulative(event, title)
    rows = _outcome_rows(event.outcomes, as_float(event.rest) if event.rest else 0.0)
    more = _rest_line(event)
    brief = _merge_tails(rows) if len(rows) > MANY else rows
    brief = _in_bands(brief) if len(brief) > MOST_ROWS else brief
    has_tail = brief[-1].outcome.startswith(">=") if brief else False
    return [
        Brief([_bar_grid(title, brief, brief=True), *([] if has_tail else more)], [_bar_grid(title, rows), *more]),
        Line(_mean_text(event)),
    ]


def chances(event: Chances, names: Names) -> list[Block]:
    """Show the chance of each row of a table, or each word on a die; in brief, the likeliest first."""
    tallest = max([as_float(chance) for chance in event.outcomes.values()], default=1.0)
    says = ("says",) if event.texts else ()
    rows = [
        (
            escape(outcome),
            chance,
            _percent_of(chance),
            *([escape(event.texts[outcome])] if says else []),
            repr(as_float(chance) / tallest),
        )
        for outcome, chance in event.outcomes.items()
    ]
    title, what = escape(event.expression), "row" if says else "word"
    whole = Grid(title, (what, "chance#", "=#", *says, BARS), rows)
    if len(rows) <= MANY:
        return [whole]
    likeliest = sorted(rows, key=lambda row: -float(row[-1]))[:MANY]
    brief = Grid(title, (what, "=#", *says, BARS), [(row[0], *row[2:]) for row in likeliest])
    return [Brief([brief, Line(f"and {len(rows) - MANY} more, none of them likelier (-v lists all)")], [whole])]


def quantiles(event: Quantiles, names: Names) -> Line:
    """Say which outcome N percent of rolls do not exceed."""
    return Line(
        f"{escape(_label_of(event))}{_given(event)}: "
        + ", ".join([f"{outcome} at {percent} %" for percent, outcome in event.quantiles.items()])
    )


def _side_by_side(events: Sequence[Distribution]) -> list[Block]:
    """Show the chances of each outcome of several expressions in a row."""
    shown = [event.at_least or event.at_most or event.outcomes for event in events]
    outcomes = sorted({int(outcome) for chances in shown for outcome in chances})
    sign = ">= " if events[0].at_least else "<= " if events[0].at_most else ""
    titles = [sign + escape(_label_of(event)) for event in events]
    whole, brief = [], []
    tallest = max([as_float(chance) for column in shown for chance in column.values()], default=1.0) or 1.0
    for outcome in outcomes:
        chances = [column.get(str(outcome), "") for column in shown]
        percents = [_percent_of(chance) if chance else "" for chance in chances]
        bars = [repr(as_float(chance) / tallest) if chance else "0" for chance in chances]
        brief.append((str(outcome), *percents, *bars))
        whole.append((str(outcome), *[cell for both in zip(chances, percents, strict=True) for cell in both]))
    headings = [f"{title}#" for title in titles]
    rests = [event for event in events if event.rest]
    return [
        Brief(
            [Grid("", ("outcome#", *headings, *[BARS + title for title in titles]), brief)],
            [Grid("", ("outcome#", *[cell for heading in headings for cell in (heading, "=#")]), whole)],
        ),
        *[Line(f"{escape(_label_of(event))}: {_rest_text(event, brief=True)}") for event in rests],
        *[Line(f"{escape(_label_of(event))}{_given(event)}: {_mean_text(event)}") for event in events],
    ]


def _mean_text(event: Distribution) -> str:
    return f"mean {event.mean:.6g}, deviation {event.deviation:.6g}"


def _cumulative(event: Distribution, title: str) -> list[Block]:
    """Show the chances of each outcome or more, or less."""
    sign, chances = (">=", event.at_least) if event.at_least else ("<=", event.at_most or {})
    rows = [(outcome, chance, _percent_of(chance), repr(as_float(chance))) for outcome, chance in chances.items()]
    fits = all(len(row[1]) <= SHORT for row in rows)
    whole = Grid(title, ("outcome#", "chance#", f"{sign}#", BARS), rows)
    brief = Grid(title, ("outcome#", f"{sign}#", BARS), [(row[0], *row[2:]) for row in rows])
    return [whole if fits else Brief([brief], [whole]), *_rest_line(event), Line(_mean_text(event))]


def _rest_line(event: Distribution) -> list[Line]:
    """Return the line of all that is not listed, if anything is not."""
    return [Line(_rest_text(event, brief=len(event.rest) > LONG))] if event.rest else []


def _rest_text(event: Distribution, *, brief: bool = False) -> str:
    """Say the chance of all that is not listed."""
    rest = _percent_of(event.rest) if brief else event.rest
    return f"and more, above {next(reversed(event.outcomes))}: {rest} in all"


class _Outcome(Record):
    """An outcome, or several: the chance of it, and of it or more, as shares of 1."""

    outcome: str
    chance: str
    share: float
    at_least: float


def _outcome_rows(outcomes: dict[str, str], above: float) -> list[_Outcome]:
    """Return a row for each outcome; ``above`` is the share of all outcomes above them."""
    rows: list[_Outcome] = []
    for outcome, chance in reversed(outcomes.items()):
        share = as_float(chance)
        above += share
        rows.append(_Outcome(str(outcome), chance, share, min(above, BELOW_ONE)))
    if rows:
        rows[-1] = rows[-1].changed(at_least=1.0)
    return rows[::-1]


def _merge_tails(rows: list[_Outcome]) -> list[_Outcome]:
    """Merge the rarest outcomes at each end into one row."""
    low, high = _tail_length(rows), _tail_length(rows[::-1])
    merged = rows[low : len(rows) - high]
    if low:
        merged.insert(0, _in_one_row(rows[:low]).changed(outcome=f"<={rows[low - 1].outcome}"))
    if high:
        merged.append(rows[-high].changed(outcome=f">={rows[-high].outcome}", chance="", share=rows[-high].at_least))
    return merged


def _in_bands(rows: list[_Outcome]) -> list[_Outcome]:
    """Merge neighboring outcomes into a few rows."""
    width = -(-len(rows) // ROWS)
    bands = [rows[start : start + width] for start in range(0, len(rows), width)]
    return [_in_one_row(band) if len(band) > 1 else band[0] for band in bands]


def _in_one_row(band: list[_Outcome]) -> _Outcome:
    first, last = band[0].outcome, band[-1].outcome
    name = f">={first}" if last.startswith(">=") else f"{first} to {last}"
    name = f"<={last}" if first.startswith("<=") else name
    return _Outcome(name, "", sum(row.share for row in band), band[0].at_least)


def _tail_length(rows: list[_Outcome]) -> int:
    """Return how many of the first outcomes are rare together; 0 for one alone."""
    together = 0.0
    for count, row in enumerate(rows):
        together += row.share
        if together > TAIL:
            return count if count > 1 else 0
    return 0


def _bar_grid(title: str, rows: list[_Outcome], *, brief: bool = False) -> Grid:
    tallest = max((row.share for row in rows), default=1.0) or 1.0
    fractions = not brief or all(len(row.chance) <= SHORT for row in rows)
    cells = [
        (
            row.outcome,
            *([row.chance] if fractions else []),
            _percent_text(100 * row.share) if row.share > FAINT or not row.chance else _percent_of(row.chance),
            _percent_text(100 * row.at_least),
            repr(row.share / tallest),
        )
        for row in rows
    ]
    return Grid(title, ("outcome#", *(["chance#"] if fractions else []), "=#", ">=#", BARS), cells)


def odds_csv(events: Sequence[Answer]) -> str:
    """Return distributions, chances and quantiles as CSV; of several expressions, each line names its own."""
    several = len({_label_of(event) for event in events}) > 1
    asks = events[0].event == "quantiles"
    columns = "quantile,outcome" if asks else "outcome,chance,percent"
    lines = [f"expression,{columns}" if several else columns]
    for event in events:
        quoted = _label_of(event).replace('"', '""')
        start = f'"{quoted}",' if several else ""
        lines += [start + line for line in _csv_lines(event)]
    return "\n".join(lines) + "\n"


def plain_numbers(events: Sequence[Answer]) -> str:
    """Return the requested numbers alone, one a line."""
    lines: list[str] = []
    for event in events:
        if isinstance(event, Odds):
            lines.append(f"{as_float(event.chance)!r}" if "/" in event.chance else event.chance)
        elif isinstance(event, Quantiles):
            lines += map(str, event.quantiles.values())
        elif isinstance(event, Distribution):
            lines.append(f"{event.mean!r}")
    return "\n".join(lines) + "\n"


def left_out_of_csv(events: Sequence[Answer]) -> str:
    """Return, in lines of their own, what the CSV does not list."""
    cut = [event for event in events if isinstance(event, Distribution) and event.rest and not event.at_least]
    return "".join([f"{escape(_label_of(event))}: {_rest_text(event)}.\n" for event in cut])


def _csv_lines(event: Answer) -> list[str]:
    if isinstance(event, Odds):
        return [f"{event.of},{event.chance},{event.percent!r}"]
    if isinstance(event, Quantiles):
        return [f"{percent},{outcome}" for percent, outcome in event.quantiles.items()]
    if isinstance(event, Chances):
        quoted = [(outcome.replace('"', '""'), chance) for outcome, chance in event.outcomes.items()]
        return [f'"{outcome}",{chance},{100 * as_float(chance)!r}' for outcome, chance in quoted]
    chances = event.at_least or event.at_most or event.outcomes
    return [f"{outcome},{chance},{100 * as_float(chance)!r}" for outcome, chance in chances.items()]


def as_float(chance: str) -> float:
    """Return a chance as a float: 1 only if certain, 0 only if impossible."""
    share, exponent = _chance_in_float_and_exponent(chance)
    share *= 10.0**exponent
    return max(min(share, BELOW_ONE), ABOVE_NOTHING) if "/" in chance else share


def _chance_in_float_and_exponent(chance: str) -> tuple[float, int]:
    """Return a chance as a float times a power of 10, by the first digits of very long numbers."""
    above, _, below = chance.partition("/")
    lost = max(0, len(above) - DIGITS) - max(0, len(below) - DIGITS)
    return int(above[:DIGITS]) / int(below[:DIGITS] or 1), lost
