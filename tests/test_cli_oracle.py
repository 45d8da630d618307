"""Command lines read by us and by typer's parser, which is given the same declarations: both come to the same call."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from inspect import Parameter, Signature
from random import Random
from typing import Any

import pytest
import typer
from typer.main import get_command

from combatcli.cli import STATELESS_NAMES, parse_invocation
from combatcli.commands import SUMMARIES
from combatcli.declarations import Command, CommandGroup, Option, flag
from combatcli.errors import UsageError
from combatcli.rulesets import usable_games

LINES = 30
"""So many of each command."""
WORDS = (
    "mira",
    "ogre",
    "brawn=+1",
    "3d6",
    "0",
    "12",
    "5m",
    "2.5",
    "",
    "-",
    "-1",
    "-2,0",
    "ümlaut",
    "a b",
    "a=b=c",
    "=",
)
ODD = ("--", "--nobody", "-Z", "-nq", "-qn", "-nfx", "-f=x", "--json=yes", "--wait", "-qqq")


def commands() -> Iterator[Command]:
    for name in SUMMARIES:
        found = import_module(f"combatcli.commands.{name}").COMMAND
        yield from found.commands.values() if isinstance(found, CommandGroup) else [found]


def random_line(options: list[Option], random: Random) -> list[str]:
    words: list[str] = []
    for _ in range(random.randint(0, 6)):
        option = random.choice(options or [flag("--quiet", "")])
        name = random.choice([option.name, option.short or option.name])
        value = random.choice(WORDS)
        joined = f"{name}={value}" if name.startswith("--") else f"{name}{value}"
        given = [name] if option.kind == "flag" else random.choice([[name, value], [name, value], [joined], [name]])
        words += random.choice([given, given, [random.choice(WORDS)], [random.choice(WORDS)], [random.choice(ODD)]])
    return words


def as_typer_takes_it(words: list[str], options: list[Option]) -> list[str]:
    """Return a line in which a number that may be left out stands beside its option, as typer cannot leave it out."""
    optional = {option.name: option for option in options if option.kind == "number or nothing"}
    taken: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word == "--":
            return [*taken, word, *rest]
        if word in optional:
            word = f"{word}={rest.pop(0) if rest and rest[0].isdecimal() else optional[word].empty}"
        taken.append(word)
    return taken


def typed(option: Option, value: str) -> object:
    """Return what a value means; ValueError if it is none of its kind."""
    if option.kind == "number":
        return int(value)
    if option.kind == "feet":
        return round(float(value[:-1]) / 0.3, 6) if value.endswith("m") else float(value)
    if option.kind == "number or nothing" and value != option.empty and not value.isdecimal():
        raise ValueError(value)
    return value


def program_of(known: list[Option], taken: dict[str, Any]) -> Callable[..., object]:
    """Return a program of typer's that takes the words and options of a command, and keeps what it is given."""
    words = Parameter("words", Parameter.KEYWORD_ONLY, default=typer.Argument(None), annotation=list[str])
    options = [
        Parameter(
            f"{option.key}_",
            Parameter.KEYWORD_ONLY,
            default=typer.Option(False if option.kind == "flag" else None, *filter(None, (option.short, option.name))),
            annotation=bool if option.kind == "flag" else list[str] if option.many else str,
        )
        for option in known
    ]

    def keep(**values: Any) -> None:
        taken.update(values)

    parameters = [words, *options]
    vars(keep)["__signature__"] = Signature(parameters)
    keep.__annotations__ = {each.name: each.annotation for each in parameters}
    program = typer.Typer(add_completion=False, rich_markup_mode=None)
    program.command(context_settings={"help_option_names": ["-h", "--help"]})(keep)
    return get_command(program)


def read_by_typer(
    program: Callable[..., object], taken: dict[str, Any], options: list[Option], words: list[str]
) -> tuple[list[str], dict[str, Any]] | None:
    """Return the plain words and the options' values, or None where typer refuses the line."""
    with pytest.raises(SystemExit) as end:
        program(as_typer_takes_it(words, options))
    if end.value.code:
        return None
    values: dict[str, Any] = {}
    for option in options:
        value = taken[f"{option.key}_"]
        if value in (None, False, (), []):
            continue
        try:
            values[option.key] = (
                [typed(option, each) for each in value]
                if option.many
                else value
                if option.kind == "flag"
                else typed(option, value)
            )
        except ValueError:
            return None
    return list(taken["words"] or ()), values


def read_by_us(command: Command, words: list[str]) -> tuple[list[str], dict[str, Any]] | None:
    try:
        call = parse_invocation(command, words, words)
    except UsageError:
        return None
    plain: list[str] = []
    for value in call.words.values():
        plain += value if isinstance(value, list) else [value]
    return plain, {**call.options, **call.shared}


@pytest.mark.untraced
@pytest.mark.parametrize("command", list(commands()), ids=lambda command: command.name)
def test_both_readers_come_to_the_same_call_or_ours_to_none(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    taken: dict[str, Any] = {}
    options = list({option.name: option for option in command.options_with_games(*usable_games().values())}.values())
    program = program_of(options, taken)
    random = Random(command.name)
    same = 0
    for _ in range(LINES):
        words = random_line(options, random)
        ours = read_by_us(command, words)
        if ours is None:
            continue
        theirs = read_by_typer(program, taken, options, words)
        if theirs is None:
            assert any(word[:1] == "-" and word[1:2].isdecimal() for word in words), words
            continue
        plain, values = theirs
        unsaid = STATELESS_NAMES if "ruleset" in values else ["*"] if "side" in values else []
        plain = [*unsaid[: len(ours[0]) - len(plain)], *plain]
        assert ours == (plain, values), words
        same += 1
    assert same
