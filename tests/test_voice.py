"""Who acts is told with the verb that goes with them: one in the singular, groups, sides and several in the plural."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from combatcli.encounter.schema import Called
from combatcli.report.blocks import Names
from combatcli.voice import Subject
from support import FightFile, Run, fight

SOURCES = Path(__file__).parents[1] / "combatcli"
WHO = re.compile(r"names\(|\b(who|attacker|target|mover|friend|foe|holder|bearer|helper|impeder|name\[)\b")
"""Whatever stands for somebody in the sentences of the code."""
BARE = re.compile(r"'s\b| (is|has|does|was|takes|tests|attacks|hits|misses|moves|steps|holds|comes|stays|gets|loses)\b")
"""What is said of one alone."""
PREPOSED = re.compile(r"\b(on|of|for|with|from|by) $")
"""What stands before somebody of whom something else is said."""
SIDES = """
ruleset = "realm"
[combatants.ann]
side = "ours"
wounds = 30
hit = { brawn = 9 }
[combatants.rats]
side = "theirs"
count = 3
"""


@pytest.mark.parametrize(
    ("one", "several"),
    [
        ("takes 3", "take 3"),
        ("is no longer winded", "are no longer winded"),
        ("has not declared", "have not declared"),
        ("does not declare again", "do not declare again"),
        ("misses", "miss"),
        ("pushes ann", "push ann"),
        ("goes", "go"),
        ("loses", "lose"),
        ("carries", "carry"),
        ("dies", "die"),
        ("cannot act", "cannot act"),
    ],
)
def test_a_verb_agrees_with_its_subject(one: str, several: str) -> None:
    ann, rats = Subject("ann"), Subject("rats", many=True)
    assert f"{ann:{one}}; {rats:{one}}" == f"ann {one}; rats {several}"
    assert (ann.verb(one), rats.verb(one)) == (one, several)


def test_a_possessive_agrees_with_its_subject() -> None:
    assert f"{Subject('ann'):'s} turn" == "ann's turn"
    assert f"{Subject('rats', many=True):'s} turn" == "rats' turn"
    assert f"{Subject('thieves of men', many=True):'s} turn" == "thieves of men's turn"


def test_a_subject_without_a_verb_is_text() -> None:
    assert f"{Subject('ann')}, {Subject('ann'):>5}" == "ann,   ann"


def test_several_and_sides_are_plural_as_groups_are() -> None:
    camp = fight("realm", combatants={"ann": {"side": "ours"}, "bob": {}, "rats": {"count": 2}})
    told = [f"{camp.subject(*whom):is}" for whom in (["ann"], ["rats"], ["ann", "bob"], ["ours"], ["others"], ["gone"])]
    assert told == ["ann is", "rats are", "ann, bob are", "ours are", "others are", "gone is"]
    names = Names(Called({}, ["rats"], []))
    assert [f"{names.all(whom):is}" for whom in (["rats"], ["ann"], ["ann", "bob"], [])] == [
        *("rats are", "ann is", "ann, bob are", "nobody is"),
    ]


def test_two_of_the_same_name_are_told_apart_by_their_ids() -> None:
    camp = fight("realm", combatants={"o1": {"name": "Ogre"}, "o2": {"name": "ogre"}, "ann": {"name": "Ann"}})
    names = Names(camp.called())
    assert [names("o1"), names("o2"), names("ann")] == ["Ogre (o1)", "ogre (o2)", "Ann"]
    assert names.with_id("o1") == "o1 (Ogre)"


def test_a_side_wins_in_the_plural(run: Run, fight_file: FightFile) -> None:
    told = run("forecast", "--fight", "1", "--seed", "s", "--story", "-f", fight_file(SIDES)).out
    assert re.search(r"\b(ours|theirs) win\.", told)


def bare(path: Path) -> Iterator[str]:
    """Yield where a verb or a possessive follows somebody without asking whether that is one or several."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        parts = [ast.Constant(""), *node.values] if isinstance(node, ast.JoinedStr) else []
        for before, value, after in zip(parts, parts[1:], parts[2:], strict=False):
            if isinstance(value, ast.FormattedValue) and value.format_spec is None and isinstance(after, ast.Constant):
                who, said = ast.unparse(value.value), str(after.value)
                of_it = isinstance(before, ast.Constant) and PREPOSED.search(str(before.value)) and said[0] != "'"
                if WHO.search(who) and BARE.match(said) and not of_it:
                    yield f"{path.relative_to(SOURCES)}:{value.lineno} {{{who}}}{said}"


@pytest.mark.parametrize("folder", ["report", "pipeline", "forecast", "commands", "rulesets"])
def test_no_sentence_has_a_verb_of_one_for_whoever_acts(folder: str) -> None:
    assert [where for path in sorted((SOURCES / folder).rglob("*.py")) for where in bare(path)] == []
