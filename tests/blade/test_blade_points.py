"""Stamina and health of blade, groups, and pending hits (B0, B42)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blade_fights import melee, pair, points, start
from combatcli.rulesets.blade import state
from support import Run, happened, play, refuses, usage_error


@pytest.mark.rule("B42", "B0")
def test_stamina_first_and_the_rest_of_the_same_hit_from_health() -> None:
    first = play(pair(), "wound", targets=["darna"], amount="4")
    assert happened(first, "wound")[0]["marked"] == {"stamina": 4, "health": 0}
    second = play(first.fight, "wound", targets=["darna"], amount="5")
    (event,) = happened(second, "wound")
    told = (event["amount"], event["marked"], event["left"])
    assert told == (5, {"stamina": 2, "health": 3}, {"stamina": 0, "health": 3})
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


def test_a_hit_on_the_dead_is_dropped_with_a_warning() -> None:
    encounter = pair(orc={"health": 0}, pending=[{"attacker": "darna", "target": "orc", "damage": 2}])
    playing = play(encounter, "wound")
    assert (happened(playing, "wound"), playing.fight.pending) == ([], [])
    assert "already dead" in playing.warnings[0]


@pytest.mark.parametrize("amount", ["0", "many", "2,3"])
def test_an_amount_is_a_number(amount: str) -> None:
    usage_error("no amount", pair(), "wound", targets=["orc"], amount=amount)


@pytest.mark.rule("B42")
@given(st.integers(0, 6), st.integers(1, 6), st.integers(1, 20))
def test_stamina_goes_before_health_and_neither_below_zero(stamina: int, health: int, amount: int) -> None:
    encounter = melee({"ann": {"stamina": stamina, "health": health, "max_stamina": 6}})
    (event,) = happened(play(encounter, "wound", targets=["ann"], amount=str(amount)), "wound")
    off_stamina, off_health = event["marked"].values()
    assert 0 <= off_stamina <= stamina
    assert 0 <= off_health <= health
    assert off_stamina + off_health == min(amount, stamina + health)
    assert off_stamina == stamina or off_health == 0


def most(encounter: Any, who: str) -> tuple[int, int, int]:
    combatant = encounter.combatants[who]
    return state.max_stamina(combatant), state.health(combatant), state.max_health(combatant)


@pytest.mark.rule("B0")
def test_a_maximum_that_nobody_wrote_is_the_value_written() -> None:
    assert most(start(orc={"health": 3}), "orc") == (0, 3, 3)
    assert most(start(orc={"health": 9, "stamina": 2}), "orc") == (2, 9, 9)
    assert most(start(), "orc") == (0, 6, 6)
    assert most(start({"health": 3, "stamina": 1}), "darna") == (6, 3, 6)
    assert most(start({"health": 8, "stamina": 9}), "darna") == (9, 8, 8)


@pytest.mark.rule("B0", "B42")
@pytest.mark.parametrize(("orc", "full"), [({"health": 3}, 3), ({}, 6), ({"health": 3, "max_health": 5}, 5)])
def test_a_wound_leaves_the_maximum_as_it_was(orc: dict[str, Any], full: int) -> None:
    hurt = play(start(orc=orc), "wound", targets=["orc"], amount="2").fight
    assert most(hurt, "orc")[2] == full
    assert most(play(hurt, "recover", who="orc", health=9).fight, "orc")[1:] == (full, full)


@pytest.mark.rule("B0")
def test_the_next_member_of_a_group_has_what_was_written() -> None:
    fallen = play(start(orc={"count": 3, "health": 2}), "wound", targets=["orc"], amount="5").fight
    assert (fallen.combatants["orc"].count, most(fallen, "orc")) == (2, (0, 2, 2))


@pytest.mark.rule("B0", "B42")
def test_points_that_are_set_kill_and_leave_the_maximum_as_a_wound_does(run: Run) -> None:
    text = 'ruleset = "blade"\n[combatants.orc]\nside = "f"\nhealth = 3\ncount = 2\n[combatants.ann]\nside = "h"\n'
    lost = run("set", "orc", "health=0", stdin=text)
    assert "one falls" in lost.err
    assert lost.toml["combatants"]["orc"]["count"] == 1
    dead = run("set", "orc", "health=0", stdin=lost.out)
    assert "orc is dead." in dead.err
    assert dead.toml["combatants"]["orc"]["max_health"] == 3
    hurt = run("set", "orc", "health=1", stdin=text)
    assert hurt.toml["combatants"]["orc"]["max_health"] == 3
    assert "max_health" not in run("set", "orc", "health=5", stdin=text).toml["combatants"]["orc"]
