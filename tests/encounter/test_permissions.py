"""A file that takes another's place is as open to others as that one was."""

from __future__ import annotations

import errno
import os

import pytest

from combatcli.encounter.files import put_in_place
from combatcli.encounter.journal import Noted, record_command
from combatcli.encounter.journal_lines import journal_path
from combatcli.encounter.permissions import ACCESS_LIST
from support import FightFile


class Disk:
    """A disk that keeps extended attributes, by inode, and hands an access list down to new files."""

    def __init__(self, handed_down: bytes = b"") -> None:
        self.kept: dict[int, dict[str, bytes]] = {}
        self.handed_down = handed_down
        self.refused = ""

    def of(self, file: int | str) -> dict[str, bytes]:
        """Return the attributes of a file."""
        inherited = {ACCESS_LIST: self.handed_down} if self.handed_down else {}
        return self.kept.setdefault(os.stat(file).st_ino, inherited)

    def set(self, file: int | str, name: str, value: bytes) -> None:
        """Give a file an attribute."""
        if name == self.refused:
            raise OSError(errno.EPERM, "no")
        self.of(file)[name] = value

    def use(self, monkeypatch: pytest.MonkeyPatch) -> Disk:
        """Stand in for the system."""
        monkeypatch.setattr(os, "listxattr", lambda file: list(self.of(file)), raising=False)
        monkeypatch.setattr(os, "getxattr", lambda file, name: self.of(file)[name], raising=False)
        monkeypatch.setattr(os, "setxattr", self.set, raising=False)
        monkeypatch.setattr(os, "removexattr", lambda file, name: self.of(file).pop(name), raising=False)
        return self


@pytest.fixture
def fight(fight_file: FightFile) -> str:
    path = fight_file("round = 1\n")
    return str(path)


def test_access_list_and_attributes_are_kept(fight: str, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Disk().use(monkeypatch)
    disk.set(fight, ACCESS_LIST, b"bob may")
    disk.set(fight, "user.xdg.tags", b"friday")
    old = os.stat(fight).st_ino
    put_in_place(fight, "round = 2\n")
    assert os.stat(fight).st_ino != old
    assert disk.of(fight) == {ACCESS_LIST: b"bob may", "user.xdg.tags": b"friday"}


def test_the_journal_has_the_access_list(fight: str, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Disk().use(monkeypatch)
    disk.set(fight, ACCESS_LIST, b"bob may")
    disk.set(fight, "user.xdg.tags", b"friday")
    record_command(fight, Noted(["next"]), "round = 1\n", "round = 2\n")
    assert disk.of(journal_path(fight)) == {ACCESS_LIST: b"bob may"}


def test_a_folder_hands_nothing_down_to_what_had_no_access_list(fight: str, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Disk(handed_down=b"all may").use(monkeypatch)
    disk.of(fight).clear()
    put_in_place(fight, "round = 2\n")
    assert disk.of(fight) == {}


def test_what_may_not_be_given_does_not_stop_the_rest(fight: str, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Disk().use(monkeypatch)
    disk.set(fight, "security.label", b"secret")
    disk.set(fight, "user.note", b"mine")
    disk.refused = "security.label"
    put_in_place(fight, "round = 2\n")
    assert disk.of(fight) == {"user.note": b"mine"}


def test_a_system_without_them_writes_as_well(fight: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def unsupported(file: int | str) -> list[str]:
        raise OSError(errno.ENOTSUP, str(file))

    monkeypatch.setattr(os, "listxattr", unsupported, raising=False)
    put_in_place(fight, "round = 2\n")
    monkeypatch.delattr(os, "listxattr", raising=False)
    put_in_place(fight, "round = 3\n")
    with open(fight, encoding="utf-8") as file:
        assert file.read() == "round = 3\n"
