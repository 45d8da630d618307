"""The frame of blade's round: points that nobody wrote, the choice after the roll, what is named as time goes on."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

import support
from combatcli.rulesets.blade import state
from support import fight, happened, play, refuses

if TYPE_CHECKING:
    from pathlib import Path

    from support import Run


duel = partial(support.duel, phase="initiative", initiative=[])


def most(encounter: Any, who: str) -> tuple[int, int, int]:
    combatant = encounter.combatants[who]
    return state.max_stamina(combatant), state.health(combatant), state.max_health(combatant)


@pytest.mark.rule("B0")
def test_a_maximum_that_nobody_wrote_is_the_value_written() -> None:
    assert most(duel(orc={"health": 3}), "orc") == (0, 3, 3)
    assert most(duel(orc={"health": 9, "stamina": 2}), "orc") == (2, 9, 9)
    assert most(duel(), "orc") == (0, 6, 6)
    assert most(duel({"health": 3, "stamina": 1}), "darna") == (6, 3, 6)
    assert most(duel({"health": 8, "stamina": 9}), "darna") == (9, 8, 8)


@pytest.mark.rule("B0", "B42")
@pytest.mark.parametrize(("orc", "full"), [({"health": 3}, 3), ({}, 6), ({"health": 3, "max_health": 5}, 5)])
def test_a_wound_leaves_the_maximum_as_it_was(orc: dict[str, Any], full: int) -> None:
    hurt = play(duel(orc=orc), "wound", targets=["orc"], amount="2").fight
    assert most(hurt, "orc")[2] == full
    assert most(play(hurt, "recover", who="orc", health=9).fight, "orc")[1:] == (full, full)


@pytest.mark.rule("B0")
def test_the_next_member_of_a_group_has_what_was_written() -> None:
    fallen = play(duel(orc={"count": 3, "health": 2}), "wound", targets=["orc"], amount="5").fight
    assert (fallen.combatants["orc"].count, most(fallen, "orc")) == (2, (0, 2, 2))


# --- The choice ------------------------------------------------------------------------------------------------------


def told(playing: Any) -> dict[str, Any]:
    return happened(playing, "order")[0]


@pytest.mark.rule("B2")
def test_the_choice_comes_after_the_roll_and_keeps_it() -> None:
    rolled = play(duel(), "order", 2, 5)
    assert (told(rolled)["winner"], told(rolled)["may_choose"], told(rolled)["order"]) == (
        "orcs",
        True,
        ["orcs", "heroes"],
    )
    reacting = play(rolled.fight, "order", strict=True, choose="react")
    assert (told(reacting)["faces"], told(reacting)["totals"]) == ([2, 5], {"heroes": [2], "orcs": [5]})
    assert reacting.fight.initiative == ["heroes", "orcs"]
    in_acting = play(play(reacting.fight, "next").fight, "order", strict=True, choose="act").fight
    assert in_acting.initiative == ["orcs", "heroes"]
    shown = play(reacting.fight, "order", strict=True)
    assert (told(shown)["choose"], told(shown)["order"], shown.fight) == (
        "react",
        ["heroes", "orcs"],
        reacting.fight,
    )


@pytest.mark.rule("B2")
def test_after_the_acting_phases_first_deed_there_is_no_choice() -> None:
    acting = play(play(duel(), "order", 2, 5).fight, "next").fight
    moved = play(acting, "move", who="orc", distance=5).fight
    cast = play(acting, "declare", who="orc", action="cast", targets=["Fear"]).fight
    over = play(acting, "next").fight
    for encounter in (moved, cast, over):
        refuses("too late to choose", encounter, "order", choose="react")
        assert not told(play(encounter, "order", strict=True))["may_choose"]


@pytest.mark.rule("B2")
def test_again_rolls_anew() -> None:
    rolled = play(duel(), "order", 2, 5).fight
    again = play(rolled, "order", 6, 1, strict=True, again=True)
    assert (again.fight.initiative, told(again)["winner"]) == (["heroes", "orcs"], "heroes")
    later = play(again.fight, "next", round=True).fight
    assert (later.initiative, later.rolled) == ([], None)


@pytest.mark.rule("B2")
def test_of_three_sides_who_chooses_to_react_comes_last() -> None:
    sides = fight("blade", combatants={name: {"side": name} for name in "abc"})
    rolled = play(sides, "order", 2, 6, 4).fight
    assert rolled.initiative == ["b", "c", "a"]
    assert play(rolled, "order", choose="react").fight.initiative == ["c", "a", "b"]


@pytest.mark.rule("B2")
def test_initiative_written_by_hand_is_shown_as_it_stands() -> None:
    written = duel(initiative=["orcs", "heroes"])
    assert (told(play(written, "order"))["winner"], told(play(written, "order"))["faces"]) == ("orcs", [])
    assert play(written, "order", choose="react").fight.initiative == ["heroes", "orcs"]


@pytest.mark.rule("B3")
def test_surprise_that_is_named_after_the_roll_keeps_the_roll() -> None:
    rolled = play(duel(), "order", 2, 5).fight
    late = play(rolled, "order", surprised=["orcs"])
    assert (late.fight.surprised, told(late)["faces"]) == (["orcs"], [2, 5])
    assert "already been rolled" in late.warnings[0]
    checked = play(rolled, "order", 3, 1, 6, 4, check_surprise=True)
    assert (checked.fight.surprised, told(checked)["winner"]) == (["orcs"], "heroes")
    assert "already been rolled" in checked.warnings[0]


@pytest.mark.rule("B2")
def test_the_report_says_who_may_choose(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "fight.toml"
    run("new", "blade", "-o", file)
    run("add", "darna", "side=heroes", "-f", file)
    run("add", "orc", "side=orcs", "-f", file)
    out = run("order", "--dice", "2,5", "-f", file).out
    assert out == (
        "Initiative: heroes 2; orcs 5; orcs may choose, and act unless they react: order --choose react.\n"
        "orcs act, heroes react.\n"
    )
    out = run("order", "--choose", "react", "-f", file).out
    assert "orcs choose to react.\nheroes act, orcs react." in out
    assert "orcs choose to react" in run("order", "-f", file).out
    run("set", ".", "rolled=", "-f", file)
    assert run("order", "-f", file).out.startswith("Initiative: heroes may choose")


# --- As time goes on -------------------------------------------------------------------------------------------------


@pytest.mark.rule("B1", "B30")
def test_next_names_who_is_engaged_and_has_not_struck() -> None:
    encounter = duel({"engaged": ["orc"]}, {"deeds": {"struck": True}}, phase="melee")
    assert play(encounter, "next", strict=True).warnings == [
        "darna is engaged and has not struck (B30): combatcli attack darna orc"
    ]
    assert play(duel({"engaged": ["orc"]}, phase="acting"), "next").warnings == []
    improvising = {"engaged": ["orc"], "declared": {"action": "improvise", "what": "hop", "done": True}}
    assert play(duel(improvising, {"deeds": {"struck": True}}, phase="melee"), "next").warnings == []


@pytest.mark.rule("B1", "B25", "B26", "B30")
def test_next_names_what_was_declared_and_not_done() -> None:
    spell = {"declared": {"action": "cast", "what": "Light"}}
    encounter = duel(spell, phase="acting", initiative=["heroes", "orcs"])
    assert play(encounter, "next", strict=True).warnings == [
        "darna has declared a spell (Light) and not cast it (B25): combatcli test darna mind"
    ]
    assert play(encounter.changed(phase="reacting"), "next").warnings == []
    assert "not cast it" in play(encounter.changed(phase="melee"), "next").warnings[0]
    hop = duel({"declared": {"action": "improvise", "what": "hop"}}, phase="melee")
    assert play(hop, "next").warnings == ["darna has declared to improvise (hop), and no check was made for it (B26)"]
    aim = duel({"declared": {"action": "attack", "targets": ["orc"]}, "target": "orc"}, phase="melee")
    assert play(aim, "next").warnings == ["darna was to strike orc, and has not (B30)"]
