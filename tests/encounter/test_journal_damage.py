"""A journal that is damaged, cut short, unwritable or of before: what is lost is said, the rest serves."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combatcli.encounter.journal import CommandToRecord, foreign_journal_owner, record_command, record_steps
from combatcli.encounter.journal_lines import TAIL_BYTES, JournalLine, compress, decompress, journal_path
from combatcli.encounter.reading import LIMIT
from combatcli.encounter.replay import History, history_of_file
from combatcli.errors import StreamError
from combatcli.events import Phase
from journaled import TEXTS, Fight
from support import peak

KILLED = """
import os, signal, sys
from combatcli.encounter.reading import read_text_file
from combatcli.encounter.journal import CommandToRecord, record_command
record_command(sys.argv[1], CommandToRecord(["next"]), read_text_file(sys.argv[1]), "never")
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_command_killed_before_its_effect_is_ignored(fight: Fight) -> None:
    fight.do(TEXTS[1], "first")
    killed = subprocess.run([sys.executable, "-c", KILLED, fight.path], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert [entry.command for entry in history_of_file(fight.path).entries] == [["first"]]
    fight.do(TEXTS[2], "second")
    assert [entry.command for entry in history_of_file(fight.path).entries] == [["first"], ["second"]]
    assert [fight.take("undo"), fight.take("undo")] == [TEXTS[1], TEXTS[0]]


def test_an_undo_killed_before_its_effect_is_ignored(fight: Fight) -> None:
    fight.do(TEXTS[1])
    record_steps(fight.path, "undo", History(fight.path, TEXTS[1]).steps_back_or_forth("undo"), TEXTS[1])
    assert fight.take("undo") == TEXTS[0]
    assert fight.take("redo") == TEXTS[1]


@given(tail=st.binary(min_size=1).map(lambda data: b"#" + data.replace(b"\n", b"")))
def test_what_others_wrote_at_the_end_stays(tmp_path_factory: pytest.TempPathFactory, tail: bytes) -> None:
    fight = Fight(tmp_path_factory.mktemp("fight") / "fight.toml")
    fight.do(TEXTS[1])
    with open(journal_path(fight.path), "ab") as file:
        file.write(tail)
    assert len(history_of_file(fight.path).entries) == 1
    fight.do(TEXTS[2])
    known = history_of_file(fight.path)
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


def test_an_undo_past_a_last_line_that_is_cut_says_so(fight: Fight) -> None:
    fight.do(TEXTS[1])
    fight.do(TEXTS[2])
    whole = fight.file.with_name("fight.toml.journal")
    whole.write_bytes(whole.read_bytes()[:-20])
    with pytest.raises(StreamError, match=r"the last line of .* is cut short"):
        fight.take("undo")
    assert fight.take("undo", force=True) == TEXTS[0]


def test_a_last_line_without_its_end_is_kept(fight: Fight) -> None:
    fight.do(TEXTS[1])
    whole = fight.file.with_name("fight.toml.journal")
    whole.write_bytes(whole.read_bytes().rstrip())
    assert len(history_of_file(fight.path).entries) == 1
    fight.do(TEXTS[2])
    assert len(fight.lines()) == 2


@pytest.mark.parametrize("bad", [b"garbage\n", b"{}\n", b"\n", b'{"when":1}\n'])
def test_a_line_that_is_none_is_named_and_the_rest_serves(fight: Fight, bad: bytes) -> None:
    fight.do(TEXTS[1], "one")
    whole = fight.file.with_name("fight.toml.journal")
    whole.write_bytes(whole.read_bytes() + bad)
    fight.do(TEXTS[2], "two")
    fight.do(TEXTS[3], "three")
    known = history_of_file(fight.path)
    assert [(entry.number, entry.command) for entry in known.entries] == [(1, ["one"]), (2, ["two"]), (3, ["three"])]
    assert known.damaged == [2]
    assert fight.take("undo") == TEXTS[2]
    assert fight.take("undo") == TEXTS[1]


def test_what_a_damaged_line_has_taken_with_it_is_said(fight: Fight) -> None:
    for number in range(1, 5):
        fight.do(f"round = {number}\n", str(number))
    whole = fight.file.with_name("fight.toml.journal")
    lines = whole.read_bytes().splitlines(keepends=True)
    whole.write_bytes(b"".join([lines[0], b"x" + lines[1], *lines[2:]]))
    known = history_of_file(fight.path)
    assert [entry.number for entry in known.entries] == [1, 3, 4]
    assert known.damaged == [2]
    assert fight.take("undo") == "round = 3\n"
    with pytest.raises(StreamError, match=r"fight\.toml\.journal is damaged: line 2"):
        fight.take("undo")
    assert fight.take("redo") == "round = 4\n"
    fight.do("round = 5\n", "5")
    assert [entry.number for entry in history_of_file(fight.path).entries] == [1, 3, 4, 5]
    assert fight.take("undo") == "round = 4\n"


def test_an_undo_of_what_was_never_done_is_damage(fight: Fight) -> None:
    fight.do(TEXTS[1])
    record_steps(fight.path, "undo", [(JournalLine("", "", number=7), TEXTS[2])], TEXTS[1])
    fight.write(TEXTS[2])
    fight.do(TEXTS[3])
    assert history_of_file(fight.path).damaged == [2]
    assert [entry.undone for entry in history_of_file(fight.path).entries] == [False, False]
    assert fight.take("undo") == TEXTS[2]


def test_a_text_that_is_not_the_noted_one_is_damage(fight: Fight) -> None:
    for number in range(1, 4):
        fight.do(f"round = {number}\n", str(number))
    whole = fight.file.with_name("fight.toml.journal")
    good = whole.read_text()
    fight.write("mine")
    texts = [line["text"] for line in fight.lines()]
    for wrong in (texts[0], "AAAA", ""):
        whole.write_text(good.replace(texts[1], wrong))
        with pytest.raises(StreamError, match="damaged: line 3"):
            fight.take("undo", force=True)


def test_a_text_larger_than_any_encounter_is_damage_and_is_not_unpacked_whole() -> None:
    assert decompress(compress("x" * LIMIT)) == "x" * LIMIT
    larger = compress("x" * 8 * LIMIT)

    def unpack() -> None:
        with pytest.raises(ValueError, match="does not end"):
            decompress(larger)

    assert peak(unpack) < 3 * LIMIT


def test_a_journal_of_before_tells_and_brings_nothing_back(fight: Fight) -> None:
    def old(before: str, after: str, **more: object) -> str:
        told = {"when": "2026-01-01T00:00:00+00:00", "before": before, "after": sha256(after.encode()).hexdigest()}
        return json.dumps(told | more) + "\n"

    lines = [
        old(TEXTS[0], TEXTS[1], command=["one"]),
        old(TEXTS[1], TEXTS[2], command=["two"]),
        old(TEXTS[2], TEXTS[1], undo=2),
        old(TEXTS[1], TEXTS[2], redo=2),
    ]
    fight.file.with_name("fight.toml.journal").write_text("".join(lines))
    fight.write(TEXTS[2])
    assert [(entry.number, entry.command[0]) for entry in history_of_file(fight.path).entries] == [
        (1, "one"),
        (2, "two"),
    ]
    assert foreign_journal_owner(fight.path, TEXTS[2], "realm") == "an earlier version of combatcli"
    with pytest.raises(StreamError, match="earlier version, and brings nothing back") as caught:
        fight.take("undo")
    assert "log" in caught.value.hint
    fight.do(TEXTS[3], "three")
    assert fight.take("undo") == TEXTS[2]
    assert fight.take("redo") == TEXTS[3]


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


def test_a_read_only_folder_is_told_by_the_name_of_the_encounter(fight: Fight, monkeypatch: pytest.MonkeyPatch) -> None:
    open_ = os.open

    def refuse(path: str, flags: int, mode: int = 0o777) -> int:
        if flags & os.O_CREAT:
            raise PermissionError(errno.EACCES, "no")
        return open_(path, flags, mode)

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(StreamError, match=f"cannot write beside {fight.path}: permission denied"):
        fight.do(TEXTS[1])


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
    assert [entry.command for entry in history_of_file(fight.path).entries] == [["1"], ["2"]]
    assert [fight.take("undo"), fight.take("undo")] == [TEXTS[1], TEXTS[0]]


@pytest.mark.parametrize("others", [["set"], ["set", "undo"]])
def test_what_came_since_is_not_taken_back(fight: Fight, others: list[str]) -> None:
    lines: list[dict[str, Any]] = []

    def meanwhile() -> None:
        for word in others:
            fight.take("undo") if word == "undo" else fight.do(TEXTS[2], word)
        lines.extend(fight.lines())
        raise StreamError("the reader is gone")

    with pytest.raises(StreamError, match=r"stays changed, though .* \(.* has been changed since\)"):
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
    assert [entry.undone for entry in history_of_file(fight.path).entries] == [False]


def test_words_that_are_no_utf8_are_noted_escaped(fight: Fight) -> None:
    fight.do(TEXTS[1], "set", "\udcff")
    assert history_of_file(fight.path).entries[0].command == ["set", "\\udcff"]


def test_events_that_are_no_utf8_are_refused(fight: Fight) -> None:
    with pytest.raises(StreamError, match="UTF-8 cannot write"):
        record_command(fight.path, CommandToRecord([], [Phase(round=1, phase="\udcff")]), TEXTS[0], TEXTS[1])


def test_a_journal_that_is_no_file_is_refused(fight: Fight) -> None:
    place = fight.file.with_name("fight.toml.journal")
    place.symlink_to("/dev/null")
    with pytest.raises(StreamError, match="cannot open"):
        fight.do(TEXTS[1])
    place.unlink()
    os.mkfifo(place)
    with pytest.raises(StreamError, match="is not a file"):
        history_of_file(fight.path)


def test_a_journal_in_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StreamError, match="no such folder"):
        record_command(str(tmp_path / "gone" / "fight.toml"), CommandToRecord([]), "", "x")


def test_a_last_line_longer_than_a_reading_is_found(fight: Fight) -> None:
    fight.do(TEXTS[1])
    fight.do("x\n" * 3 * TAIL_BYTES)
    fight.do(TEXTS[2])
    assert [entry.number for entry in history_of_file(fight.path).entries] == [1, 2, 3]
    assert "found" not in fight.lines()[2]
    assert [fight.take("undo") for _ in range(3)] == ["x\n" * 3 * TAIL_BYTES, *TEXTS[1::-1]]


def test_a_gap_is_named_and_no_wrong_text_brought_back(fight: Fight) -> None:
    for number in range(2, 7):
        fight.do(f"round = {number}\n", str(number))
    whole = fight.file.with_name("fight.toml.journal")
    lines = whole.read_bytes().splitlines(keepends=True)
    whole.write_bytes(b"".join(lines[:2] + lines[3:]))
    known = history_of_file(fight.path)
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
        history_of_file(fight.path)
