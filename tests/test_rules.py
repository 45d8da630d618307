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
