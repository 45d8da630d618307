"""`add --from`: one of a file, several of its kind, headings of another's spreadsheet."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from support import Run, refused


@pytest.fixture(name="bestiary")
def _bestiary(tmp_path: Path) -> Path:
    path = tmp_path / "best.toml"
    path.write_text(
        '[combatants.orc]\nhealth = 5\nmax_health = 5\nname = "Orc"\n[combatants.wolf]\nhealth = 3\n', encoding="utf-8"
    )
    return path


EMPTY = 'ruleset = "blade"\n'


def test_one_of_a_file_is_added(run: Run, bestiary: Path) -> None:
    text = run("add", "Orc", "--from", bestiary, stdin=EMPTY).out
    assert tomllib.loads(text)["combatants"] == {"Orc": {"health": 5, "max_health": 5, "name": "Orc"}}
    text = run("add", "chief", "health=4", "--like", "orc", "--from", bestiary, stdin=EMPTY).out
    assert tomllib.loads(text)["combatants"]["chief"]["health"] == 4


def test_several_of_a_file_are_numbered(run: Run, bestiary: Path) -> None:
    text = run("add", "orc", "--from", bestiary, "--times", "3", stdin=EMPTY).out
    made = tomllib.loads(text)["combatants"]
    assert list(made) == ["orc1", "orc2", "orc3"]
    assert made["orc2"]["name"] == "Orc 2"


def test_who_is_not_in_a_file_is_refused_by_name(run: Run, bestiary: Path) -> None:
    assert "best.toml" in run("add", "ork", "--from", bestiary, stdin=EMPTY).err
    assert run("add", "--times", "2", "--from", bestiary, stdin=EMPTY).code == 2


def test_headings_of_a_spreadsheet_are_mapped_to_keys(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    path.write_text("Who,Name,HP\nann,Ann,4\n", encoding="utf-8")
    text = run("add", "--from", path, "--map", "Who=id,Name=name,HP=health", stdin=EMPTY).out
    assert tomllib.loads(text)["combatants"] == {"ann": {"name": "Ann", "health": 4}}
    assert "--map Who=id" in run("add", "--from", path, stdin=EMPTY).err
    refused(run("add", "--from", path, "--map", "Who=id,HP=health+", stdin=EMPTY), 3, "as in health=+4")
    assert "no column is called Whom" in run("add", "--from", path, "--map", "Whom=id", stdin=EMPTY).err


@pytest.mark.parametrize("words", [("--map", "a=b"), ("--map", "a", "--from", "x.csv")])
def test_a_map_needs_a_file_and_pairs(run: Run, words: tuple[str, ...]) -> None:
    refused(run("add", *words, stdin=EMPTY), 2)
