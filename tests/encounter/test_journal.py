"""The journal knows what was done, and brings back exactly what was there before."""

from __future__ import annotations

import os
import stat
from base64 import b64decode
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combatcli.encounter.journal import CommandToRecord, record_command
from combatcli.encounter.journal_lines import TAIL_BYTES, compress, journal_path
from combatcli.encounter.replay import History, history_of_file
from combatcli.errors import RefusedError, StreamError
from combatcli.events import GroupLoss
from journaled import TEXTS, Fight


def test_a_command_is_a_line_with_all_that_is_needed(fight: Fight) -> None:
    fight.do(TEXTS[1], "wound", "mira", "2")
    (line,) = fight.lines()
    assert line["command"] == ["wound", "mira", "2"]
    assert line["events"] == [{"event": "phase", "round": 1, "phase": "move"}]
    assert b64decode(line["found"]) == compress(TEXTS[0], near=TEXTS[1])
    assert b64decode(line["text"]) == compress(TEXTS[1])
    assert len(line["after"]) == len(line["was"]) == 64
    assert line["when"].endswith("+00:00")


def test_many_steps_are_one_line_and_go_back_one_by_one(fight: Fight) -> None:
    for number in (1, 2, 3):
        fight.do(TEXTS[number], "next")
    assert fight.take("undo", count=3) == TEXTS[0]
    assert len(fight.lines()) == 4
    assert [fight.take("redo"), fight.take("redo"), fight.take("undo", count=2)] == [TEXTS[1], TEXTS[2], TEXTS[0]]
    assert fight.take("redo", count=3) == TEXTS[3]
    assert [fight.take("undo"), fight.take("undo")] == [TEXTS[2], TEXTS[1]]
    fight.write("edited")
    with pytest.raises(RefusedError, match="was edited"):
        fight.take("undo")
    assert fight.take("undo", count=1, force=True) == TEXTS[0]
    assert fight.take("redo") == "edited"


def test_history_lists_commands_and_which_are_undone(fight: Fight) -> None:
    fight.do(TEXTS[1], "next")
    fight.do(TEXTS[2], "wound")
    fight.take("undo")
    assert [(entry.number, entry.command, entry.undone) for entry in history_of_file(fight.path).entries] == [
        (1, ["next"], False),
        (2, ["wound"], True),
    ]
    fight.do(TEXTS[3])
    assert [entry.undone for entry in history_of_file(fight.path).entries] == [False, True, False]


def test_without_a_journal_there_is_no_history(fight: Fight) -> None:
    assert history_of_file(fight.path).entries == []
    for kind in ("undo", "redo"):
        with pytest.raises(RefusedError, match="nothing to"):
            History(fight.path, fight.text()).steps_back_or_forth(kind)


def test_history_outlives_the_encounter(fight: Fight) -> None:
    fight.do(TEXTS[1])
    fight.file.unlink()
    assert len(history_of_file(fight.path).entries) == 1


def test_a_step_says_what_it_undoes(fight: Fight) -> None:
    fight.do(TEXTS[1], "wound", "mira")
    ((line, text),) = History(fight.path, fight.text()).steps_back_or_forth("undo")
    assert (line.number, line.command, text) == (1, ["wound", "mira"], TEXTS[0])
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


def test_forced_redo_keeps_the_edited_text_for_undo(fight: Fight) -> None:
    fight.do(TEXTS[1])
    fight.take("undo")
    fight.write("mine")
    with pytest.raises(RefusedError, match="edited"):
        fight.take("redo")
    assert fight.take("redo", force=True) == TEXTS[1]
    assert fight.take("undo") == "mine"


def test_a_command_that_changed_nothing_is_still_listed(fight: Fight) -> None:
    fight.do(TEXTS[0], "roll")
    assert [entry.command for entry in history_of_file(fight.path).entries] == [["roll"]]
    assert fight.take("undo") == TEXTS[0]


@settings(max_examples=60)
@given(st.data())
def test_any_way_back_and_forth_is_byte_for_byte(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    fight = Fight(tmp_path_factory.mktemp("fight") / "fight.toml")
    texts = st.lists(st.sampled_from(["a = 1", "b = 2", "", "# Zoë\r", "[c]", "x" * 900]), max_size=12).map("\n".join)
    done: list[tuple[str, str]] = []
    undone: list[tuple[str, str]] = []
    killed: str | None = None
    """What a killed command found: once another text stands there, its line cannot be told from one that did."""
    deeds = st.lists(st.sampled_from(["do", "do", "do", "undo", "redo", "hand", "killed"]), max_size=25)
    for number, deed in enumerate(data.draw(deeds)):
        now = fight.text()
        if deed == "hand":
            # Of its own each time: who writes again what stood before a command has taken it back by hand.
            fight.write(f"{data.draw(texts)}\n# by hand {number}")
            continue
        giver, taker = (done, undone) if deed == "undo" else (undone, done)
        if deed in ("undo", "redo") and not giver and killed in (None, now):
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
            record_command(fight.path, CommandToRecord(["killed"]), now, f"{now}never")
            killed = now
        elif giver:
            back, left = giver.pop()
            assert fight.take(deed, force=left != now) == back
            taker.append((now, back))
    standing = len(done) + (killed not in (None, fight.text()))
    assert sum(not entry.undone for entry in history_of_file(fight.path).entries) == standing


def test_of_journals_joined_from_two_machines_one_way_is_left_out_and_named(fight: Fight) -> None:
    whole = fight.file.with_name("fight.toml.journal")
    fight.do(TEXTS[1], "together")
    together = whole.read_bytes()
    fight.do(TEXTS[2], "there")
    there = whole.read_bytes()
    whole.write_bytes(together)
    fight.write(TEXTS[1])
    fight.do(TEXTS[3], "here")
    whole.write_bytes(there + whole.read_bytes().removeprefix(together))
    known = history_of_file(fight.path)
    assert [entry.command for entry in known.entries] == [["together"], ["here"]]
    assert (known.damaged, known.joined) == ([], [2])
    assert [fight.take("undo"), fight.take("undo")] == [TEXTS[1], TEXTS[0]]


def test_a_line_takes_at_most_seven_tenths_of_the_file_and_900_bytes_more(fight: Fight) -> None:
    fight.write("\n".join(f"[combatants.c{number}]\nhp = {number * 7919 % 100}" for number in range(200)))
    for number in range(10):
        fight.do(f"{fight.text()}\n# {number}", "wound", f"c{number}")
    lines = fight.file.with_name("fight.toml.journal").read_bytes().splitlines()
    assert max(map(len, lines[1:])) <= 0.7 * len(fight.text()) + 900


def test_what_a_line_names_are_those_in_its_events(fight: Fight) -> None:
    noted = CommandToRecord(["wound"], [GroupLoss(who="bob", left=1)], "realm", {"ann": "Ann", "bob": "Bob the Tall"})
    record_command(fight.path, noted, TEXTS[0], TEXTS[1])
    assert [line["names"] for line in fight.lines()] == [{"bob": "Bob the Tall"}]
    assert [line["game"] for line in fight.lines()] == ["realm"]


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
    assert len(history_of_file(str(link)).entries) == 1


def test_nothing_is_noted_for_a_read_only_encounter(fight: Fight) -> None:
    fight.file.chmod(0o444)
    with pytest.raises(StreamError, match="read-only"):
        fight.do(TEXTS[1])
    assert not os.path.lexists(journal_path(fight.path))


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
    assert set(sizes) == {TAIL_BYTES}
    assert fight.file.with_name("fight.toml.journal").stat().st_size > 5 * TAIL_BYTES
