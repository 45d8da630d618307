"""`arena`: the subcommands of every game, and those that games add."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from combatcli.declarations import (
    PICTURES,
    PLAYED,
    Argument,
    Asks,
    Command,
    CommandGroup,
    Invocation,
    Option,
    Run,
    always,
    flag,
    text,
)
from combatcli.errors import UsageError
from combatcli.pipeline.input import Input
from combatcli.pipeline.key_values import split
from combatcli.pipeline.output import all_failed
from combatcli.pipeline.resolution import resolve, resolve_in
from combatcli.rulesets import additions, load

NAME = Argument("name", "the arena")
NAMES = Argument("names", "only these", many=True, required=False)
PAIR = [Argument("one", "an arena"), Argument("other", "another")]


def _sub(
    name: str,
    summary: str,
    arguments: Sequence[Argument],
    options: Sequence[Option] = (),
    *,
    example: str,
    run: Run = resolve,
    asks: Asks | None = None,
    more: Sequence[Option] = (),
) -> Command:
    return Command(
        f"arena {name}",
        run,
        summary=summary,
        arguments=arguments,
        options=options,
        shared=[*PLAYED, *more],
        examples=[f"combatcli arena {example}"],
        played=True,
        asks=asks,
    )


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


def of_every_game() -> list[Command]:
    """Return the subcommands of every game."""
    return [
        _sub("list", "List the arenas.", [NAMES], example="list -f fight.toml", asks=always),
        _sub(
            "map",
            "Draw a map of linked arenas.",
            [NAMES],
            [flag("--dot", "print a Graphviz graph")],
            example="map --dot -f fight.toml",
            asks=always,
            more=PICTURES,
        ),
        _sub(
            "add",
            "Add an arena.",
            [NAME],
            [
                text("--kind", "KIND", "one of the game's kinds"),
                text("--note", "TEXT", "its scenery"),
                text("--size", "WORD", "its size"),
                text("--link", "ARENA", "link it to this arena", many=True),
            ],
            example="add cellar --link alley -f fight.toml",
        ),
        _sub(
            "set",
            "Change an arena during a fight.",
            [NAME, Argument("keys", "kind=, note=, size=", many=True)],
            example="set market kind=hazardous -f fight.toml",
            run=change,
        ),
        _sub("link", "Link two arenas.", PAIR, example="link market roofs -f fight.toml"),
        _sub("unlink", "Remove the link between two arenas.", PAIR, example="unlink alley roofs -f fight.toml"),
        _sub(
            "remove",
            "Remove an arena.",
            [NAME],
            [text("--to", "ARENA", "move its occupants there")],
            example="remove canal --to market -f fight.toml",
        ),
    ]


def of_games() -> Iterator[Command]:
    """Yield the subcommands that games add."""
    for game, added in additions("arena").items():
        for sub in added.subcommands:
            yield Command(
                sub.name,
                partial(alone_or_not, game) if sub.alone else resolve,
                summary=sub.summary,
                about=f"Part of {game}.",
                arguments=sub.arguments,
                options=sub.options,
                shared=PLAYED,
                examples=sub.examples,
                failed=partial(all_failed, ("test",), "success") if sub.fails else None,
                asks=always if sub.alone else None,
                played=True,
            )


def alone_or_not(game: str, call: Invocation) -> int:
    """Answer a question without an encounter, unless one is named."""
    named = {"file", "output"} & call.shared.keys()
    return resolve(call) if named else resolve_in(call, Input.without_file(load(game)))


COMMAND = CommandGroup("arena", [*of_every_game(), *of_games()])
