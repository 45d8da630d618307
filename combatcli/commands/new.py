"""`new`: makes an encounter or a game to start from."""

import contextlib
import os
import re
from collections.abc import Mapping

from combatcli.declarations import LOCK, REPORT, Argument, Command, Invocation, flag, text
from combatcli.dice.rolling.sources import VERSION
from combatcli.encounter import document, files, journal, journal_lines, locks, reading
from combatcli.errors import ExitCode, StreamError, UsageError
from combatcli.events import NewEncounter
from combatcli.pipeline.input import how_to_wait_for_lock
from combatcli.pipeline.output import named_output, write_report_and_encounter
from combatcli.pipeline.result import Result, render_report
from combatcli.rulesets import FILES, NAMES, game_files, requested_game
from combatcli.rulesets.game import Game
from combatcli.streams import STANDARD, is_device_or_pipe, write_stdout
from combatcli.text import escape

GAMES = (*NAMES, *FILES)


def new(call: Invocation) -> int:
    """Write a new encounter, or a new game, to standard output or to a new file."""
    if {"game", "copy"} & call.options.keys():
        return _write_new_game(call)
    if "ruleset" not in call.words:
        raise UsageError(f"new: which game? {', '.join(GAMES)}", f"Example: {COMMAND.examples[1]}")
    game = requested_game(call.words["ruleset"])
    output = named_output(call) or STANDARD
    beside = _schema_path(output, game) if "schema" in call.options else ""
    written = new_encounter_text(
        game, seed=call.shared.get("seed"), example="example" in call.options, schema=bool(beside)
    )
    encounter = document.validate(document.parse(written, "the new encounter"), game)
    file = "" if output == STANDARD or is_device_or_pipe(output) else output
    event = NewEncounter(ruleset=game.name, combatants=list(encounter.combatants), file=file, schema=beside)
    warnings = _game_elsewhere_warning(call.words["ruleset"], output)
    result = Result([event], game=game, names=encounter.names(), warnings=warnings)
    anew = bool(file) and journal_lines.journal_size(output) is not None
    if anew:
        result.warnings.append(
            f"the old journal was kept as {escape(journal.previous_journal_path(output))}, and a new one begins"
        )
    report_words = render_report(call, result, to_terminal=output != STANDARD)
    if not file:
        write_report_and_encounter(output, written, report_words)
    else:
        _write_files_and_report(
            call, {output: written, **({beside: game.schema()} if beside else {})}, report_words, anew=anew
        )
    return ExitCode.DONE


def _game_elsewhere_warning(word: str, output: str) -> list[str]:
    """Return a warning if the file of a game is not beside the encounter that names it."""
    if not game_files.is_file_name(word) or output == STANDARD or is_device_or_pipe(output):
        return []
    beside = os.path.join(os.path.dirname(output), os.path.basename(word))
    if os.path.lexists(beside) or game_files.path_of(os.path.basename(word), os.path.dirname(output)) is not None:
        return []
    return [f"{escape(word)} is not beside {escape(output)}, where it is looked for: copy it there"]


def _write_new_game(call: Invocation) -> int:
    """Write a game to a new file: a copy of one, or a beginning."""
    option = "copy" if "copy" in call.options else "game"
    path = call.options[option]
    if "game" in call.options and ("copy" in call.options or "ruleset" in call.words):
        raise UsageError("--game begins a game of your own, and takes no other", "To change one: new d20 --copy FILE")
    if not game_files.is_file_name(path):
        raise UsageError(f"--{option} {escape(path)}: the file of a game ends in .toml", f"Write: --{option} mine.toml")
    title = os.path.basename(path)[: -len(game_files.SUFFIX)]
    report_words = f"A new game: {escape(path)}. Next: combatcli check {escape(path)}\n"
    _write_files_and_report(call, {path: _new_game_text(call, title)}, report_words)
    return ExitCode.DONE


def _new_game_text(call: Invocation, title: str) -> str:
    """Return the text of a new game named like its file."""
    if "copy" not in call.options:
        with open(os.path.join(game_files.FOLDER, game_files.SKELETON), encoding="utf-8") as file:
            return file.read().replace("NAME", title)
    game = requested_game(call.words.get("ruleset", ""))
    if not game.text:
        raise UsageError(f"{game.name} is no game in a file, so it cannot be copied", f"These are: {', '.join(FILES)}.")
    return re.sub(r"^game\s*=.*$", f'game = "{title}"', game.text, count=1, flags=re.MULTILINE)


def _schema_path(output: str, game: Game) -> str:
    """Return the path of the JSON Schema beside the encounter; raise UsageError where the encounter has no folder."""
    if output == STANDARD or is_device_or_pipe(output):
        raise UsageError(
            "--schema writes the JSON Schema beside the encounter, and needs a file for it",
            f"Write: combatcli new {game.name} --schema -o FILE, or combatcli schema {game.name} > FILE",
        )
    path = os.path.join(os.path.dirname(output), schema_name(game))
    if files.is_same_file(path, output):
        raise UsageError(f"{escape(output)} is the name of the JSON Schema", "Give the encounter another name.")
    return path


def schema_name(game: Game) -> str:
    """Return the file name of a game's JSON Schema."""
    return f"{game.name.removesuffix(game_files.SUFFIX)}.schema.json"


def _write_files_and_report(
    call: Invocation, texts: Mapping[str, str], report_words: str, *, anew: bool = False
) -> None:
    """Write the files and report; if any of this fails, restore all files.

    ``anew`` begins a new journal beside the first file.
    """
    with contextlib.ExitStack() as contexts:
        for path, written in texts.items():
            with locks.lock_held(path, how_to_wait_for_lock(call)):
                old_text = None if files.check_writable(path) is None else reading.read_text_file(path)
                _check_may_replace(path, old_text, written, force="force" in call.options)
                contexts.enter_context(files.replaced_or_restored(path, written, how_to_wait_for_lock(call)))
                # A process killed in between leaves a journal that ends with another text, as an edit does.
                if anew and path == next(iter(texts)):
                    contexts.enter_context(journal.journal_set_aside(path, how_to_wait_for_lock(call)))
        write_stdout(report_words)


def _check_may_replace(path: str, old_text: str | None, text: str, *, force: bool) -> None:
    """Refuse to replace a file that may matter to somebody, unless --force is given."""
    if old_text is None or force:
        return
    from combatcli.rulesets.jsonschema import is_own_schema

    if not is_own_schema(text):
        raise StreamError(f"{escape(path)} already exists", "Use --force to replace it, or choose another name.")
    if old_text != text and not is_own_schema(old_text):
        raise StreamError(
            f"{escape(path)} already exists, and combatcli did not make it",
            "Move it away, leave out --schema, or use --force to replace it.",
        )


def new_encounter_text(game: Game, *, seed: str | None, example: bool, schema: bool) -> str:
    """Return the TOML text of a new encounter: the schema's path, the game, the dice, the example."""
    import tomli_w

    clock = f'round = 1\nphase = "{game.phases[0]}"\n'
    clock, gap, rest = game.parts.example.partition("\n\n") if example else (clock, "", "")
    replayable = tomli_w.dumps({"dice": {"seed": seed, "step": 0, "version": VERSION}}) if seed is not None else ""
    dice = f"\n\n{replayable.strip()}" if replayable else ""
    line = f"#:schema ./{schema_name(game)}\n" if schema else ""
    return f'{line}ruleset = "{game.name}"\n{clock.rstrip()}{dice}{gap or chr(10)}{rest}'


COMMAND = Command(
    "new",
    new,
    about="It prints the encounter on standard output. -o FILE makes a new file; only --force replaces one.",
    arguments=[
        Argument(
            "ruleset",
            "the game: " + ", ".join(GAMES) + ", or a FILE.toml",
            required=False,
            choices=GAMES,
            completes="game",
        )
    ],
    options=[
        flag("--example", "include a fight that is ready to play"),
        flag("--schema", "also write the game's JSON Schema, for editors, and name it in the first line"),
        text("--game", "FILE", "begin a game of your own in this file"),
        text("--copy", "FILE", "write the game itself into this file, for you to change"),
        flag("--force", "replace existing files"),
    ],
    tables=lambda: {"Games in files": game_files.built_in_games()},
    shared=[
        text("--output", "FILE", "write it there; - is standard output", short="-o"),
        text("--seed", "TEXT", "replayable dice: the same seed gives the same fight"),
        *LOCK,
        *REPORT,
    ],
    examples=[
        f"combatcli new {NAMES[0]} --example --seed friday > fight.toml",
        f"combatcli new {NAMES[0]} --example --schema -o fight.toml",
        "combatcli new d20 --example -o fight.toml",
        "combatcli new d20 --copy mine.toml",
        f"combatcli new {NAMES[0]} --example | combatcli attack mira ruffian | combatcli wound | combatcli show",
    ],
)
