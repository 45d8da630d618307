"""The rules' own table of contents: every rule is held by a test, and every refusal names its rule."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
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
    *("B1", "B2", "B3", "B11", "B14", "B22", "B23", "B25", "B26", "B27", "B29", "B43", "B50"),
    *("E3", "E4", "E5", "E6", "E10", "E13", "E14", "E15", "E20", "E21", "E22", "E23", "E35", "E42", "E44"),
    *("E45", "E46", "E47", "E50"),
    *("Q1", "Q4", "Q5", "Q6", "Q10", "Q11", "Q12", "Q13", "Q20", "Q21", "Q22", "Q23", "Q24", "Q33"),
    *("Q34", "Q35"),
    *("R1", "R2", "R3", "R6", "R7", "R10", "R13", "R14", "R15", "R16", "R17", "R20", "R21", "R22", "R25"),
    *("R26", "R28", "R29", "R31", "R32", "R33", "R34", "R40", "R42", "R45", "R51"),
]
"""Rules that are held by cases of pages, and not by tests in Python."""


@pytest.mark.parametrize("rule", BY_PAGES_ALONE)
def test_a_rule_that_pages_alone_hold_is_played_in_one_and_something_is_held_of_it(rule: str) -> None:
    played = [case for path in PAGES for case in cases(path) if rule in case.rules]
    assert any(not line.startswith(("$ ", "@ ")) for case in played for line in case.lines[1:])


SPOKEN = ("RefusedError", "warn", "warn_or_refuse")
IDS = r"\(([A-Z]\d+(?:, [A-Z]\d+)*)\)"
CITED = re.compile(rf"{IDS}|\(\{{[^}}]*rule\}}\)|_cited\(|\{{ground\.cited_rule\}}")
OF_NO_RULE = (
    *("in this deck", "is out until the deck runs out"),  # cards that cannot be entered
    *(
        "no weapon",
        "there is no side",
        "is not a {what}, an arena",
        '--engaged names no "',
    ),  # names that nothing bears
    *(
        "no dice, so it has no odds",
        "joint outcomes",
        "are too many;",
        "cannot be rolled:",
    ),  # limits of the program's own
    *("nothing is pending", "there is no pending hit", "another hit on", "or discard with"),  # pending hits
    *(
        "is a condition of",
        "hides nobody from",
        "players see no such combatant",
        "{context.fight.subject(request.who):is} not {request.name}",
    ),  # what the table invents
    "dice.step has reached its limit",
    *("there is already an arena", "there are no arenas"),
    "{game.name} has no {command}",
    *(
        "has no rule",
        "there is no rule",
        "tactics is empty",
        'after "never" comes',
        'after "if" comes',
    ),  # look-ups and lines that find none
)
"""What sentences say that no rule of a game is behind."""
PASSED_ON = ("sentence", "message", "error.message", "pairing.refusal_sentence(*pair)")
"""Sentences that were made, and cite, elsewhere."""


def spoken() -> Iterator[tuple[Path, str]]:
    own = (path for path in GAMES.rglob("*.py") if "from_file" not in path.parts)  # their rules are in a file of theirs
    for path in own:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
            made = _made_in(function)
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and node.args and _name(node.func) in SPOKEN:
                    first = node.args[0]
                    for sentence in made.get(first.id, [first]) if isinstance(first, ast.Name) else [first]:
                        yield from ((path.relative_to(GAMES), said) for said in _alternatives(sentence))


def _is_text(value: ast.expr) -> bool:
    return isinstance(value, ast.JoinedStr | ast.IfExp) or (isinstance(value, ast.Constant) and bool(value.value))


def _made_in(function: ast.FunctionDef) -> dict[str, list[ast.expr]]:
    """Return the sentences that a function makes before it says them, by what it calls them."""
    made: dict[str, list[ast.expr]] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and _is_text(node.value):
            made.setdefault(node.targets[0].id, []).append(node.value)
    return made


def _name(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def _alternatives(said: ast.expr) -> list[str]:
    if isinstance(said, ast.IfExp):
        return [*_alternatives(said.body), *_alternatives(said.orelse)]
    return [ast.unparse(said)]


def test_every_warning_and_refusal_cites_its_rule() -> None:
    uncited = [
        f"{path}: {said}"
        for path, said in spoken()
        if not CITED.search(said) and not said.endswith(PASSED_ON) and not any(each in said for each in OF_NO_RULE)
    ]
    assert uncited == []


def test_what_is_said_to_be_of_no_rule_is_still_there() -> None:
    said = [sentence for _, sentence in spoken() if not CITED.search(sentence)]
    assert [each for each in OF_NO_RULE if not any(each in sentence for sentence in said)] == []
    assert [each for each in PASSED_ON if not any(sentence.endswith(each) for sentence in said)] == []


@pytest.mark.parametrize("game", NAMES)
def test_cited_rules_are_the_games_own(game: str) -> None:
    known = ids(game).keys() | pairing_ids()
    for path in (GAMES / game).glob("*.py"):
        cited = {rule for rules in re.findall(IDS, path.read_text(encoding="utf-8")) for rule in rules.split(", ")}
        assert cited <= known, path


def test_the_shared_room_cites_the_rules_of_pairing_alone() -> None:
    for path, said in spoken():
        if path.parts[0] == "shared":
            assert set(re.findall(r"\(([A-Z]\d+)\)", said)) <= pairing_ids()
