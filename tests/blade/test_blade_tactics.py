"""How a fight is fought by itself: who goes where, and spells that were declared are cast."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from forecasts import fight_of, lines_played

if TYPE_CHECKING:
    from pathlib import Path

ACTING = 'phase = "acting"\ninitiative = ["ours", "theirs"]\n'
BOW = 'weapons.bow = { close = 20, medium = 40, far = 60 }\nwielding = "bow"'


def blade(top: str = ACTING, **combatants: str) -> str:
    return fight_of("blade", top, **combatants)


def caster(mind: int, declared: str) -> str:
    """Return ann, a caster, and bob, in a tower where she is not."""
    return blade(f"{ACTING}[arenas.tower]", ann=f"mind = {mind}\n{declared}", bob='arena = "tower"')


@pytest.mark.rule("B10")
@pytest.mark.parametrize("held", ["", BOW])
def test_whoever_is_out_of_reach_of_all_foes_goes_toward_the_nearest(tmp_path: Path, held: str) -> None:
    text = blade(ann="position = [0, 0]", bob=f"position = [120, 160]\n{held}")
    played = lines_played(tmp_path / "fight.toml", text, rounds=2)
    assert [line for line in played if line.startswith("move")][:2] == ["move ann 24,32", "move bob 96,128"]


@pytest.mark.rule("B14", "B23")
@pytest.mark.parametrize(
    ("held", "lines"), [(BOW, ["move ann stairs", "attack ann bob --apply"]), ("", ["move ann bob", "next"])]
)
def test_archers_go_to_a_foes_arena_and_shoot_while_others_engage(tmp_path: Path, held: str, lines: list[str]) -> None:
    arenas = f'{ACTING}[arenas]\nyard.links = ["stairs"]\nstairs = {{}}'
    text = blade(arenas, ann=f'arena = "yard"\n{held}', bob='arena = "stairs"')
    assert lines_played(tmp_path / "fight.toml", text)[1:3] == lines


@pytest.mark.rule("B10")
def test_the_nearest_foe_is_in_ones_own_arena_then_in_those_that_touch_it(tmp_path: Path) -> None:
    arenas = f'{ACTING}[arenas]\nhall.links = ["gate"]\ngate.links = ["roof"]\nroof = {{}}'
    text = blade(arenas, ann='arena = "hall"', weak='arena = "roof"\nhealth = 1', near='arena = "gate"')
    assert lines_played(tmp_path / "fight.toml", text)[1] == "move ann near"


@pytest.mark.rule("B1")
def test_whoever_is_freed_by_a_friend_in_the_phase_goes_on_in_it(tmp_path: Path) -> None:
    al = 'agility = 12\nweapons.bow = { close = 60, medium = 70, far = 80 }\nwielding = "bow"'
    bob = 'health = 1\narmor = { category = "leather", protection = 0 }\nengaged = ["ann"]'
    text = blade(ann='engaged = ["bob"]', al=al, bob=bob, cat="")
    played = lines_played(tmp_path / "fight.toml", text)
    assert played[1:3] == ["attack al bob --apply", "move ann --charge cat"]


@pytest.mark.rule("B25", "B30")
@pytest.mark.parametrize("met", ["", 'deeds = { met = ["bob"] }'])
def test_an_archer_in_a_melee_shoots_before_it_though_a_foe_has_just_come(tmp_path: Path, met: str) -> None:
    ann = f'engaged = ["bob"]\nweapons.bow = {{ medium = 100 }}\n{met}'
    played = lines_played(tmp_path / "fight.toml", blade(ann=ann, bob="health = 1", cat="health = 1"))
    assert played[1] == "attack ann bob --apply"


@pytest.mark.rule("B23", "B30")
@pytest.mark.parametrize(
    ("weapon", "line"), [("close = 20", "attack ann bob --apply"), ("hands = 1, close = 20", "move ann --charge bob")]
)
def test_a_thrown_weapon_to_fight_with_stays_in_hand(tmp_path: Path, weapon: str, line: str) -> None:
    text = blade(ann=f"weapons.axe = {{ {weapon} }}", bob="health = 1", cat="health = 1")
    assert lines_played(tmp_path / "fight.toml", text)[1] == line


@pytest.mark.rule("B11", "B30")
def test_whoever_is_held_off_by_a_longer_weapon_comes_within_reach(tmp_path: Path) -> None:
    bob = "weapons.pike = { reach = 15 }\nposition = [15, 0]"
    text = blade(ann="position = [0, 0]", bob=bob, cat="health = 1\nposition = [99, 0]")
    assert lines_played(tmp_path / "fight.toml", text)[1] == "move ann bob"


@pytest.mark.rule("B30")
@pytest.mark.parametrize("line", ["attack weakest", "attack cat"])
def test_a_line_of_tactics_says_who_of_several_is_struck_in_a_melee(tmp_path: Path, line: str) -> None:
    ann = f'engaged = ["bob", "cat"]\ntactics = "{line}"'
    played = lines_played(
        tmp_path / "fight.toml", blade(ACTING.replace("acting", "melee"), ann=ann, bob="", cat="health = 1")
    )
    assert played[1:3] == ["declare ann attack cat", "attack --all --apply"]


@pytest.mark.rule("B25")
@pytest.mark.parametrize(
    "declared", ['declared = { action = "cast", what = "light" }', 'tactics = ["cast light", "move bob"]']
)
def test_a_spell_that_is_declared_is_cast(tmp_path: Path, declared: str) -> None:
    played = lines_played(tmp_path / "fight.toml", caster(12, declared))
    assert [line for line in played if line.split()[1:2] == ["ann"]][-1] == "test ann mind"


@pytest.mark.rule("B29")
@pytest.mark.parametrize(("tactics", "forces"), [("", False), ("answer force", True), ("answer force if hurt", False)])
def test_a_spell_that_failed_is_forced_only_where_tactics_say_so(tmp_path: Path, tactics: str, *, forces: bool) -> None:
    declared = f'declared = {{ action = "cast", what = "light" }}\ntactics = "{tactics}"' if tactics else ""
    declared = declared or 'declared = { action = "cast", what = "light" }'
    played = lines_played(tmp_path / "fight.toml", caster(2, declared))
    assert "test ann mind" in played
    assert ("test ann mind --force" in played) is forces


MELEE = ACTING.replace("acting", "melee")


@pytest.mark.rule("B30")
@pytest.mark.parametrize("tactics", ['"attack bob if hurt"', '["move nearest", "never answer force"]', '"attack cat"'])
def test_whoever_has_lines_of_which_none_is_a_strike_now_strikes_at_nobody(tmp_path: Path, tactics: str) -> None:
    ann = f'engaged = ["bob"]\ntactics = {tactics}'
    played = lines_played(tmp_path / "fight.toml", blade(MELEE, ann=ann, bob="", cat=""))
    assert played[1] == "attack --without ann --all --apply"


@pytest.mark.rule("B30")
@pytest.mark.parametrize("tactics", ["", "never answer force"])
def test_whoever_has_no_lines_on_deeds_strikes(tmp_path: Path, tactics: str) -> None:
    ann = f'engaged = ["bob"]\ntactics = "{tactics}"' if tactics else 'engaged = ["bob"]'
    assert lines_played(tmp_path / "fight.toml", blade(MELEE, ann=ann, bob=""))[1] == "attack --all --apply"


@pytest.mark.rule("B11", "B30")
@pytest.mark.parametrize(("top", "line"), [(ACTING, "move ann --charge bob"), (MELEE, "attack --all --apply")])
def test_hits_that_the_file_has_pending_come_first(tmp_path: Path, top: str, line: str) -> None:
    hits = '[[pending]]\nattacker = "bob"\ntarget = "ann"\ndamage = 1\n'
    engaged = 'engaged = ["bob"]' if "melee" in top else ""
    text = blade(top, ann=engaged, bob="") + hits
    assert lines_played(tmp_path / "fight.toml", text)[1:3] == ["wound", line]
