"""Refusals of the operating system as sentences."""

import errno
import os

from combatcli.errors import StreamError
from combatcli.text import escape

HINTS = {
    errno.EACCES: "Check who may read and write it, and its folder (ls -l).",
    errno.EPERM: "Check who may read and write it, and its folder (ls -l).",
    errno.ENOSPC: "Make room on the disk; nothing has been changed.",
    errno.EDQUOT: "Make room in your quota; nothing has been changed.",
}


def system_reason(error: OSError | ValueError) -> str:
    """Return the reason of the system, or of the encoding: a few words in lower case."""
    if isinstance(error, UnicodeEncodeError):
        return "the text holds a character that UTF-8 cannot write"
    if isinstance(error, OSError) and error.errno is not None:
        return os.strerror(error.errno).lower()
    return str(error)


def file_error(verb: str, path: str, error: OSError | ValueError) -> StreamError:
    """Return the error of an operation on a file."""
    if isinstance(error, UnicodeEncodeError):
        hint = "Look for stray bytes in its names."
    else:
        hint = HINTS.get(getattr(error, "errno", None) or 0, "")
    return StreamError(f"cannot {verb} {escape(path)}: {system_reason(error)}", hint)


def missing_folder_error(folder: str) -> StreamError:
    """Return the error for a missing folder."""
    return StreamError(f"there is no folder {escape(folder)}", "Make it first (mkdir -p), or name another folder.")
