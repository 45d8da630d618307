"""Declarations and checks of blade: spells, improvised actions, dashes, the healing (B25–B29, B43, B50)."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import pytest

import support
from combatcli.errors import RefusedError, UsageError
from support import fight, happened, odds, play, refuses

duel = partial(support.duel, ork={})


@pytest.mark.rule("B25")
def test_a_spell_in_melee_range_lets_each_enemy_strike_first() -> None:
    caster = {"engaged": ["orc"], "position": [0, 0]}
    near = duel(caster).with_combatant("ork", position=[0, 4])
    playing = play(near, "declare", who="darna", action="cast", targets=["Light"])
    (event,) = happened(playing, "declare")
    assert (event["action"], event["plan"], event["opportunity"]) == ("cast", "Light", ["orc", "ork"])
    early = play(playing.fight, "test", 3, 3, who="darna", trait="mind")
    assert happened(early, "test")[0]["reactions"] == ["orc", "ork"]
    struck = playing.fight
    for foe in ("orc", "ork"):
        struck = play(struck, "attack", 6, 6, strict=True, attacker=foe, targets=["darna"], opportunity=True).fight
    assert play(struck, "test", 3, 3, strict=True, who="darna", trait="mind").warnings == []
    assert happened(play(duel(), "declare", who="darna", action="cast"), "declare")[0]["opportunity"] == []


@pytest.mark.rule("B25", "B12", "B13", "B26")
@pytest.mark.parametrize(
    ("deeds", "action", "words"),
    [
        ({"shot": True}, "cast", "darna has shot"),
        ({"charged": "orc"}, "cast", "darna has charged"),
        ({"ran": True}, "cast", "darna has run"),
        ({"shot": True}, "improvise", "darna has shot"),
        ({"struck": True}, "improvise", "darna has struck"),
    ],
)
def test_what_was_done_excludes_a_spell_or_an_improvisation(deeds: dict[str, Any], action: str, words: str) -> None:
    refuses(words, duel({"deeds": deeds}), "declare", who="darna", action=action, targets=["x"])


@pytest.mark.rule("B26")
def test_an_improvised_action_takes_the_place_of_a_blow_and_may_be_checked() -> None:
    said = play(
        duel({"agility": 9}), "declare",
        who="darna", action="improvise", targets=["swing", "over"], outcome="behind the orc",
    )  # fmt: skip
    (event,) = happened(said, "declare")
    assert (event["plan"], event["outcome"]) == ("swing over", "behind the orc")
    refuses("improvising", said.fight, "attack", attacker="darna", targets=["orc"])
    done = play(said.fight, "test", 5, 5, who="darna", trait="agility", difficulty=1, bonus=2)
    (event,) = happened(done, "test")
    assert (event["needed"], event["total"], event["success"], event["purpose"]) == (10, 10, True, "swing over")
    assert not happened(play(said.fight, "test", 6, 5, who="darna", trait="agility"), "test")[0]["success"]
    refuses(
        r"already done this round .B26.: improvise",
        done.fight,
        "declare",
        who="darna",
        action="improvise",
        targets=["again"],
    )


@pytest.mark.rule("B30")
def test_whom_one_will_strike_can_be_declared() -> None:
    playing = play(duel(), "declare", who="darna", action="attack", targets=["ork"])
    assert playing.fight.combatants["darna"].target == "ork"
    refuses("orc is dead already", duel(orc={"health": 0}), "declare", who="darna", action="attack", targets=["orc"])
    refuses('no combatant "orcs"', duel(), "declare", who="darna", action="attack", targets=["orcs"])


@pytest.mark.parametrize(
    ("order", "error", "words"),
    [
        ({}, UsageError, "declare WHO: what"),
        ({"who": "darna"}, UsageError, "declare darna: what"),
        ({"who": "darna", "action": "shoot"}, UsageError, 'no "shoot"'),
        ({"who": "darna", "action": "improvise"}, UsageError, "declare darna improvise: what"),
        ({"who": "darna", "action": "attack"}, UsageError, "attack: whom"),
        ({"who": "darna", "action": "attack", "targets": ["darna"]}, RefusedError, "themselves"),
        ({"who": "darna", "action": "cast", "outcome": "x"}, UsageError, "hopes for"),
    ],
)
def test_declarations_that_say_nothing_are_refused_in_words(
    order: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        play(duel(), "declare", **order)


CASTER = {"mind": 9, "declared": {"action": "cast", "what": "Light"}}


@pytest.mark.rule("B29")
def test_forcing_belongs_to_spells() -> None:
    order = {"who": "darna", "trait": "mind", "spell": "Light"}
    assert "has not declared a spell" in play(duel(), "test", 3, 3, force=True, **order).warnings[0]
    with pytest.raises(UsageError, match="only a spell"):
        play(duel(), "test", who="darna", trait="agility", force=True)
    with pytest.raises(UsageError, match="0 or more"):
        play(duel(), "test", who="darna", trait="agility", difficulty=-1)
    with pytest.raises(UsageError, match='no attribute "wits"'):
        play(duel(), "test", who="darna", trait="wits")


@pytest.mark.rule("B29", "B21")
@pytest.mark.parametrize("difficulty", range(12))
def test_the_odds_of_a_check_are_those_of_all_faces(difficulty: int) -> None:
    needed = 9 - difficulty
    plain = [a + b == 2 or (a + b <= needed and a + b != 12) for a, b in product(range(1, 7), repeat=2)]
    (event,) = odds(duel({"mind": 9}), "test", who="darna", trait="mind", difficulty=difficulty)
    assert Fraction(event["chance"]) == Fraction(sum(plain), 36)
    encounter = duel({**CASTER, "stamina": 0, "health": 4})
    told = odds(encounter, "test", who="darna", trait="mind", difficulty=difficulty, force=True)
    chances = {event["of"]: Fraction(event["chance"]) for event in told if event["event"] == "odds"}
    forced = Fraction(35 - sum(plain), 36)
    assert chances == {"success": Fraction(35, 36), "forced": forced, "death": forced / 2}


@pytest.mark.rule("B50")
@pytest.mark.parametrize(
    ("faces", "first"), [((3, 4, 4, 4), "darna"), ((4, 4, 3, 4), "orc"), ((3, 4, 3, 4), None), ((4, 4, 4, 4), None)]
)
def test_one_success_comes_first_and_otherwise_it_is_the_same_time(faces: tuple[int, ...], first: str | None) -> None:
    (event,) = happened(play(duel(), "dashtest", *faces, who="darna", other="orc"), "contest")
    success = None if first is None else first == "darna"
    assert (event["first"], event["success"], event["faces"]) == (first, success, list(faces))


@pytest.mark.rule("B50")
def test_a_dash_may_be_by_other_attributes() -> None:
    encounter = duel({"mind": 9}, {"strength": 12})
    order = {"who": "darna", "other": "orc", "trait": "mind", "against": "strength"}
    (event,) = happened(play(encounter, "dashtest", 4, 5, 6, 6, **order), "contest")
    assert (event["needed"], event["against_needed"], event["first"]) == (9, 12, "darna")
    success, same = odds(encounter, "dashtest", **order)
    own, other = Fraction(30, 36), Fraction(35, 36)
    assert Fraction(success["chance"]) == own * (1 - other)
    assert Fraction(same["chance"]) == own * other + (1 - own) * (1 - other)


@pytest.mark.rule("B43")
def test_the_rules_give_no_recovery_and_the_referee_may() -> None:
    hurt = duel({"stamina": 1, "health": 3})
    refuses("rules give no recovery", hurt, "recover", who="darna")
    playing = play(hurt, "recover", who="darna", stamina=2, health=9)
    (event,) = happened(playing, "recover")
    assert (event["cleared"], event["left"]) == ({"stamina": 2, "health": 3}, {"stamina": 3, "health": 6})
    assert event["by_word"]
    assert (playing.fight.combatants["darna"].stamina, playing.fight.combatants["darna"].health) == (3, 6)
    refuses("dead", duel({"health": 0}), "recover", who="darna", health=3)
    with pytest.raises(UsageError, match="0 or more"):
        play(hurt, "recover", who="darna", stamina=-1)


@pytest.mark.rule("B43")
@pytest.mark.parametrize(
    ("word", "stamina", "health"),
    [
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
    hurt = duel({"stamina": 1, "max_stamina": 5, "health": 2, "max_health": 4})
    playing = play(hurt, "recover", who="darna", **word)
    after = playing.fight.combatants["darna"]
    assert (after.stamina, after.health) == (stamina, health)
    (event,) = happened(playing, "recover")
    assert event["cleared"] == {"stamina": stamina - 1, "health": health - 2}


@pytest.mark.rule("B43")
@pytest.mark.parametrize("word", [{"health": 1}, {"stamina": 1}, {"stamina": 1, "health": 1}])
def test_the_referees_word_does_not_bring_back_the_dead(word: dict[str, int]) -> None:
    dying = duel({"stamina": 0, "max_stamina": 6, "health": 1, "max_health": 6})
    dead = play(dying, "wound", targets=["darna"], amount="1").fight
    refuses("darna is dead", dead, "recover", who="darna", **word)
    alive = play(dying, "recover", who="darna", **word).fight.combatants["darna"]
    assert (alive.stamina, alive.health) == (word.get("stamina", 0), 1 + word.get("health", 0))


@pytest.mark.rule("B25", "B26")
def test_a_spell_and_an_improvised_action_stand_whatever_else_is_said() -> None:
    cast = play(duel({"engaged": ["orc"]}), "declare", who="darna", action="cast", targets=["Light"]).fight
    aimed = play(cast, "declare", who="darna", action="attack", targets=["orc"]).fight
    assert (aimed.combatants["darna"].declared.action, aimed.combatants["darna"].target) == ("cast", "orc")
    improvised = play(duel(), "declare", who="darna", action="improvise", targets=["swing"]).fight
    refuses("improvising this round", improvised, "declare", who="darna", action="attack", targets=["orc"])
    done = play(improvised, "test", 3, 3, who="darna", trait="agility").fight
    for action in ("cast", "improvise"):
        refuses(
            r"already done this round .B26.: improvise", done, "declare", who="darna", action=action, targets=["more"]
        )


@pytest.mark.rule("B12", "B13", "B25", "B26", "B29")
@pytest.mark.parametrize("deeds", [{"shot": True}, {"charged": "orc"}, {"ran": True}])
def test_a_spell_that_nobody_declared_is_excluded_by_the_same(deeds: dict[str, Any]) -> None:
    refuses("cannot cast", duel({"deeds": deeds}), "test", who="darna", trait="mind", spell="Light", force=True)
    cast = play(duel({"mind": 9}), "test", 3, 3, who="darna", trait="mind", spell="Light", difficulty=1)
    assert "has not declared a spell" in cast.warnings[0]
    assert cast.fight.combatants["darna"].declared.action == "cast"
    assert cast.fight.combatants["darna"].declared.done
    refuses(
        "casting this round and cannot shoot",
        cast.fight.with_combatant("darna", weapons={"bow": bow()}),
        "attack",
        attacker="darna",
        targets=["orc"],
    )


def bow() -> Any:
    return duel({"weapons": {"bow": {"far": 100}}}).combatants["darna"].weapons["bow"]


@pytest.mark.rule("B29")
def test_a_second_spell_in_a_round_is_out_of_order_and_each_makes_itself_harder() -> None:
    first = play(duel({"mind": 9}), "test", 3, 3, who="darna", trait="mind", spell="Light", difficulty=1)
    second = play(first.fight, "test", 3, 4, who="darna", trait="mind", spell="Light", difficulty=1)
    assert [happened(each, "test")[0]["needed"] for each in (first, second)] == [8, 7]
    assert "already cast a spell this round" in second.warnings[0]
    improvised = play(duel({"mind": 9}), "declare", who="darna", action="improvise", targets=["bluff"]).fight
    checked = play(improvised, "test", 4, 4, who="darna", trait="mind", difficulty=1)
    assert checked.fight.combatants["darna"].casts == {}
    refuses("nothing to force", improvised, "test", who="darna", trait="mind", force=True)


@pytest.mark.rule("B25")
def test_a_hit_that_waits_comes_before_the_spell() -> None:
    hits = [{"attacker": "orc", "target": "darna", "damage": 3}]
    cast = play(duel(pending=hits), "declare", who="darna", action="cast", targets=["Light"]).fight
    assert (
        "still pending, and comes before the spell" in play(cast, "test", 3, 3, who="darna", trait="mind").warnings[0]
    )


@pytest.mark.rule("B50")
def test_nobody_races_themselves() -> None:
    refuses("cannot race themselves", duel(), "dashtest", who="darna", other="darna")


@pytest.mark.rule("B30", "B31")
def test_hits_from_before_the_melee_are_warned_of_and_the_melee_takes_no_attacker() -> None:
    hits = [{"attacker": "darna", "target": "orc", "damage": 3}]
    engaged = duel({"engaged": ["orc"]}, phase="melee", pending=hits)
    assert (
        "1 hit is still pending from before the melee" in play(engaged, "attack", 1, 2, 1, 6, 6, all=True).warnings[0]
    )
    with pytest.raises(UsageError, match="takes no attacker"):
        play(engaged, "attack", attacker="darna", targets=["orc"], all=True)


@pytest.mark.rule("B23")
def test_a_distance_is_that_of_a_shot() -> None:
    with pytest.raises(UsageError, match="is how far a shot goes"):
        play(duel(phase="melee"), "attack", attacker="darna", targets=["orc"], distance=50)


@pytest.mark.rule("B40")
def test_a_bow_and_a_sword_are_no_pair() -> None:
    weapons = {"bow": {"far": 100, "close": 30}, "sword": {}}
    for wielding, kind in ((["bow", "sword"], "bow"), (["sword", "bow"], "sword")):
        armed = duel({"weapons": weapons, "wielding": wielding})
        struck = play(armed, "attack", 6, 6, attacker="darna", targets=["orc"])
        assert happened(struck, "attack")[0]["weapon"] == kind


@pytest.mark.rule("B11", "B14")
def test_where_positions_are_kept_leaving_is_seen_by_them() -> None:
    arenas: dict[str, Any] = {"hall": {}, "yard": {}}
    here = {"position": [0, 0], "arena": "hall", "engaged": ["orc"]}
    near = duel(here, {"position": [5, 0], "arena": "hall"}, arenas=arenas)
    left = happened(play(near, "move", who="darna", way=["yard"]), "move")[0]
    assert (left["left"], left["reactions"]) == (["orc"], ["orc"])
    refuses("feet alone do not say where to", near, "move", who="darna", distance=30)


@pytest.mark.rule("B3")
def test_a_new_roll_for_surprise_takes_the_place_of_the_old_one() -> None:
    start = duel(phase="initiative", initiative=[])
    first = play(start, "order", 1, 5, 3, 2, check_surprise=True).fight
    assert first.surprised == ["heroes"]
    assert play(first, "order", 5, 5, 3, 2, check_surprise=True).fight.surprised == []


@pytest.mark.rule("B2")
def test_all_who_are_tied_roll_again_in_the_files_order() -> None:
    sides = {name: {"side": name} for name in ("a", "b", "c", "d")}
    encounter = fight("blade", phase="initiative", combatants=sides)
    (event,) = happened(play(encounter, "order", 2, 2, 5, 5, 1, 6, 3, 4), "order")
    assert event["order"] == ["d", "c", "b", "a"]


@pytest.mark.rule("B43")
@pytest.mark.parametrize("word", [{"stamina": 0}, {"health": 0}, {"stamina": 0, "health": 0}])
def test_the_referee_may_give_back_nothing(word: dict[str, int]) -> None:
    hurt = duel({"stamina": 1, "health": 3})
    playing = play(hurt, "recover", who="darna", **word)
    assert happened(playing, "recover")[0]["cleared"] == {"stamina": 0, "health": 0}
    assert playing.fight == hurt
    with pytest.raises(UsageError, match="0 or more"):
        play(hurt, "recover", who="darna", **{**dict.fromkeys(word, 2), next(iter(word)): -1})


@pytest.mark.rule("B26")
def test_a_check_of_something_else_leaves_a_declared_spell_to_be_cast() -> None:
    checked = play(duel(CASTER), "test", 3, 3, strict=True, who="darna", trait="strength")
    (event,) = happened(checked, "test")
    assert (event["purpose"], "casts" in event) == ("", False)
    assert not checked.fight.combatants["darna"].declared.done
    cast = play(checked.fight, "test", 3, 3, strict=True, who="darna", trait="mind")
    assert happened(cast, "test")[0]["purpose"] == "Light"
    assert cast.fight.combatants["darna"].declared.done


@pytest.mark.rule("B26")
def test_a_second_check_is_not_of_the_improvised_action_that_is_done() -> None:
    said = duel({"declared": {"action": "improvise", "what": "swing"}})
    first = play(said, "test", 3, 3, who="darna", trait="agility")
    second = play(first.fight, "test", 3, 3, strict=True, who="darna", trait="agility")
    assert [happened(each, "test")[0]["purpose"] for each in (first, second)] == ["swing", ""]


@pytest.mark.rule("B29", "B21")
@pytest.mark.parametrize("forced", [False, True])
@pytest.mark.parametrize(("faces", "mishap"), [((6, 6, 1), True), ((6, 5), False), ((3, 3), False)])
def test_only_a_natural_12_is_a_mishap_and_that_is_never_forced(
    faces: tuple[int, ...], *, mishap: bool, forced: bool
) -> None:
    paid = (2,) if forced and faces == (6, 5) else ()
    (event,) = happened(play(duel(CASTER), "test", *faces, *paid, who="darna", trait="mind", force=forced), "test")
    assert (event.get("mishap") is not None) == mishap
    assert event["success"] == (faces == (3, 3) or bool(paid))


@pytest.mark.rule("B26")
@pytest.mark.parametrize("trait", ["strength", "agility", "mind", "personality"])
def test_an_attribute_that_nobody_wrote_is_7(trait: str) -> None:
    for faces, success in (((3, 4), True), ((4, 4), False)):
        (event,) = happened(play(duel(), "test", *faces, strict=True, who="orc", trait=trait), "test")
        assert (event["value"], event["needed"], event["success"]) == (7, 7, success)


@pytest.mark.rule("B20", "B29")
@pytest.mark.parametrize(("order", "words"), [({"difficulty": -1}, "0 or more"), ({"force": True}, "only a spell")])
def test_the_odds_of_a_check_are_refused_where_the_check_is(order: dict[str, Any], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        odds(duel(), "test", who="darna", trait="agility", **order)
