"""What is added to the dice of an attack: the members of a group, and what abilities give (R32, R34)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from support import fight, happened, play, refuses

if TYPE_CHECKING:
    from pathlib import Path

    from support import Run


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


@pytest.mark.rule("R32", "R28", "R34")
def test_helpers_and_abilities_come_on_top_of_a_groups_dice() -> None:
    encounter = fight(
        "realm",
        phase="attack-assist-aimed",
        combatants={
            "mob": {"side": "foes", "count": 2, "weapons": {"it": {"class": "light"}}, "wielding": "it"},
            "dog": {"side": "foes"},
            "bob": {"side": "heroes"},
        },
    )
    assert blow(encounter, 1, 1, 1, 4, 5, assist=["dog"], extra_dice=1)["kept"] == [5, 4]


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
def file(tmp_path: Path) -> Path:
    path = tmp_path / "duel.toml"
    path.write_text(DUEL, encoding="utf-8")
    return path


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


ARMS = {"sabre": "medium", "dagger": "light", "pike": "reach"}


def fencer(**more: object) -> dict[str, Any]:
    """Return somebody with a sabre and a parrying dagger, and a pike beside the dagger of which nothing is parried."""
    weapons = {name: {"class": weapon_class} for name, weapon_class in ARMS.items()}
    return {"weapons": weapons, "wielding": "sabre", "parrying": "dagger", **more}


def fencers() -> Any:
    return fight("realm", phase="attack-assist-aimed", combatants={"mob": fencer(daring=1), "bob": fencer(daring=3)})


@pytest.mark.rule("R33")
@pytest.mark.parametrize("use", ["attack", "wound"])
def test_a_parrying_weapon_must_fit_beside_the_weapon_that_attacks(use: str) -> None:
    assert blow(fencers(), 3, 4, parry=[use])["weapon"] == "sabre"
    refuses(
        "mob holds no parrying weapon that fits beside the main one",
        fencers(),
        "attack",
        attacker="mob",
        targets=["bob"],
        weapon="pike",
        parry=[use],
    )


@pytest.mark.rule("R33")
def test_what_parries_a_blow_must_fit_beside_its_own_wielders_weapon() -> None:
    assert blow(fencers(), 4, 5, weapon="pike", parry=["daring"])["bonuses"] == {"parried": -3}
    with_pike = fencers().with_combatant("bob", wielding="pike")
    refuses(
        "bob holds no parrying weapon that fits", with_pike, "attack", attacker="mob", targets=["bob"], parry=["daring"]
    )


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


@pytest.mark.rule("R7", "R27")
def test_a_declaration_written_against_two_is_still_one_attack() -> None:
    combatants = {
        "mob": {"declared": {"phase": 5, "action": "attack", "targets": ["bob", "cid"]}},
        "bob": {},
        "cid": {},
    }
    encounter = fight("realm", phase="attack-assist-aimed", combatants=combatants)
    assert [event["target"] for event in happened(play(encounter, "attack", 5, all=True), "attack")] == ["bob"]
