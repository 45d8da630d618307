"""Reading whole files, and replacing them in one step."""

# The os functions say exactly which system call happens, which pathlib does not.
# ruff: noqa: PTH105, PTH108, PTH112, PTH116, PTH118, PTH208
from __future__ import annotations

import contextlib
import os
import stat

from combatcli.encounter.attributes import keep_attributes
from combatcli.encounter.locks import is_held, locked, take_along
from combatcli.encounter.trouble import no_folder, reason, trouble
from combatcli.errors import ReaderGoneError, StreamError, nearest
from combatcli.text import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

    from combatcli.encounter.locks import Waiting

LONGEST_PREFIX = 150
PRIVILEGES = stat.S_ISUID | stat.S_ISGID
"""Modes that writing takes away."""
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
    if path.endswith(os.sep) and not os.path.isdir(path):
        raise no_folder(path)
    try:
        info = os.stat(os.path.realpath(path))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise trouble("write", path, error) from error
    _check_regular(path, info)
    if not info.st_mode & 0o222:
        raise StreamError(f"{escape(path)} is read-only", "Make it writable (chmod u+w), or send the result elsewhere.")
    if not os.access(path, os.W_OK):
        raise StreamError(f"{escape(path)} is not ours to write, or its disk is read-only", "-o FILE writes elsewhere.")
    return info


def put_in_place(path: str, text: str | bytes) -> None:
    """Write the text beside the file and put it in the file's place, whole or not at all.

    Call it while holding ``locked(path)``. Symlinks are followed; mode, owner, access list and other attributes are
    kept where the system lets us. A killed process leaves the old file or the new one, and at most one temporary file,
    which the next write clears away. Raises StreamError; the file is then as it was.
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
            _write_beside(temporary, text if isinstance(text, bytes) else text.encode(), real, before)
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


@contextlib.contextmanager
def replaced(path: str, text: str, waiting: Waiting) -> Iterator[None]:
    """Put a text in a file's place, and let go of it for the body; if that fails, what was there before comes back.

    Raises StreamError as `put_in_place` does, and where the old one cannot be brought back; the new one then stands.
    """
    after = text.encode(errors="surrogatepass")
    before: bytes | None = after
    try:
        with locked(path, waiting):
            before = _held_by(path)
            put_in_place(path, text)
        yield
    except BaseException as error:
        if before != after:
            with taking_back(path, error), locked(path, waiting):
                if _held_by(path) == after:
                    _bring_back(path, before)
        raise


@contextlib.contextmanager
def taking_back(path: str, why: BaseException) -> Iterator[None]:
    """Let nobody interrupt a body that takes a change back; say in its error that the change stands all the same."""
    from signal import SIG_BLOCK, SIG_SETMASK, SIGINT, pthread_sigmask

    mask = pthread_sigmask(SIG_BLOCK, {SIGINT})
    try:
        yield
    except StreamError as error:
        message = f"{escape(path)} stays changed, though the command did not end well ({error.message})"
        raise StreamError(message, error.hint) from why
    finally:
        pthread_sigmask(SIG_SETMASK, mask)


def _held_by(path: str) -> bytes | None:
    """Return the bytes of a file, whatever they are; None where there is none."""
    if check_writable(path) is None:
        return None
    try:
        with open(path, "rb") as file:  # noqa: PTH123  (pathlib is slow to import)
            return file.read()
    except OSError as error:
        raise trouble("read", path, error) from error


def _bring_back(path: str, before: bytes | None) -> None:
    if before is not None:
        put_in_place(path, before)
        return
    try:
        os.unlink(os.path.realpath(path))
    except OSError as error:
        raise trouble("remove", path, error) from error


def _temporary(name: str) -> str:
    """Return how our temporary files for a name begin: nobody else's do, and a long name leaves room."""
    return f".{os.fsdecode(os.fsencode(name)[:LONGEST_PREFIX])}.combatcli-"


def _tidy_up(folder: str, ours: str) -> None:
    """Remove what a killed process has left; under the lock no other is at work."""
    with contextlib.suppress(OSError):
        for entry in os.listdir(folder):
            if entry.startswith(ours) and entry.endswith(".tmp") and len(entry) == len(ours) + len("01234567.tmp"):
                os.unlink(os.path.join(folder, entry))


def _write_beside(temporary: str, data: bytes, real: str, before: os.stat_result | None) -> None:
    """Write the temporary file, as open to others as the file that it will replace."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(temporary, flags, 0o666 if before is None else 0o600)
    try:
        if before is not None:
            keep_attributes(descriptor, real, before)
        write_all(descriptor, data)
        if before is not None and before.st_mode & PRIVILEGES:
            os.fchmod(descriptor, stat.S_IMODE(before.st_mode))
    finally:
        os.close(descriptor)


def write_all(descriptor: int, data: bytes) -> None:
    """Write all of the data and bring it to the disk. Raises OSError."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
    os.fsync(descriptor)


def _not_replaced(path: str, error: OSError) -> StreamError:
    """Return the sentence for a renaming that the system refuses: a mounted file, or one in another's sticky folder."""
    import errno

    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return trouble("write", path, error)
    return StreamError(
        f"cannot write {escape(path)} by putting a new file in its place: {reason(error)}",
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
        return no_folder(folder)
    except OSError:
        names = []
    if not path:
        return StreamError("no file was named", "Write: -f FILE")
    others = [entry for entry in names if entry != escape(name)]
    hint = nearest(escape(name), others) or "combatcli new makes an encounter."
    return StreamError(f"there is no file {escape(path)}", hint)


def _sync_folder(folder: str) -> None:
    """Bring the renaming itself to the disk, where the system lets us; the file is already in its place."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
