"""The shells' files: what the code says, understood by the shells, and printed for who installed without them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import combatcli
from combatcli.cli import command_named
from combatcli.commands import SUMMARIES
from combatcli.commands.completion import SHELLS, path_of
from combatcli.declarations import CommandGroup
from combatcli.encounter.references import names_by_key
from combatcli.rulesets import NAMES, load
from completing import Table, options
from shells import made
from shells.table import lines
from support import Run, refused

FILES = made()
COMPLETIONS = Path(__file__).parent.parent.parent / "completions"


@pytest.mark.parametrize("shell", SHELLS)
def test_files_say_what_the_code_says(shell: str) -> None:
    assert Path(path_of(shell)).read_text(encoding="utf-8") == FILES[shell]


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_understands_its_file(shell: str, need: Callable[[str], str]) -> None:
    need(shell)
    done = subprocess.run([shell, "-n", path_of(shell)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("shell", SHELLS)
def test_every_option_of_every_command_is_offered(shell: str, tmp_path: Path, need: Callable[[str], str]) -> None:
    need(shell)
    every = lines()
    offered = Table(tmp_path).offers(shell, *(f"combatcli {line.name} --" for line in every))
    for line, found in zip(every, offered, strict=True):
        assert options(found) == {item.names[0] for item in line.items} | {"--help"}, line.name


@pytest.mark.parametrize("shell", SHELLS)
def test_the_file_is_printed(run: Run, shell: str) -> None:
    for word in (shell, shell.upper(), f"/usr/bin/{shell}"):
        assert run("completion", word) == (0, FILES[shell], "")


def test_a_shell_that_has_none_is_refused(run: Run) -> None:
    refused(run("completion", "fihs"), 2, "fish")
    assert "Known: bash, fish, zsh." in run("completion", "powershell").err
    assert run("completion").code == 2


def test_printing_needs_none_of_the_heavy_libraries() -> None:
    code = "import sys; from combatcli.__main__ import main; main(['completion', 'bash']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.splitlines()[-1].split()
    assert {"typer", "rich", "msgspec", "tomlkit"} & set(loaded) == set()


@pytest.mark.parametrize("game", NAMES)
def test_words_to_offer_are_of_commands_and_keys_that_are_there(game: str) -> None:
    for name in [line.name for line in lines()]:
        keys = load(game).offers(name)
        if not keys:
            continue
        found = command_named(name.split()[0])
        command = found.commands[name.split()[1]] if isinstance(found, CommandGroup) else found
        known = {option.key for option in command.options_in(load(game))}
        assert keys.keys() <= known | {argument.name for argument in command.arguments}, name
        assert load(game).has(name)
        assert all(keys.values())


def test_names_that_a_request_takes_are_found() -> None:
    attack = load(NAMES[0]).action("attack")
    assert attack is not None
    names = names_by_key(attack.request)
    assert [each.kinds for each in names["attacker"]] == [("combatant",)]
    assert [(each.kinds, each.else_) for each in names["weapon"]] == [(("weapon",), ("unarmed",))]
    assert "bonus" not in names


def test_no_file_names_a_command_that_is_not_there() -> None:
    assert {path.name for path in COMPLETIONS.iterdir()} == {Path(path_of(each)).name for each in SHELLS}
    assert all(name in text for name in SUMMARIES for text in FILES.values())


@pytest.mark.parametrize("shell", SHELLS)
def test_a_checkout_has_the_files_beside_the_package(shell: str) -> None:
    assert Path(path_of(shell)).parent == COMPLETIONS


def test_a_package_without_its_files_says_so(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(combatcli, "__path__", [str(tmp_path / "combatcli")])
    refused(run("completion", "bash"), 4, "pip install combatcli")
