"""`roll --tally`: how often each total comes up, for what has no exact answer."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import pytest

from combatcli.dice.notation import parse
from combatcli.pipeline.tally import MOST_ROWS, Tally
from combatcli.rulesets.noted_events import read_events
from support import Run


def test_a_tally_counts_the_rolls_that_would_be_printed(run: Run) -> None:
    totals = list(map(int, run("roll", "2x2d6", "-t", "500", "--seed", "a").out.split()))
    event = run("roll", "2x2d6", "-t", "500", "--seed", "a", "--tally", "--json").event("tally")
    assert event["outcomes"] == {str(each): f"{totals.count(each)}/1000" for each in sorted(set(totals))}
    assert (event["expression"], event["rolls"], event["band"]) == ("2x2d6", 1000, 1)
    share = totals.count(7) / 1000
    assert event["errors"]["7"] == pytest.approx(100 * sqrt(share * (1 - share) / 1000))
    mean = sum(totals) / 1000
    assert event["mean"] == pytest.approx(mean)
    assert event["deviation"] == pytest.approx(sqrt(sum((total - mean) ** 2 for total in totals) / 1000))
    assert event["mean_error"] == pytest.approx(event["deviation"] / sqrt(1000))
    assert read_events([event], {})


def test_a_tally_has_bars_on_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("combatcli.report.report_text.on_terminal", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    assert "█" in run("roll", "2d6", "-t", "100", "--tally").out


def test_several_tallies(run: Run) -> None:
    events = run("roll", "1d4", "1d6", "-t", "50", "--tally", "--json").events
    assert [event["expression"] for event in events] == ["1d4", "1d6"]
    assert run("roll", "--tally", "-t", "9", stdin="1d4\n1d6\n").out.count("9 rolls") == 2
    assert run("roll", "1d4", "--tally", "-q").out == ""


def test_totals_too_many_to_list_are_counted_in_bands() -> None:
    tally = Tally()
    for start in range(0, 9 * MOST_ROWS, 100):
        tally.add(range(start - 5, start + 95))
    event = tally.event(parse("1d6"))
    assert event.band == 10
    assert event.rolls == 9 * MOST_ROWS
    assert event.outcomes["-10"] == f"5/{9 * MOST_ROWS}"
    assert event.outcomes["0"] == f"10/{9 * MOST_ROWS}"
    assert sum(map(Fraction, event.outcomes.values())) == 1
    assert event.mean == pytest.approx((9 * MOST_ROWS - 1) / 2 - 5)


def test_bands_say_where_they_end(run: Run) -> None:
    lines = run("roll", "1d1000000", "-t", "5000", "--tally", "--seed", "a").out.splitlines()
    low, to, high = lines[2].split()[:3]
    assert (to, int(high) - int(low) + 1) == ("to", 500)
    assert len(lines) < 2100


def test_totals_beyond_all_floats_have_no_mean(run: Run) -> None:
    done = run("roll", "*".join(["999999999"] * 50), "-t", "2", "--tally")
    assert (done.code, done.out) == (2, "")
    assert "too large to compute their mean" in done.err
