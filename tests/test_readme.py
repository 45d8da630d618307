"""The README tells the truth: every block in it runs, and prints what it says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
SCRIPTS = [text for language, text in BLOCKS if language == "sh"]
SESSIONS = [text for language, text in BLOCKS if language == "console"]
ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "COMBATCLI_FILE"}


def bash(script: str, folder: Path, *, program: bool = True) -> subprocess.CompletedProcess[str]:
    """Run a script in a folder, with `combatcli` being this one."""
    function = f'combatcli() {{ "{sys.executable}" -m combatcli "$@"; }}\n' if program else ""
    return subprocess.run(
        ["/bin/bash", "-c", f"set -e\n{function}{script}"],
        cwd=folder,
        env={**ENVIRONMENT, "PATH": f"{Path(sys.executable).parent}:{ENVIRONMENT['PATH']}"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def test_the_line_for_a_fresh_clone_runs_the_main_job(tmp_path: Path) -> None:
    """In a copy of the sources alone it installs the program and its manual, and plays the first blow."""
    for name in ("combatcli", "man", "pyproject.toml", "README.md", "LICENSE"):
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, tmp_path / name)
    done = bash(SCRIPTS[0], tmp_path, program=False)
    assert done.returncode == 0, done.stdout
    assert "Mira Vane attacks Scarred Ruffian with sabre" in done.stdout
    assert "realm  round 1" in done.stdout
    installed = {str(path.relative_to(tmp_path / ".venv/share")) for path in (tmp_path / ".venv/share").rglob("*.[157]")}
    assert installed == {str(path.relative_to(ROOT)) for path in (ROOT / "man").rglob("*.[157]")}


def test_the_line_for_the_tests_is_what_the_continuous_integration_runs() -> None:
    """The second block is one command, it is there, and .ci/run runs it."""
    assert SCRIPTS[1] == "./test\n"
    assert os.access(ROOT / "test", os.X_OK)
    assert re.search(r"^ +PYTHON=\$python \./test$", (ROOT / ".ci/run").read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("script", SCRIPTS[2:])
def test_the_scripts_run(tmp_path: Path, script: str) -> None:
    """None of their commands fails."""
    done = bash(script, tmp_path)
    assert done.returncode == 0, done.stdout
    assert "Traceback" not in done.stdout


def test_the_sessions_print_what_they_say(tmp_path: Path) -> None:
    """All sessions in one shell, from top to bottom: each command's output is what stands below it."""
    commands: list[str] = []
    expected: list[str] = []
    for line in "".join(SESSIONS).splitlines():
        if line.startswith("$ "):
            commands.append(f"echo {marked(len(expected))}\n{line[2:]}")
            expected.append("")
        else:
            expected[-1] += f"{line}\n"
    done = bash("\n".join(commands), tmp_path)
    assert done.returncode == 0, done.stdout
    printed = re.split(r"==\d+==\n", done.stdout)[1:]
    assert printed == expected


def marked(number: int) -> str:
    """Return a line that separates the outputs of two commands."""
    return f"=={number}=="
