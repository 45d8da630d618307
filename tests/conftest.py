"""What every test has: a user's environment, programs beside Python if they are here, the command line in process."""

from __future__ import annotations

import contextlib
import gc
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from coverage import Coverage
from hypothesis import settings
from offered import HEARD

from support import DUEL, FightFile, Run, install, run_in_process
from terminal import Terminal
from tools import advice
from user_environment import close_standard_input, restore_signals, user_environment

settings.register_profile("combatcli", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=2000, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "combatcli"))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add an option that forbids to skip tests for want of a program."""
    parser.addoption("--require-tools", action="store_true", help="fail where a program that tests need is missing")
    parser.addoption("--skipped-to", metavar="FILE", help="write why tests were skipped to a file, a line each")


def pytest_configure(config: pytest.Config) -> None:
    """Measure what the tests run in process alone."""
    if hasattr(config, "workerinput"):
        _measure_no_programs()


def pytest_collection_finish() -> None:
    """Let no later search for garbage go through all that was imported and collected."""
    gc.collect()
    gc.freeze()


def _measure_no_programs() -> None:
    """Measure no programs that tests start, which would take four times as long; coverage does whenever it starts."""
    os.environ.pop("COVERAGE_PROCESS_CONFIG", None)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Write down why tests were skipped, for whoever prints more after pytest."""
    path = config.getoption("--skipped-to")
    if path:
        reports = terminalreporter.stats.get("skipped", [])
        reasons = [report.longrepr[2].removeprefix("Skipped: ") for report in reports]
        Path(path).write_text("".join(f"{reason}\n" for reason in reasons), encoding="utf-8")


@pytest.fixture(scope="session", autouse=True)
def _user_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Give every test, and every program that one starts, the environment of a user."""
    environment = user_environment(os.environ, tmp_path_factory.mktemp("home"))
    restore_signals()
    close_standard_input()
    with pytest.MonkeyPatch.context() as patch:
        for key in os.environ.keys() - environment.keys():
            patch.delenv(key)
        for key, value in environment.items():
            patch.setenv(key, value)
        yield


@pytest.fixture(params=["", "1"], ids=["buffered", "unbuffered"])
def _buffering(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a test twice: with Python's buffers, as every user has them, and without."""
    if request.param:
        monkeypatch.setenv("PYTHONUNBUFFERED", request.param)


@pytest.fixture(scope="session")
def need(request: pytest.FixtureRequest) -> Callable[[str], str]:
    """Return where a program is that a test needs; without it skip the test, or fail it if none may be skipped."""

    def path_of(tool: str) -> str:
        path = shutil.which(tool)
        if path is not None:
            return path
        reason = f"{tool} is not installed: {advice([tool])}"
        if request.config.getoption("--require-tools"):
            pytest.fail(reason)
        pytest.skip(reason)

    return path_of


@pytest.fixture(autouse=True)
def _untraced(request: pytest.FixtureRequest) -> Iterator[None]:
    """Measure no coverage of a test that is marked so."""
    unmeasured = any(map(request.node.get_closest_marker, ("untraced", "unmeasured")))
    if not (unmeasured and Coverage.current()):
        yield
        return
    tracer = sys.gettrace()
    sys.settrace(None)
    yield
    sys.settrace(tracer)


@pytest.fixture(autouse=True)
def _offered_lines_are_typed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Type each line that a test was offered, if it is the first of its kind."""
    yield
    if HEARD.offers:
        folder = tmp_path_factory.mktemp("typed")
        with pytest.MonkeyPatch.context() as patch:
            wrong = list(HEARD.typed(partial(run_in_process, patch, folder), folder))
        assert not wrong, "\n".join(wrong)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run a command line in this process: ``run("roll", "3d6", stdin="…")``; words are made text, paths too."""
    return partial(run_in_process, monkeypatch, tmp_path)


@pytest.fixture
def fight_file(tmp_path: Path) -> FightFile:
    """Write an encounter into the file of a fight, and return where it is."""

    def write(text: str) -> Path:
        path = tmp_path / "fight.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def realm_file(run: Run, fight_file: FightFile) -> Path:
    """Return the example of realm in a file."""
    return fight_file(run("new", "realm", "--example", "--seed", "friday").out)


@pytest.fixture
def duel_file(fight_file: FightFile) -> Path:
    """Return a duel of realm in a file."""
    return fight_file(DUEL)


@pytest.fixture
def _on_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let reports take standard output for a terminal of 80 columns, without colors."""
    monkeypatch.setattr("combatcli.report.report_text.on_terminal", lambda: True)
    for key, value in {"TERM": "xterm", "NO_COLOR": "1", "COLUMNS": "80"}.items():
        monkeypatch.setenv(key, value)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Register the toy game as an installed package would."""
    install(monkeypatch, tmp_path, "toy", "toygame:GAME")


@pytest.fixture(name="on_terminal")
def _on_terminal() -> Iterator[list[Terminal]]:
    kept: list[Terminal] = []
    yield kept
    for each in kept:
        with contextlib.suppress(ProcessLookupError, ChildProcessError):
            os.kill(each.pid, signal.SIGKILL)
            os.waitpid(each.pid, 0)
