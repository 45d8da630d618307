"""Numbers on a command line and in a file: in plain digits, and none beyond those of TOML."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from support import FightFile, Run, refused

LARGEST = 2**63 - 1


@pytest.fixture(params=["realm", "blade", "arq", "beacon"])
def example(request: pytest.FixtureRequest, tmp_path: Path, run: Run) -> Path:
    path = tmp_path / f"{request.param}.toml"
    assert run("new", request.param, "--example", "-o", path).code == 0
    return path


def sentence_of(run: Run, path: Path, *words: str, code: int = 3) -> str:
    """Run a command that is refused and changes nothing; return its sentence."""
    before = path.read_bytes()
    done = run(*words, "-f", path)
    refused(done, code)
    assert path.read_bytes() == before
    return done.err


@pytest.mark.parametrize("place", ["foo", "combatants.zed.brawn", "arenas.hall.size"])
def test_numbers_beyond_those_of_toml_are_refused_by_every_command(example: Path, run: Run, place: str) -> None:
    text = example.read_text(encoding="utf-8")
    head, ruleset, rest = text.partition('ruleset = "')
    example.write_text(f"{head}{place} = 0x{'f' * 3600}\n{ruleset}{rest}", encoding="utf-8")
    for words in (["show"], ["set", ".", "note=x"], ["next"]):
        error = sentence_of(run, example, *words)
        assert place in error
        assert "is a number too large" in error
        assert f"Whole numbers go to {LARGEST:,}" in error


@pytest.fixture
def _as_python_begins() -> Iterator[None]:
    """Make Python refuse long numbers as it does in a process of its own, whatever was run before in this one."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(4300)
    yield
    sys.set_int_max_str_digits(before)


@pytest.mark.usefixtures("_as_python_begins")
def test_a_number_that_python_cannot_read_is_named_by_its_line(example: Path, run: Run) -> None:
    text = example.read_text(encoding="utf-8") + f"[house]\nfoo = {'9' * 5000}\n"
    example.write_text(text, encoding="utf-8")
    error = sentence_of(run, example, "show")
    assert f"the number in line {text.count(chr(10))} is too large" in error
    assert "sys." not in error


def test_no_command_writes_a_number_beyond_those_of_toml(fight_file: FightFile, run: Run) -> None:
    path = fight_file(f'ruleset = "beacon"\n[combatants.wight]\nside = "foes"\nhp = {-LARGEST}\nmax_hp = 9\n')
    assert "combatants.wight.max_hp is a number too large" in sentence_of(
        run, path, "set", "wight", f"max_hp=+{LARGEST}"
    )
    path.write_text(path.read_text().replace(f"hp = {-LARGEST}", "hp = 9"))
    assert "is a number too large" in sentence_of(run, path, "wound", "wight", "9" * 19 + "9")
    assert run("set", "wight", f"max_hp={LARGEST}", "-f", path).code == 0
    assert tomllib.loads(path.read_text())["combatants"]["wight"]["max_hp"] == LARGEST


@pytest.mark.parametrize("far", ["10000000,0", "0,99999999999999999999", "-1e300,5.5", "1e18,1e18"])
def test_a_way_that_nobody_goes_is_refused_without_going_it(tmp_path: Path, run: Run, far: str) -> None:
    path = tmp_path / "fight.toml"
    fighters = "".join(
        f'[combatants.{who}]\nside = "{who}"\nhp = 9\nposition = [0, {at}]\n' for at, who in ((0, "a"), (5, "b"))
    )
    path.write_text(f'ruleset = "beacon"\n{fighters}')
    for words in (["move", "a", far], ["push", "a", "b", "--slide", "--feet", "10", "--to", far]):
        done = run(*words, "-f", path)
        assert done.code in (2, 3)
        assert done.err.count("\n") <= 2
