"""The examples of every command's help run as they stand, on the example encounter of the game their file names."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from combatcli.cli import command_named
from combatcli.commands import SUMMARIES
from combatcli.declarations import CommandGroup
from combatcli.rulesets import NAMES, additions
from support import Run

FILES = {"fight.toml": NAMES[0], **{f"{game}.toml": game for game in NAMES[1:]}}
ELSEWHERE = ("play", "new", "completion")
"""Commands whose examples need files or names of a reader's own, or change no encounter; other tests hold them."""
BEFORE = {
    "wound --discard": ["attack mira ruffian --dice 9,4,3"],
    "recover mira": ["wound mira 2", "wound tomas 1"],
    "arena accept": ["arena propose awnings --beside market"],
    "arena reject": ["arena propose awnings --beside market"],
    "condition mira blessed --end": ["condition mira blessed"],
    "declare --again": ["next --round"],
    "undo": ["next", "next", "next"],
    "redo": ["next", "next", "next", "undo 3"],
    "move ilvar --charge": ["next", "order --choose act --dice 6,1", "next", "set ilvar wielding=knife"],
}
"""What has to happen before an example, by how that begins."""


def examples() -> Iterator[str]:
    for name in SUMMARIES:
        command = command_named(name)
        for each in command.commands.values() if isinstance(command, CommandGroup) else [command]:
            if name not in ELSEWHERE:
                yield from each.examples
                if each.played:
                    for added in additions(each.name).values():
                        yield from added.examples


SHELL_OR_NAMES = ("$(", "&&", "@")
"""What an example has that needs a shell, or rolls of a reader's own."""


@pytest.mark.parametrize(
    "example", [each for each in dict.fromkeys(examples()) if not any(sign in each for sign in SHELL_OR_NAMES)]
)
def test_an_example_runs(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, example: str) -> None:
    monkeypatch.chdir(tmp_path)
    command, _, redirected = example.removeprefix("combatcli ").partition(" > ")
    command, _, piped = command.partition(" < ")
    (tmp_path / "party.csv").write_text("id,brawn\nann,2\n", encoding="utf-8")
    name = next((file for file in FILES if file in example), "fight.toml")
    path = tmp_path / name
    path.write_text(run("new", FILES[name], "--example").out, encoding="utf-8")
    assert run("new", "--game", "duel.toml").code == 0
    before = next((each for begins, each in BEFORE.items() if command.startswith(begins)), [])
    for each in before:
        assert run(*shlex.split(each), "-f", path).code == 0, each
    done = run(*shlex.split(command), stdin=path.read_text(encoding="utf-8") if piped else None)
    assert (done.code, bool(redirected) and not done.out) == (0, False), done.err


def test_what_comes_before_an_example_is_for_one_that_is_there() -> None:
    commands = [example.removeprefix("combatcli ") for example in examples()]
    assert [begins for begins in BEFORE if not any(command.startswith(begins) for command in commands)] == []


@pytest.mark.parametrize("game", NAMES[1:])
def test_examples_of_a_game_name_its_file_after_it(game: str) -> None:
    added = [additions(name).get(game) for name in SUMMARIES]
    assert [each for one in added if one is not None for each in one.examples if "fight.toml" in each] == []
