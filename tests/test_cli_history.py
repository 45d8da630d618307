"""`undo` and `redo`, and where there is no history."""

from __future__ import annotations

from pathlib import Path

import pytest

from support import DUEL, HIT, Run, refused


def test_undo_and_redo_restore_the_exact_bytes(run: Run, duel_file: Path) -> None:
    texts = [duel_file.read_bytes()]
    for words in (HIT, ("wound",), ("next",)):
        run(*words, "-f", duel_file)
        texts.append(duel_file.read_bytes())
    for text in reversed(texts[:-1]):
        assert run("undo", "-f", duel_file).code == 0
        assert duel_file.read_bytes() == text
    assert run("undo", "-f", duel_file).code == 3
    for text in texts[1:]:
        run("redo", "-f", duel_file)
        assert duel_file.read_bytes() == text
    run("undo", "-f", duel_file)
    lines = run("log", "-f", duel_file).out.splitlines()
    assert [" ".join(line.split("+00:00")[1].split()) for line in lines[1:]] == [
        "attack mira ogre --dice 10,2,1 HIT mira -> ogre wound 3",
        f"wound ogre takes wound 3 from mira: box 3 is marked; {lines[2].partition('marked; ')[2]}",
        "next Now round 1, phase 6 push, 0 seconds gone, turn 1 undone",
    ]


def test_undo_refuses_where_the_file_was_edited_since(run: Run, duel_file: Path) -> None:
    run(*HIT, "-f", duel_file)
    edited = duel_file.read_text(encoding="utf-8") + "# by hand\n"
    duel_file.write_text(edited, encoding="utf-8")
    done = run("undo", "-f", duel_file)
    assert (done.code, duel_file.read_text(encoding="utf-8")) == (3, edited), done.err
    assert "was edited after" in done.err
    assert run("undo", "--force", "-n", "-f", duel_file).code == 0
    assert duel_file.read_text(encoding="utf-8") == edited
    run("undo", "--force", "-f", duel_file)
    assert duel_file.read_text(encoding="utf-8") == DUEL
    run("redo", "-f", duel_file)
    assert duel_file.read_text(encoding="utf-8") == edited


def test_a_refused_command_leaves_no_trace_in_the_journal(run: Run, duel_file: Path) -> None:
    run("attack", "mira", "nobody", "-f", duel_file)
    run("show", "-f", duel_file)
    assert not duel_file.with_name("fight.toml.journal").exists()
    assert run("log", "-f", duel_file).code == 0
    assert run("undo", "-f", duel_file).code == 3


def test_what_was_rolled_is_told_though_it_changed_nothing(run: Run, duel_file: Path) -> None:
    miss = ["attack", "mira", "ogre", "--dice", "1"]
    assert run(*miss, "-f", duel_file).code == 0
    text, inode = duel_file.read_bytes(), duel_file.stat().st_ino
    for words in (["test", "mira", "daring", "--dice", "10"], miss):
        for asked in (["-n"], []):
            assert run(*words, *asked, "-f", duel_file).code == 0
    assert run("attack", "mira", "ogre", "--odds", "-f", duel_file).code == 0
    assert (duel_file.read_bytes(), duel_file.stat().st_ino) == (text, inode)
    assert [event["number"] for event in run("log", "--json", "-f", duel_file).events] == [1, 2, 3]
    assert "tests daring" in run("log", "--story", "-f", duel_file).out
    assert run("log", "--stats", "--json", "-f", duel_file).event("stats")["misses"] == 2
    undone = run("undo", "2", "-f", duel_file).out
    assert undone.count("It changed nothing in the file.") == 2
    assert run("log", "--stats", "--json", "-f", duel_file).event("stats")["misses"] == 1
    assert run("redo", "2", "-f", duel_file).code == 0
    assert run("undo", "3", "-f", duel_file).code == 0
    assert duel_file.read_text(encoding="utf-8") == DUEL


def test_history_needs_a_file(run: Run) -> None:
    for command in ("log", "undo", "redo"):
        refused(run(command, stdin=DUEL), 4, "a pipe has no history")
        assert run(command, "-f", "/nowhere/at-all.toml").code == 4


@pytest.mark.parametrize(
    ("words", "back"),
    [
        (["add", "goblin", "--times", "2", "side=foes"], ["goblin1: out of the fight again", "goblin2: out of the"]),
        (["drop", "mira"], ["ruffian: declared attack mira again (was attack)", "mira: back in the fight"]),
        (["rename", "mira", "zed"], ["mira: called mira again (was zed)", "ruffian: declared attack mira again"]),
        (["set", "mira", "name=Zed", "side=foes"], ["mira: name Mira Vane again (was Zed); side heroes again"]),
        (["move", "sefa", "alley"], ["sefa: in canal again (was alley)"]),
        (["condition", "mira", "bless", "--rounds", "3"], ["mira: no longer bless (3 rounds)"]),
        (["set", "mira", "notes=[{name='bless'}, {name='fast'}]"], ["mira: no longer bless, fast"]),
    ],
)
def test_undo_says_in_words_what_is_as_before(run: Run, realm_file: Path, words: list[str], back: list[str]) -> None:
    assert run(*words, "-f", realm_file).code == 0
    lines = run("undo", "-f", realm_file).out.splitlines()[1:]
    for line, said in zip(lines, back, strict=True):
        assert line.startswith(f"  {said}")


@pytest.mark.parametrize(
    ("game", "before", "words", "back"),
    [
        ("d20", "order --dice 20,1,1,1", "wound goblins 7", "goblins: count 2 again (was 1)"),
        ("d20", "order --dice 20,1,1,1", "next", "turn of mira again (was turn of tomas)"),
        ("arq", "next", "declare isa", "isa: to act again"),
        ("arq", "show", "attack bran gob1 --cards 3", "bran: no longer done; 20 cards again (was 19 cards)"),
        ("beacon", "next", "next vela", "no longer vela's turn"),
    ],
)
def test_undo_says_all_that_the_board_shows_differently_and_once(
    run: Run, tmp_path: Path, game: str, before: str, words: str, back: str
) -> None:
    path = tmp_path / "fight.toml"
    for command in (f"new {game} --example -o", f"{before} -f", f"{words} -f"):
        assert run(*command.split(), path).code == 0
    assert run("undo", "-f", path).out.splitlines()[-1] == f"  {back}"


def test_what_came_of_a_command_stands_under_it_on_a_terminal(
    run: Run, realm_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("attack", "mira", "ruffian", "--dice", "10,4,3,2", "-f", realm_file).code == 0
    monkeypatch.setattr("combatcli.report.report_text.on_terminal", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    first, *_, second = run("log", "-f", realm_file).out.splitlines()
    assert first.startswith("  1  attack mira ruffian --dice 10,4,3,2")
    assert second.startswith("       ")
    assert "Mira Vane" in second or "mira" in second


def test_to_undo_much_is_told_in_short_unless_all_is_asked_for(run: Run, realm_file: Path) -> None:
    assert run("set", "*", "marked=[1]", "-f", realm_file).code == 0
    short = run("undo", "-n", "-f", realm_file).out.splitlines()
    assert len(short) == 7
    assert "Would:   mira: wounds none again (was 1)" in short
    assert run("add", "extra", "--times", "9", "-f", realm_file).code == 0
    short = run("undo", "-n", "-f", realm_file).out.splitlines()
    assert short[1].startswith("Would:   As before: extra1, extra2, ")
    assert short[1].endswith("(-v lists all)")
    assert "extra9" in run("undo", "-v", "-f", realm_file).out
    assert run("set", "mira", "note=x", "-f", realm_file).code == 0
    assert "The board is as it was; -v lists what the file has again." in run("undo", "-f", realm_file).out


def test_the_log_says_what_came_of_a_command_and_not_what_was_pending_before(run: Run, duel_file: Path) -> None:
    run(*HIT, "-f", duel_file)
    run("next", "-f", duel_file)
    assert run("log", "--last", "1", "--json", "-f", duel_file).event("log")["outcome"] == [
        "Now round 1, phase 6 push, 0 seconds gone, turn 1"
    ]


def test_undoing_a_secret_deed_says_nothing_of_what_stays_secret(run: Run, realm_file: Path) -> None:
    run("declare", "ruffian", "attack", "tomas", "--secret", "-f", realm_file)
    run("attack", "ruffian", "tomas", "--dice", "1,1,1", "-f", realm_file)
    told = run("undo", "-f", realm_file).out
    assert told.splitlines()[1:] == ["  ruffian: to act again"]


@pytest.mark.parametrize("view", [[], ["--story"], ["--stats"]])
def test_where_nothing_was_done_the_log_says_so(run: Run, duel_file: Path, view: list[str]) -> None:
    done = run("log", *view, "-f", duel_file)
    assert done.code == 0
    assert done.out == f"Warning: nothing was done to {duel_file} yet.\n"
    run(*HIT, "-f", duel_file)
    assert "yet" not in run("log", *view, "-f", duel_file).out


@pytest.mark.parametrize(("view", "word"), [("--story", "tell"), ("--stats", "count")])
def test_a_view_that_leaves_out_all_that_was_done_says_so(run: Run, duel_file: Path, view: str, word: str) -> None:
    run("set", "mira", "note=tired", "-f", duel_file)
    assert run("log", view, "-f", duel_file).out == f"Warning: the log has nothing to {word} yet.\n"


def test_a_story_of_what_is_undone_says_so(run: Run, duel_file: Path) -> None:
    run(*HIT, "-f", duel_file)
    run("undo", "-f", duel_file)
    assert run("log", "--story", "-f", duel_file).out == "Warning: all that was done is undone.\n"
    assert "Warning" not in run("log", "-f", duel_file).out
