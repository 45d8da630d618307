"""The README, the guide and the cookbook tell the truth: every block in them runs, and prints what they say."""

from __future__ import annotations

import doctest
import os
import re
import shutil
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from recording import PICTURE, record_terminal, svg_of_recording
from sessions import PAGES, SCRIPT, run_in_bash, with_new_output

ROOT = Path(__file__).parent.parent
SET_UP, *SCRIPTS = [
    script for script, printed in SCRIPT.findall((ROOT / "README.md").read_text(encoding="utf-8")) if not printed
]
TESTS = "./test\n"
GUIDE = [
    script for script, printed in SCRIPT.findall((ROOT / "docs/guide.md").read_text(encoding="utf-8")) if not printed
]


@pytest.mark.untraced
@pytest.mark.timeout(300)
def test_the_line_for_a_fresh_clone_runs_the_main_job(tmp_path: Path) -> None:
    for name in ("combatcli", "completions", "man", "pyproject.toml", "README.md", "LICENSE"):
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, tmp_path / name)
    done = run_in_bash(SET_UP, tmp_path, program=False)
    assert done.returncode == 0, done.stdout
    assert "Mira Vane attacks Scarred Ruffian with sabre" in done.stdout
    assert "realm  round 1" in done.stdout
    installed = {
        str(path.relative_to(tmp_path / ".venv/share")) for path in (tmp_path / ".venv/share").rglob("*.[157]")
    }
    assert installed == {str(path.relative_to(ROOT)) for path in (ROOT / "man").rglob("*.[157]")}


def test_the_line_for_the_tests_is_what_the_continuous_integration_runs() -> None:
    assert TESTS in SCRIPTS
    assert os.access(ROOT / "test", os.X_OK)
    runs = re.findall(r"^ *PYTHON=\S+ \./test\b(.*)$", (ROOT / ".ci/run").read_text(encoding="utf-8"), re.MULTILINE)
    assert " --require-tools" in runs
    assert all(options.startswith(" --require-tools") for options in runs)


@pytest.mark.parametrize("script", [*(script for script in SCRIPTS if script != TESTS), *GUIDE])
def test_the_scripts_run(tmp_path: Path, script: str) -> None:
    done = run_in_bash(script, tmp_path)
    assert done.returncode == 0, done.stdout
    assert "Traceback" not in done.stdout


@pytest.mark.untraced
@pytest.mark.parametrize("name", PAGES)
def test_every_output_is_what_its_commands_print(name: str) -> None:
    page = (ROOT / name).read_text(encoding="utf-8")
    assert with_new_output(page) == page


def test_the_cookbook_has_a_script_and_its_output_for_each_recipe() -> None:
    page = (ROOT / "docs/cookbook.md").read_text(encoding="utf-8")
    recipes = page.split("\n## ")[1:]
    assert len(recipes) == 6
    for recipe in recipes:
        assert re.findall(r"^```(\w+)$", recipe, re.MULTILINE) == ["sh", "text"]
        ((_, printed),) = SCRIPT.findall(recipe)
        assert printed


def test_the_picture_is_of_play_as_it_is_drawn_now() -> None:
    """`python scripts/recording.py` records it anew."""
    kept = PICTURE.read_text(encoding="utf-8")
    assert kept == svg_of_recording(*record_terminal())
    assert ET.fromstring(kept).tag == "{http://www.w3.org/2000/svg}svg"  # noqa: S314  (our own)
    assert len(kept) < 60_000
    assert f"]({PICTURE.relative_to(ROOT)})" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_examples_in_python_are_true() -> None:
    assert doctest.testfile(str(ROOT / "README.md"), module_relative=False) == (0, 3)


def test_the_sample_of_a_file_is_a_valid_encounter(tmp_path: Path) -> None:
    ((sample),) = re.findall(
        r"^```toml\n(.*?)^```$", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    (tmp_path / "fight.toml").write_text(sample, encoding="utf-8")
    done = run_in_bash("combatcli check -f fight.toml", tmp_path)
    assert (done.returncode, done.stdout) == (0, "A valid realm encounter: 1 combatant, 0 arenas.\n")


@pytest.mark.parametrize("name", [*PAGES, "docs/faq.md", "docs/promises.md", "CONTRIBUTING.md", "SECURITY.md"])
def test_links_lead_to_files_that_are_there(name: str) -> None:
    page = ROOT / name
    links = re.findall(r"\]\((?!https?:)([^)]+)\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []
