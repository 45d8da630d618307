"""A fight with its journal."""

from __future__ import annotations

from pathlib import Path

import pytest

from journaled import Fight


@pytest.fixture
def fight(tmp_path: Path) -> Fight:
    return Fight(tmp_path / "fight.toml")
