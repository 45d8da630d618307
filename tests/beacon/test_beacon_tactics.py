"""How a fight is fought by itself: Acts until none is left, and what is done about a hit before it is applied."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from forecasts import fight_of, lines_played

if TYPE_CHECKING:
    from pathlib import Path


def facing(bob: str = "", at: int = 0, away: int = 5, hp: int = 40, ann: str = "") -> str:
    """Return bob, whose turn it will be, and ann so far away, whom he hits with nearly all that he rolls."""
    player = f'player = true\nstance = "cautious"\nbody = 3\nhp = {hp}\nmax_hp = 40\niron = 1'
    ann = f"{player}\nposition = [{away}, 0]\n{ann}"
    return fight_of("beacon", 'phase = "monsters"', bob=f"hp = 20\nposition = [{at}, 0]\n{bob}", ann=ann)


def of_bob(path: Path, bob: str = "", away: int = 5, hp: int = 40, ann: str = "") -> list[str]:
    played = lines_played(path, facing(bob=bob, away=away, hp=hp, ann=ann))
    turn = [*played[played.index("next bob") + 1 :], "next"]
    return turn[: turn.index("next")]


@pytest.mark.rule("E20")
def test_whoever_reaches_nobody_after_an_advance_goes_on(tmp_path: Path) -> None:
    assert of_bob(tmp_path / "fight.toml", away=100) == ["move bob 25,0", "move bob 50,0"]


@pytest.mark.rule("E20")
@pytest.mark.parametrize(
    ("weapon", "away", "moves"),
    [
        ("range = 50", 65, ["move bob 15,0"]),
        ("reach = 10", 35, ["move bob 25,0"]),
        ("reach = 10", 70, ["move bob 25,0", "move bob 50,0"]),
        ("", 20, ["move bob 15,0"]),
    ],
)
def test_an_advance_ends_where_a_foe_is_in_reach(tmp_path: Path, weapon: str, away: int, moves: list[str]) -> None:
    told = ", ".join(filter(None, ['effect = "d8"', weapon]))
    played = of_bob(tmp_path / "fight.toml", f'weapons.own = {{ {told} }}\nwielding = "own"', away=away)
    assert [line for line in played if line.startswith("move")] == moves


@pytest.mark.rule("E13")
@pytest.mark.parametrize(
    ("bob", "first"),
    [
        ('conditions = [{ name = "downed", severity = 2 }]', "declare bob stand"),
        (
            'weapons.crossbow = { effect = "d8", range = 50, properties = ["reload"], loaded = false }',
            "declare bob reload",
        ),
    ],
)
def test_whoever_is_down_stands_up_and_whoever_has_shot_loads_first(tmp_path: Path, bob: str, first: str) -> None:
    assert of_bob(tmp_path / "fight.toml", bob) == [first, "attack bob ann --apply"]


@pytest.mark.rule("E42")
def test_the_free_resistance_roll_ends_a_turn(tmp_path: Path) -> None:
    played = of_bob(tmp_path / "fight.toml", 'conditions = [{ name = "distracted", severity = 2 }]')
    assert played == ["attack bob ann --apply", "attack bob ann --apply", "recover bob"]


CLUB = 'tier = 3\nactions = { skirmish = 4 }\nweapons.club = { effect = "d12" }'


@pytest.mark.rule("E42")
@pytest.mark.parametrize(
    ("hp", "tactics", "resists"),
    [
        (40, "", False),
        (19, "", True),
        (40, 'tactics = "answer resist"', True),
        (19, 'tactics = "never answer resist"', False),
        (19, "max_stress = 0", False),
    ],
)
def test_whoever_is_hurt_resists_a_hit_before_it_is_applied(
    tmp_path: Path, hp: int, tactics: str, *, resists: bool
) -> None:
    played = of_bob(tmp_path / "fight.toml", CLUB, hp=hp, ann=tactics)
    assert ("recover ann --react --with body" in played) is resists
    assert ("attack bob ann" in played) is resists
    assert ("wound" in played) is resists


@pytest.mark.rule("E33")
@pytest.mark.parametrize(("tactics", "soaks"), [("", True), ('tactics = "never answer soak"', False)])
def test_boxes_of_soak_are_spent_on_hits_of_which_they_take_all_they_can(
    tmp_path: Path, tactics: str, *, soaks: bool
) -> None:
    played = of_bob(tmp_path / "fight.toml", CLUB, ann=f"soak = 9\n{tactics}")
    assert any(line.startswith("wound ann --soak ") for line in played) is soaks


BOW = 'weapons.bow = { effect = "d8", range = 50 }'
SWORD = 'weapons.sword = { effect = "d8" }'


@pytest.mark.rule("E20", "E31")
def test_a_shooter_steps_out_of_melee_before_they_shoot(tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    assert of_bob(path, BOW, ann=SWORD) == ["move bob -5,-5 --maneuver", "attack bob ann --apply"]
    unloaded = BOW.replace("range", 'properties = ["reload"], loaded = false, range')
    assert of_bob(path, unloaded, ann=SWORD) == ["move bob -5,-5 --maneuver", "declare bob reload"]


@pytest.mark.rule("E12", "E31")
@pytest.mark.parametrize(
    ("bob", "ann"),
    [
        ('conditions = [{ name = "slowed", severity = 2 }]', SWORD),
        ("", SWORD.replace("}", ", reach = 10 }")),
        ("", 'weapons.sling = { effect = "d4", range = 30 }'),
    ],
)
def test_a_shooter_who_could_not_shoot_after_it_or_is_not_freed_by_it_stays(tmp_path: Path, bob: str, ann: str) -> None:
    assert "attack bob ann --apply" in of_bob(tmp_path / "fight.toml", f"{BOW}\n{bob}", ann=ann)[:1]


@pytest.mark.rule("E20", "E23")
def test_a_step_of_five_feet_is_a_maneuver(tmp_path: Path) -> None:
    played = of_bob(tmp_path / "fight.toml", away=10, ann=SWORD.replace("}", ", reach = 10 }"))
    assert played[0] == "move bob 5,0 --maneuver"


@pytest.mark.rule("E13", "E41")
def test_whose_hands_are_empty_draws_a_weapon_first(tmp_path: Path) -> None:
    disarmed = 'wielding = ""\nweapons."long axe" = { effect = "d8" }'
    assert of_bob(tmp_path / "fight.toml", disarmed) == ["declare bob draw 'long axe'", "attack bob ann --apply"]
    fallen = f'{disarmed}\ndropped = ["long axe"]'
    assert of_bob(tmp_path / "fight.toml", fallen)[0] == "declare bob pick 'long axe'"


@pytest.mark.rule("E20")
def test_whoever_finds_no_place_beside_a_foe_comes_as_near_as_they_can(tmp_path: Path) -> None:
    places = [(x, y) for x in (95, 100, 105) for y in (-5, 0, 5) if (x, y) != (100, 0)]
    friends = [
        f'[combatants.f{n}]\nside = "theirs"\nplayer = true\nhp = 9\nposition = [{x}, {y}]'
        for n, (x, y) in enumerate(places)
    ]
    path = tmp_path / "fight.toml"
    assert of_bob(path, away=100, ann="\n".join(friends)) == ["move bob 25,0", "move bob 50,0"]
    near = facing(at=90, away=100, ann="\n".join(friends))
    played = lines_played(path, near)
    assert played[played.index("next bob") + 1] == "next"


@pytest.mark.rule("E20", "E30")
def test_whoever_has_no_foe_in_their_arena_goes_to_a_foes(tmp_path: Path) -> None:
    arenas = "[arenas.hall]\n[arenas.tower]\n"
    apart = facing(bob='arena = "hall"', ann='arena = "tower"').replace("position", "#")
    played = lines_played(tmp_path / "fight.toml", apart + arenas)
    assert played[played.index("next bob") + 1 :][:2] == ["move bob tower", "attack bob ann --apply"]


@pytest.mark.rule("E42")
def test_whoever_can_do_nothing_else_resists_a_wound_with_their_acts(tmp_path: Path) -> None:
    rooted = 'conditions = [{ name = "rooted", severity = 3 }]'
    played = of_bob(tmp_path / "fight.toml", rooted, away=100)
    assert played == ["recover bob --act", "recover bob --act", "recover bob"]


@pytest.mark.rule("E46")
def test_whoever_is_hidden_keeps_nobody_from_going_to_another_foe(tmp_path: Path) -> None:
    cid = '[combatants.cid]\nside = "ours"\nplayer = true\nhp = 20\nposition = [30, 0]'
    hidden = f'conditions = [{{ name = "hidden", quality = 5 }}]\n{cid}'
    assert of_bob(tmp_path / "fight.toml", ann=hidden)[0] == "move bob 25,0"
