"""A forecast as text: who wins, how long it takes, and what becomes of each."""

from __future__ import annotations

from combatcli.forecast_events import Fate, Forecast, Length, Side, Undecided
from combatcli.text import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from combatcli.events import Event


def forecast_text(events: Sequence[Event], names: Mapping[str, str]) -> str:
    """Return the lines of a forecast."""
    head = next(event for event in events if isinstance(event, Forecast))
    rows = [
        _chance(event.side, event.wins, event.low, event.high, "win") for event in events if isinstance(event, Side)
    ]
    rows += [
        _chance(f"undecided after {head.rounds} rounds", each.chance, each.low, each.high)
        for each in events
        if isinstance(each, Undecided)
    ]
    cut = ", cut short" if head.cut_short else ""
    rows += ["", *[_length(event) for event in events if isinstance(event, Length)]]
    rows += _fates([event for event in events if isinstance(event, Fate)], names)
    rows += ["", f"{head.fights:,} fights of seed {printable(head.seed or '')}{cut}"]
    return "".join(f"{row.rstrip()}\n" for row in rows)


def _chance(what: str, chance: float, low: float, high: float, verb: str = "") -> str:
    return f"{printable(what):<28}{chance:>7.1%} {verb:<4} between {low:.1%} and {high:.1%}"


def _length(event: Length) -> str:
    at = event.quantiles
    return f"rounds: {at['50']} (half of them between {at['25']} and {at['75']}; {at['95']} at most in 95 of 100)"


def _fates(fates: Sequence[Fate], names: Mapping[str, str]) -> list[str]:
    width = max(len(printable(each.who)) for each in fates) + 2
    rows = ["", f"{'who':<{width}}{'out':>7}{'first':>8}  left where their side wins"]
    for each in fates:
        left = "-" if each.left is None else f"{each.left:.1f} of {each.of}"
        name = names.get(each.who, "")
        rows.append(f"{printable(each.who):<{width}}{each.out:>7.1%}{each.first:>8.1%}  {left:<14}{printable(name)}")
    return rows
