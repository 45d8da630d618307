"""Locks that keep other commands off a file from reading it until the new text is in place.

The lock is on the file itself, or on its folder where the file does not exist yet; it leaves nothing behind and ends
with the process. A rename gives the file a new identity. So a process that gets the lock checks that the file is still
the same, and a process that renames locks the new file before.
"""

# The os functions say exactly which system call happens, which pathlib does not.
import contextlib
import errno
import os
import stat
import time
from collections.abc import Callable, Iterator

from combatcli.errors import StreamError
from combatcli.os_errors import file_error, missing_folder_error, system_reason
from combatcli.records import Record
from combatcli.text import escape

PATIENCE = 60
"""The seconds that a command waits for a lock by default."""
SILENT = 2
"""The seconds of waiting after which it says so."""
PAUSE = 0.02
TAKEN = (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES)

_held: dict[str, contextlib.ExitStack | None] = {}
"""By path, the stack that closes the descriptors of a lock; None where the system has no locks."""


class HowToWait(Record):
    """How to wait for a lock: the seconds, who is told of it, and whether to go on without one."""

    seconds: float = PATIENCE
    say: Callable[[str], None] = lambda _: None
    needed: bool = True


@contextlib.contextmanager
def lock_held(path: str, waiting: HowToWait | None = None) -> Iterator[None]:
    """Lock a file for the body; wait while another command has the lock.

    The process that holds a lock may take it again. Without flock (Windows) there is no lock. Raises StreamError when
    the folder is missing or unreadable, when the wait is too long, or when the file system has no locks.
    """
    real = os.path.realpath(path)
    if real in _held:
        yield
        return
    with contextlib.ExitStack() as descriptors:
        descriptors.callback(_held.pop, real, None)
        _held[real] = descriptors if _take_lock(real, path, waiting or HowToWait(), descriptors) else None
        yield


def lock_replacement(real: str, replacement: str) -> None:
    """Lock the file that is about to replace another one, if this process has the other's lock."""
    if descriptors := _held.get(real):
        with contextlib.suppress(OSError):
            descriptor = os.open(replacement, os.O_RDONLY)
            descriptors.callback(_close_despite_interrupts, descriptor)
            _try_lock(descriptor)


def _close_despite_interrupts(descriptor: int) -> None:
    """Close a descriptor in spite of interrupts: an open one would lock out its own process."""
    try:
        with contextlib.suppress(OSError):
            os.close(descriptor)
    except BaseException:
        with contextlib.suppress(OSError):
            os.close(descriptor)
        raise


def has_lock_of(real: str) -> bool:
    """Tell whether this process has the lock of a file, by its real path."""
    return _held.get(real) is not None


def _take_lock(real: str, path: str, waiting: HowToWait, descriptors: contextlib.ExitStack) -> bool:
    """Take a lock until the descriptors are closed; return whether the system has locks. Raises StreamError."""
    begun = time.monotonic()
    warned = False
    while True:
        descriptor = _open_file_or_folder(real, path)
        if descriptor is None:  # pragma: no cover - folders cannot be opened on Windows, nor locked
            return False
        with contextlib.ExitStack() as given_back:
            given_back.callback(_close_despite_interrupts, descriptor)
            try:
                _try_lock(descriptor)
            except ImportError:
                return False
            except OSError as error:
                if error.errno not in TAKEN:
                    _go_on_without_lock(path, error, waiting)
                    return False
            else:
                if _still_has_name(descriptor, real):
                    descriptors.push(given_back.pop_all())
                    return True
                continue
        gone = time.monotonic() - begun
        if gone >= waiting.seconds:
            seconds = "1 second" if waiting.seconds == 1 else f"{waiting.seconds:g} seconds"
            raise StreamError(
                f"{escape(path)} is held by another command, and still was after {seconds}",
                "Nothing has changed. Use --wait SECONDS to wait longer.",
            )
        if not warned and gone >= SILENT:
            warned = True
            waiting.say(f"Waiting for another command, which has {escape(path)}.\n")
        time.sleep(PAUSE)


def _open_file_or_folder(real: str, path: str) -> int | None:
    """Open the file to lock, or its folder where there is no such file."""
    with contextlib.suppress(OSError, ValueError):
        if stat.S_ISREG(os.stat(real).st_mode):
            return _open_to_lock(real, path)
    folder = os.path.dirname(real)
    try:
        return os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
    except FileNotFoundError:
        raise missing_folder_error(folder) from None
    except (OSError, ValueError) as error:
        if os.name == "nt":  # pragma: no cover - as above
            return None
        raise file_error("lock the folder of", path, error) from error


def _open_to_lock(real: str, path: str) -> int:
    """Open a file; raise StreamError where it is unreadable, OSError where it has just gone."""
    try:
        return os.open(real, os.O_RDWR)  # NFS locks need write access
    except OSError:
        try:
            return os.open(real, os.O_RDONLY)
        except PermissionError as error:
            raise file_error("read", path, error) from error


def _still_has_name(descriptor: int, real: str) -> bool:
    """Tell whether the locked file still has the name; or, for a folder, that there is still no file."""
    info = os.fstat(descriptor)
    with contextlib.suppress(OSError):
        now = os.stat(real)
        if stat.S_ISREG(now.st_mode):
            return os.path.samestat(info, now)
    return stat.S_ISDIR(info.st_mode)


def _try_lock(descriptor: int) -> None:
    """Take the lock without waiting. Raises OSError where it is taken or unsupported, ImportError on Windows."""
    import fcntl

    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _go_on_without_lock(path: str, error: OSError, waiting: HowToWait) -> None:
    if waiting.needed:
        raise StreamError(
            f"cannot lock {escape(path)}: {system_reason(error)}",
            "Use --no-lock if no other command writes to it meanwhile.",
        )
    waiting.say(
        f"Not locked: {escape(path)} ({system_reason(error)}); what another command writes meanwhile may be lost.\n"
    )
