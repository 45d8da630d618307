"""Spells of blade: what is one, who may strike for it, forcing before and after the roll, mishaps, sleep (B25-B29)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import support
from combatcli.errors import RefusedError, UsageError
from support import happened, odds, play, refuses

LIGHT = {"action": "cast", "what": "Light"}


def duel(darna: dict[str, Any] | None = None, orc: dict[str, Any] | None = None, **keys: Any) -> Any:
    """Return Darna, who has a mind of 9, and an orc; it is the heroes' phase."""
    return support.duel({"mind": 9, **(darna or {})}, orc, **keys)


def cast(encounter: Any, *faces: int, **order: Any) -> Any:
    return play(encounter, "test", *faces, who="darna", trait="mind", **order)


def told(playing: Any) -> dict[str, Any]:
    return happened(playing, "test")[0]


@pytest.mark.rule("B25")
def test_a_spell_gives_its_opportunities_declared_or_not() -> None:
    near = duel({"engaged": ["orc"]})
    declared = play(near, "declare", who="darna", action="cast", targets=["Light"]).fight
    let_be = cast(declared, 3, 3, strict=True)
    assert told(let_be)["reactions"] == ["orc"]
    undeclared = cast(near, 3, 3, spell="Light")
    assert told(undeclared)["reactions"] == ["orc"]
    for playing in (let_be, undeclared):
        blow = {"attacker": "orc", "targets": ["darna"], "opportunity": True}
        struck = play(playing.fight, "attack", 6, 6, strict=True, **blow).fight
        refuses("no opportunity", struck, "attack", **blow)
        assert play(playing.fight, "next").warnings == ["orc has not struck at darna, and may no longer (B11)"]
    before = play(declared, "attack", 6, 6, strict=True, attacker="orc", targets=["darna"], opportunity=True).fight
    assert told(cast(before, 3, 3, strict=True))["reactions"] == []
    assert told(cast(duel(), 3, 3, spell="Light"))["reactions"] == []


@pytest.mark.rule("B26")
def test_a_check_of_mind_is_a_spell_only_if_that_is_said() -> None:
    plain = cast(duel({"casts": {"Light": 3}, "engaged": ["orc"]}), 4, 4, strict=True, difficulty=1)
    assert (told(plain)["needed"], told(plain).get("spell"), told(plain).get("reactions", [])) == (8, None, [])
    assert plain.fight.combatants["darna"].casts == {"Light": 3}
    assert plain.fight.combatants["darna"].declared is None
    surprised = duel(surprised=["heroes"])
    assert told(cast(surprised, 3, 3, difficulty=1))["success"]
    with pytest.raises(RefusedError, match="darna is surprised"):
        cast(surprised, spell="Light")
    with pytest.raises(UsageError, match="a spell is a check of mind"):
        play(duel(), "test", who="darna", trait="agility", spell="Light")
    with pytest.raises(RefusedError, match="darna is improvising"):
        cast(duel({"declared": {"action": "improvise", "what": "hop"}}), spell="Light")
    with pytest.raises(RefusedError, match="dead"):
        cast(duel({"health": 0}))


@pytest.mark.rule("B29")
def test_casts_are_counted_spell_by_spell() -> None:
    encounter = duel({"casts": {"Light": 2}})
    light = cast(encounter, 3, 3, spell="light", difficulty=1)
    assert (told(light)["difficulty"], told(light)["needed"], told(light)["casts"]) == (3, 6, 2)
    assert light.fight.combatants["darna"].casts == {"Light": 3}
    bind = cast(encounter, 3, 3, spell="Bind", difficulty=1)
    assert (told(bind)["difficulty"], told(bind)["spell"]) == (1, "Bind")
    assert bind.fight.combatants["darna"].casts == {"Light": 2, "Bind": 1}


@pytest.mark.rule("B29")
def test_a_failed_spell_is_no_cast_and_not_cast_again_that_day() -> None:
    failed = cast(duel({"declared": LIGHT}), 5, 5, strict=True)
    darna = failed.fight.combatants["darna"]
    assert (told(failed)["success"], darna.casts, darna.failed) == (False, {}, ["Light"])
    later = duel({"declared": LIGHT, "failed": ["light"]})
    assert "light has failed since darna last slept" in cast(later, 3, 3).warnings[0]
    with pytest.raises(RefusedError, match="last slept"):
        cast(later, strict=True)
    assert cast(duel({"declared": LIGHT, "failed": ["Bind"]}), 3, 3, strict=True).warnings == []


@pytest.mark.rule("B29")
def test_a_failed_spell_may_be_forced_once_the_roll_is_seen() -> None:
    failed = cast(duel({"declared": LIGHT, "armor": {"protection": 3}}), 5, 6, difficulty=2).fight
    forced = cast(failed, 4, strict=True, force=True)
    event = told(forced)
    assert (event["faces"], event["total"], event["needed"], event["difficulty"]) == ([5, 6], 11, 7, 2)
    assert (event["success"], event["forced"], event["damage"], event["damage_faces"]) == (True, True, 4, [4])
    assert happened(forced, "wound")[0]["marked"] == {"stamina": 4, "health": 0}
    darna = forced.fight.combatants["darna"]
    assert (darna.casts, darna.failed) == ({"Light": 1}, [])
    over = play(failed, "next")
    assert over.warnings == ["darna has not forced Light, and may no longer (B29)"]
    for encounter in (forced.fight, over.fight, duel(), cast(duel({"declared": LIGHT}), 3, 3).fight):
        with pytest.raises(RefusedError, match="darna has nothing to force"):
            cast(encounter, force=True)
    (success, *_, death) = odds(failed, "test", who="darna", trait="mind", force=True)
    assert (success["chance"], death["chance"]) == ("1", "0")


@pytest.mark.rule("B29")
def test_force_beforehand_means_if_it_fails() -> None:
    fine = cast(duel(), 3, 3, spell="Light", force=True)
    assert (told(fine)["forced"], happened(fine, "wound")) == (False, [])
    forced = cast(duel(), 5, 5, 2, spell="Light", force=True)
    assert (told(forced)["forced"], told(forced)["damage"]) == (True, 2)
    assert forced.fight.combatants["darna"].failed == []


@pytest.mark.rule("B29")
@pytest.mark.parametrize("force", [False, True])
def test_a_natural_12_is_a_mishap_and_never_forced(force: bool) -> None:  # noqa: FBT001
    twelve = cast(duel({"declared": LIGHT, "casts": {"Light": 1}}), 6, 6, 4, difficulty=2, force=force)
    event = told(twelve)
    assert (event["success"], event["forced"], event["mishap"], event["mishap_faces"]) == (False, False, 7, [4])
    assert (twelve.fight.combatants["darna"].failed, happened(twelve, "wound")) == (["Light"], [])
    with pytest.raises(RefusedError, match="nothing to force"):
        cast(twelve.fight, force=True)
    plain = cast(duel(), 6, 6)
    assert "mishap" not in told(plain)


@pytest.mark.rule("B29")
def test_a_natural_2_doubles_one_number_of_the_spell() -> None:
    assert told(cast(duel(), 1, 1, spell="Light"))["doubled"]
    assert not told(cast(duel(), 1, 2, spell="Light"))["doubled"]
    assert "doubled" not in told(cast(duel(), 1, 1))


@pytest.mark.rule("B29")
@pytest.mark.parametrize(("health", "critical"), [(4, True), (5, False)])
def test_who_dies_by_forcing_has_a_critical_one_and_then_dies(health: int, critical: bool) -> None:  # noqa: FBT001
    caster = duel({"stamina": 0, "health": health})
    forced = cast(caster, 5, 6, 4, spell="Light", force=True)
    assert (told(forced)["critical"], told(forced)["success"]) == (critical, True)
    assert bool(happened(forced, "condition")) is critical


@pytest.mark.rule("B29")
def test_sleep_clears_casts_and_failures() -> None:
    tired = duel({"casts": {"Light": 2}, "failed": ["Bind"], "stamina": 1})
    slept = play(tired, "recover", who="darna", sleep=True)
    darna = slept.fight.combatants["darna"]
    assert (darna.casts, darna.failed, darna.stamina) == ({}, [], 1)
    assert happened(slept, "recover")[0]["slept"]
    both = play(tired, "recover", who="darna", sleep=True, stamina=2).fight.combatants["darna"]
    assert (both.casts, both.stamina) == ({}, 3)


@pytest.mark.rule("B29")
def test_the_odds_of_a_spell_are_those_of_its_check() -> None:
    encounter = duel({"casts": {"Light": 1}})
    order = {"who": "darna", "trait": "mind", "spell": "Light", "difficulty": 2}
    assert Fraction(odds(encounter, "test", **order)[0]["chance"]) == Fraction(15, 36)
    assert Fraction(odds(encounter, "test", force=True, **order)[0]["chance"]) == Fraction(35, 36)
