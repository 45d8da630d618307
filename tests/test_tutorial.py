"""`tutorial`: each step is done by its line, anything else costs nothing, and nothing stays behind."""

from __future__ import annotations

import signal
import tempfile
from pathlib import Path

import pytest

from combatcli.commands.tutorial import END, STEPS
from support import Done, Run, shell
from terminal import Terminal


@pytest.fixture(name="taught")
def _taught(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the tutorial with lines from a pipe; hold that it leaves nothing behind."""
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))

    def taught(*lines: str) -> Done:
        done = run("tutorial", stdin="".join(f"{line}\n" for line in lines))
        assert list((tmp_path / "temporary").iterdir()) == []
        assert done.code == 0
        assert "Where to go from here:" in done.out
        return done

    return taught


def place(done: Done) -> int:
    """Return the step that was reached; one more than there are at the end."""
    told = [line.partition("/")[0] for line in done.out.splitlines() if f"/{len(STEPS)}  " in line]
    return len(STEPS) + 1 if END.partition(".")[0] in done.out else int(told[-1])


@pytest.mark.parametrize("lines", [[step.line for step in STEPS], [""] * len(STEPS)])
def test_the_lines_lead_through_all_steps_and_so_does_enter(taught: Run, lines: list[str]) -> None:
    for count in (1, len(lines)):
        done = taught(*lines[:count])
        assert done.err == ""
        assert place(done) == count + 1


@pytest.mark.parametrize(
    ("done_before", "line"),
    [
        (0, "shwo"),
        (0, "show --help"),
        (1, "attack mira ruffian"),
        (2, "attack mira ruffian --dice 1,2"),
        (2, "attack mira ruffian --dice 10,4,3,2 --apply"),
        (2, "attack mira nobody"),
        (3, "next"),
        (4, "undo 2"),
        (6, "show"),
        (8, "log"),
    ],
)
def test_another_line_draws_the_hint_and_takes_nothing_away(taught: Run, done_before: int, line: str) -> None:
    begun = [""] * done_before
    astray = taught(*begun, line)
    assert STEPS[done_before].hint in " ".join(astray.out.split())
    assert place(astray) == done_before + 1
    assert place(taught(*begun, line, *[""] * (len(STEPS) - 1 - done_before))) == len(STEPS)


def test_after_the_last_step_whoever_stays_plays_on(taught: Run) -> None:
    done = taught(*[""] * len(STEPS), "attack tomas thugs --dice 10,9,1,1", "wound", "quit", "show")
    assert "HIT   tomas -> thugs" in done.out
    assert "taken back" not in done.out


def test_without_standard_input_it_says_so(tmp_path: Path) -> None:
    done = shell("combatcli tutorial <&-", tmp_path)
    assert (done.returncode, done.stdout) == (4, "")
    assert "standard input is closed" in done.stderr


def test_on_a_terminal_the_guide_speaks_above_the_prompt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    terminal = Terminal("tutorial")
    terminal.until("1/10  You run a fight", then=">")
    terminal.type("\r")
    terminal.until("2/10  Mira faces a ruffian", then=">")
    terminal.type("tutorial\r")
    terminal.until("play is already running", then=">")
    terminal.type("\x04")
    assert "Where to go from here:" in terminal.until("odds 4d6kh3")
    assert terminal.end() == 0
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_a_window_that_is_closed_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TMPDIR", "XDG_STATE_HOME"):
        (tmp_path / name).mkdir()
        monkeypatch.setenv(name, str(tmp_path / name))
    terminal = Terminal("tutorial")
    terminal.until("1/")
    assert terminal.hang_up() == -signal.SIGHUP
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
