"""Spells of blade: opportunities, casts, failures, force and mishaps (B25, B29)."""

from __future__ import annotations

from typing import Any

import pytest

import support
from blade_fights import pair, trio
from combatcli.errors import RefusedError
from support import duel, happened, odds, play, refuses, usage_error


def casting(darna: dict[str, Any] | None = None, orc: dict[str, Any] | None = None, **keys: Any) -> Any:
    """Return Darna, who has a mind of 9, and an orc; it is the heroes' phase."""
    return support.duel({"mind": 9, **(darna or {})}, orc, **keys)


def cast(encounter: Any, *faces: int, **order: Any) -> Any:
    return play(encounter, "test", *faces, who="darna", trait="mind", **order)


def told(playing: Any) -> dict[str, Any]:
    return happened(playing, "test")[0]


@pytest.mark.rule("B25")
def test_a_spell_gives_its_opportunities_declared_or_not() -> None:
    near = casting({"engaged": ["orc"]})
    declared = play(near, "declare", who="darna", action="cast", targets=["Light"]).fight
    let_be = cast(declared, 3, 3, strict=True)
    assert told(let_be)["reactions"] == ["orc"]
    undeclared = cast(near, 3, 3, spell="Light")
    assert told(undeclared)["reactions"] == ["orc"]
    for playing in (let_be, undeclared):
        blow = {"attacker": "orc", "targets": ["darna"], "opportunity": True}
        struck = play(playing.fight, "attack", 6, 6, strict=True, **blow).fight
        refuses("no opportunity", struck, "attack", **blow)
        assert play(playing.fight, "next").warnings == ["orc can no longer strike at darna (B25)"]
    before = play(declared, "attack", 6, 6, strict=True, attacker="orc", targets=["darna"], opportunity=True).fight
    assert told(cast(before, 3, 3, strict=True))["reactions"] == []
    assert told(cast(casting(), 3, 3, spell="Light"))["reactions"] == []


@pytest.mark.rule("B26")
def test_a_check_of_mind_is_a_spell_only_if_that_is_said() -> None:
    plain = cast(casting({"casts": {"Light": 3}, "engaged": ["orc"]}), 4, 4, strict=True, difficulty=1)
    assert (told(plain)["needed"], told(plain).get("spell"), told(plain).get("reactions", [])) == (8, None, [])
    assert plain.fight.combatants["darna"].casts == {"Light": 3}
    assert plain.fight.combatants["darna"].declared is None
    surprised = casting(surprised=["heroes"])
    assert told(cast(surprised, 3, 3, difficulty=1))["success"]
    with pytest.raises(RefusedError, match="darna is surprised"):
        cast(surprised, spell="Light")
    usage_error("spells use mind", casting(), "test", who="darna", trait="agility", spell="Light")
    with pytest.raises(RefusedError, match="darna is improvising"):
        cast(casting({"declared": {"action": "improvise", "what": "hop"}}), spell="Light")
    with pytest.raises(RefusedError, match="dead"):
        cast(casting({"health": 0}))


@pytest.mark.rule("B29")
def test_casts_are_counted_spell_by_spell() -> None:
    encounter = casting({"casts": {"Light": 2}})
    light = cast(encounter, 3, 3, spell="light", difficulty=1)
    assert (told(light)["difficulty"], told(light)["needed"], told(light)["casts"]) == (3, 6, 2)
    assert light.fight.combatants["darna"].casts == {"Light": 3}
    bind = cast(encounter, 3, 3, spell="Bind", difficulty=1)
    assert (told(bind)["difficulty"], told(bind)["spell"]) == (1, "Bind")
    assert bind.fight.combatants["darna"].casts == {"Light": 2, "Bind": 1}


LIGHT = {"action": "cast", "what": "Light"}


@pytest.mark.rule("B29")
def test_a_failed_spell_is_no_cast_and_not_cast_again_that_day() -> None:
    failed = cast(casting({"declared": LIGHT}), 5, 5, strict=True)
    darna = failed.fight.combatants["darna"]
    assert (told(failed)["success"], darna.casts, darna.failed) == (False, {}, ["Light"])
    later = casting({"declared": LIGHT, "failed": ["light"]})
    assert "light has failed since darna last slept" in cast(later, 3, 3).warnings[0]
    with pytest.raises(RefusedError, match="last slept"):
        cast(later, strict=True)
    assert cast(casting({"declared": LIGHT, "failed": ["Bind"]}), 3, 3, strict=True).warnings == []
    declaring = {"who": "darna", "action": "cast", "targets": ["Light"]}
    assert "Light has failed since" in play(casting({"failed": ["light"]}), "declare", **declaring).warnings[0]
    assert play(casting({"failed": ["Bind"]}), "declare", strict=True, **declaring).warnings == []


@pytest.mark.rule("B29")
def test_a_failed_spell_may_be_forced_once_the_roll_is_seen() -> None:
    failed = cast(casting({"declared": LIGHT, "armor": {"protection": 3}}), 5, 6, difficulty=2).fight
    forced = cast(failed, 4, strict=True, force=True)
    event = told(forced)
    assert (event["faces"], event["total"], event["needed"], event["difficulty"]) == ([5, 6], 11, 7, 2)
    assert (event["success"], event["forced"], event["damage"], event["damage_faces"]) == (True, True, 4, [4])
    assert happened(forced, "wound")[0]["marked"] == {"stamina": 4, "health": 0}
    darna = forced.fight.combatants["darna"]
    assert (darna.casts, darna.failed) == ({"Light": 1}, [])
    over = play(failed, "next")
    assert over.warnings == ["darna can no longer force Light (B29)"]
    for encounter in (forced.fight, over.fight, casting(), cast(casting({"declared": LIGHT}), 3, 3).fight):
        with pytest.raises(RefusedError, match="darna has nothing to force"):
            cast(encounter, force=True)
    (success, *_, death) = odds(failed, "test", who="darna", trait="mind", force=True)
    assert (success["chance"], death["chance"]) == ("1", "0")


@pytest.mark.rule("B29")
@pytest.mark.parametrize("changed", [{"difficulty": 3}, {"bonus": 1}])
def test_a_roll_that_is_kept_is_forced_as_it_was_rolled(changed: dict[str, int]) -> None:
    failed = cast(casting(), 5, 5, spell="Light").fight
    usage_error("forced as it was rolled", failed, "test", who="darna", trait="mind", force=True, **changed)


@pytest.mark.rule("B29")
def test_force_beforehand_means_if_it_fails() -> None:
    fine = cast(casting(), 3, 3, spell="Light", force=True)
    assert (told(fine)["forced"], happened(fine, "wound")) == (False, [])
    forced = cast(casting(), 5, 5, 2, spell="Light", force=True)
    assert (told(forced)["forced"], told(forced)["damage"]) == (True, 2)
    assert forced.fight.combatants["darna"].failed == []


@pytest.mark.rule("B29")
@pytest.mark.parametrize("force", [False, True])
def test_a_natural_12_is_a_mishap_and_never_forced(*, force: bool) -> None:
    twelve = cast(casting({"declared": LIGHT, "casts": {"Light": 1}}), 6, 6, 4, difficulty=2, force=force)
    event = told(twelve)
    assert (event["success"], event["forced"], event["mishap"], event["mishap_faces"]) == (False, False, 7, [4])
    assert (twelve.fight.combatants["darna"].failed, happened(twelve, "wound")) == (["Light"], [])
    with pytest.raises(RefusedError, match="nothing to force"):
        cast(twelve.fight, force=True)
    plain = cast(casting(), 6, 6)
    assert "mishap" not in told(plain)


@pytest.mark.rule("B29")
def test_a_natural_2_doubles_one_number_of_the_spell() -> None:
    assert told(cast(casting(), 1, 1, spell="Light"))["doubled"]
    assert not told(cast(casting(), 1, 2, spell="Light"))["doubled"]
    assert "doubled" not in told(cast(casting(), 1, 1))


@pytest.mark.rule("B29")
@pytest.mark.parametrize(("health", "critical"), [(4, True), (5, False)])
def test_who_dies_by_forcing_has_a_critical_one_and_then_dies(health: int, *, critical: bool) -> None:
    caster = casting({"stamina": 0, "health": health})
    forced = cast(caster, 5, 6, 4, spell="Light", force=True)
    assert (told(forced)["critical"], told(forced)["success"]) == (critical, True)
    assert bool(happened(forced, "condition")) is critical
    engaged = casting({"stamina": 0, "health": health, "engaged": ["orc"]})
    assert told(cast(engaged, 5, 6, 4, spell="Light", force=True))["reactions"] == ([] if critical else ["orc"])


@pytest.mark.rule("B29")
def test_sleep_clears_casts_and_failures() -> None:
    tired = casting({"casts": {"Light": 2}, "failed": ["Bind"], "stamina": 1})
    slept = play(tired, "recover", who="darna", sleep=True)
    darna = slept.fight.combatants["darna"]
    assert (darna.casts, darna.failed, darna.stamina) == ({}, [], 1)
    assert happened(slept, "recover")[0]["slept"]
    both = play(tired, "recover", who="darna", sleep=True, stamina=2).fight.combatants["darna"]
    assert (both.casts, both.stamina) == ({}, 3)


@pytest.mark.rule("B29")
def test_sleep_ends_what_might_be_forced() -> None:
    tired = pair({"mind": 7}, phase="acting")
    failed = play(tired, "test", 6, 5, who="darna", trait="mind", spell="fire", difficulty=5).fight
    assert failed.combatants["darna"].deeds.unforced is not None
    slept = play(failed, "recover", who="darna", sleep=True).fight
    assert (slept.combatants["darna"].deeds is None or slept.combatants["darna"].deeds.unforced is None) is True


@pytest.mark.rule("B25")
def test_a_caster_beyond_a_foes_reach_is_not_struck_at() -> None:
    spear = {"weapons": {"spear": {"reach": 10}}, "position": [0, 0], "engaged": ["orc"]}
    encounter = duel(spear, {"position": [0, 10]}, phase="acting")
    assert happened(play(encounter, "declare", who="darna", action="cast"), "declare")[0]["opportunity"] == []
    near = duel({"position": [0, 0], "arena": "u"}, {"position": [0, 5], "arena": "v"}, arenas={"u": {}, "v": {}})
    assert happened(play(near, "declare", who="darna", action="cast"), "declare")[0]["opportunity"] == []
    assert happened(play(near, "move", who="darna", way=["0,40"], run=True), "move")[0]["feet"] == 40


@pytest.mark.rule("B25")
def test_a_spell_in_melee_range_lets_each_enemy_strike_first() -> None:
    caster = {"engaged": ["orc"], "position": [0, 0]}
    near = trio(caster).with_combatant("ork", position=[0, 4])
    playing = play(near, "declare", who="darna", action="cast", targets=["Light"])
    (event,) = happened(playing, "declare")
    assert (event["action"], event["plan"], event["opportunity"]) == ("cast", "Light", ["orc", "ork"])
    early = play(playing.fight, "test", 3, 3, who="darna", trait="mind")
    assert happened(early, "test")[0]["reactions"] == ["orc", "ork"]
    struck = playing.fight
    for foe in ("orc", "ork"):
        struck = play(struck, "attack", 6, 6, strict=True, attacker=foe, targets=["darna"], opportunity=True).fight
    assert play(struck, "test", 3, 3, strict=True, who="darna", trait="mind").warnings == []
    assert happened(play(trio(), "declare", who="darna", action="cast"), "declare")[0]["opportunity"] == []


@pytest.mark.rule("B25", "B26")
def test_a_spell_that_is_cast_and_an_improvised_action_stand_whatever_else_is_said() -> None:
    cast = play(trio({"engaged": ["orc"], **CASTER}), "test", 3, 3, who="darna", trait="mind").fight
    aimed = play(cast, "declare", who="darna", action="attack", targets=["orc"]).fight
    assert (aimed.combatants["darna"].declared.action, aimed.combatants["darna"].target) == ("cast", "orc")
    improvised = play(trio(), "declare", who="darna", action="improvise", targets=["swing"]).fight
    refuses("improvising this round", improvised, "declare", who="darna", action="attack", targets=["orc"])
    done = play(improvised, "test", 3, 3, who="darna", trait="agility").fight
    for action in ("cast", "improvise"):
        refuses(
            r"already carried out a declaration this round .B26.: improvise",
            done,
            "declare",
            who="darna",
            action=action,
            targets=["more"],
        )


def bow() -> Any:
    return trio({"weapons": {"bow": {"far": 100}}}).combatants["darna"].weapons["bow"]


@pytest.mark.rule("B12", "B13", "B25", "B26", "B29")
@pytest.mark.parametrize("deeds", [{"shot": True}, {"charged": "orc"}, {"ran": True}])
def test_a_spell_that_nobody_declared_is_excluded_by_the_same(deeds: dict[str, Any]) -> None:
    refuses("cannot cast", trio({"deeds": deeds}), "test", who="darna", trait="mind", spell="Light", force=True)
    cast = play(trio({"mind": 9}), "test", 3, 3, who="darna", trait="mind", spell="Light", difficulty=1)
    assert "casts a spell without declaring it first" in cast.warnings[0]
    assert cast.fight.combatants["darna"].declared.action == "cast"
    assert cast.fight.combatants["darna"].declared.done
    order = {"attacker": "darna", "targets": ["orc"]}
    refuses(
        "casting this round and cannot shoot",
        cast.fight.with_combatant("darna", weapons={"bow": bow()}),
        "attack",
        **order,
    )


@pytest.mark.rule("B29")
def test_a_second_spell_in_a_round_is_out_of_order_and_each_makes_itself_harder() -> None:
    first = play(trio({"mind": 9}), "test", 3, 3, who="darna", trait="mind", spell="Light", difficulty=1)
    second = play(first.fight, "test", 3, 4, who="darna", trait="mind", spell="Light", difficulty=1)
    assert [happened(each, "test")[0]["needed"] for each in (first, second)] == [8, 7]
    assert "already cast a spell this round" in second.warnings[0]
    improvised = play(trio({"mind": 9}), "declare", who="darna", action="improvise", targets=["bluff"]).fight
    checked = play(improvised, "test", 4, 4, who="darna", trait="mind", difficulty=1)
    assert checked.fight.combatants["darna"].casts == {}
    refuses("nothing to force", improvised, "test", who="darna", trait="mind", force=True)


@pytest.mark.rule("B25")
def test_a_hit_that_waits_comes_before_the_spell() -> None:
    hits = [{"attacker": "orc", "target": "darna", "damage": 3}]
    cast = play(trio(pending=hits), "declare", who="darna", action="cast", targets=["Light"]).fight
    assert "a hit on darna is still pending" in play(cast, "test", 3, 3, who="darna", trait="mind").warnings[0]


CASTER = {"mind": 9, "declared": {"action": "cast", "what": "Light"}}


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
    refuses(words, trio({"deeds": deeds}), "declare", who="darna", action=action, targets=["x"])


@pytest.mark.rule("B26")
def test_a_check_of_something_else_leaves_a_declared_spell_to_be_cast() -> None:
    checked = play(trio(CASTER), "test", 3, 3, strict=True, who="darna", trait="strength")
    (event,) = happened(checked, "test")
    assert (event["purpose"], "casts" in event) == ("", False)
    assert not checked.fight.combatants["darna"].declared.done
    cast = play(checked.fight, "test", 3, 3, strict=True, who="darna", trait="mind")
    assert happened(cast, "test")[0]["purpose"] == "Light"
    assert cast.fight.combatants["darna"].declared.done
