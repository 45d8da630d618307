"""The journal knows what was done, and brings back exactly what was there before."""

from __future__ import annotations

import errno
import json
import os
import signal
import stat
import subprocess
import sys
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combatcli.encounter.files import put_in_place
from combatcli.encounter.journal import JournalStep, changing, history, record, record_step, steps
from combatcli.encounter.journal_lines import TAIL_BYTES, journal_path
from combatcli.encounter.locks import Waiting
from combatcli.encounter.reading import read_text
from combatcli.errors import RefusedError, StreamError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TEXTS = ["round = 1\r\n# Zoë\r\n", "round = 2\n", "round = 3", "round = 4\n\n"]

KILLED = """
import os, signal, sys
from combatcli.encounter.reading import read_text
from combatcli.encounter.journal import record
record(sys.argv[1], ["next"], [], read_text(sys.argv[1]), "never")
os.kill(os.getpid(), signal.SIGKILL)
"""


class Fight:
    """An encounter file with its journal."""

    def __init__(self, path: Path) -> None:
        self.file = path
        self.path = str(path)
        self.write(TEXTS[0])

    def write(self, text: str) -> None:
        """Edit by hand."""
        self.file.write_bytes(text.encode())

    def text(self) -> str:
        """Return the text as it is."""
        return read_text(self.path)

    def do(self, text: str, *words: str) -> None:
        """Do what a command does."""
        record(self.path, words or ("next",), [{"event": "phase"}], self.text(), text)
        put_in_place(self.path, text)

    def report(self, word: str, text: str, meanwhile: Callable[[], None]) -> None:
        """Do what a command does that reports what it has done."""
        with changing(self.path, self.text(), Waiting()) as change:
            change.by_command([word], [], text)
            meanwhile()

    def take(self, kind: str, *, force: bool = False) -> str:
        """Undo or redo, as those commands do; return the text that came of it."""
        current = self.text()
        (planned,) = steps(kind, self.path, current, force=force)
        record_step(self.path, planned, current)
        put_in_place(self.path, planned.text)
        return self.text()

    def lines(self) -> list[dict[str, Any]]:
        """Return the journal as any JSON reader sees it."""
        with open(journal_path(self.path), encoding="utf-8") as file:
            return [json.loads(line) for line in file]


@pytest.fixture
def fight(tmp_path: Path) -> Fight:
    return Fight(tmp_path / "fight.toml")


def test_a_command_is_a_line_with_all_that_is_needed(fight: Fight) -> None:
    fight.do(TEXTS[1], "wound", "mira", "2")
    (line,) = fight.lines()
    assert line["command"] == ["wound", "mira", "2"]
    assert line["events"] == [{"event": "phase"}]
    assert line["before"] == TEXTS[0]
    assert len(line["after"]) == 64
    assert line["when"].endswith("+00:00")


def test_history_lists_commands_and_which_are_undone(fight: Fight) -> None:
    fight.do(TEXTS[1], "next")
    fight.do(TEXTS[2], "wound")
    fight.take("undo")
    assert [(entry.number, entry.command, entry.undone) for entry in history(fight.path).entries] == [
        (1, ["next"], False),
        (2, ["wound"], True),
    ]
    fight.do(TEXTS[3])
    assert [entry.undone for entry in history(fight.path).entries] == [False, True, False]


def test_without_a_journal_there_is_no_history(fight: Fight) -> None:
    assert history(fight.path).entries == []
    for kind in ("undo", "redo"):
        with pytest.raises(RefusedError, match="nothing to"):
            steps(kind, fight.path, fight.text())


def test_history_outlives_the_encounter(fight: Fight) -> None:
    fight.do(TEXTS[1])
    fight.file.unlink()
    assert len(history(fight.path).entries) == 1


def test_undo_and_redo_go_all_the_way_byte_for_byte(fight: Fight) -> None:
    for text in TEXTS[1:]:
        fight.do(text)
    assert [fight.take("undo") for _ in range(3)] == TEXTS[2::-1]
    assert [fight.take("redo") for _ in range(3)] == TEXTS[1:]
    assert [fight.take("undo") for _ in range(2)] == TEXTS[2:0:-1]
    assert fight.file.read_bytes() == TEXTS[1].encode()


def test_a_step_says_what_it_undoes(fight: Fight) -> None:
    fight.do(TEXTS[1], "wound", "mira")
    (step,) = steps("undo", fight.path, fight.text())
    assert step == JournalStep("undo", 1, ["wound", "mira"], TEXTS[0])
    assert fight.text() == TEXTS[1]


def test_a_new_command_ends_what_could_be_redone(fight: Fight) -> None:
    fight.do(TEXTS[1])
    fight.take("undo")
    fight.do(TEXTS[2])
    with pytest.raises(RefusedError, match="nothing to redo"):
        fight.take("redo")
    assert fight.take("undo") == TEXTS[0]


def test_undo_refuses_what_was_edited_by_hand(fight: Fight) -> None:
    fight.do(TEXTS[1], "set", "mira", "name=\x1b")
    fight.write("mine")
    with pytest.raises(RefusedError, match=r"edited after the command to undo: set mira 'name=\\x1b'") as caught:
        fight.take("undo")
    assert "--force" in caught.value.hint


def test_an_edit_between_two_commands_stops_the_second_undo(fight: Fight) -> None:
    fight.do(TEXTS[1])
    fight.write("mine")
    fight.do(TEXTS[2])
    assert fight.take("undo") == "mine"
    with pytest.raises(RefusedError, match="edited"):
        fight.take("undo")


def test_forced_undo_keeps_the_edited_text_for_redo(fight: Fight) -> None:
    fight.do(TEXTS[1])
    fight.write("mine")
    assert fight.take("undo", force=True) == TEXTS[0]
    assert fight.take("redo") == "mine"
    assert fight.take("undo") == TEXTS[0]


def test_forced_redo_keeps_the_edited_text_for_undo(fight: Fight) -> None:
    fight.do(TEXTS[1])
    fight.take("undo")
    fight.write("mine")
    with pytest.raises(RefusedError, match="edited"):
        fight.take("redo")
    assert fight.take("redo", force=True) == TEXTS[1]
    assert fight.take("undo") == "mine"


def test_a_command_killed_before_its_effect_is_ignored(fight: Fight) -> None:
    fight.do(TEXTS[1], "first")
    killed = subprocess.run([sys.executable, "-c", KILLED, fight.path], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert [entry.command for entry in history(fight.path).entries] == [["first"]]
    fight.do(TEXTS[2], "second")
    assert [entry.command for entry in history(fight.path).entries] == [["first"], ["second"]]
    assert [fight.take("undo"), fight.take("undo")] == [TEXTS[1], TEXTS[0]]


def test_an_undo_killed_before_its_effect_is_ignored(fight: Fight) -> None:
    fight.do(TEXTS[1])
    record_step(fight.path, steps("undo", fight.path, TEXTS[1])[0], TEXTS[1])
    assert fight.take("undo") == TEXTS[0]
    assert fight.take("redo") == TEXTS[1]


def test_a_command_that_changed_nothing_is_still_listed(fight: Fight) -> None:
    fight.do(TEXTS[0], "roll")
    assert [entry.command for entry in history(fight.path).entries] == [["roll"]]
    assert fight.take("undo") == TEXTS[0]


@given(tail=st.binary(min_size=1).map(lambda data: b"#" + data.replace(b"\n", b"")))
def test_what_others_wrote_at_the_end_stays(tmp_path_factory: pytest.TempPathFactory, tail: bytes) -> None:
    fight = Fight(tmp_path_factory.mktemp("fight") / "fight.toml")
    fight.do(TEXTS[1])
    with open(journal_path(fight.path), "ab") as file:
        file.write(tail)
    assert len(history(fight.path).entries) == 1
    fight.do(TEXTS[2])
    known = history(fight.path)
    assert [entry.number for entry in known.entries] == [1, 2]
    assert known.damaged == [2]
    assert tail in fight.file.with_name("fight.toml.journal").read_bytes()
    assert fight.take("undo") == TEXTS[1]


def test_a_line_cut_short_anywhere_is_ignored(fight: Fight) -> None:
    fight.do(TEXTS[1])
    whole = fight.file.with_name("fight.toml.journal")
    first = whole.read_bytes()
    fight.do(TEXTS[2])
    both = whole.read_bytes()
    for size in range(len(first), len(both) - 1, 7):
        whole.write_bytes(both[:size])
        fight.write(TEXTS[1])
        fight.do(TEXTS[3])
        assert len(fight.lines()) == 2
        assert fight.take("undo") == TEXTS[1]


def test_a_last_line_without_its_end_is_kept(fight: Fight) -> None:
    fight.do(TEXTS[1])
    whole = fight.file.with_name("fight.toml.journal")
    whole.write_bytes(whole.read_bytes().rstrip())
    assert len(history(fight.path).entries) == 1
    fight.do(TEXTS[2])
    assert len(fight.lines()) == 2


@pytest.mark.parametrize("bad", [b"garbage\n", b"{}\n", b"\n", b'{"when":1}\n'])
def test_a_line_that_is_none_is_named_and_the_rest_serves(fight: Fight, bad: bytes) -> None:
    fight.do(TEXTS[1], "one")
    whole = fight.file.with_name("fight.toml.journal")
    whole.write_bytes(whole.read_bytes() + bad)
    fight.do(TEXTS[2], "two")
    fight.do(TEXTS[3], "three")
    known = history(fight.path)
    assert [(entry.number, entry.command) for entry in known.entries] == [(1, ["one"]), (2, ["two"]), (3, ["three"])]
    assert known.damaged == [2]
    assert [fight.take("undo") for _ in range(3)] == TEXTS[2::-1]


def test_what_a_damaged_line_has_taken_with_it_is_said(fight: Fight) -> None:
    for number in range(1, 5):
        fight.do(f"round = {number}\n", str(number))
    whole = fight.file.with_name("fight.toml.journal")
    lines = whole.read_bytes().splitlines(keepends=True)
    whole.write_bytes(b"".join([lines[0], b"x" + lines[1], *lines[2:]]))
    known = history(fight.path)
    assert [entry.number for entry in known.entries] == [1, 3, 4]
    assert known.damaged == [2]
    assert [fight.take("undo"), fight.take("undo")] == ["round = 3\n", "round = 2\n"]
    with pytest.raises(StreamError, match=r"fight\.toml\.journal is damaged: line 2"):
        fight.take("undo")
    assert [fight.take("redo"), fight.take("redo")] == ["round = 3\n", "round = 4\n"]
    fight.write("mine")
    with pytest.raises(StreamError, match=r"fight\.toml\.journal is damaged: line 2"):
        fight.take("undo", force=True)
    fight.write("round = 4\n")
    fight.do("round = 5\n", "5")
    assert [entry.number for entry in history(fight.path).entries] == [1, 3, 4, 5]
    assert fight.take("undo") == "round = 4\n"


def test_an_undo_of_what_was_never_done_is_damage(fight: Fight) -> None:
    fight.do(TEXTS[1])
    record_step(fight.path, JournalStep("undo", 7, [], TEXTS[2]), TEXTS[1])
    fight.write(TEXTS[2])
    fight.do(TEXTS[3])
    assert history(fight.path).damaged == [2]
    assert [entry.undone for entry in history(fight.path).entries] == [False, False]
    assert fight.take("undo") == TEXTS[2]


def test_a_change_that_does_not_fit_is_damage(fight: Fight) -> None:
    for number in range(1, 4):
        fight.do(f"# one\nround = {number}\n", str(number))
    whole = fight.file.with_name("fight.toml.journal")
    good = whole.read_text()
    fight.write("mine")
    for part in ('"round = 7"', "[0,9]"):
        whole.write_text(good.replace('"round = 2"', part))
        with pytest.raises(StreamError, match="damaged: line 2"):
            fight.take("undo", force=True)


def test_journals_of_before_are_read_and_gone_on_with(fight: Fight) -> None:
    def old(before: str, after: str, **more: object) -> str:
        told = {"when": "2026-01-01T00:00:00+00:00", "before": before, "after": sha256(after.encode()).hexdigest()}
        return json.dumps(told | more) + "\n"

    lines = [
        old(TEXTS[0], TEXTS[1], command=["one"]),
        old(TEXTS[1], "lost", command=["killed"]),
        old(TEXTS[1], TEXTS[2], command=["two"]),
        old(TEXTS[2], TEXTS[1], undo=2),
        old(TEXTS[1], TEXTS[2], redo=2),
    ]
    fight.file.with_name("fight.toml.journal").write_text("".join(lines))
    fight.write(TEXTS[2])
    fight.do(TEXTS[3], "three")
    assert [(entry.number, entry.command[0]) for entry in history(fight.path).entries] == [
        (1, "one"),
        (2, "two"),
        (3, "three"),
    ]
    assert [fight.take("undo") for _ in range(3)] == TEXTS[2::-1]
    assert [fight.take("redo") for _ in range(3)] == TEXTS[1:]


@settings(max_examples=60)
@given(st.data())
def test_any_way_back_and_forth_is_byte_for_byte(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    fight = Fight(tmp_path_factory.mktemp("fight") / "fight.toml")
    texts = st.lists(st.sampled_from(["a = 1", "b = 2", "", "# Zoë\r", "[c]", "x" * 900]), max_size=12).map("\n".join)
    done: list[tuple[str, str]] = []
    undone: list[tuple[str, str]] = []
    killed: str | None = None
    """What a killed command found: once another text stands there, its line cannot be told from one that did."""
    for deed in data.draw(st.lists(st.sampled_from(["do", "do", "do", "undo", "redo", "hand", "killed"]), max_size=25)):
        now = fight.text()
        if deed == "hand":
            fight.write(data.draw(texts))
            continue
        if killed not in (None, now):
            done.append((str(killed), f"{killed}never"))
            undone.clear()
        killed = None
        if deed == "do":
            fight.do(data.draw(texts))
            done.append((now, fight.text()))
            undone.clear()
        elif deed == "killed":
            record(fight.path, ["killed"], [], now, f"{now}never")
            killed = now
        else:
            giver, taker = (done, undone) if deed == "undo" else (undone, done)
            if giver:
                back, left = giver.pop()
                assert fight.take(deed, force=left != now) == back
                taker.append((now, back))
    standing = len(done) + (killed not in (None, fight.text()))
    assert sum(not entry.undone for entry in history(fight.path).entries) == standing


def test_a_journal_grows_with_what_changed(fight: Fight) -> None:
    lines = [f"[combatants.c{number}]\nhp = 5\nside = 'heroes'\nnote = '{'n' * 100}'" for number in range(200)]
    fight.write("\n".join(lines))
    for number in range(200):
        lines[number] = lines[number].replace("hp = 5", "hp = 4")
        fight.do("\n".join(lines), "wound", f"c{number}")
    size = len(fight.text())
    assert size > 28_000
    assert fight.file.with_name("fight.toml.journal").stat().st_size < 10 * size
    assert fight.take("undo") == "\n".join([*lines[:-1], lines[-1].replace("hp = 4", "hp = 5")])


def test_the_journal_is_as_private_as_the_encounter(fight: Fight) -> None:
    fight.file.chmod(0o600)
    fight.do(TEXTS[1])
    whole = fight.file.with_name("fight.toml.journal")
    assert stat.S_IMODE(whole.stat().st_mode) == 0o600
    fight.file.chmod(0o664)
    fight.do(TEXTS[2])
    assert stat.S_IMODE(whole.stat().st_mode) == 0o664


def test_the_journal_of_a_link_is_beside_the_real_file(fight: Fight, tmp_path: Path) -> None:
    (tmp_path / "links").mkdir()
    link = tmp_path / "links" / "link.toml"
    link.symlink_to(fight.file)
    fight.do(TEXTS[1])
    assert len(history(str(link)).entries) == 1


def test_nothing_is_noted_for_a_read_only_encounter(fight: Fight) -> None:
    fight.file.chmod(0o444)
    with pytest.raises(StreamError, match="read-only"):
        fight.do(TEXTS[1])
    assert not os.path.lexists(journal_path(fight.path))


def test_a_full_disk_leaves_the_journal_as_it_was(fight: Fight, monkeypatch: pytest.MonkeyPatch) -> None:
    fight.do(TEXTS[1])
    before = fight.lines()
    write = os.write

    def full(descriptor: int, data: bytes) -> int:
        if len(data) < 20:
            raise OSError(errno.ENOSPC, "full")
        return write(descriptor, data[:10])

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", lambda descriptor, data: full(descriptor, data) if len(data) > 20 else full(0, b""))
        with pytest.raises(StreamError, match="no space left"):
            fight.do(TEXTS[2])
    assert fight.lines() == before
    assert fight.text() == TEXTS[1]


def test_a_command_that_fails_in_its_last_part_leaves_the_journal_as_it_was(fight: Fight) -> None:
    whole = fight.file.with_name("fight.toml.journal")
    kept = b""

    def fail() -> None:
        assert whole.read_bytes().startswith(kept)
        assert fight.lines()[-1]["command"] == ["fails"]
        assert fight.text() == TEXTS[3]
        raise StreamError("the reader is gone")

    def fails() -> None:
        before = fight.text()
        with pytest.raises(StreamError, match="gone"):
            fight.report("fails", TEXTS[3], fail)
        assert fight.text() == before

    fails()
    assert not whole.exists()
    for count, text in enumerate(TEXTS[1:3], 1):
        fight.do(text, str(count))
        kept = whole.read_bytes()
        fails()
        assert whole.read_bytes() == kept
    assert [entry.command for entry in history(fight.path).entries] == [["1"], ["2"]]
    assert [fight.take("undo"), fight.take("undo")] == [TEXTS[1], TEXTS[0]]


@pytest.mark.parametrize("others", [["set"], ["set", "undo"]])
def test_what_came_since_is_not_taken_back(fight: Fight, others: list[str]) -> None:
    lines: list[dict[str, Any]] = []

    def meanwhile() -> None:
        for word in others:
            fight.take("undo") if word == "undo" else fight.do(TEXTS[2], word)
        lines.extend(fight.lines())
        raise StreamError("the reader is gone")

    with pytest.raises(StreamError, match=r"stays changed, though .* \(more has been done to .* since\)"):
        fight.report("slow", TEXTS[1], meanwhile)
    assert fight.lines() == lines
    assert fight.text() == (TEXTS[1] if len(others) > 1 else TEXTS[2])


def test_what_cannot_be_taken_back_is_said_to_stand(fight: Fight, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EROFS, "no")

    def interrupt() -> None:
        monkeypatch.setattr(os, "replace", refuse)
        raise KeyboardInterrupt

    with pytest.raises(StreamError) as caught:
        fight.report("slow", TEXTS[1], interrupt)
    assert caught.value.message.startswith(f"{fight.path} stays changed, though the command did not end well (cannot")
    assert fight.text() == TEXTS[1]
    assert [entry.undone for entry in history(fight.path).entries] == [False]


def test_words_that_are_no_utf8_are_noted_escaped(fight: Fight) -> None:
    fight.do(TEXTS[1], "set", "\udcff")
    assert history(fight.path).entries[0].command == ["set", "\\udcff"]


def test_events_that_are_no_utf8_are_refused(fight: Fight) -> None:
    with pytest.raises(StreamError, match="UTF-8 cannot write"):
        record(fight.path, [], [{"event": "\udcff"}], TEXTS[0], TEXTS[1])


def test_a_journal_that_is_no_file_is_refused(fight: Fight) -> None:
    place = fight.file.with_name("fight.toml.journal")
    place.symlink_to("/dev/null")
    with pytest.raises(StreamError, match="cannot open"):
        fight.do(TEXTS[1])
    place.unlink()
    os.mkfifo(place)
    with pytest.raises(StreamError, match="is not a file"):
        history(fight.path)


def test_a_journal_in_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StreamError, match="no such folder"):
        record(str(tmp_path / "gone" / "fight.toml"), [], [], "", "x")


def test_appending_reads_the_tail_only(fight: Fight, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(300):
        fight.do(f"round = {number}\n")
    read = os.read
    sizes: list[int] = []

    def watched(descriptor: int, size: int) -> bytes:
        sizes.append(size)
        return read(descriptor, size)

    monkeypatch.setattr(os, "read", watched)
    fight.do(TEXTS[0])
    assert sizes == [TAIL_BYTES]
    assert fight.file.with_name("fight.toml.journal").stat().st_size > 5 * TAIL_BYTES


def test_a_last_line_longer_than_a_reading_is_found(fight: Fight) -> None:
    fight.do(TEXTS[1])
    fight.do("x\n" * 3 * TAIL_BYTES)
    fight.do(TEXTS[2])
    assert [entry.number for entry in history(fight.path).entries] == [1, 2, 3]
    assert "before" not in fight.lines()[2]
    assert [fight.take("undo") for _ in range(3)] == ["x\n" * 3 * TAIL_BYTES, *TEXTS[1::-1]]


def test_a_gap_is_named_and_no_wrong_text_brought_back(fight: Fight) -> None:
    for number in range(2, 7):
        fight.do(f"round = {number}\n", str(number))
    whole = fight.file.with_name("fight.toml.journal")
    lines = whole.read_bytes().splitlines(keepends=True)
    whole.write_bytes(b"".join(lines[:2] + lines[3:]))
    known = history(fight.path)
    assert [entry.number for entry in known.entries] == [1, 2, 4, 5]
    assert known.damaged == [3]
    assert fight.take("undo") == "round = 5\n"
    with pytest.raises(StreamError, match="damaged: line 3"):
        fight.take("undo")
    assert fight.text() == "round = 5\n"


def test_a_journal_that_the_disk_does_not_give_is_a_file_trouble(fight: Fight, monkeypatch: pytest.MonkeyPatch) -> None:
    fight.do(TEXTS[1])

    def fail(*_: object) -> None:
        raise OSError(errno.EIO, "no")

    monkeypatch.setattr(os, "fdopen", fail)
    with pytest.raises(StreamError, match=r"cannot read .*fight\.toml\.journal: input/output error"):
        history(fight.path)
