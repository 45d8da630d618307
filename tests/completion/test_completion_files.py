"""The shells' scripts, which are printed for who installed without them; and that the program answers them in full."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import combatcli
from combatcli.cli import command_named
from combatcli.commands import SUMMARIES
from combatcli.commands.completion import FILES, bundled_script_path
from combatcli.declarations import Command, CommandGroup
from combatcli.encounter.references import references_by_key
from combatcli.line import HELP
from combatcli.pipeline.offers import options_of_game
from combatcli.pipeline.typed import parse_typed_line
from combatcli.pipeline.words import LineCompleter
from combatcli.rulesets import NAMES, load
from support import Run, refused

COMPLETIONS = Path(__file__).parent.parent.parent / "completions"
SHELLS = tuple(FILES)


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_understands_its_file(shell: str, need: Callable[[str], str]) -> None:
    need(shell)
    done = subprocess.run([shell, "-n", bundled_script_path(shell)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def every_command() -> list[Command]:
    found: list[Command] = []
    for command in map(command_named, SUMMARIES):
        found += command.commands.values() if isinstance(command, CommandGroup) else [command]
    return found


@pytest.mark.parametrize("game", NAMES)
def test_every_option_that_a_game_takes_is_offered_with_its_help(game: str, tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    path.write_text(f'ruleset = "{game}"\n', encoding="utf-8")
    for command in every_command():
        line = parse_typed_line(f"{command.name} --", in_play=True)
        assert line is not None
        found = LineCompleter(SUMMARIES, command_named, str(path)).completions_at_cursor(line).words
        taken = {option.name: option.help for option in options_of_game(command, load(game))}
        assert {**found} == {**taken, HELP.name: HELP.help}, command.name


@pytest.mark.parametrize("shell", SHELLS)
def test_the_file_is_printed(run: Run, shell: str) -> None:
    for word in (shell, shell.upper(), f"/usr/bin/{shell}"):
        assert run("completion", word) == (0, Path(bundled_script_path(shell)).read_text(encoding="utf-8"), "")


def test_a_shell_that_has_none_is_refused(run: Run) -> None:
    refused(run("completion", "fihs"), 2, "fish")
    assert "Known: bash, fish, zsh." in run("completion", "powershell").err
    assert run("completion").code == 2


def test_names_that_a_request_takes_are_found() -> None:
    attack = load(NAMES[0]).action("attack")
    assert attack is not None
    names = references_by_key(attack.request)
    assert [each.kinds for each in names["attacker"]] == [("combatant",)]
    assert [(each.kinds, each.else_) for each in names["weapon"]] == [(("weapon",), ("unarmed",))]
    assert "bonus" not in names


def test_the_scripts_are_few_lines_and_name_neither_command_nor_game() -> None:
    assert {path.name for path in COMPLETIONS.iterdir()} == {*FILES.values()}
    text = "".join(path.read_text(encoding="utf-8") for path in COMPLETIONS.iterdir())
    assert text.count("\n") <= 100
    assert {*SUMMARIES, *NAMES} & {*re.findall(r"\w+", text)} <= {"completion", "set", "test"}


@pytest.mark.parametrize(
    "text",
    [
        'combatants = [1, "x"]\narenas = 3',
        "[combatants.ann]\nweapons = 3\nname = 4\nside = [1]\nhealth = 1.5",
        "rolls = 3\n[combatants]\nann = 3\n[tables]\nx = 3",
        '[rolls]\na = "1d6"\nA = "1d4"',
        "[combatants.'']\n[combatants.\"a\\tb\"]",
        "[combatants.ann",
    ],
)
def test_what_no_encounter_may_have_offers_nothing_and_hinders_nothing(run: Run, tmp_path: Path, text: str) -> None:
    path = tmp_path / "fight.toml"
    path.write_text(f'ruleset = "blade"\n{text}\n', encoding="utf-8")
    for line in ("attack ", "attack ann --weapon ", "set --side ", "roll @", "forecast --vary ", "move ann "):
        done = run("completion", "fish", f"--words=combatcli {line}", f"--after= -f {path}")
        assert (done.code, done.err) == (0, ""), line
        assert {word.partition("\t")[0] for word in done.out.splitlines() if "house" not in word} <= {
            *("ann", "unarmed", "[1]", *(f"ann.{key}=" for key in ("tactics", "health", "name", "weapons"))),
        }, line


@pytest.mark.parametrize("shell", SHELLS)
def test_a_checkout_has_the_files_beside_the_package(shell: str) -> None:
    assert Path(bundled_script_path(shell)).parent == COMPLETIONS


def test_a_package_without_its_files_says_so(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(combatcli, "__path__", [str(tmp_path / "combatcli")])
    refused(run("completion", "bash"), 4, "pip install combatcli")
