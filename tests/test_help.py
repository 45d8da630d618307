"""Help: all commands are there, each is explained, and has examples that run as they stand."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from combatcli import commands
from combatcli.cli import command_named
from combatcli.commands import SECTIONS, SUMMARIES
from combatcli.declarations import Command, CommandGroup
from combatcli.help import BEFORE_RULES
from combatcli.rulesets import NAMES, actions_by_game, additions, usable_games
from support import Run

DESIGNED = {
    *("roll", "odds", "new", "add", "set", "rename", "drop", "show", "check", "order", "declare", "next", "move"),
    *("attack", "wound", "recover", "test", "forecast", "dashtest", "pairings", "arena", "push", "impede", "boon"),
    *("rules", "log", "undo", "redo", "condition", "play", "tutorial", "schema", "completion"),
}


def test_all_commands_are_in_the_table(run: Run) -> None:
    assert SUMMARIES.keys() == DESIGNED
    shown = run("--help").out
    assert run().out == shown
    begin = shown.partition("\nBegin:\n")[2]
    assert begin.startswith("  Try it:         combatcli 3d6+2\n")
    assert "combatcli new realm --example -o fight.toml && combatcli play fight.toml\n" in begin
    assert all(word in shown for word in ("$COMBATCLI_FILE", "man combatcli"))
    for section, table in SECTIONS.items():
        assert f"{section}:" in shown
        assert all(re.search(rf"^  {name} +\S", shown, re.MULTILINE) for name in table)


def test_a_group_of_subcommands_has_examples(run: Run) -> None:
    assert "Examples:\n  combatcli arena list -f fight.toml\n" in run("arena", "--help").out


def every_command() -> list[tuple[str, Command]]:
    found: list[Command] = []
    for command in map(command_named, SUMMARIES):
        found += command.commands.values() if isinstance(command, CommandGroup) else [command]
    return [(command.name, command) for command in found]


@pytest.mark.parametrize(("name", "command"), every_command())
def test_every_command_is_documented_with_an_example(run: Run, name: str, command: Command) -> None:
    done = run(*name.split(), "--help")
    assert done.code == 0
    assert done.out.startswith(f"Usage: combatcli {name} ")
    assert "Examples:" in done.out
    assert f"combatcli {name}" in done.out
    assert all(option.help for option in command.options_with_games(*usable_games().values()))
    assert all(argument.help for argument in command.arguments)


@pytest.mark.parametrize(("name", "command"), every_command())
def test_what_excludes_or_needs_an_option_is_one_of_the_command(name: str, command: Command) -> None:
    said = {*command.needs.items(), *((key, other) for key, others, _ in command.excludes for other in others.split())}
    assert {key for pair in said for key in pair} <= {option.key for option in command.options_with_games()}


def test_each_command_has_a_file_of_its_own() -> None:
    folder = Path(commands.__file__).parent
    assert [name for name in SUMMARIES if not (folder / f"{name}.py").exists()] == []


def test_help_is_a_word_too(run: Run) -> None:
    assert run("help", "help").out == run("help").out == run("--help").out
    assert run("help", "attack").out == run("attack", "--help").out
    assert run("help", "arena", "map").out == run("arena", "map", "--help").out
    assert run("-V").out == run("--version").out


def test_help_of_an_attack_fits_two_screens(run: Run) -> None:
    lines = run("attack", "--help").out.splitlines()
    assert len(lines) <= 48
    assert max(map(len, lines)) <= 82
    assert lines.index("Examples:") < lines.index("Arguments:") < lines.index("Options:") < lines.index("Dice:")


def test_help_shows_the_options_of_the_game_in_play_alone(run: Run, tmp_path: Path, monkeypatch: Any) -> None:
    (tmp_path / "fight.toml").write_text('ruleset = "blade"\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for words in (("-f", "fight.toml"), ("--ruleset", "blade")):
        shown = run("attack", "--help", *words).out
        assert "In blade:" in shown, words
        assert "In realm:" not in shown, words
        assert "Options of realm, arq, beacon: combatcli attack --help --all" in shown, words
    every = run("attack", "--help", "--all").out
    assert all(f"In {game}:" in every for game in ("realm", "blade", "arq", "beacon"))


def test_help_hides_what_the_game_in_play_refuses(run: Run, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    run("new", "d20", "-o", "fight.toml")
    shown = run("attack", "--help", "-f", "fight.toml").out
    for option in ("--all", "--cards"):
        assert f" {option} " not in shown
        assert f" {option} " in run("attack", "--help").out
    for hidden in (["--all"], ["ann", "bob", "--cards", "3"]):
        assert run("attack", *hidden, "-f", "fight.toml").code in (2, 3)


@pytest.mark.parametrize("name", SUMMARIES)
def test_what_no_game_takes_is_carried_out_before_its_rules(name: str) -> None:
    command, actions = command_named(name), actions_by_game(name).values()
    taken = {key for doing in actions for key in doing.request.__struct_fields__}
    assert not actions or {option.key for option in getattr(command, "options", ())} - taken <= BEFORE_RULES


def test_help_does_without_an_encounter_that_cannot_be_read(run: Run, tmp_path: Path) -> None:
    (tmp_path / "broken.toml").write_text("ruleset =\n", encoding="utf-8")
    for path in (tmp_path / "broken.toml", tmp_path / "missing.toml", tmp_path):
        assert "Options of realm, blade, arq, beacon" in run("attack", "--help", "-f", str(path)).out


def test_examples_wrap_at_words_on_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    whole = run("schema", "--help").out
    assert "  combatcli schema realm > realm.schema.json\n" in whole
    monkeypatch.setattr("combatcli.help.on_terminal", lambda: True)
    monkeypatch.setenv("COLUMNS", "42")
    assert "  combatcli schema realm >\n      realm.schema.json\n" in run("schema", "--help").out


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
                if each.is_played_by_rules:
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
