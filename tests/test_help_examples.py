"""The examples of the help and the manual: they work on the fights that `new --example` makes."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import pytest

from combatcli.cli import command_named
from combatcli.commands import SUMMARIES
from combatcli.declarations import CommandGroup
from combatcli.rulesets import additions, built_games

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from support import Run

AFTER_SOMETHING = (
    *("undo", "redo", "recover", "wound --discard", "condition mira blessed --end"),
    *("arena accept", "arena reject", "add --from", "play", "new"),
)
"""Examples that answer what another command did, read a file of their own, or make the fight."""


def examples() -> Iterator[str]:
    """Go through all examples that are for a fight, without the program's name."""
    for name in SUMMARIES:
        found = command_named(name)
        for command in found.commands.values() if isinstance(found, CommandGroup) else [found]:
            added = [example for each in additions(command.name).values() for example in each.examples]
            for example in [*command.examples, *added]:
                words = example.removeprefix("combatcli ")
                plain = example.endswith("-f fight.toml") and not set(example) & set("|>@")
                if plain and not words.startswith(AFTER_SOMETHING):
                    yield words


@pytest.mark.parametrize("example", list(examples()))
def test_an_example_works_in_a_game(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, example: str) -> None:
    monkeypatch.chdir(tmp_path)
    told = []
    for game in built_games():
        fight = tmp_path / f"{game}.toml"
        assert run("new", game, "--example", "--seed", "friday", "-o", fight).code == 0
        done = run(*[str(fight) if word == "fight.toml" else word for word in shlex.split(example)])
        told.append(f"{game}: {done.err}")
        if done.code == 0:
            return
    pytest.fail("\n".join(told))
