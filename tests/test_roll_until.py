"""`roll --until`: how many rolls it takes until their sum is there."""

from __future__ import annotations

import pytest

from combatcli.rulesets.noted_events import read_events
from support import Run

# 3 + 4 + 5 are 12; 6 + 6 are 12, too.
TWICE = ("roll", "1d6", "--until", "12", "-t", "2", "--dice", "3,4,5,6,6")


def test_a_terminal_is_told_the_number_in_a_sentence(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("combatcli.commands.roll.on_terminal", lambda: True)
    assert run(*TWICE).out == "3 rolls until 12, and 12 in all.\n2 rolls until 12, and 12 in all.\n"


def test_a_script_gets_each_roll_and_then_their_number(run: Run) -> None:
    events = run("roll", "1d6 # fire", "--until", "7", "--dice", "3,6", "--json").events
    assert [event["event"] for event in events] == ["roll", "roll", "until"]
    assert events[-1] == {
        "event": "until",
        "expression": "1d6 # fire",
        "goal": 7,
        "rolls": 2,
        "total": 9,
        "label": "fire",
    }
    assert read_events(events, {}) is not None


def test_a_seed_says_how_many_rolls_it_takes(run: Run) -> None:
    words = ("roll", "if(1d20+5 >= 15, 1d8+3, 0)", "--until", "30", "-t", "20", "--seed", "a")
    counts = list(map(int, run(*words).out.split()))
    assert len(counts) == 20
    assert [event["rolls"] for event in run(*words, "--json").events if event["event"] == "until"] == counts
    tally = run(*words, "--tally", "--json").event("tally")
    assert tally["outcomes"] == {str(each): f"{counts.count(each)}/20" for each in sorted(set(counts))}


def test_lines_of_standard_input_are_rolled_until_it_too(run: Run) -> None:
    assert run("roll", "--until", "5", "--dice", "2,3", stdin="1d6\n5\n").out == "2\n1\n"
