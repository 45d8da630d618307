"""What is promised holds: each kept version's encounters and journals are read, and what scripts rely on is there."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from combatcli import __version__
from keep import DATA, FIGHTS, promised_names
from support import Run

VERSIONS = sorted(folder.name for folder in DATA.iterdir())
KEPT = [(version, file.name) for version in VERSIONS for file in sorted((DATA / version).glob("fight-*.toml"))]


def test_this_version_is_kept_with_a_fight_of_each_game() -> None:
    kept = {file for version, file in KEPT if version == __version__}
    assert kept == {f"fight-{game.removesuffix('.toml')}.toml" for game in FIGHTS}


@pytest.mark.parametrize(("version", "name"), KEPT)
def test_a_kept_fight_is_read_undone_to_its_beginning_and_done_again(
    run: Run, tmp_path: Path, version: str, name: str
) -> None:
    folder = shutil.copytree(DATA / version, tmp_path / version)
    file, kept = folder / name, (DATA / version / name).read_bytes()
    for question in (["check"], ["show"], ["log", "--story"], ["log", "--stats"]):
        done = run(*question, "-f", file)
        assert (done.code, done.err) == (0, ""), done.err
    *before, undone = run("log", "--json", "-f", file).events
    assert [each["undone"] for each in before] == [False] * len(before)
    assert undone["undone"]
    for _ in before:
        assert run("undo", "-f", file).code == 0
        assert run("check", "-f", file).code == 0
    assert "there is nothing to undo" in run("undo", "-f", file).err
    assert run("redo", str(len(before)), "-f", file).code == 0
    assert file.read_bytes() == kept
    assert run("next", "-f", file).code == 0


@pytest.mark.parametrize("version", VERSIONS)
def test_what_a_kept_version_promises_to_scripts_is_there(version: str) -> None:
    """Options and keys may be added; none goes away, and exit codes stay."""
    now = promised_names()
    kept = json.loads((DATA / version / "promised.json").read_text(encoding="utf-8"))
    for part, names in kept.items():
        for name, value in names.items():
            assert name in now[part], f"{part}: {name} is gone"
            if part == "exit codes":
                assert now[part][name] == value
            else:
                assert set(value.split()) <= set(now[part][name].split()), f"{part}: of {name} something is gone"
