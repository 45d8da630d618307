"""Where an encounter is read from and written to: a file in place, a pipe, or two combatants without a file."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from typing import Any, NamedTuple

from combatcli.encounter import document, files
from combatcli.errors import StreamError, UsageError, nearest
from combatcli.rulesets import NAMES, load
from combatcli.text import escaped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from combatcli.cli import Call
    from combatcli.encounter.document import Tables
    from combatcli.encounter.schema import Encounter

VARIABLE = "COMBATCLI_FILE"
STANDARD = "-"


class Place(NamedTuple):
    """An encounter that was read: ``path`` is its file, "-" for a pipe, empty for two combatants without a file.

    ``lock`` keeps others off the file until it is closed.
    """

    path: str
    text: str
    tables: Tables
    game: str
    lock: contextlib.ExitStack

    @property
    def name(self) -> str:
        """What a message calls it."""
        return "standard input" if self.path == STANDARD else escaped(self.path)

    def encounter(self) -> Encounter:
        """Return the encounter for the rules to play on; InvalidError tells what does not hold together."""
        return document.checked(self.tables, load(self.game))


def source_path(call: Call) -> str:
    """Return where the encounter is: -f, else a pipe, else the variable; StreamError where there is none of these."""
    if "file" in call.shared:
        path: str = call.shared["file"]
        return path
    if _piped():
        return STANDARD
    return kept_path(call)


def kept_path(call: Call) -> str:
    """Return the encounter's file, which has a history, as a pipe has not: -f, else the variable."""
    path = call.shared.get("file") or os.environ.get(VARIABLE)
    if call.command in ("log", "undo", "redo") and (not path or path == STANDARD):
        raise StreamError(
            f"{call.command} needs a file: a pipe has no history",
            f"Name it with -f FILE, or set ${VARIABLE}.",
        )
    if not path or path == STANDARD:
        raise StreamError(
            f"{call.command} needs an encounter and was given none",
            f"Name its file with -f FILE, pipe it into standard input, or set ${VARIABLE}.",
        )
    return str(path)


def _piped() -> bool:
    if sys.stdin is None:
        return False
    try:
        mode = os.fstat(sys.stdin.fileno()).st_mode
    except (OSError, ValueError):
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISREG(mode) or stat.S_ISSOCK(mode)


@contextlib.contextmanager
def opened(call: Call) -> Iterator[Place]:
    """Read the encounter, and keep others off its file until it is written."""
    with contextlib.ExitStack() as lock:
        if "ruleset" in call.shared:
            yield stateless(call, lock)
            return
        path = source_path(call)
        if path != STANDARD and "dry_run" not in call.shared:
            lock.enter_context(files.locked(path))
        yield read(path, lock)


def read(path: str, lock: contextlib.ExitStack) -> Place:
    """Read an encounter and find out its game."""
    text = files.read_stream(sys.stdin.buffer) if path == STANDARD else files.read_text(path)
    name = "standard input" if path == STANDARD else escaped(path)
    tables = document.parse(text, name)
    game = document.ruleset_of(tables, name)
    load(game)
    return Place(path, text, tables, game, lock)


def stateless(call: Call, lock: contextlib.ExitStack) -> Place:
    """Return an encounter of two, `attacker` and `target`, made of --with and --against."""
    from combatcli.commands.assign import combatant_of
    from combatcli.encounter.explain import unknown_keys

    game = call.shared["ruleset"]
    if game not in NAMES:
        raise UsageError(f'there is no ruleset "{game}"', nearest(game, NAMES))
    ruleset = load(game)
    for name in ("file", "output", "dry_run"):
        if name in call.shared:
            raise UsageError(f"--{name.replace('_', '-')} and --ruleset exclude each other", "There is no file.")
    specs = {
        who: ",".join(text for text in call.options.get(option, []) if "=" in text)
        for who, option in (("attacker", "with"), ("target", "against"))
    }
    combatants: dict[str, Any] = {
        who: {"side": who, "player": who == "attacker", **combatant_of(spec)} for who, spec in specs.items()
    }
    for path, hint in unknown_keys({"combatants": combatants}, ruleset.encounter):
        who, _, key = path.removeprefix("combatants.").partition(".")
        raise UsageError(f"--{'with' if who == 'attacker' else 'against'}: {game} has no key {key}", hint)
    return Place("", "", {"ruleset": game, "combatants": combatants}, game, lock)
