"""`roll --until`: how many rolls it takes until their sum is there."""

from __future__ import annotations

import pytest

from combatcli.rulesets.noted_events import read_events
from support import Run, refused

# 3 + 4 + 5 are 12; 6 + 6 are 12, too.
TWICE = ("roll", "1d6", "--until", "12", "-t", "2", "--dice", "3,4,5,6,6")


def test_a_pipe_gets_the_number_of_rolls_alone(run: Run) -> None:
    assert run(*TWICE).out == "3\n2\n"
    assert run("roll", "2x1d6 # fire", "--until", "12", "--dice", "3,4,5,6,6").out == "3\n2\n"
    assert run("roll", "1d6", "--until", "0").out == "0\n"
    assert run(*TWICE, "-q").out == ""


def test_each_roll_is_told_where_more_is_asked(run: Run) -> None:
    assert run(*TWICE, "-v").out == (
        "1d6: [3] = 3\n1d6: [4] = 4\n1d6: [5] = 5\n3 rolls until 12, and 12 in all.\n"
        "1d6: [6] = 6\n1d6: [6] = 6\n2 rolls until 12, and 12 in all.\n"
    )
    assert run("roll", "1d6", "--until", "1", "--dice", "3", "-v").out.endswith("1 roll until 1, and 3 in all.\n")


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


@pytest.mark.parametrize("expression", ["0*1d6", "1d6-7", "1d6*0+0"])
def test_a_sum_that_grows_no_more_ends_it(run: Run, expression: str) -> None:
    done = run("roll", expression, "--until", "30")
    refused(done, 2, "10,000 rolls brought the sum no higher", "--until 30")


def test_lines_of_standard_input_are_rolled_until_it_too(run: Run) -> None:
    assert run("roll", "--until", "5", "--dice", "2,3", stdin="1d6\n5\n").out == "2\n1\n"


def test_a_roll_for_its_status_is_one_roll(run: Run) -> None:
    refused(run("roll", "-e", "1d6", "--until", "3"), 2, "--exit-status tells of one roll")
