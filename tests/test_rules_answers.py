"""What a stranger asks of `rules`: ids as people write them, switches, joined words; and what rules say of commands."""

from __future__ import annotations

import re
import tomllib

import pytest

from combatcli.commands import SUMMARIES
from combatcli.rulesets import NAMES, load
from combatcli.rulesets.lookup.catalog import rules_of, rules_of_all
from combatcli.rulesets.lookup.search import ids_in
from rule_ids import QUESTIONS
from support import Run

DATA = tomllib.loads(QUESTIONS.read_text(encoding="utf-8"))
BY_ID = {rule.id: rule for rule in rules_of_all(NAMES)}
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


# --- Ids and words ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("written", "found"), DATA["ids"].items())
def test_ids_are_read_as_people_write_them(run: Run, written: str, found: list[str]) -> None:
    assert ids(run, written) == ids(run, *written.split()) == found


def test_ids_of_another_make_are_let_be() -> None:
    known = ["R1", "R2", "RX1", "poke"]
    assert ids_in(["rx1"], known) == ["RX1"]
    assert ids_in(["r1-9"], known) == ["R1", "R2"]
    assert ids_in(["poke"], known) == []


def test_a_word_that_looks_like_an_option_is_asked_for_behind_two_hyphens(run: Run) -> None:
    assert run("rules", "--", "--parry").out.startswith("R33 Parrying weapons (realm)\n")
    assert "rules -- --parry" in run("rules", "--help").out


# --- Switches --------------------------------------------------------------------------------------------------------


def test_a_switch_leads_to_the_rule_that_owns_it(run: Run) -> None:
    owners = {name: rule.id for rule in rules_of_all(NAMES) for name in rule.switches}
    assert owners
    for name, id_ in owners.items():
        assert ids(run, name)[0] == id_
    first = run("rules", "strict", "--json").events[0]
    assert (first["event"], first["name"]) == ("switch", "strict")
    assert "out of its phase or undeclared is refused" in run("rules", "strict").out


def test_a_switch_has_its_whole_name_where_it_is_spoken_of() -> None:
    assert "strict_threat" in BY_ID["Q22"].house
    assert "table is strict" not in said("arq")


# --- What rules say of commands and keys -----------------------------------------------------------------------------


@pytest.mark.parametrize("game", NAMES)
def test_every_option_of_a_game_stands_in_one_of_its_rules(game: str) -> None:
    added = [load(game).addition(name) for name in SUMMARIES]
    options = {option.name for each in added if each is not None for option in each.options}
    assert (
        sorted(name for name in options - SAID_BY_HELP.keys() if not re.search(rf"{name}(?![\w-])", said(game))) == []
    )


@pytest.mark.parametrize("game", NAMES)
def test_commands_of_a_rule_are_those_that_play_it(game: str) -> None:
    assert [each.id for each in rules_of(game) if "odds" in each.commands] == []


def test_no_heading_has_a_mark_of_layout(run: Run) -> None:
    for each in rules_of_all(NAMES):
        for table in run("rules", each.id, "--json").event("rule")["tables"]:
            assert not any("#" in heading for heading in table["headings"])
            assert len(table["numbers"]) == len(table["headings"])
    assert run("rules", "B10", "--json").event("rule")["tables"][0]["numbers"] == [True] * 4


def test_tables_say_what_holds(run: Run) -> None:
    statuses = {row[0]: row[2] for row in run("rules", "R0", "--json").event("rule")["tables"][0]["rows"]}
    assert all(statuses.values())
    assert all(word in BY_ID["R0"].text.lower() + BY_ID["R0"].house.lower() for word in statuses)
    assert ["crossbow", "", 6] in run("rules", "R23", "--json").event("rule")["tables"][0]["rows"]
    pushes = run("rules", "E5", "--json").event("rule")["tables"][0]["rows"]
    assert pushes == [["tier", 1], ["effect", 1], ["act", 1], ["closer", 1]]


@pytest.mark.parametrize(("id_", "said"), [(id_, each) for id_, all_ in DATA["apart"].items() for each in all_])
def test_the_games_text_and_our_rulings_are_told_apart(id_: str, said: dict[str, str]) -> None:
    assert ("text" in said) == bool(BY_ID[id_].text)
    assert said.get("text", "") in BY_ID[id_].text
    assert said.get("house", "") in BY_ID[id_].house
    assert "house" not in said or said["house"] not in BY_ID[id_].text


@pytest.mark.parametrize(("id_", "what"), [(id_, what) for id_, all_ in DATA["says"].items() for what in all_])
def test_a_rule_says_what_is_looked_for_in_it(id_: str, what: str) -> None:
    assert what in f"{BY_ID[id_].text} {BY_ID[id_].house}"
