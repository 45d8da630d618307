"""How a fight is fought by itself: who goes where, and spells that were declared are cast."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from forecasts import lines_played

if TYPE_CHECKING:
    from pathlib import Path

FAR = """ruleset = "blade"
phase = "acting"
initiative = ["ours", "theirs"]
[combatants.ann]
side = "ours"
position = [0, 0]
[combatants.bob]
side = "theirs"
position = [120, 160]
{held}
"""
BOW = 'weapons.bow = { close = 20, medium = 40, far = 60 }\nwielding = "bow"'
ARENAS = """ruleset = "blade"
phase = "acting"
initiative = ["ours", "theirs"]
[arenas.yard]
links = ["stairs"]
[arenas.stairs]
[combatants.ann]
side = "ours"
arena = "yard"
{held}
[combatants.bob]
side = "theirs"
arena = "stairs"
"""
SPELL = """ruleset = "blade"
phase = "acting"
initiative = ["ours", "theirs"]
[combatants.ann]
side = "ours"
mind = {mind}
{declared}
[combatants.bob]
side = "theirs"
arena = "tower"
[arenas.tower]
"""


@pytest.mark.rule("B10")
@pytest.mark.parametrize("held", ["", BOW])
def test_whoever_is_out_of_reach_of_all_foes_goes_toward_the_nearest(tmp_path: Path, held: str) -> None:
    played = lines_played(tmp_path / "fight.toml", FAR.format(held=held), rounds=2)
    assert [line for line in played if line.startswith("move")][:2] == ["move ann 24,32", "move bob 96,128"]


@pytest.mark.rule("B23")
@pytest.mark.parametrize(("held", "way"), [(BOW, "move ann stairs"), ("", "move ann bob")])
def test_archers_shoot_from_a_foes_arena_before_they_engage(tmp_path: Path, held: str, way: str) -> None:
    text = ARENAS.format(held=held)
    assert way in lines_played(tmp_path / "fight.toml", text)


@pytest.mark.rule("B1")
def test_whoever_is_freed_by_a_friend_in_the_phase_goes_on_in_it(tmp_path: Path) -> None:
    text = """ruleset = "blade"
phase = "acting"
initiative = ["ours", "theirs"]
[combatants.ann]
side = "ours"
engaged = ["bob"]
[combatants.al]
side = "ours"
agility = 12
weapons.bow = { close = 60, medium = 70, far = 80 }
wielding = "bow"
[combatants.bob]
side = "theirs"
health = 1
armor = { category = "leather", protection = 0 }
engaged = ["ann"]
[combatants.cat]
side = "theirs"
"""
    played = lines_played(tmp_path / "fight.toml", text)
    assert played[1:3] == ["attack al bob --apply", "move ann --charge cat"]


@pytest.mark.rule("B25")
@pytest.mark.parametrize(
    "declared", ['declared = { action = "cast", what = "light" }', 'tactics = ["cast light", "move bob"]']
)
def test_a_spell_that_is_declared_is_cast(tmp_path: Path, declared: str) -> None:
    played = lines_played(tmp_path / "fight.toml", SPELL.format(mind=12, declared=declared))
    assert [line for line in played if line.split()[1:2] == ["ann"]][-1] == "test ann mind"


@pytest.mark.rule("B29")
@pytest.mark.parametrize(("tactics", "forces"), [("", False), ("answer force", True), ("answer force if hurt", False)])
def test_a_spell_that_failed_is_forced_only_where_tactics_say_so(tmp_path: Path, tactics: str, *, forces: bool) -> None:
    declared = f'declared = {{ action = "cast", what = "light" }}\ntactics = "{tactics}"' if tactics else ""
    declared = declared or 'declared = { action = "cast", what = "light" }'
    played = lines_played(tmp_path / "fight.toml", SPELL.format(mind=2, declared=declared))
    assert "test ann mind" in played
    assert ("test ann mind --force" in played) is forces
