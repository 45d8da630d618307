"""Libraries, or a Python, that do not fit: one sentence that names them, the command that helps, exit code 4."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from combatcli import __main__, dependencies
from combatcli.start import run

PROJECT = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NEEDED_BY = {
    "msgspec": ["show", "-f", "fight.toml"],
    "tomlkit": ["set", "mira", "tags=[1, 2]", "-f", "fight.toml"],
    "tomli_w": ["new", "realm", "--seed", "friday"],
    "rich": ["show", "-f", "fight.toml", "--color", "always"],
    "typer": ["roll", "--help"],
    "platformdirs": ["roll", "@luck"],
}
"""Libraries by the names under which they are imported, and a command that needs each."""
FIGHT = 'ruleset = "realm"\n[combatants.mira]\ntags = [1, # one\n]\n'
HIDING = """
import sys

class Hiding:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == {hidden!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Hiding())
sys.argv = ["combatcli", *sys.argv[1:]]
from combatcli.start import run
run()
"""


def outdated(folder: Path, name: str, version: str) -> None:
    (folder / f"{name}.py").touch()
    info = folder / f"{name}-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8")


@pytest.mark.parametrize("name", NEEDED_BY)
def test_a_library_that_is_damaged_is_named_with_what_cures_it(tmp_path: Path, name: str) -> None:
    (tmp_path / "fight.toml").write_text(FIGHT, encoding="utf-8")
    words = [sys.executable, "-c", HIDING.format(hidden=name), *NEEDED_BY[name]]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (4, "")
    library = name.replace("_", "-")
    assert f"the library {library} is damaged: it has no module {name}." in done.stderr
    assert f"-m pip install --force-reinstall '{library}" in done.stderr
    assert (tmp_path / "fight.toml").read_text(encoding="utf-8") == FIGHT


@pytest.mark.parametrize(("version", "says"), [("0.1", "msgspec must be >=0.19, not 0.1"), ("99.0rc1", "")])
def test_a_library_that_is_too_old_is_named_with_what_installs_it(tmp_path: Path, version: str, says: str) -> None:
    outdated(tmp_path, "msgspec", version)
    words = [sys.executable, "-m", "combatcli", "new", "realm"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (4 if says else 70, "")
    assert says in done.stderr
    assert ("pip install 'msgspec>=" in done.stderr) == bool(says)


def test_a_python_that_is_too_old_is_named_before_it_reads_more(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "hexversion", 0x030A0DF0)
    monkeypatch.setattr(sys, "version", "3.10.13 (main)")
    with pytest.raises(SystemExit, match="4"):
        run()
    with pytest.raises(SystemExit, match="4"):
        runpy.run_path(str(__main__.__file__), run_name="__main__")
    oldest = PROJECT["requires-python"].removeprefix(">=")
    says = f"combatcli: Python {oldest} or newer is needed, and {sys.executable} is 3.10.13.\n"
    assert capsys.readouterr().err.count(says) == 2


@pytest.mark.parametrize("has_pip", [True, False])
def test_libraries_that_are_missing_are_named_with_what_installs_them(
    monkeypatch: pytest.MonkeyPatch, *, has_pip: bool
) -> None:
    monkeypatch.setattr(dependencies, "_version", lambda _: None)
    monkeypatch.setattr(dependencies, "find_spec", lambda _: object() if has_pip else None)
    error = dependencies.unmet(ModuleNotFoundError("No module named 'msgspec'", name="msgspec"))
    assert error is not None
    assert error.exit_code == 4
    assert error.message.startswith("combatcli cannot run without msgspec, platformdirs, ")
    assert ("-m pip install 'msgspec>=" in error.hint) == has_pip
    assert "msgspec>=" in error.hint


def test_a_library_that_another_one_needs_is_named_too() -> None:
    error = dependencies.unmet(ModuleNotFoundError("No module named 'shelly'", name="shelly.inner"))
    assert error is not None
    assert error.message == "combatcli cannot run without shelly: not installed"
    assert dependencies.unmet(ModuleNotFoundError("No module named 'combatcli.x'", name="combatcli.x")) is None


def test_every_library_that_is_needed_is_tried_here() -> None:
    names = {line.partition(">")[0].replace("-", "_") for line in PROJECT["dependencies"]}
    assert names - NEEDED_BY.keys() == {"prompt_toolkit", "tomli"}
