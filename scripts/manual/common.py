"""What several pages say in the same words: environment, files, exit codes; and the date of the release."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from combatcli import __version__
from combatcli.errors import ExitCode
from manual.mdoc import paragraph, section, tagged

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).parent.parent.parent
CODES = {
    ExitCode.DONE: "Success.",
    ExitCode.FAILED: "With `--exit-status`: the test failed, the attack missed, or the dash was lost.",
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
    "COMBATCLI_FILE": "The encounter, where neither `--file` nor a pipe gives one.",
    "NO_COLOR": "If set, there is no color, unless `--color always` asks for it.",
    "TERM": "`dumb` means plain text; `linux` a terminal that cannot draw every character.",
    "XDG_CONFIG_HOME": "Where your configuration lies `[default: ~/.config]`.",
    "COMBATCLI_DEBUG": "If set, internal errors print a traceback.",
}
"""What the environment tells."""
FILES = {
    "FILE": "The encounter, as combatcli-encounter(5) describes it. One that has several names (hard links) is read "
    "and not changed: a change would leave them two files. Symbolic links are followed.",
    "FILE.journal": "Its history beside it: what each command did, and how to take it back.",
    "FILE.journal.1": "The history of the encounter before: one is kept. `new` begins a new one, and so does the first "
    "change of a file that has become another game's.",
    "GAME.schema.json": "The JSON Schema of a game's encounters, which editors read.",
    "~/.config/combatcli/rolls.toml": 'Your own named rolls and tables, as in sneak = "1d20+5".',
}
"""The files that are read and written."""


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
        return section("FILES", "Only those that its arguments and options name.")
    return section("FILES", tagged([(name, paragraph(FILES[name])) for name in names], macro="Pa"))


def exit_status(codes: Sequence[int], more: str = "") -> str:
    """Return the section of exit codes."""
    told = tagged([(str(code), paragraph(CODES[code])) for code in codes])
    return section("EXIT STATUS", told, f".Pp\n{paragraph(more)}" if more else "")
