"""`arena`: the subcommands of every game, and those that games add."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from combatcli.declarations import (
    PICTURES,
    PLAYED,
    Argument,
    Command,
    CommandGroup,
    Invocation,
    Run,
    Subcommand,
    all_failed,
    always,
    flag,
    text,
)
from combatcli.errors import UsageError
from combatcli.pipeline.input import Input
from combatcli.pipeline.key_values import split
from combatcli.pipeline.resolution import resolve, resolve_in
from combatcli.rulesets import additions, load

NAME = Argument("name", "the arena")
NAMES = Argument("names", "only these", many=True, required=False)
PAIR = [Argument("one", "an arena"), Argument("other", "another")]


def change(call: Invocation) -> int:
    """Read key=value words as `set` does."""
    changes = {}
    for word in call.words["keys"]:
        keys, value = split(word)
        if len(keys) > 1:
            raise UsageError(
                f'an arena has no key "{".".join(keys)}" to set', "Write: combatcli arena set NAME key=value"
            )
        changes[keys[0]] = value
    return resolve(call.changed(words={"name": call.words["name"], "changes": changes}))


COMMON = [
    Subcommand("arena list", "List the arenas.", [NAMES], examples=["combatcli arena list -f fight.toml"]),
    Subcommand(
        "arena map",
        "Draw a map of linked arenas.",
        [NAMES],
        [flag("--dot", "print a Graphviz graph")],
        ["combatcli arena map --dot -f fight.toml"],
    ),
    Subcommand(
        "arena add",
        "Add an arena.",
        [NAME],
        [
            text("--kind", "KIND", "one of the game's kinds"),
            text("--note", "TEXT", "its scenery"),
            text("--size", "WORD", "its size"),
            text("--link", "ARENA", "link it to this arena", many=True),
        ],
        ["combatcli arena add cellar --link alley -f fight.toml"],
    ),
    Subcommand(
        "arena set",
        "Change an arena during a fight.",
        [NAME, Argument("keys", "kind=, note=, size=", many=True)],
        examples=["combatcli arena set market kind=hazardous -f fight.toml"],
    ),
    Subcommand("arena link", "Link two arenas.", PAIR, examples=["combatcli arena link market roofs -f fight.toml"]),
    Subcommand(
        "arena unlink",
        "Remove the link between two arenas.",
        PAIR,
        examples=["combatcli arena unlink alley roofs -f fight.toml"],
    ),
    Subcommand(
        "arena remove",
        "Remove an arena.",
        [NAME],
        [text("--to", "ARENA", "move its occupants there")],
        ["combatcli arena remove canal --to market -f fight.toml"],
    ),
]
"""The subcommands of every game."""
RUNS = {"arena set": change}
QUESTIONS = ("arena list", "arena map")


def _command(sub: Subcommand, run: Run | None = None, about: str = "") -> Command:
    return Command(
        sub.name,
        run,
        summary=sub.summary,
        about=about,
        arguments=sub.arguments,
        options=sub.options,
        shared=[*PLAYED, *PICTURES] if sub.name == "arena map" else PLAYED,
        examples=sub.examples,
        failed=all_failed(test="success") if sub.fails else None,
        asks=always if sub.alone or sub.name in QUESTIONS else None,
        ruled=True,
    )


def of_games() -> Iterator[Command]:
    """Yield the subcommands that games add."""
    for game, added in additions("arena").items():
        for sub in added.subcommands:
            yield _command(sub, partial(alone_or_not, game) if sub.alone else None, f"Part of {game}.")


def alone_or_not(game: str, call: Invocation) -> int:
    """Answer a question without an encounter, unless one is named."""
    named = {"file", "output"} & call.shared.keys()
    return resolve(call) if named else resolve_in(call, Input.without_file(load(game)))


COMMAND = CommandGroup("arena", [*(_command(sub, RUNS.get(sub.name)) for sub in COMMON), *of_games()])
