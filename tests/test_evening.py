"""Three rounds of each game in a real terminal: keys, what can still be read at the end, the board, what TAB offers."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from combatcli.rulesets import NAMES
from support import Run

evening = pytest.importorskip("evening", reason="pyte is not installed: pip install pyte", exc_type=ModuleNotFoundError)
Typed = tuple[str, str]
"""What is typed, and the commands that it stands for."""
NEXT: Typed = ("", "next")
TWICE: Typed = ("nex; nex", "next; next")
AGAIN: Typed = ("decl --ag", "declare --again")
STRIKE: Typed = ("at --al --ap", "attack --all --apply")
ORDER: Typed = ("ord", "order")
SHOOT: Typed = ("at vel hou --ap", "attack vela hound --apply")
VELA: Typed = ("", "next vela")
END: Typed = ("nex --rou", "next --round")
LATER: dict[str, list[Typed]] = {
    "realm": [AGAIN, NEXT, NEXT, NEXT, NEXT, STRIKE, NEXT, NEXT, NEXT],
    "blade": [ORDER, NEXT, AGAIN, TWICE, STRIKE, NEXT],
    "arq": [AGAIN, TWICE, STRIKE, NEXT],
    "beacon": [AGAIN, VELA, SHOOT, END],
}
"""A round after the one before, in which nobody changes their mind."""
ROUNDS: dict[str, list[list[Typed]]] = {
    "realm": [[STRIKE, NEXT, NEXT, NEXT], LATER["realm"], LATER["realm"]],
    "blade": [
        [STRIKE, NEXT],
        [ORDER, NEXT, ("decl osk at orc2", "declare osk attack orc2"), TWICE, STRIKE, NEXT],
        LATER["blade"],
    ],
    "arq": [[("decl bran act shout", "declare bran act shout"), TWICE, STRIKE, NEXT], LATER["arq"], LATER["arq"]],
    "beacon": [[VELA, SHOOT, END], LATER["beacon"], LATER["beacon"]],
}
MOST_KEYS = {"realm": 80, "blade": 60, "arq": 60, "beacon": 60}
"""With each of six declaring in full, a round of realm takes 192 keys for the declarations alone."""


def made(run: Run, folder: Path, game: str) -> tuple[Path, Path]:
    """Return two files of the same fight."""
    paths = folder / "here.toml", folder / "there.toml"
    for path in paths:
        assert run("new", game, "--example", "--seed", "friday", "-o", path).code == 0
    return paths


def fits(path: Path) -> bool:
    """Tell whether the last line of a fight's journal takes at most 0.7 of the file and 900 bytes more."""
    *_, line = path.with_name(f"{path.name}.journal").read_bytes().splitlines()
    return len(line) <= 0.7 * path.stat().st_size + 900


def joined(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.untraced
@pytest.mark.parametrize("game", NAMES)
def test_three_rounds_take_few_keys_and_all_that_was_reported_can_be_read_at_the_end(
    run: Run, tmp_path: Path, game: str
) -> None:
    path, same = made(run, tmp_path, game)
    reported: list[str] = []
    with evening.Evening(path, 24, 80) as table:
        assert f"{game}  round 1" in table.screen
        for lines in ROUNDS[game]:
            before = table.keys
            for typed, meant in lines:
                screen = table.enter(typed)
                for command in meant.split("; "):
                    done = run(*shlex.split(command), "-f", same)
                    assert done.code == 0, done.err
                    assert fits(same)
                    reported += [joined(line) for line in (done.out + done.err).splitlines()]
                board = screen.rpartition(f"{game}  round ")[2]
                assert board, screen
                assert "\n" in board
                assert board.splitlines()[-1].endswith(">")
            assert table.keys - before <= MOST_KEYS[game]
        whole = joined(table.whole)
    assert [line for line in reported if line not in whole] == []
    assert path.read_text(encoding="utf-8") == same.read_text(encoding="utf-8")


OFFERED = {
    "": "arena",
    "att": "attack",
    "attack ": "tomas",
    "attack mira thugs --w": "--weapon",
    "attack mira thugs --weapon ": "sabre",
    "declare tomas ": "protect",
    "set mira w": "wielding=sabre",
    "set . ph": "phase=push",
    "arena ": "breach",
    "next; move mira ": "roofs",
}
"""Lines, and a word that TAB has there on its first screen."""


def test_what_fits_is_on_the_first_screen_that_tab_shows(run: Run, tmp_path: Path) -> None:
    path, _ = made(run, tmp_path, "realm")
    with evening.Evening(path, 24, 80) as table:
        for line, word in OFFERED.items():
            assert "--help" not in table.offered(line, word)


def test_an_evening_goes_on_by_empty_lines_and_what_they_begin_is_finished(run: Run, tmp_path: Path) -> None:
    path, _ = made(run, tmp_path, "beacon")
    with evening.Evening(path, 24, 80) as table:
        assert "vela: to take a turn. Enter: next vela (begins the turn of vela)" in table.screen
        assert "vela: 1 Act, 1 React left. Enter: begins attack vela TARGET" in table.enter("")
        assert "Vela attacks Pale Hound" in table.enter("\rhound")
        assert "1 hit pending. Enter: wound" in table.screen
        assert "Pale Hound takes" in table.enter("")
        assert "Vela's turn is over." in table.enter("")
        assert "wight, hound: to take a turn. Enter: next wight (begins the turn of wight)" in table.screen
        assert "The Wight of the Bridge's turn (monsters)." in table.enter("")
        assert table.keys < 20
