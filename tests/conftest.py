"""The command line, run in this process."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest
from hypothesis import settings

from combatcli.__main__ import main
from support import Done

if TYPE_CHECKING:
    from support import Run

NOTHING = Path("/dev/null")

settings.register_profile("combatcli", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=2000, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "combatcli"))


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
