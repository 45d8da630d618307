"""The melee of blade: three steps, simultaneity, stamina and health, groups (B30, B31, B42)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combatcli.dice.rolling.sources import EnteredSource
from combatcli.errors import UsageError
from combatcli.rulesets.blade import state
from combatcli.rulesets.blade.attack import attack
from combatcli.rulesets.blade.game import GAME
from combatcli.rulesets.blade.strike import AttackRequest
from combatcli.rulesets.blade.wound import loss
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.steps import run_steps
from support import fight, happened, odds, play, refuses


def melee(combatants: dict[str, Any], **keys: Any) -> Any:
    return fight("blade", phase="melee", combatants=combatants, **keys)


def pair(darna: dict[str, Any] | None = None, orc: dict[str, Any] | None = None, **keys: Any) -> Any:
    one = {"side": "heroes", "player": True, "engaged": ["orc"], **(darna or {})}
    return melee({"darna": one, "orc": {"side": "orcs", **(orc or {})}}, **keys)


def points(playing: CombatContext[Any], who: str) -> tuple[int, int]:
    combatant = playing.fight.combatants[who]
    return state.stamina(combatant), state.health(combatant)


@pytest.mark.rule("B30")
def test_both_strike_at_the_same_time_and_both_may_fall() -> None:
    both = pair({"health": 3, "stamina": 0}, {"health": 3})
    playing = play(both, "attack", 3, 3, 4, 3, 3, 4, all=True, apply=True)
    assert [event["hit"] for event in happened(playing, "attack")] == [True, True]
    assert (points(playing, "darna"), points(playing, "orc")) == ((0, 0), (0, 0))
    assert {event["who"] for event in happened(playing, "condition")} == {"darna", "orc"}


@pytest.mark.rule("B30")
def test_without_apply_the_last_step_is_left_pending() -> None:
    playing = play(pair(), "attack", 3, 3, 4, 3, 3, 5, all=True)
    assert [(hit.attacker, hit.damage) for hit in playing.fight.pending] == [("darna", 4), ("orc", 5)]
    assert points(playing, "darna") == (6, 6)
    applied = play(playing.fight, "wound")
    assert (points(applied, "darna"), points(applied, "orc")) == ((1, 6), (0, 2))
    assert applied.fight.pending == []


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
    assert [(event["attacker"], event["target"]) for event in happened(playing, "attack")] == [
        ("ann", "cid"),
        ("bob", "ann"),
        ("cid", "ann"),
    ]


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
def test_who_holds_a_bow_fights_with_something_else() -> None:
    archer = {"weapons": {"bow": {"close": 30}, "knife": {}}, "wielding": "bow"}
    unarmed = {"weapons": {"bow": {"close": 30}}}
    playing = play(pair(archer, unarmed), "attack", 6, 6, 6, 6, all=True)
    assert [event["weapon"] for event in happened(playing, "attack")] == ["knife", "unarmed"]


@pytest.mark.rule("B30", "B40")
def test_who_holds_a_bow_draws_one_weapon_and_no_second_one() -> None:
    archer = {"weapons": {"bow": {"close": 30}, "knife": {}, "club": {}}, "wielding": "bow", "strength": 12}
    playing = play(pair(archer), "attack", 5, 6, 3, 6, 6, all=True)
    (event, _) = happened(playing, "attack")
    assert (event["weapon"], event["damage_faces"]) == ("knife", [3])


@pytest.mark.rule("B30")
def test_each_makes_one_melee_attack_a_round() -> None:
    once = play(pair(), "attack", 6, 6, 6, 6, all=True).fight
    again = play(once, "attack", all=True)
    assert [(event["who"], event["reason"]) for event in happened(again, "idle")] == [
        ("darna", "has struck already"),
        ("orc", "has struck already"),
    ]
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


@pytest.mark.rule("B30")
def test_nobody_engaged_is_no_melee() -> None:
    refuses("nobody is engaged", pair({"engaged": []}), "attack", all=True)


CHARGER = {"deeds": {"charged": "orc", "first_strike": True}}


@pytest.mark.rule("B31")
def test_who_falls_by_a_first_strike_does_not_strike_back() -> None:
    playing = play(pair(CHARGER, {"health": 3}), "attack", 3, 3, 4, all=True)
    assert [(event["attacker"], event["step"]) for event in happened(playing, "attack")] == [("darna", "first")]
    assert happened(playing, "idle") == [{"event": "idle", "who": "orc", "reason": "dead"}]
    assert playing.fight.pending == []
    assert points(playing, "orc") == (0, 0)


@pytest.mark.rule("B31")
def test_who_survives_a_first_strike_strikes_back() -> None:
    playing = play(pair(CHARGER), "attack", 3, 3, 4, 3, 3, 5, all=True)
    assert points(playing, "orc") == (0, 2)
    assert points(playing, "darna") == (6, 6)
    assert [hit.attacker for hit in playing.fight.pending] == ["orc"]


@pytest.mark.rule("B31", "B25")
@pytest.mark.parametrize("late", [{"deeds": {"shot": True}}, {"declared": {"action": "cast"}}])
def test_last_strikes_come_after_and_not_at_all_if_taken_out(late: dict[str, Any]) -> None:
    playing = play(pair({**late, "stamina": 0, "health": 2}), "attack", 3, 3, 4, all=True)
    assert [(event["attacker"], event["step"]) for event in happened(playing, "attack")] == [("orc", "plain")]
    alive = play(pair(late), "attack", 3, 3, 4, 3, 3, 1, all=True)
    assert [(event["attacker"], event["step"]) for event in happened(alive, "attack")] == [
        ("orc", "plain"),
        ("darna", "last"),
    ]


@pytest.mark.rule("B31")
@pytest.mark.parametrize(("deeds", "step"), [("first_strike", "first"), ("shot", "last")])
def test_both_first_or_both_last_are_simultaneous(deeds: str, step: str) -> None:
    both = pair({"deeds": {deeds: True}, "stamina": 0, "health": 1}, {"deeds": {deeds: True}, "health": 1})
    playing = play(both, "attack", 3, 3, 1, 3, 3, 1, all=True, apply=True)
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
    assert [(event["attacker"], event["target"]) for event in happened(playing, "attack")] == [
        ("ann", "orc"),
        ("cid", "ork"),
        ("ork", "cid"),
    ]
    assert [(event["who"], event["reason"]) for event in happened(playing, "idle")] == [
        ("bob", "no foe is left"),
        ("orc", "dead"),
    ]


@pytest.mark.rule("B12")
def test_a_charged_runner_fights_and_strikes_last() -> None:
    runner = {"deeds": {"ran": True}}
    refuses("only if charged", pair(runner), "attack", attacker="darna", targets=["orc"])
    charged = pair(runner, {"deeds": {"charged": "darna", "first_strike": True}})
    playing = play(charged, "attack", 6, 6, 6, 6, all=True)
    assert [(event["attacker"], event["step"]) for event in happened(playing, "attack")] == [
        ("orc", "first"),
        ("darna", "last"),
    ]


@pytest.mark.rule("B31")
def test_the_odds_of_a_melee_are_those_of_all_its_steps() -> None:
    # Who falls by a First Strike does not strike back: b hits with 26/81, and takes a out with 26/243.
    # a charges with strength 10, bare hands, against Evasion 1: 9 or less is 30/36 = 5/6, and 3, 4, 5 or 6 of 1d6 take
    # b's 3 health, so b stands with 1 - 5/6 x 2/3 = 4/9; 8 or less is 26/36, and 5 or 6 on 1d6+1 is the end of a.
    a = {"strength": 10, "engaged": ["b"], "deeds": {"charged": "b", "first_strike": True}}
    b = {"strength": 8, "agility": 9, "health": 3, "weapons": {"axe": {"hands": 2}}, "side": "b"}
    told = odds(melee({"a": {**a, "side": "a"}, "b": b}), "attack", all=True)
    assert {(event["of"], event.get("attacker", event.get("who"))): event["chance"] for event in told} == {
        ("hit", "a"): "5/6",
        ("hit", "b"): "26/81",
        ("taken out", "a"): "26/243",
        ("taken out", "b"): "5/9",
    }


# --- Stamina and health ----------------------------------------------------------------------------------------------


@pytest.mark.rule("B42", "B0")
def test_stamina_first_and_the_rest_of_the_same_hit_from_health() -> None:
    first = play(pair(), "wound", targets=["darna"], amount="4")
    assert happened(first, "wound")[0]["marked"] == {"stamina": 4, "health": 0}
    second = play(first.fight, "wound", targets=["darna"], amount="5")
    (event,) = happened(second, "wound")
    assert (event["amount"], event["marked"], event["left"]) == (
        5,
        {"stamina": 2, "health": 3},
        {"stamina": 0, "health": 3},
    )
    assert event["status"] == []


@pytest.mark.rule("B42", "B0")
def test_no_health_is_death_and_others_have_health_alone() -> None:
    playing = play(pair({"target": "orc"}), "wound", targets=["orc"], amount="9")
    (event,) = happened(playing, "wound")
    assert (event["marked"], event["status"]) == ({"stamina": 0, "health": 6}, ["dead"])
    assert playing.fight.combatants["darna"].engaged == []
    assert playing.fight.combatants["darna"].target is None
    refuses("dead", playing.fight, "wound", targets=["orc"], amount="1")


@pytest.mark.rule("B42")
def test_points_written_down_keep_their_maximum() -> None:
    playing = play(pair(orc={"stamina": 4, "health": 8}), "wound", targets=["orc"], amount="5")
    orc = playing.fight.combatants["orc"]
    assert (state.max_stamina(orc), state.max_health(orc)) == (4, 8)


@pytest.mark.rule("B42")
def test_a_group_loses_a_member_and_the_next_is_unhurt() -> None:
    encounter = melee(
        {"gobs": {"count": 3, "max_health": 2}},
        pending=[{"attacker": "", "target": "gobs", "damage": 1}, {"attacker": "", "target": "gobs", "damage": 5}],
    )
    playing = play(encounter, "wound")
    assert happened(playing, "loss") == [{"event": "loss", "who": "gobs", "left": 2}]
    assert (playing.fight.combatants["gobs"].count, points(playing, "gobs")) == (2, (0, 1))
    last = play(playing.fight.with_combatant("gobs", count=1), "wound", targets=["gobs"], amount="1")
    assert happened(last, "wound")[0]["status"] == ["dead"]


@pytest.mark.rule("B42")
@pytest.mark.parametrize(
    ("count", "damage", "left"),
    [(2, (1, 5), (1, (0, 1))), (2, (5, 1), (1, (0, 1))), (3, (1, 1, 2), (1, (0, 2))), (2, (1,), (2, (0, 1)))],
)
def test_hits_at_once_cost_a_group_the_same_in_whatever_order_they_wait(
    count: int, damage: tuple[int, ...], left: tuple[int, tuple[int, int]]
) -> None:
    hits = [{"attacker": "", "target": "gobs", "damage": each} for each in damage]
    playing = play(melee({"gobs": {"count": count, "max_health": 2}}, pending=hits), "wound")
    assert (playing.fight.combatants["gobs"].count, points(playing, "gobs")) == left


@pytest.mark.rule("B42")
def test_the_hits_on_one_are_told_in_the_order_in_which_they_were_made() -> None:
    hits = [{"attacker": "orc", "target": "darna", "damage": each} for each in (1, 5, 2)]
    playing = play(pair(pending=hits), "wound")
    assert [event["amount"] for event in happened(playing, "wound")] == [1, 5, 2]
    assert points(playing, "darna") == (0, 4)


@pytest.mark.rule("B42")
def test_death_is_told_as_a_condition_that_begins() -> None:
    fallen = play(pair(), "wound", targets=["orc"], amount="6")
    assert happened(fallen, "condition") == [{"event": "condition", "who": "orc", "name": "dead", "ended": False}]
    assert happened(play(pair(), "wound", targets=["orc"], amount="5"), "condition") == []


def test_a_hit_on_the_dead_is_dropped_with_a_warning() -> None:
    encounter = pair(orc={"health": 0}, pending=[{"attacker": "darna", "target": "orc", "damage": 2}])
    playing = play(encounter, "wound")
    assert (happened(playing, "wound"), playing.fight.pending) == ([], [])
    assert "dead already" in playing.warnings[0]


def test_what_is_pending_can_be_discarded() -> None:
    hits = [{"attacker": "darna", "target": "orc", "damage": damage} for damage in (1, 2)]
    one = play(pair(pending=hits), "wound", discard="1")
    assert [hit.damage for hit in one.fight.pending] == [2]
    assert happened(one, "discard")[0]["damage"] == 1
    assert play(one.fight, "wound", discard="all").fight.pending == []
    refuses("no pending hit 3", one.fight, "wound", discard="3")


def test_nothing_pending_is_no_mistake_in_a_pipe() -> None:
    assert happened(play(pair(), "wound"), "unhurt")


@pytest.mark.parametrize("amount", ["0", "many", "2,3"])
def test_an_amount_is_a_number(amount: str) -> None:
    with pytest.raises(UsageError, match="no amount"):
        play(pair(), "wound", targets=["orc"], amount=amount)


# --- What holds for any melee ----------------------------------------------------------------------------------------

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
    run_steps(playing, attack(playing, AttackRequest(all=True, apply=True)), OwnFaces(faces))
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
    fighters: dict[str, Any],
    faces: dict[str, tuple[int, ...]],
    order: list[str],
    engaged: set[tuple[str, str]],
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


@pytest.mark.rule("B42")
@given(st.integers(0, 6), st.integers(1, 6), st.integers(0, 20))
def test_stamina_goes_before_health_and_neither_below_zero(stamina: int, health: int, amount: int) -> None:
    combatant = melee({"ann": {"stamina": stamina, "health": health, "max_stamina": 6}}).combatants["ann"]
    off_stamina, off_health = loss(combatant, amount)
    assert 0 <= off_stamina <= stamina
    assert 0 <= off_health <= health
    assert off_stamina + off_health == min(amount, stamina + health)
    assert off_stamina == stamina or off_health == 0
