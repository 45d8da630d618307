"""A fight with its journal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from journaled import Fight

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def fight(tmp_path: Path) -> Fight:
    return Fight(tmp_path / "fight.toml")
