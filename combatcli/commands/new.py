"""`new`: makes an encounter or a game to start from."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Mapping

from combatcli.declarations import LOCK, REPORT, Argument, Command, Invocation, flag, text
from combatcli.dice.rolling.sources import VERSION
from combatcli.encounter import document, files, journal, journal_lines, locks, reading
from combatcli.errors import ExitCode, StreamError, UsageError
from combatcli.events import New
from combatcli.pipeline.input import waiting
from combatcli.pipeline.output import named_output, tell
from combatcli.pipeline.result import Result, report
from combatcli.rulesets import FILES, NAMES, asked_for, game_files
from combatcli.rulesets.game import Game
from combatcli.streams import STANDARD, is_stream, write_stdout
from combatcli.text import escape

GAMES = (*NAMES, *FILES)


def new(call: Invocation) -> int:
    """Write a new encounter, or a new game, to standard output or to a new file."""
    if {"game", "copy"} & call.options.keys():
        return _new_game(call)
    if "ruleset" not in call.words:
        raise UsageError(f"new: which game? {', '.join(GAMES)}", f"Example: {COMMAND.examples[1]}")
    game = asked_for(call.words["ruleset"])
    output = named_output(call) or STANDARD
    beside = _schema_path(output, game) if "schema" in call.options else ""
    written = new_text(game, seed=call.shared.get("seed"), example="example" in call.options, schema=bool(beside))
    encounter = document.validate(document.parse(written, "the new encounter"), game)
    file = "" if output == STANDARD or is_stream(output) else output
    event = New(ruleset=game.name, combatants=list(encounter.combatants), file=file, schema=beside)
    warnings = _not_beside(call.words["ruleset"], output)
    result = Result([event], game=game, names=encounter.names(), warnings=warnings)
    anew = bool(file) and journal_lines.length(output) is not None
    if anew:
        result.warnings.append(
            f"the old journal was kept as {escape(journal.kept_journal(output))}, and a new one begins"
        )
    report_words = report(call, result, to_terminal=output != STANDARD)
    if not file:
        tell(output, written, report_words)
    else:
        _make(call, {output: written, **({beside: game.schema()} if beside else {})}, report_words, anew=anew)
    return ExitCode.DONE


def _not_beside(word: str, output: str) -> list[str]:
    """Return a warning if the file of a game is not beside the encounter that names it."""
    if not game_files.is_file(word) or output == STANDARD or is_stream(output):
        return []
    beside = os.path.join(os.path.dirname(output), os.path.basename(word))
    if os.path.lexists(beside) or game_files.path_of(os.path.basename(word), os.path.dirname(output)) is not None:
        return []
    return [f"{escape(word)} is not beside {escape(output)}, where it is looked for: copy it there"]


def _new_game(call: Invocation) -> int:
    """Write a game to a new file: a copy of one, or a beginning."""
    option = "copy" if "copy" in call.options else "game"
    path = call.options[option]
    if "game" in call.options and ("copy" in call.options or "ruleset" in call.words):
        raise UsageError("--game begins a game of your own, and takes no other", "To change one: new d20 --copy FILE")
    if not game_files.is_file(path):
        raise UsageError(f"--{option} {escape(path)}: the file of a game ends in .toml", f"Write: --{option} mine.toml")
    title = os.path.basename(path)[: -len(game_files.SUFFIX)]
    report_words = f"A new game: {escape(path)}. Next: combatcli check {escape(path)}\n"
    _make(call, {path: _game_text(call, title)}, report_words)
    return ExitCode.DONE


def _game_text(call: Invocation, title: str) -> str:
    """Return the text of a new game named like its file."""
    if "copy" not in call.options:
        with open(os.path.join(game_files.FOLDER, game_files.SKELETON), encoding="utf-8") as file:
            return file.read().replace("NAME", title)
    game = asked_for(call.words.get("ruleset", ""))
    if not game.text:
        raise UsageError(f"{game.name} is no game in a file, so it cannot be copied", f"These are: {', '.join(FILES)}.")
    return re.sub(r"^game\s*=.*$", f'game = "{title}"', game.text, count=1, flags=re.MULTILINE)


def _schema_path(output: str, game: Game) -> str:
    """Return the path of the JSON Schema beside the encounter; raise UsageError where the encounter has no folder."""
    if output == STANDARD or is_stream(output):
        raise UsageError(
            "--schema writes the JSON Schema beside the encounter, and needs a file for it",
            f"Write: combatcli new {game.name} --schema -o FILE, or combatcli schema {game.name} > FILE",
        )
    path = os.path.join(os.path.dirname(output), schema_name(game))
    if files.same(path, output):
        raise UsageError(f"{escape(output)} is the name of the JSON Schema", "Give the encounter another name.")
    return path


def schema_name(game: Game) -> str:
    """Return the file name of a game's JSON Schema."""
    return f"{game.name.removesuffix(game_files.SUFFIX)}.schema.json"


def _make(call: Invocation, texts: Mapping[str, str], report_words: str, *, anew: bool = False) -> None:
    """Write the files and report; if any of this fails, restore all files.

    ``anew`` begins a new journal beside the first file.
    """
    with contextlib.ExitStack() as kept:
        for path, written in texts.items():
            with locks.locked(path, waiting(call)):
                old_text = None if files.check_writable(path) is None else reading.read_text(path)
                _check_may_go(path, old_text, written, force="force" in call.options)
                kept.enter_context(files.replaced(path, written, waiting(call)))
                # A process killed in between leaves a journal that ends with another text, as an edit does.
                if anew and path == next(iter(texts)):
                    kept.enter_context(journal.begun_anew(path, waiting(call)))
        write_stdout(report_words)


def _check_may_go(path: str, old_text: str | None, text: str, *, force: bool) -> None:
    """Refuse to replace a file that may matter to somebody, unless --force is given."""
    if old_text is None or force:
        return
    from combatcli.rulesets.jsonschema import is_ours

    if not is_ours(text):
        raise StreamError(f"{escape(path)} already exists", "Use --force to replace it, or choose another name.")
    if old_text != text and not is_ours(old_text):
        raise StreamError(
            f"{escape(path)} already exists, and combatcli did not make it",
            "Move it away, leave out --schema, or use --force to replace it.",
        )


def new_text(game: Game, *, seed: str | None, example: bool, schema: bool) -> str:
    """Return the TOML text of a new encounter: the schema's path, the game, the dice, the example."""
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
    tables=lambda: {"Games in files": game_files.about()},
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
