"""The origin of an encounter: a file, a pipe, or two combatants without a file."""

import contextlib
import os
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Self

from combatcli.declarations import Command, Given, Invocation, option_name
from combatcli.encounter import document, locks, reading
from combatcli.encounter.schema import Encounter
from combatcli.errors import CombatError, StreamError, UsageError, value_or
from combatcli.line import OptionsByName, pieces_of_line
from combatcli.pipeline.piped import check_is_no_report, is_input_piped, read_piped_encounter
from combatcli.records import Record
from combatcli.rulesets import load, requested_game
from combatcli.rulesets.game import Game
from combatcli.streams import SAME_AS_STANDARD, STANDARD, VARIABLE, descriptor_of, write_stderr
from combatcli.text import escape
from combatcli.toml import Tables


class Input(Record):
    """An encounter as it was read: ``path`` is its file, "-" for a pipe, empty for two combatants without a file.

    ``lock`` locks the file until it is closed.
    """

    path: str
    text: str
    tables: Tables
    game: Game
    lock: contextlib.ExitStack | None = None

    @property
    def name_in_messages(self) -> str:
        """The name of the input in messages; empty for two combatants without a file."""
        return "standard input" if self.path == STANDARD else escape(self.path)

    @cached_property
    def encounter(self) -> Encounter:
        """The typed encounter for the rules; raises InvalidError if it is invalid."""
        return document.validate(self.tables, self.game, self.text, self.name_in_messages)

    @classmethod
    def without_file(cls, game: Game, combatants: Tables | None = None) -> Self:
        """Return an encounter without a file, for a question about a game or about two combatants."""
        tables: Tables = {"ruleset": game.name, **({"combatants": combatants} if combatants else {})}
        return cls("", "", tables, game)


def peek_encounter(command: Command, words: Sequence[str], *, streams: bool = True) -> Input | CombatError:
    """Return the encounter of a line before its options are parsed; or the error of reading it.

    Nothing is locked, so the file may change until `open_input` reads it. With ``streams`` a pipe is read, too.
    """
    named = file_and_game_on_line(command, words)
    try:
        if "ruleset" in named:
            return Input.without_file(requested_game(named["ruleset"]))
        return read_encounter(
            (encounter_path_or_stdin if streams else encounter_file_path)(Invocation(command, {}, {}, named, []))
        )
    except CombatError as error:
        return error


def file_and_game_on_line(command: Command, words: Sequence[str]) -> Given:
    """Return the file and the game that a line names; its other options may be unknown."""
    pieces = pieces_of_line(words, OptionsByName(command.options_with_games()))
    named: Given = {
        piece.option.key: piece.word or ""
        for piece in pieces
        if piece.option is not None and piece.option.name in ("--file", "--ruleset")
    }
    if named.get("file") in SAME_AS_STANDARD["file"]:
        named["file"] = STANDARD
    return named


def encounter_path_or_stdin(call: Invocation) -> str:
    """Return the path of the encounter: -f, else a pipe, else the variable; StreamError for none of these."""
    if "file" in call.shared:
        path: str = call.shared["file"]
        return path
    if is_input_piped():
        return STANDARD
    return encounter_file_path(call)


def encounter_file_path(call: Invocation, none: StreamError | None = None) -> str:
    """Return the encounter's file: -f, else the variable; raise StreamError, or the error ``none``, for neither.

    UsageError if a file stands among the words.
    """
    path: str | None = call.shared.get("file") or os.environ.get(VARIABLE)
    words = [word for given in call.words.values() for word in ([given] if isinstance(given, str) else given)]
    for word in words if "file" not in call.shared else ():
        if (word.endswith(".toml") or not path) and os.path.isfile(word):
            raise _file_among_words_error(call, word)
    if path and path != STANDARD:
        return path
    hint = f"Name its file with -f FILE, pipe it into standard input, or set ${VARIABLE}."
    raise none or StreamError(f"{call.name} needs an encounter, but none was given", hint)


def _file_among_words_error(call: Invocation, file: str) -> UsageError:
    """Return the error of a file that stands among the words; its hint is the line, if it needs nothing but -f."""
    import shlex

    at = next((at for at, (before, word) in enumerate(pairwise(call.argv), 1) if word == file and before[:1] != "-"), 0)
    line = f"combatcli {shlex.join([*call.argv[:at], '-f', *call.argv[at:]])}" if at else f"-f {shlex.quote(file)}"
    return UsageError(f"{escape(file)} is a file, and {call.name} takes one with -f", f"Write: {line}")


def path_with_history(call: Invocation) -> str:
    """Return the encounter's file, which has a history; StreamError for a pipe."""
    message = f"{call.name} needs a file: a pipe has no history"
    return encounter_file_path(call, StreamError(message, f"Name it with -f FILE, or set ${VARIABLE}."))


@contextlib.contextmanager
def open_input(call: Invocation) -> Iterator[Input]:
    """Read the encounter, and lock its file until it is written."""
    with contextlib.ExitStack() as lock:
        if "ruleset" in call.shared:
            yield attacker_and_target_input(call)
            return
        path, peeked = encounter_path_or_stdin(call), call.peeked
        is_stream = path == STANDARD or descriptor_of(path) is not None
        if not (is_stream or call.is_question):
            lock.enter_context(locks.lock_held(path, how_to_wait_for_lock(call)))
        source = peeked if is_stream and peeked is not None else read_encounter(path, lock)
        if isinstance(source, CombatError):
            raise source
        if isinstance(peeked, Input) and peeked.game.name != source.game.name:
            was, now = peeked.game.name, source.game.name
            raise StreamError(
                f"{source.name_in_messages} has just changed from {was} to {now}", "Give the command again."
            )
        yield source


def how_to_wait_for_lock(call: Invocation) -> locks.HowToWait:
    """Return how a command waits for the lock of the file that it changes."""
    return locks.HowToWait(call.shared.get("wait", locks.PATIENCE), write_stderr, "no_lock" not in call.shared)


def read_encounter(path: str, lock: contextlib.ExitStack | None = None) -> Input:
    """Read an encounter and its game; the owner of ``lock`` releases it."""
    if descriptor_of(path) is not None:
        return parse_encounter(STANDARD, escape(path), reading.read_descriptor(path), lock)
    if path != STANDARD:
        return read_encounter_file(path, lock)
    try:
        text = read_piped_encounter()
        check_is_no_report(text)
        return parse_encounter(path, "standard input", text, lock)
    except CombatError as error:
        if os.environ.get(VARIABLE):
            path_in_variable = escape(os.environ[VARIABLE])
            over = (
                f"Standard input goes before ${VARIABLE}: -f {path_in_variable} reads that, and so does < /dev/null, "
                "as in a loop that reads its list from standard input."
            )
            error.hint = f"{error.hint} {over}".strip()
        raise


def read_encounter_file(path: str, lock: contextlib.ExitStack | None = None) -> Input:
    """Read an encounter's file."""
    return parse_encounter(path, escape(path), reading.read_text_file(path), lock)


def encounter_or_none(path: str) -> Input | None:
    """Return the encounter of a file; None where it cannot be read."""
    return value_or(None, lambda: read_encounter_file(path))


def parse_encounter(path: str, name: str, text: str, lock: contextlib.ExitStack | None = None) -> Input:
    """Return the encounter in the text of a file, with its game; ``name`` is the file's in messages."""
    tables = document.parse(text, name)
    folder = "" if path == STANDARD else os.path.dirname(path)
    game = load(document.name_of_game(tables, name, text), folder)
    return Input(path, text, tables, game, lock)


_TARGETS = {"targets", "target", "other", "what"}
"""The arguments of commands that may be the target."""


def attacker_and_target_input(call: Invocation) -> Input:
    """Return an encounter of two, `attacker` and `target`, from --with and --against.

    Without --against, and without an argument for a target, there is no target.
    """
    from combatcli.encounter.explain import unknown_keys
    from combatcli.pipeline.key_values import described_combatant

    game = requested_game(call.shared["ruleset"])
    for key in ("file", "output", "dry_run"):
        if key in call.shared:
            message = f"--ruleset is for fights without a file, but {option_name(key)} was given"
            raise UsageError(message, f"Drop --ruleset, or drop {option_name(key)}.")
    specs = {
        who: ",".join(text for text in call.options.get(option, []) if "=" in text)
        for who, option in (("attacker", "with"), ("target", "against"))
    }
    arguments = {argument.name for argument in call.command.arguments}
    if "against" not in call.options and _TARGETS.isdisjoint(arguments) and "target" not in call.argv:
        del specs["target"]
    combatants: Tables = {
        who: {"side": who, "player": who == "attacker", **described_combatant(spec, game.encounter)}
        for who, spec in specs.items()
    }
    for path, hint in unknown_keys({"combatants": combatants}, game.encounter):
        who, _, key = path.removeprefix("combatants.").partition(".")
        raise UsageError(f"--{'with' if who == 'attacker' else 'against'}: {game.name} has no key {key}", hint)
    document.check_numbers_and_depth({"combatants": combatants})
    return Input.without_file(game, combatants)
