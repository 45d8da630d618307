"""The command line, run in this process."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest
from hypothesis import settings

from combatcli.__main__ import main
from combatcli.events import breaches
from combatcli.pipeline.output import Result
from combatcli.rulesets import is_game, load
from combatcli.rulesets.play import Play
from support import Done

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from support import Run

NOTHING = Path("/dev/null")

settings.register_profile("combatcli", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=2000, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "combatcli"))


def pytest_configure(config: pytest.Config) -> None:
    """Measure what the tests run in process alone: programs that they start would take twice as long."""
    if hasattr(config, "workerinput"):
        os.environ.pop("COVERAGE_PROCESS_CONFIG", None)


@pytest.fixture(autouse=True)
def _contract(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Hold every event that a test makes against the contract of its kind, and of its game."""
    told: list[tuple[str, dict[str, Any]]] = []
    tell, made = Play.tell, Result.__init__

    def telling(self: Play[Any], event: str, **values: object) -> dict[str, Any]:
        kept = tell(self, event, **values)
        told.append((self.fight.ruleset, kept))
        return kept

    def making(self: Result, events: Sequence[dict[str, Any]], **how: Any) -> None:  # noqa: ANN401
        made(self, events, **how)
        told.extend((self.game.name if self.game is not None else "", event) for event in events)

    monkeypatch.setattr(Play, "tell", telling)
    monkeypatch.setattr(Result, "__init__", making)
    yield
    for ruleset, event in told:
        own = load(ruleset).events if ruleset and is_game(ruleset) else {}
        assert breaches(event, own) == []


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run a command line in this process: ``run("roll", "3d6", stdin="…")``; words are made text, paths too."""
    monkeypatch.delenv("COMBATCLI_FILE", raising=False)

    def run_words(*words: object, stdin: str | None = None, terminal: bool = False) -> Done:
        out, err = io.BytesIO(), io.BytesIO()
        source = tmp_path / ".standard-input"
        if stdin is not None:
            source.write_bytes(stdin.encode())
        if terminal:
            source = Path(os.ttyname(os.openpty()[1]))
        elif stdin is None:
            source = NOTHING
        with monkeypatch.context() as patch, source.open("rb", buffering=0 if terminal else -1) as given:
            patch.setattr(sys, "stdin", io.TextIOWrapper(cast("io.BufferedReader", given), encoding="utf-8"))
            patch.setattr(sys, "stdout", io.TextIOWrapper(out, encoding="utf-8"))
            patch.setattr(sys, "stderr", io.TextIOWrapper(err, encoding="utf-8"))
            code = main([str(word) for word in words])
            sys.stdout.flush()
            sys.stderr.flush()
            return Done(code, out.getvalue().decode(), err.getvalue().decode())

    return run_words
