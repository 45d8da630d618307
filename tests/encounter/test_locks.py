"""Who changes a file keeps others off it, and off nothing else; who waits says so, and not for ever."""

from __future__ import annotations

import errno
import fcntl
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from combatcli.encounter.files import write_atomically
from combatcli.encounter.locks import HowToWait, lock_held
from combatcli.encounter.reading import read_text_file
from combatcli.errors import StreamError
from support import FightFile, Run, refused

PROBE = """
import sys
from combatcli.encounter.locks import HowToWait, lock_held
from combatcli.errors import StreamError
try:
    with lock_held(sys.argv[1], HowToWait(0)):
        pass
except StreamError:
    sys.exit(7)
"""
HOLDER = """
import sys
from combatcli.encounter.locks import lock_held
with lock_held(sys.argv[1]):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def fight(fight_file: FightFile) -> Path:
    return fight_file("round = 1")


@pytest.fixture
def holder(fight: Path) -> Iterator[subprocess.Popen[str]]:
    words = [sys.executable, "-c", HOLDER, str(fight)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def is_free(path: Path) -> bool:
    return subprocess.run([sys.executable, "-c", PROBE, str(path)], check=False).returncode == 0


def test_a_lock_keeps_others_out_until_it_ends(fight: Path) -> None:
    with lock_held(str(fight)):
        assert not is_free(fight)
    assert is_free(fight)


def test_a_lock_lasts_through_renamings(fight: Path) -> None:
    with lock_held(str(fight)):
        for text in ("one", "two"):
            write_atomically(str(fight), text)
            assert not is_free(fight)
    assert is_free(fight)
    assert fight.read_text() == "two"


def test_a_file_that_is_made_is_locked_too(tmp_path: Path) -> None:
    new = tmp_path / "new.toml"
    with lock_held(str(new)):
        assert not is_free(new)
        write_atomically(str(new), "round = 1")
        assert not is_free(new)
    assert is_free(new)


def test_other_files_of_the_folder_are_free(fight: Path) -> None:
    other = fight.with_name("other.toml")
    other.write_text("round = 1", encoding="utf-8")
    with lock_held(str(fight)):
        assert is_free(other)


def test_a_lock_may_be_taken_twice_by_its_holder(fight: Path) -> None:
    link = fight.with_name("link.toml")
    link.symlink_to(fight)
    with lock_held(str(fight)), lock_held(str(link)), lock_held(str(fight.with_name("other.toml"))):
        assert not is_free(fight)
    assert is_free(fight)


@pytest.mark.usefixtures("holder")
def test_who_waits_too_long_gives_up(fight: Path, run: Run) -> None:
    fight.write_text('ruleset = "realm"\n', encoding="utf-8")
    done = run("set", ".", "round=2", "-f", fight, "--wait", "0")
    refused(done, 4, "fight.toml is held by another command", "Use --wait SECONDS to wait longer")
    assert fight.read_text() == 'ruleset = "realm"\n'


@pytest.mark.usefixtures("holder")
def test_a_second_is_one(fight: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter((0, 1))
    monkeypatch.setattr(time, "monotonic", lambda: float(next(clock)))
    with pytest.raises(StreamError, match=r"still was after 1 second$"), lock_held(str(fight), HowToWait(1, print)):
        pass


def test_who_waits_says_so_once(fight: Path, holder: subprocess.Popen[str], monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    clock = iter(range(1_000))
    monkeypatch.setattr(time, "monotonic", lambda: float(next(clock)))

    def say(sentence: str) -> None:
        said.append(sentence)
        holder.communicate()

    with lock_held(str(fight), HowToWait(900, say)):
        pass
    assert said == [f"Waiting for another command, which has {fight}.\n"]


def test_a_negative_wait_is_refused(fight: Path, run: Run) -> None:
    refused(run("set", ".", "round=2", "-f", fight, "--wait", "-1"), 2, "--wait -1: expected 0 or more")


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.EOPNOTSUPP, errno.EBADF])
def test_where_no_lock_is_to_be_had_nothing_is_changed(
    fight: Path, run: Run, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def none(descriptor: int, how: int) -> None:
        raise OSError(number, f"none for {descriptor}, {how}")

    monkeypatch.setattr(fcntl, "flock", none)
    fight.write_text('ruleset = "realm"\nround = 1\n', encoding="utf-8")
    refused(run("set", ".", "round=2", "-f", fight), 4, "cannot lock", "Use --no-lock")
    assert read_text_file(str(fight)) == 'ruleset = "realm"\nround = 1\n'
    done = run("set", ".", "round=2", "-f", fight, "--no-lock")
    assert done.code == 0
    assert "Not locked: " in done.err
    assert "round = 2" in read_text_file(str(fight))


def test_a_lock_in_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StreamError, match="there is no folder"), lock_held(str(tmp_path / "gone" / "fight.toml")):
        pytest.fail("locked what is not there")


def test_without_flock_there_is_no_lock(fight: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    with lock_held(str(fight)):
        write_atomically(str(fight), "new")
    assert fight.read_text() == "new"


def test_a_file_of_the_users_own_beside_it_is_left_alone(fight: Path) -> None:
    own = [fight.with_name(name) for name in (".fight.toml.tmp", ".fight.toml.combatcli-notes.tmp", "fight.toml.tmp")]
    for path in own:
        path.write_text("mine", encoding="utf-8")
    with lock_held(str(fight)):
        write_atomically(str(fight), "new")
    assert [path.read_text() for path in own] == ["mine"] * 3
    assert len(os.listdir(fight.parent)) == 4


def test_a_long_name_leaves_room_for_a_temporary_one(tmp_path: Path) -> None:
    path = tmp_path / ("é" * 125 + ".toml")
    with lock_held(str(path)):
        write_atomically(str(path), "round = 1")
    assert path.read_text() == "round = 1"


def test_a_name_without_room_for_its_journal_is_refused(tmp_path: Path, run: Run) -> None:
    path = tmp_path / ("x" * 243 + ".toml")
    assert run("new", "realm", "--example", "-o", path).code == 0
    before = path.read_bytes()
    refused(run("set", "mira", "name=Zoe", "-f", path), 4, "file name too long", "give the file a shorter one")
    assert path.read_bytes() == before


def test_what_is_not_ours_to_read_is_refused_at_once(fight: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = os.open

    def refuse(path: str, flags: int, mode: int = 0o777) -> int:
        if str(path) == os.path.realpath(fight):
            raise PermissionError(errno.EACCES, "no")
        return opened(path, flags, mode)

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(StreamError, match=r"cannot read .*fight\.toml: permission denied"), lock_held(str(fight)):
        pytest.fail("it is locked")
