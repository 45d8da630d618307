"""`schema`: the JSON Schema by which editors complete and check an encounter's keys."""

import os
import shutil
import textwrap

from combatcli.declarations import Argument, Command, Invocation, flag
from combatcli.errors import ExitCode
from combatcli.rulesets import FILES, NAMES, game_files, requested_game
from combatcli.rulesets.game import Game
from combatcli.streams import on_terminal, write_stdout

GAME = "game"
"""The word for the schema of games in files instead of encounters."""
WIDTH, NARROWEST = 110, 40


def schema(call: Invocation) -> int:
    """Print the JSON Schema of a game's encounters, or of games in files."""
    if call.words["ruleset"] == GAME:
        with open(os.path.join(game_files.FOLDER, "game.schema.json"), encoding="utf-8") as file:
            write_stdout(file.read())
        return ExitCode.DONE
    game = requested_game(call.words["ruleset"])
    write_stdout(_keys_for_people(game) if "keys" in call.options else game.schema())
    return ExitCode.DONE


def _keys_for_people(game: Game) -> str:
    """Return a list of a combatant's keys for people, the usual ones first."""
    from combatcli.rulesets.key_list import keys_by_need

    width = shutil.get_terminal_size().columns if on_terminal() else WIDTH
    lines = [f"The keys of a combatant of {game.name}, as in: combatcli add ID key=value …"]
    for heading, keys in keys_by_need(game).items():
        lines += ["", heading]
        for key in keys:
            lines += textwrap.wrap(key, max(NARROWEST, width - 1), initial_indent="  ", subsequent_indent="      ")
    return "\n".join(lines) + "\n"


COMMAND = Command(
    "schema",
    schema,
    about=(
        "An encounter names it in its first line, as in #:schema ./GAME.schema.json, by a path relative to the "
        "encounter. `new --schema` writes both. The commands do not need it. With --keys it lists the keys of a "
        "combatant for people, the usual ones first."
    ),
    arguments=[
        Argument(
            "ruleset",
            f"the game: {', '.join([*NAMES, *FILES])}, or a FILE.toml; {GAME} is the schema of games in files",
            choices=(*NAMES, *FILES, GAME),
            completes="game",
        )
    ],
    options=[flag("--keys", "list a combatant's keys with their types and meanings, the usual ones first")],
    examples=[f"combatcli schema {NAMES[0]} --keys", f"combatcli schema {NAMES[0]} > {NAMES[0]}.schema.json"],
)
