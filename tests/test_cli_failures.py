"""What fails: nothing is said before it has happened, what could not be said has not happened, nothing is lost."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import fuzz
from combatcli.encounter.locks import lock_held
from combatcli.errors import StreamError
from support import DUEL, PROGRAM, FightFile, Run, refused

CHANGES = [["set", "mira", "brawn=3"], ["undo"], ["undo", "2"], ["redo"]]
FIGHT = """ruleset = "realm"
round = 1
[combatants.mira]
side = "heroes"
brawn = 2
[combatants.ogre]
side = "foes"
"""


@pytest.fixture
def file(fight_file: FightFile, run: Run) -> Path:
    path = fight_file(FIGHT)
    for words in (["set", "mira", "brawn=1"], ["set", "mira", "brawn=0"], ["set", "ogre", "brawn=4"], ["undo"]):
        assert run(*words, "-f", path).code == 0
    return path


def kept(path: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in path.parent.iterdir()}


@pytest.mark.parametrize("words", CHANGES)
@pytest.mark.parametrize("number", [errno.EBUSY, errno.EROFS])
def test_a_renaming_that_fails_is_said_alone(
    run: Run, file: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], number: int
) -> None:
    before = kept(file)

    def fail(*_: object) -> None:
        raise OSError(number, "no")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", fail)
        done = run(*words, "-f", file)
    refused(done, 4, "cannot write", "another folder")
    assert kept(file) == before


def unsaid(*words: str) -> str:
    """Run a command whose standard output is full, which is a file trouble; return what it says of it."""
    with open("/dev/full", "wb") as full:
        command = [sys.executable, "-m", "combatcli", *words]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 4
    return done.stderr


@pytest.mark.usefixtures("_buffering")
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no disk that is always full")
@pytest.mark.parametrize("words", CHANGES)
def test_what_cannot_be_said_has_not_happened(file: Path, words: list[str]) -> None:
    before = kept(file)
    assert "cannot write to standard output: no space left on device" in unsaid(*words, "-f", str(file))
    assert kept(file) == before


@pytest.mark.parametrize("target", ["fight.toml", "other.toml"])
def test_a_slow_reader_holds_nobody(tmp_path: Path, run: Run, target: str) -> None:
    path, written = tmp_path / "fight.toml", tmp_path / target
    path.write_text(FIGHT, encoding="utf-8")
    assert run("add", "x", "--like", "ogre", "--times", "1000", "-f", path).code == 0
    assert run("add", "y", "--like", "ogre", "--times", "500", "-f", path).code == 0
    words = [*PROGRAM, "set", "--side", "foes", "brawn=1", "--json", "-f", str(path)]
    elsewhere = ["-o", str(written)] if written != path else []
    with subprocess.Popen([*words, *elsewhere], stdout=subprocess.PIPE) as slow:
        assert slow.stdout is not None
        slow.stdout.read(1)
        assert run("set", "mira", "brawn=4", "-f", written, "--wait", "0").code == 0
        rest = slow.stdout.read()
    assert slow.returncode == 0
    assert len(rest) > 80_000
    text = written.read_text(encoding="utf-8")
    assert text.count("brawn = 1\n") == 1_501
    assert "brawn = 4\n" in text


ELSEWHERE = [["set", "mira", "brawn=3", "-o", "other.toml"], ["show", "--svg", "other.toml"], ["new", "realm", "-o"]]


def elsewhere(path: Path, words: list[str]) -> list[str]:
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


SCRIPTS = Path(fuzz.__file__).parent


@pytest.mark.untraced
def test_whatever_call_fails_nothing_is_lost_and_nothing_untrue_is_said() -> None:
    done = subprocess.run(
        [sys.executable, str(SCRIPTS / "faults.py"), "53"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    tries, failed = next(line.split()[1:] for line in done.stdout.splitlines() if line.startswith("all "))
    assert int(tries) > 80
    assert failed == "0"


@pytest.mark.unmeasured
@pytest.mark.parametrize("part", range(2))
def test_however_broken_an_encounter_is_no_command_breaks(part: int) -> None:
    tries, failed = fuzz.failures(125, part, each=3)
    assert tries == 375
    assert failed == []


@pytest.mark.unmeasured
@pytest.mark.parametrize("part", range(2))
def test_however_a_journal_was_changed_no_command_breaks(part: int) -> None:
    tries, failed = fuzz.journal_failures(8, part)
    assert tries > 80
    assert failed == []


def test_a_journal_that_cannot_be_written_is_noticed_before_anything_is_said(run: Run, duel_file: Path) -> None:
    duel_file.with_name("fight.toml.journal").mkdir()
    done = run("next", "-f", duel_file)
    assert (done.code, done.out, duel_file.read_text(encoding="utf-8")) == (4, "", DUEL), done.err


def test_a_mistake_of_our_own_is_owned_up_to_without_a_traceback(
    run: Run, duel_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("combatcli.pipeline.resolution.report_and_write", broken)
    refused(run("show", "-f", duel_file), 70, "combatcli itself went wrong (ZeroDivisionError: oops)")
    assert json.loads(run("show", "--json", "-f", duel_file).err)["error"]["kind"] == "internal"
    monkeypatch.setenv("COMBATCLI_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        run("show", "-f", duel_file)


def test_an_interrupt_ends_with_130(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("combatcli.commands.roll.parse", interrupted)
    assert run("roll", "3d6").code == 130
    monkeypatch.setattr("combatcli.dice.exact.expression.odds", interrupted)
    assert run("odds", "3d6").code == 130


def test_streams_that_are_closed_or_have_no_descriptor(
    run: Run, duel_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from combatcli import streams
    from combatcli.pipeline import piped as place

    with monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", None)
        streams.write_stderr("unheard")
        patch.setattr(sys, "stdin", None)
        assert not place.is_input_piped()
        patch.setattr(sys, "stdout", None)
        with pytest.raises(StreamError, match="standard output is closed"):
            streams.write_stdout("unseen")
    assert run("show", "-f", duel_file).code == 0


def test_what_the_system_refuses_anywhere_is_no_mistake_of_ours(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> str:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "getcwd", fail)
    refused(run("set", "mira", "brawn=1", "-f", "fight.toml"), 4, "input/output error")


@pytest.mark.parametrize("words", [["show"], ["attack", "mira", "ogre", "--odds"]])
def test_a_question_waits_for_nobody(run: Run, duel_file: Path, words: list[str]) -> None:
    with lock_held(str(duel_file)):
        done = subprocess.run(
            [sys.executable, "-m", "combatcli", *words, "-f", str(duel_file)],
            capture_output=True,
            check=False,
            timeout=20,
        )
    assert (done.returncode, done.stdout) == (0, run(*words, "-f", duel_file).out.encode())
