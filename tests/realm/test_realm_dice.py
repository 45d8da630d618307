"""The dice of an attack in realm: those kept, the face die, groups, helpers, abilities, arenas (R11, R28, R30-R34)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from combatcli.rulesets.realm.weapons import DICE
from realm_fights import AT_BOB, armed, brawl, two
from support import FightFile, Run, fight, happened, play, refuses


@pytest.mark.rule("R30")
@pytest.mark.parametrize(
    ("weapon_class", "dice"),
    [
        *(("light", 2), ("heavy", 2), ("medium", 3), ("hand", 3), ("reach", 2)),
        ("very-heavy", 2),
        ("ranged", 2),
        ("unarmed", 1),
    ],
)
def test_each_class_rolls_its_own_number_of_dice(weapon_class: str, dice: int) -> None:
    faces = [1] * dice
    (event,) = happened(play(two(armed(weapon_class)), "attack", *faces, **AT_BOB), "attack")
    assert event["faces"] == faces


@pytest.mark.rule("R30")
def test_the_two_best_dice_are_kept_and_must_reach_the_defense() -> None:
    hit = play(two(target={"defense": 11}), "attack", 3, 7, 4, 2, **AT_BOB)
    (event,) = happened(hit, "attack")
    assert (event["faces"], event["kept"], event["total"], event["needed"]) == ([3, 7, 4], [7, 4], 11, 11)
    assert (event["hit"], event["damage"], event["damage_faces"]) == (True, 2, [2])
    assert hit.fight.pending[0].wounds == [2]
    miss = play(two(target={"defense": 12}), "attack", 3, 7, 4, **AT_BOB)
    (event,) = happened(miss, "attack")
    assert (event["hit"], event["damage"], miss.fight.pending) == (False, None, [])


@pytest.mark.rule("R31")
def test_a_ten_on_the_face_die_adds_a_d3_to_the_first_damage_die_of_a_hit() -> None:
    double = {"weapons": {"axe": {"class": "medium", "damage": "2d5"}}}
    played = play(two(double), "attack", 10, 1, 2, 2, 4, 3, **AT_BOB)
    (event,) = happened(played, "attack")
    assert (event["damage_faces"], event["face_bonus"], event["wounds"]) == ([2, 4], 3, [5, 4])
    other = play(two(double), "attack", 1, 10, 2, 2, 4, **AT_BOB)
    assert happened(other, "attack")[0]["wounds"] == [2, 4]
    missed = play(two({"wielding": ""}, {"defense": 11}), "attack", 10, **AT_BOB)
    assert not happened(missed, "attack")[0]["hit"]


@pytest.mark.rule("R31", "R40")
@pytest.mark.parametrize(
    ("damage", "faces", "told"),
    [
        ("2d5", "10,9,2,4,3", "hit, damage 2 + 3 by the face die, 4, wounds 5 and 4."),
        ("1d5+1", "10,9,2,3", "hit, damage 2 + 1 + 3 by the face die, wound 6."),
        ("1d5-1", "9,9,3", "hit, damage 3 - 1, wound 2."),
    ],
)
def test_a_hit_is_told_as_a_sum_that_adds_up(run: Run, damage: str, faces: str, told: str) -> None:
    axe = f'weapons.axe = {{ class = "light", damage = "{damage}" }}'
    text = f'ruleset = "realm"\n[combatants.ann]\n{axe}\n[combatants.bob]\n'
    assert told in run("attack", "ann", "bob", "--dice", faces, stdin=text).err


@pytest.mark.rule("R11")
@pytest.mark.parametrize(
    ("kind", "weapon_class", "bonus"),
    [
        ("tight", "light", 2),
        ("hazardous", "reach", 2),
        ("dense", "heavy", 2),
        ("dense", "very-heavy", 2),
        ("neutral", "light", 0),
        ("tight", "medium", 0),
        ("open", "light", 0),
        ("dense", "ranged", 0),
    ],
)
def test_an_arena_favors_some_weapons(kind: str, weapon_class: str, bonus: int) -> None:
    here = {"arena": "here"}
    encounter = two(armed(weapon_class) | here, here, arenas={"here": {"kind": kind}})
    faces = [1] * DICE[weapon_class]
    (event,) = happened(play(encounter, "attack", *faces, **AT_BOB), "attack")
    assert sum(event["bonuses"].values()) == bonus


@pytest.mark.rule("R11", "R23")
@pytest.mark.parametrize(
    ("weapon", "arena", "target", "order", "bonuses"),
    [
        (armed("ranged"), "alley", "square", {}, {"open": 2}),
        (armed("ranged"), "square", "alley", {}, {}),
        (armed("light", range="thrown"), "alley", "alley", {}, {"tight": 2}),
        (armed("light", range="thrown"), "alley", "alley", {"throw": True}, {}),
        (armed("light", range="thrown"), "alley", "square", {}, {"open": 2}),
    ],
)
def test_for_a_shot_or_a_throw_the_targets_arena_counts(
    weapon: dict[str, Any], arena: str, target: str, order: dict[str, Any], bonuses: dict[str, int]
) -> None:
    arenas = {"alley": {"kind": "tight", "links": ["square"]}, "square": {"kind": "open"}}
    encounter = two(weapon | {"arena": arena}, {"arena": target}, arenas=arenas)
    assert happened(play(encounter, "attack", 1, 2, **AT_BOB, **order), "attack")[0]["bonuses"] == bonuses


@pytest.mark.rule("R0", "R40")
def test_armor_is_taken_off_each_wound_down_to_one() -> None:
    double = {"weapons": {"axe": {"class": "medium", "damage": "2d5"}}}
    played = play(two(double, {"armor": 2}), "attack", 9, 8, 7, 4, 1, **AT_BOB)
    assert happened(played, "attack")[0]["wounds"] == [2, 1]


@pytest.mark.rule("R28")
def test_each_helper_adds_a_die_and_the_two_best_are_kept() -> None:
    encounter = fight(
        "realm",
        phase="attack-assist-aimed",
        combatants={"ann": armed("medium"), "bob": {}, "cid": armed("hand", bonus=5), "dora": {}},
    )
    order = {"attacker": "ann", "targets": ["bob"], "assist": ["cid", "dora"]}
    (event,) = happened(play(encounter, "attack", 1, 2, 3, 4, 5, **order), "attack")
    assert (event["kept"], event["total"], event["assisted_by"]) == ([5, 4], 9, ["cid", "dora"])


@pytest.mark.rule("R28")
def test_helpers_must_stand_in_the_same_arena_and_be_able() -> None:
    arenas = {"a": {"links": ["b"]}, "b": {}}
    combatants = {"ann": {"arena": "a"}, "bob": {"arena": "a"}, "cid": {"arena": "b"}, "dora": {"status": ["broken"]}}
    encounter = fight("realm", combatants=combatants, arenas=arenas)
    for helper, reason in (("cid", "not in the same arena"), ("dora", "broken"), ("ann", "cannot assist themselves")):
        refuses(reason, encounter, "attack", 1, 2, **AT_BOB, assist=[helper])


@pytest.mark.rule("R28")
def test_a_helper_counts_once_and_never_against_themselves() -> None:
    encounter = two()
    order = {"attacker": "ann", "targets": ["bob"]}
    twice = play(encounter, "attack", 1, 2, 3, 4, **order, assist=["cid", "cid"])
    assert happened(twice, "attack")[0]["assisted_by"] == ["cid"]
    refuses("bob cannot assist an attack on themselves", encounter, "attack", **order, assist=["bob"])
    other = play(encounter, "declare", who="cid", action="assist", targets=["bob"]).fight
    helped = play(other, "attack", 1, 2, 3, 4, **order, assist=["cid"])
    assert "cid declared assist bob, not ann (R7)" in helped.warnings


def mob(count: int, weapon_class: str | None = "light", **more: object) -> Any:
    """Return a fight in which a group of some minions stands against bob."""
    arms = {"weapons": {"it": {"class": weapon_class}}, "wielding": "it"} if weapon_class else {}
    return fight(
        "realm",
        phase="attack-assist-aimed",
        combatants={"mob": {"side": "foes", "count": count, **arms, **more}, "bob": {"side": "heroes", "player": True}},
    )


def blow(encounter: Any, *faces: int, **order: Any) -> dict[str, Any]:
    (event,) = happened(play(encounter, "attack", *faces, attacker="mob", targets=["bob"], **order), "attack")
    return event


@pytest.mark.rule("R32", "R30")
@pytest.mark.parametrize(
    ("weapon_class", "count", "dice"),
    [
        ("light", 1, 2),
        ("light", 2, 3),
        ("light", 5, 6),
        ("medium", 2, 4),
        ("medium", 4, 6),
        ("heavy", 3, 4),
        ("ranged", 2, 3),
        (None, 2, 2),
        (None, 3, 3),
    ],
)
def test_a_group_rolls_one_die_more_for_each_member_after_the_first(
    weapon_class: str | None, count: int, dice: int
) -> None:
    for place in range(1, dice):
        faces = [1] * dice
        faces[0], faces[place] = 4, 5
        event = blow(mob(count, weapon_class), *faces)
        assert (event["faces"], event["kept"], event["total"], event["hit"]) == (faces, [5, 4], 9, False)


@pytest.mark.rule("R32")
def test_a_group_makes_one_attack_and_does_the_damage_of_one() -> None:
    played = play(mob(4), "attack", 1, 2, 10, 10, 3, 4, attacker="mob", targets=["bob"])
    (event,) = happened(played, "attack")
    assert (event["kept"], event["total"], event["wounds"], event["face_bonus"]) == ([10, 10], 20, [4], 0)
    assert [hit.wounds for hit in played.fight.pending] == [[4]]
    face = play(mob(4), "attack", 10, 2, 1, 1, 1, 2, 3, attacker="mob", targets=["bob"])
    assert happened(face, "attack")[0]["wounds"] == [5]


@pytest.mark.rule("R32")
def test_a_group_rolls_fewer_dice_as_its_members_fall() -> None:
    encounter = mob(3, wounds=1)
    for faces in ((1, 1, 2, 3), (1, 2, 3), (2, 3)):
        assert blow(encounter, *faces)["kept"] == [3, 2]
        encounter = play(encounter, "wound", targets=["mob"], amount="1").fight
    assert encounter.combatants["mob"].status == ["dead"]


DUEL = """
ruleset = "realm"
phase = "attack-assist-aimed"
[combatants.ann]
wielding = "axe"
weapons.axe = { class = "medium", bonus = 1 }
weapons.club = { class = "medium" }
weapons.rake = { class = "medium", bonus = -2 }
[combatants.bob]
defense = 12
"""


@pytest.fixture
def file(fight_file: FightFile) -> Path:
    return fight_file(DUEL)


@pytest.mark.rule("R34")
@pytest.mark.parametrize(
    ("words", "hits", "misses", "total", "needed"),
    [
        ([], "6,5,1", "6,4,1", 12, 12),
        (["--weapon", "club"], "6,6,1", "6,5,1", 12, 12),
        (["--weapon", "rake"], "7,7,1", "7,6,1", 12, 12),
        (["--bonus", "2"], "5,4,1", "5,3,1", 12, 12),
        (["--bonus", "-3"], "7,7,1", "7,6,1", 12, 12),
        (["--bonus", "2", "--weapon", "club"], "6,4,1", "5,4,1", 12, 12),
        (["--extra-dice", "1"], "1,1,6,5", "1,1,6,4", 12, 12),
        (["--extra-dice", "2"], "1,1,1,5,6", "4,1,4,4,6", 12, 12),
        (["--defense", "3"], "7,7,1", "7,6,1", 15, 15),
        (["--defense", "3", "--bonus", "3"], "6,5,1", "6,4,1", 15, 15),
    ],
)
def test_what_abilities_give_is_said_on_the_command_line_or_stands_with_the_weapon(
    run: Run, file: Path, words: list[str], hits: str, misses: str, total: int, needed: int
) -> None:
    attack = ("attack", "ann", "bob", *words, "-f", file, "--json", "-n", "--dice")
    hit = run(*attack, f"{hits},2").event("attack")
    assert (hit["total"], hit["needed"], hit["hit"]) == (total, needed, True)
    assert (hit["wounds"], hit["faces"]) == ([2], [int(face) for face in hits.split(",")])
    missed = run(*attack, misses).event("attack")
    assert (missed["total"], missed["needed"], missed["hit"]) == (total - 1, needed, False)


@pytest.mark.rule("R34")
def test_what_is_said_for_one_attack_is_gone_with_it(run: Run, file: Path) -> None:
    attack = ("attack", "ann", "bob", "-f", file, "--json")
    run(*attack, "--bonus", "2", "--extra-dice", "1", "--defense", "9", "--dice", "1,1,2,2")
    again = run(*attack, "--dice", "6,4,1").event("attack")
    assert (again["bonuses"], again["total"], again["needed"]) == ({"weapon": 1}, 11, 12)


@pytest.mark.rule("R11")
@pytest.mark.parametrize(
    ("weapon_class", "kind", "warned"),
    [
        ("heavy", "dense", True),
        ("very-heavy", "dense", True),
        ("heavy", "neutral", False),
        ("heavy", None, False),
        ("light", "dense", False),
        ("ranged", "dense", False),
    ],
)
def test_collateral_damage_is_a_heavy_weapons_in_a_dense_arena(
    weapon_class: str, kind: str | None, *, warned: bool
) -> None:
    here = {"arena": "here"} if kind else {}
    weapons = {"it": {"class": weapon_class}}
    encounter = fight(
        "realm",
        phase="attack-assist-aimed",
        arenas={"here": {"kind": kind}} if kind else {},
        combatants={"mob": {**here, "weapons": weapons, "wielding": "it"}, "bob": here},
    )
    warnings = play(encounter, "attack", 1, 2, attacker="mob", targets=["bob"]).warnings
    assert any("collateral damage" in warning for warning in warnings) == warned


@pytest.mark.rule("R25")
def test_a_helper_who_is_held_assists_against_the_holder_alone() -> None:
    held = {"status": ["impeded"], "by": {"impeded": "dora"}, "until": {"impeded": 1}}
    refuses(
        "cid is impeded by dora and may assist against nobody else", brawl(cid=held), "attack", **AT_BOB, assist=["cid"]
    )
