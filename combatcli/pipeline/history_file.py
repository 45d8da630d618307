"""The lines that were typed in `play`, kept from one evening to the next, for each encounter."""

from __future__ import annotations

import contextlib
import hashlib
import os

from prompt_toolkit.history import FileHistory, History, InMemoryHistory

DIGITS = 12


def path_of(encounter: str) -> str:
    """Return where an encounter's lines are kept: in the user's state folder, by the name and the place of its file."""
    from platformdirs import user_state_dir

    whole = os.path.realpath(encounter)
    mark = hashlib.sha256(whole.encode("utf-8", "surrogateescape")).hexdigest()[:DIGITS]
    return os.path.join(user_state_dir("combatcli", appauthor=False), "history", f"{os.path.basename(whole)}-{mark}")


def history_of(encounter: str) -> History:
    """Return the lines typed for an encounter; those of this evening alone where no file can be written."""
    path = path_of(encounter)
    try:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        with open(path, "ab"):
            pass
    except (OSError, ValueError):
        return InMemoryHistory()
    return _Kept(path)


class _Kept(FileHistory):
    """A file of lines; a disk that is full costs no more than a line."""

    def store_string(self, string: str) -> None:
        with contextlib.suppress(OSError):
            super().store_string(string)
