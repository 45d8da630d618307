"""`new`: an encounter to start from."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping

from combatcli.declarations import LOCK, REPORT, Argument, Command, Invocation, flag, text
from combatcli.dice.rolling.sources import VERSION
from combatcli.encounter import document, files, journal, journal_lines, locks, reading
from combatcli.errors import ExitCode, StreamError, UsageError
from combatcli.events import New
from combatcli.pipeline.input import waiting
from combatcli.pipeline.result import Result, report
from combatcli.rulesets import NAMES, asked_for
from combatcli.rulesets.game import Game
from combatcli.streams import STANDARD, write_stderr, write_stdout, write_stdout_as_utf8
from combatcli.text import escape


def new(call: Invocation) -> int:
    """Write a new encounter to standard output, or to a file that is not there yet."""
    game = asked_for(call.words["ruleset"])
    output = call.shared.get("output", STANDARD)
    beside = _schema_path(output, game) if "schema" in call.options else ""
    written = new_text(game, seed=call.shared.get("seed"), example="example" in call.options, schema=bool(beside))
    encounter = document.validate(document.parse(written, "the new encounter"), game)
    event = New(ruleset=game.name, combatants=list(encounter.combatants), schema=beside)
    if output != STANDARD and not reading.is_stream(output):
        event.file = output
    result = Result([event], game=game, names=encounter.names())
    anew = bool(event.file) and journal_lines.length(output) is not None
    if anew:
        result.warnings.append(
            f"the old journal was kept as {escape(journal.kept_journal(output))}, and a new one begins"
        )
    report_words = report(call, result, to_terminal=output != STANDARD)
    if output == STANDARD:
        write_stdout_as_utf8(written)
        write_stderr(report_words)
    elif reading.is_stream(output):
        files.write_stream(output, written)
        write_stdout(report_words)
    else:
        _make(call, {output: written, **({beside: game.schema()} if beside else {})}, report_words, anew=anew)
    return ExitCode.DONE


def _schema_path(output: str, game: Game) -> str:
    """Return where the JSON Schema goes, beside the encounter; UsageError where that has no place of its own."""
    if output == STANDARD or reading.is_stream(output):
        raise UsageError(
            "--schema writes the JSON Schema beside the encounter, and needs a file for it",
            f"Write: combatcli new {game.name} --schema -o FILE, or combatcli schema {game.name} > FILE",
        )
    path = os.path.join(os.path.dirname(output), schema_name(game))
    if files.same(path, output):
        raise UsageError(f"{escape(output)} is the name of the JSON Schema", "Give the encounter another name.")
    return path


def schema_name(game: Game) -> str:
    """Return what the JSON Schema of a game is called beside an encounter."""
    return f"{game.name}.schema.json"


def _make(call: Invocation, texts: Mapping[str, str], report_words: str, *, anew: bool) -> None:
    """Write the files and report; where one cannot be written, or the report cannot, all are as they were.

    The journal beside the first file begins ``anew``.
    """
    with contextlib.ExitStack() as kept:
        for path, written in texts.items():
            with locks.locked(path, waiting(call)):
                old_text = None if files.check_writable(path) is None else reading.read_text(path)
                _check_may_go(path, old_text, written, force="force" in call.options)
                kept.enter_context(files.replaced(path, written, waiting(call)))
                # A process killed in between leaves a journal that does not end with the file's text, as an edit does.
                if anew and path == next(iter(texts)):
                    kept.enter_context(journal.begun_anew(path, waiting(call)))
        write_stdout(report_words)


def _check_may_go(path: str, old_text: str | None, text: str, *, force: bool) -> None:
    """Refuse to put a file in the place of another that may matter to somebody; --force does it all the same."""
    if old_text is None or force:
        return
    from combatcli.encounter.jsonschema import is_ours

    if not is_ours(text):
        raise StreamError(f"{escape(path)} already exists", "Use --force to replace it, or choose another name.")
    if old_text != text and not is_ours(old_text):
        raise StreamError(
            f"{escape(path)} already exists, and combatcli did not make it",
            "Move it away, leave out --schema, or use --force to replace it.",
        )


def new_text(game: Game, *, seed: str | None, example: bool, schema: bool) -> str:
    """Return the TOML text of a new encounter: where its schema is, the game, the dice, and what is in it."""
    import tomli_w

    clock = f'round = 1\nphase = "{game.phases[0]}"\n'
    clock, gap, rest = game.example().partition("\n\n") if example else (clock, "", "")
    replayable = tomli_w.dumps({"dice": {"seed": seed, "step": 0, "version": VERSION}}) if seed is not None else ""
    dice = f"\n\n{replayable.strip()}" if replayable else ""
    line = f"#:schema ./{schema_name(game)}\n" if schema else ""
    return f'{line}ruleset = "{game.name}"\n{clock.rstrip()}{dice}{gap or chr(10)}{rest}'


COMMAND = Command(
    "new",
    new,
    about="It prints the encounter on standard output. -o FILE makes a new file; only --force replaces one.",
    arguments=[Argument("ruleset", "the game: " + ", ".join(NAMES), choices=NAMES)],
    options=[
        flag("--example", "include a fight that is ready to play"),
        flag("--schema", "also write the game's JSON Schema, for editors, and name it in the first line"),
        flag("--force", "replace existing files"),
    ],
    shared=[
        text("--output", "FILE", "write it there; - is standard output", short="-o"),
        text("--seed", "TEXT", "replayable dice: the same seed gives the same fight"),
        *LOCK,
        *REPORT,
    ],
    examples=[
        f"combatcli new {NAMES[0]} --example --seed friday > fight.toml",
        f"combatcli new {NAMES[0]} --example --schema -o fight.toml",
        f"combatcli new {NAMES[0]} --example | combatcli attack mira ruffian | combatcli wound | combatcli show",
    ],
)
