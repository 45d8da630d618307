"""Attacks of blade: two dice under an attribute, ranges, called shots, narrow places, damage (B20–B28, B40, B41)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combatcli.errors import InvalidError, RefusedError, UsageError
from combatcli.rulesets.blade.difficulty import called_shot
from combatcli.rulesets.blade.schema import Armor, Piercing, Weapon
from combatcli.rulesets.blade.two_dice import difficulty, evasion, under
from combatcli.rulesets.blade.weapons import after_protection, protection
from support import fight, happened, odds, play

if TYPE_CHECKING:
    from support import Run

BOW = {"weapons": {"bow": {"close": 30, "medium": 100, "far": 200}}, "wielding": "bow", "agility": 8}


def two(attacker: dict[str, Any] | None = None, target: dict[str, Any] | None = None, **keys: Any) -> Any:
    return fight(
        "blade",
        **{"phase": "melee", **keys},
        combatants={"darna": {"side": "heroes", **(attacker or {})}, "orc": {"side": "orcs", **(target or {})}},
    )


def blow(encounter: Any, *faces: int, **order: Any) -> dict[str, Any]:
    playing = play(encounter, "attack", *faces, **{"attacker": "darna", "targets": ["orc"], **order})
    return happened(playing, "attack")[0]


def shot(feet: float, *faces: int, **keys: Any) -> dict[str, Any]:
    return blow(two({**BOW, **keys}, phase="acting"), *faces, distance=feet)


@pytest.mark.rule("B20")
def test_the_games_own_example_hits() -> None:
    event = blow(two({"strength": 10}, {"agility": 9}), 3, 4, 5)
    assert (event["value"], event["difficulty"], event["reason"]) == (10, 1, ["Evasion"])
    assert (event["faces"], event["kept"], event["total"], event["needed"], event["hit"]) == (
        [3, 4],
        [3, 4],
        7,
        9,
        True,
    )


@pytest.mark.rule("B20")
def test_the_number_needed_is_the_last_that_hits() -> None:
    # Strength 8 without Difficulty hits with 8 and misses with 9; a miss asks for no damage.
    assert blow(two({"strength": 8}), 4, 4, 1)["hit"]
    missed = blow(two({"strength": 8}), 4, 5)
    assert (missed["hit"], missed["damage"], missed["damage_faces"]) == (False, None, [])


@pytest.mark.rule("B20")
@pytest.mark.parametrize(("agility", "expected"), [(2, 0), (8, 0), (9, 1), (11, 1), (12, 2)])
def test_evasion_steps_at_9_and_12(agility: int, expected: int) -> None:
    assert evasion(agility) == expected


@pytest.mark.rule("B20")
def test_the_referees_bonus_is_told_and_raises_what_may_be_rolled() -> None:
    event = blow(two(), 4, 5, 1, bonus=2)
    assert (event["needed"], event["bonus"], event["bonuses"], event["total"]) == (9, 2, {"given": 2}, 9)


@pytest.mark.rule("B21")
def test_two_always_hits_and_twelve_never() -> None:
    assert blow(two({"strength": 2}), 1, 1, 3, difficulty=9)["hit"]
    assert not blow(two({"strength": 12}), 6, 6, bonus=9)["hit"]
    assert not under(12, 99)
    assert under(2, -99)


@pytest.mark.rule("B22")
def test_the_highest_difficulty_counts_and_increases_are_added() -> None:
    encounter = two({"weapons": {"axe": {"length": "long"}}, "confined": True, "mounted": True}, {"agility": 9})
    event = blow(encounter, 6, 6)
    assert event["difficulties"] == {"Evasion": 1, "mounted": 1, "confined": 2}
    assert (event["difficulty"], event["reason"], event["needed"]) == (2, ["confined"], 5)
    assert blow(encounter, 6, 6, difficulty=3)["difficulty"] == 3
    called = blow(encounter, 6, 6, called="hands")
    assert (called["difficulty"], called["reason"]) == (3, ["confined", "called shot, hands"])
    assert difficulty({}, {}) == 0


RIDER: dict[str, Any] = {"mounted": True, "confined": True, "strength": 10, "weapons": {"pole": {"length": "long"}}}


@pytest.mark.rule("B22")
@pytest.mark.parametrize(
    ("keys", "agility", "difficulty", "reason"),
    [
        ({}, 8, 2, "confined"),
        ({}, 9, 2, "confined"),
        ({"confined": False}, 12, 2, "Evasion"),
        ({"confined": False, "mount_trained": True}, 9, 1, "Evasion"),
        ({"confined": False}, 8, 1, "mounted"),
        ({"weapons": {"pole": {"length": "middle"}}}, 12, 2, "Evasion"),
        ({"confined": False, "mount_trained": True}, 8, 0, None),
    ],
)
def test_of_several_difficulties_the_highest_alone_counts(
    keys: dict[str, Any], agility: int, difficulty: int, reason: str | None
) -> None:
    encounter = two({**RIDER, **keys}, {"agility": agility})
    last = 10 - difficulty
    hit = blow(encounter, 4, last - 4, 1)
    assert (hit["difficulty"], hit["needed"], hit["hit"]) == (difficulty, last, True)
    assert hit["reason"] == ([reason] if reason else [])
    missed = blow(encounter, 5, last - 4)
    assert (missed["total"], missed["hit"]) == (last + 1, False)


@pytest.mark.rule("B22", "B23", "B24")
@pytest.mark.parametrize(
    ("feet", "called", "difficulty", "needed"),
    [
        (100, None, 2, 8),
        (101, None, 3, 7),
        (100, "hands", 3, 7),
        (101, "hands", 4, 6),
        (101, "eyes", 6, 4),
        (30, "eyes", 5, 6),
    ],
)
def test_far_range_and_a_called_shot_are_added_to_the_highest_difficulty(
    feet: int, called: str | None, difficulty: int, needed: int
) -> None:
    archer = {**BOW, "agility": 10, "mounted": True}
    encounter = two(archer, {"agility": 12}, phase="acting")
    event = blow(encounter, 6, 6, distance=feet, called=called)
    assert (event["difficulty"], event["needed"]) == (difficulty, needed)


@pytest.mark.rule("B23")
@pytest.mark.parametrize(
    ("feet", "needed", "band"),
    [(30, 9, "close"), (31, 8, "medium"), (100, 8, "medium"), (100.5, 7, "far"), (200, 7, "far")],
)
def test_a_shot_depends_on_its_range(feet: float, needed: int, band: str) -> None:
    event = shot(feet, 6, 6)
    assert (event["needed"], event["range"], event["distance"], event["step"]) == (needed, band, feet, "shot")


@pytest.mark.rule("B23")
def test_beyond_all_ranges_a_shot_is_refused() -> None:
    with pytest.raises(RefusedError, match="201 feet away"):
        shot(201)
    with pytest.raises(RefusedError, match="reaches 30"):
        shot(31, weapons={"bow": {"close": 30}})


@pytest.mark.rule("B23")
def test_the_distance_comes_from_positions_or_from_being_engaged_or_is_medium_with_a_warning() -> None:
    apart = two({**BOW, "position": [0, 0]}, {"position": [15, 20]}, phase="acting")
    assert blow(apart, 6, 6)["distance"] == 25
    assert blow(two({**BOW, "engaged": ["orc"]}, phase="acting"), 6, 6)["range"] == "close"
    playing = play(two(BOW, phase="acting"), "attack", 6, 6, attacker="darna", targets=["orc"])
    assert happened(playing, "attack")[0]["range"] == "medium"
    assert "--distance" in playing.warnings[0]


@pytest.mark.rule("B24")
def test_called_shots_are_harder_by_the_part_or_by_the_referees_word() -> None:
    assert [called_shot(text).harder for text in ("hands", "Eyes", "knee:2", "hands:0")] == [1, 3, 2, 0]
    assert [called_shot(text).harder for text in ("hand", "Hand", "eye", "EYE", "eye:0")] == [1, 1, 3, 3, 0]
    for text in ("knee", ":2", "knee:x", "knee:"):
        with pytest.raises(UsageError, match="expected PART"):
            called_shot(text)
    event = blow(two({"strength": 9}), 3, 3, 4, called="eyes")
    assert (event["called"], event["difficulty"], event["needed"]) == ("eyes", 3, 6)


@pytest.mark.rule("B24")
@pytest.mark.parametrize(
    ("part", "harder", "last"),
    [("hand", 1, (4, 5)), ("hands", 1, (4, 5)), ("eye", 3, (3, 4)), ("eyes", 3, (3, 4)), ("hands:2", 2, (4, 4))],
)
def test_a_part_is_as_much_harder_as_the_guideline_says(part: str, harder: int, last: tuple[int, int]) -> None:
    encounter = two({"strength": 10})
    hit = blow(encounter, *last, 1, called=part)
    assert (hit["difficulty"], hit["needed"], hit["total"], hit["hit"]) == (harder, 10 - harder, 10 - harder, True)
    assert not blow(encounter, last[0] + 1, last[1], called=part)["hit"]


@pytest.mark.rule("B20", "B24")
@pytest.mark.parametrize(
    ("order", "words"), [({"called": "nose"}, "PART"), ({"difficulty": -1}, "0 or more"), ({"distance": -1}, "0 or")]
)
def test_what_a_request_says_is_checked_before_anything_is_asked_of_the_fight(
    order: dict[str, Any], words: str
) -> None:
    fallen = two({"engaged": ["orc"], "deeds": {"struck": True}}, {"deeds": {"struck": True}})
    for who in ({"attacker": "darna", "targets": ["orc"]}, {"all": True}):
        with pytest.raises(UsageError, match=words):
            play(fallen, "attack", **who, **order)
        with pytest.raises(UsageError, match=words):
            odds(fallen, "attack", **who, **order)
    with pytest.raises(UsageError, match=words):
        blow(two(target={"health": 0}), **order)


@pytest.mark.rule("B20")
def test_a_difficulty_of_0_is_none() -> None:
    said, unsaid = (blow(two(), 3, 4, 2, **order) for order in ({"difficulty": 0}, {}))
    assert said == unsaid
    assert (said["difficulties"], said["difficulty"], said["needed"]) == ({}, 0, 7)
    harder = blow(two(), 3, 4, difficulty=1)
    assert (harder["difficulties"], harder["needed"], harder["hit"]) == ({"given": 1}, 6, False)


@pytest.mark.rule("B24")
def test_the_report_leaves_the_effect_of_a_called_shot_to_the_referee(run: Run) -> None:
    done = run("attack", "--ruleset", "blade", "--with", "strength=9", "--called", "hands", "--dice", "1,2,3")
    assert "What else the hit on the hands does, the referee says (hands may drop what they hold)." in done.out
    done = run("attack", "--ruleset", "blade", "--with", "strength=9", "--called", "eyes", "--dice", "1,2,3")
    assert "hit on the eyes does, the referee says." in done.out


@pytest.mark.rule("B27")
def test_an_untrained_rider_has_a_difficulty() -> None:
    assert blow(two({"mounted": True}), 6, 6)["reason"] == ["mounted"]
    assert blow(two({"mounted": True, "mount_trained": True}), 6, 6)["difficulty"] == 0


@pytest.mark.rule("B27")
def test_a_mounted_charge_does_one_more_before_protection() -> None:
    # 3 and 1 by the charge, less 2 for armor.
    rider = {"mounted": True, "mount_trained": True, "deeds": {"charged": "orc", "first_strike": True}}
    event = blow(two(rider, {"armor": {"protection": 2}}), 1, 2, 3)
    assert (event["damage"], event["extra_damage"], event["rolled_damage"]) == (2, 1, 3)
    turning = {"deeds": {"opportunity": ["darna"]}}
    assert blow(two(rider, turning), 1, 2, 3, opportunity=True)["damage"] == 3
    rider["deeds"] = {"charged": "darna"}
    assert blow(two(rider), 1, 2, 3)["damage"] == 3
    assert blow(two({"deeds": {"charged": "orc"}}), 1, 2, 3)["damage"] == 3


@pytest.mark.rule("B28")
@pytest.mark.parametrize(("length", "expected"), [("short", 0), ("middle", 1), ("long", 2), (None, 0)])
def test_length_hinders_in_a_narrow_place(length: str | None, expected: int) -> None:
    weapon = {"length": length} if length else {}
    fighter = {"weapons": {"it": weapon}, "arena": "stairs"}
    tight = {"arenas": {"stairs": {"kind": "tight"}}}
    assert blow(two(fighter, **tight), 6, 6)["difficulty"] == expected
    assert blow(two(fighter, **tight, house={"confined_length": False}), 6, 6)["difficulty"] == 0
    assert blow(two(fighter, arenas={"stairs": {"kind": "open"}}), 6, 6)["difficulty"] == 0
    assert blow(two({"weapons": {"it": weapon}}, confined=True), 6, 6)["difficulty"] == expected


@pytest.mark.rule("B28")
@pytest.mark.parametrize(
    ("length", "hits", "misses"),
    [("short", (4, 4), (4, 5)), ("middle", (3, 4), (4, 4)), ("long", (3, 3), (3, 4))],
)
def test_in_a_tight_arena_length_decides_the_last_number_that_hits(
    length: str, hits: tuple[int, int], misses: tuple[int, int]
) -> None:
    fighter = {"strength": 8, "weapons": {"it": {"length": length}}, "arena": "stairs"}
    tight = {"arenas": {"stairs": {"kind": "tight"}}}
    assert blow(two(fighter, **tight), *hits, 1)["hit"]
    assert not blow(two(fighter, **tight), *misses)["hit"]
    off = two(fighter, **tight, house={"confined_length": False})
    assert blow(off, 4, 4, 1)["hit"]


@pytest.mark.rule("B28")
@pytest.mark.parametrize(
    ("kind", "difficulty"), [("tight", 2), ("neutral", 0), ("hazardous", 0), ("open", 0), ("dense", 0)]
)
def test_only_a_tight_arena_is_narrow_or_what_is_said_to_be(kind: str, difficulty: int) -> None:
    fighter = {"weapons": {"pike": {"length": "long"}}, "arena": "here"}
    arenas: dict[str, Any] = {"here": {"kind": kind}, "stairs": {"kind": "tight"}}
    encounter = two(fighter, arenas=arenas)
    assert blow(encounter, 6, 6)["difficulty"] == difficulty
    for narrow in (two({**fighter, "confined": True}, arenas=arenas), two(fighter, arenas=arenas, confined=True)):
        assert blow(narrow, 6, 6)["difficulty"] == 2
        assert blow(narrow.changed(house={"confined_length": False}), 6, 6)["difficulty"] == 0


@pytest.mark.rule("B28", "B40")
@pytest.mark.parametrize(("held", "difficulty"), [(["knife", "spear"], 0), (["spear", "knife"], 2)])
def test_of_two_weapons_the_first_ones_length_hinders(held: list[str], difficulty: int) -> None:
    weapons = {"knife": {"length": "short"}, "spear": {"length": "long"}}
    assert blow(two({"weapons": weapons, "wielding": held}, confined=True), 6, 6)["difficulty"] == difficulty


@pytest.mark.rule("B40")
def test_damage_by_hands() -> None:
    assert blow(two({"weapons": {"sword": {}}}), 1, 2, 4)["damage"] == 4
    assert blow(two({"weapons": {"axe": {"hands": 2}}}), 1, 2, 4)["damage"] == 5
    pair = {"weapons": {"sword": {}, "knife": {}}, "wielding": ["sword", "knife"]}
    event = blow(two(pair), 1, 2, 3, 5)
    assert (event["damage"], event["damage_faces"], event["weapon"]) == (5, [3, 5], "sword and knife")
    assert blow(two({"weapons": {"club": {"damage": "2d4-1"}}}), 1, 2, 4, 3)["damage"] == 6
    assert blow(two(), 1, 2, 6)["weapon"] == "unarmed"


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
def test_protection_is_never_below_zero() -> None:
    pick = Weapon(piercing=[Piercing(category="metal", value=2), Piercing(category="metal", value=1)])
    worn = [Armor("metal", 3), Armor("metal", 1), Armor("bone", 2), Armor("", 2)]
    assert [protection(armor, pick) for armor in worn] == [1, 0, 2, 2]
    assert after_protection(2, 5) == 0


@pytest.mark.rule("B41")
@pytest.mark.parametrize("worn", ["leather", "Leather", "LEATHER"])
@pytest.mark.parametrize("pierced", ["leather", "Leather", "LEATHER"])
def test_a_category_of_armor_is_the_same_however_it_is_written(worn: str, pierced: str) -> None:
    pick = {"weapons": {"pick": {"piercing": [{"category": "metal", "value": 3}, {"category": pierced, "value": 2}]}}}
    event = blow(two(pick, {"armor": {"category": worn, "protection": 3}}), 1, 2, 4)
    assert (event["protection"], event["damage"]) == (1, 3)


@pytest.mark.rule("B41")
@given(st.integers(0, 9), st.integers(0, 9), st.sampled_from(["metal", "bone"]), st.integers(0, 20))
def test_armor_never_adds_damage_and_piercing_takes_no_more_than_is_there(
    worn: int, pierced: int, category: str, damage: int
) -> None:
    pick = Weapon(piercing=[Piercing(category="metal", value=pierced)])
    left = protection(Armor(category=category, protection=worn), pick)
    assert left == (max(0, worn - pierced) if category == "metal" else worn)
    assert after_protection(damage, left) == max(0, damage - left)


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


def test_odds_of_damage_that_explodes_end_where_the_target_does() -> None:
    encounter = two({"strength": 12, "weapons": {"it": {"damage": "1d6!"}}}, {"health": 7})
    hit, damage, end = odds(encounter, "attack", attacker="darna", targets=["orc"])
    assert Fraction(hit["chance"]) == Fraction(35, 36)
    assert damage["of"] == "damage, where 7 is 7 or more"
    assert Fraction(end["chance"]) == Fraction(35, 36) / 6


def test_a_question_without_a_file_is_answered_at_once(run: Run) -> None:
    words = ("attack", "--ruleset", "blade", "--with", "strength=10", "--against", "agility=9,protection=1")
    done = run(*words, "--odds", "--json")
    assert (done.code, done.err) == (0, "")
    assert [event["chance"] for event in done.events if event["event"] == "odds"] == ["5/6", "0"]
    hit = run(*words, "--dice", "3,4,3").out
    assert hit == (
        "HIT   attacker -> target  damage 2 waits\n"
        "      attacker attacks target: strength 10, Difficulty 1 (Evasion), needs 9, rolled 3 + 4 = 7: "
        "hit, damage 3 - 1 by Protection = 2.\n"
    )


@pytest.mark.rule("B25", "B12", "B13", "B26")
@pytest.mark.parametrize(
    ("keys", "word"),
    [
        ({"deeds": {"ran": True}}, "running"),
        ({"deeds": {"charged": "orc"}}, "charging"),
        ({"declared": {"action": "cast"}}, "casting"),
        ({"declared": {"action": "improvise", "what": "x"}}, "improvising"),
    ],
)
def test_who_runs_charges_casts_or_improvises_does_not_shoot(keys: dict[str, Any], word: str) -> None:
    with pytest.raises(RefusedError, match=word):
        blow(two({**BOW, **keys}, phase="acting"), distance=10)


@pytest.mark.rule("B1", "B30")
def test_out_of_its_phase_or_a_second_time_an_attack_carries_a_warning() -> None:
    wrong = [
        two(phase="acting"),
        two({"deeds": {"struck": True}}),
        two({**BOW, "engaged": ["orc"]}, initiative=["orcs", "heroes"], phase="acting"),
        two({**BOW, "engaged": ["orc"], "deeds": {"shot": True}}, phase="acting"),
    ]
    order = {"attacker": "darna", "targets": ["orc"]}
    for encounter in wrong:
        assert len(play(encounter, "attack", 6, 6, **order).warnings) == 1
        with pytest.raises(RefusedError):
            play(encounter, "attack", 6, 6, strict=True, **order)
    right = two({**BOW, "engaged": ["orc"]}, initiative=["orcs", "heroes"], phase="reacting")
    assert play(right, "attack", 6, 6, strict=True, **order).warnings == []


@pytest.mark.rule("B30")
def test_reach_and_arenas_keep_a_melee_apart() -> None:
    far = {"position": [0, 0], "weapons": {"spear": {"reach": 10}, "sword": {}}}
    orc = {"position": [0, 9]}
    assert blow(two(far, orc), 6, 6)["weapon"] == "spear"
    with pytest.raises(RefusedError, match="9 feet away"):
        blow(two(far, orc), weapon="sword")
    arenas: dict[str, Any] = {"yard": {}, "hall": {}}
    with pytest.raises(RefusedError, match="orc is in hall"):
        blow(two({"arena": "yard"}, {"arena": "hall"}, arenas=arenas))


@pytest.mark.parametrize(
    ("order", "error", "words"),
    [
        ({"targets": ["darna"]}, RefusedError, "cannot attack themselves"),
        ({"targets": ["ork"]}, RefusedError, 'no combatant "ork"'),
        ({"weapon": "sord"}, RefusedError, 'no weapon "sord"'),
        ({"weapon": "axe,knife"}, RefusedError, "cannot hold axe and knife"),
        ({"weapon": "bow", "opportunity": True}, RefusedError, "is shot or thrown"),
        ({"all": True, "opportunity": True}, UsageError, "exclude each other"),
        ({"difficulty": -1}, UsageError, "0 or more"),
        ({"distance": -1}, UsageError, "0 or more"),
        ({"called": "nose"}, UsageError, "PART"),
    ],
)
def test_mistakes_are_refused_in_words(order: dict[str, Any], error: type[Exception], words: str) -> None:
    weapons = {"axe": {"hands": 2}, "knife": {}, "bow": {"close": 30}}
    with pytest.raises(error, match=words):
        blow(two({"weapons": weapons}), **order)


def test_the_dead_neither_attack_nor_are_attacked() -> None:
    with pytest.raises(RefusedError, match="darna is dead and cannot act"):
        blow(two({"health": 0}))
    with pytest.raises(RefusedError, match="orc is dead already"):
        blow(two(target={"health": 0}))


def test_damage_that_is_no_dice_is_named_by_its_key() -> None:
    encounter = two({"weapons": {"it": {}}})
    broken = encounter.with_combatant("darna", weapons={"it": Weapon(damage="1d")})
    with pytest.raises(InvalidError, match=r"combatants\.darna\.weapons\.it\.damage"):
        play(broken, "attack", attacker="darna", targets=["orc"])


def test_an_attack_with_bare_hands_may_be_chosen() -> None:
    assert blow(two({"weapons": {"sword": {"hands": 2}}}), 1, 2, 3, weapon="unarmed")["damage"] == 3


@pytest.mark.parametrize(
    ("weapons", "hint"), [({"sword": {}, "bow": {"far": 90}}, "sword"), ({}, "darna has none: unarmed.")]
)
def test_a_weapon_that_is_not_there_is_answered_with_those_that_are(weapons: dict[str, Any], hint: str) -> None:
    with pytest.raises(RefusedError, match='no weapon "sord"') as refused:
        blow(two({"weapons": weapons}), weapon="sord")
    assert hint in refused.value.hint


@pytest.mark.rule("B11", "B30")
def test_an_attack_engages_both_and_the_melee_began_this_round() -> None:
    struck = play(two(), "attack", 6, 6, attacker="darna", targets=["orc"]).fight.combatants
    assert (struck["darna"].engaged, struck["orc"].engaged) == (["orc"], ["darna"])
    assert (struck["darna"].deeds.met, struck["orc"].deeds.met) == (["orc"], ["darna"])
    shot = play(two(BOW, phase="acting"), "attack", 6, 6, attacker="darna", targets=["orc"], distance=9).fight
    assert [each.engaged for each in shot.combatants.values()] == [[], []]
