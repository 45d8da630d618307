"""Nothing is said before it has happened, and what could not be said has not happened."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from support import Run

pytestmark = pytest.mark.usefixtures("_buffering")
FIGHT = """ruleset = "realm"
round = 1
[combatants.mira]
side = "heroes"
brawn = 2
[combatants.ogre]
side = "foes"
"""
CHANGES = [["set", "mira", "brawn=3"], ["undo"], ["undo", "2"], ["redo"]]


@pytest.fixture
def file(tmp_path: Path, run: Run) -> Path:
    """Return an encounter with two commands behind it, one of them to be done again."""
    path = tmp_path / "fight.toml"
    path.write_text(FIGHT, encoding="utf-8")
    for words in (["set", "mira", "brawn=1"], ["set", "mira", "brawn=0"], ["set", "ogre", "brawn=4"], ["undo"]):
        assert run(*words, "-f", path).code == 0
    return path


def kept(path: Path) -> dict[str, bytes]:
    """Return all files of the encounter's folder with what they hold."""
    return {each.name: each.read_bytes() for each in path.parent.iterdir()}


def unsaid(*words: str) -> str:
    """Run a command whose standard output is full, which is a file trouble; return what it says of it."""
    with open("/dev/full", "wb") as full:
        command = [sys.executable, "-m", "combatcli", *words]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 4
    return done.stderr


@pytest.mark.parametrize("words", CHANGES)
@pytest.mark.parametrize("number", [errno.EBUSY, errno.EPERM, errno.EXDEV, errno.EACCES, errno.EROFS])
def test_a_renaming_that_fails_is_said_alone(
    run: Run, file: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], number: int
) -> None:
    before = kept(file)

    def fail(*_: object) -> None:
        raise OSError(number, "no")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", fail)
        done = run(*words, "-f", file)
    assert (done.code, done.out) == (4, "")
    assert "cannot write" in done.err
    assert "-o FILE" in done.err
    assert kept(file) == before


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no disk that is always full")
@pytest.mark.parametrize("words", CHANGES)
def test_what_cannot_be_said_has_not_happened(file: Path, words: list[str]) -> None:
    before = kept(file)
    assert "cannot write to standard output: no space left on device" in unsaid(*words, "-f", str(file))
    assert kept(file) == before


def test_a_slow_reader_holds_nobody(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "fight.toml"
    path.write_text(FIGHT, encoding="utf-8")
    assert run("add", "x", "--like", "ogre", "--times", "1000", "-f", path).code == 0
    assert run("add", "y", "--like", "ogre", "--times", "500", "-f", path).code == 0
    words = [sys.executable, "-m", "combatcli", "set", "--side", "foes", "brawn=1", "--json", "-f", str(path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE) as slow:
        assert slow.stdout is not None
        slow.stdout.read(1)
        assert run("set", "mira", "brawn=4", "-f", path, "--wait", "0").code == 0
        rest = slow.stdout.read()
    assert slow.returncode == 0
    assert len(rest) > 80_000
    text = path.read_text(encoding="utf-8")
    assert text.count("brawn = 1\n") == 1_501
    assert "brawn = 4\n" in text


ELSEWHERE = [["set", "mira", "brawn=3", "-o", "other.toml"], ["show", "--svg", "other.toml"], ["new", "realm", "-o"]]


def elsewhere(path: Path, words: list[str]) -> list[str]:
    """Return the words of a command that reads the encounter and writes another file beside it."""
    other = str(path.with_name("other.toml"))
    told = [other if word == "other.toml" else word for word in words]
    return [*told, other, "--force"] if words[0] == "new" else [*told, "-f", str(path)]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no disk that is always full")
@pytest.mark.parametrize("there", [None, "<svg of before"])
@pytest.mark.parametrize("words", ELSEWHERE)
def test_another_file_is_as_it_was_where_the_report_fails(file: Path, words: list[str], there: str | None) -> None:
    if there is not None:
        file.with_name("other.toml").write_text(there, encoding="utf-8")
    before = kept(file)
    assert "no space left on device" in unsaid(*elsewhere(file, words))
    assert kept(file) == before


def test_a_slow_reader_holds_no_other_file_either(tmp_path: Path, run: Run) -> None:
    path, other = tmp_path / "fight.toml", tmp_path / "other.toml"
    path.write_text(FIGHT, encoding="utf-8")
    assert run("add", "x", "--like", "ogre", "--times", "1000", "-f", path).code == 0
    words = [sys.executable, "-m", "combatcli", "set", "--side", "foes", "brawn=1", "--json", "-f", str(path)]
    with subprocess.Popen([*words, "-o", str(other)], stdout=subprocess.PIPE) as slow:
        assert slow.stdout is not None
        slow.stdout.read(1)
        assert run("set", "mira", "brawn=4", "-f", other, "--wait", "0").code == 0
        slow.stdout.read()
    assert slow.returncode == 0
    assert "brawn = 4\n" in other.read_text(encoding="utf-8")


@pytest.mark.parametrize("words", [["new", "realm", "-o"], ["set", "mira", "brawn=3", "-o"], ["show", "--svg"]])
def test_a_folder_that_is_not_there_is_no_file(file: Path, run: Run, words: list[str]) -> None:
    before = kept(file)
    from_file = [] if words[0] == "new" else ["-f", file]
    done = run(*words, f"{file.parent}/later/", *from_file)
    assert (done.code, done.out) == (4, "")
    assert f"there is no folder {file.parent}/later/" in done.err
    assert kept(file) == before


def test_what_o_replaces_can_be_brought_back(file: Path, run: Run, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    assert run("new", "realm", "--example", "-o", other).code == 0
    assert run("set", ".", "note=precious", "-f", other).code == 0
    before = other.read_bytes()
    assert run("set", "mira", "brawn=3", "-f", file, "-o", other).code == 0
    assert b"brawn = 3" in other.read_bytes()
    assert run("undo", "-f", other).code == 0
    assert other.read_bytes() == before
