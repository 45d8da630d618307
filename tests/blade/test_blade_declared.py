"""A declaration of blade is no deed: a spell is cast when its check is made, and taken back until then (B2, B25)."""

from __future__ import annotations

from typing import Any

import pytest

from blade_fights import BOW, pair, start, strike, trio
from support import happened, play, refuses

CASTER = {"mind": 9, "engaged": ["orc"]}
BLOW = {"attacker": "orc", "targets": ["darna"], "opportunity": True}


def declared(encounter: Any, *what: str, who: str = "darna") -> Any:
    action, *targets = what
    return play(encounter, "declare", who=who, action=action, targets=targets)


@pytest.mark.rule("B2")
def test_a_declaration_leaves_the_winner_their_choice() -> None:
    rolled = play(start(), "order", 5, 3).fight
    said = declared(rolled, "cast", "Light", who="orc")
    assert said.warnings == []
    assert play(said.fight, "order", choose="react").fight.initiative == ["orcs", "heroes"]
    acting = declared(play(rolled, "next").fight, "cast", "Light").fight
    assert play(acting, "order", choose="react").fight.initiative == ["orcs", "heroes"]
    cast = play(acting, "test", 3, 3, who="darna", trait="mind").fight
    refuses("darna has acted", cast, "order", choose="react")


@pytest.mark.rule("B2", "B25")
def test_a_strike_for_a_spell_is_a_deed() -> None:
    acting = play(play(start({"engaged": ["orc"]}), "order", 5, 3).fight, "next").fight
    struck = play(declared(acting, "cast", "Light").fight, "attack", 6, 6, **BLOW).fight
    refuses("orc has struck", struck, "order", choose="react")


@pytest.mark.rule("B1", "B25")
def test_whoever_has_a_spell_to_cast_has_yet_to_act() -> None:
    encounter = trio(CASTER, phase="acting", initiative=["heroes", "orcs"])
    said = declared(encounter, "cast", "Light").fight
    shown = {event["who"]: event.get("to_act") for event in happened(play(said, "show"), "combatant")}
    assert shown["darna"] is True
    cast = play(said, "test", 3, 3, who="darna", trait="mind").fight
    shown = {event["who"]: event.get("to_act") for event in happened(play(cast, "show"), "combatant")}
    assert shown["darna"] is False


@pytest.mark.rule("B25")
@pytest.mark.parametrize("instead", [("improvise", "hide"), ("attack", "orc")])
def test_a_spell_that_is_taken_back_gives_no_opportunity(instead: tuple[str, str]) -> None:
    said = declared(trio(CASTER), "cast", "Light")
    assert happened(said, "declare")[0]["opportunity"] == ["orc"]
    back = declared(said.fight, *instead)
    assert happened(back, "declare")[0]["withdrawn"] == "Light"
    refuses("darna gives orc no opportunity", back.fight, "attack", **BLOW)


@pytest.mark.rule("B25", "B31")
def test_another_declaration_takes_a_spell_back_at_no_cost() -> None:
    back = declared(declared(trio(CASTER), "cast", "Light").fight, "attack", "orc").fight
    (event,) = happened(strike(back.changed(phase="melee"), "darna", "orc", 6, 6, strict=True), "attack")
    assert event["step"] == "plain"
    far = declared(declared(trio(), "cast", "Light").fight, "attack", "orc").fight
    assert play(far, "move", who="darna", charge="orc", distance=30, strict=True).warnings == []


@pytest.mark.rule("B25", "B12", "B13")
@pytest.mark.parametrize("deed", [{"charge": "orc"}, {"run": True}])
def test_a_charge_or_a_run_takes_a_spell_back_that_is_not_cast_yet(deed: dict[str, Any]) -> None:
    said = declared(trio(), "cast", "Light").fight
    moved = play(said, "move", who="darna", distance=30, **deed, strict=True)
    assert moved.warnings == ["darna takes back the spell Light (B25)"]
    refuses("cannot cast", moved.fight, "test", who="darna", trait="mind", spell="Light")


@pytest.mark.rule("B25")
def test_a_shot_takes_a_spell_back_that_is_not_cast_yet() -> None:
    said = declared(trio({**BOW, "engaged": ["orc"]}), "cast").fight
    shot = strike(said, "darna", "orc", 6, 6, distance=30, strict=True)
    assert shot.warnings == ["darna takes back the spell (B25)"]
    refuses("darna gives orc no opportunity", shot.fight, "attack", **BLOW)


@pytest.mark.rule("B25", "B31")
def test_a_spell_that_was_never_cast_brings_no_last_strike() -> None:
    said = declared(pair({"mind": 9}, {"deeds": {"struck": True}}, phase="acting"), "cast", "Light").fight
    (event,) = happened(strike(said.changed(phase="melee"), "darna", "orc", 6, 6, strict=True), "attack")
    assert event["step"] == "plain"
    cast = play(said, "test", 6, 5, who="darna", trait="mind").fight
    (event,) = happened(strike(cast.changed(phase="melee"), "darna", "orc", 6, 6, strict=True), "attack")
    assert event["step"] == "last"


@pytest.mark.rule("B25", "B11")
def test_a_spell_takes_no_opportunity_of_a_move_away_and_one_strike_is_for_one_spell() -> None:
    moving = trio({"mind": 9, "engaged": ["orc"], "position": [0, 0]}, {"position": [0, 5]})
    left = play(moving, "move", who="darna", way=["0,-20"]).fight
    back = declared(declared(left, "cast", "Light").fight, "attack", "orc").fight
    assert play(back, "attack", 6, 6, strict=True, **BLOW).warnings == []
    struck = play(declared(trio(CASTER), "cast", "Light").fight, "attack", 6, 6, strict=True, **BLOW).fight
    again = declared(declared(struck, "attack", "orc").fight, "cast", "Light")
    assert happened(again, "declare")[0]["opportunity"] == []
    cast = play(again.fight, "test", 3, 3, who="darna", trait="mind")
    assert happened(cast, "test")[0]["reactions"] == []


@pytest.mark.rule("B25")
def test_a_spell_declared_ahead_gives_its_opportunities_when_it_is_cast() -> None:
    ahead = declared(start({**CASTER}, initiative=["heroes", "orcs"]), "cast", "Light")
    assert (ahead.warnings, happened(ahead, "declare")[0]["opportunity"]) == ([], [])
    early = play(ahead.fight, "test", 3, 3, who="darna", trait="mind").warnings
    assert early == ["this is the initiative phase; spells of heroes belong to the acting phase (B1)"]
    acting = play(ahead.fight, "next")
    cast = play(acting.fight, "test", 3, 3, who="darna", trait="mind", strict=True)
    assert (acting.warnings, happened(cast, "test")[0]["reactions"]) == ([], ["orc"])
    assert play(cast.fight, "attack", 6, 6, strict=True, **BLOW).warnings == []
    late = declared(trio(CASTER, phase="reacting", initiative=["heroes", "orcs"]), "cast", "Light")
    assert "spells of heroes belong to the acting phase" in late.warnings[0]


@pytest.mark.rule("B29")
def test_no_hint_names_what_cannot_be_done() -> None:
    undeclared = play(trio(CASTER), "test", 3, 3, who="darna", trait="mind", spell="Light")
    assert undeclared.warnings == ["darna casts a spell without declaring it first (B29)"]
    order = {"who": "darna", "trait": "mind", "spell": "Light", "strict": True}
    refuses('first .B29.: combatcli declare darna cast "Light"', trio(CASTER), "test", **order)
    failed = declared(trio({"failed": ["Light"]}), "cast", "Light")
    assert failed.warnings == ["Light has failed since darna last slept, and is not cast again that day (B29)"]


@pytest.mark.rule("B26", "B11")
def test_who_improvises_may_strike_at_once() -> None:
    moving = trio({"position": [0, 0], "engaged": ["orc"]}, {"position": [0, 5]})
    hiding = declared(moving, "improvise", "hide", who="orc").fight
    left = play(hiding, "move", who="darna", way=["0,-20"]).fight
    assert play(left, "attack", 3, 3, 2, strict=True, **BLOW).warnings == []
