"""Replacing whole files in one step."""

# The os functions say exactly which system call happens, which pathlib does not.
import contextlib
import errno
import os
import stat
from collections.abc import Callable, Iterator
from functools import partial

from combatcli.encounter.locks import HowToWait, has_lock_of, lock_held, lock_replacement
from combatcli.encounter.reading import check_is_regular_file
from combatcli.errors import StreamError
from combatcli.os_errors import file_error, missing_folder_error, system_reason
from combatcli.text import escape

LONGEST_PREFIX = 150
"""The most bytes of a file's name in the name of its temporary file, which systems limit."""
JOURNAL = ".journal"
BEGINS_JOURNAL = b'{"when":"'
"""The beginning of every line of a journal, and of no encounter."""


def is_same_file(one: str, other: str) -> bool:
    """Tell whether two paths lead to the same file."""
    return os.path.realpath(one) == os.path.realpath(other)


def check_writable(path: str) -> os.stat_result | None:
    """Return the status of the file that would be replaced; None where a new one would be made.

    Raises StreamError when it is not a regular file, or is read-only by its mode (for root, too).
    """
    if path.endswith(os.sep) and not os.path.isdir(path):
        raise missing_folder_error(path)
    try:
        real = os.path.realpath(path)
        if real.endswith(JOURNAL) and os.path.isfile(real.removesuffix(JOURNAL)):
            raise _is_journal_error(path)
        info = os.stat(real)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise file_error("write", path, error) from error
    check_is_regular_file(path, info)
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


def _is_journal_error(path: str) -> StreamError:
    return StreamError(f"{escape(path)} is the journal of an encounter", "Name another file.")


def write_atomically(path: str, text: str | bytes) -> None:
    """Write the text beside the file and rename it to the file, atomically.

    Call it while holding ``locked(path)``. Symlinks are followed; mode, owner and group are kept where the system
    permits. A killed process leaves the old or the new file, and at most one temporary file, which the next write
    removes. If it raises StreamError, the file is unchanged.
    """
    before = check_writable(path)
    real = os.path.realpath(path)
    folder, name = os.path.split(real)
    ours = f".{os.fsdecode(os.fsencode(name)[:LONGEST_PREFIX])}.combatcli-"
    temporary = os.path.join(folder, f"{ours}{os.urandom(4).hex()}.tmp")
    if has_lock_of(real):
        _remove_stale_temporary_files(folder, ours)
    try:
        try:
            _write_temporary_file(temporary, text if isinstance(text, bytes) else text.encode(), before)
        except (OSError, ValueError) as error:
            raise file_error("write", path, error) from error
        try:
            lock_replacement(real, temporary)
            os.replace(temporary, real)
        except OSError as error:
            raise _refused_rename_error(path, error) from error
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
    _sync_folder(folder)


Changes = list[Callable[[], None]]
"""What takes back each change that was made, in their order."""


@contextlib.contextmanager
def changes_taken_back_on_failure(path: str, waiting: HowToWait) -> Iterator[Changes]:
    """Yield a list for the changes that the body makes; if it fails, they are taken back, the last first.

    Interrupts wait for that. A StreamError on the way ends it, and says that the file stays changed.
    """
    changes: Changes = []
    try:
        yield changes
    except BaseException as error:
        try:
            if changes:
                with _interrupts_delayed(), lock_held(path, waiting):
                    for take_back in reversed(changes):
                        take_back()
        except StreamError as failed:
            message = f"{escape(path)} stays changed, though the command did not end well ({failed.message})"
            raise StreamError(message, failed.hint) from error
        raise


@contextlib.contextmanager
def replaced_or_restored(path: str, text: str, waiting: HowToWait) -> Iterator[None]:
    """Replace a file's text and release its lock for the body; if the body fails, restore the old file."""
    with changes_taken_back_on_failure(path, waiting) as changes:
        with lock_held(path, waiting):
            replace_as_change(path, text, changes)
        yield


def replace_as_change(path: str, text: str, changes: Changes) -> None:
    """Replace a file's text as one of the ``changes``, while holding its lock. Raises StreamError."""
    before, after = _bytes_of_file(path), text.encode(errors="surrogatepass")
    if before is not None and before.startswith(BEGINS_JOURNAL):
        raise _is_journal_error(path)
    if before != after:
        changes.append(partial(_restore_bytes, path, before, after))
        write_atomically(path, text)


def _restore_bytes(path: str, before: bytes | None, after: bytes) -> None:
    """Bring the old bytes of a file back, unless that is done; StreamError where it has others by now."""
    current = _bytes_of_file(path)
    if current not in (before, after):
        raise StreamError(f"{escape(path)} has been changed since")
    if current == before:
        return
    if before is not None:
        write_atomically(path, before)
        return
    try:
        os.unlink(os.path.realpath(path))
    except OSError as error:
        raise file_error("remove", path, error) from error


@contextlib.contextmanager
def _interrupts_delayed() -> Iterator[None]:
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


def _bytes_of_file(path: str) -> bytes | None:
    """Return the bytes of a file; None where there is none."""
    if check_writable(path) is None:
        return None
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise file_error("read", path, error) from error


def _remove_stale_temporary_files(folder: str, ours: str) -> None:
    """Remove the temporary files of killed processes; the lock excludes running ones."""
    with contextlib.suppress(OSError):
        for entry in os.listdir(folder):
            if entry.startswith(ours) and entry.endswith(".tmp") and len(entry) == len(ours) + len("01234567.tmp"):
                os.unlink(os.path.join(folder, entry))


def _write_temporary_file(temporary: str, data: bytes, before: os.stat_result | None) -> None:
    """Write the temporary file with the permissions of the file that it will replace."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(temporary, flags, 0o666 if before is None else 0o600)
    try:
        if before is not None:
            copy_owner(descriptor, before)
        write_and_sync(descriptor, data)
        # Writing, and changing the owner, clear some mode bits.
        if before is not None and hasattr(os, "fchmod"):
            os.fchmod(descriptor, stat.S_IMODE(before.st_mode))
    finally:
        os.close(descriptor)


def copy_owner(descriptor: int, before: os.stat_result) -> None:
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


def _refused_rename_error(path: str, error: OSError) -> StreamError:
    """Return the error of a refused rename: a mounted file, or one in another user's sticky folder."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return file_error("write", path, error)
    return StreamError(
        f"cannot write {escape(path)} by replacing it: {system_reason(error)}",
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
