"""`play` as a script and on a terminal, and `show --watch` beside a writer."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import termios
from collections.abc import Callable
from pathlib import Path

import pytest
from prompt_toolkit.history import InMemoryHistory

from combatcli.__main__ import main
from combatcli.cli import command_named, parse_line, starts_like_dice
from combatcli.declarations import SessionCommandLine
from combatcli.errors import ExitCode, UsageError
from combatcli.pipeline.session import play_script, split_commands, with_file_option, words_of
from combatcli.pipeline.terminal import line_history
from support import Run, refused
from terminal import PROGRAM, Terminal

SHELL = SessionCommandLine(main, command_named, starts_like_dice, parse_line)
Begun = Callable[..., Terminal]
PLAY, WATCH = ("play",), ("show", "--watch", "-f")


@pytest.fixture(name="begun")
def _begun(realm_file: Path, on_terminal: list[Terminal]) -> Begun:
    def begun(words: tuple[str, ...] = PLAY, prompt: str = "+5>", **size: int) -> Terminal:
        terminal = Terminal(*words, str(realm_file), **size)
        on_terminal.append(terminal)
        terminal.until(prompt if words == PLAY else "nobody in alley")
        return terminal

    return begun


def left(terminal: Terminal) -> None:
    """Leave the program on a terminal as somebody does."""
    terminal.type("quit\r")
    assert terminal.end() == 0


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("attack mira ruffian", ["attack", "-f", "F", "mira", "ruffian"]),
        ("combatcli wound", ["wound", "-f", "F"]),
        ("arena add loft --kind open", ["arena", "add", "-f", "F", "loft", "--kind", "open"]),
        ("attack mira ruffian -f other.toml", ["attack", "mira", "ruffian", "-f", "other.toml"]),
        ("set mira note='out of breath' # a remark", ["set", "-f", "F", "mira", "note=out of breath"]),
        ("set mira note=-- --", ["set", "-f", "F", "mira", "note=--", "--"]),
        ("3d6+2", ["roll", "-f", "F", "3d6+2"]),
        ("odds 3d6", ["odds", "-f", "F", "3d6"]),
        ("? attack", ["attack", "-f", "F", "--help"]),
        ("attack mira ?", ["attack", "-f", "F", "--help"]),
        ("attack mira ruffian --dice ?", ["attack", "-f", "F", "mira", "ruffian", "--dice", "?"]),
        ("rules who acts first ?", ["rules", "-f", "F", "who", "acts", "first", "?"]),
        ("? arena", ["arena", "--help"]),
        ("? nothing", ["nothing", "-f", "F", "--help"]),
        ("?", ["help"]),
        ("nonsense x", ["nonsense", "-f", "F", "x"]),
        ("arena", ["arena"]),
        ("# a remark", []),
        ("", []),
    ],
)
def test_a_line_is_the_command_with_the_file(line: str, words: list[str]) -> None:
    assert with_file_option(words_of(line), "F", SHELL) == words


def test_a_script_stops_at_the_first_line_that_fails(
    run: Run, realm_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = ["attack mira ruffian\n", "# a remark\n", "\n", "attack mira nobody\n", "wound\n"]
    assert play_script(lines, str(realm_file), SHELL, keep_going=False) == 3
    assert "line 4 failed: attack mira nobody. What was done before it stands." in capsys.readouterr().err
    assert len(run("log", "-f", realm_file, "--json").events) == 1
    assert play_script([*lines[3:], "quit\n", "next\n"], str(realm_file), SHELL, keep_going=True) == 3
    assert [event["command"].split()[0] for event in run("log", "-f", realm_file, "--json").events] == [
        "attack",
        "wound",
    ]
    assert play_script(["attack 'mira\n"], str(realm_file), SHELL, keep_going=False) == 2
    interrupted = SHELL.changed(run=lambda *_, **__: ExitCode.INTERRUPTED)
    assert play_script(["show\n"], str(realm_file), interrupted, keep_going=True) == ExitCode.INTERRUPTED


def test_play_needs_a_file_that_is_there(run: Run, tmp_path: Path) -> None:
    assert run("play", tmp_path / "none.toml").code == 4
    refused(run("play"), 4, "Write: combatcli play fight.toml.")
    assert run("play", "fight.toml", "-f", "other.toml").code == 2
    assert run("new", "realm", "-o", tmp_path / "none.toml").code == 0
    assert run("play", "-f", tmp_path / "none.toml", stdin="add mira\n").code == 0


def test_an_evening_on_a_terminal(run: Run, realm_file: Path, begun: Begun) -> None:
    terminal = begun()
    terminal.type("attack mir ruff --dice 10,4,3,2\r")
    shown = terminal.until("+4>")
    assert "PENDING  1 hit: mira->ruffian 5" in shown
    assert "HIT   mira -> ruffian  wound 5 pending" in shown
    terminal.type("atta\t")
    terminal.until("attack")
    terminal.type("\x15\r")
    terminal.until("Enter: begins attack ruffian mira", then="+4> attack ruffian mira")
    terminal.type("\x15attack mira nobody; next\r")
    terminal.until("Not done: next.", then="+4>")
    terminal.type("next\r")
    terminal.until("1/push>")
    realm_file.write_text("# by hand\n" + realm_file.read_text(encoding="utf-8"), encoding="utf-8")
    terminal.type("wound --dice 1\r")
    assert "was changed by another hand" in terminal.until("Scarred Ruffian is broken.", then="1/push>")
    terminal.type("\x04")
    assert terminal.end() == 0
    assert not any(wiped in terminal.raw for wiped in (b"\x1b[3J", b"\x1b[2J", b"\x1b[?1049h"))
    assert realm_file.read_text(encoding="utf-8").startswith("# by hand\n")
    commands = [each["command"].split()[0] for each in run("log", "-f", realm_file, "--json").events]
    assert commands == ["attack", "next", "wound"]
    terminal = begun(prompt="1/push>")
    terminal.type("\x12ruff\r\r")
    terminal.until("attack mir ruff --dice", then="1/push>")
    left(terminal)


def test_a_low_terminal_has_what_is_needed_most(begun: Begun) -> None:
    terminal = begun(rows=12, columns=40)
    terminal.type("attack mira ruffian --dice 10,4,3,2\r")
    shown = terminal.until("+4>")
    assert "PENDING  1 hit: mira->ruffian 5" in shown
    assert "More than fits here" in shown
    assert "nobody in alley" not in shown
    left(terminal)


@pytest.mark.parametrize("rows", [24, 6])
def test_everybody_is_on_a_screen_and_the_top_line_goes_last(
    run: Run, realm_file: Path, on_terminal: list[Terminal], rows: int
) -> None:
    for who in ("rudo", "pell"):
        assert run("add", who, "--like", "ruffian", "-f", realm_file).code == 0
    for words in (WATCH, PLAY):
        terminal = Terminal(*words, str(realm_file), rows=rows)
        on_terminal.append(terminal)
        shown = terminal.until("realm  round 1")
        for who in ("mira", "tomas", "sefa", "ruffian", "thugs x3", "marksman", "rudo", "pell"):
            shown += "" if who in shown else terminal.until(who)
        assert words == PLAY or shown.count("\n") < rows


def test_watch_draws_what_changes_and_keeps_a_page_of_what_players_may_see(
    run: Run, realm_file: Path, begun: Begun, tmp_path: Path
) -> None:
    page = tmp_path / "players.html"
    terminal = begun(("show", "--players", "--html", str(page), "--watch", "-f"))
    first = page.read_text(encoding="utf-8")
    assert '<meta http-equiv="refresh"' in first
    assert not any(each in first for each in ("<script", "http://", "https://"))
    run("attack", "mira", "ruffian", "--dice", "10,4,3,2", "-f", realm_file)
    terminal.until("PENDING  1 hit: Mira Vane->Scarred Ruffian")
    second = re.sub(r"<[^>]+>", "", page.read_text(encoding="utf-8"))
    assert "Mira Vane-&gt;Scarred Ruffian" in second
    assert "Ruffian 5" not in second
    text = realm_file.read_text(encoding="utf-8")
    realm_file.unlink()
    terminal.until("Waiting for it.")
    realm_file.write_text("ruleset = ", encoding="utf-8")
    terminal.until("is not valid TOML")
    realm_file.write_text(text, encoding="utf-8")
    terminal.until("nobody in alley")
    os.kill(terminal.pid, signal.SIGINT)
    assert terminal.end() == 0


def test_watch_ends_when_nobody_reads_any_more(realm_file: Path) -> None:
    with subprocess.Popen([*PROGRAM, "show", "--watch", "-f", str(realm_file)], stdout=subprocess.PIPE) as watching:
        assert watching.stdout is not None
        watching.stdout.read(1)
        watching.stdout.close()
        assert watching.wait(30) == 141


def test_help_fits_the_screen_or_is_read_page_by_page_and_no_line_typed_there_is_lost(begun: Begun) -> None:
    terminal = begun(rows=34)
    terminal.type("?\r")
    shown = terminal.until("what the line above the prompt says.", then="+5>")
    assert "Enter goes on" not in shown
    assert "attack ruffian mira [--dice FACES]" in shown.partition("Resolve")[0]
    assert "has a pending hit of 5" in shown
    assert "a number is a marked one; *2" in shown
    terminal.type("? attack\r")
    assert "File and output" not in terminal.until("Enter goes on, q ends")
    terminal.type("\r")
    terminal.until("File and output", then="+5>")
    terminal.type("? attack\r")
    terminal.until("Enter goes on, q ends")
    terminal.type("attack mira ruffian --dice 10,4,3,2; set mira marked=[2]; next\r")
    assert terminal.until("1/push>").count("realm  round 1") == 1
    terminal.type("? attack\r")
    terminal.until("q ends:")
    terminal.type("q\r")
    terminal.until("1/push>")
    left(terminal)


def test_history_is_kept_for_each_fight_and_nowhere_where_that_is_not_allowed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    first, second = line_history(str(tmp_path / "a.toml")), line_history(str(tmp_path / "b.toml"))
    first.append_string("next")
    assert list(line_history(str(tmp_path / "a.toml")).load_history_strings()) == ["next"]
    assert list(second.load_history_strings()) == []
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    assert isinstance(line_history(str(tmp_path / "a.toml")), InMemoryHistory)


@pytest.mark.parametrize("words", [PLAY, WATCH])
def test_a_program_that_is_ended_leaves_the_terminal_as_it_was(begun: Begun, words: tuple[str, ...]) -> None:
    terminal = begun(words)
    cooked = termios.ICANON | termios.ECHO
    os.kill(terminal.pid, signal.SIGTERM)
    _, status = os.waitpid(terminal.pid, 0)
    assert os.waitstatus_to_exitcode(status) == -signal.SIGTERM
    assert termios.tcgetattr(terminal.fd)[3] & cooked == cooked
    # The terminal may echo its answer to a question that the program did not live to read.
    last = os.read(terminal.fd, 1 << 16).removesuffix(b"^[[1;1R")
    assert last.endswith(b"\x1b[?2004l\x1b[?25h\x1b[0m" + (b"" if words == PLAY else b"\x1b[?1049l"))


@pytest.mark.parametrize(
    ("line", "commands"),
    [
        ("wound; next", ["wound", "next"]),
        ("set mira note='a; b' ; next;", ["set mira note='a; b'", "next"]),
        ("roll x = 3d6; x*x", ["roll x = 3d6; x*x"]),
        ("roll 3d6; next", ["roll 3d6", "next"]),
        ("3d6; 2d6 # a; remark", ["3d6", "2d6 # a; remark"]),
        (r"set mira note=a\;b", [r"set mira note=a\;b"]),
        (" ;; ", []),
    ],
)
def test_semicolons_stand_between_commands(line: str, commands: list[str]) -> None:
    assert split_commands(line, SHELL) == commands


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("roll 3d6 + 2", ["roll", "3d6 + 2"]),
        ("3d6 - 2 -t 2", ["3d6 - 2", "-t", "2"]),
        ("odds 3d6 +2 --at-least 10", ["odds", "3d6 +2", "--at-least", "10"]),
        ("roll if(1d20 >= 15, 2d6, 0) 1d4", ["roll", "if(1d20 >= 15, 2d6, 0)", "1d4"]),
        ("odds a = 1d20; a >= 15 and a < 20", ["odds", "a = 1d20; a >= 15 and a < 20"]),
        ("odds 3d6 2d8 -v", ["odds", "3d6", "2d8", "-v"]),
        ("note mira + ogre", ["note", "mira", "+", "ogre"]),
    ],
)
def test_an_expression_may_have_spaces(line: str, words: list[str]) -> None:
    assert words_of(line) == words


def test_watch_needs_a_file_and_a_screen(run: Run, realm_file: Path) -> None:
    assert run("show", "--watch", stdin=realm_file.read_text(encoding="utf-8")).code == 2
    assert run("show", "--watch", "--json", "-f", realm_file).code == 2
    assert run("show", "--watch", "-f", realm_file.with_name("none.toml")).code == 4


def test_a_line_of_very_many_letters_makes_no_sense() -> None:
    with pytest.raises(UsageError):
        with_file_option(words_of("set a note=" + "x" * 30_000), "F", SHELL)
