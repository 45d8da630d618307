"""What several pages say in the same words: environment, files, exit codes; and the date of the release."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from combatcli import __version__
from combatcli.cli import command_named
from combatcli.declarations import CommandGroup
from combatcli.errors import ExitCode
from combatcli.rulesets import usable_games
from manual.mdoc import paragraph, section, tagged

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combatcli.declarations import Command, Option

ROOT = Path(__file__).parent.parent.parent
CODES = {
    ExitCode.DONE: "Success.",
    ExitCode.FAILED: "With `--exit-status`: what was tried failed, such as a test or an attack, or a roll came to 0.",
    ExitCode.USAGE: "Usage: the command line cannot be read.",
    ExitCode.REFUSED: "Refused by the rules or by the state of the fight, or the encounter is not valid.",
    ExitCode.STREAM: "A file or a stream failed.",
    ExitCode.INTERNAL: "Internal error: a bug, please report it.",
    ExitCode.INTERRUPTED: "Interrupted.",
    ExitCode.CLOSED: "Broken pipe, for example into `head`.",
}
"""What each exit code means."""
USUAL = ExitCode.DONE, ExitCode.USAGE, ExitCode.REFUSED, ExitCode.STREAM
"""Those that every command may have."""
VARIABLES = {
    "COMBATCLI_FILE": "The encounter to use without `--file` or a pipe.",
    "NO_COLOR": "If set, output has no color unless you give `--color always`.",
    "TERM": "`dumb` means plain text. `linux` means a terminal that cannot draw every character.",
    "XDG_CONFIG_HOME": "The folder of your configuration `[default: ~/.config]`.",
    "COMBATCLI_DEBUG": "If set, internal errors print a traceback.",
}
"""What the environment tells."""
FILES = {
    "FILE": "The encounter; see combatcli-encounter(5). Symbolic links are followed. Commands do not change a file "
    "that has several hard links, because that would split it into two files.",
    "FILE.journal": "The history of the encounter: what each command did, and how to undo it.",
    "FILE.journal.1": "The history of the previous encounter in this file. A new history begins with `new`, or when "
    "the file becomes an encounter of another game; an older history gets the next free number, from 2.",
    "GAME.schema.json": "The JSON Schema of a game's encounters, for editors.",
    "~/.config/combatcli/rolls.toml": 'Your own named rolls and tables, as in sneak = "1d20+5".',
}
"""The files that are read and written."""


def commands_of(name: str) -> list[Command]:
    """Return the command of a name, or those of a group."""
    named = command_named(name)
    return [*named.commands.values()] if isinstance(named, CommandGroup) else [named]


def options_in_all_games(command: Command) -> list[Option]:
    """Return the options that a command has in any game of ours."""
    return command.options_with_games(*usable_games(from_outside=False).values())


def release_date() -> str:
    """Return the date of this version as manual pages write it, from the changelog."""
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    found = re.search(rf"^## \[{re.escape(__version__)}\] - (\d+-\d+-\d+)$", changelog, re.MULTILINE)
    if found is None:
        raise ValueError(f"CHANGELOG.md has no dated section of {__version__}")
    day = date.fromisoformat(found[1])
    return f"{day:%B} {day.day}, {day.year}"


def environment(names: Sequence[str]) -> str:
    """Return the section of variables that are heeded."""
    return section("ENVIRONMENT", tagged([(name, paragraph(VARIABLES[name])) for name in names], macro="Ev"))


def files(names: Sequence[str]) -> str:
    """Return the section of files that are read or written."""
    if not names:
        return section("FILES", "Only the files that you name in arguments and options.")
    return section("FILES", tagged([(name, paragraph(FILES[name])) for name in names], macro="Pa"))


def exit_status(codes: Sequence[int], more: str = "") -> str:
    """Return the section of exit codes."""
    told = tagged([(str(code), paragraph(CODES[code])) for code in codes])
    return section("EXIT STATUS", told, f".Pp\n{paragraph(more)}" if more else "")
