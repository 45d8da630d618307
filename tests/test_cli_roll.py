"""`roll` on the command line: words, options, breakdowns, JSON, mistakes."""

from __future__ import annotations

import pytest

from combatcli.text import escape
from support import Run, refused


def test_a_terminal_gets_the_breakdown(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("combatcli.commands.roll.on_terminal", lambda: True)
    assert run("roll", "2d6", "--dice", "3,4").out == "2d6: [3, 4] = 7\n"


def test_quiet_rolls_in_silence(run: Run) -> None:
    assert run("roll", "-q", "3d6").out == ""


def test_the_same_seed_gives_the_same_faces(run: Run) -> None:
    first, second = (run("roll", "10d6", "--seed", "friday", "--json") for _ in range(2))
    assert first.out == second.out
    assert first.json["dice"] == {"seed": "friday", "step": 0}
    assert run("roll", "10d6", "--seed", "monday", "--json").events != first.events


def test_json_mints_a_seed_and_reports_it(run: Run) -> None:
    minted = run("roll", "5d20", "--json")
    again = run("roll", "5d20", "--json", f"--seed={minted.json['dice']['seed']}")
    assert minted.events == again.events


def test_the_json_of_a_roll_is_pinned(run: Run) -> None:
    done = run("roll", "4d6kh3", "--json", "--dice", "4,1,6,3")
    assert done.json == {
        "version": 1,
        "command": "roll",
        "ruleset": None,
        "events": [
            {
                "event": "roll",
                "expression": "4d6kh3",
                "total": 13,
                "faces": [4, 1, 6, 3],
                "kept": [4, 6, 3],
                "breakdown": "[4, (1), 6, 3] = 13",
            }
        ],
        "warnings": [],
        "dice": {"seed": None, "step": None},
    }


def test_a_caret_stands_under_the_column_at_fault(run: Run) -> None:
    assert run("roll", "3d6+x").err.splitlines()[1:3] == ["  3d6+x", "      ^"]
    _, text, caret, *_ = run("roll", "1+" * 200 + "x").err.splitlines()
    assert (text[len(caret) - 1], len(text) < 120) == ("x", True)


def test_control_characters_in_an_expression_are_shown_escaped(run: Run) -> None:
    done = run("roll", "3d6\x1b[31m")
    assert "\x1b" not in done.err
    assert "\\x1b" in done.err


def test_a_roll_without_anything_to_roll_says_what_to_write(run: Run) -> None:
    refused(run("roll", terminal=True), 2, "roll needs an expression")


def test_an_error_in_json_has_its_column(run: Run) -> None:
    assert run("roll", "3d6+x", "--json").json["error"]["column"] == 5


def test_printable_names_stay_and_others_are_escaped() -> None:
    assert escape("Zoë 北") == "Zoë 北"
    assert escape("👩\u200d🚀\n") == "👩\u200d🚀\\n"
    assert escape("a\x1b[2J\u202eb\n") == "a\\x1b[2J\\u202eb\\n"


def test_the_status_of_a_roll_goes_with_json_too(run: Run) -> None:
    (event,) = run("roll", "-e", "1d6", "--json", "--seed", "a").events
    assert event["total"] == run("roll", "1d6", "--json", "--seed", "a").events[0]["total"]
