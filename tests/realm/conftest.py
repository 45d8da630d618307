"""The barn in a file, in which arenas change."""

from __future__ import annotations

from pathlib import Path

import pytest

BARN = """
ruleset = "realm"
phase = "attack-assist-aimed"
[arenas.hayloft]
kind = "dense"
note = "bales"
size = "cramped"
links = ["ladder"]
[arenas.ladder]
[arenas.yard]
kind = "open"
links = ["hayloft"]
[combatants.mira]
arena = "hayloft"
player = true
[combatants.ogre]
arena = "hayloft"
[combatants.imp]
arena = "yard"
"""


@pytest.fixture
def barn_file(tmp_path: Path) -> Path:
    path = tmp_path / "fight.toml"
    path.write_text(BARN, encoding="utf-8")
    return path
