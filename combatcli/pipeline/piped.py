"""Whether standard input has an encounter: told by what it is, and by its beginning."""

import os
import re
import stat
import sys

from combatcli.encounter import reading
from combatcli.errors import InvalidError
from combatcli.streams import VARIABLE, read_some

BEGINNING = 200
"""The bytes, at most a line, that show whether a pipe has an encounter."""
KEY = r"""(?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*\s*="""
"""The beginning of a TOML line with a key and its value."""


def is_input_piped() -> bool:
    """Tell whether standard input is a pipe or a file; a socket counts where nothing else names an encounter."""
    if sys.stdin is None:
        return False
    try:
        mode = os.fstat(sys.stdin.fileno()).st_mode
    except (OSError, ValueError):
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISREG(mode) or (stat.S_ISSOCK(mode) and not os.environ.get(VARIABLE))


def read_piped_encounter() -> str:
    """Read standard input as `read_standard_input` does, if it begins like an encounter.

    Otherwise a file is left unread, and of a pipe only the first line is read and returned.
    """
    if sys.stdin is None:
        return reading.read_standard_input()
    stream = getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)
    if stream.seekable():
        start = stream.tell()
        text = reading.read_standard_input()
        if not begins_like_encounter(text):
            stream.seek(start)
        return text
    begun = b""
    while not (begun.strip() and (begun.endswith(b"\n") or len(begun) >= BEGINNING)):
        letter = read_some(stream, 1)
        if not letter:
            break
        begun += letter
    line = begun.decode(errors="surrogateescape")
    if line.strip() and not begins_like_encounter(line):
        return line
    return reading.read_stream(stream, begun=begun)


def begins_like_encounter(text: str) -> bool:
    """Tell whether a text begins like TOML, unlike a report or a list."""
    first = text.removeprefix(reading.BOM).lstrip().partition("\n")[0].strip()
    return first.startswith(("#", "[", "<<<<<<<", "ruleset")) or bool(re.match(KEY, first)) or not first.isprintable()


def check_is_no_report(text: str) -> None:
    """Refuse a report in place of an encounter, as after a question without --pass."""
    lines = [line.strip() for line in text.removeprefix(reading.BOM).splitlines() if line.strip()]
    is_meant_as_toml = any(line.startswith(("[combatants", "ruleset")) for line in lines)
    if lines[0].startswith('{"version"') or not (begins_like_encounter(text) or is_meant_as_toml):
        raise InvalidError(
            "standard input looks like a report, not an encounter",
            "show, odds, log and rules end a pipe. Add --pass to that command, or -o - to one that changes a file.",
        )
