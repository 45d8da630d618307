"""A warning or refusal that comes from a rule names it, so that one look-up answers it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from combatcli.rulesets import NAMES
from rule_ids import GAMES, ids, pairing_ids

SPOKEN = ("RefusedError", "warn", "warn_or_refuse")
IDS = r"\(([A-Z]\d+(?:, [A-Z]\d+)*)\)"
CITED = re.compile(rf"{IDS}|\(\{{[^}}]*rule\}}\)|\{{ground\.cited\}}")
OF_NO_RULE = (
    *("in this deck", "is out until the deck runs out"),  # cards that cannot be entered
    *("hides nobody from the players",),  # what another command does
    *(
        "no weapon",
        "there is no side",
        "is not a point X,Y, an arena",
        '--engaged names no "',
    ),  # names that nothing bears
    *(
        "no dice, so it has no odds",
        "joint outcomes",
        "are too many;",
        "cannot be rolled:",
    ),  # limits of the program's own
    *("nothing is pending", "there is no pending hit", "another hit on", "or discard with"),  # pending hits
    *("is a condition of", "{context.fight.subject(request.who):is} not {request.name}"),  # what the table invents
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
PASSED_ON = ("sentence", "message", "error.message", "context.warnings[-1]", "self.refusal(one, other)")
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
