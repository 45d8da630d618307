"""Tests and recoveries of several at once, where the table would do it at once: each in turn, all of it or nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from support import Run

FIGHT = {
    "realm": 'ruleset = "realm"\n[combatants.ann]\nmarked = [1, 2]\n[combatants.bob]\ndaring = 2\nmarked = [3]\n',
    "blade": (
        'ruleset = "blade"\n[combatants.ann]\nhealth = 2\nmax_health = 6\n'
        "[combatants.bob]\nmind = 9\nhealth = 3\nmax_health = 6\n"
    ),
}
RACE = 'ruleset = "realm"\n[combatants.ann]\n[combatants.bob]\n[combatants.cid]\n'


def test_each_is_tested_in_turn_with_the_dice_in_that_order(run: Run) -> None:
    done = run("test", "bob", "ann", "bob", "daring", "--dice", "8,9", "--json", stdin=FIGHT["realm"])
    assert [(event["who"], event["total"], event["success"]) for event in done.events] == [
        ("bob", 10, True),
        ("ann", 9, False),
    ]
    checks = run("test", "ann", "bob", "mind", "--dice", "4,4,4,4", "--json", stdin=FIGHT["blade"]).events
    assert [(event["who"], event["success"]) for event in checks] == [("ann", False), ("bob", True)]


def test_each_rests_as_many_days(run: Run) -> None:
    done = run("recover", "ann", "bob", "--days", "2", "--dice", "5,2,3", "--json", stdin=FIGHT["realm"])
    assert [(event["who"], event["cleared"]) for event in done.events] == [("ann", [2]), ("bob", [3])]
    healed = run("recover", "ann", "bob", "--health", "1", stdin=FIGHT["blade"]).toml["combatants"]
    assert (healed["ann"]["health"], healed["bob"]["health"]) == (3, 4)


def test_several_race_the_same_other(run: Run) -> None:
    done = run("dashtest", "ann", "bob", "cid", "--dice", "5,6,7,6", "--json", stdin=RACE)
    assert [(event["who"], event["against"], event["first"]) for event in done.events] == [
        ("ann", "cid", "cid"),
        ("bob", "cid", "bob"),
    ]
    chances = run("dashtest", "ann", "bob", "cid", "--odds", "--json", stdin=RACE).events
    assert [(event["who"], event["of"], event["chance"]) for event in chances if event["of"] == "success"] == [
        ("ann", "success", "9/20"),
        ("bob", "success", "9/20"),
    ]
    assert run("dashtest", "ann", "bob", "cid", "-e", "--dice", "5,6,7,6", stdin=RACE).code == 0
    assert run("dashtest", "ann", "bob", "cid", "-e", "--dice", "5,6,5,6", stdin=RACE).code == 1
    refused = run("dashtest", "ann", "cid", "cid", stdin=RACE)
    assert (refused.code, "cid cannot race themselves" in refused.err) == (3, True)


@pytest.mark.parametrize("words", [["ann", "eve"], ["eve", "ann"]])
def test_if_one_cannot_nobody_does(run: Run, words: list[str]) -> None:
    done = run("recover", *words, "--days", "1", "--dice", "5", stdin=FIGHT["realm"])
    assert (done.code, done.out, 'no combatant "eve"' in done.err) == (3, "", True)


def test_the_odds_of_several_are_told_of_each(run: Run) -> None:
    done = run("test", "ann", "bob", "daring", "--odds", "--json", stdin=FIGHT["realm"])
    assert [(event["who"], event["chance"]) for event in done.events] == [("ann", "1/10"), ("bob", "3/10")]


@pytest.mark.parametrize(("faces", "code"), [("1,1", 1), ("10,1", 0), ("1,9", 0)])
def test_one_success_of_several_is_enough_for_the_exit_status(run: Run, faces: str, code: int) -> None:
    assert run("test", "ann", "bob", "daring", "-e", "--dice", faces, stdin=FIGHT["realm"]).code == code


@pytest.mark.parametrize("words", [[], ["daring"]])
def test_who_and_what_are_both_needed(run: Run, words: list[str]) -> None:
    done = run("test", *words, stdin=FIGHT["realm"])
    assert (done.code, done.err.startswith("combatcli: test needs WHO…")) == (2, True)
