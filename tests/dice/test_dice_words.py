"""Dice of words: rolled, counted and matched, and never added up."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from combatcli.dice.exact.expression import odds
from combatcli.dice.notation import parse
from support import Run, refused


def test_dice_of_words_are_rolled(run: Run) -> None:
    assert run("roll", "d{hit:2,miss}", "--dice", "1").out == "hit\n"
    assert run("roll", "3d{hit:2,Miss}", "--dice", "1,2,1").out == "hit, Miss, hit\n"
    assert run("roll", "3d{hit:2,miss}", "--dice", "1,2,1", "-v").out == "3d{hit:2,miss}: [hit, miss, hit]\n"
    assert run("roll", "d{hit,miss}", "1d6", "-t", "2", "--dice", "1,2,3,4").out == "hit\nmiss\n3\n4\n"
    refused(run("roll", "d{hit:2,miss}", "--dice", "3"), 3, "It shows 1 (hit), 2 (miss).")


def test_a_roll_of_words_as_an_event(run: Run) -> None:
    (event,) = run("roll", "3d{hit:2,miss} # sword", "--dice", "1,2,1", "--json").events
    assert event == {
        "event": "roll",
        "expression": "3d{hit:2,miss} # sword",
        "total": 3,
        "faces": [1, 2, 1],
        "kept": [1, 2, 1],
        "breakdown": "[hit, miss, hit]",
        "label": "sword",
        "words": ["hit", "miss", "hit"],
    }


def test_words_are_counted_and_matched(run: Run) -> None:
    assert run("roll", "3d{hit:2,miss}=hit", "--dice", "1,2,1", "-v").out == (
        "3d{hit:2,miss}=hit: [hit*, miss, hit*] = 2\n"
    )
    assert run("roll", "(3d{hit,miss} eq HIT) >= 2", "--dice", "1,2,1").out == "1\n"
    assert run("roll", "4d{a,b,c}ms + 4d{a,b,c}mt", "--dice", "1,2,1,1,2,2,3,3").out == "5\n"
    assert run("roll", "p = {2d{a,b}}; q = {p + 1d{b,c}}; (q=b)*9 + q ms", "--dice", "1,2,2").out == "20\n"
    assert run("roll", "{2d{hit,miss} + 1d{crit,hit}}=hit", "--dice", "1,2,3").out == "1\n"
    assert run("roll", "2 + 3d{hit,miss}=hit", "--dice", "1,2,1").out == "4\n"
    pool = "p = {3d{hit,miss,crit}}; (p=hit) + 2*(p=crit)"
    assert run("roll", pool, "--dice", "1,3,2", "-v").out == (
        f"{pool}: p: {{[hit, crit, miss]}}; "
        "({[hit*, crit, miss]} = hit = 1) + 2 * ({[hit, crit*, miss]} = crit = 1) = 3\n"
    )


@given(
    st.dictionaries(st.sampled_from(["hit", "miss", "crit", "x_1"]), st.integers(1, 3), min_size=2),
    st.integers(2, 4),
)
def test_odds_of_words_are_those_of_all_ways_to_roll(faces: dict[str, int], count: int) -> None:
    written = f"{count}d{{{','.join(f'{word}:{times}' for word, times in faces.items())}}}"
    sides = [word for word, times in faces.items() for _ in range(times)]
    first = next(iter(faces))
    ways = list(product(sides, repeat=count))
    for expression, counts in (
        (f"{written}={first}", Counter(each.count(first) for each in ways)),
        (f"{written}ms", Counter(max(Counter(each).values()) for each in ways)),
        (
            f"p = {{{written}}}; (p={first})*9 + p mt",
            Counter(each.count(first) * 9 + sum(times > 1 for times in Counter(each).values()) for each in ways),
        ),
    ):
        found = odds(parse(expression))
        wanted = {outcome: Fraction(times, len(ways)) for outcome, times in counts.items()}
        assert {outcome: found.fraction(outcome) for outcome in found} == wanted


def test_odds_of_a_die_of_words_are_those_of_its_faces(run: Run) -> None:
    (event,) = run("odds", "d{hit:2,miss}", "--json").events
    assert event == {"event": "chances", "expression": "d{hit:2,miss}", "outcomes": {"hit": "2/3", "miss": "1/3"}}
    assert run("odds", "d{hit:2,miss}").out == (
        "d{hit:2,miss}\n  word  chance        =\n  hit      2/3  66.67 %\n  miss     1/3  33.33 %\n"
    )
    (two,) = run("odds", "2d{hit:2,miss}", "--json").events
    assert two["outcomes"] == {"hit, hit": "4/9", "hit, miss": "4/9", "miss, miss": "1/9"}
    bag = run("odds", "2d{red:3,blue:2}u", "--json").events[0]["outcomes"]
    assert bag == {"red, red": "3/10", "red, blue": "3/5", "blue, blue": "1/10"}
    refused(run("odds", "d{hit,miss}", "--at-least", "1"), 2, "words are not numbers")
    assert run("odds", "d{hit,miss}", "--csv").out == 'outcome,chance,percent\n"hit",1/2,50.0\n"miss",1/2,50.0\n'


def test_a_seed_rolls_words_as_it_rolls_numbers(run: Run) -> None:
    seeded = ("-t", "200", "--seed", "friday")
    words = {"1": "hit", "2": "miss"}
    numbers = run("roll", "d{1:2,2}", *seeded).out.split()
    assert run("roll", "d{hit:2,miss}", *seeded).out.split() == [words[number] for number in numbers]
    assert run("roll", "5d{hit:2,miss}=hit", *seeded).out == run("roll", "5d{1:2,2}=1", *seeded).out


def test_what_dice_of_words_cannot_be_asked_is_refused(run: Run) -> None:
    refused(run("roll", "3d{hit,miss}=crit"), 2, 'found "crit"')
    refused(run("roll", "3d{hit,miss}=hitt"), 2, "Did you mean hit?")
    refused(run("roll", "d{hit,2}"), 2, "the faces of a die are numbers or words, not both")
    refused(run("roll", "d{hit:0}"), 2, "each is there once or more often")
    refused(run("odds", "1d6", "--against", "d{hit,miss}"), 2, "words are not numbers")
    refused(run("odds", "2xd{hit,miss}"), 2, "this one is repeated 2 times")
    refused(run("roll", "d{hit,miss}", "--tally"), 2, "words are not numbers")
    refused(run("roll", "d{hit,miss}", "-e"), 2, "words are not numbers")
    assert json.loads(run("roll", "1+d{hit,miss}", "--json").err)["error"]["column"] == 3
