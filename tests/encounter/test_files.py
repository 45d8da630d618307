"""Files are read whole or refused, replaced whole or not at all, and never by two commands at once."""

from __future__ import annotations

import errno
import io
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from combatcli.encounter import reading
from combatcli.encounter.edit import edit_text
from combatcli.encounter.files import check_writable, write_atomically
from combatcli.encounter.locks import lock_held
from combatcli.encounter.reading import LIMIT, read_stream, read_text_file
from combatcli.errors import ExitCode, StreamError

KILLED = """
import os, signal, sys
from combatcli.encounter.files import write_atomically
from combatcli.encounter.locks import lock_held
os.replace = lambda *names: os.kill(os.getpid(), signal.SIGKILL)
with lock_held(sys.argv[1]):
    write_atomically(sys.argv[1], "new")
"""


@pytest.fixture
def fight(tmp_path: Path) -> Path:
    path = tmp_path / "fight.toml"
    path.write_bytes(b"round = 1\r\n")
    return path


def replace(path: Path, text: str) -> None:
    write_atomically(str(path), text)


def refusal(path: object) -> StreamError:
    with pytest.raises(StreamError) as caught:
        read_text_file(str(path))
    assert caught.value.exit_code == ExitCode.STREAM
    return caught.value


def test_line_endings_are_read_as_they_are(fight: Path) -> None:
    assert read_text_file(str(fight)) == "round = 1\r\n"


def test_a_byte_order_mark_is_kept(fight: Path) -> None:
    fight.write_bytes(b"\xef\xbb\xbfround = 1")
    assert read_text_file(str(fight)) == "\ufeffround = 1"
    assert edit_text("\ufeffround = 1", {"round": 1}, {"round": 2}) == "\ufeffround = 2"


def test_a_missing_file_names_the_nearest(fight: Path) -> None:
    error = refusal(fight.with_name("figth.toml"))
    assert "there is no file" in error.message
    assert error.hint == "Did you mean fight.toml?"


def test_a_missing_file_in_an_empty_folder_points_to_new(tmp_path: Path) -> None:
    assert "combatcli new" in refusal(tmp_path / "fight.toml").hint


def test_a_missing_file_in_a_folder_that_cannot_be_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(_: str) -> list[str]:
        raise PermissionError(errno.EACCES, "no")

    monkeypatch.setattr(os, "listdir", forbidden)
    assert "combatcli new" in refusal(tmp_path / "fight.toml").hint


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("gone/fight.toml", "there is no folder"),
        (".", "is a directory"),
        *(("pipe", "pipe or a device"), ("/dev/zero", "pipe or a device")),
        ("a\0b", "a\\x00b"),
    ],
)
def test_what_is_no_file_is_refused_without_waiting(tmp_path: Path, path: str, says: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert says in refusal(tmp_path / path).message


def test_a_file_past_the_limit_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "big.toml"
    path.touch()
    os.truncate(path, 1 << 40)
    assert "larger than 8 MiB" in refusal(path).message


def test_a_file_that_hides_its_size_is_cut_off(fight: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "LIMIT", 4)
    state = list(fight.stat())
    state[stat.ST_SIZE] = 0
    monkeypatch.setattr(os, "fstat", lambda _: os.stat_result(state))
    assert "larger than" in refusal(fight).message


def test_bytes_that_are_no_utf8_are_located(fight: Path) -> None:
    fight.write_bytes(b'round = 1\nname = "\xff"\n')
    assert "byte 0xFF at offset 18, line 2" in refusal(fight).message


def test_missing_permission_is_said(fight: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object) -> int:
        raise PermissionError(errno.EACCES, "no")

    monkeypatch.setattr(os, "open", forbidden)
    error = refusal(fight)
    assert error.message == f"cannot read {fight}: permission denied"
    assert "ls -l" in error.hint


def test_standard_input_is_read_whole() -> None:
    assert read_stream(io.BytesIO(b"round = 1\r\n")) == "round = 1\r\n"


@pytest.mark.parametrize("data", [b"", b" \n\t\n"])
def test_an_empty_standard_input_is_refused(data: bytes) -> None:
    with pytest.raises(StreamError, match="standard input is empty") as caught:
        read_stream(io.BytesIO(data))
    assert "may have failed" in caught.value.hint


def test_a_standard_input_past_the_limit_is_refused() -> None:
    stream = io.BytesIO(b"#" * (LIMIT + 100))
    with pytest.raises(StreamError, match="larger than 8 MiB"):
        read_stream(stream)
    assert stream.tell() == LIMIT + 1


def test_a_standard_input_that_cannot_be_read_is_refused() -> None:
    stream = io.BytesIO()
    stream.close()
    with pytest.raises(StreamError, match="cannot read standard input"):
        read_stream(stream)


def test_replacing_keeps_the_mode_and_leaves_nothing_behind(fight: Path) -> None:
    fight.chmod(0o640)
    replace(fight, "round = 2\r\n")
    assert fight.read_bytes() == b"round = 2\r\n"
    assert stat.S_IMODE(fight.stat().st_mode) == 0o640
    assert [path.name for path in fight.parent.iterdir()] == ["fight.toml"]


def test_a_new_file_gets_what_the_umask_leaves(tmp_path: Path) -> None:
    mask = os.umask(0o027)
    try:
        replace(tmp_path / "new.toml", "")
    finally:
        os.umask(mask)
    assert stat.S_IMODE((tmp_path / "new.toml").stat().st_mode) == 0o640


def test_a_symlink_is_followed(fight: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.toml"
    link.symlink_to(fight)
    replace(link, "new")
    assert link.is_symlink()
    assert fight.read_text() == "new"


def test_a_planted_temporary_file_is_not_followed(fight: Path, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    (tmp_path / ".fight.toml.tmp").symlink_to(victim)
    replace(fight, "new")
    assert (fight.read_text(), victim.read_text()) == ("new", "precious")


def test_a_read_only_file_is_refused_even_to_root(fight: Path) -> None:
    fight.chmod(0o444)
    with pytest.raises(StreamError, match="is read-only"):
        replace(fight, "new")
    assert fight.read_bytes() == b"round = 1\r\n"


def test_a_directory_is_not_replaced(tmp_path: Path) -> None:
    with pytest.raises(StreamError, match="is a directory"):
        check_writable(str(tmp_path))


def test_a_file_in_the_way_of_a_folder_is_said(fight: Path) -> None:
    inner = fight / "inner.toml"
    with pytest.raises(StreamError, match="not a directory"):
        check_writable(str(inner))
    with pytest.raises(StreamError, match="not a directory"):
        replace(inner, "")
    with pytest.raises(StreamError, match="not a directory"), lock_held(str(inner)):
        pytest.fail("locked what is not a folder")


@pytest.mark.parametrize("call", ["write", "fsync", "replace"])
def test_a_full_disk_leaves_the_old_file_and_nothing_else(
    fight: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "full")

    with monkeypatch.context() as patch:
        patch.setattr(os, call, full)
        with pytest.raises(StreamError, match="no space left") as caught:
            replace(fight, "new")
    assert "Make room" in caught.value.hint
    assert fight.read_bytes() == b"round = 1\r\n"
    assert len(list(fight.parent.iterdir())) == 1


def test_short_writes_are_continued(fight: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: write(descriptor, data[:1]))
    replace(fight, "round = 2")
    assert fight.read_text() == "round = 2"


def test_a_text_that_utf8_cannot_hold_is_refused(fight: Path) -> None:
    with pytest.raises(StreamError, match="UTF-8 cannot write"):
        replace(fight, "\udcff")
    assert fight.read_bytes() == b"round = 1\r\n"


def test_a_killed_process_leaves_the_file_whole_and_the_next_write_tidies_up(fight: Path) -> None:
    killed = subprocess.run([sys.executable, "-c", KILLED, str(fight)], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert fight.read_bytes() == b"round = 1\r\n"
    assert len(list(fight.parent.iterdir())) == 2
    with lock_held(str(fight)):
        replace(fight, "new")
    assert fight.read_text() == "new"
    assert len(list(fight.parent.iterdir())) == 1


def test_a_shared_folders_group_stays_though_the_owner_cannot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "fight.toml"
    path.write_text("round = 1\n", encoding="utf-8")
    asked: list[tuple[int, int]] = []

    def fchown(descriptor: int, owner: int, group: int) -> None:
        asked.append((owner, group))
        if owner != -1:
            raise PermissionError

    monkeypatch.setattr(os, "fchown", fchown)
    before = path.stat()
    write_atomically(str(path), "round = 2\n")
    assert asked == [(-1, before.st_gid), (before.st_uid, -1)]
    assert path.read_text(encoding="utf-8") == "round = 2\n"


def test_a_mode_keeps_its_privileges(fight: Path) -> None:
    fight.chmod(0o6755)
    replace(fight, "round = 2\n")
    assert stat.S_IMODE(fight.stat().st_mode) == 0o6755
