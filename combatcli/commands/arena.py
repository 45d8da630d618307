"""`arena`: the subcommands of every game, and those that games add."""

from collections.abc import Iterator
from functools import partial

from combatcli.declarations import PICTURES, PLAYED, Argument, Command, CommandGroup, Invocation, flag, text
from combatcli.errors import UsageError
from combatcli.pipeline.input import Input
from combatcli.pipeline.key_values import split_key_and_value
from combatcli.pipeline.resolution import resolve, resolve_or_report_odds
from combatcli.rulesets import additions, load

NAME = Argument("name", "the arena")
NAMES = Argument("names", "only these", many=True, required=False)
PAIR = [Argument("one", "an arena"), Argument("other", "another")]


def set_arena_keys(call: Invocation) -> int:
    """Set keys of an arena by key=value words, as `set` does."""
    changes = {}
    for word in call.words["keys"]:
        keys, value = split_key_and_value(word)
        if len(keys) > 1:
            raise UsageError(
                f'an arena has no key "{".".join(keys)}" to set', "Write: combatcli arena set NAME key=value"
            )
        changes[keys[0]] = value
    return resolve(call.changed(words={"name": call.words["name"], "changes": changes}))


_common = partial(Command, shared=PLAYED)
COMMON: list[Command] = [
    _common(
        "arena list",
        summary="List the arenas.",
        arguments=[NAMES],
        examples=["combatcli arena list -f fight.toml"],
        asks=True,
    ),
    Command(
        "arena map",
        summary="Draw a map of linked arenas.",
        arguments=[NAMES],
        options=[flag("--dot", "print a Graphviz graph")],
        shared=[*PLAYED, *PICTURES],
        examples=["combatcli arena map --dot -f fight.toml"],
        asks=True,
    ),
    _common(
        "arena add",
        summary="Add an arena.",
        arguments=[NAME],
        options=[
            text("--kind", "KIND", "one of the game's kinds"),
            text("--note", "TEXT", "its scenery"),
            text("--size", "WORD", "its size"),
            text("--link", "ARENA", "link it to this arena", many=True),
        ],
        examples=["combatcli arena add cellar --link alley -f fight.toml"],
    ),
    _common(
        "arena set",
        set_arena_keys,
        summary="Change an arena during a fight.",
        arguments=[NAME, Argument("keys", "kind=, note=, size=", many=True, completes="key")],
        examples=["combatcli arena set market kind=hazardous -f fight.toml"],
        ruled=True,
    ),
    _common(
        "arena link",
        summary="Link two arenas.",
        arguments=PAIR,
        examples=["combatcli arena link market roofs -f fight.toml"],
    ),
    _common(
        "arena unlink",
        summary="Remove the link between two arenas.",
        arguments=PAIR,
        examples=["combatcli arena unlink alley roofs -f fight.toml"],
    ),
    _common(
        "arena remove",
        summary="Remove an arena.",
        arguments=[NAME],
        options=[text("--to", "ARENA", "move its occupants there")],
        examples=["combatcli arena remove canal --to market -f fight.toml"],
    ),
]
"""The subcommands of every game."""


def subcommands_of_games() -> Iterator[Command]:
    """Yield the subcommands that games add; a question may be asked without an encounter."""
    for game, added in additions("arena").items():
        for sub in added.subcommands:
            yield (sub if not sub.asks else sub.changed(run=partial(answer_game_question, game), ruled=True))


def answer_game_question(game: str, call: Invocation) -> int:
    """Answer a question that needs only a game without an encounter, unless one is named."""
    named = {"file", "output"} & call.shared.keys()
    return resolve(call) if named else resolve_or_report_odds(call, Input.without_file(load(game)))


SUBCOMMANDS = {command.name.rpartition(" ")[2]: command for command in (*COMMON, *subcommands_of_games())}
COMMAND = CommandGroup("arena", SUBCOMMANDS)
