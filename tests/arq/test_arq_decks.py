"""Decks of arq that are drawn by a seed or are large, what the log tells of void tests, the largest group (Q0-Q5)."""

from __future__ import annotations

import pytest

from support import FightFile, Run, refused

FIGHT = """
ruleset = "arq"
phase = "action"
[combatants]
bran = { side = "heroes", player = true }
isa = { side = "heroes", player = true }
gob = { side = "foes" }
"""


@pytest.mark.rule("Q3")
def test_seeded_cards_are_the_same_again_and_none_comes_twice(run: Run) -> None:
    text = first = FIGHT + '[dice]\nseed = "friday"\n'
    for _ in range(20):
        text = run("dashtest", "bran", "gob", stdin=text).out
    again = first
    for _ in range(20):
        again = run("dashtest", "bran", "gob", stdin=again).out
    assert again == text
    assert sorted(run("show", "bran", "--json", stdin=text).events[0]["drawn"]) == list(range(1, 21))


@pytest.mark.rule("Q3")
def test_large_decks_are_quick(run: Run) -> None:
    deck = f"[decks.huge]\ncards = {[[card] for card in range(2000)]}\nfoes = [500]\n"
    text = FIGHT.replace("true }", 'true, deck = "huge" }') + deck
    odds = run("dashtest", "bran", "gob", "--odds", "--json", stdin=text).events
    assert [event["chance"] for event in odds] == ["1499/2000", "1/2000"]


@pytest.mark.rule("Q5")
@pytest.mark.parametrize(
    ("words", "void"),
    [
        ("attack gob isa --missile --cards 3", "isa"),
        ("attack isa gob --missile --cards 20", "isa"),
        ("dashtest isa bran --cards 9,11", "bran"),
        ("test isa missile --target 9 --cards 7", "isa"),
    ],
)
def test_neither_the_story_nor_the_numbers_know_of_a_void_test(
    run: Run, fight_file: FightFile, words: str, void: str
) -> None:
    path = fight_file(FIGHT)

    def views() -> list[str]:
        return [run("log", view, "-f", path).out for view in ("--story", "--stats")]

    def test_and_void() -> None:
        for line in (words.split(), ("test", "--void", void)):
            assert run(*line, "-f", path).code == 0

    test_and_void()
    assert views() == [f"Warning: the log has nothing to {word} yet.\n" for word in ("tell", "count")]
    run("attack", "bran", "gob", "--missile", "--cards", "6", "-f", path)
    before = views()
    test_and_void()
    assert views() == before
    run("undo", "-f", path)
    assert views() != before


@pytest.mark.rule("Q0")
def test_the_largest_group_takes_any_number_of_wounds(run: Run) -> None:
    largest = FIGHT.replace('"foes"', '"foes", count = 10000')
    done = run("wound", "gob", str(2**63 - 1), "--json", stdin=largest)
    assert sum(event["event"] == "loss" for event in done.events) == 9999
    refused(run("wound", "gob", "1", stdin=largest.replace("10000", "10001")), 3, "at most 10,000 members")


def test_the_example_is_a_fight_worth_playing(run: Run) -> None:
    text = run("new", "arq", "--example").out
    told = run("forecast", "--times", "200", "--seed", "a", "--json", stdin=text).json["events"]
    assert all(0.3 <= event["wins"] <= 0.7 for event in told if event["event"] == "side")
