"""A hit of blade that waits on somebody holds up whatever they do next (B11, B25, B30)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from blade_fights import BOW, CHARGER, pair, trio
from support import Run, happened, play, refuses

WAITS = "a hit on darna is still pending and comes before whatever they do next (B11): combatcli wound darna"
HIT = {"attacker": "orc", "target": "darna", "damage": 3}
SHOT = {"attacker": "darna", "targets": ["orc"], "distance": 20}
CAST = {"declared": {"action": "cast", "what": "Light"}}
IMPROVISED = {"declared": {"action": "improvise", "what": "hide"}}
FAILED = {"deeds": {"unforced": {"name": "Light", "faces": [5, 5]}}}


@pytest.mark.rule("B11", "B25", "B26", "B29")
@pytest.mark.parametrize(
    ("darna", "command", "order", "faces"),
    [
        ({}, "move", {"who": "darna", "distance": 20}, ()),
        ({}, "move", {"who": "darna", "charge": "orc", "distance": 20}, ()),
        (BOW, "attack", SHOT, (6, 6)),
        (CAST, "test", {"who": "darna", "trait": "mind"}, (3, 3)),
        (FAILED, "test", {"who": "darna", "trait": "mind", "force": True}, (1,)),
        (IMPROVISED, "test", {"who": "darna", "trait": "agility"}, (3, 3)),
    ],
)
def test_a_hit_comes_before_a_move_a_shot_a_spell_and_a_deed(
    darna: dict[str, Any], command: str, order: dict[str, Any], faces: tuple[int, ...]
) -> None:
    encounter = trio(darna, phase="acting", pending=[HIT])
    assert play(encounter, command, *faces, **order).warnings == [WAITS]
    refuses("comes before whatever they do next", encounter, command, *faces, strict=True, **order)
    wounded = play(encounter, "wound").fight
    assert play(wounded, command, *faces, strict=True, **order).warnings == []


@pytest.mark.rule("B11", "B30")
def test_a_hit_comes_before_a_strike_at_once_and_one_in_the_melee() -> None:
    opening = {"deeds": {"opportunity": ["darna"]}}
    order = {"attacker": "darna", "targets": ["orc"]}
    at_once = trio({}, opening, phase="acting", pending=[HIT])
    assert play(at_once, "attack", 6, 6, opportunity=True, **order).warnings == [WAITS]
    melee = pair(pending=[HIT])
    assert play(melee, "attack", 6, 6, **order).warnings == [WAITS]
    assert play(melee, "attack", 6, 6, 6, 6, all=True).warnings == [WAITS]
    refuses("comes before whatever", melee, "attack", all=True, strict=True)


@pytest.mark.rule("B11", "B30")
@pytest.mark.parametrize(("darna", "without"), [({}, ["darna"]), (IMPROVISED, []), ({"deeds": {"struck": True}}, [])])
def test_a_hit_holds_nobody_up_who_does_not_strike_in_the_melee(darna: dict[str, Any], without: list[str]) -> None:
    played = play(pair(darna, pending=[HIT]), "attack", 6, 6, all=True, without=without, strict=True)
    assert ([each["attacker"] for each in happened(played, "attack")], played.warnings) == (["orc"], [])


@pytest.mark.rule("B30", "B31")
def test_a_hit_of_the_same_step_holds_nobody_up_and_one_of_an_earlier_step_does() -> None:
    order = {"attacker": "darna", "targets": ["orc"]}
    back = {"attacker": "orc", "targets": ["darna"]}
    same = play(pair(), "attack", 3, 3, 2, **back).fight
    assert play(same, "attack", 6, 6, strict=True, **order).warnings == []
    first = play(pair(orc=CHARGER | {"deeds": {"charged": "darna", "first_strike": True}}), "attack", 3, 3, 2, **back)
    assert play(first.fight, "attack", 6, 6, **order).warnings == [WAITS]


@pytest.mark.rule("B11", "B29", "B31")
def test_a_command_that_a_message_offers_can_be_typed_whatever_the_names_are(run: Run, tmp_path: Path) -> None:
    (tmp_path / "fight.toml").write_text(
        'ruleset = "blade"\nphase = "acting"\n[combatants."big orc"]\nside = "orcs"\n'
        '[combatants.darna]\nside = "heroes"\nengaged = ["big orc"]\n',
        encoding="utf-8",
    )
    fight = ["-f", tmp_path / "fight.toml"]
    spell = run("test", "big orc", "mind", "--spell", "Light", "--dice", "5,5", *fight).out
    assert "test 'big orc' mind --force" in spell
    assert "attack darna 'big orc' --opportunity" in spell
    run("attack", "darna", "big orc", "--opportunity", "--dice", "3,3,1", *fight)
    assert "combatcli wound 'big orc'" in run("move", "big orc", "--distance", 5, *fight).out


@pytest.mark.rule("B26")
def test_a_check_that_is_no_deed_waits_for_nothing() -> None:
    encounter = trio(pending=[HIT])
    assert play(encounter, "test", 3, 3, who="darna", trait="strength", strict=True).warnings == []
