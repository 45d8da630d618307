"""The laws of beacon that no sequence of commands may break."""

from __future__ import annotations

from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combatcli.dice.rolling.sources import SeededSource
from combatcli.errors import CombatError
from combatcli.rulesets import action, load
from combatcli.rulesets.beacon import conditions, state
from combatcli.rulesets.beacon.budget import ACTS, REACTS, remaining
from combatcli.rulesets.context import CombatContext
from support import as_request, fight, happened, play, play_with

pytestmark = pytest.mark.untraced

NAMES = ("ann", "bob", "ogre")
CONDITIONS = ("burning:3", "slowed", "stunned", "weakened:2", "distracted", "bleeding:5", "downed")
BOONS = ("hastened", "regenerating:3", "healing:4", "resistant", "focused", "strengthened:2")
COMMANDS: list[tuple[str, dict[str, Any]]] = [
    ("wound", {}),
    ("next", {}),
    *(("attack", {"attacker": who, "targets": [whom]}) for who, whom in product(NAMES, NAMES)),
    *(("wound", {"what": [who, word]}) for who, word in product(NAMES, ("3", "20", *CONDITIONS))),
    *(("boon", {"who": who, "boon": word}) for who, word in product(NAMES, BOONS)),
    *(("next", {"who": who}) for who in NAMES),
    *(("recover", {"who": [who], **more}) for who, more in product(NAMES, ({}, {"react": True, "with": "body"}))),
    *(("declare", {"who": who, "action": word}) for who, word in product(NAMES, ("rash", "act", "stand"))),
]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(COMMANDS), max_size=14), st.integers(0, 999))
def test_no_sequence_of_commands_breaks_the_laws(commands: list[tuple[str, dict[str, Any]]], seed: int) -> None:
    player = {"side": "heroes", "player": True, "archetype": "rogue", "weapons": {"sword": {}}}
    encounter = fight(
        "beacon",
        combatants={
            "ann": player,
            "bob": player,
            "ogre": {"side": "foes", "hp": 30, "soak": 1, "weapons": {"club": {}}},
        },
    )
    for number, (command, keys) in enumerate(commands):
        doing = action(load("beacon"), command)
        playing = CombatContext(encounter)
        try:
            source = SeededSource("law", seed * 100 + number)
            play_with(playing, source, (doing.task, as_request(doing, dict(keys))))
        except CombatError:
            continue
        load("beacon").apply_consequences(playing)
        encounter = playing.fight
        assert list(load("beacon").problems(encounter)) == []
        for each in encounter.combatants.values():
            assert state.hp_left(each) <= state.max_hp(each)
            assert 0 <= each.stress <= max(state.max_stress(each), 0)
            assert remaining(each, ACTS) >= 0 <= remaining(each, REACTS)


AROUND = [place for place in product((-5, 0, 5), repeat=2) if any(place)]


@pytest.mark.rule("E31")
@pytest.mark.parametrize(("one", "other"), [*permutations(AROUND, 2)])
def test_two_flank_from_exactly_opposite_squares(one: tuple[int, int], other: tuple[int, int]) -> None:
    sword = {"hp": 9, "side": "heroes", "weapons": {"sword": {}}}
    places = {"ann": {**sword, "position": [*one]}, "bob": {**sword, "position": [*other]}}
    encounter = fight("beacon", combatants={**places, "ogre": {"hp": 9, "side": "foes", "position": [0, 0]}})
    assert state.flanks(encounter, "ann", "ogre") == (one == (-other[0], -other[1]))


def test_every_condition_of_the_table_does_something() -> None:
    effects = {
        *("tier", "attackers_tier", "defense", "dice", "acts", "reacts", "either", "stride", "rooted", "threat"),
        *("damage", "start", "deed", "as", "helpless", "obeys", "untargeted"),
    }
    assert [name for name, row in conditions.table().items() if not effects & row.keys()] == []
    assert conditions.read("incapacitated") == conditions.FELLED


def test_a_condition_made_of_known_effects_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    row = {"kind": "wound", "degree": 2, "tier": -1, "defense": -5}
    known = conditions.table()
    monkeypatch.setattr(conditions, "table", lambda: {**known, "bewitched": row})
    pair = fight("beacon", combatants={"ann": {"side": "ours", "hp": 9}, "ogre": {"side": "theirs", "hp": 9}})
    cursed = play(pair, "wound", what=["ogre", "bewitched"]).fight
    struck = play(cursed, "attack", 1, 1, 1, attacker="ann", targets=["ogre"])
    assert happened(struck, "attack")[0]["needed"] == 7
    struck = play(cursed, "attack", 1, 1, 1, 1, attacker="ogre", targets=["ann"])
    assert happened(struck, "attack")[0]["tier"][1] == {"reason": "bewitched", "value": -1}
