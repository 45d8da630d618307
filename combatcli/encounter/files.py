"""Reading whole files, and replacing them in one step."""

# The os functions say exactly which system call happens, which pathlib does not.
# ruff: noqa: PTH105, PTH108, PTH116, PTH118, PTH208
from __future__ import annotations

import contextlib
import os
import stat

from combatcli.encounter.locks import is_held, take_along
from combatcli.errors import ReaderGoneError, StreamError, nearest
from combatcli.text import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

LONGEST_PREFIX = 150
LIMIT = 8 * 1024 * 1024
"""The largest encounter that is read, in bytes."""


def read_text(path: str) -> str:
    """Return the text of a regular file, its line endings untouched and a byte order mark left out.

    Raises StreamError when there is no such file, when it is a directory, pipe or device, larger than LIMIT,
    not ours to read, or not UTF-8.
    """
    try:
        data = _bytes(path)
    except FileNotFoundError:
        raise _missing(path) from None
    except (OSError, ValueError) as error:
        raise trouble("read", path, error) from error
    return _decoded(data, escape(path))


def read_stream(stream: IO[bytes]) -> str:
    """Return all that standard input holds, under the limits of read_text.

    Raises StreamError also when there is nothing but white space.
    """
    chunks: list[bytes] = []
    left = LIMIT + 1
    try:
        while left > 0 and (chunk := stream.read(left)):
            chunks.append(chunk)
            left -= len(chunk)
    except (OSError, ValueError) as error:
        raise trouble("read", "standard input", error) from error
    if left <= 0:
        raise _too_large("standard input")
    text = _decoded(b"".join(chunks), "standard input")
    if not text.strip():
        raise StreamError(
            "standard input is empty",
            "The command before this one in the pipe may have failed, or `< f > f` has emptied the file.",
        )
    return text


def is_stream(path: str) -> bool:
    """Tell whether a path leads to a device or a pipe, as /dev/null and /dev/stdout do."""
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return False
    return stat.S_ISCHR(mode) or stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)


def write_stream(path: str, text: str) -> None:
    """Write a text to a device or a pipe, which keeps nothing of it; StreamError if that fails."""
    try:
        with open(path, "wb", buffering=0) as file:  # noqa: PTH123  (pathlib is slow to import)
            rest = memoryview(text.encode())
            while rest:
                rest = rest[file.write(rest) or 0 :]
    except BrokenPipeError:
        raise ReaderGoneError from None
    except OSError as error:
        raise trouble("write", path, error) from error


def same(one: str, other: str) -> bool:
    """Tell whether two paths lead to the same file."""
    return os.path.realpath(one) == os.path.realpath(other)


def check_writable(path: str) -> os.stat_result | None:
    """Return the state of the file that `staged` would replace, None where it would make a new one.

    Raises StreamError when it is no regular file, or read-only (by its mode alone too: root is refused as well).
    """
    try:
        info = os.stat(os.path.realpath(path))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise trouble("write", path, error) from error
    _check_regular(path, info)
    if not info.st_mode & 0o222 or not os.access(path, os.W_OK):
        raise StreamError(f"{escape(path)} is read-only", "Make it writable (chmod u+w), or send the result elsewhere.")
    return info


@contextlib.contextmanager
def staged(path: str, text: str) -> Iterator[None]:
    """Write the text beside the file, and put it in the file's place once the body has succeeded, whole or not at all.

    Call it while holding ``locked(path)``. Symlinks are followed, mode and (where allowed) owner kept. A killed process
    leaves the old file, and at most one temporary file, which the next write clears away. Raises StreamError; the file
    is then as it was, and so it is when the body raises.
    """
    before = check_writable(path)
    real = os.path.realpath(path)
    folder, name = os.path.split(real)
    ours = _temporary(name)
    temporary = os.path.join(folder, f"{ours}{os.urandom(4).hex()}.tmp")
    if is_held(real):
        _tidy_up(folder, ours)
    try:
        try:
            _write_beside(temporary, text.encode(), before)
        except (OSError, ValueError) as error:
            raise trouble("write", path, error) from error
        yield
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


def _temporary(name: str) -> str:
    """Return how our temporary files for a name begin: nobody else's do, and a long name leaves room."""
    return f".{os.fsdecode(os.fsencode(name)[:LONGEST_PREFIX])}.combatcli-"


def _tidy_up(folder: str, ours: str) -> None:
    """Remove what a killed process has left; under the lock no other is at work."""
    with contextlib.suppress(OSError):
        for entry in os.listdir(folder):
            if entry.startswith(ours) and entry.endswith(".tmp") and len(entry) == len(ours) + len("01234567.tmp"):
                os.unlink(os.path.join(folder, entry))


def _write_beside(temporary: str, data: bytes, before: os.stat_result | None) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(temporary, flags, 0o666 if before is None else 0o600)
    _fill(descriptor, data, before)


def write_all(descriptor: int, data: bytes) -> None:
    """Write all of the data and bring it to the disk. Raises OSError."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
    os.fsync(descriptor)


def trouble(verb: str, path: str, error: OSError | ValueError) -> StreamError:
    """Return the one sentence for what the operating system (or the encoding) refused."""
    import errno

    if isinstance(error, UnicodeEncodeError):
        reason, hint = "the text holds a character that UTF-8 cannot write", "Look for stray bytes in its names."
    elif isinstance(error, OSError) and error.errno is not None:
        reason = os.strerror(error.errno).lower()
        hint = {
            errno.EACCES: "Check who may read and write it, and its folder (ls -l).",
            errno.EPERM: "Check who may read and write it, and its folder (ls -l).",
            errno.ENOSPC: "Make room on the disk; the file is as it was.",
            errno.EDQUOT: "Make room in your quota; the file is as it was.",
        }.get(error.errno, "")
    else:
        reason, hint = str(error), ""
    return StreamError(f"cannot {verb} {escape(path)}: {reason}", hint)


def _not_replaced(path: str, error: OSError) -> StreamError:
    """Return the sentence for a renaming that the system refuses: a mounted file, or one in another's sticky folder."""
    import errno

    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return trouble("write", path, error)
    reason = os.strerror(error.errno or 0).lower()
    return StreamError(
        f"cannot write {escape(path)} by putting a new file in its place: {reason}",
        "It is as it was. -o FILE writes another file, where you may replace one.",
    )


def _bytes(path: str) -> bytes:
    """Return what a regular file holds, looking before opening: opening a device may already do something."""
    _check_regular(path, os.stat(path))
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(descriptor, "rb") as file:
        info = os.fstat(descriptor)
        _check_regular(path, info)
        if info.st_size > LIMIT:
            raise _too_large(escape(path))
        data = file.read(LIMIT + 1)
    if len(data) > LIMIT:
        raise _too_large(escape(path))
    return data


def _check_regular(path: str, info: os.stat_result) -> None:
    """Raise StreamError for everything that is no regular file."""
    if stat.S_ISDIR(info.st_mode):
        raise StreamError(f"{escape(path)} is a directory, not a file", "Name the file inside it.")
    if not stat.S_ISREG(info.st_mode):
        raise StreamError(f"{escape(path)} is a pipe or a device, not a file", "Read a pipe with -f - instead.")


def _too_large(name: str) -> StreamError:
    """Return the error for what is past LIMIT."""
    return StreamError(f"{name} is larger than {LIMIT // 1024 // 1024} MiB", "Is this really an encounter?")


def _decoded(data: bytes, name: str) -> str:
    """Return the text behind UTF-8 bytes; raises StreamError with the place of the first bad one."""
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        place = f"byte 0x{data[error.start]:02X} at offset {error.start}, line {line}"
        raise StreamError(f"{name} is not UTF-8: {place}", "Save it as UTF-8 and try again.") from None


def _missing(path: str) -> StreamError:
    """Return the error for a file that is not there, with the nearest name that is."""
    folder, name = os.path.split(path)
    try:
        names = [escape(entry) for entry in os.listdir(folder or ".") if not entry.startswith(".")]
    except FileNotFoundError:
        return _no_folder(folder)
    except OSError:
        names = []
    if not path:
        return StreamError("no file was named", "Write: -f FILE")
    others = [entry for entry in names if entry != escape(name)]
    hint = nearest(escape(name), others) or "combatcli new makes an encounter."
    return StreamError(f"there is no file {escape(path)}", hint)


def _no_folder(folder: str) -> StreamError:
    """Return the error for a folder that is not there."""
    return StreamError(f"there is no folder {escape(folder)}", "Make it first (mkdir -p), or name another.")


def keep_owner(descriptor: int, before: os.stat_result) -> None:
    """Give a new file the group and the owner of another one, each where that is ours to do.

    Whoever may not give a file away may still let it be a shared folder's group's.
    """
    for owner, group in ((-1, before.st_gid), (before.st_uid, -1)):
        with contextlib.suppress(OSError):
            os.fchown(descriptor, owner, group)


def _fill(descriptor: int, data: bytes, before: os.stat_result | None) -> None:
    """Write the temporary file out, with the owner and mode of the file that it will replace, and close it."""
    try:
        if before is not None and hasattr(os, "fchown"):
            keep_owner(descriptor, before)
            os.fchmod(descriptor, stat.S_IMODE(before.st_mode))
        write_all(descriptor, data)
    finally:
        os.close(descriptor)


def _sync_folder(folder: str) -> None:
    """Bring the renaming itself to the disk, where the system lets us; the file is already in its place."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
