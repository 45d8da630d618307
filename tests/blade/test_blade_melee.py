"""The melee of blade: all strike, in three steps, at the same time in each (B30, B31)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blade_fights import melee, pair, points, strike
from combatcli.dice.rolling.sources import EnteredSource
from combatcli.errors import RefusedError
from combatcli.rulesets.blade.attack import attack
from combatcli.rulesets.blade.game import GAME
from combatcli.rulesets.blade.strike import AttackRequest
from combatcli.rulesets.context import CombatContext
from support import duel, happened, play, play_with, refuses


@pytest.mark.rule("B30")
def test_everybody_strikes_their_target_else_the_first_they_are_engaged_with() -> None:
    encounter = melee(
        {
            "ann": {"side": "a", "target": "cid"},
            "bob": {"side": "b", "engaged": ["ann"]},
            "cid": {"side": "b", "engaged": ["ann"], "target": "dan"},
            "dan": {"side": "a"},
            "eve": {"side": "b", "engaged": ["ann"], "health": 0},
        }
    )
    playing = play(encounter, "attack", *(6, 6) * 3, all=True)
    told = [(event["attacker"], event["target"]) for event in happened(playing, "attack")]
    assert told == [("ann", "cid"), ("bob", "ann"), ("cid", "ann")]


@pytest.mark.rule("B30", "B3", "B26")
def test_who_does_not_strike_is_told_with_the_reason() -> None:
    encounter = melee(
        {
            "ann": {"side": "a", "engaged": ["bob", "cid", "dan"], "deeds": {"struck": True}},
            "bob": {"side": "b"},
            "cid": {"side": "c", "declared": {"action": "improvise", "what": "x"}},
            "dan": {"side": "c", "deeds": {"ran": True}},
        },
        surprised=["b"],
    )
    playing = play(encounter, "attack", all=True)
    assert [(event["who"], event["reason"]) for event in happened(playing, "idle")] == [
        ("ann", "has struck already"),
        ("bob", "bob is surprised and does nothing this round (B3)"),
        ("cid", "cid is improvising this round and cannot fight in melee (B26)"),
        ("dan", "dan is running this round and may fight only if charged (B12)"),
    ]
    assert happened(playing, "attack") == []


@pytest.mark.rule("B30")
def test_each_makes_one_melee_attack_a_round() -> None:
    once = play(pair(), "attack", 6, 6, 6, 6, all=True).fight
    again = play(once, "attack", all=True)
    told = [(event["who"], event["reason"]) for event in happened(again, "idle")]
    assert told == [("darna", "has struck already"), ("orc", "has struck already")]
    order = {"attacker": "darna", "targets": ["orc"]}
    alone = play(pair(), "attack", 6, 6, **order).fight
    for fought in (once, alone):
        assert "already made a melee attack" in play(fought, "attack", 6, 6, **order).warnings[0]
    rest = play(alone, "attack", 6, 6, all=True)
    assert [event["attacker"] for event in happened(rest, "attack")] == ["orc"]


@pytest.mark.rule("B1", "B30")
@pytest.mark.parametrize("phase", ["initiative", "acting", "reacting"])
def test_the_melee_of_all_comes_at_the_end_of_the_round(phase: str) -> None:
    early = pair().changed(phase=phase)
    words = f"this is the {phase} phase; melee comes at the end of the round"
    assert f"{words} (B30)" in play(early, "attack", 6, 6, 6, 6, all=True).warnings
    refuses(words, early, "attack", all=True, strict=True)
    assert play(pair(), "attack", 6, 6, 6, 6, all=True, strict=True).warnings == []


@pytest.mark.rule("B31", "B25")
@pytest.mark.parametrize("late", [{"deeds": {"shot": True}}, {"declared": {"action": "cast", "done": True}}])
def test_last_strikes_come_after_and_not_at_all_if_taken_out(late: dict[str, Any]) -> None:
    playing = play(pair({**late, "stamina": 0, "health": 2}), "attack", 3, 3, 4, all=True)
    assert [(event["attacker"], event["step"]) for event in happened(playing, "attack")] == [("orc", "plain")]
    alive = play(pair(late), "attack", 3, 3, 4, 3, 3, 1, all=True)
    told = [(event["attacker"], event["step"]) for event in happened(alive, "attack")]
    assert told == [("orc", "plain"), ("darna", "last")]


@pytest.mark.rule("B30", "B31")
@pytest.mark.parametrize(
    ("deeds", "step"), [({}, "plain"), ({"first_strike": True}, "first"), ({"shot": True}, "last")]
)
def test_both_in_one_step_strike_at_the_same_time_and_both_may_fall(deeds: dict[str, bool], step: str) -> None:
    both = pair({"deeds": deeds, "stamina": 0, "health": 1}, {"deeds": deeds, "health": 1})
    playing = play(both, "attack", 3, 3, 1, 3, 3, 1, all=True, apply=True)
    assert [event["hit"] for event in happened(playing, "attack")] == [True, True]
    assert {event["who"] for event in happened(playing, "condition")} == {"darna", "orc"}
    assert [event["step"] for event in happened(playing, "attack")] == [step, step]
    assert (points(playing, "darna"), points(playing, "orc")) == ((0, 0), (0, 0))


@pytest.mark.rule("B31")
def test_three_steps_in_turn() -> None:
    encounter = melee(
        {
            "late": {"side": "a", "engaged": ["plain"], "deeds": {"shot": True}},
            "plain": {"side": "b", "engaged": ["late", "first"]},
            "first": {"side": "a", "engaged": ["plain"], "deeds": {"first_strike": True, "charged": "plain"}},
        }
    )
    playing = play(encounter, "attack", *(2, 2, 1), *(2, 2, 2), *(2, 2, 3), all=True)
    assert [event["attacker"] for event in happened(playing, "attack")] == ["first", "plain", "late"]
    assert points(playing, "plain") == (0, 5)
    assert points(playing, "late") == (0, 4)
    assert [hit.damage for hit in playing.fight.pending] == [3]


@pytest.mark.rule("B31")
def test_who_has_lost_their_foe_strikes_the_next_one_or_nobody() -> None:
    encounter = melee(
        {
            "ann": {"side": "a", "engaged": ["orc"], "deeds": {"first_strike": True}},
            "bob": {"side": "a", "engaged": ["orc"]},
            "cid": {"side": "a", "engaged": ["orc", "ork"]},
            "orc": {"side": "b", "health": 1},
            "ork": {"side": "b"},
        }
    )
    playing = play(encounter, "attack", *(2, 2, 1), *(6, 6), *(6, 6), all=True)
    told = [(event["attacker"], event["target"]) for event in happened(playing, "attack")]
    assert told == [("ann", "orc"), ("cid", "ork"), ("ork", "cid")]
    expected = [("bob", "no foe is left"), ("orc", "dead")]
    assert [(event["who"], event["reason"]) for event in happened(playing, "idle")] == expected


@pytest.mark.rule("B12")
def test_a_charged_runner_fights_and_strikes_last() -> None:
    runner = {"deeds": {"ran": True}}
    refuses("only if charged", pair(runner), "attack", attacker="darna", targets=["orc"])
    charged = pair(runner, {"deeds": {"charged": "darna", "first_strike": True}})
    playing = play(charged, "attack", 6, 6, 6, 6, all=True)
    told = [(event["attacker"], event["step"]) for event in happened(playing, "attack")]
    assert told == [("orc", "first"), ("darna", "last")]


SIDES = {"ann": "a", "bob": "a", "orc": "b", "ork": "b"}
Fighter = st.fixed_dictionaries(
    {
        "stamina": st.integers(0, 6),
        "health": st.integers(1, 6),
        "count": st.integers(1, 3),
        "armor": st.fixed_dictionaries({"protection": st.integers(0, 3)}),
        "deeds": st.sampled_from([{}, {"first_strike": True}, {"shot": True}]),
    }
)
Dice = st.tuples(*[st.integers(1, 6)] * 3)


class OwnFaces(EnteredSource):
    """Faces that belong to whoever attacks, whatever the order."""

    def __init__(self, faces: dict[str, tuple[int, ...]]) -> None:
        super().__init__([])
        self.own = {who: list(each) for who, each in faces.items()}

    def die(self, sides: int) -> int:
        """Return the next face of whoever's attack it is."""
        assert sides == 6
        who = self.purpose.removeprefix("the damage of ").partition("'s attack on ")[0]
        return self.own[who].pop(0)


def result(combatants: dict[str, Any], faces: dict[str, tuple[int, ...]]) -> dict[str, Any]:
    encounter = melee(combatants)
    playing: CombatContext[Any] = CombatContext(encounter)
    play_with(playing, OwnFaces(faces), (attack, AttackRequest(all=True, apply=True)))
    GAME.apply_consequences(playing)
    return {who: (each.count, *points(playing, who)) for who, each in playing.fight.combatants.items()}


@pytest.mark.rule("B30", "B31")
@given(
    st.fixed_dictionaries(dict.fromkeys(SIDES, Fighter)),
    st.fixed_dictionaries(dict.fromkeys(SIDES, Dice)),
    st.permutations(list(SIDES)),
    st.sets(st.sampled_from([("ann", "orc"), ("ork", "ann"), ("bob", "orc"), ("ork", "bob")]), min_size=1),
)
def test_the_files_order_never_changes_a_melee(
    fighters: dict[str, Any], faces: dict[str, tuple[int, ...]], order: list[str], engaged: set[tuple[str, str]]
) -> None:
    full = {
        who: {
            **fighters[who],
            "side": side,
            "max_stamina": 6,
            "engaged": sorted(foe for one, foe in engaged if one == who),
        }
        for who, side in SIDES.items()
    }
    assert result(full, faces) == result({who: full[who] for who in order}, faces)


@pytest.mark.rule("B31", "B30")
def test_all_lets_strike_who_fell_in_the_same_step() -> None:
    encounter = duel({"engaged": ["orc"]}, {"health": 2}, phase="melee")
    felled = play(encounter, "attack", 1, 1, 6, attacker="darna", targets=["orc"], apply=True).fight
    assert felled.combatants["orc"].health == 0
    assert any("orc is engaged and has not struck" in warning for warning in play(felled, "next").warnings)
    struck = play(felled, "attack", 1, 1, 6, all=True, apply=True)
    assert [event["attacker"] for event in happened(struck, "attack")] == ["orc"]
    assert struck.fight.combatants["orc"].engaged == []


@pytest.mark.rule("B12", "B13", "B30")
@pytest.mark.parametrize(
    ("darna", "orc", "hint"),
    [
        ({}, {"position": [45, 0]}, "Go there first: combatcli move darna --charge orc"),
        ({}, {"position": [46, 0]}, ""),
        ({"deeds": {"shot": True}}, {"position": [45, 0]}, ""),
        ({"deeds": {"moved": 5}}, {"position": [45, 0]}, ""),
        ({}, {"position": [45, 0], "side": "heroes"}, ""),
        ({"deeds": {"ran": True}, "position": None, "arena": "yard"}, {"arena": "hut"}, ""),
    ],
)
def test_a_hint_leads_to_no_move_that_is_refused(darna: dict[str, Any], orc: dict[str, Any], hint: str) -> None:
    encounter = pair({"engaged": [], "position": [0, 0], **darna}, orc, phase="melee", arenas={"yard": {}, "hut": {}})
    with pytest.raises(RefusedError) as refused:
        play(encounter, "attack", attacker="darna", targets=["orc"])
    assert refused.value.hint == hint


@pytest.mark.rule("B30")
@pytest.mark.parametrize(("named", "used"), [(None, ("knife", "plain")), ("bow", ("bow", "shot"))])
def test_an_archer_draws_a_melee_weapon_against_whom_they_fight_unless_told_otherwise(
    named: str | None, used: tuple[str, str]
) -> None:
    archer: dict[str, Any] = {"weapons": {"knife": {}, "bow": {"far": 200}}, "wielding": "bow"}
    struck = strike(pair(archer), "darna", "orc", 1, 2, 3, weapon=named)
    (event,) = happened(struck, "attack")
    assert (event["weapon"], event["step"]) == used
