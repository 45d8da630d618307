"""Keeping other commands off a file, from reading it to putting the new text in its place.

The lock is on the file itself, or on its folder where the file is still to be made; it leaves nothing behind and ends
with the process. A renaming gives the file a new identity, hence whoever has got the lock looks whether the file is
still that one, and whoever renames takes the new one along.
"""

# The os functions say exactly which system call happens, which pathlib does not.
from __future__ import annotations

import contextlib
import errno
import os
import stat
import time
from collections.abc import Callable, Iterator

from combatcli.encounter.os_errors import no_folder, reason, trouble
from combatcli.errors import StreamError
from combatcli.records import Record
from combatcli.text import escape

PATIENCE = 60
"""Seconds that a command waits for its turn, unless it is told otherwise."""
SILENT = 2
"""Seconds after which it says that it waits."""
PAUSE = 0.02
TAKEN = (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES)

_held: dict[str, contextlib.ExitStack | None] = {}
"""What closes the descriptors that hold a lock, all of them whatever comes between; None where there is no lock."""


class Waiting(Record):
    """How to wait: so many seconds, telling ``say`` of it; and whether to go on where no lock is to be had."""

    seconds: float = PATIENCE
    say: Callable[[str], None] = lambda _: None
    needed: bool = True


@contextlib.contextmanager
def locked(path: str, waiting: Waiting | None = None) -> Iterator[None]:
    """Keep every other command off the file until the body is done; wait until they let us in.

    The process that holds a lock may take it again. Without flock (Windows) there is none. Raises StreamError when
    the folder is missing or not ours to read, when the wait was too long, or when the file system knows no locks.
    """
    real = os.path.realpath(path)
    if real in _held:
        yield
        return
    with contextlib.ExitStack() as descriptors:
        descriptors.callback(_held.pop, real, None)
        _held[real] = descriptors if _take(real, path, waiting or Waiting(), descriptors) else None
        yield


def take_along(real: str, replacement: str) -> None:
    """Hold the lock of the file that is about to replace another one, if we hold that one's."""
    if descriptors := _held.get(real):
        with contextlib.suppress(OSError):
            descriptor = os.open(replacement, os.O_RDONLY)
            descriptors.callback(_close, descriptor)
            _flock(descriptor)


def _close(descriptor: int) -> None:
    """Close a descriptor, whatever comes between: one that stayed open would keep its own process out."""
    try:
        with contextlib.suppress(OSError):
            os.close(descriptor)
    except BaseException:
        with contextlib.suppress(OSError):
            os.close(descriptor)
        raise


def is_held(real: str) -> bool:
    """Tell whether this process has the lock of a file, by its real path."""
    return _held.get(real) is not None


def _take(real: str, path: str, waiting: Waiting, descriptors: contextlib.ExitStack) -> bool:
    """Tell whether there is a lock, which is then held until the descriptors are closed. Raises StreamError."""
    begun = time.monotonic()
    warned = False
    while True:
        descriptor = _open(real, path)
        if descriptor is None:  # pragma: no cover - folders cannot be opened on Windows, nor locked
            return False
        with contextlib.ExitStack() as given_back:
            given_back.callback(_close, descriptor)
            try:
                _flock(descriptor)
            except ImportError:
                return False
            except OSError as error:
                if error.errno not in TAKEN:
                    _go_without(path, error, waiting)
                    return False
            else:
                if _is_still(descriptor, real):
                    descriptors.push(given_back.pop_all())
                    return True
                continue
        gone = time.monotonic() - begun
        if gone >= waiting.seconds:
            raise StreamError(
                f"{escape(path)} is held by another command, and still was after {waiting.seconds:g} seconds",
                "Nothing has changed. Use --wait SECONDS to wait longer.",
            )
        if not warned and gone >= SILENT:
            warned = True
            waiting.say(f"Waiting for another command, which has {escape(path)}.\n")
        time.sleep(PAUSE)


def _open(real: str, path: str) -> int | None:
    """Return a descriptor of what to lock: the file, or its folder where there is no such file."""
    with contextlib.suppress(OSError, ValueError):
        if stat.S_ISREG(os.stat(real).st_mode):
            return _open_file(real, path)
    folder = os.path.dirname(real)
    try:
        return os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
    except FileNotFoundError:
        raise no_folder(folder) from None
    except (OSError, ValueError) as error:
        if os.name == "nt":  # pragma: no cover - as above
            return None
        raise trouble("lock the folder of", path, error) from error


def _open_file(real: str, path: str) -> int:
    """Return a descriptor of a file; StreamError where it is not ours to read, OSError where it has just gone."""
    try:
        return os.open(real, os.O_RDWR)  # which the locks of NFS want
    except OSError:
        try:
            return os.open(real, os.O_RDONLY)
        except PermissionError as error:
            raise trouble("read", path, error) from error


def _is_still(descriptor: int, real: str) -> bool:
    """Tell whether the lock is on what has the name now: the file, or the folder if there is no file yet."""
    info = os.fstat(descriptor)
    try:
        now = os.stat(real)
    except OSError:
        return stat.S_ISDIR(info.st_mode)
    if stat.S_ISREG(now.st_mode):
        return os.path.samestat(info, now)
    return stat.S_ISDIR(info.st_mode)


def _flock(descriptor: int) -> None:
    """Take the lock at once. Raises OSError where another has it or there is none, ImportError on Windows."""
    import fcntl

    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _go_without(path: str, error: OSError, waiting: Waiting) -> None:
    if waiting.needed:
        raise StreamError(
            f"cannot lock {escape(path)}: {reason(error)}", "Use --no-lock if no other command writes to it meanwhile."
        )
    waiting.say(f"Not locked: {escape(path)} ({reason(error)}); what another command writes meanwhile may be lost.\n")
