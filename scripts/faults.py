"""Make every call by which a command touches the disk fail, or be the last one, and look at what is left.

    python scripts/faults.py [EVERY]

Each try is a process of its own on a copy of an encounter with a past. A call (opening to write, writing, bringing to
the disk, renaming, giving away, locking, cutting, removing, closing) fails with an error of the system, once or from
then on, or the process is killed, or interrupted, before or after it; with a standard output that is full as well. Then
must hold: the file is the old one or the new one, whole; after an error it is the old one, or the message says that it
stays changed; the journal tells what the file shows, and leads back to the very text from before; nothing is left
lying about; nothing is said that has not happened. ``EVERY`` so many-th of all these faults is tried, each unless said.
"""

from __future__ import annotations

import errno
import fcntl
import importlib
import os
import pkgutil
import shutil
import signal
import sys
import tempfile
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import combatcli
from combatcli.__main__ import main
from combatcli.encounter.replay import History, history_of_file
from combatcli.errors import CombatError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FIGHT = """# market day
ruleset = "realm"
round = 1
phase = "attack-assist-aimed"
[dice]
seed = "friday"
[combatants.mira]  # ours
side = "heroes"
weapons.sabre = {}
[combatants.ogre]
side = "foes"
"""
PAST = [["set", "mira", "brawn=1"], ["set", "mira", "brawn=2"], ["set", "ogre", "brawn=4"], ["undo"]]
COMMANDS = {
    "set": ["set", "mira", "brawn=7"],
    "attack --apply": ["attack", "mira", "ogre", "--apply", "--dice", "9,9,3,4,9"],
    "undo": ["undo"],
    "redo": ["redo"],
    "undo 2": ["undo", "2"],
    "new --force": ["new", "blade", "--force", "-o", "fight.toml"],
    "-o OTHER": ["set", "mira", "brawn=7", "-o", "other.toml"],
}
ERRORS = {name: getattr(errno, name) for name in ("ENOSPC", "EIO", "EDQUOT", "EROFS", "EPERM")}
KILLS = ("killed before", "killed after", "interrupted before", "interrupted after")
CALLS = ("open", "write", "fsync", "replace", "fchown", "fchmod", "ftruncate", "truncate", "unlink", "close")
STANDS = "stays changed"
"""What an error says of a change that could not be taken back."""


class Fault(NamedTuple):
    """What happens at which call, counted from 1: once or ``lasting``, and to standard output as well if ``full``."""

    kind: str
    at: int
    lasting: bool = False
    full: bool = False

    def __str__(self) -> str:
        """Say it as the table of tries does."""
        return f"{self.kind}{' from then on' if self.lasting else ''}{', output full' if self.full else ''}"


class WhatIsLeft(NamedTuple):
    """What a try left: how the process ended, what it said, and the folder."""

    code: int
    out: str
    err: str
    calls: list[str]


def calls_hooked(fault: Fault, seen: Callable[[str], None]) -> None:
    """Put the fault in the way of the system's calls, and tell of each call."""
    count = 0

    def wrapped(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def with_fault(*given: Any, **more: Any) -> Any:
            nonlocal count
            if name == "open" and not given[1] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
                return call(*given, **more)
            count += 1
            seen(name)
            now = count == fault.at or (fault.lasting and count > fault.at > 0 and name != "close")
            if now and fault.kind in ERRORS:
                if name == "close":
                    call(*given, **more)
                raise OSError(ERRORS[fault.kind], os.strerror(ERRORS[fault.kind]))
            if now and fault.kind.endswith("before"):
                _end(fault.kind)
            done = call(*given, **more)
            if now and fault.kind.endswith("after"):
                _end(fault.kind)
            return done

        return with_fault

    for name in CALLS:
        setattr(os, name, wrapped(name, getattr(os, name)))
    fcntl.flock = wrapped("flock", fcntl.flock)


def _end(kind: str) -> None:
    os.kill(os.getpid(), signal.SIGKILL if kind.startswith("killed") else signal.SIGINT)


def run_with_fault(folder: Path, words: list[str], fault: Fault) -> WhatIsLeft:
    """Run a command with a fault in a child process, in a folder of its own."""
    told = folder.with_name("told")
    told.mkdir()
    child = os.fork()
    if not child:
        _run_in(folder, told, words, fault)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    read = {name: (told / name).read_text(encoding="utf-8") for name in ("out", "err", "calls")}
    shutil.rmtree(told)
    return WhatIsLeft(code, read["out"], read["err"], read["calls"].split())


def _run_in(folder: Path, told: Path, words: list[str], fault: Fault) -> None:
    os.chdir(folder)
    streams = [os.open(told / name, os.O_WRONLY | os.O_CREAT) for name in ("out", "err", "calls")]
    os.dup2(os.open("/dev/full", os.O_WRONLY) if fault.full else streams[0], 1)
    os.dup2(streams[1], 2)
    write = os.write

    def tell(name: str) -> None:
        write(streams[2], f"{name} ".encode())

    signal.signal(signal.SIGINT, signal.default_int_handler)
    calls_hooked(fault, tell)
    os._exit(main(words if words[0] == "new" else [*words, "-f", "fight.toml"]))


class Case:
    """A command on an encounter with a past, and what it does where nothing fails."""

    def __init__(self, place: Path, name: str) -> None:
        self.place = place
        self.words = COMMANDS[name]
        self.written = "other.toml" if "other.toml" in self.words else "fight.toml"
        self.start = place / "start"
        if not self.start.exists():
            self.start.mkdir()
            (self.start / "fight.toml").write_text(FIGHT, encoding="utf-8")
            (self.start / "other.toml").write_text("# another\n", encoding="utf-8")
            for words in PAST:
                assert self.run(self.start, words).code == 0
        self.before = self.text(self.start)
        self.past = standing(self.start)
        folder = self.copy()
        done = self.run(folder, self.words)
        assert done.code == 0, done.err
        self.said, self.calls, self.after, self.future = done.out, done.calls, self.text(folder), standing(folder)

    def run(self, folder: Path, words: list[str], fault: Fault | None = None) -> WhatIsLeft:
        """Run a command in a folder."""
        return run_with_fault(folder, words, fault or Fault("none", 0))

    def copy(self) -> Path:
        """Return a fresh copy of the folder."""
        folder = self.place / "now"
        if folder.exists():
            shutil.rmtree(folder)
        return Path(shutil.copytree(self.start, folder))

    def text(self, folder: Path) -> str:
        """Return what the file holds that the command writes."""
        return (folder / self.written).read_text(encoding="utf-8")

    def wrong(self, fault: Fault) -> Iterator[str]:
        """Try a fault, and yield what does not hold afterward."""
        folder = self.copy()
        left = self.run(folder, self.words, fault)
        text = self.text(folder)
        killed = left.code == -signal.SIGKILL
        if text not in (self.before, self.after) and not (self.is_between(text) and (killed or STANDS in left.err)):
            yield "the file is neither the old one nor the new one"
        expected = {0, 130} if fault.kind.startswith("interrupted") else {0, 4}
        if left.code not in (expected | {4} if fault.full else expected) and not killed:
            yield f"it ended with {left.code}"
        if left.code == 0 and (text != self.after or (left.out != self.said and not fault.full)):
            yield "it says that it is done, and is not"
        if left.code and not killed:
            yield from self.not_undone(left, text)
        if left.code == 0 and fault.full:
            yield "it ended well, and nobody was told"
        if "Traceback" in left.err or "went wrong" in left.err:
            yield "it is a mistake of our own"
        strays = {each.name for each in folder.iterdir()} - {each.name for each in self.start.iterdir()}
        strays -= {"fight.toml.journal.1", "other.toml.journal"} if text == self.after or STANDS in left.err else set()
        if strays and not killed and not fault.lasting and not fault.kind.startswith("interrupted"):
            yield f"it left {', '.join(sorted(strays))}"
        if self.words[0] != "new" or STANDS not in left.err:
            yield from self.journal_disagrees(folder, text, killed=killed)
        if killed or fault.lasting:
            yield from self.goes_on_badly(folder)

    def is_between(self, text: str) -> bool:
        """Tell whether `undo 2` was stopped after the first of the two."""
        return self.words == ["undo", "2"] and "brawn = 1" in text

    def not_undone(self, left: WhatIsLeft, text: str) -> Iterator[str]:
        """Yield what is untrue in an error."""
        if left.out:
            yield "it said something on standard output, and failed"
        if text != self.before and STANDS not in left.err:
            yield "it failed and has changed the file"
        if left.code == 4 and not left.err.startswith("combatcli: "):
            yield "it does not say what is wrong"

    def journal_disagrees(self, folder: Path, text: str, *, killed: bool) -> Iterator[str]:
        """Yield how the journal differs from what the file shows."""
        known = standing(folder)
        if self.written == "other.toml":
            if known != self.past or (folder / "fight.toml").read_text(encoding="utf-8") != self.text_of_start():
                yield "it has touched the encounter that it only read"
        elif self.words[0] == "new" and killed and text == self.after and known == self.past:
            return  # its journal begins anew with the first change, as after an edit
        elif text in (self.before, self.after) and known != (self.past if text == self.before else self.future):
            yield "the journal tells something else than the file"
        elif text == self.after != self.before and self.words[0] not in ("undo", "redo", "new"):
            ((_, back),) = History(str(folder / "fight.toml"), text).steps_back_or_forth("undo")
            if back != self.before:
                yield "undo does not lead back"

    def text_of_start(self) -> str:
        """Return the encounter as every try finds it."""
        return (self.start / "fight.toml").read_text(encoding="utf-8")

    def goes_on_badly(self, folder: Path) -> Iterator[str]:
        """Yield what is wrong with the commands that follow when the disk is well again."""
        for words in (["set", ".", "round=9"], ["undo"]):
            done = self.run(folder, words)
            if done.code:
                yield f"{' '.join(words)} afterward: {done.err}"
                return
        hidden = [each.name for each in folder.iterdir() if each.name.startswith(".fight.toml")]
        if hidden:
            yield "the next command leaves remains lying about"


def standing(folder: Path) -> list[tuple[int, list[str], bool]]:
    """Return what the journal tells: the commands, and which of them are undone."""
    try:
        return [
            (entry.number, entry.command[:1], entry.undone)
            for entry in history_of_file(str(folder / "fight.toml")).entries
        ]
    except CombatError as error:
        return [(0, [error.message], False)]


def faults(calls: list[str]) -> Iterator[Fault]:
    """Yield all faults to try on a command that makes such calls, and on its way back if nothing can be said."""
    for full, first, last in ((False, 1, len(calls)), (True, len(calls) + 1, len(calls) + 24)):
        for at in range(first, last + 1):
            for kind in ERRORS:
                yield Fault(kind, at, full=full)
                yield Fault(kind, at, lasting=True, full=full)
            for kind in KILLS:
                yield Fault(kind, at, full=full)


def import_all() -> None:
    """Import the whole program once, so that the tries need not."""
    import tomlkit  # noqa: F401  (what edits of a file take)

    for each in pkgutil.walk_packages(combatcli.__path__, "combatcli."):
        importlib.import_module(each.name)


def table_of_failures(every: int = 1) -> tuple[list[tuple[str, str, int, int]], list[str]]:
    """Return tries and failures by command and fault, and each failure in words; of all faults ``every`` so many-th."""
    import_all()
    rows: dict[tuple[str, str], list[int]] = {}
    failed: list[str] = []
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108  (a disk that need not be waited for)
    with tempfile.TemporaryDirectory(dir=memory) as place:
        for name in COMMANDS:
            case = Case(Path(place), name)
            for fault in islice(faults(case.calls), 0, None, every):
                row = rows.setdefault((name, str(fault)), [0, 0])
                row[0] += 1
                wrong = list(case.wrong(fault))
                row[1] += bool(wrong)
                call = case.calls[fault.at - 1] if fault.at <= len(case.calls) else "after all"
                failed += [f"{name}: {fault} at call {fault.at} ({call}): {each}" for each in wrong]
    return [(*row, *numbers) for row, numbers in rows.items()], failed  # type: ignore[misc]


if __name__ == "__main__":
    found, failures = table_of_failures(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    for command, what, count, bad in found:
        print(f"{command:16}{what:44}{count:6}{bad:6}")
    print(f"{'all':60}{sum(row[2] for row in found):6}{sum(row[3] for row in found):6}")
    print("\n".join(failures))
    sys.exit(bool(failures))
