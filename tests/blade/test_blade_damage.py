"""Damage of blade: hands, two weapons, armor, piercing (B40, B41)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blade_fights import blow, two
from combatcli.errors import InvalidError
from combatcli.rulesets.blade.schema import Armor, Piercing, Weapon
from combatcli.rulesets.blade.weapons import protection
from support import happened, odds, play


@pytest.mark.rule("B40")
def test_two_weapons_use_what_the_first_one_says() -> None:
    pair = {
        "strength": 9,
        "agility": 5,
        "weapons": {
            "sword": {"piercing": [{"category": "metal", "value": 1}]},
            "knife": {"attribute": "agility", "damage": "1d4"},
        },
        "wielding": ["sword", "knife"],
    }
    event = blow(two(pair, {"armor": {"category": "Metal", "protection": 1}}), 1, 2, 2, 4)
    assert (event["attribute"], event["value"], event["protection"], event["damage"]) == ("strength", 9, 0, 4)
    swapped = blow(two({**pair, "wielding": ["knife", "sword"]}), 1, 2, 2, 4)
    assert (swapped["attribute"], swapped["value"]) == ("agility", 5)
    assert blow(two(pair), 1, 2, 2, 4, weapon="sword,knife")["weapon"] == "sword and knife"


@pytest.mark.rule("B40", "B0")
@pytest.mark.parametrize(
    ("first", "second", "faces", "damage"),
    [
        ({}, {"damage": "1d4+3"}, (6, 4), 7),
        ({"damage": "1d4+3"}, {}, (1, 6), 6),
        ({"damage": "1d4+3"}, {"damage": "1d4"}, (2, 4), 5),
        ({"damage": "1d8"}, {"damage": "1d4"}, (8, 4), 8),
        ({}, {}, (2, 6), 6),
    ],
)
def test_the_higher_of_two_weapons_counts_by_the_damage_of_each(
    first: dict[str, Any], second: dict[str, Any], faces: tuple[int, int], damage: int
) -> None:
    held = {"weapons": {"sword": first, "knife": second}, "wielding": ["sword", "knife"]}
    event = blow(two(held), 1, 2, *faces)
    assert (event["damage_faces"], event["damage"]) == (list(faces), damage)


@pytest.mark.rule("B40")
def test_damage_is_never_below_0() -> None:
    playing = play(
        two({"weapons": {"straw": {"damage": "1d4-3"}}}), "attack", 1, 2, 1, attacker="darna", targets=["orc"]
    )
    assert happened(playing, "attack")[0]["damage"] == 0
    assert playing.fight.pending == []


@pytest.mark.rule("B41")
def test_the_games_own_examples_of_armor() -> None:
    leather = two(target={"armor": {"category": "leather", "protection": 1}})
    assert blow(leather, 1, 2, 3)["damage"] == 2
    pick = {"weapons": {"pick": {"piercing": [{"category": "metal", "value": 2}]}}}
    assert blow(two(pick, {"armor": {"category": "metal", "protection": 3}}), 1, 2, 4)["damage"] == 3
    assert blow(two(pick, {"armor": {"category": "leather", "protection": 3}}), 1, 2, 4)["damage"] == 1


@pytest.mark.rule("B41")
@pytest.mark.parametrize("worn", ["leather", "Leather", "LEATHER"])
@pytest.mark.parametrize("pierced", ["leather", "Leather", "LEATHER"])
def test_a_category_of_armor_is_the_same_however_it_is_written(worn: str, pierced: str) -> None:
    pick = {"weapons": {"pick": {"piercing": [{"category": "metal", "value": 3}, {"category": pierced, "value": 2}]}}}
    event = blow(two(pick, {"armor": {"category": worn, "protection": 3}}), 1, 2, 4)
    assert (event["protection"], event["damage"]) == (1, 3)


@pytest.mark.rule("B41")
@given(st.integers(0, 9), st.integers(0, 9), st.sampled_from(["metal", "bone"]))
def test_armor_never_adds_damage_and_piercing_takes_no_more_than_is_there(
    worn: int, pierced: int, category: str
) -> None:
    pick = Weapon(piercing=[Piercing(category="metal", value=pierced)])
    left = protection(Armor(category=category, protection=worn), pick)
    assert left == (max(0, worn - pierced) if category == "metal" else worn)


@pytest.mark.rule("B20", "B21", "B40", "B41")
@pytest.mark.parametrize("needed", range(1, 14))
@pytest.mark.parametrize("weapons", [["a"], ["b"], ["a", "c"]])
def test_odds_are_those_of_all_faces(needed: int, weapons: list[str]) -> None:
    held = {"weapons": {"a": {}, "b": {"hands": 2}, "c": {}}, "wielding": weapons}
    encounter = two(held, {"armor": {"protection": 2}, "health": 3})
    told = odds(encounter, "attack", attacker="darna", targets=["orc"], bonus=needed - 7)
    dice = len(weapons)
    counts: dict[int, int] = {}
    hits = 0
    for faces in product(range(1, 7), repeat=2 + dice):
        total = faces[0] + faces[1]
        hit = total == 2 or (total <= needed and total != 12)
        done = max(0, max(faces[2:]) + (weapons == ["b"]) - 2) if hit else 0
        hits += hit
        counts[done] = counts.get(done, 0) + 1
    every = 6 ** (2 + dice)
    hit_odds, damage, end = told
    assert (hit_odds["of"], Fraction(hit_odds["chance"])) == ("hit", Fraction(hits, every))
    assert {int(key): Fraction(value) for key, value in damage["outcomes"].items()} == {
        key: Fraction(count, every) for key, count in counts.items()
    }
    gone = sum(count for done, count in counts.items() if done >= 3)
    assert (end["of"], Fraction(end["chance"])) == ("taken out", Fraction(gone, every))


def test_damage_that_is_no_dice_is_named_by_its_key() -> None:
    encounter = two({"weapons": {"it": {}}})
    broken = encounter.with_combatant("darna", weapons={"it": Weapon(damage="1d")})
    with pytest.raises(InvalidError, match=r"combatants\.darna\.weapons\.it\.damage"):
        play(broken, "attack", attacker="darna", targets=["orc"])


@pytest.mark.rule("B41")
@pytest.mark.parametrize(
    ("worn", "pierced"),
    [("dragon-scales", "Dragon Scales"), ("Dragon Scales", "dragonscales"), ("METAL", "metal"), ("", " - ")],
)
def test_categories_are_one_whatever_their_capitals_spaces_and_hyphens(worn: str, pierced: str) -> None:
    weapon = Weapon(piercing=[Piercing(category=pierced, value=2)])
    assert protection(Armor(category=worn, protection=3), weapon) == (1 if worn else 3)
    assert protection(Armor(category="leather", protection=3), weapon) == 3
