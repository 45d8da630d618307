"""The rules' own table of contents, and the promise that every rule is held by a test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cases import PAGES, cases
from combatcli.rulesets import NAMES, load
from rule_ids import GAMES, ids, pairing_ids

TESTS = Path(__file__).parent
MARK = re.compile(r"mark\.rule\(([^)]*)\)")


def held() -> set[str]:
    marks = (mark for path in TESTS.rglob("test_*.py") for mark in MARK.findall(path.read_text(encoding="utf-8")))
    by_tests = {rule for mark in marks for rule in re.findall(r'"([A-Z]\d+)"', mark)}
    return by_tests.union(*[case.rules for path in PAGES for case in cases(path)])


@pytest.mark.parametrize("game", NAMES)
def test_every_rule_is_held_by_a_test(game: str) -> None:
    assert sorted(ids(game).keys() - held()) == []


@pytest.mark.parametrize("game", NAMES)
def test_every_rule_says_something(game: str) -> None:
    for rule in ids(game).values():
        assert rule.get("text") or rule.get("house")
        assert all(rule[key] for key in ("title", "commands", "related", "words"))


@pytest.mark.parametrize("game", NAMES)
def test_a_rule_says_whether_tables_belong_to_it(game: str) -> None:
    assert {id_ for id_, rule in ids(game).items() if rule.get("table")} == set(load(game).parts.tables)


@pytest.mark.parametrize("game", NAMES)
def test_the_code_cites_no_rule_that_is_not_there(game: str) -> None:
    letter = next(iter(ids(game)))[0]
    code = "\n".join(path.read_text(encoding="utf-8") for path in (GAMES / game).glob("*.py"))
    cited = set(re.findall(rf"\b({letter}\d+)\b", code))
    assert sorted(cited - ids(game).keys()) == []


def test_marks_name_only_rules_that_exist() -> None:
    known = {rule for game in NAMES for rule in ids(game)} | pairing_ids()
    assert sorted(held() - known) == []


def test_every_rule_of_pairing_is_held_by_a_test() -> None:
    assert sorted(pairing_ids() - held()) == []


BY_PAGES_ALONE = [
    *("B1", "B3", "B14", "B22", "B23", "B25", "B26", "B27", "B29", "B43", "B50"),
    *("E4", "E6", "E10", "E13", "E15", "E20", "E21", "E22", "E35", "E42", "E44", "E45", "E46"),
    *("Q1", "Q4", "Q6", "Q10", "Q11", "Q12", "Q13", "Q23", "Q24", "Q33", "Q34"),
    *("R3", "R6", "R7", "R10", "R13", "R14", "R15", "R16", "R17", "R21", "R26", "R28", "R29", "R32"),
    *("R33", "R34", "R40", "R42", "R45", "R51"),
]
"""Rules that are held by cases of pages, and not by tests in Python."""


@pytest.mark.parametrize("rule", BY_PAGES_ALONE)
def test_a_rule_that_pages_alone_hold_is_played_in_one_and_something_is_held_of_it(rule: str) -> None:
    played = [case for path in PAGES for case in cases(path) if rule in case.rules]
    assert any(not line.startswith(("$ ", "@ ")) for case in played for line in case.lines[1:])
