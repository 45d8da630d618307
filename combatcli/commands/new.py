"""`new`: an encounter to start from."""

from __future__ import annotations

from combatcli.cli import Argument, Call, Command, flag, option, report_options
from combatcli.commands.pipeline import Result, report, schema_uri
from combatcli.encounter import document, files
from combatcli.errors import ExitCode, StreamError, UsageError
from combatcli.rulesets import NAMES, load
from combatcli.streams import put, put_aside, put_encounter
from combatcli.text import escaped


def new(call: Call) -> int:
    """Write a new encounter to standard output, or to a file that is not there yet."""
    game = call.words["ruleset"]
    if game not in NAMES:
        from combatcli.errors import nearest

        raise UsageError(f'there is no ruleset "{game}"', nearest(game, NAMES))
    text = new_text(game, seed=call.shared.get("seed"), example="example" in call.options)
    tables = document.parse(text, "the new encounter")
    encounter = document.checked(tables, load(game))
    event = {"event": "new", "ruleset": game, "combatants": list(encounter.combatants)}
    result = Result([event], ruleset=game, names=encounter.names())
    output = call.shared.get("output", "-")
    if output == "-":
        put_encounter(text)
        put_aside(report(call, result, to_terminal=False))
        return ExitCode.DONE
    with files.locked(output):
        if "force" not in call.options and files.check_writable(output) is not None:
            raise StreamError(f"{escaped(output)} exists already", "--force puts the new encounter in its place.")
        with files.staged(output, text):
            put(report(call, result))
    return ExitCode.DONE


def new_text(game: str, *, seed: str | None, example: bool) -> str:
    """Return the TOML text of a new encounter: the schema's line, the game, the dice, and what is in it."""
    import tomli_w

    ruleset = load(game)
    clock = f'round = 1\nphase = "{ruleset.phases[0]}"\n'
    clock, gap, rest = ruleset.example().partition("\n\n") if example else (clock, "", "")
    dice = f"\n\n{tomli_w.dumps({'dice': {'seed': seed, 'step': 0}}).strip()}" if seed is not None else ""
    return f'#:schema {schema_uri(game)}\nruleset = "{game}"\n{clock.rstrip()}{dice}{gap or chr(10)}{rest}'


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
        option("--output", "FILE", "write it there, - for standard output", short="-o"),
        option("--seed", "TEXT", "replayable dice: the same seed gives the same fight"),
        *report_options(),
    ],
    examples=[
        "combatcli new realm --example --seed friday > fight.toml",
        "combatcli new realm --example | combatcli attack mira ruffian | combatcli wound | combatcli show",
    ],
)
