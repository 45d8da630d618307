"""Checks, dashes and recoveries of blade (B26, B43, B50)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from blade_fights import trio
from combatcli.errors import RefusedError, UsageError
from support import FightFile, Run, happened, odds, play, refuses, usage_error


@pytest.mark.rule("B26")
def test_an_improvised_action_takes_the_place_of_a_blow_and_may_be_checked() -> None:
    said = play(
        trio({"agility": 9}), "declare",
        who="darna", action="improvise", targets=["swing", "over"], outcome="behind the orc",
    )  # fmt: skip
    (event,) = happened(said, "declare")
    assert (event["plan"], event["outcome"]) == ("swing over", "behind the orc")
    refuses("improvising", said.fight, "attack", attacker="darna", targets=["orc"])
    done = play(said.fight, "test", 5, 5, who="darna", trait="agility", difficulty=1, bonus=2)
    (event,) = happened(done, "test")
    assert (event["needed"], event["total"], event["success"], event["purpose"]) == (10, 10, True, "swing over")
    assert not happened(play(said.fight, "test", 6, 5, who="darna", trait="agility"), "test")[0]["success"]
    order = {"who": "darna", "action": "improvise", "targets": ["again"]}
    refuses(r"already carried out a declaration this round .B26.: improvise", done.fight, "declare", **order)


@pytest.mark.rule("B30")
def test_whom_one_will_strike_can_be_declared() -> None:
    playing = play(trio(), "declare", who="darna", action="attack", targets=["ork"])
    assert playing.fight.combatants["darna"].target == "ork"
    refuses("orc is already dead", trio(orc={"health": 0}), "declare", who="darna", action="attack", targets=["orc"])
    refuses('no combatant "orcs"', trio(), "declare", who="darna", action="attack", targets=["orcs"])


@pytest.mark.parametrize(
    ("order", "error", "words"),
    [
        ({}, UsageError, "declare WHO: what"),
        ({"who": "darna"}, UsageError, "declare darna: what"),
        ({"who": "darna", "action": "shoot"}, UsageError, 'no "shoot"'),
        ({"who": "darna", "action": "improvise"}, UsageError, "declare darna improvise: what"),
        ({"who": "darna", "action": "attack", "targets": ["orc", "ork"]}, UsageError, "one foe at a time"),
        ({"who": "darna", "action": "attack"}, UsageError, "attack: no foe"),
        ({"who": "darna", "action": "attack", "targets": ["darna"]}, RefusedError, "themselves"),
        ({"who": "darna", "action": "cast", "outcome": "x"}, UsageError, "belongs to an improvised action"),
    ],
)
def test_declarations_that_say_nothing_are_refused_in_words(
    order: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        play(trio(), "declare", **order)


CASTER = {"mind": 9, "declared": {"action": "cast", "what": "Light"}}


@pytest.mark.rule("B29", "B21")
@pytest.mark.parametrize("difficulty", range(12))
def test_the_odds_of_a_check_are_those_of_all_faces(difficulty: int) -> None:
    needed = 9 - difficulty
    plain = [a + b == 2 or (a + b <= needed and a + b != 12) for a, b in product(range(1, 7), repeat=2)]
    (event,) = odds(trio({"mind": 9}), "test", who="darna", trait="mind", difficulty=difficulty)
    assert Fraction(event["chance"]) == Fraction(sum(plain), 36)
    encounter = trio({**CASTER, "stamina": 0, "health": 4})
    told = odds(encounter, "test", who="darna", trait="mind", difficulty=difficulty, force=True)
    chances = {event["of"]: Fraction(event["chance"]) for event in told if event["event"] == "odds"}
    forced = Fraction(35 - sum(plain), 36)
    assert chances == {"success": Fraction(35, 36), "forced": forced, "death": forced / 2}


@pytest.mark.rule("B50")
@pytest.mark.parametrize(
    ("faces", "first"), [((3, 4, 4, 4), "darna"), ((4, 4, 3, 4), "orc"), ((3, 4, 3, 4), None), ((4, 4, 4, 4), None)]
)
def test_one_success_comes_first_and_otherwise_it_is_the_same_time(faces: tuple[int, ...], first: str | None) -> None:
    (event,) = happened(play(trio(), "dashtest", *faces, who="darna", other="orc"), "contest")
    success = None if first is None else first == "darna"
    assert (event["first"], event["success"], event["faces"]) == (first, success, list(faces))


@pytest.mark.rule("B50")
def test_a_dash_may_be_by_other_attributes() -> None:
    encounter = trio({"mind": 9}, {"strength": 12})
    order = {"who": "darna", "other": "orc", "trait": "mind", "against": "strength"}
    (event,) = happened(play(encounter, "dashtest", 4, 5, 6, 6, **order), "contest")
    assert (event["needed"], event["against_needed"], event["first"]) == (9, 12, "darna")
    success, same = odds(encounter, "dashtest", **order)
    own, other = Fraction(30, 36), Fraction(35, 36)
    assert Fraction(success["chance"]) == own * (1 - other)
    assert Fraction(same["chance"]) == own * other + (1 - own) * (1 - other)


@pytest.mark.rule("B43")
def test_the_rules_give_no_recovery_and_the_referee_may() -> None:
    hurt = trio({"stamina": 1, "health": 3})
    refuses("rules give no recovery", hurt, "recover", who="darna")
    playing = play(hurt, "recover", who="darna", stamina=2, health=9)
    (event,) = happened(playing, "recover")
    assert (event["cleared"], event["left"]) == ({"stamina": 2, "health": 3}, {"stamina": 3, "health": 6})
    assert event["by_word"]
    assert (playing.fight.combatants["darna"].stamina, playing.fight.combatants["darna"].health) == (3, 6)
    refuses("^darna is dead", trio({"health": 0}), "recover", who="darna", health=3)
    usage_error("0 or more", hurt, "recover", who="darna", stamina=-1)


@pytest.mark.rule("B43")
@pytest.mark.parametrize(
    ("word", "stamina", "health"),
    [
        ({"stamina": 0, "health": 0}, 1, 2),
        ({"stamina": 1}, 2, 2),
        ({"stamina": 4}, 5, 2),
        ({"stamina": 5}, 5, 2),
        ({"health": 1}, 1, 3),
        ({"health": 2}, 1, 4),
        ({"health": 9}, 1, 4),
        ({"stamina": 3, "health": 1}, 4, 3),
        ({"stamina": 9, "health": 9}, 5, 4),
    ],
)
def test_the_referee_gives_back_each_kind_of_points_up_to_its_own_maximum(
    word: dict[str, int], stamina: int, health: int
) -> None:
    hurt = trio({"stamina": 1, "max_stamina": 5, "health": 2, "max_health": 4})
    playing = play(hurt, "recover", who="darna", **word)
    after = playing.fight.combatants["darna"]
    assert (after.stamina, after.health) == (stamina, health)
    (event,) = happened(playing, "recover")
    assert event["cleared"] == {"stamina": stamina - 1, "health": health - 2}


@pytest.mark.rule("B26")
def test_a_second_check_is_not_of_the_improvised_action_that_is_done() -> None:
    said = trio({"declared": {"action": "improvise", "what": "swing"}})
    first = play(said, "test", 3, 3, who="darna", trait="agility")
    second = play(first.fight, "test", 3, 3, strict=True, who="darna", trait="agility")
    assert [happened(each, "test")[0]["purpose"] for each in (first, second)] == ["swing", ""]


@pytest.mark.rule("B20", "B29")
@pytest.mark.parametrize(("order", "words"), [({"difficulty": -1}, "0 or more"), ({"force": True}, "only spells")])
def test_the_odds_of_a_check_are_refused_where_the_check_is(order: dict[str, Any], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        odds(trio(), "test", who="darna", trait="agility", **order)


@pytest.mark.rule("B41")
def test_check_names_a_pierced_category_that_nobody_wears(run: Run, fight_file: FightFile) -> None:
    file = fight_file(run("new", "blade").out)
    run("add", "ann", "weapons.pick.piercing=[{category='mettal', value=2}]", "-f", file)
    run("add", "bob", "armor={category='Metal', protection=3}", "-f", file)
    done = run("check", "-f", file)
    assert (done.code, "ann's pick pierces mettal, which nobody wears (B41). Did you mean Metal?" in done.out) == (
        0,
        True,
    )
    run("set", "ann", "weapons.pick.piercing=[{category='m-e t a l', value=2}]", "-f", file)
    assert "nobody wears" not in run("check", "-f", file).out
