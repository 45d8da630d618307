"""`new`: an encounter to start from."""

from __future__ import annotations

import contextlib

from combatcli.declarations import REPORT, Argument, Command, flag, text
from combatcli.dice.rolling.sources import VERSION
from combatcli.encounter import document, files, locks
from combatcli.errors import ExitCode, StreamError, UsageError, nearest
from combatcli.pipeline.input import waiting
from combatcli.pipeline.output import Result, report
from combatcli.rulesets import NAMES, is_game, known_games, load
from combatcli.streams import put, put_aside, put_encounter
from combatcli.text import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.declarations import Invocation
    from combatcli.rulesets.game import Game


def new(call: Invocation) -> int:
    """Write a new encounter to standard output, or to a file that is not there yet."""
    name = call.words["ruleset"]
    if not is_game(name):
        raise UsageError(f'there is no ruleset "{name}"', nearest(name, known_games()))
    game = load(name)
    written = new_text(game, seed=call.shared.get("seed"), example="example" in call.options)
    encounter = document.validate(document.parse(written, "the new encounter"), game)
    event = {"event": "new", "ruleset": name, "combatants": list(encounter.combatants)}
    result = Result([event], game=game, names=encounter.names())
    output = call.shared.get("output", "-")
    if output == "-":
        put_encounter(written)
        put_aside(report(call, result, to_terminal=False))
        return ExitCode.DONE
    with contextlib.ExitStack() as lock:
        lock.enter_context(locks.locked(output, waiting(call)))
        if "force" not in call.options and files.check_writable(output) is not None:
            raise StreamError(f"{escape(output)} exists already", "--force puts the new encounter in its place.")
        with files.replaced(output, written, waiting(call)):
            lock.close()
            put(report(call, result))
    return ExitCode.DONE


def new_text(game: Game, *, seed: str | None, example: bool) -> str:
    """Return the TOML text of a new encounter: the schema's line, the game, the dice, and what is in it."""
    import tomli_w

    clock = f'round = 1\nphase = "{game.phases[0]}"\n'
    clock, gap, rest = game.example().partition("\n\n") if example else (clock, "", "")
    replayable = tomli_w.dumps({"dice": {"seed": seed, "step": 0, "version": VERSION}}) if seed is not None else ""
    dice = f"\n\n{replayable.strip()}" if replayable else ""
    head = f'{document.schema_line(game.schema_uri)}ruleset = "{game.name}"\n'
    return f"{head}{clock.rstrip()}{dice}{gap or chr(10)}{rest}"


COMMAND = Command(
    "new",
    new,
    about="It goes to standard output, for a pipe or a file; -o FILE makes a file that must not be there yet.",
    arguments=[Argument("ruleset", "the game: " + ", ".join(NAMES))],
    options=[
        flag("--example", "a fight that is ready to play"),
        flag("--force", "replace the file that -o names"),
    ],
    shared=[
        text("--output", "FILE", "write it there, - for standard output", short="-o"),
        text("--seed", "TEXT", "replayable dice: the same seed gives the same fight"),
        *REPORT,
    ],
    examples=[
        f"combatcli new {NAMES[0]} --example --seed friday > fight.toml",
        f"combatcli new {NAMES[0]} --example | combatcli attack mira ruffian | combatcli wound | combatcli show",
    ],
)
