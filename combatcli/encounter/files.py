"""Replacing whole files in one step."""

# The os functions say exactly which system call happens, which pathlib does not.
from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Callable, Iterator
from functools import partial

from combatcli.encounter.locks import Waiting, is_held, locked, take_along
from combatcli.encounter.reading import check_regular
from combatcli.errors import StreamError
from combatcli.os_errors import no_folder, reason, trouble
from combatcli.text import escape

LONGEST_PREFIX = 150
JOURNAL = ".journal"
BEGINS_JOURNAL = b'{"when":"'
"""The beginning of every line of a journal, and of no encounter."""


def same(one: str, other: str) -> bool:
    """Tell whether two paths lead to the same file."""
    return os.path.realpath(one) == os.path.realpath(other)


def check_writable(path: str) -> os.stat_result | None:
    """Return the status of the file that would be replaced; None where a new one would be made.

    Raises StreamError when it is not a regular file, or is read-only by its mode (for root, too).
    """
    if path.endswith(os.sep) and not os.path.isdir(path):
        raise no_folder(path)
    try:
        real = os.path.realpath(path)
        if real.endswith(JOURNAL) and os.path.isfile(real.removesuffix(JOURNAL)):
            raise _journal(path)
        info = os.stat(real)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise trouble("write", path, error) from error
    check_regular(path, info)
    if info.st_nlink > 1:
        raise StreamError(
            f"{escape(path)} has {info.st_nlink} hard links, and a change would split it",
            "Use symbolic links instead (ln -s).",
        )
    if not info.st_mode & 0o222:
        raise StreamError(f"{escape(path)} is read-only", "Make it writable (chmod u+w).")
    if not os.access(path, os.W_OK):
        message = f"{escape(path)} belongs to somebody else, or its disk is read-only"
        raise StreamError(message, "Copy it and its journal to a folder of yours.")
    return info


def _journal(path: str) -> StreamError:
    return StreamError(f"{escape(path)} is the journal of an encounter", "Name another file.")


def put_in_place(path: str, text: str | bytes) -> None:
    """Write the text beside the file and rename it to the file, atomically.

    Call it while holding ``locked(path)``. Symlinks are followed; mode, owner and group are kept where the system
    permits. A killed process leaves the old or the new file, and at most one temporary file, which the next write
    removes. If it raises StreamError, the file is unchanged.
    """
    before = check_writable(path)
    real = os.path.realpath(path)
    folder, name = os.path.split(real)
    ours = temporary_prefix(name)
    temporary = os.path.join(folder, f"{ours}{os.urandom(4).hex()}.tmp")
    if is_held(real):
        _tidy_up(folder, ours)
    try:
        try:
            _write_beside(temporary, text if isinstance(text, bytes) else text.encode(), before)
        except (OSError, ValueError) as error:
            raise trouble("write", path, error) from error
        try:
            take_along(real, temporary)
            os.replace(temporary, real)
        except OSError as error:
            raise _not_replaced(path, error) from error
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
    _sync_folder(folder)


Changes = list[Callable[[], None]]
"""What takes back each change that was made, in their order."""


@contextlib.contextmanager
def taken_back(path: str, waiting: Waiting) -> Iterator[Changes]:
    """Yield a list for the changes that the body makes; if it fails, they are taken back, the last first.

    Interrupts wait for that. A StreamError on the way ends it, and says that the file stays changed.
    """
    changes: Changes = []
    try:
        yield changes
    except BaseException as error:
        try:
            if changes:
                with _uninterrupted(), locked(path, waiting):
                    for take_back in reversed(changes):
                        take_back()
        except StreamError as failed:
            message = f"{escape(path)} stays changed, though the command did not end well ({failed.message})"
            raise StreamError(message, failed.hint) from error
        raise


@contextlib.contextmanager
def replaced(path: str, text: str, waiting: Waiting) -> Iterator[None]:
    """Replace a file's text and release its lock for the body; if the body fails, restore the old file."""
    with taken_back(path, waiting) as changes:
        with locked(path, waiting):
            put(path, text, changes)
        yield


def put(path: str, text: str, changes: Changes) -> None:
    """Replace a file's text as one of the ``changes``, while holding its lock. Raises StreamError."""
    before, after = _held_by(path), text.encode(errors="surrogatepass")
    if before is not None and before.startswith(BEGINS_JOURNAL):
        raise _journal(path)
    if before != after:
        changes.append(partial(_restore, path, before, after))
        put_in_place(path, text)


def _restore(path: str, before: bytes | None, after: bytes) -> None:
    """Bring the old bytes of a file back, unless that is done; StreamError where it has others by now."""
    held = _held_by(path)
    if held not in (before, after):
        raise StreamError(f"{escape(path)} has been changed since")
    if held == before:
        return
    if before is not None:
        put_in_place(path, before)
        return
    try:
        os.unlink(os.path.realpath(path))
    except OSError as error:
        raise trouble("remove", path, error) from error


@contextlib.contextmanager
def _uninterrupted() -> Iterator[None]:
    """Delay interrupts until the end of the body, where the system can (Windows cannot)."""
    try:
        from signal import SIG_BLOCK, SIG_SETMASK, SIGINT, pthread_sigmask
    except ImportError:
        yield
        return
    mask = pthread_sigmask(SIG_BLOCK, {SIGINT})
    try:
        yield
    finally:
        pthread_sigmask(SIG_SETMASK, mask)


def _held_by(path: str) -> bytes | None:
    """Return the bytes of a file; None where there is none."""
    if check_writable(path) is None:
        return None
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise trouble("read", path, error) from error


def temporary_prefix(name: str) -> str:
    """Return the prefix of combatcli's temporary files for a name: unique, and short for long names."""
    return f".{os.fsdecode(os.fsencode(name)[:LONGEST_PREFIX])}.combatcli-"


def _tidy_up(folder: str, ours: str) -> None:
    """Remove the temporary files of killed processes; the lock excludes running ones."""
    with contextlib.suppress(OSError):
        for entry in os.listdir(folder):
            if entry.startswith(ours) and entry.endswith(".tmp") and len(entry) == len(ours) + len("01234567.tmp"):
                os.unlink(os.path.join(folder, entry))


def _write_beside(temporary: str, data: bytes, before: os.stat_result | None) -> None:
    """Write the temporary file with the permissions of the file that it will replace."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(temporary, flags, 0o666 if before is None else 0o600)
    try:
        if before is not None:
            keep_owner(descriptor, before)
        write_and_sync(descriptor, data)
        # Writing, and changing the owner, clear some mode bits.
        if before is not None and hasattr(os, "fchmod"):
            os.fchmod(descriptor, stat.S_IMODE(before.st_mode))
    finally:
        os.close(descriptor)


def keep_owner(descriptor: int, before: os.stat_result) -> None:
    """Give a file the group and the owner of another one, each where the system permits.

    A user who may not change the owner may still set the group of a shared folder.
    """
    for owner, group in ((-1, before.st_gid), (before.st_uid, -1)):
        with contextlib.suppress(OSError, AttributeError):
            os.fchown(descriptor, owner, group)


def write_and_sync(descriptor: int, data: bytes) -> None:
    """Write all of the data and sync it to the disk. Raises OSError."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
    os.fsync(descriptor)


def _not_replaced(path: str, error: OSError) -> StreamError:
    """Return the error of a refused rename: a mounted file, or one in another user's sticky folder."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return trouble("write", path, error)
    return StreamError(
        f"cannot write {escape(path)} by replacing it: {reason(error)}",
        "It has not changed. Copy it to another folder.",
    )


def _sync_folder(folder: str) -> None:
    """Sync the rename itself to the disk, where the system permits; the file is already in place."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
