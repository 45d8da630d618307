"""`new` and `schema`: a fight, an example, and the JSON Schema beside it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from combatcli.errors import StreamError
from combatcli.rulesets import NAMES, load
from support import FightFile, Run


@pytest.mark.parametrize("game", NAMES)
def test_the_schema_is_printed_and_written_beside_a_new_encounter(run: Run, tmp_path: Path, game: str) -> None:
    fight, beside = tmp_path / "fight.toml", tmp_path / f"{game}.schema.json"
    done = run("new", game, "--schema", "-o", fight)
    assert done.code == 0
    assert f" Its JSON Schema is {beside}.\n" in done.out
    text = fight.read_text(encoding="utf-8")
    assert text.startswith(f'#:schema ./{game}.schema.json\nruleset = "{game}"\n')
    printed = run("schema", game).out
    assert beside.read_text(encoding="utf-8") == printed
    assert f"{game} encounter" in json.loads(printed)["title"]
    beside.unlink()
    assert run("check", "-f", fight).code == run("check", stdin=text.partition("\n")[2]).code == 0


def test_a_schema_takes_the_place_of_an_older_one_of_ours_alone(run: Run, tmp_path: Path) -> None:
    fight, beside = tmp_path / "fight.toml", tmp_path / "realm.schema.json"
    ours = run("schema", "realm").out
    beside.write_text(ours.replace("A realm encounter", "An old one"), encoding="utf-8")
    assert run("new", "realm", "--schema", "-o", fight).code == 0
    assert beside.read_text(encoding="utf-8") == ours
    fight.unlink()
    beside.write_text("{}", encoding="utf-8")
    done = run("new", "realm", "--schema", "-o", fight)
    assert (done.code, done.out, fight.exists(), beside.read_text(encoding="utf-8")) == (4, "", False, "{}"), done.err
    assert "realm.schema.json already exists, and combatcli did not make it" in done.err
    assert run("new", "realm", "--schema", "-o", fight, "--force").code == 0
    assert beside.read_text(encoding="utf-8") == ours


@pytest.mark.parametrize("forced", [False, True])
def test_what_cannot_be_reported_is_not_made(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, forced: bool
) -> None:
    fight, beside = tmp_path / "fight.toml", tmp_path / "realm.schema.json"
    for path in (fight, beside) if forced else ():
        path.write_text("mine", encoding="utf-8")

    def fail(_: str) -> None:
        raise StreamError("standard output is full")

    monkeypatch.setattr("combatcli.commands.new.write_stdout", fail)
    done = run("new", "realm", "--schema", "-o", fight, *(["--force"] if forced else []))
    assert done.code == 4
    assert [path.exists() and path.read_text(encoding="utf-8") for path in (fight, beside)] == [forced and "mine"] * 2


def test_an_encounter_whose_schema_line_names_a_path_that_is_gone_is_read_and_kept(
    run: Run, fight_file: FightFile
) -> None:
    line = "#:schema file:///nowhere/realm/schema.json\n"
    path = fight_file(line + run("new", "realm", "--example").out)
    assert run("check", "-f", path).code == 0
    assert run("next", "-f", path).code == 0
    assert path.read_text(encoding="utf-8").startswith(line)


@pytest.mark.parametrize("game", NAMES)
def test_the_json_schema_is_the_one_that_the_structs_make(game: str) -> None:
    from combatcli.rulesets import jsonschema

    assert load(game).parts.schema == jsonschema.schema_text(load(game))


@pytest.mark.parametrize("game", NAMES)
def test_the_json_schema_says_what_every_key_means(game: str) -> None:
    tables_ = json.loads(load(game).schema())["$defs"]
    silent = [
        f"{name}.{key}"
        for name, table in tables_.items()
        for key, value in table["properties"].items()
        if not value.get("description", "").endswith(".")
    ]
    assert silent == []


@pytest.mark.parametrize("game", NAMES)
def test_a_combatants_keys_are_listed_for_people_with_the_usual_ones_first(run: Run, game: str) -> None:
    text = run("schema", game, "--keys").out
    usual, others = text.split("\nUsual\n")[1].split("\nOthers\n")
    assert usual.startswith("  side  text. Its side;")
    assert "  note  text. " in others
    weapons = "  weapons.NAME."
    assert (weapons in usual) == ("\n  weapons  " in usual)
    assert not any(line.rstrip() != line for line in text.splitlines())
    assert "declared  table. " in others or game == "beacon"
