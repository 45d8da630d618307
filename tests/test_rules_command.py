"""`rules`: a rule by its id, by its title, by a player's question; its tables are what the engine reads."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import lookup_files
import pytest

from combatcli.cli import command_named
from combatcli.commands import SUMMARIES
from combatcli.declarations import CommandGroup
from combatcli.rulesets import NAMES, load, outside
from combatcli.rulesets.arq import state as figures
from combatcli.rulesets.beacon import conditions
from combatcli.rulesets.blade import weapons
from combatcli.rulesets.lookup.catalog import (
    Rule,
    event_tables_of_rule,
    read_json,
    rules_of,
    rules_of_games,
)
from combatcli.rulesets.lookup.search import answering_rules
from combatcli.rulesets.realm import arena, ground, state
from combatcli.rulesets.realm import weapons as realm_weapons
from rule_ids import QUESTIONS
from support import Run

DATA = tomllib.loads(QUESTIONS.read_text(encoding="utf-8"))
THREE: dict[str, list[str]] = {id_: asked for id_, asked in DATA.items() if isinstance(asked, list)}
ALL = rules_of_games(NAMES)
BY_ID = {rule.id: rule for rule in ALL}
ASKED = [(rule, question) for rule in ALL for question in THREE[rule.id]]
FIRST_FEW = 3
AMONG_ALL = 8
FOUND_FIRST, FOUND_SOON = 0.9, 0.97


def book(rule: Rule) -> list[Rule]:
    return rules_of(rule.game or "arq")


def place(rule: Rule, question: str, rules: list[Rule], also: Iterable[str] = ()) -> int:
    """Return at which place a rule answers a question, or another that is right as well, from 1; 0 if none does."""
    found = [each.id for each in answering_rules(question, rules)]
    return next((index for index, id_ in enumerate(found, 1) if id_ in {rule.id, *also}), 0)


# --- What is found ---------------------------------------------------------------------------------------------------


def test_every_rule_has_three_questions_of_its_own() -> None:
    assert {rule.id: len(THREE[rule.id]) for rule in ALL} == dict.fromkeys(THREE, 3)
    assert [question for rule, question in ASKED if question.lower() == rule.title.lower()] == []


@pytest.mark.parametrize("rule", ALL, ids=lambda rule: rule.id)
def test_every_rule_is_found_by_its_id_and_by_its_title(run: Run, rule: Rule) -> None:
    for wanted in ([rule.id], [rule.id.lower()], [f"({rule.id})."], ["what", "does", rule.id, "say"]):
        assert run("rules", *wanted, "--json").event("rule")["title"] == rule.title
    same = {each.id for each in book(rule) if each.title == rule.title}
    assert answering_rules(rule.title, book(rule))[0].id in same


@pytest.mark.parametrize(("rule", "question"), ASKED, ids=lambda each: str(each) if isinstance(each, str) else each.id)
def test_a_players_question_finds_the_rule(rule: Rule, question: str) -> None:
    assert 1 <= place(rule, question, book(rule)) <= FIRST_FEW


@pytest.mark.untraced
def test_most_questions_find_their_rule_best_first() -> None:
    places = [place(rule, question, book(rule)) for rule, question in ASKED]
    assert places.count(1) >= 0.9 * len(ASKED)
    everywhere = [place(rule, question, ALL) for rule, question in ASKED]
    assert sum(1 for each in everywhere if 1 <= each <= AMONG_ALL) >= 0.97 * len(ASKED)


@pytest.mark.parametrize(
    ("game", "question", "rule"), [(game, *each) for game, asked in DATA["first"].items() for each in asked.items()]
)
def test_slips_inflections_and_words_of_other_games_are_understood(game: str, question: str, rule: str) -> None:
    assert answering_rules(question, rules_of(game))[0].id == rule


@pytest.mark.parametrize("game", NAMES)
def test_every_name_of_a_table_finds_its_rule(game: str) -> None:
    for rule in rules_of(game):
        for table in event_tables_of_rule(rule):
            for row in table["rows"]:
                if table["headings"][0] in ("name", "class", "kind", "position", "weapon"):
                    assert rule.id in [each.id for each in answering_rules(str(row[0]), rules_of(game))], row[0]


# --- What is told ----------------------------------------------------------------------------------------------------


def test_without_words_all_titles_are_listed(run: Run) -> None:
    out = run("rules").out
    assert all(f"\n{game}\n" in f"\n{out}" for game in (*NAMES, "every game"))
    assert all(f"  {rule.id:<4} {rule.title}\n" in out for rule in ALL)
    own = run("rules", "blade").out
    assert own == run("rules", "--ruleset", "blade").out
    assert own.startswith("blade\n  B0   A combatant\n")
    assert "realm" not in own


@pytest.mark.parametrize("game", NAMES)
def test_the_switches_are_those_that_the_game_knows(game: str) -> None:
    told = {name: type(default) for rule in rules_of(game) for name, default in rule.switches.items()}
    assert {"strict": bool, **told} == load(game).house_keys


@pytest.mark.parametrize("game", NAMES)
def test_commands_and_related_rules_are_there(game: str) -> None:
    known = {rule.id for rule in rules_of(game)}
    for rule in rules_of(game):
        for name in rule.commands:
            found = command_named(name.split(" ")[0])
            shared = not isinstance(found, CommandGroup) and not found.is_played_by_rules
            assert name.split(" ")[0] in SUMMARIES
            assert shared or name == "set" or load(game).has_command(name), f"{rule.id}: {name}"
        assert set(rule.related) <= known - {rule.id}, rule.id


# --- Nothing found ---------------------------------------------------------------------------------------------------


HELD = tomllib.loads((QUESTIONS.parent / "held_out.toml").read_text(encoding="utf-8"))
ALSO: dict[str, list[str]] = HELD.pop("also")
NOTHING: dict[str, list[str]] = HELD.pop("nothing")
HELD_OUT: dict[str, list[str]] = HELD
MISTAKEN = 0.05


@pytest.mark.parametrize("game", NAMES)
def test_questions_that_no_rule_has_written_down_find_it(game: str) -> None:
    places = [
        place(rule, question, rules_of(game), ALSO.get(question, ()))
        for rule in rules_of(game)
        if rule.game
        for question in HELD_OUT[rule.id]
    ]
    assert places.count(1) >= FOUND_FIRST * len(places)
    assert sum(1 for each in places if 1 <= each <= FIRST_FEW) >= FOUND_SOON * len(places)


def test_a_question_on_what_a_game_has_nothing_on_is_answered_so() -> None:
    asked = [(question, game) for game, questions in NOTHING.items() for question in questions]
    answered = [question for question, game in asked if answering_rules(question, rules_of(game))]
    assert len(answered) <= MISTAKEN * len(asked), answered


def test_no_question_is_both_written_down_and_held_out() -> None:
    written = {id_: keys["asked"] for game in NAMES for id_, keys in load(game).parts.rules.items()}
    assert [each for id_, asked in written.items() for each in HELD_OUT[id_] if each in asked] == []


# --- The encounter in play -------------------------------------------------------------------------------------------


def test_a_variable_that_names_no_encounter_hinders_no_look_up(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "gone.toml"
    monkeypatch.setenv("COMBATCLI_FILE", str(path))
    done = run("rules", "R24")
    assert "Warning: $COMBATCLI_FILE does not name an encounter: " in done.out
    assert done.code == 0, done.err
    assert run("rules", "R24", "-f", path).code == 4
    monkeypatch.setenv("COMBATCLI_FILE", "-")
    assert run("rules", "R24", stdin="").out.startswith("R24 Focus (realm)")


# --- Tables ----------------------------------------------------------------------------------------------------------


def rows(run: Run, id_: str) -> Iterator[list[Any]]:
    for each in run("rules", id_, "--json").event("rule")["tables"]:
        yield from each["rows"]


def rows_made(id_: str) -> list[list[Any]]:
    tables = next(tables[id_] for tables in (load(game).parts.tables for game in NAMES) if id_ in tables)
    return [row for table in tables() for row in table["rows"]]


def test_what_is_made_of_rules_and_words_is_current() -> None:
    for path, text in lookup_files.generated_files():
        assert path.read_text(encoding="utf-8") == text, path
        assert path.suffix == ".txt" or read_json(str(path.parent), path.name) == json.loads(text), path


CHANGES: list[tuple[str, dict[Any, Any], object, object, list[Any]]] = [
    ("R30", realm_weapons.DICE, "light", 5, ["light", "5d10"]),
    ("R11", ground.FAVORED, "tight", ("medium",), ["tight", "medium", "+2"]),
    ("R23", realm_weapons.FURTHEST_AIM, "sling", 7, ["sling", "2 x brawn, at most", 7]),
    ("R12", arena.scenery_words()["words"], "neutral", ["a lawn"], ["neutral", "a lawn"]),
    ("R0", state.STATUS, "broken", "R50", ["broken", "yes", "R50"]),
    ("B20", weapons.EVASION, (12, 12), 4, ["12", 4]),
    ("B24", weapons.PARTS, "eyes", 9, ["eyes", 9]),
    ("B28", weapons.CONFINED, "long", 7, ["long", 7]),
    ("B40", weapons.DAMAGE, 2, "2d6", ["two hands", "2d6"]),
    (
        "E41",
        conditions.table(),
        "goaded",
        {"kind": "wound", "degree": 4, "tier": -3, "says": "{tier:+} Tier"},
        ["goaded", 4, "-3 Tier"],
    ),
    (
        "E43",
        conditions.table(),
        "charmful",
        {"kind": "boon", "degree": 2, "stride": 3, "says": "{stride} times the stride"},
        ["charmful", 2, "3 times the stride"],
    ),
]


@pytest.mark.parametrize(("id_", "data", "key", "value", "row"), CHANGES, ids=[each[0] for each in CHANGES])
def test_a_table_is_what_the_engine_reads(
    monkeypatch: pytest.MonkeyPatch, id_: str, data: dict[Any, Any], key: object, value: object, row: list[Any]
) -> None:
    assert row not in rows_made(id_)
    monkeypatch.setitem(data, key, value)
    assert row in rows_made(id_)


@pytest.mark.parametrize(
    ("id_", "module", "name", "value", "row"),
    [
        ("R11", ground, "ARENA_BONUS", 9, ["tight", "light", "+9"]),
        ("Q2", figures, "house_deck", lambda: (((1, 2),), (7, 8)), ["a foe", 7, 8]),
    ],
)
def test_a_number_is_what_the_engine_reads(
    monkeypatch: pytest.MonkeyPatch, id_: str, module: object, name: str, value: object, row: list[Any]
) -> None:
    assert row not in rows_made(id_)
    monkeypatch.setattr(module, name, value)
    assert row in rows_made(id_)


@pytest.mark.parametrize("game", NAMES)
def test_tables_belong_to_rules_and_are_drawn(run: Run, game: str) -> None:
    tables = load(game).parts.tables
    assert tables.keys() <= {rule.id for rule in rules_of(game)}
    for id_, made in tables.items():
        out = run("rules", id_).out
        for each in made():
            assert f"\n  {each['title']}\n" in out
            assert each["rows"]
            assert {len(row) for row in each["rows"]} == {len(each["headings"])}


def test_the_table_of_conditions_names_every_one(run: Run) -> None:
    told = [row for id_ in ("E40", "E41", "E43") for row in rows(run, id_) if isinstance(row[0], str)]
    assert sorted(row[0] for row in told) == sorted(conditions.table())
    assert all(row[2] for row in told)


# --- A game from outside ---------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("toy")
def test_a_game_from_outside_has_rules_and_tables(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    import toygame

    for words in (["T1"], ["toy", "t1"], ["jabbing", "--ruleset", "toy"], ["T1", "--ruleset", "toy"]):
        assert run("rules", *words).out.startswith("T1 Poking (toy)\n  A d6 of 4 or more pokes somebody.\n"), words
    assert "toy\n  T1   Poking\n" in run("rules").out
    assert run("rules", "toy").out == "toy\n  T1   Poking\n"
    assert list(rows(run, "T1")) == [["poke", 4]]
    monkeypatch.setitem(toygame.NEEDED, "poke", 6)
    assert list(rows(run, "T1")) == [["poke", 6]]
    assert run("rules", "T1", "--pass", stdin=run("new", "toy", "--example").out).err.startswith("T1 Poking (toy)")
    assert run("rules", "charge", "--ruleset", "toy").out.startswith('toy has nothing on "charge"')


def test_a_look_up_in_our_games_looks_for_no_others(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def looked() -> None:
        pytest.fail("games from outside were looked for")

    monkeypatch.setattr(outside, "entry_points", looked)
    assert run("rules", "R24").code == 0
    assert run("rules", "how", "do", "I", "charge").code == 0
    assert run("rules", "realm").code == 0


# --- Ids, switches, and what rules say of commands -------------------------------------------------------------------


SAID_BY_HELP = {
    "--bonus": "said of all games' attacks",
    "--note": "a key of every arena",
    "--link": "a key of every arena",
    "--name": "the name of the rubble",
    "--kind": "a kind of arena",
    "--reveal": "what was secret",
}
"""Options that need no rule, and why."""


def ids(run: Run, *words: str) -> list[str]:
    return [event["id"] for event in run("rules", *words, "--json").events if event["event"] == "rule"]


def said(game: str) -> str:
    return " ".join(f"{rule.text} {rule.house} {rule.words}" for rule in rules_of(game))


@pytest.mark.parametrize(("written", "found"), DATA["ids"].items())
def test_ids_are_read_as_people_write_them(run: Run, written: str, found: list[str]) -> None:
    assert ids(run, written) == ids(run, *written.split()) == found


def test_a_switch_leads_to_the_rule_that_owns_it(run: Run) -> None:
    owners = {name: rule.id for rule in ALL for name in rule.switches}
    assert owners
    for name, id_ in owners.items():
        assert ids(run, name)[0] == id_
    first = run("rules", "strict", "--json").events[0]
    assert (first["event"], first["name"]) == ("switch", "strict")
    assert "out of its phase or undeclared is refused" in run("rules", "strict").out


@pytest.mark.parametrize("game", NAMES)
def test_every_option_of_a_game_stands_in_one_of_its_rules(game: str) -> None:
    added = [load(game).addition(name) for name in SUMMARIES]
    options = {option.name for each in added if each is not None for option in each.options}
    assert (
        sorted(name for name in options - SAID_BY_HELP.keys() if not re.search(rf"{name}(?![\w-])", said(game))) == []
    )


def test_no_heading_has_a_mark_of_layout(run: Run) -> None:
    for each in ALL:
        for table in run("rules", each.id, "--json").event("rule")["tables"]:
            assert not any("#" in heading for heading in table["headings"])
            assert len(table["numbers"]) == len(table["headings"])
    assert run("rules", "B10", "--json").event("rule")["tables"][0]["numbers"] == [True] * 4


@pytest.mark.parametrize(("id_", "said"), [(id_, each) for id_, all_ in DATA["apart"].items() for each in all_])
def test_the_games_text_and_our_rulings_are_told_apart(id_: str, said: dict[str, str]) -> None:
    assert ("text" in said) == bool(BY_ID[id_].text)
    assert said.get("text", "") in BY_ID[id_].text
    assert said.get("house", "") in BY_ID[id_].house
    assert "house" not in said or said["house"] not in BY_ID[id_].text


@pytest.mark.parametrize(("id_", "what"), [(id_, what) for id_, all_ in DATA["says"].items() for what in all_])
def test_a_rule_says_what_is_looked_for_in_it(id_: str, what: str) -> None:
    assert what in f"{BY_ID[id_].text} {BY_ID[id_].house}"
