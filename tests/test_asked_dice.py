"""Dice that the table rolls: asked for on a terminal, told by `--dice ?`, typed behind a line of `play`."""

from __future__ import annotations

from pathlib import Path

import pytest

from combatcli.__main__ import main
from combatcli.cli import command_named, parse_line, starts_like_dice
from combatcli.declarations import SessionCommandLine
from combatcli.pipeline.session import play_script, with_file_option, words_of
from support import Run, refused, tables
from terminal import Terminal

SHELL = SessionCommandLine(main, command_named, starts_like_dice, parse_line)


def begun(run: Run, path: Path, game: str) -> Path:
    """Begin a fight whose dice are the table's."""
    assert run("new", game, "--example", "--seed", "friday", "-o", path).code == 0
    assert run("dice", "ask", "-f", path).code == 0
    assert tables(path)["dice"]["entered"] is True
    return path


ASKED = (
    (
        "realm",
        "attack mira ruffian",
        [
            ("Mira's attack on ruffian: roll 2d10: ", "12 2"),
            ("is impossible on a d10", "0"),
            ("Enter its 0 as 10.", ""),
            ("expected faces", "10"),
            ("Mira's attack on ruffian: roll 1d10: ", "4 4"),
            ("too many faces: 4 left over. 1 of 2 were needed.", "4"),
            ("The damage of mira's attack on ruffian: roll 1d5 + 1d3: ", "3,2"),
        ],
        "attack mira ruffian --dice 10,4,3,2",
    ),
    (
        "blade",
        "order --again",
        [
            ("The initiative of heroes, orcs: roll 2d6: ", "5 5"),
            ("The tied initiative of heroes, orcs: roll 2d6: ", "4 3"),
        ],
        "order --again --dice 5,5,4,3",
    ),
    (
        "beacon",
        "test vela hunt",
        [("Vela's test: roll 1d20 + 2d8: ", "20 1 2"), ("Vela's test: roll 1d20: ", "5")],
        "test vela hunt --dice 20,1,2,5",
    ),
    (
        "arq",
        "attack isa gob1 --missile",
        [("Isa's attack on gob1: draw a card: ", "99"), ("there is no card 99 in this deck", "4")],
        "attack isa gob1 --missile --cards 4",
    ),
)


@pytest.mark.parametrize(("game", "line", "answers", "logged"), ASKED)
def test_each_roll_is_asked_for_until_its_faces_fit_and_the_log_has_them(
    run: Run,
    tmp_path: Path,
    on_terminal: list[Terminal],
    game: str,
    line: str,
    answers: list[tuple[str, str]],
    logged: str,
) -> None:
    path = begun(run, tmp_path / "fight.toml", game)
    terminal = Terminal(*line.split(), "-f", str(path))
    on_terminal.append(terminal)
    for question, answer in answers:
        terminal.until(question)
        terminal.type(f"{answer}\r")
    assert terminal.end() == 0
    command = run("log", "-f", path, "--json").events[-1]["command"]
    assert command.replace(f" -f {path}", "") == logged


def test_ctrl_c_at_a_question_takes_the_command_back(run: Run, tmp_path: Path, on_terminal: list[Terminal]) -> None:
    path = begun(run, tmp_path / "fight.toml", "realm")
    before = path.read_bytes()
    terminal = Terminal("play", str(path))
    on_terminal.append(terminal)
    terminal.until("+5>")
    for answer in ("10 4\r", "\x03"):
        terminal.type("at mi ruf; next\r")
        terminal.until("roll 2d10: ")
        terminal.type(answer)
        if answer != "\x03":
            terminal.until("roll 1d5 + 1d3: ")
            terminal.type("\x03")
        terminal.until("Taken back: nothing has changed.", then="Not done: next.")
        terminal.until("+5>")
        assert path.read_bytes() == before
    terminal.type("quit\r")
    assert terminal.end() == 0


def test_what_is_rolled_in_play_is_asked_for_too(run: Run, tmp_path: Path, on_terminal: list[Terminal]) -> None:
    path = begun(run, tmp_path / "fight.toml", "arq")
    terminal = Terminal("play", str(path))
    on_terminal.append(terminal)
    for line in ("roll 2d6+1", "2d6+1"):
        terminal.until("+5>")
        terminal.type(f"{line}\r")
        terminal.until("2d6+1: roll 2d6: ")
        terminal.type("3 4\r")
        terminal.until("= 8")
    terminal.type("quit\r")
    assert terminal.end() == 0


def test_the_program_rolls_what_is_left_to_it_by_the_fights_seed(
    run: Run, tmp_path: Path, on_terminal: list[Terminal]
) -> None:
    path = begun(run, tmp_path / "fight.toml", "realm")
    terminal = Terminal("attack", "mira", "ruffian", "-f", str(path))
    on_terminal.append(terminal)
    terminal.until("roll 2d10: ")
    terminal.type("10 10\r")
    terminal.until("roll 1d5 + 1d3: ")
    terminal.type("R\r")
    terminal.until("HIT")
    assert terminal.end() == 0
    assert tables(path)["dice"]["step"] == 1


def test_the_program_rolls_for_json_what_is_left_to_it(run: Run, tmp_path: Path, on_terminal: list[Terminal]) -> None:
    terminal = Terminal("roll", "2d6", "--json", "-f", str(begun(run, tmp_path / "fight.toml", "realm")))
    on_terminal.append(terminal)
    terminal.until("roll 2d6: ")
    terminal.type("r\r")
    terminal.until('"kept"')
    assert terminal.end() == 0


def test_nobody_is_asked_where_there_is_no_terminal_or_no_wish_to_be(run: Run, tmp_path: Path) -> None:
    path = begun(run, tmp_path / "fight.toml", "realm")
    assert run("attack", "mira", "ruffian", "-f", path).code == 0
    assert run("dice", "roll", "-f", path).code == 0
    assert tables(path)["dice"] == {"seed": "friday", "step": 1, "version": 2, "entered": False}
    refused(run("dice", "throw", "-f", path), 2, "combatcli dice ask")


@pytest.mark.parametrize(
    ("game", "line", "needed"),
    [
        (
            "realm",
            "attack mira ruffian",
            [
                "Mira's attack on ruffian: 2d10.",
                "Perhaps the damage of mira's attack on ruffian: 1d5 + 1d3 or 1d5.",
            ],
        ),
        ("realm", "wound ruffian 4dF+5", ["The wound of ruffian: 4 Fate dice."]),
        ("arq", "attack isa gob1 --missile", ["Isa's attack on gob1: a card."]),
        ("beacon", "attack vela hound", ["Vela's attack on hound: 1d20 + 2d8."]),
        ("d20", "order", ["The initiative of mira, tomas, ogre, goblins: 4d20."]),
        ("wild", "attack red boss", ["Red's attack on boss: total: 1d8 + 1d6."]),
    ],
)
def test_a_question_mark_for_dice_says_what_would_be_rolled(
    run: Run, tmp_path: Path, game: str, line: str, needed: list[str]
) -> None:
    path = begun(run, tmp_path / "fight.toml", game)
    before = path.read_bytes()
    assert run(*line.split(), "--dice", "?", "-f", path).out.splitlines()[: len(needed)] == needed
    assert run(*line.split(), "--dice", "?", "--json", "-f", path).events[0]["certain"]
    assert path.read_bytes() == before


def test_where_nothing_is_rolled_a_question_mark_says_so(run: Run, realm_file: Path) -> None:
    refused(run("next", "--dice", "?", "-f", realm_file), 2, "nothing is rolled here")


@pytest.mark.parametrize(
    ("game", "line", "words"),
    [
        ("realm", "attack mira ruffian 10,4,3,2", "--dice 10,4,3,2"),
        ("realm", "attack mira ruffian --bonus 2 10 4, 3 2", "--bonus 2 --dice 10,4,3,2"),
        ("realm", "attack mira ruffian --dice 10 4, 3 2", "ruffian --dice 10,4,3,2"),
        ("realm", "test mira daring --dice 7 2", "daring --dice 7,2"),
        ("realm", "attack mira ruffian --dice 10,4 --bonus 2", "--dice 10,4 --bonus 2"),
        ("realm", "wound ruffian 4", "ruffian 4"),
        ("realm", "wound 3,4", "--dice 3,4"),
        ("realm", "order 1 2 3 4 5 6", "--dice 1,2,3,4,5,6"),
        ("arq", "attack isa gob1 --missile 4", "--missile --cards 4"),
        ("arq", "move isa 1,2", "isa 1,2"),
    ],
)
def test_numbers_at_the_end_of_a_line_of_play_are_faces(
    run: Run, tmp_path: Path, game: str, line: str, words: str
) -> None:
    path = tmp_path / "fight.toml"
    assert run("new", game, "--example", "-o", path).code == 0
    assert " ".join(with_file_option(words_of(line), str(path), SHELL)).endswith(words)


def test_a_script_enters_the_faces_of_the_table_so_too(run: Run, realm_file: Path) -> None:
    assert play_script(["attack mira ruffian 10,4,3,2\n"], str(realm_file), SHELL, keep_going=False) == 0
    assert run("log", "-f", realm_file, "--json").events[0]["command"].endswith("--dice 10,4,3,2")
