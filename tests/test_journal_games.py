"""A journal is one encounter's: another one in its file begins a new journal, and each line keeps its game's words."""

from __future__ import annotations

import json
import os
from itertools import permutations
from pathlib import Path

import pytest

from combatcli.errors import StreamError
from combatcli.rulesets import NAMES
from support import Run, refused

KEPT = "fight.toml.journal.1"
PAIRS = list(permutations(NAMES, 2))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "fight.toml"


def play(run: Run, file: Path, game: str, *, force: bool = False) -> None:
    """Begin a fight of a game and do something in it that has events of its own."""
    assert run("new", game, "--example", "--seed", "x", "-o", file, *(["--force"] if force else [])).code == 0
    assert run("next", "-f", file).code == 0


def told(run: Run, file: Path) -> list[str]:
    """Return the commands that the log tells, having looked at all its views."""
    for view in ([], ["--story"], ["--story", "--markdown"], ["--stats"]):
        done = run("log", *view, "-f", file)
        assert done.code == 0, done.err
    return [event["command"].split()[0] for event in run("log", "--json", "-f", file).events]


def beside(file: Path) -> set[str]:
    return {each.name for each in file.parent.iterdir()}


@pytest.mark.parametrize(("first", "second"), PAIRS)
@pytest.mark.parametrize("way", ["--force", "removed"])
def test_new_begins_a_new_journal_whatever_the_games(run: Run, file: Path, first: str, second: str, way: str) -> None:
    play(run, file, first)
    old = file.with_name("fight.toml.journal").read_bytes()
    if way == "removed":
        file.unlink()
    play(run, file, second, force=way == "--force")
    assert told(run, file) == ["next"]
    assert file.with_name(KEPT).read_bytes() == old


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_the_first_change_of_a_copied_fight_of_another_game_begins_a_new_journal(
    run: Run, file: Path, first: str, second: str
) -> None:
    play(run, file, first)
    assert run("new", second, "--example", "-o", file.with_name("other.toml")).code == 0
    file.write_bytes(file.with_name("other.toml").read_bytes())
    assert told(run, file) == []
    assert "commands of another game were left out: 1." in run("log", "--all", "--story", "-f", file).out
    done = run("next", "-f", file)
    assert f"the journal here is of another game, {first}" in done.out
    assert KEPT in done.out
    assert told(run, file) == ["next"]
    assert run("undo", "-f", file).code == 0
    refused(run("undo", "-f", file), 3, "nothing to undo")


def test_new_of_the_same_game_begins_a_new_journal_and_says_so(run: Run, file: Path) -> None:
    play(run, file, "realm")
    done = run("new", "realm", "--force", "-o", file, "--json")
    assert KEPT in done.json["warnings"][0]
    assert told(run, file) == []
    refused(run("undo", "-f", file), 3, "nothing to undo")


def test_an_edit_by_hand_within_a_game_keeps_the_journal(run: Run, file: Path) -> None:
    play(run, file, "realm")
    file.write_text(file.read_text(encoding="utf-8") + "# by hand\n", encoding="utf-8")
    assert run("next", "-f", file).code == 0
    assert told(run, file) == ["next", "next"]
    assert KEPT not in beside(file)


def test_all_old_journals_are_kept_the_previous_one_as_the_first(run: Run, file: Path) -> None:
    journals: list[bytes] = []
    for game in ("realm", "blade", "arq", "beacon"):
        play(run, file, game, force=True)
        journals.append(file.with_name("fight.toml.journal").read_bytes())
    kept = [file.with_name(f"fight.toml.journal.{number}").read_bytes() for number in (2, 3, 1)]
    assert [*kept, file.with_name("fight.toml.journal").read_bytes()] == journals


@pytest.mark.parametrize("command", [["new", "blade", "--force", "-o"], ["next", "-f"]])
def test_what_could_not_be_said_leaves_both_journals_as_they_were(
    run: Run, file: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    play(run, file, "realm")
    play(run, file, "blade", force=True)
    if command[0] == "next":
        file.write_text('ruleset = "arq"\n', encoding="utf-8")
    before = {each.name: each.read_bytes() for each in file.parent.iterdir()}

    def full(_: str) -> None:
        raise StreamError("cannot write to standard output")

    for module in ("combatcli.commands.new", "combatcli.pipeline.output"):
        monkeypatch.setattr(f"{module}.write_stdout", full)
    refused(run(*command, file), 4, "cannot write to standard output")
    assert {each.name: each.read_bytes() for each in file.parent.iterdir()} == before


def test_a_journal_that_cannot_be_renamed_is_said_and_stays(
    run: Run, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(run, file, "realm")
    before = {each.name: each.read_bytes() for each in file.parent.iterdir()}
    replace = os.replace

    def fail(old: str, new: str) -> None:
        if new.endswith(".journal.1"):
            raise PermissionError(1, "no")
        replace(old, new)

    monkeypatch.setattr(os, "replace", fail)
    refused(run("new", "blade", "--force", "-o", file), 4, "cannot rename", "fight.toml.journal")
    assert {each.name: each.read_bytes() for each in file.parent.iterdir()} == before


def test_a_line_of_a_game_that_is_not_here_is_named_and_left_out(run: Run, file: Path) -> None:
    play(run, file, "realm")
    path = file.with_name("fight.toml.journal")
    path.write_text(path.read_text(encoding="utf-8").replace('"game":"realm"', '"game":"gone"'), encoding="utf-8")
    done = run("log", "-f", file)
    assert done.code == 0
    assert "line 1 of" in done.out


@pytest.mark.parametrize("levels", [400, 900, 5_000])
def test_a_line_nested_without_end_is_named_and_the_others_serve(run: Run, file: Path, levels: int) -> None:
    assert run("new", "realm", "--example", "-o", file).code == 0
    assert run("next", "-f", file).code == 0
    journal = file.with_name("fight.toml.journal")
    line = json.loads(journal.read_text(encoding="utf-8"))
    deep = json.dumps({**line, "events": ["deep"]}).replace('"deep"', f"{'[' * levels}{']' * levels}")
    with journal.open("a", encoding="utf-8") as lines:
        lines.write(f"{deep}\n")
    for words in (["log"], ["log", "--story"], ["log", "--stats"], ["log", "--json"], ["next"], ["undo"]):
        assert run(*words, "-f", file).code == 0
    assert "line 2" in run("log", "-f", file).out


def test_a_file_of_another_game_that_is_written_over_begins_a_new_journal(run: Run, file: Path) -> None:
    play(run, file, "realm")
    old = file.with_name("fight.toml.journal").read_bytes()
    done = run("next", "-o", file, stdin=run("new", "blade", "--example").out)
    assert "the journal here is of another game, realm" in done.out + done.err
    assert file.with_name(KEPT).read_bytes() == old
    assert run("next", "-f", file).code == 0
    assert told(run, file) == ["next", "next"]
    assert run("undo", "2", "-f", file).code == 0
    assert 'ruleset = "realm"' in file.read_text(encoding="utf-8")


def test_a_folder_in_the_way_of_the_old_journal_is_said(run: Run, file: Path) -> None:
    play(run, file, "realm")
    file.with_name(KEPT).mkdir()
    refused(run("new", "blade", "--force", "-o", file), 4, "fight.toml.journal.1 is a folder", "Move it away")
